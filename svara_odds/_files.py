"""Where files of this machine are kept, and how a file is written: whole, or not at all."""

from __future__ import annotations

import os
import re
import secrets
import sys
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import BinaryIO

__all__ = ["cache_home", "write_whole"]

_UNFINISHED = ".unfinished"
MOST_STEM = 100  # characters of a name that the name of the unfinished file repeats


def cache_home() -> Path:
    """Folder for what can be made again; RuntimeError where there is no home to put it in."""
    root = os.environ.get("SVARA_ODDS_CACHE") or os.environ.get("XDG_CACHE_HOME")
    return (Path(root) if root else Path.home() / ".cache") / "svara-odds"


def write_whole(path: str | os.PathLike[str], write: Callable[[BinaryIO], object]) -> None:
    """Write a file beside its place and move it there when it is complete; a failure leaves nothing behind.

    What a process that was killed in the midst of it has left beside the same place is removed.

    Parameters
    ----------
    path : path
        Its folder must be there; a file of that name is replaced. A link stays, and what it leads to is replaced.
    write : callable
        Writes the content into the stream that it is given.

    Raises
    ------
    OSError
        If it cannot be written; it names the path.
    """
    try:
        _write_beside(os.path.realpath(path), write)
    except OSError as trouble:  # it may name the unfinished file
        if trouble.errno is None:
            raise
        raise type(trouble)(trouble.errno, trouble.strerror, os.fspath(path)) from None


def _write_beside(path: str, write: Callable[[BinaryIO], object]) -> None:
    folder, name = os.path.split(path)
    prefix = f".{Path(name).stem[:MOST_STEM]}-"
    handle, unfinished = _begun(os.path.join(folder, prefix))
    try:
        with os.fdopen(handle, "wb") as stream:
            write(stream)
            stream.flush()
            os.fsync(stream.fileno())  # else a name could outlive a crash that its content does not
            if sys.platform != "win32":  # there an open file cannot be moved, here it is safe from others while open
                os.replace(unfinished, path)
        if sys.platform == "win32":
            os.replace(unfinished, path)
    except BaseException:
        with suppress(FileNotFoundError):
            os.unlink(unfinished)
        raise
    _remove_leftovers(folder, prefix)


def _begun(prefix: str) -> tuple[int, str]:
    """A new file, open and locked: as long as its process lives and has it open, it is nobody's leftover."""
    flags = os.O_RDWR | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0)
    while True:
        unfinished = prefix + secrets.token_hex(4) + _UNFINISHED
        try:
            handle = os.open(unfinished, flags, 0o666)  # less what the user's mask takes away, as of any new file
        except FileExistsError:
            continue
        # Between its making and its lock another process may have taken it for a leftover.
        if _locked(handle) is not False and os.path.exists(unfinished):
            return handle, unfinished
        os.close(handle)
        with suppress(FileNotFoundError):
            os.unlink(unfinished)


def _remove_leftovers(folder: str, prefix: str) -> None:
    """Remove unfinished files that no living process has open; where none can be told by a lock, none."""
    name = re.compile(re.escape(prefix) + r"[0-9a-f]{8}" + re.escape(_UNFINISHED))
    with suppress(OSError):
        for left in [entry.path for entry in os.scandir(folder) if name.fullmatch(entry.name)]:
            with suppress(OSError):
                handle = os.open(left, os.O_RDWR)
                try:
                    if _locked(handle):
                        os.unlink(left)
                finally:
                    os.close(handle)


def _locked(handle: int) -> bool | None:
    """Take the lock of an open file, which ends with its process: whether it was free, None where there are none."""
    if sys.platform == "win32":
        return None
    import fcntl

    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    except OSError:  # some file systems of a network have no locks
        return None
    return True
