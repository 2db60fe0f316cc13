"""Deals shuffled and dealt for the referee, one after another, the pot carried over."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction

from svara_odds.errors import DealError
from svara_odds.rules.trickset import TrickRules
from svara_odds.swara.state import Action, SwaraDeal

__all__ = ["play_match", "shuffled_deal"]


def shuffled_deal(
    rules: TrickRules, n_players: int, *, rng: random.Random, carried: Fraction = Fraction(0)
) -> SwaraDeal:
    """Shuffle, deal three cards each, one at a time from seat 0, and turn up the next.

    Raises
    ------
    DealError
        If so many cannot play.

    Examples
    --------
    >>> from svara_odds.rules.catalog import load_trick_rules
    >>> deal = shuffled_deal(load_trick_rules(), 4, rng=random.Random(1))
    >>> len(deal.stock), deal.pot, len(deal.legal_actions())
    (19, Fraction(4, 1), 1)
    """
    if not 2 <= n_players <= rules.max_players:
        raise DealError(f"players: {n_players}; {rules.name} is played by 2 to {rules.max_players}")
    cards = list(range(rules.deck.n_cards))
    rng.shuffle(cards)
    dealt = 3 * n_players
    hands = [tuple(sorted(cards[seat:dealt:n_players])) for seat in range(n_players)]
    return SwaraDeal(rules, hands, cards[dealt], cards[dealt + 1 :], rng, carried)


def play_match(
    rules: TrickRules,
    n_players: int,
    *,
    deals: int,
    choose: Callable[[SwaraDeal], Action],
    rng: random.Random,
) -> Iterator[tuple[SwaraDeal, Sequence[Fraction]]]:
    """Play several deals, the pot carried over and the deal passed to the left.

    Parameters
    ----------
    rules : TrickRules
    n_players : int
    deals : int
        Deals to play.
    choose : callable
        Chooses for the seat whose turn it is.
    rng : random.Random

    Yields
    ------
    deal : SwaraDeal
        As it ended.
    money : sequence of Fraction
        What each player has gained in all deals so far. Player 0 is left of the first dealer.
    """
    money = [Fraction(0)] * n_players
    carried = Fraction(0)
    for number in range(deals):
        deal = shuffled_deal(rules, n_players, rng=rng, carried=carried)
        while deal.phase != "done":
            deal.apply(choose(deal))
        for seat, gain in enumerate(deal.money):
            money[(number + seat) % n_players] += gain
        carried = deal.pot
        yield deal, tuple(money)
