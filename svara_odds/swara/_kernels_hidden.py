"""The kernel that deals the cards nobody has seen, evenly among all deals that fit what was seen."""

# Types here are numba's, which no checker of Python knows.
# mypy: ignore-errors

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from svara_odds._jit import jit
from svara_odds.jobs._kernels_stream import below

__all__ = ["PATIENCE", "Hidden", "deal_hidden"]

ZERO, ONE = np.uint64(0), np.uint64(1)
PATIENCE = 100_000  # deals tried for each deal kept, beyond a first million, before the kernel gives up


class Hidden(NamedTuple):
    """What is known of the hands.

    Attributes
    ----------
    held : uint64 (players,)
        Cards known to be in a hand still, one bit each.
    shown : uint64 (players,)
        Cards that each player has played, or is known to hold.
    seats : int64 (seats,)
        Who holds cards that nobody has seen, in the order in which they are dealt here.
    needs : int64 (seats,)
        How many.
    allowed : uint64 (seats,)
        Cards that they may be.
    ways : uint64 (seats,)
        Most ways to deal the seat its cards, whatever those before it in the order hold.
    """

    held: npt.NDArray[np.uint64]
    shown: npt.NDArray[np.uint64]
    seats: npt.NDArray[np.int64]
    needs: npt.NDArray[np.int64]
    allowed: npt.NDArray[np.uint64]
    ways: npt.NDArray[np.uint64]


@jit
def one_suit(cards):
    """Whether cards, given as bits, are all of one suit."""
    suits = 0
    for lane in range(4):
        if (cards >> np.uint64(16 * lane)) & np.uint64(0xFFFF):
            suits += 1
    return suits == 1


@jit
def _count(cards):
    """Number of cards."""
    many = ZERO
    while cards:
        cards &= cards - ONE
        many += ONE
    return many


@jit
def _ways(size, need):
    """Ways to pick one, two or three of `size`."""
    if need == 1:
        return size
    if size < ONE:
        return ZERO
    if need == 2:
        return size * (size - ONE) // np.uint64(2)
    return size * (size - ONE) * (size - min(size, np.uint64(2))) // np.uint64(6)


@jit
def _draw(state, cards, size):
    """One of `size` cards, each as likely."""
    for _ in range(below(state, size)):
        cards &= cards - ONE
    return cards & (~cards + ONE)


@jit
def deal_hidden(state, hidden, out):
    """Deal the unseen cards, every deal that fits being as likely as the others.

    Seat by seat, cards are drawn from those it may hold that are left, in w ways; the deal is kept with the probability
    w / W, where W is the most that w can be. A deal has been drawn with the probability 1 / w at each seat, so what is
    kept is even: 1 / W at each, whatever the cards. Where a deal is not kept, or makes a whip that there cannot be, the
    *whole* is dealt anew. If of any two seats one may hold all that the other may, and is dealt later, w is always W.

    Parameters
    ----------
    state : uint64 (4,)
        An xoshiro256++ generator; overwritten.
    hidden : Hidden
    out : uint64 (deals, players)
        Cards in each hand.

    Returns
    -------
    kept : int
        Falls short of the deals of `out` where too few of those tried could be kept.
    """
    held, shown, seats, needs, allowed, ways = hidden
    kept, tried = 0, 0
    while kept < out.shape[0] and tried <= 1_000_000 + PATIENCE * kept:
        tried += 1
        fits = True
        used = ZERO
        for seat in range(held.size):
            out[kept, seat] = held[seat]
        for at in range(seats.size):
            left = allowed[at] & ~used
            size = _count(left)
            found = _ways(size, needs[at])
            if found < ways[at] and (found == ZERO or below(state, ways[at]) >= found):
                fits = False
                break
            drawn = ZERO
            for _ in range(needs[at]):
                card = _draw(state, left, size)
                left ^= card
                size -= ONE
                drawn |= card
            if one_suit(shown[seats[at]] | drawn):
                fits = False
                break
            out[kept, seats[at]] |= drawn
            used |= drawn
        if fits:
            kept += 1
    return kept
