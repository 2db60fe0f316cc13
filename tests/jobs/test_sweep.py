"""Pieces that have nothing to do with each other: done anywhere, kept as they are finished, dropped on Ctrl-C."""

import time

import pytest

from svara_odds.errors import DamagedFileError
from svara_odds.jobs import keeper as module
from svara_odds.jobs.checkpoint import read_checkpoint
from svara_odds.jobs.interrupt import interruptible
from svara_odds.jobs.keeper import Keeper
from svara_odds.jobs.sweep import sweep

JOB = {"kind": "squares"}
SQUARES = [[0, "3"], [1, "3"], [4, "3"], [9, "3"], [16, "3"]]


def square(block):
    assert block.deals == 1
    return [block.index**2, str(block.seed[0])]


@pytest.mark.parametrize("threads", [1, 3])
def test_rows_come_in_order_and_are_kept(tmp_path, threads):
    told = []
    keeper = Keeper(tmp_path / "job", JOB, seed=3)
    assert sweep(square, 5, keeper, threads=threads, progress=lambda *so_far: told.append(so_far)) == SQUARES
    assert told == [(done, 5) for done in range(1, 6)]
    assert read_checkpoint(tmp_path / "job")[0]["rows"] == SQUARES
    again = Keeper(tmp_path / "job", JOB)
    assert sweep(lambda block: pytest.fail("done again"), 5, again) == SQUARES


@pytest.mark.parametrize("threads", [1, 2])
def test_what_was_finished_is_not_done_again(tmp_path, threads):
    def fails(block):
        if block.index == 3:
            raise MemoryError
        return square(block)

    with pytest.raises(MemoryError):
        sweep(fails, 5, Keeper(tmp_path / "job", JOB, seed=3), threads=threads)
    done = []

    def noted(block):
        done.append(block.index)
        return square(block)

    assert sweep(noted, 5, Keeper(tmp_path / "job", JOB), threads=threads) == SQUARES
    assert sorted(done) == [3, 4]


@pytest.mark.parametrize("rows", [None, {"0": 1}, [0] * 6], ids=str)
def test_a_checkpoint_without_such_rows_is_refused(tmp_path, rows):
    Keeper(tmp_path / "job", JOB, seed=3).write(lambda: ({"rows": rows}, {}), now=True)
    with pytest.raises(DamagedFileError, match=r"checkpoint: '.*job' does not hold .* of this job; delete it"):
        sweep(square, 5, Keeper(tmp_path / "job", JOB, seed=3))


def test_ctrl_c_ends_what_threads_are_at(tmp_path, monkeypatch):
    """The first piece is kept; those under way, which would take a minute, end at their next step."""
    monkeypatch.setattr(module, "SAVE_EVERY", 1e9)
    ended = []

    def long(block):
        try:
            with interruptible() as wished:
                for _ in range(6_000 if block.index else 0):
                    assert not wished()
                    time.sleep(0.01)
        finally:
            ended.append(block.index)
        return square(block)

    def press(done, pieces):
        raise KeyboardInterrupt

    start = time.monotonic()
    with pytest.raises(KeyboardInterrupt):
        sweep(long, 5, Keeper(tmp_path / "job", JOB, seed=3), threads=2, progress=press)
    assert time.monotonic() - start < 10
    assert 0 in ended
    assert read_checkpoint(tmp_path / "job")[0]["rows"] == SQUARES[:1]
