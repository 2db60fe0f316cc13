"""Power sums of a histogram of (cards, a, b), exact modulo 2**128."""

# Types here are numba's, which no checker of Python knows.
# mypy: ignore-errors

from __future__ import annotations

import numpy as np

from svara_odds._jit import jit

__all__ = ["power_sums"]


@jit
def _times(low, high, factor):
    """(low + 2**64 high) * factor modulo 2**128, factor below 2**32: no partial product exceeds 64 bits."""
    half = np.uint64(32)
    part = np.uint64(0xFFFFFFFF)
    bottom = (low & part) * factor
    top = (low >> half) * factor + (bottom >> half)
    return (top << half) | (bottom & part), high * factor + (top >> half)


@jit
def _fold(run, power, cell, out):
    """Add ``run[j] * power**i`` to ``out[cell, i, j]`` for all i + j < J, and empty the run."""
    for j in range(run.shape[0]):
        for c in range(run.shape[2]):
            low, high = run[j, 0, c], run[j, 1, c]
            run[j, 0, c] = run[j, 1, c] = np.uint64(0)
            for i in range(run.shape[0] - j):
                total = out[cell, i, j, 0, c] + low
                out[cell, i, j, 1, c] += high + np.uint64(total < low)
                out[cell, i, j, 0, c] = total
                low, high = _times(low, high, power)


@jit
def power_sums(histogram, rows, where, run, out):
    """For each number of cards p and each column c: sums of ``count * a**i * b**j``, i + j < J.

    Everything is taken modulo 2**128. What the caller makes of the sums are numbers of deals, known to lie between
    0 and 2**128, so nothing is lost.

    Parameters
    ----------
    histogram : uint64 or float64 (N, C)
        Counts below 2**53 each, one row per cell.
    rows : int64 (n,)
        The rows to read, so that `where` is ascending.
    where : int64 (n, 3)
        p, a, b of each; a and b below 2**32.
    run : uint64 (J, 2, C)
        Scratch, zero.
    out : uint64 (P, J, J, 2, C)
        Added to; low and high 64 bits.
    """
    for r in range(rows.shape[0]):
        p, a, b = where[r, 0], where[r, 1], np.uint64(where[r, 2])
        for c in range(histogram.shape[1]):
            low, high = np.uint64(histogram[rows[r], c]), np.uint64(0)
            if low == 0:
                continue
            for j in range(run.shape[0]):
                total = run[j, 0, c] + low
                run[j, 1, c] += high + np.uint64(total < low)
                run[j, 0, c] = total
                low, high = _times(low, high, b)
        if r + 1 == rows.shape[0] or where[r + 1, 1] != a or where[r + 1, 0] != p:
            _fold(run, np.uint64(a), p, out)
