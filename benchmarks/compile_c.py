"""Compile the C peers on the spot, so that both sides of a race run on the same processor in the same run."""

from __future__ import annotations

import ctypes
import os
import shutil
import subprocess
import tempfile
from pathlib import Path

import numpy as np

from benchmarks.handover import leave_out

__all__ = ["DEFAULT_FLAGS", "compiler", "load", "pointer"]

DEFAULT_FLAGS = ("-O3", "-march=native", "-std=gnu11")
_SOURCES = Path(__file__).parent / "c"


def compiler() -> str | None:
    """Path of a C compiler (``$CC``, else cc, gcc or clang), or None: no peer then."""
    wanted = os.environ.get("CC")
    names = [wanted] if wanted else ["cc", "gcc", "clang"]
    return next((found for found in map(shutil.which, names) if found), None)


def load(source: str, *, flags: tuple[str, ...] = DEFAULT_FLAGS) -> ctypes.CDLL | None:
    """Compile ``benchmarks/c/<source>`` to a shared library and load it.

    Parameters
    ----------
    source : str
        Name of a file in ``benchmarks/c``.
    flags : tuple of str
        Compiler flags; ``-march=native`` is left out for a second try where the compiler does not know it.

    Returns
    -------
    ctypes.CDLL or None
        None where there is no compiler. Declare ``argtypes`` before calling; calls release the GIL.
    """
    cc = compiler()
    if cc is None:
        leave_out("C", "has no compiler here: set CC")
        return None
    # A folder of its own for every load: a library that is already mapped is never overwritten.
    folder = Path(tempfile.mkdtemp(prefix="svara-odds-peer-"))
    library = folder / f"{Path(source).stem}.so"
    portable = tuple(flag for flag in flags if flag != "-march=native")
    trouble = ""
    try:
        for attempt in dict.fromkeys((flags, portable)):
            command = [cc, *attempt, "-shared", "-fPIC", "-o", str(library), str(_SOURCES / source), "-lm"]
            done = subprocess.run(command, capture_output=True, text=True, check=False)
            if done.returncode == 0:
                return ctypes.CDLL(str(library))
            trouble = done.stderr
        raise RuntimeError(f"{cc} could not compile {source}:\n{trouble}")
    finally:
        shutil.rmtree(folder, ignore_errors=True)  # the library stays mapped; where it cannot go, it stays


def pointer(array: np.ndarray) -> ctypes.c_void_p:
    """Address of a C-contiguous array, to be passed to a peer. The caller keeps the array alive."""
    if not array.flags.c_contiguous:
        raise ValueError("a peer reads and writes C-contiguous arrays only")
    return ctypes.c_void_p(array.ctypes.data)
