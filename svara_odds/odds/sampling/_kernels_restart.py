"""The kernel that deals from ranges, one deal at a time, making whole deals anew where hands do not fit."""

# Types here are numba's, which no checker of Python knows.
# mypy: ignore-errors

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from svara_odds._jit import jit
from svara_odds.jobs._kernels_stream import below, next_word, wide_product

__all__ = ["PATIENCE", "Drawers", "Seating", "deal_ranges"]

PATIENCE = 10_000  # deals tried for each deal counted, beyond a first million, before the kernel gives up


class Drawers(NamedTuple):
    """Alias tables of the ranges, one behind the other.

    Attributes
    ----------
    starts : uint64 (ranges + 1,)
        Where each range's entries begin.
    totals : uint64 (ranges,)
        Sum of the weights; 1 where all are equal, so that an entry is taken as it is.
    thresholds : uint64 (entries,)
        Of `totals` equally likely numbers, those below keep the entry and the others go to its alias.
    aliases : uint64 (entries,)
        Entries, counted from the beginning of all tables.
    masks : uint64 (entries,)
        Cards of the hand, bit by bit.
    cards : uint8 (entries, 3)
        Cards of the hand.
    orders : uint8 (entries,)
        Score order of the hand.
    """

    starts: npt.NDArray[np.uint64]
    totals: npt.NDArray[np.uint64]
    thresholds: npt.NDArray[np.uint64]
    aliases: npt.NDArray[np.uint64]
    masks: npt.NDArray[np.uint64]
    cards: npt.NDArray[np.uint8]
    orders: npt.NDArray[np.uint8]


class Seating(NamedTuple):
    """Who sits where.

    Attributes
    ----------
    drawn_seats : uint8
        Seats whose hands are drawn from the alias tables, in the order of the tables.
    dealt_seats : uint8
        Seats that are dealt from the cards left: first those that keep their hand by weight, then the random ones.
    weights : uint16 (weighing seats, hands of the table)
        Weights of the first of `dealt_seats`.
    most : uint64 (weighing seats,)
        Largest weight: a hand is kept with the probability weight / most.
    orders : uint8 (hands of the table,)
        Score orders.
    scores : uint8 (players,)
        Score orders of the seats, filled in for fixed hands; overwritten for the others.
    pool : uint8 (R,)
        Cards that are neither dead nor in a fixed hand; put into another sequence all the time.
    places : uint8 (cards of the deck,)
        Where each of them is in `pool`.
    picked : uint64 (drawn seats,)
        Scratch.
    """

    drawn_seats: npt.NDArray[np.uint8]
    dealt_seats: npt.NDArray[np.uint8]
    weights: npt.NDArray[np.uint16]
    most: npt.NDArray[np.uint64]
    orders: npt.NDArray[np.uint8]
    scores: npt.NDArray[np.uint8]
    pool: npt.NDArray[np.uint8]
    places: npt.NDArray[np.uint8]
    picked: npt.NDArray[np.uint64]


@jit
def _draw_entry(state, start, size, total, thresholds, aliases):
    """An entry of the range whose `size` entries begin at `start`, by weight."""
    entry = start + below(state, size)
    if total > np.uint64(1) and below(state, total) >= thresholds[entry]:
        return aliases[entry]
    return entry


@jit
def _take_out(pool, places, place, last):
    """Exchange the cards at two places of the pool, and return the one that goes to the `last`."""
    card, other = pool[place], pool[last]
    pool[place], pool[last] = other, card
    places[np.uint64(other)] = place
    places[np.uint64(card)] = last
    return np.uint64(card)


@jit
def _three_places(state, size):
    """Three numbers below size, size - 1 and size - 2 from one random word, exactly uniform.

    What the low half of a product leaves is as good as new for the next product; as with one number, only the
    lowest of all results decides whether the word has to be rejected.
    """
    one, two = np.uint64(1), np.uint64(2)
    whole = size * (size - one) * (size - two)
    while True:
        first, low = wide_product(next_word(state), size)
        second, low = wide_product(low, size - one)
        third, low = wide_product(low, size - two)
        if low >= whole or low >= (np.uint64(0) - whole) % whole:
            return first, second, third


