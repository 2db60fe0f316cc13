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

PATIENCE = 100_000  # deals tried for each deal kept, beyond a first million, before the kernel gives up


class Hidden(NamedTuple):
    """What is known of the hands.

    Attributes
    ----------
    pool : uint64 (unseen cards,)
        One bit each; put into another sequence all the time.
    held : uint64 (players,)
        Cards known to be in a hand still.
    shown : uint64 (players,)
        Cards that each player has played, or is known to hold.
    needs : int64 (players,)
        Cards of each player that nobody has seen.
    allowed : uint64 (players,)
        Cards that they may be.
    whips : bool
        Whether a player's three cards may all be of one suit.
    """

    pool: npt.NDArray[np.uint64]
    held: npt.NDArray[np.uint64]
    shown: npt.NDArray[np.uint64]
    needs: npt.NDArray[np.int64]
    allowed: npt.NDArray[np.uint64]
    whips: bool


@jit
def one_suit(cards):
    """Whether cards, given as bits, are all of one suit."""
    suits = 0
    for lane in range(4):
        if (cards >> np.uint64(16 * lane)) & np.uint64(0xFFFF):
            suits += 1
    return suits == 1


@jit
def deal_hidden(state, hidden, out):
    """Deal the unseen cards, and make the *whole* deal anew where a hand cannot be what it would be.

    Every way to deal is equally likely before a deal is thrown away, and whether it is depends on the deal alone, so
    those that are kept are equally likely too.

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
    pool, held, shown, needs, allowed, whips = hidden
    kept, tried = 0, 0
    while kept < out.shape[0] and tried <= 1_000_000 + PATIENCE * kept:
        tried += 1
        fits = True
        left = np.uint64(pool.size)
        for seat in range(needs.size):
            drawn = np.uint64(0)
            for _ in range(needs[seat]):
                place = below(state, left)
                left -= np.uint64(1)
                card = pool[place]
                pool[place], pool[left] = pool[left], card
                drawn |= card
            if drawn & ~allowed[seat] or (needs[seat] and not whips and one_suit(shown[seat] | drawn)):
                fits = False
                break
            out[kept, seat] = held[seat] | drawn
        if fits:
            kept += 1
    return kept
