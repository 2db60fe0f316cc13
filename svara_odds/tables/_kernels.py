"""The kernel that scores many hands at once, 64 side by side."""

# Types here are numba's, which no checker of Python knows.
# mypy: ignore-errors

from __future__ import annotations

import numpy as np

from svara_odds._jit import jit
from svara_odds.tables._kernels_formula import load_formula, score_lanes
from svara_odds.tables._kernels_lanes import (
    are_hands,
    colex_index,
    load_bytes,
    load_rows,
    ordered,
    permutes_bytes,
    store_shorts,
    widened,
)

__all__ = ["permutes_bytes", "score_hands"]

_BATCH = 256


@jit
def _load(hands, at):
    """The cards of 64 hands."""
    if len(hands) == 3:
        return load_bytes(hands[0], at), load_bytes(hands[1], at), load_bytes(hands[2], at)
    return load_rows(hands[0], np.uint64(3) * at)


@jit
def _load_one(hands, at):
    """The cards of one hand."""
    if len(hands) == 3:
        return np.int64(hands[0][at]), np.int64(hands[1][at]), np.int64(hands[2][at])
    rows, row = hands[0], np.uint64(3) * at
    return np.int64(rows[row]), np.int64(rows[row + np.uint64(1)]), np.int64(rows[row + np.uint64(2)])


@jit
def score_hands(hands, n_cards, half_points, lines, out):
    """Score hands, by arithmetic or by a table.

    Parameters
    ----------
    hands : tuple
        Three columns, uint8 (N,), or one array of rows one after the other, uint8 (3·N,). The cards of a hand come
        in any sequence.
    n_cards : int
        Cards in the deck, at most 52.
    half_points : int16 (C(n_cards, 3),)
        By colex index.
    lines : uint8 (5, 64) or None
        The lines of a `Formula` that gives the same half points, to be used instead of them.
    out : int16 (N,)
        Half points are written here.

    Returns
    -------
    int
        N, or a number of hands at the front that are scored while at least one of the next 256 is not three
        different cards.
    """
    size, lanes, at = np.uint64(out.size), np.uint64(64), np.uint64(0)
    if lines is None:
        batch = np.uint64(_BATCH)
        indices = np.empty(batch, dtype=np.uint16)  # are written some time before they are read
        while at + batch <= size:
            for k in range(np.uint64(0), batch, lanes):
                a, b, c = _load(hands, at + k)
                if not are_hands(a, b, c, np.uint64(n_cards)):
                    return at
                a, b = ordered(a, b)
                b, c = ordered(b, c)
                a, b = ordered(a, b)
                store_shorts(indices, k, colex_index(a, b, c))
            for k in range(batch):
                out[at + k] = half_points[indices[k]]
            at += batch
    else:
        formula = load_formula(lines)
        while at + lanes <= size:
            a, b, c = _load(hands, at)
            if not are_hands(a, b, c, np.uint64(n_cards)):
                return at
            store_shorts(out, at, widened(score_lanes(formula, a, b, c)))
            at += lanes
    while at < size:
        a, b, c = _load_one(hands, at)
        low, high = min(a, b, c), max(a, b, c)
        middle = a + b + c - low - high
        if not low < middle < high < n_cards:
            return at
        out[at] = half_points[high * (high - 1) * (high - 2) // 6 + middle * (middle - 1) // 2 + low]
        at += np.uint64(1)
    return at
