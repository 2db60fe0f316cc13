"""The kernel that deals from ranges, one deal at a time, restarting whole deals in which two hands share a card."""

# mypy: allow-untyped-defs
from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from svara_odds._jit import jit
from svara_odds.tables._kernels_lanes import wide_product

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
    orders : uint8 (entries,)
        Score order of the hand.
    """

    starts: npt.NDArray[np.uint64]
    totals: npt.NDArray[np.uint64]
    thresholds: npt.NDArray[np.uint64]
    aliases: npt.NDArray[np.uint64]
    masks: npt.NDArray[np.uint64]
    orders: npt.NDArray[np.uint8]


class Seating(NamedTuple):
    """Who sits where.

    Attributes
    ----------
    range_seats, random_seats : uint8
        Seats of the ranges, in the order of the tables, and of the random hands.
    scores : uint8 (players,)
        Score orders, filled in for fixed hands; overwritten for the others.
    cards : uint8 (R,)
        Cards that are neither dead nor in a fixed hand.
    lookup : uint8
        Score order of three cards in any sequence, `card_bits` bits each.
    card_bits : int
    """

    range_seats: npt.NDArray[np.uint8]
    random_seats: npt.NDArray[np.uint8]
    scores: npt.NDArray[np.uint8]
    cards: npt.NDArray[np.uint8]
    lookup: npt.NDArray[np.uint8]
    card_bits: int


@jit
def _next_word(state):
    """One step of xoshiro256++."""
    total = state[0] + state[3]
    word = (total << np.uint64(23) | total >> np.uint64(41)) + state[0]
    shifted = state[1] << np.uint64(17)
    state[2] ^= state[0]
    state[3] ^= state[1]
    state[1] ^= state[2]
    state[0] ^= state[3]
    state[2] ^= shifted
    state[3] = state[3] << np.uint64(45) | state[3] >> np.uint64(19)
    return word


@jit
def _below(state, bound):
    """A number below `bound`, exactly uniform: the high half of a product, its low half rejected where it must."""
    high, low = wide_product(_next_word(state), bound)
    if low < bound:
        limit = (np.uint64(0) - bound) % bound
        while low < limit:
            high, low = wide_product(_next_word(state), bound)
    return high


@jit
def _draw_entry(state, start, size, total, thresholds, aliases):
    """An entry of the range whose `size` entries begin at `start`, by weight."""
    entry = start + _below(state, size)
    if total > np.uint64(1) and _below(state, total) >= thresholds[entry]:
        return aliases[entry]
    return entry


@jit
def _draw_card(state, cards, used):
    """A card that is not used: drawn again until it is not."""
    n_cards = np.uint64(cards.size)
    card = np.uint64(cards[_below(state, n_cards)])
    while used >> card & np.uint64(1):
        card = np.uint64(cards[_below(state, n_cards)])
    return card


@jit
def deal_ranges(state, drawers, seating, deals, out):
    """Deal from ranges and count the deals by set of best seats.

    A hand is drawn for every range independently, by weight; if two share a card, all are drawn anew. So a
    choice of disjoint hands has the probability that the product of its weights says, which drawing
    player by player among the hands still possible would not give. Every choice leaves the same number of cards, hence
    the same number of ways to deal the random seats: dealing these afterwards, each way equally likely, is exact too.

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
        `counted` falls short of `deals` where too few of the deals tried were free of clashes.
    """
    # Unpacked once: passing the tuples on would count references for every array of every deal.
    starts, totals, thresholds, aliases, masks, orders = drawers
    range_seats, random_seats, scores, cards, lookup, card_bits = seating
    n_ranges, n_random, bits = np.uint64(range_seats.size), np.uint64(random_seats.size), np.uint64(card_bits)
    n_players, one = np.uint64(scores.size), np.uint64(1)
    counted = 0
    tried = 0
    while counted < deals and tried <= 1_000_000 + PATIENCE * counted:
        tried += 1
        used = np.uint64(0)
        clash = np.uint64(0)
        for r in range(n_ranges):
            start = starts[r]
            entry = _draw_entry(state, start, starts[r + one] - start, totals[r], thresholds, aliases)
            clash = used & masks[entry]
            if clash != np.uint64(0):
                break
            used |= masks[entry]
            scores[np.uint64(range_seats[r])] = orders[entry]
        if clash != np.uint64(0):
            continue
        for s in range(n_random):
            index = np.uint64(0)
            for _ in range(3):
                card = _draw_card(state, cards, used)
                used |= one << card
                index = index << bits | card
            scores[np.uint64(random_seats[s])] = lookup[index]
        best = np.uint8(0)
        winners = np.uint64(0)
        for i in range(n_players):
            if scores[i] > best:
                best = scores[i]
                winners = np.uint64(0)
            if scores[i] == best:
                winners |= one << i
        out[winners] += 1
        counted += 1
    return counted, tried
