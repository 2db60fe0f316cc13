"""Kernels of the showdown sweep: weight below, level with and disjoint from every hand.

Of the weight in play, what is disjoint from a hand is T − Σ one-card sums + Σ two-card sums − the hand itself.
``sums`` holds the one-card sums first (index ``card``), then the two-card sums (index ``n + n * high + low``);
``keys`` names the six entries that a hand touches. Keys are unsigned: numba then leaves out its test for
negative indices.
"""

# Types here are numba's, which no checker of Python knows.
# mypy: ignore-errors

from __future__ import annotations

from typing import Any

import numpy as np

from svara_odds._jit import jit

__all__ = ["sweep_columns", "sweep_one"]


@jit
def _apart(sums: Any, keys: Any, i: Any) -> Any:
    """Two-card less one-card sums of the hand in row i of keys."""
    pairs = sums[keys[i, 3]] + sums[keys[i, 4]] + sums[keys[i, 5]]
    return pairs - sums[keys[i, 0]] - sums[keys[i, 1]] - sums[keys[i, 2]]


@jit
def sweep_one(plan: Any, weights: Any, sums: Any, below: Any, tied: Any, disjoint: Any) -> None:
    """Sweep one column of weights upward by score.

    Parameters
    ----------
    plan : tuple of (hands, starts, keys, n_cards)
        Rows of the hands by ascending score, where each level starts in them (and the end), the six keys of each.
    weights, below, tied, disjoint : ndarray
        Shape (n_hands,), colexicographic; the last three are filled.
    sums : ndarray
        Scratch, shape (n_cards + n_cards ** 2,).
    """
    hands, starts, keys, n_cards = plan
    sums[:] = 0
    total = weights.dtype.type(0)
    for level in range(len(starts) - 1):
        first, last = np.uint64(starts[level]), np.uint64(starts[level + 1])
        for i in range(first, last):
            below[hands[i]] = total + _apart(sums, keys, i)
        for i in range(first, last):
            weight = weights[hands[i]]
            total += weight
            for k in range(6):
                sums[keys[i, k]] += weight
        for i in range(first, last):
            hand = hands[i]
            tied[hand] = total + _apart(sums, keys, i) - weights[hand] - below[hand]
    # In colexicographic order the lowest card runs fastest, so this last pass reads rows of sums and is vectorised.
    row = np.uint64(0)
    n = np.uint64(n_cards)
    one = np.uint64(1)
    for high in range(n):
        high_row = n + n * high
        for middle in range(high):
            middle_row = n + n * middle
            rest = total - sums[high] - sums[middle] + sums[high_row + middle]
            for low in range(middle):
                disjoint[row] = rest - sums[low] + sums[middle_row + low] + sums[high_row + low] - weights[row]
                row += one


@jit
def sweep_columns(plan: Any, weights: Any, sums: Any, below: Any, tied: Any, disjoint: Any) -> None:
    """Sweep several columns of weights at once; shapes as in `sweep_one` with columns as the last axis."""
    hands, starts, keys, _ = plan
    columns = range(weights.shape[1])
    total = np.zeros(weights.shape[1], dtype=weights.dtype)
    sums[:] = 0
    for level in range(len(starts) - 1):
        first, last = np.uint64(starts[level]), np.uint64(starts[level + 1])
        for i in range(first, last):
            _disjoint_columns(total, sums, keys, i, below, hands[i])
        for i in range(first, last):
            hand = hands[i]
            for k in range(6):
                key = keys[i, k]
                for j in columns:
                    sums[key, j] += weights[hand, j]
            for j in columns:
                total[j] += weights[hand, j]
        for i in range(first, last):
            hand = hands[i]
            _disjoint_columns(total, sums, keys, i, tied, hand)
            for j in columns:
                tied[hand, j] -= weights[hand, j] + below[hand, j]
    for i in range(np.uint64(len(hands))):
        hand = hands[i]
        _disjoint_columns(total, sums, keys, i, disjoint, hand)
        for j in columns:
            disjoint[hand, j] -= weights[hand, j]


@jit
def _disjoint_columns(total: Any, sums: Any, keys: Any, i: Any, out: Any, hand: Any) -> None:
    a, b, c = keys[i, 0], keys[i, 1], keys[i, 2]
    ab, ac, bc = keys[i, 3], keys[i, 4], keys[i, 5]
    for j in range(out.shape[1]):
        out[hand, j] = total[j] + (sums[ab, j] + sums[ac, j] + sums[bc, j]) - sums[a, j] - sums[b, j] - sums[c, j]
