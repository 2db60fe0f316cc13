"""The kernels that play three tricks out with all cards on the table.

A card is one bit of a 64-bit number: 16 places for each suit, the strength of the card from 0 up within its suit,
trumps in the highest 16. Of a trump and a card of the suit led the larger number wins the trick, whichever it is.
"""

# Types here are numba's, which no checker of Python knows.
# mypy: ignore-errors

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from svara_odds._jit import jit

__all__ = ["Goal", "Position", "play_deals", "play_positions"]

NOTHING = np.uint8(255)
ZERO, ONE = np.uint64(0), np.uint64(1)
LANE = np.uint64(0xFFFF)
TRUMPS = np.uint64(0xFFFF << 48)
GUARDS = np.uint64(0x8000800080008000)  # above the strongest card of each suit, never a card


class Goal(NamedTuple):
    """What the players want, and whether they must trump.

    Attributes
    ----------
    ranks : uint8 (players, outcomes)
        How a player likes each outcome; all different for one player.
    index : uint8 (players**3,)
        Outcome by the seats that take the three tricks, read as digits of base `players`.
    top, bottom : uint8 (players, players + 1)
        Best and worst rank still possible for a player once a seat has taken the first trick (last column: nobody has).
    hero : int
        All others want the opposite of this seat, or -1 if each has a wish of its own.
    must_trump : bool
    """

    ranks: npt.NDArray[np.uint8]
    index: npt.NDArray[np.uint8]
    top: npt.NDArray[np.uint8]
    bottom: npt.NDArray[np.uint8]
    hero: int
    must_trump: bool


class Position(NamedTuple):
    """Where the play stands before a card.

    Attributes
    ----------
    turn : int
        Seat to play.
    seen : int
        Cards on the table in this trick.
    first : uint64
        Card led, 0 if none.
    best : uint64
        Card that takes the trick so far, 0 if none.
    taker : int
        Who played it.
    takers : int
        Seats that took the tricks before, as digits of base `players`.
    tricks : int
        Tricks before this one, 0 to 2.
    """

    turn: int
    seen: int
    first: np.uint64
    best: np.uint64
    taker: int
    takers: int
    tricks: int


@jit
def _suit(card):
    """All places of the suit of a card."""
    if card >> np.uint64(48):
        return TRUMPS
    if card >> np.uint64(32):
        return LANE << np.uint64(32)
    if card >> np.uint64(16):
        return LANE << np.uint64(16)
    return LANE


@jit
def _legal(hand, suit, must_trump):
    """Cards that may be played: all to lead (no suit), else the suit, else trumps where they must be, else all."""
    if hand & suit:
        return hand & suit
    if must_trump and suit and hand & TRUMPS:
        return hand & TRUMPS
    return hand


@jit
def _apart(legal, live):
    """Those of the legal cards whose next stronger card in play is not another of them.

    Two cards of one hand with no live card between them take and lose the same tricks.
    """
    kept = ZERO
    rest = legal
    while rest:
        card = rest & (~rest + ONE)
        rest ^= card
        above = (live | GUARDS) & ~(card | (card - ONE))
        if not (above & (~above + ONE)) & rest:
            kept |= card
    return kept


@jit
def _last_taker(hands, position):
    """Who takes the trick in which everyone who has not played yet holds one card."""
    turn, seen, first, best, taker, _, _ = position
    n = hands.size
    suits = _suit(first) | TRUMPS
    for _ in range(n - seen):
        card = hands[turn]
        if not first:
            first = card
            suits = _suit(first) | TRUMPS
        if card & suits and card > best:
            best = card
            taker = turn
        turn = turn + 1 if turn + 1 < n else 0
    return taker


@jit
def _after(position, card, n):
    """Position after a card."""
    turn, seen, first, best, taker, takers, tricks = position
    if seen == 0:
        first = card
    if card & (_suit(first) | TRUMPS) and card > best:
        best = card
        taker = turn
    if seen + 1 == n:
        return Position(taker, 0, ZERO, ZERO, 0, takers * n + taker, tricks + 1)
    return Position(turn + 1 if turn + 1 < n else 0, seen + 1, first, best, taker, takers, tricks)


@jit
def _outcome(hands, position, goal, low, high):
    """Outcome of the play from a position, depth first; the cards of the last trick are forced.

    A choice is cut short when its owner has found the best that is still possible. Where one seat plays against all
    others, `low` and `high` are ranks, as that seat sees them, that the seat and its opponents have found elsewhere:
    an outcome beyond them is not wanted exactly (alpha and beta).
    """
    n = hands.size
    turn, seen, first, best, _, takers, tricks = position
    if tricks == 3:
        return goal.index[takers]
    if tricks == 2:
        return goal.index[takers * n + _last_taker(hands, position)]
    live = best
    for hand in hands:
        live |= hand
    hand = hands[turn]
    rest = _apart(_legal(hand, _suit(first) if seen else ZERO, goal.must_trump), live)
    found = NOTHING
    enough = goal.top[turn, takers if tricks else n]
    while rest:
        card = rest & (~rest + ONE)
        rest ^= card
        hands[turn] = hand ^ card
        outcome = _outcome(hands, _after(position, card, n), goal, low, high)
        if found == NOTHING or goal.ranks[turn, outcome] > goal.ranks[turn, found]:
            found = outcome
            if goal.ranks[turn, found] == enough:
                break
            if goal.hero >= 0:
                rank = goal.ranks[goal.hero, found]
                if turn == goal.hero:
                    low = max(low, rank)
                else:
                    high = min(high, rank)
                if low >= high:
                    break
    hands[turn] = hand
    return found


@jit
def play_deals(cards, bits, trumps, leaders, goal, out):
    """Outcome of every deal when seat `leaders[d]` leads with all three tricks to play.

    Parameters
    ----------
    cards : uint8 (deals, players, 3)
    bits : uint64 (suits, cards of the deck)
        The bit that a card is under each trump suit.
    trumps, leaders : uint8 (deals,)
    goal : Goal
    out : uint8 (deals,)
    """
    n = cards.shape[1]
    hands = np.empty(n, dtype=np.uint64)
    for d in range(cards.shape[0]):
        for seat in range(n):
            hands[seat] = ZERO
            for place in range(3):
                hands[seat] |= bits[trumps[d], cards[d, seat, place]]
        position = Position(np.int64(leaders[d]), 0, ZERO, ZERO, 0, 0, 0)
        out[d] = _outcome(hands, position, goal, 0, 255)


@jit
def play_positions(hands, position, goal, out):
    """Outcome of every deal under each card that the seat to play may play.

    Parameters
    ----------
    hands : uint64 (deals, players)
        Cards still held.
    position : Position
        The same for all deals, and what the seat to play holds as well.
    goal : Goal
    out : uint8 (deals, 3)
        One column for each card of the seat, weakest first; 255 where it may not be played.
    """
    n = hands.shape[1]
    turn, seen, first, _, _, _, _ = position
    held = np.empty(n, dtype=np.uint64)
    for d in range(hands.shape[0]):
        held[:] = hands[d]
        mine = held[turn]
        legal = _legal(mine, _suit(first) if seen else ZERO, goal.must_trump)
        column = 0
        rest = mine
        while rest:
            card = rest & (~rest + ONE)
            rest ^= card
            out[d, column] = NOTHING
            if card & legal:
                held[turn] = mine ^ card
                out[d, column] = _outcome(held, _after(position, card, n), goal, 0, 255)
            column += 1
