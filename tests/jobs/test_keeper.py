"""What a checkpoint keeps of a job, and what it refuses."""

from dataclasses import dataclass

import numpy as np
import pytest

from svara_odds import __version__
from svara_odds.errors import DamagedFileError, DealError, SvaraError
from svara_odds.jobs import keeper as module
from svara_odds.jobs.checkpoint import read_checkpoint
from svara_odds.jobs.keeper import Keeper

JOB = {"kind": "sums", "number of deals": 12}


@dataclass(frozen=True)
class Sums:
    """The sums 0, 1, 3, 6 … of the numbers so far."""

    blocks: int = 0
    total: int = 0

    def plus(self, answer):
        return Sums(self.blocks + 1, self.total + answer)

    def state(self):
        return {"blocks": self.blocks}, {"total": np.array([self.total])}


def standing(path):
    said, arrays = read_checkpoint(path)
    return said["blocks"], int(arrays["total"][0])


def test_all_is_kept_at_the_end(tmp_path):
    path = tmp_path / "job"
    tallies = []
    assert Keeper(path, JOB, seed=3).gather([1, 2, 3], Sums(), tallies.append) == Sums(3, 6)
    assert tallies == [Sums(1, 1), Sums(2, 3), Sums(3, 6)]
    assert standing(path) == (3, 6)
    assert Keeper(path, JOB, seed=3).kept[0]["blocks"] == 3


def test_the_file_is_there_before_the_work_begins(tmp_path):
    path = tmp_path / "job"

    def answers():
        assert standing(path) == (0, 0)
        yield 5

    assert Keeper(path, JOB).gather(answers(), Sums()) == Sums(1, 5)


@pytest.mark.parametrize(("seconds", "written"), [(0.0, [0, 1, 2, 3]), (1e9, [0, 0, 0, 0])])
def test_it_is_written_as_often_as_it_should(tmp_path, monkeypatch, seconds, written):
    monkeypatch.setattr(module, "SAVE_EVERY", seconds)
    path, seen = tmp_path / "job", []

    def answers():
        for number in range(4):
            seen.append(standing(path)[0])
            yield number

    Keeper(path, JOB).gather(answers(), Sums())
    assert seen == written


@pytest.mark.parametrize("trouble", [KeyboardInterrupt, OSError("cluster"), MemoryError])
def test_what_was_done_is_kept_whatever_happens(tmp_path, trouble):
    path = tmp_path / "job"

    def answers():
        yield 4
        yield 5
        raise trouble

    with pytest.raises(type(trouble) if isinstance(trouble, Exception) else trouble):
        Keeper(path, JOB).gather(answers(), Sums())
    assert standing(path) == (2, 9)


def test_an_early_end_is_kept(tmp_path):
    path = tmp_path / "job"
    assert Keeper(path, JOB).gather([1, 2, 3, 4], Sums(), lambda tally: tally.blocks == 2) == Sums(2, 3)
    assert standing(path) == (2, 3)


def test_the_seed_is_that_of_the_file(tmp_path):
    path = tmp_path / "job"
    first = Keeper(path, JOB)
    first.gather([1], Sums())
    assert Keeper(path, JOB).seed == first.seed
    assert Keeper(path, JOB, seed=first.seed).kept is not None
    assert Keeper(None, JOB).seed != Keeper(None, JOB).seed


@pytest.mark.parametrize(
    ("job", "seed", "message"),
    [
        (JOB, 4, "another job: seed '3', here '4'; name another file"),
        ({**JOB, "number of deals": 13}, 3, "number of deals '12', here '13'"),
        ({**JOB, "dead cards": "7c"}, 3, "dead cards 'None', here '7c'"),
        ({"kind": "sums"}, 3, "number of deals '12', here 'None'"),
    ],
)
def test_another_job_is_refused_by_name(tmp_path, job, seed, message):
    path = tmp_path / "job"
    Keeper(path, JOB, seed=3).gather([1], Sums())
    before = path.read_bytes()
    with pytest.raises(SvaraError, match=message) as refused:
        Keeper(path, job, seed=seed)
    assert not isinstance(refused.value, DamagedFileError)
    assert str(path) in str(refused.value)
    assert path.read_bytes() == before


def test_a_checkpoint_of_another_release_is_refused(tmp_path, monkeypatch):
    Keeper(tmp_path / "job", JOB, seed=3).gather([1], Sums())
    monkeypatch.setattr(module, "__version__", "99.0")
    with pytest.raises(SvaraError, match=f"version of svara-odds '{__version__}', here '99.0'"):
        Keeper(tmp_path / "job", JOB, seed=3)


def test_a_seed_is_not_negative(tmp_path):
    with pytest.raises(DealError, match="seed is -1; it must be 0 or more"):
        Keeper(tmp_path / "job", JOB, seed=-1)


def test_a_checkpoint_of_something_else_is_refused(tmp_path):
    path = tmp_path / "job"
    module.write_checkpoint(path, {"game": "abc"}, {})
    with pytest.raises(SvaraError, match="of another job: kind 'None', here 'sums'"):
        Keeper(path, JOB)


def test_a_place_that_cannot_be_written_is_told_before_the_work(tmp_path):
    def answers():
        raise AssertionError("began")
        yield

    with pytest.raises(SvaraError, match="lies in no folder that is there"):
        Keeper(tmp_path / "none" / "job", JOB).gather(answers(), Sums())
    with pytest.raises(SvaraError, match="is a folder"):
        Keeper(tmp_path, JOB)


def test_without_a_file_nothing_is_kept(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert Keeper(None, JOB).gather([1, 2], Sums()) == Sums(2, 3)
    assert list(tmp_path.iterdir()) == []
