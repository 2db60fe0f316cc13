"""What hands are worth as arithmetic on bytes, found from a rule's data and checked against every hand of its table.

A table of hands has to be read one hand at a time. Most rules need none: 64 hands are scored side by side where what
each card brings, and what cards of some ranks make together, can be looked up in tables of 64 bytes (see `score_lanes`
in `svara_odds.tables._kernels_lanes`). A hand of the cards a, b, c is then worth the largest of

* ``points[a]``, and the sums of points of two or three cards that share a bit of ``groups``;
* ``three[codes[a] | codes[b] | codes[c]]``, and ``two[codes[a] | codes[b]]`` of each two cards.

Suits are groups, and so are ranks whose pairs are worth their sum, such as two aces at 22; a joker that adds its points
to anything is in all of them. A rank that makes pairs or triples has a code of its own: the union of different codes is
none of them, and a joker's code of one more bit tells what it joins or stands in for. Where no pair is worth anything
that it is not worth in a group, `two` is 0 and need not be asked.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from svara_odds.rules.terms import ScoringTerms

__all__ = ["Formula", "find_formula"]

_POINTS, _GROUPS, _CODES, _THREE, _TWO = range(5)  # lines
_ENTRIES = 64  # bytes of a table, and codes that there are
_NO_RANK = 63  # code of a card whose rank makes neither pairs nor triples
_ALL_GROUPS = 255
_SPARE_GROUPS = 4  # beside the suits
_JOKER = 32
_MOST_JOKERS = 4
# Codes of which none holds another, so that a union tells whether they were equal; beside the joker's bit, and without.
_BESIDE_JOKER = [sum(1 << bit for bit in bits) for bits in combinations(range(5), 2)]
_ALONE = [sum(1 << bit for bit in bits) for bits in combinations(range(6), 3)]


@dataclass(frozen=True, eq=False)
class Formula:
    """Scores as arithmetic on bytes.

    Attributes
    ----------
    lines : ndarray
        uint8, shape (5, 64): ``points``, ``groups`` and ``codes`` by card, ``three`` and ``two`` by union of codes.
    """

    lines: NDArray[np.uint8]

    def half_points(self, hands: NDArray[np.uint8]) -> NDArray[np.uint8]:
        """Half points of `hands`, uint8 of shape (N, 3), in any sequence of the cards: uint8, shape (N,)."""
        points, groups, codes = self.lines[:3][:, hands.T]
        best: NDArray[np.uint8] = np.maximum(points.max(axis=0), self.lines[_THREE][np.bitwise_or.reduce(codes)])
        for some in ([0, 1], [0, 2], [1, 2], [0, 1, 2]):
            shared = np.bitwise_and.reduce(groups[some]) > 0
            best = np.maximum(best, np.where(shared, points[some].sum(axis=0, dtype=np.uint8), np.uint8(0)))
            if len(some) == 2:
                best = np.maximum(best, self.lines[_TWO][codes[some[0]] | codes[some[1]]])
        return best

    def of_cards(self, cards: NDArray[np.uint8]) -> NDArray[np.uint8]:
        """The lines for some of the cards, numbered 0, 1, … in the sequence given."""
        lines = self.lines.copy()
        lines[:3] = 0
        lines[:3, : len(cards)] = self.lines[:3, cards]
        return lines


def find_formula(terms: ScoringTerms, hands: NDArray[np.uint8], half_points: NDArray[np.int16]) -> Formula | None:
    """The formula that gives every hand its half points, or None where none is found.

    Parameters
    ----------
    terms : ScoringTerms
        Where the points of the cards and the jokers are taken from.
    hands : ndarray
        uint8, shape (N, 3): every hand of the deck.
    half_points : ndarray
        int16, shape (N,): what they are worth. What the unions of codes are worth is found from it.

    Returns
    -------
    Formula or None
        None where a hand, or three times the dearest card, is worth more than 255 half points, where more ranks make
        combinations than there are codes, and where arithmetic of this form does not give all N hands exactly what
        they are worth.
    """
    if max(int(half_points.max()), 3 * max(*terms.points, *terms.jokers.values())) > np.iinfo(np.uint8).max:
        return None
    for lines in _attempts(terms):
        codes = lines[_CODES][hands.T]
        _fit(lines[_THREE], [np.bitwise_or.reduce(codes)], half_points)
        for pairs in ([], [codes[0] | codes[1], codes[0] | codes[2], codes[1] | codes[2]]):
            _fit(lines[_TWO], pairs, half_points)
            formula = Formula(lines)
            if (formula.half_points(hands) == half_points).all():
                lines.setflags(write=False)
                return formula
    return None


def _attempts(terms: ScoringTerms) -> Iterator[NDArray[np.uint8]]:
    """Lines without what unions are worth, with and without ranks as groups, for every choice of special jokers.

    Special jokers have the joker's code, the others that of their rank. Which choice is right depends on what a joker
    completes, and is soon tried.
    """
    combined = sorted(set(terms.pairs) | set(terms.triples))
    jokers = sorted(terms.jokers)[:_MOST_JOKERS]
    for number in range(len(jokers), -1, -1):
        for special in combinations(jokers, number):
            free = _BESIDE_JOKER if special else _ALONE
            if len(combined) <= len(free):
                codes = dict(zip(combined, free, strict=False))
                for adding in dict.fromkeys((tuple(_adding_ranks(terms)), ())):
                    yield _card_lines(terms, special, codes, adding)


def _adding_ranks(terms: ScoringTerms) -> list[int]:
    """Ranks of which two cards are worth the sum of their points, as many as there are bits left for."""
    usual = {rank: terms.points[card] for card, rank in enumerate(terms.ranks) if card not in terms.jokers}
    return [rank for rank, pair in terms.pairs.items() if rank in usual and pair == 2 * usual[rank]][:_SPARE_GROUPS]


def _card_lines(
    terms: ScoringTerms, special: Collection[int], codes: dict[int, int], adding: Sequence[int]
) -> NDArray[np.uint8]:
    lines = np.zeros((5, _ENTRIES), dtype=np.uint8)
    for card, (rank, suit, points) in enumerate(zip(terms.ranks, terms.suits, terms.points, strict=True)):
        groups = terms.suit_sum << suit | sum(16 << bit for bit, each in enumerate(adding) if each == rank)
        lines[:_THREE, card] = points, groups, codes.get(rank, _NO_RANK)
        if card in terms.jokers:
            lines[:_CODES, card] = terms.jokers[card], _ALL_GROUPS
        if card in special:
            lines[_CODES, card] = _JOKER
    return lines


def _fit(line: NDArray[np.uint8], unions: list[NDArray[np.uint8]], half_points: NDArray[np.int16]) -> None:
    """Give every union the most that no hand with it is worth less than; 0 to those that no hand has.

    A hand is worth the largest of its terms, so that no term may be larger: where any values make the formula right,
    these do.
    """
    none = np.iinfo(np.int16).max
    most = np.full(_ENTRIES, none, dtype=np.int16)
    for union in unions:
        np.minimum.at(most, union, half_points)
    line[:] = np.where(most == none, 0, most)
