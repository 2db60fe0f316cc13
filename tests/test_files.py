"""Files are written whole, and what killed writers leave is removed, but never what a living one is writing."""

import errno
import os
import signal
import stat
import sys
import threading

import pytest

from svara_odds import _files
from svara_odds._files import write_whole

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="writers are forked, and told by locks")


def killed_writer(path):
    """A process that is killed in the middle of writing."""
    process = os.fork()
    if process == 0:
        write_whole(path, lambda stream: (stream.write(b"half"), stream.flush(), os.kill(os.getpid(), signal.SIGKILL)))
    assert os.WTERMSIG(os.waitpid(process, 0)[1]) == signal.SIGKILL


def names(folder):
    return sorted(path.name for path in folder.iterdir())


def test_what_killed_writers_left_is_removed(tmp_path):
    path = tmp_path / "job.ck"
    others = [".job-notes", ".job-abcdef0.unfinished", ".jobs-abcdef01.unfinished", "job-abcdef01.unfinished"]
    for name in others:
        (tmp_path / name).write_text("of somebody")
    for _ in range(3):
        killed_writer(path)
    assert len(names(tmp_path)) == len(others) + 3
    assert not path.exists()
    write_whole(path, lambda stream: stream.write(b"whole"))
    assert names(tmp_path) == sorted([*others, "job.ck"])
    assert path.read_bytes() == b"whole"


def test_what_a_living_process_writes_is_left_alone(tmp_path):
    path, (begun, begin), (ended, end) = tmp_path / "job", os.pipe(), os.pipe()
    process = os.fork()
    if process == 0:
        write_whole(path, lambda stream: (stream.write(b"theirs"), os.write(begin, b"!"), os.read(ended, 1)))
        os._exit(0)
    os.read(begun, 1)
    write_whole(path, lambda stream: stream.write(b"ours"))
    assert path.read_bytes() == b"ours"
    assert len(names(tmp_path)) == 2
    os.write(end, b"!")
    assert os.waitpid(process, 0)[1] == 0
    assert path.read_bytes() == b"theirs"
    assert names(tmp_path) == ["job"]


def test_many_writers_of_one_file_at_once(tmp_path):
    path = tmp_path / "job"

    def write(number):
        for _ in range(100):
            write_whole(path, lambda stream: stream.write(bytes([number]) * 1000))
            assert len(set(path.read_bytes())) == 1

    trouble = []
    threading.excepthook, before = lambda args: trouble.append(args), threading.excepthook
    try:
        threads = [threading.Thread(target=write, args=(number,)) for number in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    finally:
        threading.excepthook = before
    assert not trouble
    assert names(tmp_path) == ["job"]


def test_where_there_are_no_locks_nothing_is_removed(tmp_path, monkeypatch):
    killed_writer(tmp_path / "job")
    monkeypatch.setattr(_files, "_locked", lambda handle: None)
    write_whole(tmp_path / "job", lambda stream: stream.write(b"whole"))
    assert len(names(tmp_path)) == 2


def test_a_failure_leaves_nothing(tmp_path):
    (tmp_path / "job").write_text("before")
    with pytest.raises(ZeroDivisionError):
        write_whole(tmp_path / "job", lambda stream: (stream.write(b"half"), 1 / 0))
    assert names(tmp_path) == ["job"]
    assert (tmp_path / "job").read_text() == "before"


def test_a_link_stays_one(tmp_path):
    (tmp_path / "far").mkdir()
    (tmp_path / "job").symlink_to(tmp_path / "far" / "there")
    for content in (b"first", b"second"):
        write_whole(tmp_path / "job", lambda stream, content=content: stream.write(content))
        assert (tmp_path / "job").is_symlink()
        assert (tmp_path / "far" / "there").read_bytes() == content
    assert names(tmp_path) == ["far", "job"]
    assert names(tmp_path / "far") == ["there"]


@pytest.mark.parametrize("mask", [0o022, 0o077, 0o000])
def test_who_may_read_is_for_the_mask_to_say(tmp_path, mask):
    before = os.umask(mask)
    try:
        write_whole(tmp_path / "job", lambda stream: stream.write(b"whole"))
    finally:
        os.umask(before)
    assert stat.S_IMODE((tmp_path / "job").stat().st_mode) == 0o666 & ~mask


def test_errors_name_the_file(tmp_path):
    path = tmp_path / "none" / "job"
    with pytest.raises(FileNotFoundError) as missing:
        write_whole(path, lambda stream: None)
    assert missing.value.filename == str(path)

    def full(stream):
        raise OSError(errno.ENOSPC, "No space left on device")

    with pytest.raises(OSError, match="No space left") as failed:
        write_whole(tmp_path / "job", full)
    assert (failed.value.errno, failed.value.filename) == (errno.ENOSPC, str(tmp_path / "job"))

    def ours(stream):
        raise OSError("encoder error")

    with pytest.raises(OSError, match=r"^encoder error$"):
        write_whole(tmp_path / "job", ours)
    assert names(tmp_path) == []
