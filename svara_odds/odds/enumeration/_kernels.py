"""Kernels that deal every deal: depth first over all players but two, the last two in one sweep by score.

Players with the same range form a group and share their lists of hands; they are dealt in ascending place in the
list, and the caller counts the other orders. Places are those of the sweep plan, so lists ascend by score.
"""

# Types here are numba's, which no checker of Python knows.
# mypy: ignore-errors

from __future__ import annotations

from typing import Any

import numpy as np

from svara_odds._jit import jit

__all__ = ["LIMB_BITS", "deal_all", "deal_last_two"]

# A count is low + (high << LIMB_BITS): what one deal of all players but two adds stays below 2 ** 61, so that the
# sum of two low parts still fits 64 bits.
LIMB_BITS = 62
_LOW = (1 << LIMB_BITS) - 1


@jit
def _keep_disjoint(masks: Any, used: Any, source: Any, first: Any, last: Any, out: Any) -> Any:
    """Copy the hands of source[first:last] that hold no used card; return how many."""
    size = np.uint64(0)
    for i in range(first, last):
        place = source[i]
        out[size] = place
        size += np.uint64(masks[place] & used == 0)
    return size


@jit
def _apart(sums: Any, keys: Any, place: Any) -> Any:
    pairs = sums[keys[place, 3]] + sums[keys[place, 4]] + sums[keys[place, 5]]
    return pairs - sums[keys[place, 0]] - sums[keys[place, 1]] - sums[keys[place, 2]]


@jit
def _add(sums: Any, keys: Any, order: Any, weights: Any, places: Any, start: Any, stop: Any) -> Any:
    """Add hands to the sums from place start on, as long as their score is below stop; return where it ended."""
    i = start
    while i < np.uint64(len(places)) and order[places[i]] < stop:
        place = places[i]
        weight = weights[place]
        sums[0] += weight
        for k in range(6):
            sums[keys[place, k]] += weight
        i += np.uint64(1)
    return i


@jit
def deal_last_two(plan: Any, left: Any, right: Any, best: Any, sums: Any, out: Any) -> None:
    """Deal the last two players' hands in all ways, by one sweep upward over both lists.

    Parameters
    ----------
    plan : tuple of (masks, order, keys)
        In the order of the sweep plan; keys count from 1, since ``sums[0]`` is the sum of all.
    left, right : tuple of (places, weights)
        Hands that the two players may hold, ascending, none with a used card; weights of all places.
    best : int
        Best order among the players dealt before; -1 if there is none.
    sums : ndarray
        Scratch: all, per card, per pair.
    out : ndarray
        int64, shape (3, 3): row 0, 1, 2 where `left` is below, level with, above the best; column 0, 1, 2: weight
        of the deals in which `right` is below, level with, above the better of the two.
    """
    _, order, keys = plan
    mine, my_weights = left
    yours, your_weights = right
    sums[:] = 0
    out[:] = 0
    n = np.uint64(len(mine))
    begin, j = np.uint64(0), np.uint64(0)
    while begin < n:
        level = max(np.int64(order[mine[begin]]), best)
        end = begin
        while end < n and order[mine[end]] <= level:
            end += np.uint64(1)
        j = _add(sums, keys, order, your_weights, yours, j, level)
        for i in range(begin, end):
            place = mine[i]
            row = np.uint64(order[place] >= best) + np.uint64(order[place] > best)
            own = your_weights[place] if row == 0 else 0
            out[row, 0] += my_weights[place] * (sums[0] + _apart(sums, keys, place) - own)
        j = _add(sums, keys, order, your_weights, yours, j, level + 1)
        for i in range(begin, end):
            place = mine[i]
            row = np.uint64(order[place] >= best) + np.uint64(order[place] > best)
            out[row, 1] += my_weights[place] * (sums[0] + _apart(sums, keys, place) - your_weights[place])
        begin = end
    _add(sums, keys, order, your_weights, yours, j, 256)
    for i in range(n):
        place = mine[i]
        row = np.uint64(order[place] >= best) + np.uint64(order[place] > best)
        out[row, 2] += my_weights[place] * (sums[0] + _apart(sums, keys, place) - your_weights[place])
    out[:, 2] -= out[:, 1]
    out[:, 1] -= out[:, 0]


