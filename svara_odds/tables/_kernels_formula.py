"""Scores of 64 hands side by side as arithmetic on bytes: what `svara_odds.tables.formula` describes.

What each step bought, as ratios of times in turn in one process (Zen 4, three columns of hands in the second-level
cache; reading three bytes and writing two takes C 0.055 ns a hand):

* by table 0.40 ns a hand: a load for the index and one for the score of every hand;
* look-ups of 64 entries for points, groups, codes and unions instead: 2.8 times as fast;
* a sum as a masked addition to one of its cards, not one more value to be compared: 4 %;
* look-ups asked for by name: 15 %. As 64 extracted and inserted lanes, which LLVM recognises as well, they are too much
  code for it to put in line, and need their places cut to six bits;
* ranks whose pairs are their sum as groups, and pairs looked up only if there are others: 17 %, to 0.10 ns;
* rows into columns by six shuffles of two vectors each, not by LLVM's 27 of lanes of 16 bytes: rows from 0.18 to
  0.14 ns (without AVX-512 rows by table take 9 % longer for it).

Checking the cards once per 256 hands instead of 64 bought 3 %, two groups of 64 in one round nothing, and the majority
of the codes as the pair's code 4 % for at most two ranks of pairs: left out. Dealing and comparing 2, 4, 6, 10 hands
went from 1.87, 1.64, 1.50, 1.42 times hand-written C, which computes its scores too, to 1.15, 1.02, 1.02, 1.02 (medians
of paired processor times).
"""

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
