"""Kernels that deal at random and count the deals by set of winners."""

# Types here are numba's, which no checker of Python knows.
# mypy: ignore-errors

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from svara_odds._jit import jit
from svara_odds.odds.sampling._kernels_lanes import (
    add_seat,
    both,
    count_equal,
    draw_pair,
    load_words,
    no_flags,
    random_words,
    step_over,
    store_words,
    unflagged,
    zeros,
)
from svara_odds.tables._kernels_formula import load_formula, score_lanes
from svara_odds.tables._kernels_lanes import (
    colex_index,
    load_bytes,
    maximum,
    ordered,
    permutes_bytes,
    store_bytes,
    store_shorts,
)

__all__ = ["COPIES", "LANES", "ROUNDS", "LaneSpace", "deal_lanes", "permutes_bytes"]

LANES = 64
ROUNDS = 4  # rounds of 64 deals between two phases: what one writes has left the store buffer when it is read
COPIES = 4  # histograms that are filled in turn: an increment need not wait for the one before it
FEW_SETS = 32  # up to here, asking 64 lanes for each set of winners beats 64 increments
_BATCH = LANES * ROUNDS


class LaneSpace(NamedTuple):
    """What `deal_lanes` writes on, one line of 64 lanes after the other.

    Attributes
    ----------
    digits : uint8 ((3 * random seats + 1) * 64,)
        Numbers of the cards drawn among those still in the deck.
    indices : uint16 (random seats, ROUNDS * 64)
        Colex indices of the hands, where they are scored by them.
    scores : uint8 (players, ROUNDS * 64)
        Scores; the rows of seats with a fixed hand are filled in beforehand.
    masks : uint8 (2, ROUNDS * 64)
        Sets of the best seats 0 to 7 and 8 to 15; 0 in both where the deal is dropped.
    """

    digits: npt.NDArray[np.uint8]
    indices: npt.NDArray[np.uint16]
    scores: npt.NDArray[np.uint8]
    masks: npt.NDArray[np.uint8]


@jit
def _draw_digits(state, n_cards, n_drawn, digits):
    """Draw the numbers of `n_drawn` cards among those still in the deck; 0 marks the lanes to be dropped."""
    one, two, line = np.uint64(1), np.uint64(2), np.uint64(LANES)
    s0, s1 = load_words(state, np.uint64(0)), load_words(state, np.uint64(16))
    s2, s3 = load_words(state, np.uint64(32)), load_words(state, np.uint64(48))
    flags = no_flags()
    i = np.uint64(0)
    while i < n_drawn:
        first = n_cards - i
        second = first - one if i + one < n_drawn else one
        words, s0, s1, s2, s3 = random_words(s0, s1, s2, s3)
        d, e, flags = draw_pair(words, first, second, np.uint64(65536) % (first * second), flags)
        store_bytes(digits, i * line, d)
        store_bytes(digits, (i + one) * line, e)
        i += two
    store_words(state, np.uint64(0), s0)
    store_words(state, np.uint64(16), s1)
    store_words(state, np.uint64(32), s2)
    store_words(state, np.uint64(48), s3)
    return unflagged(flags)


@jit
def _find_cards(digits, h):
    """Cards of the h-th hand: its three digits, with every earlier card put back into the deck."""
    line = np.uint64(LANES)
    at = np.uint64(3) * h * line
    a, d = load_bytes(digits, at), load_bytes(digits, at + line)
    b = step_over(d, a)
    c = step_over(step_over(load_bytes(digits, at + line + line), d), a)
    while at > np.uint64(0):
        at -= line
        d = load_bytes(digits, at)
        a, b, c = step_over(a, d), step_over(b, d), step_over(c, d)
    return a, b, c


@jit
def _index_hand(a, b, c):
    """Colex indices of hands."""
    a, b = ordered(a, b)
    b, c = ordered(b, c)
    a, b = ordered(a, b)
    return colex_index(a, b, c)


@jit
def _find_best(scores, masks, at, n_seats):
    """Write the sets of the best seats of the 64 deals at `at` over the marks of those to be kept."""
    step = np.uint64(_BATCH)
    best = load_bytes(scores, at)
    for i in range(np.uint64(1), n_seats):
        best = maximum(best, load_bytes(scores, at + i * step))
    keep = load_bytes(masks, at)
    for half in range(np.uint64(2)):
        mask = zeros()
        for i in range(np.uint64(8) * half, min(n_seats, np.uint64(8) * (half + np.uint64(1)))):
            bit = np.uint64(1) << (i & np.uint64(7))
            mask = add_seat(mask, load_bytes(scores, at + i * step), best, bit)
        store_bytes(masks, at + half * step, both(mask, keep))


