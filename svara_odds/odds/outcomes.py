"""Deals counted by set of winners: what every showdown question, exact or sampled, comes down to."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

from svara_odds.errors import DealError

__all__ = ["OutcomeCounts"]


@dataclass(frozen=True)
class OutcomeCounts:
    """How many deals each set of best seats wins.

    Attributes
    ----------
    n_players : int
        Number of seats.
    counts : tuple of int
        2**n_players Python integers: ``counts[mask]`` deals are won by the seats whose bits are set in ``mask``,
        alone or tied. ``counts[0]`` is 0. Deals of weighted ranges count as often as their weights say.

    Raises
    ------
    DealError
        If the length of `counts` does not fit, a count is negative, or there is no deal at all.

    Examples
    --------
    >>> counts = OutcomeCounts(2, (0, 5, 3, 2))
    >>> counts.win(0), counts.svara(0), counts.lose(0), counts.equity(0)
    (5, 2, 3, Fraction(3, 5))
    """

    n_players: int
    counts: tuple[int, ...]

    def __post_init__(self) -> None:
        object.__setattr__(self, "counts", tuple(int(count) for count in self.counts))
        if self.n_players < 1 or len(self.counts) != 1 << self.n_players:
            raise DealError(
                f"{self.n_players} players have {len(self.counts)} counts; it takes at least one player and "
                "2**players counts"
            )
        if min(self.counts) < 0 or self.counts[0] != 0:
            raise DealError("counts of deals must be 0 or more, and every deal has a best seat: counts[0] is 0")
        if not any(self.counts):
            raise DealError("no deal was counted; at least one is needed")

    @classmethod
    def merge(cls, parts: Iterable[OutcomeCounts]) -> OutcomeCounts:
        """Counts of all the deals of `parts` taken together; they need the same number of players."""
        total: OutcomeCounts | None = None
        for part in parts:
            total = part if total is None else total + part
        if total is None:
            raise DealError("nothing to merge; at least one count is needed")
        return total

    def __add__(self, other: OutcomeCounts) -> OutcomeCounts:
        if not isinstance(other, OutcomeCounts):
            return NotImplemented
        if other.n_players != self.n_players:
            raise DealError(f"counts of {self.n_players} and of {other.n_players} players cannot be added")
        sums = (a + b for a, b in zip(self.counts, other.counts, strict=True))
        return OutcomeCounts(self.n_players, tuple(sums))

    @cached_property
    def total(self) -> int:
        """Number of deals."""
        return sum(self.counts)

    @cached_property
    def _by_size(self) -> tuple[tuple[int, ...], ...]:
        """``_by_size[seat][k]``: deals in which the seat is one of exactly k best."""
        sizes = [[0] * (self.n_players + 1) for _ in range(self.n_players)]
        for mask, count in enumerate(self.counts):
            if count:
                k = mask.bit_count()
                for seat in range(self.n_players):
                    if mask >> seat & 1:
                        sizes[seat][k] += count
        return tuple(tuple(row) for row in sizes)

    def win(self, seat: int) -> int:
        """Deals in which the seat alone is best."""
        return self._by_size[seat][1]

    def svara(self, seat: int) -> int:
        """Deals in which the seat is one of two or more best."""
        return sum(self._by_size[seat][2:])

    def lose(self, seat: int) -> int:
        """Deals in which another seat is better."""
        return self.total - sum(self._by_size[seat])

    def equity(self, seat: int) -> Fraction:
        """Expected share of the pot where each of k tied seats is paid a k-th of it."""
        return self._share_sum(seat, 1) / self.total

    def stderr(self, seat: int) -> float:
        """Standard error of the equity, if every deal counted is an independent random deal.

        Its variance is that of `smoothed_share` with one deal added on either side, so it is never 0: a sample
        that has always been won may still have missed a rare loss. After n deals that all went the same way the
        error is about 1/n; elsewhere the two added deals change it by a part of the order of 1/n.
        """
        return math.sqrt(self.smoothed_share(seat, 1)[1] / self.total)

    def smoothed_share(self, seat: int, added: float) -> tuple[float, float]:
        """Mean and variance of the seat's share of the pot, with deals added that nobody saw.

        Shares that came out all alike have variance 0, though the next deal may differ. Taken together with some
        deals of share 0 and as many of share 1 they have a variance that fits what such a sample can tell.

        Parameters
        ----------
        seat : int
        added : float
            Deals of share 0, and also of share 1, that are added; above 0, and not necessarily whole.

        Returns
        -------
        mean, variance : float
            Of the shares of all deals, the added ones among them; the variance is above 0 and at most 1/4.

        References
        ----------
        A. Agresti, B. A. Coull, "Approximate is better than 'exact' for interval estimation of binomial
        proportions", The American Statistician 52 (1998), 119-126: successes and failures added to a proportion.
        """
        extra = Fraction(added)
        everything = self.total + 2 * extra
        mean = (self._share_sum(seat, 1) + extra) / everything
        return float(mean), float((self._share_sum(seat, 2) + extra) / everything - mean**2)

    def svara_sizes(self) -> dict[int, int]:
        """Deals that end in a svara, by number of tied seats, from 2 to all."""
        # A deal with k best seats stands in the rows of k seats.
        return {k: sum(row[k] for row in self._by_size) // k for k in range(2, self.n_players + 1)}

    def _share_sum(self, seat: int, power: int) -> Fraction:
        """Sum of the shares of all deals, each to this power."""
        sizes = enumerate(self._by_size[seat])
        return sum((Fraction(count, k**power) for k, count in sizes if count), Fraction(0))
