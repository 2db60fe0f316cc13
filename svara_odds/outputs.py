"""Files that a command is asked to write: what can be told about one before the work begins."""

from __future__ import annotations

import errno
import os
from collections.abc import Sequence
from pathlib import Path

from svara_odds.errors import SvaraError, shortened

__all__ = ["checked_out"]

MOST_BYTES = 200  # in a file name; most systems allow 255, and a temporary name is longer


def checked_out(out: str | os.PathLike[str], endings: Sequence[str] = (), *, name: str = "out") -> Path:
    """Path of a file to write.

    Parameters
    ----------
    out : path
        As it was given.
    endings : sequence of str
        Those that are allowed, such as ``(".png", ".svg")``, in small letters; any if there are none.
    name : str
        What the errors call it.

    Returns
    -------
    Path

    Raises
    ------
    SvaraError
        If its ending is none of them, or it is a folder, or its folder is not there.
    OSError
        If its folder cannot be written.
    """
    path = Path(out)
    if endings and path.suffix.lower() not in endings:
        *others, last = endings
        allowed = f"{', '.join(others)} or {last}" if others else last
        raise SvaraError(f"{name}: {shortened(str(out))} does not end in {allowed}")
    # Told before the work, not after it. Unlike Path's, these questions never fail on what is no path at all.
    if os.path.isdir(path):
        raise SvaraError(f"{name}: {shortened(str(out))} is a folder; give the name of a file")
    if len(os.fsencode(path.name)) > MOST_BYTES:
        raise SvaraError(f"{name}: {shortened(str(out))} is too long a name; a name may have {MOST_BYTES} bytes")
    if "\0" in str(path) or not os.path.isdir(path.parent):
        raise SvaraError(f"{name}: {shortened(str(out))} lies in no folder that is there")
    folder = os.path.dirname(os.path.realpath(path))
    if not os.access(folder, os.W_OK | os.X_OK):
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), folder)
    return path