@jit
def _tally_few(masks, out):
    """Count the masks of one batch where there are few sets of winners: lanes that hold each; return all counted."""
    counted = np.uint64(0)
    for value in range(np.uint64(1), np.uint64(out.shape[1])):
        found = np.uint64(0)
        for r in range(np.uint64(ROUNDS)):
            found += count_equal(load_bytes(masks, r * np.uint64(LANES)), value)
        out[np.uint64(0), value] += np.uint32(found)
        counted += found
    return np.int64(counted)


@jit
def _tally_many(masks, out):
    """Count the masks of one batch one by one; return how many are not 0."""
    batch, copies = np.uint64(_BATCH), np.uint64(COPIES)
    dropped = out[:, 0].sum()
    for k in range(np.uint64(0), batch, copies):
        for copy in range(copies):
            mask = np.uint64(masks[k + copy]) | np.uint64(masks[batch + k + copy]) << np.uint64(8)
            out[copy, mask] += np.uint32(1)
    return _BATCH - np.int64(out[:, 0].sum() - dropped)


@jit
def _tally_last(masks, room, out):
    """Count the masks of the last batch, in order, until `room` deals are counted; return how many were."""
    counted = 0
    for k in range(np.uint64(_BATCH)):
        mask = np.uint64(masks[k]) | np.uint64(masks[np.uint64(_BATCH) + k]) << np.uint64(8)
        if mask > np.uint64(0) and counted < room:
            out[np.uint64(0), mask] += np.uint32(1)
            counted += 1
    return counted


@jit
def deal_lanes(state, n_cards, seats, scoring, space, deals, out):
    """Deal random hands to `seats` and count the deals by set of best seats.

    Parameters
    ----------
    state : uint64 (64,)
        Sixteen xoshiro256++ generators, word by word; overwritten.
    n_cards : int
        Cards left in the deck, at most 52; they are numbered 0 … n_cards - 1 here.
    seats : uint8 (m,)
        Seats that are dealt, 3·m ≤ n_cards, each below 16.
    scoring : uint8 (C(n_cards, 3),) or (5, 64)
        Scores by colex index; or, of two axes, the lines of a `Formula` of these cards.
    space : LaneSpace
        Scratch space, with the scores of the other seats.
    deals : int
        Deals to count, below 2**31; deals that are dropped to be free of bias are not counted.
    out : uint32 (COPIES, 2**players)
        Deals by set of best seats, to be added up over the copies; element 0 is scratch.
    """
    digits, indices, scores, masks = space
    line, rounds, hands = np.uint64(LANES), np.uint64(ROUNDS), np.uint64(seats.size)
    drawn, flat_scores, flat_indices, flat_masks = 3 * hands, scores.ravel(), indices.ravel(), masks.ravel()
    if scoring.ndim == 2:
        formula = load_formula(scoring)
    done = 0
    while done < deals:
        for r in range(rounds):
            store_bytes(flat_masks, r * line, _draw_digits(state, np.uint64(n_cards), drawn, digits))
            for h in range(hands):
                a, b, c = _find_cards(digits, h)
                if scoring.ndim == 2:
                    store_bytes(flat_scores, (np.uint64(seats[h]) * rounds + r) * line, score_lanes(formula, a, b, c))
                else:
                    store_shorts(flat_indices, (h * rounds + r) * line, _index_hand(a, b, c))
        if scoring.ndim == 1:
            for h in range(hands):
                row, part = scores[np.uint64(seats[h])], indices[h]
                for k in range(np.uint64(_BATCH)):
                    row[k] = scoring[part[k]]
        for r in range(rounds):
            _find_best(flat_scores, flat_masks, r * line, np.uint64(scores.shape[0]))
        if deals - done < _BATCH:
            done += _tally_last(flat_masks, deals - done, out)
        elif out.shape[1] <= FEW_SETS:
            done += _tally_few(flat_masks, out)
        else:
            done += _tally_many(flat_masks, out)
