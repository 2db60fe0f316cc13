"""Sums over deals that all actions of a hand have met, and what they say of means, gains and errors."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from math import sqrt
from typing import Any

import numpy as np
from numpy.typing import NDArray

from svara_odds.errors import DealError

__all__ = ["ENDS", "Tally", "check_sample"]

# How a deal ends for a seat: with its own whip, by paying for another's, with three, two, one or no tricks, or out.
ENDS = ("whip", "whipped", "sweep", "two", "one", "none", "out")


def check_sample(deals: int) -> None:
    """Refuse a sample so small that it has no error.

    Raises
    ------
    DealError
        If there are fewer than 2 deals.
    """
    if deals < 2:
        raise DealError(f"deals: {deals}; it is 2 or more, so that an error can be told")


@dataclass(frozen=True, eq=False)
class Tally:
    """Sums over deals, for each action.

    That a hand becomes a whip is rare and worth much, so most of the error of a plain mean is the luck of drawing one.
    How likely that is is known exactly; the means are corrected by the part of each value that hangs on it (a control
    variate, whose slope is fitted to the same deals).

    Attributes
    ----------
    deals : int
    whip_chances : ndarray
        Chance that the hand becomes a whip: float64, shape (actions,); nan where it is not known, and corrects nothing.
    sums : ndarray
        Sums of the values, then those of the deals in which the hand was a whip: float64, shape (2 * actions,).
    products : ndarray
        Sums of the products of each two of them in one deal: float64, shape (2 * actions, 2 * actions).
    ends : ndarray
        How often each of `ENDS` came about: int64, shape (actions, 7).
    """

    deals: int
    whip_chances: NDArray[np.float64]
    sums: NDArray[np.float64]
    products: NDArray[np.float64]
    ends: NDArray[np.int64]

    @property
    def arrays(self) -> dict[str, NDArray[Any]]:
        """What adds up over the blocks of a sample, by name."""
        return {"sums": self.sums, "products": self.products, "ends": self.ends}

    @cached_property
    def _corrected(self) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        """Means of the actions and the covariance matrix of these means."""
        n, actions = self.deals, len(self.whip_chances)
        spread = self.products - np.outer(self.sums, self.sums) / n
        mixed, whips = np.diagonal(spread, actions), np.diagonal(spread)[actions:]
        varies = (whips > 1e-9 * n) & ~np.isnan(self.whip_chances)
        slopes = np.where(varies, mixed / np.where(varies, whips, 1.0), 0.0)
        lucky = np.where(varies, self.sums[actions:] - n * self.whip_chances, 0.0)
        means = (self.sums[:actions] - slopes * lucky) / n
        rest = np.hstack([np.eye(actions), -np.diag(slopes)])
        return means, rest @ spread @ rest.T / (max(n - 1, 1) * n)

    def mean(self, action: int) -> float:
        """Mean value of an action, by its place."""
        return float(self._corrected[0][action])

    def stderr(self, action: int) -> float:
        """Standard error of the mean of a sample of deals."""
        return sqrt(max(0.0, self._corrected[1][action, action]))

    def gain(self, action: int, other: int) -> float:
        """How much more an action is worth than another."""
        return self.mean(action) - self.mean(other)

    def gain_stderr(self, action: int, other: int) -> float:
        """Standard error of the gain: both actions have met the same deals."""
        errors = self._corrected[1]
        return sqrt(max(0.0, errors[action, action] + errors[other, other] - 2 * errors[action, other]))

    def chance(self, action: int, end: str) -> float:
        """How often an end came about, one of `ENDS`."""
        return float(self.ends[action, ENDS.index(end)] / self.deals)
