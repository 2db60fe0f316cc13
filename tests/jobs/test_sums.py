"""Arrays that blocks add up to: taken up where they were kept, refused where they are of something else."""

import numpy as np
import pytest

from svara_odds.errors import DamagedFileError
from svara_odds.jobs.checkpoint import read_checkpoint
from svara_odds.jobs.keeper import Keeper
from svara_odds.jobs.sums import add_up

JOB = {"kind": "words of streams"}
NOTHING = {"words": np.zeros(2, dtype=np.uint64), "deals": np.zeros((), dtype=np.int64)}


def words(block):
    return {"words": block.words(2) >> np.uint64(8), "deals": np.int64(block.deals)}


def summed(path=None, *, work=words, deals=10, seed=3, **how):
    return add_up(work, deals, NOTHING, Keeper(path, JOB, seed=seed), block_size=4, **how)


def by_hand(seed, blocks):
    streams = [np.random.SeedSequence(seed, spawn_key=(number,)) for number in range(blocks)]
    return sum(stream.generate_state(2, np.uint64) >> np.uint64(8) for stream in streams)


@pytest.mark.parametrize("threads", [1, 3])
def test_blocks_are_added_up(threads):
    told = []
    found = summed(threads=threads, progress=lambda *done: told.append(done))
    assert found["words"].tolist() == by_hand(3, 3).tolist()
    assert found["deals"] == 10
    assert told == [(4, 10), (8, 10), (10, 10)]


def test_what_was_kept_is_not_done_again(tmp_path):
    path = tmp_path / "job"

    def breaking(block):
        if block.index == 2:
            raise KeyboardInterrupt
        return words(block)

    with pytest.raises(KeyboardInterrupt):
        summed(path, work=breaking)
    assert read_checkpoint(path)[0]["blocks"] == 2
    done = []

    def noted(block):
        done.append(block.index)
        return words(block)

    assert summed(path, work=noted)["words"].tolist() == by_hand(3, 3).tolist()
    assert done == [2]
    assert summed(path, work=noted)["deals"] == 10
    assert done == [2]


@pytest.mark.parametrize(
    ("said", "arrays"),
    [
        ({}, NOTHING),
        ({"blocks": -1}, NOTHING),
        ({"blocks": "2"}, NOTHING),
        ({"blocks": 1}, {"words": NOTHING["words"]}),
        ({"blocks": 1}, {**NOTHING, "more": np.zeros(1)}),
        ({"blocks": 1}, {**NOTHING, "words": np.zeros(3, dtype=np.uint64)}),
        ({"blocks": 1}, {**NOTHING, "words": np.zeros(2)}),
    ],
)
def test_other_sums_are_refused(tmp_path, said, arrays):
    path = tmp_path / "job"
    Keeper(path, JOB, seed=3).write(lambda: (said, arrays), now=True)
    with pytest.raises(DamagedFileError, match="does not hold the counts of this job"):
        summed(path)
