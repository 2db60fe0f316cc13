"""Kernel that compares every hand with every other."""

# Types here are numba's, which no checker of Python knows.
# mypy: ignore-errors

from __future__ import annotations

from typing import Any

import numpy as np

from svara_odds._jit import jit

__all__ = ["compare_all"]


@jit
def compare_all(masks: Any, order: Any, shared_card: Any, out: Any) -> None:
    """Write 1, 0 or -1 where the row's hand wins, ties or loses, and `shared_card` where both need one card.

    Parameters
    ----------
    masks : ndarray
        uint32 or uint64, shape (n_hands,).
    order : ndarray
        uint8, shape (n_hands,).
    shared_card : int8
    out : ndarray
        int8, shape (n_hands, n_hands).
    """
    n_hands = np.uint64(len(order))
    for i in range(n_hands):
        mask, own = masks[i], order[i]
        for j in range(n_hands):
            sign = np.int8(own > order[j]) - np.int8(own < order[j])
            out[i, j] = shared_card if masks[j] & mask else np.int8(sign)
