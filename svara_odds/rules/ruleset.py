"""A rule set: one rule file, checked, with its cards as positions in the deck and its points in half points."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any

from svara_odds.cards.deck import RANKS, Deck, rank_and_suit
from svara_odds.cards.hands import Hand, parse_hand
from svara_odds.errors import NotationError, RulesError
from svara_odds.rules.gamerules import GameRules, build_deck, check_card, check_examples, check_players
from svara_odds.rules.schema import BettingRules, Example, Number, RuleFile, SvaraRules
from svara_odds.rules.terms import ScoringTerms, Term

__all__ = ["RuleSet"]

MAX_POINTS = 1000


@dataclass(frozen=True, eq=False, repr=False)
class RuleSet(GameRules):
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
    terms: ScoringTerms

    def __reduce__(self) -> tuple[Any, ...]:
        """Travel to another process as what the file says, and be read again there."""
        return build_ruleset, (self.file,)

    @property
    def betting(self) -> BettingRules:
        """How the game is bet."""
        return self.file.betting

    @property
    def svara(self) -> SvaraRules:
        """What follows a tie."""
        return self.file.svara

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
    check_players(rules)
    check_examples(file.examples, lambda example: _check_example(rules, example))
    return rules


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
            check_card(f"scoring.{place}", name)
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


def _check_example(rules: RuleSet, example: Example) -> None:
    try:
        hand = parse_hand(example.hand, rules.deck)
    except NotationError as trouble:
        raise RulesError(f"hand: {trouble}") from None
    expected = _half_points("points", example.points)
    given = rules.best_term(hand).half_points
    if given != expected:
        raise RulesError(f"{example.hand} should be {example.points:g} points, these rules give {given / 2:g}")
