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
_PREFERENCE = ("joker", "suit", "wild pair", "wild triple", "joined pair", "pair", "triple")


class Term(NamedTuple):
    """One combination of a hand.

    Attributes
    ----------
    half_points : int
        What the whole term is worth, jokers included, in half points.
    kind : str
        ``suit``, ``pair``, ``triple``, ``joined pair``, ``wild pair``, ``wild triple`` or ``joker``
        (a joker that adds its points to the term `inner`, or stands alone).
    cards : tuple of int
        The cards that count by their own rank or suit.
    jokers : tuple of int
        The cards that count as jokers.
    inner : Term, optional
        For ``joker``: what the other cards make.
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
        yield from self._rank_terms(cards)
        for joker in cards:
            if joker in self.jokers:
                yield from self._joker_terms(joker, tuple(card for card in cards if card != joker))
        if self.joker_mode == "wild" and len(cards) > 1:
            yield from self._wild_terms(cards)

    def _suit_terms(self, cards: Cards) -> Iterator[Term]:
        if not self.suit_sum:
            for card in cards:
                yield Term(self.points[card], "suit", (card,))
            return
        suits = self.suits
        for suit in {suits[card] for card in cards}:
            held = tuple(card for card in cards if suits[card] == suit)
            yield Term(sum(self.points[card] for card in held), "suit", held)

    def _rank_terms(self, cards: Cards) -> Iterator[Term]:
        ranks = self.ranks
        for rank in {ranks[card] for card in cards}:
            held = tuple(card for card in cards if ranks[card] == rank)
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
        yield Term(worth + inner.half_points, "joker", (), (joker,), inner)
        if self.joker_mode == "join" and len(rest) == 2:
            rank = self.ranks[rest[0]]
            # A joker of the pair's own rank makes the natural triple, whose points are set.
            if self.ranks[rest[1]] == rank and rank in self.triples and self.ranks[joker] != rank:
                yield Term(worth + sum(self.points[card] for card in rest), "joined pair", rest, (joker,))

    def _wild_terms(self, cards: Cards) -> Iterator[Term]:
        for rank in {self.ranks[card] for card in cards}:
            held = tuple(card for card in cards if self.ranks[card] == rank)
            wild = tuple(card for card in cards if self.ranks[card] != rank and card in self.jokers)
            if not wild:
                continue
            if len(held) == 1 and rank in self.pairs:
                yield Term(self.pairs[rank], "wild pair", held, wild[:1])
            if len(held) + len(wild) == 3 and rank in self.triples:
                yield Term(self._triple_points(rank, held), "wild triple", held, wild)


def _worth(term: Term) -> tuple[int, int]:
    return term.half_points, _PREFERENCE.index(term.kind)
