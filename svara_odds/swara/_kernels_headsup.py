"""The kernels that write two players' play out as a sparse matrix of payoffs, and that multiply by it."""

# Types here are numba's, which no checker of Python knows.
# mypy: ignore-errors

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from svara_odds._jit import jit
from svara_odds.swara._kernels_hidden import one_suit
from svara_odds.swara._kernels_infosets import SHIFT, Known, answers, choice, place_of, spread, takes
from svara_odds.swara._kernels_play import ZERO, Position, _after, _search

__all__ = ["Tables", "count_leaves", "fill_rows", "open_card_counts", "turn_over", "weigh_rows"]


LINES = 36  # most ways to play a deal


class Tables(NamedTuple):
    """Tables of `assign_sequences` for both players, and what weighs a deal.

    Attributes
    ----------
    answer : int32 (places, 3)
        Seat 1's first stage.
    lead, lead1, follow, follow1 : int32 (places, 3)
        The other stages of seat 0 and of seat 1.
    weights : int64 (hands,)
        Number of hands that a symmetry can make of this one where it is the first of them, else 0.
    scale : int64
        A multiple of every product of two multiples, so that weights stay whole.
    """

    answer: npt.NDArray[np.int32]
    lead: npt.NDArray[np.int32]
    lead1: npt.NDArray[np.int32]
    follow: npt.NDArray[np.int32]
    follow1: npt.NDArray[np.int32]
    weights: npt.NDArray[np.int64]
    scale: int


@jit
def _second_trick(known, other, leader, cards, lead, follow, out):
    """Ways to play on after the first trick, added to the lines of `out`.

    `known` and `other` are what the leader of the second trick and the one who follows know before it; `cards` are
    the bits of the cards and the hands. A line is a sequence of either seat, the product of their multiples, the
    tricks of seat 0; the last row of `out` begins with the number of lines.
    """
    bits, hands = cards
    n = out[LINES, 0]
    at = place_of(leader, 1, known, bits.size)
    for place in range(3):
        if place == known.own:
            continue
        card = np.int64(hands[known.hand, place])
        below = place_of(1 - leader, 2, Known(other.hand, other.own, other.other, card), bits.size)
        rest = bits[hands[known.hand, 3 - known.own - place]]
        for reply in range(3):
            if follow[below, reply] < 0:
                continue
            last = bits[hands[other.hand, 3 - other.own - reply]]
            # Tricks of the one who follows; the other has taken the first.
            if takes(bits[hands[other.hand, reply]], bits[card]):
                won = 1 if takes(rest, last) else 2
            else:
                won = 1 if takes(last, rest) else 0
            out[n, leader] = lead[at, place] // SHIFT
            out[n, 1 - leader] = follow[below, reply] // SHIFT
            out[n, 2] = (lead[at, place] % SHIFT) * (follow[below, reply] % SHIFT)
            out[n, 3] = won if leader else 3 - won
            n += 1
    out[LINES, 0] = n


@jit
def _play_lines(hand0, hand1, cards, sequences, out):
    """All ways to play a deal, as in :func:`_second_trick`; `sequences` are the first five of `Tables`."""
    bits, hands = cards
    answer, lead, lead1, follow, follow1 = sequences
    none = np.int64(bits.size)
    out[LINES, 0] = 0
    for place0 in range(3):
        first = np.int64(hands[hand0, place0])
        at = place_of(1, 0, Known(hand1, -1, first, none), bits.size)
        for place1 in range(3):
            if answer[at, place1] < 0:
                continue
            second = np.int64(hands[hand1, place1])
            known0, known1 = Known(hand0, place0, second, none), Known(hand1, place1, first, none)
            if takes(bits[second], bits[first]):
                _second_trick(known1, known0, 1, cards, lead1, follow, out)
            else:
                _second_trick(known0, known1, 0, cards, lead, follow1, out)
    return out[LINES, 0]


@jit
def hand_bits(hand, board):
    """A hand as one number."""
    return board.bits[board.hands[hand, 0]] | board.bits[board.hands[hand, 1]] | board.bits[board.hands[hand, 2]]


@jit
def count_leaves(board, tables, rows, columns):
    """Count the leaves below every sequence of seat 0 (added to `rows`) and of seat 1 (`columns`); returns the deals.

    Of the hands of seat 0 that symmetries make of one another only the first is dealt, and weighs as much as all.
    """
    lines = np.empty((LINES + 1, 4), dtype=np.int64)
    cards, sequences = (board.bits, board.hands), tables[:5]
    deals = 0
    for hand0 in range(board.hands.shape[0]):
        if not tables.weights[hand0]:
            continue
        mine = hand_bits(hand0, board)
        for hand1 in range(board.hands.shape[0]):
            if hand_bits(hand1, board) & mine:
                continue
            deals += tables.weights[hand0]
            for line in range(_play_lines(hand0, hand1, cards, sequences, lines)):
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
    lines = np.empty((LINES + 1, 4), dtype=np.int64)
    cards, sequences = (board.bits, board.hands), tables[:5]
    for hand0 in range(board.hands.shape[0]):
        if not tables.weights[hand0]:
            continue
        mine = hand_bits(hand0, board)
        weight = tables.weights[hand0] * tables.scale
        for hand1 in range(board.hands.shape[0]):
            if hand_bits(hand1, board) & mine:
                continue
            for line in range(_play_lines(hand0, hand1, cards, sequences, lines)):
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
    """Payoff of the sequences `first` to `last` - 1: sum of value by code times the other's plan over their leaves."""
    start, index, code = leaves
    for row in range(first, last):
        # Unsigned, so that no index is tested for being negative; two sums, so that one does not wait for the other.
        even, odd = 0.0, 0.0
        at, end = np.uint64(start[row]), np.uint64(start[row + 1])
        while at + np.uint64(1) < end:
            even += values[code[at]] * plan[np.uint32(index[at])]
            odd += values[code[at + np.uint64(1)]] * plan[np.uint32(index[at + np.uint64(1)])]
            at += np.uint64(2)
        if at < end:
            even += values[code[at]] * plan[np.uint32(index[at])]
        out[row] = even + odd


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
def _could_hold(seat, stage, known, hidden, seen, board):
    """Whether the other player may hold these cards besides those seen of it."""
    if one_suit(hidden | seen):
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
def open_card_counts(seat, stage, board, places, goal, out):
    """Tricks with open cards after each card of some choices, over all hands that the other player may have.

    Parameters
    ----------
    seat, stage : int
    board : Board
    places : int64 (choices,)
        In the array of the stage.
    goal : Goal
        Of two players.
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
            if not _could_hold(seat, stage, known, hidden, seen, board):
                continue
            for place in range(3):
                card = board.bits[board.hands[known.hand, place]]
                if card & legal:
                    hands[seat], hands[1 - seat] = held ^ card, hidden
                    outcome = _search(hands, _after(position, card, 2), goal, numbers, stack)
                    out[row, place, outcome if seat else 3 - outcome] += 1
