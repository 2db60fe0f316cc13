"""Scores of 64 hands side by side as arithmetic on bytes: what `svara_odds.tables.formula` describes."""

# Types here are numba's, which no checker of Python knows.
# mypy: ignore-errors

from __future__ import annotations

import numpy as np

from svara_odds._jit import jit
from svara_odds.tables._kernels_lanes import largest_sum, load_bytes, look_up, maximum, union

__all__ = ["load_formula", "score_lanes"]


@jit
def load_formula(lines):
    """The lines of a formula, uint8 (5, 64), as vectors, and whether pairs count."""
    at = np.uint64(0)
    points, suits, codes = load_bytes(lines[0], at), load_bytes(lines[1], at), load_bytes(lines[2], at)
    return points, suits, codes, load_bytes(lines[3], at), load_bytes(lines[4], at), lines[4].any()


@jit
def score_lanes(formula, a, b, c):
    """Half points of 64 hands of cards below 64, in any sequence."""
    points, suits, codes, three, two, pairs = formula
    d, e, f = look_up(codes, a), look_up(codes, b), look_up(codes, c)
    best = maximum(
        largest_sum(
            (look_up(points, a), look_up(points, b), look_up(points, c)),
            (look_up(suits, a), look_up(suits, b), look_up(suits, c)),
        ),
        look_up(three, union(union(d, e), f)),
    )
    if pairs:
        best = maximum(best, look_up(two, union(d, e)))
        best = maximum(best, maximum(look_up(two, union(d, f)), look_up(two, union(e, f))))
    return best
