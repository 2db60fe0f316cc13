"""A range: a weight for every hand of a table, exact and frozen."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from svara_odds.cards.hands import Hand
from svara_odds.errors import DealError, NotationError, shortened
from svara_odds.ranges.canonical import WEIGHT_UNITS, canonical_text
from svara_odds.tables.handtable import HandTable

__all__ = ["HandRange", "ListedHand", "ListedPoints"]


class ListedHand(NamedTuple):
    """One hand of a range."""

    hand: str
    half_points: int
    weight: Fraction


class ListedPoints(NamedTuple):
    """The hands of a range that are worth the same."""

    half_points: int
    hands: int
    weight: Fraction  # of all these hands together


@dataclass(frozen=True, eq=False)
class HandRange:
    """Which hands a player may hold, and how much of each.

    Hand `i` has the weight ``numerators[i] / denominator``. The fractions are kept in lowest terms, so that
    equal ranges have equal numbers; ranges are equal where deck, points and weights are.

    Parameters
    ----------
    table : HandTable
        The hands.
    numerators : ndarray
        Integers, shape (n_hands,), from 0 to `denominator`, not all 0. Kept as a read-only int64 copy.
    denominator : int
        A divisor of 10,000, so that no sum of numerators can come near 64 bits.
    written : str, optional
        How somebody wrote this range; does not count for equality.

    Raises
    ------
    NotationError
        If the numbers are not such weights.

    Examples
    --------
    >>> from svara_odds.tables.handtable import hand_table
    >>> everything = HandRange.random(hand_table("bulgarian"))
    >>> everything.n_hands, str(everything)
    (4960, 'random')
    """

    table: HandTable
    numerators: NDArray[np.int64]
    denominator: int = 1
    written: str | None = field(default=None, kw_only=True)

    def __post_init__(self) -> None:
        numerators = np.array(self.numerators, dtype=np.int64)
        if numerators.shape != (self.table.n_hands,):
            raise NotationError(f"range: weights of shape {numerators.shape}; the table has {self.table.n_hands} hands")
        if self.denominator < 1 or WEIGHT_UNITS % self.denominator:
            raise NotationError(f"range: denominator {self.denominator} does not divide {WEIGHT_UNITS}")
        if numerators.min() < 0 or numerators.max() > self.denominator:
            raise NotationError("range: weights must lie between 0 and 1")
        if not numerators.any():
            raise NotationError("range: no hand has any weight")
        common = int(np.gcd.reduce(numerators, initial=self.denominator))
        numerators //= common
        numerators.setflags(write=False)
        object.__setattr__(self, "numerators", numerators)
        object.__setattr__(self, "denominator", self.denominator // common)

    @classmethod
    def random(cls, table: HandTable) -> HandRange:
        """Every hand of the `table`, each with weight 1."""
        return cls(table, np.ones(table.n_hands, dtype=np.int64), written="random")

    @classmethod
    def single(cls, table: HandTable, hand: Hand) -> HandRange:
        """One `hand` of the `table` (three positions in the deck) with weight 1."""
        numerators = np.zeros(table.n_hands, dtype=np.int64)
        numerators[table.index_of(hand)] = 1
        return cls(table, numerators)

    @cached_property
    def indices(self) -> NDArray[np.intp]:
        """Ascending rows of the hands that have any weight."""
        rows = np.flatnonzero(self.numerators)
        rows.setflags(write=False)
        return rows

    @property
    def n_hands(self) -> int:
        """Number of hands that have any weight."""
        return len(self.indices)

    @cached_property
    def total(self) -> int:
        """Sum of the numerators."""
        return int(self.numerators.sum())

    @property
    def text(self) -> str:
        """The range as it was written, or else as ``str`` writes it."""
        return str(self) if self.written is None else self.written

    def weight(self, index: int) -> Fraction:
        """Weight of the hand in row `index` of the table."""
        return Fraction(int(self.numerators[index]), self.denominator)

    def without(self, cards: Iterable[int]) -> HandRange:
        """The range without the hands that hold one of `cards` (positions in the deck).

        Raises
        ------
        DealError
            If no hand is left.
        """
        dead = sorted(set(cards))
        if not dead:
            return self
        if dead[0] < 0 or dead[-1] >= self.table.n_cards:
            raise DealError(f"dead cards {dead}: a card is a position from 0 to {self.table.n_cards - 1}")
        held = np.isin(self.table.hands, dead).any(axis=1)
        if not self.numerators[~held].any():
            names = " ".join(self.table.deck.cards[card] for card in dead)
            raise DealError(f"{shortened(self.text)}: no hand is left without {names}")
        return HandRange(self.table, np.where(held, 0, self.numerators), self.denominator)

    def listing(self) -> list[ListedHand]:
        """Every hand that has any weight, the best first."""
        rows = self.indices[np.lexsort((self.indices, self.table.order[self.indices]))[::-1]]
        points = self.table.half_points
        return [ListedHand(self.table.text(row), int(points[row]), self.weight(row)) for row in rows.tolist()]

    def by_points(self) -> list[ListedPoints]:
        """How many hands of the range are worth what, the best first.

        Examples
        --------
        >>> from svara_odds.tables.handtable import hand_table
        >>> HandRange.random(hand_table("bulgarian")).by_points()[0]
        ListedPoints(half_points=68, hands=4, weight=Fraction(4, 1))
        """
        order, levels = self.table.order, self.table.levels.tolist()
        hands = np.bincount(order[self.indices], minlength=len(levels)).tolist()
        sums = np.zeros(len(levels), dtype=np.int64)
        np.add.at(sums, order, self.numerators)
        rows = zip(levels, hands, sums.tolist(), strict=True)
        return [ListedPoints(level, n, Fraction(total, self.denominator)) for level, n, total in rows if n][::-1]

    @cached_property
    def _canonical(self) -> str:
        return canonical_text(self.table, self.numerators * (WEIGHT_UNITS // self.denominator))

    def __str__(self) -> str:
        return self._canonical

    def __repr__(self) -> str:
        return f"HandRange({shortened(self.text)}, rules={self.table.rules.name!r}, n_hands={self.n_hands})"

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, HandRange):
            return NotImplemented
        same_table = self.table is other.table or self.table.digest == other.table.digest
        return (
            same_table and self.denominator == other.denominator and bool((self.numerators == other.numerators).all())
        )

    def __hash__(self) -> int:
        return hash((self.table.digest, self.denominator, self.numerators.tobytes()))
