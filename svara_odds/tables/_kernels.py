"""Kernels that score many hands at once, 64 side by side."""

# Types here are numba's, which no checker of Python knows.
# mypy: ignore-errors

from __future__ import annotations

import numpy as np

from svara_odds._jit import jit
from svara_odds.tables._kernels_lanes import (
    are_hands,
    colex_index,
    load_bytes,
    load_rows,
    ordered,
    store_shorts,
)

__all__ = ["score_columns", "score_rows"]


@jit
def _score_one(a, b, c, n_cards, half_points, out):
    """Write the half points of one hand to ``out[0]``; False where it is not three cards."""
    low, high = min(a, b, c), max(a, b, c)
    middle = a + b + c - low - high
    if not low < middle < high < n_cards:
        return False
    out[0] = half_points[high * (high - 1) * (high - 2) // 6 + middle * (middle - 1) // 2 + low]
    return True


@jit
def score_columns(first, second, third, n_cards, half_points, indices, out):
    """Score hands that lie in three columns.

    Parameters
    ----------
    first, second, third : uint8 (N,)
        Cards, in any sequence within a hand.
    n_cards : int
        Cards in the deck, at most 52.
    half_points : int16 (C(n_cards, 3),)
        By colex index.
    indices : uint16 (256,)
        Scratch: colex indices of a batch, written some time before they are read.
    out : int16 (N,)
        Half points are written here.

    Returns
    -------
    int
        N, or a number of hands at the front that are scored while at least one of the next 256 is not three
        different cards.
    """
    size, batch, lanes = np.uint64(out.size), np.uint64(indices.size), np.uint64(64)
    at = np.uint64(0)
    while at + batch <= size:
        for k in range(np.uint64(0), batch, lanes):
            a, b, c = load_bytes(first, at + k), load_bytes(second, at + k), load_bytes(third, at + k)
            a, b = ordered(a, b)
            b, c = ordered(b, c)
            a, b = ordered(a, b)
            if not are_hands(a, b, c, np.uint64(n_cards)):
                return at
            store_shorts(indices, k, colex_index(a, b, c))
        for k in range(batch):
            out[at + k] = half_points[indices[k]]
        at += batch
    while at < size:
        a, b, c = np.int64(first[at]), np.int64(second[at]), np.int64(third[at])
        if not _score_one(a, b, c, n_cards, half_points, out[at:]):
            return at
        at += np.uint64(1)
    return at


@jit
def score_rows(rows, n_cards, half_points, indices, out):
    """Score hands that lie in rows of three cards: as `score_columns`, with `rows` uint8 (3·N,), row after row."""
    size, batch, lanes = np.uint64(out.size), np.uint64(indices.size), np.uint64(64)
    three, at = np.uint64(3), np.uint64(0)
    while at + batch <= size:
        for k in range(np.uint64(0), batch, lanes):
            a, b, c = load_rows(rows, three * (at + k))
            a, b = ordered(a, b)
            b, c = ordered(b, c)
            a, b = ordered(a, b)
            if not are_hands(a, b, c, np.uint64(n_cards)):
                return at
            store_shorts(indices, k, colex_index(a, b, c))
        for k in range(batch):
            out[at + k] = half_points[indices[k]]
        at += batch
    while at < size:
        row = three * at
        a, b, c = np.int64(rows[row]), np.int64(rows[row + np.uint64(1)]), np.int64(rows[row + np.uint64(2)])
        if not _score_one(a, b, c, n_cards, half_points, out[at:]):
            return at
        at += np.uint64(1)
    return at
