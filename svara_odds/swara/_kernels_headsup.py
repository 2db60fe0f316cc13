"""The kernels that write two players' play out as a sparse matrix of payoffs, and that multiply by it."""

# Types here are numba's, which no checker of Python knows.
# mypy: ignore-errors

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from svara_odds._jit import jit
from svara_odds.swara._kernels_hidden import one_suit
from svara_odds.swara._kernels_infosets import Known, Table, answers, choice, place_of, spread, takes
from svara_odds.swara._kernels_play import ONE, ZERO, Position, _after, _search

__all__ = ["Tables", "count_leaves", "fill_rows", "open_card_counts", "turn_over", "weigh_rows"]


class Tables(NamedTuple):
    """Sequences of both players by stage, and what weighs a deal.

    Attributes
    ----------
    first, lead, follow : Table
        Of seat 0, stages 0 to 2.
    first1, lead1, follow1 : Table
        Of seat 1.
    weights : int64 (hands,)
        Number of hands that a symmetry can make of this one where it is the first of them, else 0.
    scale : int64
        A multiple of every product of two multiples, so that weights stay whole.
    """

    first: Table
    lead: Table
    follow: Table
    first1: Table
    lead1: Table
    follow1: Table
    weights: npt.NDArray[np.int64]
    scale: int


@jit
def _second_trick(known, other, leader, board, tables, out):
    """Ways to play on after the first trick: rows of sequence of each seat, product of multiples, tricks of seat 0.

    `known` and `other` are what the leader of the second trick and the one who follows know before it.
    """
    bits, hands = board.bits, board.hands
    lead = tables.lead1 if leader else tables.lead
    follow = tables.follow if leader else tables.follow1
    at = place_of(leader, 1, known, board)
    n = 0
    for place in range(3):
        if place == known.own:
            continue
        card = hands[known.hand, place]
        saw = Known(other.hand, other.own, other.other, np.int64(card))
        below = place_of(1 - leader, 2, saw, board)
        rest = bits[hands[known.hand, 3 - known.own - place]]
        for reply in range(3):
            if follow.sequence[below, reply] < 0:
                continue
            answer = bits[hands[other.hand, reply]]
            last = bits[hands[other.hand, 3 - other.own - reply]]
            if takes(answer, bits[card]):
                won = 1 + (0 if takes(rest, last) else 1)
            else:
                won = 0 + (1 if takes(last, rest) else 0)
            # `won` are the tricks of the second and third that the follower takes; the leader took the first.
            out[n, leader] = lead.sequence[at, place]
            out[n, 1 - leader] = follow.sequence[below, reply]
            out[n, 2] = np.int64(lead.multiple[at, place]) * np.int64(follow.multiple[below, reply])
            out[n, 3] = won if leader else 3 - won
            n += 1
    return n


@jit
def _lines(hand0, hand1, board, tables, out):
    """All ways to play a deal, as rows of :func:`_second_trick`; returns how many."""
    bits, hands = board.bits, board.hands
    none = np.int64(bits.size)
    n = 0
    for place0 in range(3):
        lead = np.int64(hands[hand0, place0])
        at = place_of(1, 0, Known(hand1, -1, lead, none), board)
        for place1 in range(3):
            if tables.first1.sequence[at, place1] < 0:
                continue
            reply = np.int64(hands[hand1, place1])
            known0 = Known(hand0, place0, reply, none)
            known1 = Known(hand1, place1, lead, none)
            if takes(bits[reply], bits[lead]):
                n += _second_trick(known1, known0, 1, board, tables, out[n:])
            else:
                n += _second_trick(known0, known1, 0, board, tables, out[n:])
    return n


@jit
def hand_bits(hand, board):
    """A hand as one number."""
    return board.bits[board.hands[hand, 0]] | board.bits[board.hands[hand, 1]] | board.bits[board.hands[hand, 2]]


@jit
def count_leaves(board, tables, rows, columns):
    """Count the leaves below every sequence of seat 0 (added to `rows`) and of seat 1 (`columns`); returns the deals.

    Of the hands of seat 0 that symmetries make of one another only the first is dealt, and weighs as much as all.
    """
    lines = np.empty((36, 4), dtype=np.int64)
    deals = 0
    for hand0 in range(board.hands.shape[0]):
        if not tables.weights[hand0]:
            continue
        mine = hand_bits(hand0, board)
        for hand1 in range(board.hands.shape[0]):
            if hand_bits(hand1, board) & mine:
                continue
            deals += tables.weights[hand0]
            for line in range(_lines(hand0, hand1, board, tables, lines)):
                rows[lines[line, 0]] += 1
                columns[lines[line, 1]] += 1
    return deals


