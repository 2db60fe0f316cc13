import os

import numpy as np
import pytest

from svara_odds.errors import DamagedFileError
from svara_odds.jobs.checkpoint import read_checkpoint, write_checkpoint

ARRAYS = {"regrets": np.arange(40.0), "counts": np.array([[1, 2], [3, 4]], dtype=np.uint64)}


def written(tmp_path):
    path = tmp_path / "job.checkpoint"
    write_checkpoint(path, {"game": "abc", "iteration": 7}, ARRAYS)
    return path


def test_what_is_written_is_read(tmp_path):
    meaning, arrays = read_checkpoint(written(tmp_path))
    assert meaning == {"game": "abc", "iteration": 7}
    assert set(arrays) == set(ARRAYS)
    for name, array in ARRAYS.items():
        assert arrays[name].dtype == array.dtype
        assert arrays[name].tobytes() == array.tobytes()


def test_no_file_is_no_checkpoint(tmp_path):
    assert read_checkpoint(tmp_path / "none") is None


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="needs pipes with names")
def test_what_has_no_end_is_not_read(tmp_path):
    os.mkfifo(tmp_path / "pipe")
    for endless in (tmp_path / "pipe", "/dev/zero"):
        with pytest.raises(DamagedFileError, match="is not a checkpoint"):
            read_checkpoint(endless)


def test_what_cannot_be_written_is_named_as_the_user_named_it(tmp_path):
    path = tmp_path / "none" / "job"
    with pytest.raises(FileNotFoundError, match="checkpoint") as refused:
        write_checkpoint(path, {}, ARRAYS)
    assert refused.value.filename == str(path)


def test_any_altered_byte_is_noticed(tmp_path):
    path = written(tmp_path)
    whole = path.read_bytes()
    for place in range(0, len(whole), 7):
        path.write_bytes(whole[:place] + bytes([whole[place] ^ 1]) + whole[place + 1 :])
        with pytest.raises(DamagedFileError):
            read_checkpoint(path)


@pytest.mark.parametrize("kept", [0, 1, 30, 89, 90, 200])
def test_a_truncated_file_is_noticed(tmp_path, kept):
    path = written(tmp_path)
    path.write_bytes(path.read_bytes()[:kept])
    with pytest.raises(DamagedFileError):
        read_checkpoint(path)


def test_objects_are_not_written(tmp_path):
    with pytest.raises(ValueError, match="holds numbers"):
        write_checkpoint(tmp_path / "bad", {}, {"objects": np.array([{}], dtype=object)})
    assert list(tmp_path.iterdir()) == []


def test_a_failure_keeps_what_was_there(tmp_path):
    path = written(tmp_path)
    before = path.read_bytes()
    with pytest.raises(TypeError):
        write_checkpoint(path, {"bad": object()}, ARRAYS)
    assert path.read_bytes() == before
    assert list(tmp_path.iterdir()) == [path]
