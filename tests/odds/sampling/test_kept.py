"""Samples that are kept in a checkpoint and taken up again."""

import numpy as np
import pytest

from svara_odds.errors import DamagedFileError, SvaraError
from svara_odds.jobs.checkpoint import read_checkpoint, write_checkpoint
from svara_odds.odds.sampling import simulate as module
from svara_odds.odds.sampling.dealing import RANGE_BLOCK
from svara_odds.odds.sampling.simulate import simulate
from svara_odds.ranges.grammar import parse_range
from svara_odds.tables.handtable import hand_table

TABLE = hand_table()
PLAYERS = [parse_range("22+", TABLE), None]
SIZES = {
    "deals": {"deals": 12 * RANGE_BLOCK + 3},
    "error": {"max_stderr": 6e-4},
    "both": {"deals": 9**6, "max_stderr": 6e-4},
}


class StopError(Exception):
    pass


def stop_after(blocks):
    left = [blocks]

    def progress(done, total):
        left[0] -= 1
        if not left[0]:
            raise StopError

    return progress


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("stops", [(1,), (3, 1, 4), (100,)])
def test_a_job_that_was_broken_off_comes_to_the_same(tmp_path, size, stops):
    path = tmp_path / "job"
    whole = simulate(TABLE, PLAYERS, seed=8, **SIZES[size])
    for number, blocks in enumerate(stops):
        try:
            simulate(
                TABLE,
                PLAYERS,
                seed=8,
                checkpoint=path,
                threads=1 + number % 2,
                progress=stop_after(blocks),
                **SIZES[size],
            )
        except StopError:
            continue
    assert simulate(TABLE, PLAYERS, seed=8, checkpoint=path, **SIZES[size]) == whole
    dealt = []
    again = simulate(TABLE, PLAYERS, checkpoint=path, progress=lambda *told: dealt.append(told), **SIZES[size])
    assert again == whole
    assert dealt == []  # a finished job is finished


def test_the_looks_are_at_fixed_numbers_of_blocks():
    """As in a loop that goes on from one look to the next by a sixteenth."""
    looks, look = [], 1
    while look < 500:
        looks.append(look)
        look = look + 1 + look // 16
    assert [blocks for blocks in range(500) if module._is_look(blocks)] == looks


def test_no_altered_file_gives_a_number(tmp_path):
    path = tmp_path / "job"
    simulate(TABLE, PLAYERS, deals=5, seed=8, checkpoint=path)
    whole = path.read_bytes()
    for place in range(0, len(whole), 11):
        for content in (whole[:place], whole[:place] + bytes([whole[place] ^ 4]) + whole[place + 1 :]):
            path.write_bytes(content)
            with pytest.raises(DamagedFileError):
                simulate(TABLE, PLAYERS, deals=5, seed=8, checkpoint=path)


@pytest.mark.parametrize(
    ("said", "arrays"),
    [
        ({"blocks": 1, "deals": 4}, {"counts": np.array([0, 1, 2, 2])}),
        ({"blocks": -1, "deals": 5}, {"counts": np.array([0, 1, 2, 2])}),
        ({"deals": 5}, {"counts": np.array([0, 1, 2, 2])}),
        ({"blocks": 1, "deals": 5}, {"counts": np.array([0, 1, 2, 2, 0])}),
        ({"blocks": 1, "deals": 5}, {"counts": np.array([0, -1, 4, 2])}),
        ({"blocks": 1, "deals": 5}, {"counts": np.array([0.0, 1.0, 2.0, 2.0])}),
        ({"blocks": 1, "deals": 5}, {}),
    ],
)
def test_counts_that_do_not_fit_are_refused(tmp_path, said, arrays):
    path = tmp_path / "job"
    simulate(TABLE, PLAYERS, deals=5, seed=8, checkpoint=path)
    job = read_checkpoint(path)[0]["job"]
    write_checkpoint(path, {**said, "job": job}, arrays)
    with pytest.raises(DamagedFileError, match="does not hold the counts"):
        simulate(TABLE, PLAYERS, deals=5, seed=8, checkpoint=path)


@pytest.mark.parametrize(
    ("players", "changed", "message"),
    [
        ([parse_range("23+", TABLE), None], {}, "players"),
        ([parse_range("22+:0.5,30+", TABLE), None], {}, "players"),
        ([None, parse_range("22+", TABLE)], {}, "players"),
        (PLAYERS, {"dead": (31,)}, "players|deck without"),
        (PLAYERS, {"deals": 6}, "number of deals"),
        (PLAYERS, {"max_stderr": 0.1}, "largest standard error"),
    ],
)
def test_another_question_is_another_job(tmp_path, players, changed, message):
    path = tmp_path / "job"
    simulate(TABLE, PLAYERS, deals=5, seed=8, checkpoint=path)
    with pytest.raises(SvaraError, match=f"another job: {message}"):
        simulate(TABLE, players, **{"deals": 5, "seed": 8, "checkpoint": path, **changed})
