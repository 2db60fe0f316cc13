"""The kernels that find what each of two players knows at every choice, up to a change of plain suits.

A choice is one of three *stages* of a seat: its first card (0), leading to the second trick (1), following in it (2).
What the player knows is its hand of three cards, the place in it of its first card, the other's first card and the card
led to the second trick; of each stage there is an array over all of these that it knows.
"""

# Types here are numba's, which no checker of Python knows.
# mypy: ignore-errors

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from svara_odds._jit import jit
from svara_odds.swara._kernels_play import TRUMPS, ZERO, _legal, _suit

__all__ = ["Board", "Choices", "Known", "assign_sequences", "find_infosets"]

NOT_THERE = np.int64(-1)
SHIFT = 8  # more than the symmetries, and so than any multiple


class Board(NamedTuple):
    """The cards, the hands and the symmetries.

    Attributes
    ----------
    bits : uint64 (cards,)
    hands : uint8 (hands, 3)
    maps : uint8 (symmetries, cards + 1)
        Where each symmetry takes each card; the last column is for no card.
    moved : int32 (symmetries, hands)
        Where it takes each hand.
    must_trump, must_overtake : bool
    """

    bits: npt.NDArray[np.uint64]
    hands: npt.NDArray[np.uint8]
    maps: npt.NDArray[np.uint8]
    moved: npt.NDArray[np.int32]
    must_trump: bool
    must_overtake: bool


class Known(NamedTuple):
    """One choice of a player; cards are numbers, `none` (the number of cards) where there is no card yet.

    Attributes
    ----------
    hand : int
        Number of the hand of three cards.
    own : int
        Place in the hand of the first card that it played.
    other : int
        The first card that the other played.
    led : int
        The card that the other led to the second trick.
    """

    hand: int
    own: int
    other: int
    led: int


class Choices(NamedTuple):
    """The choices of a stage.

    Attributes
    ----------
    cell : int32 (places,)
        Cell of the choice in its block, -1 where there is nothing to choose.
    actions : uint8 (places, 3)
        Of :func:`find_infosets`.
    found : int64 (infosets of the seat, 2)
        Parent sequence and place of a choice, filled for the infosets of the stage.
    """

    cell: npt.NDArray[np.int32]
    actions: npt.NDArray[np.uint8]
    found: npt.NDArray[np.int64]


@jit
def takes(second, first):
    """Whether the second card takes the trick from the first, both as bits."""
    return (second & (_suit(first) | TRUMPS)) != ZERO and second > first


@jit
def answers(hand, card, board):
    """Cards of a hand, as bits, that may be played to `card`."""
    return _legal(hand, card, card, board.must_trump, board.must_overtake)


@jit
def choice(seat, stage, known, board):
    """Cards, as bits, that the seat may choose from; none where this cannot come about.

    It cannot where a card stands twice, where the wrong seat would have taken the first trick, or where a card played
    before was not legal beside one that is known to have been held.
    """
    bits, hands = board.bits, board.hands
    none = bits.size
    mine = bits[hands[known.hand, 0]] | bits[hands[known.hand, 1]] | bits[hands[known.hand, 2]]
    if known.other < none and bits[known.other] & mine:
        return ZERO
    if stage == 0:
        return mine if known.other == none else answers(mine, bits[known.other], board)
    own, other = bits[hands[known.hand, known.own]], bits[known.other]
    first, second = (own, other) if seat == 0 else (other, own)
    if seat == 1 and not own & answers(mine, first, board):
        return ZERO
    taker = 1 if takes(second, first) else 0
    if (taker == seat) != (stage == 1):
        return ZERO
    left = mine ^ own
    if stage == 1:
        return left
    led = bits[known.led]
    if led & (mine | other) or (seat == 0 and not other & answers(other | led, first, board)):
        return ZERO
    return answers(left, led, board)


@jit
def _key(seat, known, symmetry, board):
    """Number of what the player knows, moved by a symmetry: public cards first, then the hand."""
    to = board.maps[symmetry]
    none = board.bits.size
    own = none if known.own < 0 else np.int64(board.hands[known.hand, known.own])
    first, second = (own, known.other) if seat == 0 else (known.other, own)
    base = np.int64(none + 1)
    public = (np.int64(to[first]) * base + np.int64(to[second])) * base + np.int64(to[known.led])
    return public * np.int64(board.hands.shape[0]) + np.int64(board.moved[symmetry, known.hand])


