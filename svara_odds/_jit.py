"""The one decorator that compiles kernels, and where their machine code is kept.

numba's own on-disk cache does not notice that a callee in another file has changed. The folder used
here is named by a digest of every kernel file and the numba version, so stale code cannot be loaded.
"""

# numba's own parts say nothing about their types.
# mypy: allow-untyped-calls

from __future__ import annotations

import hashlib
import os
import shutil
import time
import warnings
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Any

import numba
from numba.core.caching import FunctionCache
from numba.core.sigutils import normalize_signature

from svara_odds._files import cache_home

__all__ = ["jit"]

settings: Any = numba.config
UNUSED_DAYS = 30  # after so long without use, kernels of other versions are thrown away


class _KernelCache(FunctionCache):
    """numba's files of one kernel, believed only where they hold what was asked for."""

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        """The machine code for a signature, or None where it has to be compiled."""
        try:
            found = super().load_overload(sig, target_context)
        except Exception:  # whatever a torn file makes numba's reader say
            with suppress(OSError):
                self.flush()
            return None
        # Processes that compile two signatures at the same time can both choose the same file: the index of the one
        # then leads to the code of the other.
        right = found is not None and found.signature.args == normalize_signature(sig)[0]
        return found if right else None

    def save_overload(self, sig: Any, data: Any) -> None:
        """Keep machine code, unless the disk is full or the folder is gone."""
        with suppress(OSError):
            super().save_overload(sig, data)


@cache
def _cache_folder() -> str | None:
    """Folder for machine code, or None (with one warning) where it cannot be written."""
    try:
        folder = cache_home() / f"kernels-{_digest()}"
        new = not folder.exists()
        folder.mkdir(parents=True, exist_ok=True)
        # Also tells when the folder was last used: by its own time of change.
        probe = folder / f".probe-{os.getpid()}"
        probe.touch()
        probe.unlink()
        if new:
            _throw_away_unused(folder)
    except (OSError, RuntimeError) as trouble:
        warnings.warn(f"compiled kernels are not kept between runs: {trouble}", RuntimeWarning, stacklevel=4)
        return None
    return str(folder)


def _digest() -> str:
    """Digest of all kernels; OSError where their files cannot be read, as in a zip archive."""
    here = Path(__file__).parent
    digest = hashlib.sha256(numba.__version__.encode())
    for source in [Path(__file__), *sorted(here.rglob("_kernels*.py"))]:
        digest.update(source.name.encode())
        digest.update(source.read_bytes())
    return digest.hexdigest()[:16]


def _throw_away_unused(folder: Path) -> None:
    """Remove the folders of other versions that nobody has used for long.

    A process that has such a folder open all the same finds files missing there, and compiles.
    """
    oldest = time.time() - UNUSED_DAYS * 86_400
    for other in folder.parent.glob("kernels-*"):
        with suppress(OSError):
            if other != folder and other.stat().st_mtime < oldest:
                shutil.rmtree(other, ignore_errors=True)


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
    folder = None if settings.DISABLE_JIT else _cache_folder()
    if folder is not None:
        before = settings.CACHE_DIR
        settings.CACHE_DIR = folder
        try:
            kernel._cache = _KernelCache(function)
        finally:
            settings.CACHE_DIR = before
    return kernel
