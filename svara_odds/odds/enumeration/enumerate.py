"""Any number of players with any hands and ranges, exactly, by dealing every deal there is."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import factorial, prod
from typing import Any

import numpy as np
from numpy.typing import NDArray

from svara_odds.errors import DealError
from svara_odds.jobs.blocks import Block
from svara_odds.jobs.run import Progress, run_blocks
from svara_odds.odds.enumeration.seating import Seats, WeightedHands, seat_players
from svara_odds.odds.outcomes import OutcomeCounts
from svara_odds.showdown.sweep import MAX_WEIGHT, sweep_plan
from svara_odds.tables.handtable import HandTable

__all__ = ["OUT_OF_REACH", "enumerate_deals", "estimate_operations"]

# Steps of one to two nanoseconds each (benchmarks/bench_headsup.py): to drop a hand from a list or keep it, to add a
# hand to the sums and look it up three times, and to begin and end the sweep over the last two players.
_STEPS_TO_KEEP = 0.5
_STEPS_TO_SWEEP = 4
_STEPS_TO_BEGIN = 200
# Blocks of a few milliseconds at least, and not so many that handing them out would count.
_STEPS_IN_BLOCK = 2_000_000
_MOST_BLOCKS = 256
OUT_OF_REACH = 10**30  # the estimate where weights are too large for counting deal by deal


def enumerate_deals(
    table: HandTable,
    players: Sequence[WeightedHands],
    *,
    dead: Sequence[int] = (),
    threads: int = 1,
    progress: Progress | None = None,
) -> OutcomeCounts:
    """Count all deals by their set of winners.

    Parameters
    ----------
    table : HandTable
    players : sequence of WeightedHands
        Two or more ranges; a known hand is a range of one. A deal counts as often as the product of the weights.
    dead : sequence of int
        Cards that nobody can hold.
    threads : int
        Threads to use; the counts do not depend on it.
    progress : callable, optional
        Told ``(done, total)`` in hands of the player who is dealt first.

    Returns
    -------
    OutcomeCounts

    Raises
    ------
    DealError
        If there are too few or too many players, weights or dead cards are none, no deal is possible, or weights
        are so large that the deals of two players after one deal of the others could overflow 64 bits.

    Notes
    -----
    All players but two are dealt depth first, and hands that are no longer possible are dropped from the lists
    of the others at every step. The last two are done in one sweep by score for both (see
    :mod:`svara_odds.showdown.sweep`), which costs the sum of their hands and not the product. Players with equal
    ranges are dealt in one order only; the outcomes of the other orders follow by symmetry.

    Examples
    --------
    >>> from svara_odds.ranges.handrange import HandRange
    >>> from svara_odds.tables.handtable import hand_table
    >>> table = hand_table("trynka")
    >>> counts = enumerate_deals(table, [HandRange.random(table)] * 3)
    >>> counts.total == 1330 * 816 * 455
    True
    >>> counts.equity(0)
    Fraction(1, 3)
    """
    seats = seat_players(table, players, dead)
    if seats.heaviest > MAX_WEIGHT:
        raise DealError(
            f"the weights of the players' hands multiply to {seats.heaviest}; at most {MAX_WEIGHT} can be counted deal "
            "by deal: take a sample instead"
        )
    blocks = _blocks(seats, _steps(table, seats))
    deal = _dealer(table, seats, blocks[0].deals)
    totals = np.zeros(1 << len(players), dtype=object)
    done = 0
    for block, counts in zip(blocks, run_blocks(deal, blocks, threads=threads), strict=True):
        totals += counts
        done += block.deals
        if progress is not None:
            progress(done, seats.first_hands)
    if not totals.any():
        raise DealError("no deal is possible: whatever hands the players take, two of them need one card")
    return OutcomeCounts(len(players), _by_seat(totals.tolist(), seats))


def _blocks(seats: Seats, steps: int) -> list[Block]:
    """Pieces of the list of the player who is dealt first; the same for any number of threads."""
    n = seats.first_hands
    size = -(-n // min(n, _MOST_BLOCKS, 1 + steps // _STEPS_IN_BLOCK))
    return [Block(index, min(size, n - first), (0, index)) for index, first in enumerate(range(0, n, size))]


def _dealer(table: HandTable, seats: Seats, size: int) -> Callable[[Block], NDArray[np.object_]]:
    """Make the function that deals a block of `size` hands of the first player.

    It returns Python integers by mask: bits of the dealt players in their order, then of those who held a hand before.
    """
    from svara_odds.odds.enumeration._kernels import LIMB_BITS, deal_all

    plan = sweep_plan(table)
    n_players = len(seats.dealt) + len(seats.held)
    # Key 0 is the sum of all weights.
    arrays = (table.masks[plan.hands], table.order[plan.hands], plan.keys + np.uint16(1), 1 + plan.n_sums)
    group_of = np.array(seats.group_of, dtype=np.uint8)
    places = [np.flatnonzero(weights) for weights in seats.weights]
    winners = sum(1 << len(seats.dealt) + seats.held.index(seat) for seat in seats.winners)

    def deal(block: Block) -> NDArray[np.object_]:
        lists = np.empty((len(seats.dealt) - 1, *seats.weights.shape), dtype=np.uint16)
        sizes = np.zeros(lists.shape[:2], dtype=np.uint64)
        for group, held in enumerate(places):
            lists[0, group, : len(held)] = held
            sizes[0, group] = len(held)
        counts = np.zeros((1 << n_players, 2), dtype=np.int64)
        first = block.index * size
        span = (np.uint64(first), np.uint64(first + block.deals))
        deal_all(arrays, seats.weights, group_of, (seats.best, np.uint64(winners)), lists, sizes, span, counts)
        low, high = counts.T.astype(object)
        joined: NDArray[np.object_] = low + (high << LIMB_BITS)
        return joined

    return deal


def _by_seat(counts: list[int], seats: Seats) -> tuple[int, ...]:
    """Counts of all orders of dealing, by mask of the seats as they were asked for."""
    n_dealt = len(seats.dealt)
    for group in set(seats.group_of):
        members = [position for position in range(n_dealt) if seats.group_of[position] == group]
        if len(members) > 1:
            counts = _all_orders(counts, members, twice=members[-2:] == [n_dealt - 2, n_dealt - 1])
    bits = [1 << seat for seat in (*seats.dealt, *seats.held)]
    by_seat = [0] * len(counts)
    for mask, count in enumerate(counts):
        by_seat[sum(bit for position, bit in enumerate(bits) if mask >> position & 1)] = count * seats.scale
    return tuple(by_seat)


def _all_orders(counts: list[int], members: Sequence[int], *, twice: bool) -> list[int]:
    """Counts if the hands of `members`, dealt in one order only, go round in all orders.

    Of the k! orders, j! (k - j)! put the j winners among them on one given set of j seats. Of the last two players
    of a sweep both orders were dealt: `twice`.
    """
    group = sum(1 << position for position in members)
    together: dict[tuple[int, int], int] = {}
    for mask, count in enumerate(counts):
        key = (mask & ~group, (mask & group).bit_count())
        together[key] = together.get(key, 0) + count
    orders = [factorial(j) * factorial(len(members) - j) for j in range(len(members) + 1)]
    spread = []
    for mask in range(len(counts)):
        j = (mask & group).bit_count()
        spread.append(together[mask & ~group, j] * orders[j] // (2 if twice else 1))
    return spread


def estimate_operations(table: HandTable, players: Sequence[WeightedHands], *, dead: Sequence[int] = ()) -> int:
    """Foresee the work of :func:`enumerate_deals` in steps of about two nanoseconds, without doing it.

    Parameters
    ----------
    table, players, dead
        As for :func:`enumerate_deals`.

    Returns
    -------
    int
        Estimated from the share of disjoint pairs of hands of every two players; no clock is asked, so that the
        answer is the same on every machine. `OUT_OF_REACH` where the weights are too large to be counted.

    Raises
    ------
    DealError
        As :func:`enumerate_deals`, but for the size of the weights.
    """
    seats = seat_players(table, players, dead)
    if seats.heaviest > MAX_WEIGHT:
        return OUT_OF_REACH
    return _steps(table, seats)


def _steps(table: HandTable, seats: Seats) -> int:
    sizes, share = _pair_shares(table, seats.weights)
    groups = seats.group_of
    before, last_two = groups[:-2], groups[-2:]
    nodes, steps = 1.0, 0.0
    for depth, group in enumerate(before):
        nodes *= sizes[group] * prod(share[other, group] for other in before[:depth])
        nodes /= 1 + before[:depth].count(group)  # dealt in one order only
        kept = [_left(later, before[:depth], sizes, share) for later in range(groups[depth + 1], len(sizes))]
        steps += nodes * _STEPS_TO_KEEP * sum(kept)
    swept = sum(_left(group, before, sizes, share) for group in last_two)
    return round(steps + nodes * (_STEPS_TO_BEGIN + _STEPS_TO_SWEEP * swept))


def _left(group: int, dealt: Sequence[int], sizes: NDArray[np.float64], share: NDArray[np.float64]) -> float:
    """Hands that a group may still hold, on average, after some are dealt."""
    left = sizes[group] * prod(share[other, group] for other in dealt)
    return float(left / (1 + dealt.count(group)))


def _pair_shares(table: HandTable, weights: NDArray[Any]) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Number of hands of each group, and the share of disjoint pairs of hands of every two groups."""
    plan = sweep_plan(table)
    held = (weights > 0).astype(np.float64)
    sums = np.stack([np.bincount(plan.keys.ravel(), np.repeat(row, 6), minlength=plan.n_sums) for row in held])
    cards, pairs = sums[:, : plan.n_cards], sums[:, plan.n_cards :]
    sizes = held.sum(axis=1)
    disjoint = np.outer(sizes, sizes) - cards @ cards.T + pairs @ pairs.T - held @ held.T
    return sizes, disjoint / np.outer(sizes, sizes)
