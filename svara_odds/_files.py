"""Where files of this machine are kept, and how a file is written: whole, or not at all."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import BinaryIO

__all__ = ["cache_home", "write_whole"]


def cache_home() -> Path:
    """Folder for what can be made again; RuntimeError where there is no home to put it in."""
    root = os.environ.get("SVARA_ODDS_CACHE") or os.environ.get("XDG_CACHE_HOME")
    return (Path(root) if root else Path.home() / ".cache") / "svara-odds"


def write_whole(path: str | os.PathLike[str], write: Callable[[BinaryIO], object]) -> None:
    """Write a file beside its place and move it there when it is complete; a failure leaves nothing behind.

    Parameters
    ----------
    path : path
        Its folder must be there; a file of that name is replaced.
    write : callable
        Writes the content into the stream that it is given.
    """
    folder, name = os.path.split(os.path.abspath(path))
    handle, unfinished = tempfile.mkstemp(dir=folder, prefix=f".{Path(name).stem}-")
    try:
        with os.fdopen(handle, "wb") as stream:
            write(stream)
            stream.flush()
            os.fsync(stream.fileno())  # else a name could outlive a crash that its content does not
        os.chmod(unfinished, 0o644)
        os.replace(unfinished, path)
    except BaseException:
        with suppress(FileNotFoundError):
            os.unlink(unfinished)
        raise
