"""Which way to answer a showdown question: exactly where that is quick, else from a sample.

Each exact method says how many elementary steps it would take; no clock is asked, so the same question gets the
same method, and the same integers, on every machine.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import Literal

from svara_odds.errors import DealError
from svara_odds.odds.outcomes import OutcomeCounts
from svara_odds.odds.spot import Spot
from svara_odds.text.tables import spoken_number

__all__ = ["AUTO_STEPS", "DEFAULT_DEALS", "MAX_STEPS", "MethodName", "Odds", "odds_of"]

MethodName = Literal["auto", "exact", "monte-carlo"]
Progress = Callable[[int, int], object]

# Steps that take about ten seconds on one core of a machine of 2024, and the most that "exact" will begin.
AUTO_STEPS = 5_000_000_000
MAX_STEPS = 5_000_000_000_000
DEFAULT_DEALS = 10_000_000


@dataclass(frozen=True, eq=False)
class Odds:
    """What a showdown question came to.

    Attributes
    ----------
    counts : OutcomeCounts
        Deals by set of best seats: all deals if exact, else the sampled ones.
    method : str
        ``exact`` or ``monte-carlo``.
    how : str
        Which way it was found, in words.
    seed : int, optional
        Seed of a sample.
    win_intervals, svara_intervals : tuple of pairs of float
        Wilson intervals at 95 % of a sample, for each seat; empty if exact.
    """

    counts: OutcomeCounts
    method: Literal["exact", "monte-carlo"]
    how: str
    seed: int | None = None
    win_intervals: tuple[tuple[float, float], ...] = ()
    svara_intervals: tuple[tuple[float, float], ...] = ()

    def equity(self, seat: int) -> Fraction:
        """Share of the pot that falls to the seat on average; a k-way tie counts as a k-th."""
        return self.counts.equity(seat)

    def stderr(self, seat: int) -> float:
        """Standard error of the equity: 0 if exact."""
        return 0.0 if self.method == "exact" else self.counts.stderr(seat)


@dataclass(frozen=True)
class _Plan:
    """One exact way to an answer: its name in words, its steps, and the work."""

    how: str
    steps: int
    run: Callable[[int, Progress | None], OutcomeCounts]


def odds_of(
    spot: Spot,
    method: MethodName = "auto",
    *,
    deals: int | None = None,
    max_stderr: float | None = None,
    seed: int | None = None,
    threads: int = 1,
    progress: Progress | None = None,
) -> Odds:
    """Answer a showdown question.

    Parameters
    ----------
    spot : Spot
    method : {"auto", "exact", "monte-carlo"}
        ``auto`` is exact up to `AUTO_STEPS` elementary steps, and samples beyond. Asking for a number of deals or a
        standard error asks for a sample.
    deals : int, optional
        Deals to sample; `DEFAULT_DEALS` if neither this nor `max_stderr` is given.
    max_stderr : float, optional
        Sample until no seat's equity has a larger standard error.
    seed : int, optional
        Seed of the sample.
    threads : int
        Threads to use; the answer does not depend on them.
    progress : callable, optional
        Told ``(done, total)`` now and then.

    Returns
    -------
    Odds

    Raises
    ------
    DealError
        If no deal is possible, or an exact answer is asked for that would take more than `MAX_STEPS` steps.
    """
    if method == "exact" and (deals is not None or max_stderr is not None):
        raise DealError("method: exact counts every deal; deals and max-stderr go with monte-carlo")
    sampled = method == "monte-carlo" or deals is not None or max_stderr is not None
    if not sampled:
        plan = min(_plans(spot), key=lambda plan: plan.steps)
        if plan.steps <= (MAX_STEPS if method == "exact" else AUTO_STEPS):
            return Odds(plan.run(threads, progress), "exact", plan.how)
        if method == "exact":
            raise DealError(
                f"method: exact would take {spoken_number(plan.steps)} steps by {plan.how}; at most "
                f"{spoken_number(MAX_STEPS)} are begun, use monte-carlo"
            )
    return _sample(spot, deals, max_stderr, seed, threads, progress)
