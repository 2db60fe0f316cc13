"""What hands are worth as arithmetic on bytes, found from a rule's data and checked against every hand of its table.

A table of hands has to be read one hand at a time. Most rules need none: 64 hands are scored side by side where what
each card brings, and what cards of some ranks make together, can be looked up in tables of 64 bytes (see `score_lanes`
in `svara_odds.tables._kernels_lanes`). A hand of the cards a, b, c is then worth the largest of

* ``points[a]``, and the sums of points of two or three cards that share a bit of ``suits``;
* ``two[codes[a] | codes[b]]`` of each two cards, and ``three[codes[a] | codes[b] | codes[c]]``.

A joker that adds its points to anything has the bits of all suits. A rank that makes pairs or triples has a code of its
own; the union of different codes is none of them, and a joker's code of one more bit tells a pair from a card that a
joker joins or stands in for.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from svara_odds.rules.terms import ScoringTerms

__all__ = ["Formula", "find_formula"]

_ENTRIES = 64  # bytes of a table, and codes that there are
_NO_RANK = 63  # code of a card whose rank makes neither pairs nor triples
_ANY_SUIT = 15
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
        uint8, shape (5, 64): the half points that a card adds to a sum, the suits that it counts to (a bit each), its
        code, and the half points of a union of two codes and of three.
    """

    lines: NDArray[np.uint8]

    def half_points(self, hands: NDArray[np.uint8]) -> NDArray[np.uint8]:
        """Half points of `hands`, uint8 of shape (N, 3), in any sequence of the cards: uint8, shape (N,)."""
        points, suits, codes = self.lines[:3][:, hands.T]
        best: NDArray[np.uint8] = np.maximum(points.max(axis=0), self.lines[4][np.bitwise_or.reduce(codes)])
        for some in ((0, 1), (0, 2), (1, 2), (0, 1, 2)):
            held = np.bitwise_and.reduce(suits[list(some)]) > 0
            total = points[list(some)].sum(axis=0, dtype=np.uint8)
            best = np.maximum(best, np.where(held, total, np.uint8(0)))
            if len(some) == 2:
                best = np.maximum(best, self.lines[3][codes[some[0]] | codes[some[1]]])
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
        None where a hand is worth more than 255 half points, where more ranks make combinations than there are codes,
        and where arithmetic of this form does not give all N hands exactly what they are worth.
    """
    if int(half_points.max()) > np.iinfo(np.uint8).max:
        return None
    for lines in _attempts(terms):
        codes = lines[2][hands.T]
        pairs = [(codes[one] | codes[other], half_points) for one, other in ((0, 1), (0, 2), (1, 2))]
        _fit(lines[3], pairs)
        _fit(lines[4], [(np.bitwise_or.reduce(codes), half_points)])
        formula = Formula(lines)
        if (formula.half_points(hands) == half_points).all():
            lines.setflags(write=False)
            return formula
    return None


def _attempts(terms: ScoringTerms) -> Iterator[NDArray[np.uint8]]:
    """Lines without what unions are worth, for every choice of jokers that have the joker's code.

    The others have the code of their rank. Which choice is right depends on the combinations that a joker completes,
    and is soon tried.
    """
    combined = sorted(set(terms.pairs) | set(terms.triples))
    jokers = sorted(terms.jokers)[:_MOST_JOKERS]
    for number in range(len(jokers), -1, -1):
        for special in combinations(jokers, number):
            free = _BESIDE_JOKER if special else _ALONE
            if len(combined) <= len(free):
                yield _card_lines(terms, special, dict(zip(combined, free, strict=False)))


def _card_lines(terms: ScoringTerms, special: Collection[int], codes: dict[int, int]) -> NDArray[np.uint8]:
    lines = np.zeros((5, _ENTRIES), dtype=np.uint8)
    for card, (rank, suit, points) in enumerate(zip(terms.ranks, terms.suits, terms.points, strict=True)):
        joker = card in terms.jokers
        suits = _ANY_SUIT if joker else terms.suit_sum << suit
        code = _JOKER if card in special else codes.get(rank, _NO_RANK)
        lines[:3, card] = terms.jokers.get(card, points), suits, code
    return lines


def _fit(line: NDArray[np.uint8], held: list[tuple[NDArray[np.uint8], NDArray[np.int16]]]) -> None:
    """Give every union the most that no hand with it is worth less than.

    A hand is worth the largest of its terms, so that no term may be larger: where any values make the formula right,
    these do.
    """
    most = np.full(_ENTRIES, np.iinfo(np.int16).max, dtype=np.int16)
    for unions, half_points in held:
        np.minimum.at(most, unions, half_points)
    line[:] = np.where(most == np.iinfo(np.int16).max, 0, most)
