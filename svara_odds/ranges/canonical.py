"""The text of a range: a short list of terms that the grammar reads back as the same weights."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import combinations_with_replacement
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from svara_odds.cards.hands import read_rank
from svara_odds.ranges.patterns import ANY, ANY_CARD, Place, pattern_hands, pattern_text, word_hands
from svara_odds.tables.handtable import HandTable
from svara_odds.text.wording import points_text

__all__ = ["WEIGHT_UNITS", "canonical_text", "reads_as_ranks"]

# A weight has at most four digits behind the point, so every weight is a whole number of these.
WEIGHT_UNITS = 10_000
_POINTS, _PATTERN = 0, 1


class _Offer(NamedTuple):
    """A term that may be written: it claims no more than any of its hands has."""

    weight: int
    kind: int
    text: str
    covered: NDArray[np.intp]  # hands that have exactly this weight


def canonical_text(table: HandTable, weights: NDArray[np.int64]) -> str:
    """Write weights as a range expression.

    Parameters
    ----------
    table : HandTable
    weights : ndarray
        int64, shape (n_hands,), from 0 to `WEIGHT_UNITS`; not all 0.

    Returns
    -------
    str
        Points, words, patterns and, for what they leave, single hands; or, where that is shorter, what is
        to be taken out of all hands.
    """
    text = ",".join(_terms(table, weights))
    zero = weights == 0
    if len(text) > len("random,!pair") and zero.any() and len(np.unique(weights)) == 2:
        excluded = ",".join("!" + term for term in _terms(table, np.where(zero, WEIGHT_UNITS, 0)))
        start = _weight_text(int(weights.max()))
        text = min(text, f"random{start},{excluded}" if start else excluded, key=len)
    return text


def _terms(table: HandTable, weights: NDArray[np.int64]) -> list[str]:
    open_hands = weights > 0
    chosen: list[tuple[int, int, str]] = []
    if np.count_nonzero(open_hands) > 1:
        # The largest terms first. Where terms overlap the largest weight holds, so a term may run over
        # hands that have more than its own weight.
        offers = [*_points_offers(table, weights), *_pattern_offers(table, weights)]
        for offer in sorted(offers, key=lambda offer: (-len(offer.covered), offer.kind, len(offer.text))):
            gain = np.count_nonzero(open_hands[offer.covered])
            if gain > 1 or (gain and offer.kind == _POINTS):
                open_hands[offer.covered] = False
                chosen.append((-offer.weight, offer.kind, offer.text + _weight_text(offer.weight)))
    left = np.flatnonzero(open_hands)
    left = left[np.lexsort((-left, -table.order[left].astype(np.int64), -weights[left]))]
    terms = [text for _, _, text in sorted(chosen, key=lambda term: term[:2])]
    return terms + [table.text(int(hand)) + _weight_text(int(weights[hand])) for hand in left]


def reads_as_ranks(digits: str) -> bool:
    """Whether digits are three ranks, as ``"789"`` and ``"71010"`` are; the grammar then takes them for cards."""
    at = ranks = 0
    while at < len(digits):
        rank = read_rank(digits, at)
        if rank is None:
            return False
        at, ranks = rank[1], ranks + 1
    return ranks == 3


def _weight_text(weight: int) -> str:
    return "" if weight == WEIGHT_UNITS else f":0.{weight:04d}".rstrip("0")


def _points_offers(table: HandTable, weights: NDArray[np.int64]) -> Iterator[_Offer]:
    """For each level the longest run of levels around it whose hands all have at least its weight."""
    least = np.full(len(table.levels), WEIGHT_UNITS, dtype=np.int64)
    np.minimum.at(least, table.order, weights)
    runs = set()
    for level, weight in enumerate(least.tolist()):
        if weight:
            below, above = np.flatnonzero(least[:level] < weight), np.flatnonzero(least[level:] < weight)
            low = int(below[-1]) + 1 if len(below) else 0
            high = level + int(above[0]) - 1 if len(above) else len(least) - 1
            runs.add((high, low, weight))
    for high, low, weight in sorted(runs, reverse=True):
        inside = (table.order >= low) & (table.order <= high) & (weights == weight)
        yield _Offer(weight, _POINTS, _points_term(table.levels.tolist(), low, high), np.flatnonzero(inside))


def _points_term(levels: list[int], low: int, high: int) -> str:
    lowest, highest = points_text(levels[low]), points_text(levels[high])
    if low == high:
        return f"={lowest}" if reads_as_ranks(lowest) else lowest
    if high == len(levels) - 1:
        return f"{lowest}+" if low else "random"
    return f"{lowest}-{highest}" if low else f"<={highest}"


def _pattern_offers(table: HandTable, weights: NDArray[np.int64]) -> Iterator[_Offer]:
    for text, hands in _patterns(table):
        least = int(weights[hands].min())
        if least:
            yield _Offer(least, _PATTERN, text, hands[weights[hands] == least])


@lru_cache(maxsize=8)
def _patterns(table: HandTable) -> tuple[tuple[str, NDArray[np.intp]], ...]:
    """Words and patterns worth trying, each with its hands; some 700 for 52 cards."""
    ranks = [Place(rank, ANY) for rank in sorted({int(rank) for rank in table.deck.ranks}, reverse=True)]
    suits = [Place(ANY, suit) for suit in sorted({int(suit) for suit in table.deck.suits})]
    cards = [Place(int(rank), int(suit)) for rank, suit in zip(table.deck.ranks, table.deck.suits, strict=True)]
    places = [
        *((place, ANY_CARD, ANY_CARD) for place in [*cards, *ranks]),
        *((first, second, ANY_CARD) for first, second in combinations_with_replacement(ranks, 2)),
        *((card, Place(card.rank, ANY), ANY_CARD) for card in cards),
        *((suit, *rest) for suit in suits for rest in ((ANY_CARD, ANY_CARD), (suit, ANY_CARD), (suit, suit))),
        *combinations_with_replacement(ranks, 3),
    ]
    words = [(word, word_hands(word, table)) for word in ("joker", "triple", "suited", "pair", "rainbow")]
    found = words + [(pattern_text(pattern), pattern_hands(pattern, table)) for pattern in places]
    return tuple((text, hands) for text, hands in found if len(hands))