@jit
def spread(seat, stage, at, board):
    """What the place `at` of the array of a seat's stage stands for."""
    cards = board.bits.size
    if stage == 0:
        return Known(at // cards, -1, at % cards, cards) if seat else Known(at, -1, cards, cards)
    led = cards
    if stage == 2:
        at, led = at // cards, at % cards
    return Known(at // (3 * cards), at // cards % 3, at % cards, led)


@jit
def place_of(seat, stage, known, cards):
    """The place in the array of a seat's stage, the reverse of :func:`spread`; `cards` is the number of cards."""
    if stage == 0:
        return known.hand * cards + known.other if seat else known.hand
    at = (known.hand * 3 + known.own) * cards + known.other
    return at * cards + known.led if stage == 2 else at


@jit
def find_infosets(seat, stage, board, keys, actions):
    """Name every choice by the least key that a symmetry can give it, and number its actions.

    Cards of the hand that a symmetry exchanges while it leaves all that the player knows as it is are one action.

    Parameters
    ----------
    seat, stage : int
    board : Board
    keys : int64 (places,)
        Filled; -1 where the choice cannot come about.
    actions : uint8 (places, 3)
        Filled, for each card of the hand: 4 · number of the action + number of cards that are this action; 255 where
        the card cannot be chosen.
    """
    symmetries = board.maps.shape[0]
    images = np.empty(3, dtype=np.int64)
    for at in range(keys.size):
        known = spread(seat, stage, at, board)
        legal = choice(seat, stage, known, board)
        keys[at] = NOT_THERE
        actions[at] = 255
        if not legal:
            continue
        least = _key(seat, known, 0, board)
        for g in range(1, symmetries):
            least = min(least, _key(seat, known, g, board))
        images[:] = board.bits.size
        for g in range(symmetries):
            if _key(seat, known, g, board) == least:
                for place in range(3):
                    card = board.hands[known.hand, place]
                    if board.bits[card] & legal:
                        images[place] = min(images[place], np.int64(board.maps[g, card]))
        keys[at] = least
        for place in range(3):
            if images[place] == board.bits.size:
                continue
            before, same = 0, 0
            for other in range(3):
                same += images[other] == images[place]
                repeated = False
                for earlier in range(other):
                    repeated |= images[earlier] == images[other]
                before += images[other] < images[place] and not repeated
            actions[at, place] = 4 * before + same


@jit
def assign_sequences(seat, stage, board, layout, choices, before, table):
    """Give every card of every choice its sequence, and every infoset its parent and one choice that it holds.

    Where there is but one action, the sequence is that of the player's choice before.

    Parameters
    ----------
    seat, stage : int
    board : Board
    layout : int64 (4, 3)
        Row k, for choices of k actions: first sequence of the block, its cells, its first infoset.
    choices : Choices
    before : int32 (places, 3)
        The table of the seat's first stage; not looked at in the first stage itself.
    table : int32 (places, 3)
        Filled: ``SHIFT * sequence + multiple`` for each card of the hand, -1 where it cannot be chosen. The multiple
        says how many lines of cards the sequence stands for, each as likely as the others.
    """
    cell, actions, found = choices
    for at in range(cell.size):
        table[at] = -1
        many = 0
        for place in range(3):
            if actions[at, place] != 255:
                many = max(many, np.int64(actions[at, place]) // 4 + 1)
        if many == 0:
            continue
        above, multiple = 0, 1
        if stage:
            known = spread(seat, stage, at, board)
            up = np.int64(before[place_of(seat, 0, known, board.bits.size), known.own])
            above, multiple = up // SHIFT, up % SHIFT
        start, cells, infoset = layout[many]
        for place in range(3):
            if actions[at, place] == 255:
                continue
            action, same = np.int64(actions[at, place]) // 4, np.int64(actions[at, place]) % 4
            sequence = start + action * cells + cell[at] if many > 1 else above
            table[at, place] = SHIFT * sequence + multiple * same
        if many > 1:
            found[infoset + cell[at], 0] = above
            found[infoset + cell[at], 1] = at