@jit
def _count(counts: Any, winners: Any, deals: Any) -> None:
    low = counts[winners, 0] + deals
    counts[winners, 0] = low & _LOW
    counts[winners, 1] += low >> LIMB_BITS


@jit
def _book(parts: Any, winners: Any, bits: Any, weight: Any, counts: Any) -> None:
    """Add what the last two players came to, by set of winners."""
    a, b = bits
    for row in range(3):
        leaders = winners if row == 0 else (winners | a if row == 1 else a)
        _count(counts, leaders, weight * parts[row, 0])
        _count(counts, leaders | b, weight * parts[row, 1])
        _count(counts, b, weight * parts[row, 2])


@jit
def deal_all(
    plan: Any, weights: Any, group_of: Any, start: Any, lists: Any, sizes: Any, span: Any, counts: Any
) -> None:
    """Deal all players, depth first, and count weights by set of winners.

    Parameters
    ----------
    plan : tuple of (masks, order, keys, n_sums)
    weights : ndarray
        int64, shape (n_groups, n_hands), in the order of the sweep plan.
    group_of : ndarray
        uint8, shape (n_players,): group of each player, ascending.
    start : tuple of (best, winners)
        Best order among players that are dealt already and the mask of those who hold it; -1 and 0 if none.
        Players of `group_of` have the bits from 0 up; the winners dealt already have higher bits.
    lists : ndarray
        uint16, shape (n_players - 1, n_groups, n_hands): places left to each group before each player is dealt;
        row 0 is given.
    sizes : ndarray
        uint64, shape (n_players - 1, n_groups): how many places there are; row 0 is given.
    span : tuple of (first, last)
        Which places of the first player's list to deal; the caller's share of the work.
    counts : ndarray
        int64, shape (2 ** all players, 2): low and high part of each count, added to.
    """
    masks, order, keys, n_sums = plan
    n_before = len(group_of) - 2
    n_groups = len(weights)
    sums = np.empty(n_sums, dtype=np.int64)
    parts = np.empty((3, 3), dtype=np.int64)
    at = np.zeros(n_before + 1, dtype=np.uint64)
    best = np.full(n_before + 1, start[0], dtype=np.int64)
    winners = np.full(n_before + 1, start[1], dtype=np.uint64)
    weight = np.ones(n_before + 1, dtype=np.int64)
    last_two = (group_of[n_before], group_of[n_before + 1])
    bits = (np.uint64(1) << np.uint64(n_before), np.uint64(2) << np.uint64(n_before))
    depth = 0
    at[0] = span[0]
    end = np.uint64(span[1])
    while depth >= 0:
        if depth == n_before:
            left = (lists[depth, last_two[0], : sizes[depth, last_two[0]]], weights[last_two[0]])
            right = (lists[depth, last_two[1], : sizes[depth, last_two[1]]], weights[last_two[1]])
            deal_last_two((masks, order, keys), left, right, best[depth], sums, parts)
            _book(parts, winners[depth], bits, weight[depth], counts)
            depth -= 1
            continue
        group = group_of[depth]
        i = at[depth]
        if i >= (end if depth == 0 else sizes[depth, group]):
            depth -= 1
            continue
        at[depth] = i + np.uint64(1)
        place = lists[depth, group, i]
        rank, bit = np.int64(order[place]), np.uint64(1) << np.uint64(depth)
        best[depth + 1] = max(best[depth], rank)
        winners[depth + 1] = (
            bit if rank > best[depth] else (winners[depth] | bit if rank == best[depth] else winners[depth])
        )
        weight[depth + 1] = weight[depth] * weights[group, place]
        # Groups are dealt one after the other, so those still to come are this player's and the later ones.
        fewest = np.uint64(1)
        for later in range(group_of[depth + 1], n_groups):
            first = at[depth] if later == group else np.uint64(0)
            source, goal = lists[depth, later], lists[depth + 1, later]
            size = _keep_disjoint(masks, masks[place], source, first, sizes[depth, later], goal)
            sizes[depth + 1, later] = size
            fewest = min(fewest, size)
        if fewest > 0:
            at[depth + 1] = 0
            depth += 1
