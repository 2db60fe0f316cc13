"""Which way to answer a showdown question: exactly where that is quick, else from a sample.

Each exact method says how many elementary steps it would take; no clock is asked, so the same question gets the
same method, and the same integers, on every machine.
"""

from __future__ import annotations

import math
import os
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Executor
from contextlib import suppress
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations
from math import comb
from typing import Any, Literal, get_args

import numpy as np

from svara_odds.errors import DealError
from svara_odds.jobs.run import Progress
from svara_odds.odds.enumeration.enumerate import enumerate_deals
from svara_odds.odds.enumeration.enumerate import estimate_operations as enumerate_steps
from svara_odds.odds.headsup import headsup_counts
from svara_odds.odds.multiway.hero import MultiwayCounts, hero_counts
from svara_odds.odds.multiway.hero import estimate_operations as hero_steps
from svara_odds.odds.multiway.table_files import load_exact
from svara_odds.odds.outcomes import OutcomeCounts
from svara_odds.odds.sampling.simulate import Simulation, simulate
from svara_odds.odds.spot import Spot
from svara_odds.text.tables import spoken_number, work_text

__all__ = ["AUTO_STEPS", "MAX_STEPS", "MethodName", "Odds", "odds_of"]

MethodName = Literal["auto", "exact", "monte-carlo"]