@jit
def _colex(a, b, c):
    """Row of three cards in the table."""
    one, two, six = np.uint64(1), np.uint64(2), np.uint64(6)
    low, high = min(a, b, c), max(a, b, c)
    middle = a + b + c - low - high
    # The terms of cards below 2 or 1 are 0: one factor is, whatever the others wrap around to.
    return high * (high - one) * (high - two) // six + middle * (middle - one) // two + low


@jit
def _mask_best(scores):
    """Set of the best seats."""
    best = np.uint8(0)
    winners = np.uint64(0)
    for i in range(np.uint64(scores.size)):
        if scores[i] > best:
            best = scores[i]
            winners = np.uint64(0)
        if scores[i] == best:
            winners |= np.uint64(1) << i
    return winners


@jit
def deal_ranges(state, drawers, seating, deals, out):
    """Deal from ranges and count the deals by set of best seats.

    A hand is drawn, by weight, for each of the drawn seats; the others are dealt at random from the cards left,
    and those among them that have weights keep their hand with the probability weight / largest weight. If two drawn
    hands share a card, or a hand is not kept, the *whole* deal is made anew.

    Why this is exact: before anything is made anew, a deal of disjoint hands has the probability

        (weights of the drawn hands / their sums) · 1 / (ways to deal the others) · (weights of the weighing / most).

    The sums and largest weights are constants, and the number of ways to deal the others depends only on how many
    cards are left, which is the same for every choice. So it is proportional to the product of all weights, and
    making the whole deal anew keeps the proportions. Drawing each player among the hands that the players before
    leave would not: the sums it divides by differ from choice to choice.

    Parameters
    ----------
    state : uint64 (4,)
        An xoshiro256++ generator; overwritten.
    drawers : Drawers
    seating : Seating
    deals : int
        Deals to count.
    out : int64 (2**players,)
        Deals by set of best seats are added here.

    Returns
    -------
    counted, tried : int
        `counted` falls short of `deals` where too few of the deals tried could be kept.
    """
    # Unpacked once: passing the tuples on would count references for every array of every deal.
    starts, totals, thresholds, aliases, masks, hands, orders = drawers
    drawn_seats, dealt_seats, weights, most, table_orders, scores, pool, places, picked = seating
    n_drawn, n_dealt, n_weighing = np.uint64(drawn_seats.size), np.uint64(dealt_seats.size), np.uint64(most.size)
    one, three = np.uint64(1), np.uint64(3)
    counted = 0
    tried = 0
    while counted < deals and tried <= 1_000_000 + PATIENCE * counted:
        tried += 1
        used = np.uint64(0)
        kept = True
        for r in range(n_drawn):
            start = starts[r]
            entry = _draw_entry(state, start, starts[r + one] - start, totals[r], thresholds, aliases)
            if used & masks[entry]:
                kept = False
                break
            used |= masks[entry]
            picked[r] = entry
        if not kept:
            continue
        # The pool is in no particular sequence, and need not be: places are drawn at random among the `left` first.
        left = np.uint64(pool.size)
        for r in range(n_drawn):
            scores[np.uint64(drawn_seats[r])] = orders[picked[r]]
            for k in range(three):
                left -= one
                _take_out(pool, places, np.uint64(places[np.uint64(hands[picked[r], k])]), left)
        for s in range(n_dealt):
            i, j, k = _three_places(state, left)
            a = _take_out(pool, places, i, left - one)
            b = _take_out(pool, places, j, left - one - one)
            left -= three
            c = _take_out(pool, places, k, left)
            row = _colex(a, b, c)
            if s < n_weighing and below(state, most[s]) >= np.uint64(weights[s, row]):
                kept = False
                break
            scores[np.uint64(dealt_seats[s])] = table_orders[row]
        if kept:
            out[_mask_best(scores)] += 1
            counted += 1
    return counted, tried