@jit
def fill_rows(board, tables, cursor, index, code):
    """Write the leaves out, sequence of seat 0 by sequence.

    Parameters
    ----------
    board : Board
    tables : Tables
    cursor : int64 (sequences of seat 0,)
        Where the leaves of each begin; overwritten.
    index : int32 (leaves,)
        Filled with the sequence of seat 1.
    code : uint16 (leaves,)
        Filled with 4 · weight + tricks of seat 0.
    """
    lines = np.empty((36, 4), dtype=np.int64)
    for hand0 in range(board.hands.shape[0]):
        if not tables.weights[hand0]:
            continue
        mine = hand_bits(hand0, board)
        weight = tables.weights[hand0] * tables.scale
        for hand1 in range(board.hands.shape[0]):
            if hand_bits(hand1, board) & mine:
                continue
            for line in range(_lines(hand0, hand1, board, tables, lines)):
                at = cursor[lines[line, 0]]
                cursor[lines[line, 0]] = at + 1
                index[at] = lines[line, 1]
                code[at] = 4 * (weight // lines[line, 2]) + lines[line, 3]


@jit
def turn_over(start, index, code, cursor, index1, code1):
    """The same leaves, sequence of seat 1 by sequence; `cursor` says where those of each begin, and is overwritten."""
    for row in range(start.size - 1):
        for at in range(start[row], start[row + 1]):
            to = cursor[index[at]]
            cursor[index[at]] = to + 1
            index1[to] = row
            code1[to] = code[at]


@jit
def weigh_rows(leaves, values, plan, first, last, out):
    """Payoff of the sequences `first` to `last` - 1: the sum of value by code times the other's plan over their leaves."""
    start, index, code = leaves
    for row in range(first, last):
        total = 0.0
        for at in range(start[row], start[row + 1]):
            total += values[code[at]] * plan[index[at]]
        out[row] = total


@jit
def _standing(seat, stage, known, board):
    """Position of a choice as the search has it."""
    none = board.bits.size
    if stage == 1:
        return Position(seat, 0, ZERO, ZERO, 0, seat, 1)
    if stage == 2:
        led = board.bits[known.led]
        return Position(seat, 1, led, led, 1 - seat, 1 - seat, 1)
    if known.other == none:
        return Position(seat, 0, ZERO, ZERO, 0, 0, 0)
    led = board.bits[known.other]
    return Position(seat, 1, led, led, 1 - seat, 0, 0)


@jit
def _could_hold(seat, stage, known, hidden, seen, board, whips):
    """Whether the other player may hold these cards besides those seen of it."""
    if not whips and one_suit(hidden | seen):
        return False
    if seat == 0 and stage > 0:  # it answered with `other`, which must have been legal
        own, other = board.bits[board.hands[known.hand, known.own]], board.bits[known.other]
        return (other & answers(hidden | seen, own, board)) != ZERO
    return True


@jit
def _next_three(picked, many, size):
    """Move on to the next way to pick `many` of `size` things, ascending; False after the last."""
    for i in range(many - 1, -1, -1):
        if picked[i] < size - many + i:
            picked[i] += 1
            for j in range(i + 1, many):
                picked[j] = picked[j - 1] + 1
            return True
    return False


@jit
def open_card_counts(seat, stage, board, places, goal, whips, out):
    """Tricks with open cards after each card of some choices, over all hands that the other player may have.

    Parameters
    ----------
    seat, stage : int
    board : Board
    places : int64 (choices,)
        In the array of the stage.
    goal : Goal
        Of two players.
    whips : bool
        Whether three cards of one suit are played like others.
    out : int64 (choices, 3, 4)
        Filled: hands of the other under which the seat takes 0 to 3 tricks, for each card of its hand.
    """
    none = board.bits.size
    numbers, stack = np.empty((4, 8), dtype=np.int64), np.empty((4, 4), dtype=np.uint64)
    hands, free, picked = np.empty(2, dtype=np.uint64), np.empty(none, dtype=np.uint64), np.empty(3, dtype=np.int64)
    out[:] = 0
    for row in range(places.size):
        known = spread(seat, stage, places[row], board)
        legal = choice(seat, stage, known, board)
        position = _standing(seat, stage, known, board)
        held, seen, many = hand_bits(known.hand, board), ZERO, 3
        for card in (known.other, known.led):
            if card < none:
                seen |= board.bits[card]
                many -= 1
        size = 0
        for card in range(none):
            if not board.bits[card] & (held | seen):
                free[size] = board.bits[card]
                size += 1
        if known.own >= 0:
            held ^= board.bits[board.hands[known.hand, known.own]]
        picked[:] = np.arange(3)
        more = True
        while more:
            hidden = ZERO
            for i in range(many):
                hidden |= free[picked[i]]
            more = _next_three(picked, many, size)
            if not _could_hold(seat, stage, known, hidden, seen, board, whips):
                continue
            for place in range(3):
                card = board.bits[board.hands[known.hand, place]]
                if card & legal:
                    hands[seat], hands[1 - seat] = held ^ card, hidden
                    outcome = _search(hands, _after(position, card, 2), goal, numbers, stack)
                    out[row, place, outcome if seat else 3 - outcome] += 1
