"""The kernel that carries deals from the choice before play to the first trick or to a whip's payment."""

# Types here are numba's, which no checker of Python knows.
# mypy: ignore-errors

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from svara_odds._jit import jit

__all__ = ["NOBODY", "Reached", "Seats", "choose_and_show"]

NOBODY = np.uint8(255)
PASS = 0  # codes of what a seat does: pass, or 1 + the set of its cards (bit by place) that it throws away
PLAY = 1


class Seats(NamedTuple):
    """Who holds and does what, and what the cards are worth to a whip.

    Attributes
    ----------
    hero : int
        Seat whose cards are known.
    cards : uint8 (3,)
        The hero's cards, ascending.
    action : int
        What the hero does, as a code.
    codes : uint8 (players, hands)
        What each other seat does with each hand, by the colex index of the hand.
    whips : uint8 (hands,)
        What a hand counts among whips, 0 for none.
    points : int64 (cards,)
        Points that a card makes an opponent of a whip pay.
    reshuffle : int
        Whether discards are shuffled in: 0 never, 1 for a whip, 2 also in an exchange.
    aside : bool
        Whether passed hands stay aside.
    kept_out : bool
        Whether a card drawn for a whip lies with the discards, else it goes back into the stock.
    """

    hero: int
    cards: npt.NDArray[np.uint8]
    action: int
    codes: npt.NDArray[np.uint8]
    whips: npt.NDArray[np.uint8]
    points: npt.NDArray[np.int64]
    reshuffle: int
    aside: bool
    kept_out: bool


class Reached(NamedTuple):
    """Where each deal stands after the choices and the whips.

    Attributes
    ----------
    hands : uint8 (deals, players, 3)
        Cards of each seat after its exchange.
    plays : uint8 (deals, players)
        1 for a seat that did not pass.
    whip : uint8 (deals,)
        Seat whose whip wins, `NOBODY` where tricks are played.
    paid : float64 (deals,)
        Points that all opponents together can be expected to pay for it.
    """

    hands: npt.NDArray[np.uint8]
    plays: npt.NDArray[np.uint8]
    whip: npt.NDArray[np.uint8]
    paid: npt.NDArray[np.float64]


@jit
def _index(hand):
    """Colex index of three ascending cards."""
    a, b, c = np.int64(hand[0]), np.int64(hand[1]), np.int64(hand[2])
    return a + b * (b - 1) // 2 + c * (c - 1) * (c - 2) // 6


@jit
def _sort(hand):
    if hand[0] > hand[1]:
        hand[0], hand[1] = hand[1], hand[0]
    if hand[1] > hand[2]:
        hand[1], hand[2] = hand[2], hand[1]
    if hand[0] > hand[1]:
        hand[0], hand[1] = hand[1], hand[0]


@jit
def choose_and_show(orders, spare, seats, out):
    """Deal, let every seat choose, and look for whips.

    What a whip is paid is the mean over all ways to draw: every card that is drawn is as likely to be any of those it
    is drawn from.

    Parameters
    ----------
    orders : uint8 (deals, unseen)
        Cards that the hero does not see, shuffled: three for each other seat in turn, then the stock.
    spare : uint64 (deals,)
        A random number of each deal, for discards shuffled in.
    seats : Seats
    out : Reached
    """
    n = out.hands.shape[1]
    pile = np.empty(4 * orders.shape[1] + 32, dtype=np.uint8)
    discards = np.empty(orders.shape[1] + 8, dtype=np.uint8)
    fresh = np.empty(3, dtype=np.uint8)
    for d in range(orders.shape[0]):
        next_card = 3 * (n - 1)
        end = orders.shape[1]
        pile[:end] = orders[d]
        thrown = 0
        word = spare[d]
        place = 0
        best, winner, playing = 0, NOBODY, 0
        for seat in range(n):
            hand = out.hands[d, seat]
            if seat == seats.hero:
                hand[:] = seats.cards
                code = seats.action
            else:
                hand[:] = pile[place : place + 3]
                place += 3
                _sort(hand)
                code = np.int64(seats.codes[seat, _index(hand)])
            mask = code - 1 if code > PLAY else 0
            count = (mask & 1) + (mask >> 1 & 1) + (mask >> 2 & 1)
            if seats.reshuffle == 2 and end - next_card < count <= end - next_card + thrown:
                for left in range(thrown - 1, 0, -1):  # Fisher and Yates
                    word = word * np.uint64(6364136223846793005) + np.uint64(1442695040888963407)
                    other = np.int64((word >> np.uint64(33)) % np.uint64(left + 1))
                    discards[left], discards[other] = discards[other], discards[left]
                pile[end : end + thrown] = discards[:thrown]
                end += thrown
                thrown = 0
            if count > end - next_card:
                mask = 0  # the stock is too short: the seat plays what it has
            out.plays[d, seat] = code != PASS
            if code == PASS:
                if not seats.aside:
                    discards[thrown : thrown + 3] = hand
                    thrown += 3
                continue
            playing += 1
            held = 0
            for bit in range(3):
                if mask >> bit & 1:
                    fresh[held] = hand[bit]
                    hand[bit] = pile[next_card]
                    next_card += 1
                    held += 1
            for bit in range(held):
                discards[thrown] = fresh[bit]
                thrown += 1
            _sort(hand)
            worth = seats.whips[_index(hand)]
            if worth > best:
                best, winner = worth, np.uint8(seat)
        out.whip[d] = winner if playing > 1 else NOBODY
        out.paid[d] = 0.0
        if playing > 1 and winner != NOBODY:
            out.paid[d] = _mean_payment(pile[next_card:end], discards[:thrown], playing - 1, seats)


@jit
def _mean_payment(stock, discards, payers, seats):
    """Points that so many opponents can be expected to pay."""
    first = 0
    for card in stock:
        first += seats.points[card]
    if not seats.kept_out and stock.size > 0:
        return payers * first / stock.size  # each card goes back before the next is drawn
    from_stock = min(payers, stock.size)
    paid = from_stock * first / stock.size if stock.size > 0 else 0.0
    if seats.reshuffle == 0 or from_stock == payers:
        return paid
    both = first
    for card in discards:
        both += seats.points[card]
    cards = stock.size + discards.size if seats.kept_out else discards.size
    return paid + (payers - from_stock) * both / cards if cards > 0 else paid
