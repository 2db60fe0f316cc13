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
    top : uint8 (players, players + 1)
        Best rank still possible for a player once a seat has taken the first trick; last column: nobody has.
    hero : int
        All others want the opposite of this seat, or -1 if each has a wish of its own.
    must_trump, must_overtake : bool
        What a player who can must do.
    """

    ranks: npt.NDArray[np.uint8]
    index: npt.NDArray[np.uint8]
    top: npt.NDArray[np.uint8]
    hero: int
    must_trump: bool
    must_overtake: bool


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
def _legal(hand, first, best, must_trump, must_overtake):
    """Cards that may be played: all to lead, else the suit led, else trumps where they must be, else all."""
    if not first:
        return hand
    suit = _suit(first)
    allowed = hand
    if hand & suit:
        allowed = hand & suit
    elif must_trump and hand & TRUMPS:
        allowed = hand & TRUMPS
    if must_overtake:
        over = allowed & (suit | TRUMPS) & ~(best | (best - ONE))
        if over:
            allowed = over
    return allowed


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
def _strongest(cards):
    """The highest of a few bits; tried first, strong cards end more choices early."""
    while cards & (cards - ONE):
        cards &= cards - ONE
    return cards


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
def _worth_trying(hands, position, goal):
    """Cards that the seat to play may play, one of those that do the same."""
    live = position.best
    for hand in hands:
        live |= hand
    hand = hands[position.turn]
    return _apart(_legal(hand, position.first, position.best, goal.must_trump, goal.must_overtake), live)


@jit
def _search(hands, position, goal, numbers, cards):
    """Outcome of the play from a position, depth first; the cards of the last trick are forced.

    A choice is cut short when its owner has found the best that is still possible, and, where one seat plays against
    all others, when it is beyond what that seat and its opponents have found elsewhere (alpha and beta).

    Parameters
    ----------
    hands : uint64 (players,)
        Cards held; changed and put back.
    position : Position
    goal : Goal
    numbers : int64 (2 * players, 8)
        Scratch, a row for each choice on the way: its position but the cards, the outcome found, alpha, beta.
    cards : uint64 (2 * players, 4)
        Scratch, in the same rows: first and best card of the trick, cards still to be tried, card being tried.

    Notes
    -----
    It does not call itself: numba loses its way when it reads such a kernel back from disk.
    """
    n, ranks, hero = hands.size, goal.ranks, goal.hero
    depth, low, high = -1, 0, 255
    while True:
        outcome = NOTHING
        if position.tricks == 3:
            outcome = goal.index[position.takers]
        elif position.tricks == 2:
            outcome = goal.index[position.takers * n + _last_taker(hands, position)]
        else:
            depth += 1
            row, held = numbers[depth], cards[depth]
            row[0], row[1], held[0], held[1], row[2], row[3], row[4] = position
            row[5], row[6], row[7] = NOTHING, low, high
            held[2] = _worth_trying(hands, position, goal)
        while outcome != NOTHING:
            if depth < 0:
                return outcome
            row, held = numbers[depth], cards[depth]
            turn = row[0]
            hands[turn] |= held[3]
            if row[5] == NOTHING or ranks[turn, outcome] > ranks[turn, row[5]]:
                row[5] = outcome
                if ranks[turn, outcome] == goal.top[turn, row[3] if row[4] == 1 else n]:
                    held[2] = ZERO
                if hero >= 0:
                    side = 6 if turn == hero else 7
                    rank = np.int64(ranks[hero, outcome])
                    row[side] = max(row[6], rank) if side == 6 else min(row[7], rank)
                    if row[6] >= row[7]:
                        held[2] = ZERO
            outcome = NOTHING
            if held[2] == ZERO:
                outcome = np.uint8(row[5])
                depth -= 1
        row, held = numbers[depth], cards[depth]
        card = _strongest(held[2])
        held[2] ^= card
        held[3] = card
        hands[row[0]] ^= card
        low, high = row[6], row[7]
        position = _after(Position(row[0], row[1], held[0], held[1], row[2], row[3], row[4]), card, n)


@jit
def play_deals(hands, leaders, goal, out):
    """Outcome of every deal, all three tricks being still to play.

    Parameters
    ----------
    hands : uint64 (deals, players)
    leaders : uint8 (deals,)
        Who leads to the first trick.
    goal : Goal
    out : uint8 (deals,)
    """
    n = hands.shape[1]
    held = np.empty(n, dtype=np.uint64)
    numbers, stack = np.empty((2 * n, 8), dtype=np.int64), np.empty((2 * n, 4), dtype=np.uint64)
    for d in range(hands.shape[0]):
        held[:] = hands[d]
        position = Position(np.int64(leaders[d]), 0, ZERO, ZERO, 0, 0, 0)
        out[d] = _search(held, position, goal, numbers, stack)


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
    turn = position.turn
    held = np.empty(n, dtype=np.uint64)
    numbers, stack = np.empty((2 * n, 8), dtype=np.int64), np.empty((2 * n, 4), dtype=np.uint64)
    for d in range(hands.shape[0]):
        held[:] = hands[d]
        mine = held[turn]
        legal = _legal(mine, position.first, position.best, goal.must_trump, goal.must_overtake)
        column = 0
        rest = mine
        while rest:
            card = rest & (~rest + ONE)
            rest ^= card
            out[d, column] = NOTHING
            if card & legal:
                held[turn] = mine ^ card
                out[d, column] = _search(held, _after(position, card, n), goal, numbers, stack)
            column += 1
