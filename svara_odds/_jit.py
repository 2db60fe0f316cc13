"""The one decorator that compiles kernels, and where their machine code is kept.

numba's own on-disk cache does not notice that a callee in another file has changed. The folder used
here is named by a digest of every kernel file and the numba version, so stale code cannot be loaded.
"""

from __future__ import annotations

import hashlib
import os
import warnings
from functools import cache
from pathlib import Path
from typing import Any

import numba

from svara_odds._files import cache_home

__all__ = ["jit"]

settings: Any = numba.config


@cache
def _cache_folder() -> str | None:
    """Folder for machine code, or None (with one warning) where it cannot be written."""
    here = Path(__file__).parent
    digest = hashlib.sha256(numba.__version__.encode())
    for source in [Path(__file__), *sorted(here.rglob("_kernels*.py"))]:
        digest.update(source.name.encode())
        digest.update(source.read_bytes())
    try:
        folder = cache_home() / f"kernels-{digest.hexdigest()[:16]}"
        folder.mkdir(parents=True, exist_ok=True)
        probe = folder / f".probe-{os.getpid()}"
        probe.touch()
        probe.unlink()
    except (OSError, RuntimeError) as trouble:
        warnings.warn(f"compiled kernels are not kept between runs: {trouble}", RuntimeWarning, stacklevel=4)
        return None
    return str(folder)


def jit(function: Any = None, **options: Any) -> Any:
    """Compile a kernel with numba: no Python objects, the GIL released, machine code kept on disk.

    Parameters
    ----------
    function : callable
        The kernel.
    **options
        Passed on to ``numba.njit``.
    """
    if function is None:
        return lambda kernel: jit(kernel, **options)
    options = {"nogil": True, "error_model": "numpy", **options}
    kernel = numba.njit(**options)(function)
    folder = _cache_folder()
    if folder is not None:
        before = settings.CACHE_DIR
        settings.CACHE_DIR = folder
        try:
            kernel.enable_caching()
        finally:
            settings.CACHE_DIR = before
    return kernel
