"""What every game has, whatever decides it: a rule file, its deck, its name, its digest and its worked examples."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import ClassVar, TypeVar

import msgspec

from svara_odds.cards.deck import RANKS, SUITS, Deck
from svara_odds.errors import NotationError, RulesError
from svara_odds.rules.schema import DeckData, RuleFile
from svara_odds.rules.trick_schema import TrickFile

__all__ = ["GameRules", "build_deck", "check_card", "check_examples", "check_players"]

MIN_CARDS, MAX_CARDS = 9, 52
MOST_PLAYERS = 10  # where the file does not say how many; it may say more


@dataclass(frozen=True, eq=False, repr=False)
class GameRules:
    """A game: its rule file and its deck.

    Attributes
    ----------
    file : RuleFile or TrickFile
        What the file says, as it stands there.
    deck : Deck
        The cards.
    """

    file: RuleFile | TrickFile
    deck: Deck

    turned_up: ClassVar[int] = 0  # cards of the deck that are in nobody's hand

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {self.name}: {self.deck.n_cards} cards, 2 to {self.max_players} players>"

    @property
    def name(self) -> str:
        """Name by which the rule set is asked for."""
        return self.file.name

    @property
    def title(self) -> str:
        """One line that says which game this is."""
        return self.file.title

    @property
    def source(self) -> str:
        """Where the rules come from."""
        return self.file.source

    @property
    def max_players(self) -> int:
        """Most players at the table: as the file says, else ten or as many as the cards allow."""
        return self.file.max_players or min(MOST_PLAYERS, (self.deck.n_cards - self.turned_up) // 3)

    @cached_property
    def digest(self) -> str:
        """Hex SHA-256 of all the file says (after what it extends): the provenance of a result."""
        return hashlib.sha256(msgspec.json.encode(self.file, order="deterministic")).hexdigest()


def check_players(rules: GameRules) -> None:
    """Check that the deck has cards for as many as the file allows; `RulesError` if not."""
    players = rules.file.max_players or 2
    needed = 3 * players + rules.turned_up
    if needed > rules.deck.n_cards:
        also = ", the one turned up among them" if rules.turned_up else ""
        raise RulesError(f"max_players: {players} players need {needed} cards{also}; the deck has {rules.deck.n_cards}")


Example = TypeVar("Example")


def check_examples(examples: Iterable[Example], check: Callable[[Example], None]) -> None:
    """Check the worked examples of a file; `RulesError` names the one that does not hold."""
    for number, example in enumerate(examples):
        try:
            check(example)
        except (NotationError, RulesError) as trouble:
            raise RulesError(f"examples[{number}]: {trouble}") from None


def build_deck(data: DeckData) -> Deck:
    """The cards that a file asks for.

    Raises
    ------
    RulesError
        Naming the field, the value and what is allowed.
    """
    _check_words(data)
    full = [rank + suit for rank in data.ranks for suit in data.suits]
    for name in data.without:
        if name not in full:
            raise RulesError(f"deck.without: {name} is not among the ranks and suits of the deck")
        full.remove(name)
    names = [*data.cards, *full, *data.extra]
    twice = sorted({name for name in names if names.count(name) > 1})
    if twice:
        raise RulesError(f"deck: {', '.join(twice)} there twice; every card is there once")
    if not MIN_CARDS <= len(names) <= MAX_CARDS:
        raise RulesError(f"deck: {len(names)} cards; a deck has {MIN_CARDS} to {MAX_CARDS}")
    return Deck(tuple(names))


def _check_words(data: DeckData) -> None:
    if data.cards and (data.ranks or data.extra or data.without):
        raise RulesError("deck: give either cards or ranks (with suits, extra, without), not both")
    for place, signs, known in (("ranks", data.ranks, RANKS), ("suits", data.suits, SUITS)):
        for sign in signs:
            if sign not in known:
                raise RulesError(f"deck.{place}: {sign!r} is none of {' '.join(known)}")
    for place in ("cards", "extra", "without"):
        for name in getattr(data, place):
            check_card(f"deck.{place}", name)


def check_card(place: str, name: str) -> None:
    """Check that a name is one of a card, be it in the deck or not; `RulesError` if not."""
    if len(name) != 2 or name[0] not in RANKS or name[1] not in SUITS:
        raise RulesError(f"{place}: {name!r} is not a card; write rank and suit, such as 7c or Th")