# Steps that take about ten seconds on one core of a machine of 2024, and the most that "exact" will begin.
AUTO_STEPS = 5_000_000_000
MAX_STEPS = 5_000_000_000_000
SMALLEST_STDERR = 1e-8  # some 10**15 deals
SWEEP_STEPS = 20


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
    sample : Simulation, optional
        The sample, with its seed and its intervals; None if exact.
    """

    counts: OutcomeCounts
    method: Literal["exact", "monte-carlo"]
    how: str
    sample: Simulation | None = None

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
    executor: Executor | None = None,
    checkpoint: str | os.PathLike[str] | None = None,
    announce: Callable[[str], object] | None = None,
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
        Deals to sample; 10,000,000 if neither this nor `max_stderr` is given.
    max_stderr : float, optional
        Sample until no seat's equity has a larger standard error.
    seed : int, optional
        Seed of the sample.
    threads : int
        Threads to use, or workers of `executor`; the answer does not depend on them.
    executor, checkpoint : optional
        Where a sample is dealt, and the file it is kept in; see
        :func:`~svara_odds.odds.sampling.simulate.simulate`. An exact answer needs neither.
    announce : callable, optional
        Told in a sentence how much work lies ahead, before a long count begins.
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
    if method not in get_args(MethodName):
        raise DealError(f"method: {method!r} is not one of {', '.join(get_args(MethodName))}")
    if max_stderr is not None and not SMALLEST_STDERR <= max_stderr < math.inf:
        raise DealError(f"max-stderr: {max_stderr} is not allowed; give a number from {SMALLEST_STDERR:g} up")
    if method == "exact" and (deals is not None or max_stderr is not None):
        raise DealError("method: exact counts every deal; deals and max-stderr go with auto or monte-carlo")
    if method == "exact" and (executor is not None or checkpoint is not None):
        raise DealError("method: exact counts on this machine; cluster and checkpoint go with auto or monte-carlo")
    why = ""
    if not (method == "monte-carlo" or deals is not None or max_stderr is not None):
        plan = _shortest(_plans(spot))
        work = work_text(plan.steps)
        if plan.steps <= (MAX_STEPS if method == "exact" else AUTO_STEPS):
            if announce is not None and plan.steps > AUTO_STEPS:
                announce(f"counting every deal by {plan.how}: {work}")
            return Odds(plan.run(threads, progress), "exact", plan.how)
        if method == "exact":
            raise DealError(
                f"method: exact would take {work} by {plan.how}; at most {work_text(MAX_STEPS)} is begun: "
                "use monte-carlo"
            )
        why = f", as counting every deal would take {work}"
    size: dict[str, Any] = {"deals": deals, "max_stderr": max_stderr, "seed": seed}
    return _sample(spot, why, **size, threads=threads, executor=executor, checkpoint=checkpoint, progress=progress)


def _shortest(plans: Iterator[_Plan]) -> _Plan:
    """The plan of fewest steps; a finished table settles it before the others are even weighed."""
    shortest = next(plans)
    while shortest.steps:
        plan = next(plans, None)
        if plan is None:
            break
        shortest = min(shortest, plan, key=lambda plan: plan.steps)
    return shortest


def _plans(spot: Spot) -> Iterator[_Plan]:
    """The exact ways that are open to this spot."""
    yield from _tabled(spot)
    if spot.n_players == 2:
        yield _swept(spot)
    else:
        yield _dealt_out(spot)
        yield from _one_against_equals(spot)


def _swept(spot: Spot) -> _Plan:
    hero, villain = (player.numerators for player in spot.players)

    def run(threads: int, progress: Progress | None) -> OutcomeCounts:
        return headsup_counts(spot.table, hero, villain, dead=spot.dead)

    return _Plan("a sweep of one range past the other", SWEEP_STEPS * spot.table.n_hands, run)


def _dealt_out(spot: Spot) -> _Plan:
    def run(threads: int, progress: Progress | None) -> OutcomeCounts:
        return enumerate_deals(spot.table, spot.players, dead=spot.dead, threads=threads, progress=progress)

    return _Plan("dealing every deal", enumerate_steps(spot.table, spot.players, dead=spot.dead), run)


def _one_against_equals(spot: Spot) -> Iterator[_Plan]:
    """Known hands against players who all have one and the same range: inclusion–exclusion, for any number of them."""
    if not spot.known or not spot.unknown or not all(spot.is_plain(seat) for seat in spot.unknown):
        return
    held = spot.players[spot.unknown[0]].numerators > 0
    if any((spot.players[seat].numerators > 0).tobytes() != held.tobytes() for seat in spot.unknown):
        return
    table = spot.table
    best = max(spot.known, key=lambda seat: table.order[table.index_of(spot.known[seat])])
    level = table.order[table.index_of(spot.known[best])]
    tied = [seat for seat, hand in spot.known.items() if table.order[table.index_of(hand)] == level]
    gone = [card for seat, hand in spot.known.items() if seat != best for card in hand]
    question: dict[str, Any] = {
        "n_players": 1 + len(spot.unknown),
        "dead": (*spot.dead, *gone),
        "opponents": None if held.all() else held,
        "opponents_best": True,
    }

    def run(threads: int, progress: Progress | None) -> OutcomeCounts:
        found = hero_counts(table, spot.known[best], **question, threads=threads, progress=progress)
        return _spread(found[question["n_players"]], tied, spot.unknown, spot.n_players)

    with suppress(DealError):  # too many sets of cards even to list them: this way is closed
        yield _Plan("inclusion and exclusion of cards", hero_steps(table, spot.known[best], **question), run)


def _tabled(spot: Spot) -> Iterator[_Plan]:
    """Any range against random hands from the whole deck: an exact table that has the field."""
    table = spot.table
    ranged = [seat for seat in range(spot.n_players) if not spot.is_random(seat)]
    if spot.dead or len(ranged) > 1:
        return
    exact = load_exact(table)
    if exact is None or not exact.has_field(spot.n_players):
        return
    hero = ranged[0] if ranged else 0
    others = [seat for seat in range(spot.n_players) if seat != hero]

    def run(threads: int, progress: Progress | None) -> OutcomeCounts:
        weights = np.bincount(table.symmetry.class_of, spot.players[hero].numerators).astype(np.int64)
        return OutcomeCounts.merge(
            _spread(exact.counts(number, spot.n_players), [hero], others, spot.n_players, weight=weight)
            for number, weight in enumerate(weights.tolist())
            if weight
        )

    yield _Plan("the exact table of all hand classes", 0, run)


def _spread(
    found: MultiwayCounts, tied: Sequence[int], others: Sequence[int], n_players: int, *, weight: int = 1
) -> OutcomeCounts:
    """Counts by set of winners from counts by number of opponents, all of whom stand alike.

    Parameters
    ----------
    found : MultiwayCounts
        Of the best known hand against `others`.
    tied : sequence of int
        Seats of all known hands as good as that.
    others : sequence of int
        The seats that were opponents.
    n_players : int
        Seats in all; those in neither list are beaten already.
    weight : int
        Factor of every count.
    """
    counts = [0] * (1 << n_players)
    with_us = {0: found.win} | {k - 1: count for k, count in found.svara.items()}
    for best, level in ((tied, with_us), ((), found.opponents_best or {})):
        for k, deals in level.items():
            share, rest = divmod(weight * deals, comb(len(others), k))
            if rest:
                raise AssertionError(
                    f"{deals} deals do not divide evenly among {comb(len(others), k)} sets of opponents"
                )
            for winners in combinations(others, k):
                counts[sum(1 << seat for seat in (*best, *winners))] = share
    return OutcomeCounts(n_players, tuple(counts))


def _sample(spot: Spot, why: str, **how: Any) -> Odds:
    """Odds from a sample that is dealt as `how` tells `simulate`."""
    players = [
        spot.known.get(seat, None if spot.is_random(seat) else player) for seat, player in enumerate(spot.players)
    ]
    sample = simulate(spot.table, players, dead=spot.dead, **how)
    found = f"a sample of {spoken_number(sample.deals)} random deals{why}"
    return Odds(sample.outcomes, "monte-carlo", found, sample)
