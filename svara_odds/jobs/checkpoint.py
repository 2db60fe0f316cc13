"""Checkpoints: where a long job stands, in a file that is whole or not there, and that is trusted only if unharmed.

A file is one line that names the format and the SHA-256 of all that follows, then a numpy archive of plain arrays, one
of which holds a JSON object. Reading runs no code from the file.
"""

from __future__ import annotations

import hashlib
import io
import json
import os
import stat
import zipfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from svara_odds._files import write_whole
from svara_odds.errors import DamagedFileError

__all__ = ["named", "read_checkpoint", "unfit", "write_checkpoint"]

_MAGIC = b"svara-odds checkpoint 1 "
_MEANING = "__json__"


def write_checkpoint(
    path: str | os.PathLike[str], meaning: Mapping[str, Any], arrays: Mapping[str, NDArray[Any]]
) -> None:
    """Write where a job stands; a file of that name is replaced in one step.

    Parameters
    ----------
    path : path
    meaning : mapping
        What the arrays belong to and how far the job is, as JSON knows it.
    arrays : mapping of str to ndarray
        Numbers only.

    Raises
    ------
    OSError
        If the file cannot be written; what was there before stays.
    ValueError
        If an array holds objects.
    """
    if any(array.dtype.hasobject for array in arrays.values()):
        raise ValueError("a checkpoint holds numbers; object arrays are not allowed")
    text = np.frombuffer(json.dumps(meaning).encode("utf-8"), dtype=np.uint8)
    archive = io.BytesIO()
    save: Any = np.savez  # by the stubs, any name might be that of its flag
    save(archive, **{_MEANING: text, **arrays})
    content = archive.getbuffer()
    head = _MAGIC + hashlib.sha256(content).hexdigest().encode("ascii") + b"\n"
    try:
        write_whole(path, lambda stream: (stream.write(head), stream.write(content)))
    except OSError as trouble:
        raise _ours(trouble, path) from None


def read_checkpoint(path: str | os.PathLike[str]) -> tuple[dict[str, Any], dict[str, NDArray[Any]]] | None:
    """Read a checkpoint; None where there is no such file.

    Returns
    -------
    meaning : dict
    arrays : dict of str to ndarray

    Raises
    ------
    DamagedFileError
        If the file is no checkpoint, or a single bit of it is not as it was written.
    OSError
        If it cannot be read.
    """
    try:
        kind = stat.S_IFMT(os.stat(path).st_mode)
        # Of a pipe or a device there may be no end; a folder says itself what it is.
        whole = Path(path).read_bytes() if kind in (stat.S_IFREG, stat.S_IFDIR) else b""
    except FileNotFoundError:
        return None
    except OSError as trouble:
        raise _ours(trouble, path) from None
    head, _, content = whole.partition(b"\n")
    if not head.startswith(_MAGIC):
        raise DamagedFileError(f"{named(path)} is not a checkpoint; name another file, or move this one away")
    if head[len(_MAGIC) :] != hashlib.sha256(content).hexdigest().encode("ascii"):
        raise DamagedFileError(f"{named(path)} is damaged; delete it to begin again")
    try:
        with np.load(io.BytesIO(content), allow_pickle=False) as archive:
            arrays = {name: archive[name] for name in archive.files}
        meaning = json.loads(arrays.pop(_MEANING).tobytes())
    except (ValueError, KeyError, OSError, zipfile.BadZipFile) as trouble:
        raise DamagedFileError(f"{named(path)} cannot be read: {trouble}") from None
    return meaning, arrays


def named(path: object) -> str:
    """A checkpoint as messages name it: by the option and the file."""
    return f"checkpoint: {str(path)!r}"


def _ours(trouble: OSError, path: str | os.PathLike[str]) -> OSError:
    """The error as one of the checkpoint."""
    return type(trouble)(trouble.errno, f"checkpoint: {trouble.strerror}", os.fspath(path))


def unfit(path: object) -> DamagedFileError:
    """The error of a checkpoint whose content is not what its job would have written."""
    return DamagedFileError(f"{named(path)} does not hold the counts of this job; delete it to begin again")
