"""Slow truth for several players: deal everything, compare everything. Imports nothing of the package."""

from __future__ import annotations

from itertools import combinations

import numpy as np


def deal_all(score, cards, n_opponents, hero, allowed=None):
    """Deal hands from `cards` to all opponents in every way and say who is best.

    `score` maps a sorted tuple of cards to a number. Returns (total, win, svara, opponents_best) as in the package:
    plain integers, svara and opponents_best as dictionaries by number of best hands.
    """
    mine = score[tuple(sorted(hero))]
    total, win = 0, 0
    svara = dict.fromkeys(range(2, n_opponents + 2), 0)
    lost = dict.fromkeys(range(1, n_opponents + 1), 0)

    def deal(rest, scores):
        nonlocal total, win
        if len(scores) < n_opponents:
            for hand in combinations(rest, 3):
                if allowed is None or hand in allowed:
                    deal([card for card in rest if card not in hand], [*scores, score[hand]])
            return
        total += 1
        best = max(scores)
        if best < mine:
            win += 1
        elif best == mine:
            svara[scores.count(best) + 1] += 1
        else:
            lost[scores.count(best)] += 1

    deal(sorted(cards), [])
    return total, win, svara, lost


def two_opponents(masks, orders, hero):
    """The same for two opponents from a whole deck, with numpy: every pair of disjoint hands.

    Returns (total, win, svara, opponents_best), ordered pairs.
    """
    free = (masks & masks[hero]) == 0
    masks, mine, orders = masks[free], int(orders[hero]), orders[free].astype(int)
    total, win = 0, 0
    svara, lost = {2: 0, 3: 0}, {1: 0, 2: 0}
    for mask, order in zip(masks, orders, strict=True):
        others = orders[(masks & mask) == 0]
        total += len(others)
        best = np.maximum(others, order)
        both = others == order
        win += int((best < mine).sum())
        svara[2] += int(((best == mine) & ~both).sum())
        svara[3] += int(((best == mine) & both).sum())
        lost[1] += int(((best > mine) & ~both).sum())
        lost[2] += int(((best > mine) & both).sum())
    return total, win, svara, lost
