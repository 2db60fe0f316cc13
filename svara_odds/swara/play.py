"""Card play with open cards: who takes how many of the three tricks, and what that pays."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from svara_odds.errors import DealError
from svara_odds.swara.objective import Objective, aims_of, outcome_tricks

if TYPE_CHECKING:
    from svara_odds.rules.trickset import TrickRules

__all__ = ["LANE", "TrickOutcomes", "card_bits", "trick_outcomes"]

LANE = 16  # places of a suit among the bits of the kernels


@dataclass(frozen=True)
class TrickOutcomes:
    """What comes of the play of many deals.

    Attributes
    ----------
    outcome : ndarray
        uint8, shape (deals,): row of `tricks_by_outcome`.
    objective : Objective
        What the players wanted.
    """

    outcome: NDArray[np.uint8]
    objective: Objective

    @property
    def tricks_by_outcome(self) -> NDArray[np.uint8]:
        """All ways to share the tricks: uint8, shape (outcomes, players)."""
        return outcome_tricks(self.objective.n_players)

    @property
    def tricks(self) -> NDArray[np.uint8]:
        """Tricks of each player: uint8, shape (deals, players)."""
        return self.tricks_by_outcome[self.outcome]

    @property
    def payments(self) -> NDArray[np.float64]:
        """What each player is paid, stakes in the pot being gone: float64, shape (deals, players), in antes."""
        return self.objective.payments[self.outcome]


def trick_outcomes(
    rules: TrickRules,
    deals: NDArray[np.integer],
    *,
    trump: NDArray[np.integer] | int,
    leader: NDArray[np.integer] | int = 0,
    pot: float | None = None,
    carry_value: float | None = None,
    hero: int | None = None,
) -> TrickOutcomes:
    """Play deals out with open cards, every player doing the best for itself.

    Whips are no matter here: hands of one suit are played like any other.

    Parameters
    ----------
    rules : TrickRules
        What may be played and what it pays.
    deals : ndarray
        Cards of those who play, in their order at the table: integers, shape (deals, players, 3), 2 to 6 players.
    trump : int or ndarray
        Suit of trumps, for all deals or for each: 0 to 3 for clubs, diamonds, hearts, spades.
    leader : int or ndarray
        Who leads to the first trick, as a place among those who play, for all deals or for each.
    pot : float, optional
        In antes; a stake of each player if left out.
    carry_value, hero
        As in :class:`~svara_odds.swara.objective.Payments` and :class:`~svara_odds.swara.objective.Objective`.

    Returns
    -------
    TrickOutcomes

    Raises
    ------
    DealError
        If a deal holds a card twice or none of the deck, or an argument is out of bounds.

    Examples
    --------
    >>> from svara_odds.rules.catalog import load_rules
    >>> from svara_odds.cards.hands import parse_cards
    >>> rules = load_rules("swara")
    >>> cards = parse_cards("Ac Kc Ah  7c 8h 9h  7d 8d 9d", rules.deck)
    >>> played = trick_outcomes(rules, np.array(cards).reshape(1, 3, 3), trump=0)
    >>> played.tricks.tolist(), played.payments.tolist()
    ([[3, 0, 0]], [[3.0, 0.0, 0.0]])
    """
    from svara_odds.swara._kernels_play import play_deals

    deals = np.asarray(deals)
    if deals.ndim != 3 or deals.shape[2] != 3:
        raise DealError(f"deals have the shape {deals.shape}; it must be (deals, players, 3)")
    objective, goal = aims_of(rules, deals.shape[1], pot, carry_value, hero)
    trumps = _per_deal("trump", trump, len(deals), 4)
    leaders = _per_deal("leader", leader, len(deals), deals.shape[1])
    out = np.empty(len(deals), dtype=np.uint8)
    play_deals(_hands(rules, deals, trumps), leaders, goal, out)
    return TrickOutcomes(out, objective)


@lru_cache(maxsize=8)
def card_bits(rules: TrickRules) -> NDArray[np.uint64]:
    """The bit that each card is for the kernels, under each trump suit: uint64, shape (4, cards)."""
    suits, strengths = np.array(rules.suits), np.array(rules.strengths)
    lanes = (suits - np.arange(4)[:, None] - 1) % 4  # that of trumps becomes the last
    bits: NDArray[np.uint64] = np.left_shift(np.uint64(1), (LANE * lanes + strengths).astype(np.uint64))
    bits.setflags(write=False)
    return bits


def _hands(rules: TrickRules, deals: NDArray[np.integer], trumps: NDArray[np.uint8]) -> NDArray[np.uint64]:
    """The hands as bits, no card out of the deck and none twice: uint64, shape (deals, players)."""
    n_cards = rules.deck.n_cards
    if deals.size and not (deals.min() >= 0 and deals.max() < n_cards):
        raise DealError(f"deals hold cards {deals.min()} to {deals.max()}; the deck has 0 to {n_cards - 1}")
    hands: NDArray[np.uint64] = np.bitwise_or.reduce(card_bits(rules)[trumps[:, None, None], deals], axis=2)
    twice = np.flatnonzero(np.bitwise_count(np.bitwise_or.reduce(hands, axis=1)) != 3 * deals.shape[1])
    if len(twice):
        raise DealError(f"deals[{twice[0]}] holds a card twice: {deals[twice[0]].tolist()}")
    return np.ascontiguousarray(hands)


def _per_deal(name: str, value: NDArray[np.integer] | int, deals: int, limit: int) -> NDArray[np.uint8]:
    """One number for each deal, below the limit."""
    numbers = np.asarray(value)
    if numbers.shape not in ((), (deals,)):
        raise DealError(f"{name} has the shape {numbers.shape}; give one number, or one for each of the {deals} deals")
    if numbers.size and not (numbers.min() >= 0 and numbers.max() < limit):
        wrong = numbers.min() if numbers.min() < 0 else numbers.max()
        raise DealError(f"{name} is {wrong}; it must be 0 to {limit - 1}")
    return np.ascontiguousarray(np.broadcast_to(numbers, deals), dtype=np.uint8)
