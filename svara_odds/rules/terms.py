"""What makes the points of a hand: every combination of the rule vocabulary, in plain Python.

A hand is worth the largest of its terms. This is the only place that knows what a suit sum, a pair,
a triple or a joker is worth; everything faster reads the table made from it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Literal, NamedTuple

__all__ = ["ScoringTerms", "Term"]

Cards = tuple[int, ...]

# Where two combinations are worth the same, the one named further right words the label.
_ORDER = ("joker", "suit", "wild pair", "wild triple", "joined pair", "pair", "triple")
_PREFERENCE = {kind: place for place, kind in enumerate(_ORDER)}


class Term(NamedTuple):
    """One combination of a hand.

    Attributes
    ----------
    half_points : int
        What the whole term is worth, jokers included, in half points.
    kind : str
        ``suit``, ``pair``, ``triple``, ``joined pair``, ``wild pair``, ``wild triple`` or ``joker``
        (jokers that add their points to the term `inner`, or stand alone).
    cards : tuple of int
        The cards that count by their own rank or suit.
    jokers : tuple of int
        The cards that count as jokers.
    inner : Term, optional
        For ``joker``: what the other cards make, None where all are jokers.
    """

    half_points: int
    kind: str
    cards: Cards
    jokers: Cards = ()
    inner: Term | None = None


@dataclass(frozen=True)
class ScoringTerms:
    """The scoring part of a rule set, with cards as positions in the deck and points in half points.

    A triple whose points are None is worth the sum of its cards.
    """

    ranks: Cards
    suits: Cards
    points: Cards
    suit_sum: bool
    pairs: Mapping[int, int]
    triples: Mapping[int, int | None]
    jokers: Mapping[int, int]
    joker_mode: Literal["add", "join", "wild"]
    _known: dict[Cards, Term] = field(default_factory=dict, init=False, repr=False, compare=False)

    def best(self, cards: Cards) -> Term:
        """The term that is worth most among one to three ascending `cards`."""
        term = self._known.get(cards)
        if term is None:
            term = max(self.all_terms(cards), key=_worth)
            if len(cards) < 3:  # the few parts of hands come up again and again
                self._known[cards] = term
        return term

    def all_terms(self, cards: Cards) -> Iterator[Term]:
        """Every term that one to three ascending `cards` make."""
        yield from self._suit_terms(cards)
        by_rank = _grouped(cards, self.ranks)
        if len(by_rank) < len(cards):
            yield from self._rank_terms(by_rank)
        jokers = tuple(card for card in cards if card in self.jokers)
        for joker in jokers:
            yield from self._joker_terms(joker, tuple(card for card in cards if card != joker))
        if jokers and self.joker_mode == "wild":
            yield from self._wild_terms(by_rank, jokers)

    def _suit_terms(self, cards: Cards) -> Iterator[Term]:
        points = self.points
        if not self.suit_sum:
            for card in cards:
                yield Term(points[card], "suit", (card,))
            return
        for held in _grouped(cards, self.suits).values():
            yield Term(sum([points[card] for card in held]), "suit", held)

    def _rank_terms(self, by_rank: Mapping[int, Cards]) -> Iterator[Term]:
        for rank, held in by_rank.items():
            if len(held) >= 2 and rank in self.pairs:
                yield Term(self.pairs[rank], "pair", held[:2])
            if len(held) == 3 and rank in self.triples:
                yield Term(self._triple_points(rank, held), "triple", held)

    def _triple_points(self, rank: int, held: Cards) -> int:
        """Points of a triple: as set, or the sum of its cards, each missing one counted as the dearest held."""
        fixed = self.triples[rank]
        if fixed is not None:
            return fixed
        points = [self.points[card] for card in held]
        return sum(points) + (3 - len(points)) * max(points)

    def _joker_terms(self, joker: int, rest: Cards) -> Iterator[Term]:
        worth = self.jokers[joker]
        if not rest:
            yield Term(worth, "joker", (), (joker,))
            return
        inner = self.best(rest)
        others, last = (inner.jokers, inner.inner) if inner.kind == "joker" else ((), inner)
        yield Term(worth + inner.half_points, "joker", (), (joker, *others), last)
        if self.joker_mode == "join" and len(rest) == 2:
            rank = self.ranks[rest[0]]
            # A joker of the pair's own rank makes the natural triple, whose points are set.
            if self.ranks[rest[1]] == rank and rank in self.triples and self.ranks[joker] != rank:
                yield Term(worth + sum(self.points[card] for card in rest), "joined pair", rest, (joker,))

    def _wild_terms(self, by_rank: Mapping[int, Cards], jokers: Cards) -> Iterator[Term]:
        for rank, held in by_rank.items():
            wild = tuple(joker for joker in jokers if joker not in held)
            if not wild:
                continue
            if len(held) == 1 and rank in self.pairs:
                yield Term(self.pairs[rank], "wild pair", held, wild[:1])
            if len(held) + len(wild) == 3 and rank in self.triples:
                yield Term(self._triple_points(rank, held), "wild triple", held, wild)


def _grouped(cards: Cards, keys: Cards) -> dict[int, Cards]:
    """The cards by what `keys` says of each, in the order of their coming."""
    groups: dict[int, Cards] = {}
    for card in cards:
        groups[keys[card]] = (*groups.get(keys[card], ()), card)
    return groups


def _worth(term: Term) -> tuple[int, int, Cards]:
    """What `best` looks for; of equal terms of one kind, say two single cards, the highest cards are named."""
    return term.half_points, _PREFERENCE[term.kind], term.cards
