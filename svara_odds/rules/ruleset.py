"""A rule set: one rule file, checked, with its cards as positions in the deck and its points in half points."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from types import MappingProxyType
from typing import Any

import msgspec

from svara_odds.cards.deck import RANKS, SUITS, Deck, rank_and_suit
from svara_odds.cards.hands import Hand, parse_hand
from svara_odds.errors import NotationError, RulesError
from svara_odds.rules.schema import BettingRules, DeckData, Number, RuleFile, SvaraRules
from svara_odds.rules.terms import ScoringTerms, Term

__all__ = ["MOST_PLAYERS", "RuleSet"]

MIN_CARDS, MAX_CARDS = 9, 52
MAX_POINTS = 1000
MOST_PLAYERS = 10


@dataclass(frozen=True, eq=False)
class RuleSet:
    """A game: its deck, what its hands are worth, how it is bet.

    Built by :func:`svara_odds.load_rules`, which also checks every worked example of the file.

    Attributes
    ----------
    file : RuleFile
        What the file says, as it stands there.
    deck : Deck
        The cards.
    terms : ScoringTerms
        What scores, in half points.
    """

    file: RuleFile
    deck: Deck
    terms: ScoringTerms

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {self.name}: {self.deck.n_cards} cards, 2 to {self.max_players} players>"

    def __reduce__(self) -> tuple[Any, ...]:
        """Travel to another process as what the file says, and be read again there."""
        return build_ruleset, (self.file,)

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
    def betting(self) -> BettingRules:
        """How the game is bet."""
        return self.file.betting

    @property
    def svara(self) -> SvaraRules:
        """What follows a tie."""
        return self.file.svara

    @property
    def max_players(self) -> int:
        """Most players at the table: as the file says, else ten or as many as the cards allow."""
        return self.file.max_players or min(MOST_PLAYERS, self.deck.n_cards // 3)

    @cached_property
    def digest(self) -> str:
        """Hex SHA-256 of all the file says (after what it extends): the provenance of a result."""
        return hashlib.sha256(msgspec.json.encode(self.file, order="deterministic")).hexdigest()

    def best_term(self, hand: Hand) -> Term:
        """The combination that makes the points of `hand` (three positions in the deck)."""
        return self.terms.best(tuple(sorted(hand)))


def build_ruleset(file: RuleFile) -> RuleSet:
    """Check what no type can say (deck, ranks, points, examples) and make the rule set.

    Raises
    ------
    RulesError
        Naming the field, the value and what is allowed.
    """
    deck = build_deck(file.deck)
    rules = RuleSet(file=file, deck=deck, terms=_terms(file, deck))
    if file.max_players is not None and 3 * file.max_players > deck.n_cards:
        raise RulesError(
            f"max_players: {file.max_players} players need {3 * file.max_players} cards, the deck has {deck.n_cards}"
        )
    _check_examples(rules)
    return rules


def build_deck(data: DeckData) -> Deck:
    """The cards that a file asks for.

    Raises
    ------
    RulesError
        Naming the field, the value and what is allowed.
    """
    if data.cards and (data.ranks or data.extra or data.without):
        raise RulesError("deck: give either cards or ranks (with suits, extra, without), not both")
    for place, signs, known in (("ranks", data.ranks, RANKS), ("suits", data.suits, SUITS)):
        for sign in signs:
            if sign not in known:
                raise RulesError(f"deck.{place}: {sign!r} is none of {' '.join(known)}")
    full = [rank + suit for rank in data.ranks for suit in data.suits]
    names: Sequence[str]
    for place, names in (("cards", data.cards), ("extra", data.extra), ("without", data.without)):
        for name in names:
            _check_card(f"deck.{place}", name)
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


def _check_card(place: str, name: str) -> None:
    if len(name) != 2 or name[0] not in RANKS or name[1] not in SUITS:
        raise RulesError(f"{place}: {name!r} is not a card; write rank and suit, such as 7c or Th")


def _half_points(place: str, points: Number) -> int:
    if not 0 <= points <= MAX_POINTS or 2 * points != int(2 * points):
        # Python refuses to write out integers of thousands of digits.
        said = points if isinstance(points, float) or abs(points) < 10**30 else "an integer of so many digits"
        raise RulesError(f"{place}: {said} is not allowed; points are multiples of 0.5 from 0 to {MAX_POINTS}")
    return int(2 * points)


def _by_rank(place: str, points: Mapping[str, Number], deck: Deck) -> Mapping[int, int]:
    result = {}
    for key, value in points.items():
        if len(key) != 1 or key not in {name[0] for name in deck.cards}:
            raise RulesError(f"{place}.{key}: {key!r} is not a rank of this deck")
        result[RANKS.index(key)] = _half_points(f"{place}.{key}", value)
    return MappingProxyType(result)


def _terms(file: RuleFile, deck: Deck) -> ScoringTerms:
    scoring = file.scoring
    rank_points = _by_rank("scoring.points", {k: v for k, v in scoring.points.items() if len(k) == 1}, deck)
    card_points = {deck.cards.index(name): rank_points.get(RANKS.index(name[0])) for name in deck.cards}
    for place, values in (
        ("points", {k: v for k, v in scoring.points.items() if len(k) != 1}),
        ("jokers", scoring.jokers),
    ):
        for name in values:
            _check_card(f"scoring.{place}", name)
            if name not in deck:
                raise RulesError(f"scoring.{place}: {name} is not in the deck")
        if place == "points":
            for name, value in values.items():
                card_points[deck.position(name)] = _half_points(f"scoring.points.{name}", value)
    missing = [deck.cards[card] for card, value in card_points.items() if value is None]
    if missing:
        raise RulesError(f"scoring.points: no points for {', '.join(missing)}")
    points = tuple(value for value in card_points.values() if value is not None)
    sums = {rank: "sum" for rank, value in scoring.triples.items() if value == "sum"}
    fixed = {rank: value for rank, value in scoring.triples.items() if not isinstance(value, str)}
    triples: dict[int, int | None] = dict(_by_rank("scoring.triples", fixed, deck))
    triples |= dict.fromkeys(_by_rank("scoring.triples", dict.fromkeys(sums, 0), deck))
    ranks, suits = zip(*map(rank_and_suit, deck.cards), strict=True)
    return ScoringTerms(
        ranks=ranks,
        suits=suits,
        points=points,
        suit_sum=scoring.suit_sum,
        pairs=_by_rank("scoring.pairs", scoring.pairs, deck),
        triples=MappingProxyType(triples),
        jokers=MappingProxyType(
            {
                deck.position(name): _half_points(f"scoring.jokers.{name}", value)
                for name, value in scoring.jokers.items()
            }
        ),
        joker_mode=scoring.joker_mode,
    )


def _check_examples(rules: RuleSet) -> None:
    for number, example in enumerate(rules.file.examples):
        place = f"examples[{number}]"
        try:
            hand = parse_hand(example.hand, rules.deck)
        except NotationError as trouble:
            raise RulesError(f"{place}.hand: {trouble}") from None
        expected = _half_points(f"{place}.points", example.points)
        given = rules.best_term(hand).half_points
        if given != expected:
            raise RulesError(
                f"{place}: {example.hand} should be {example.points:g} points, these rules give {given / 2:g}"
            )
