"""Showdowns dealt at random: any hands, ranges, dead cards and number of players."""

from __future__ import annotations

import hashlib
import math
import os
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass
from itertools import islice
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from svara_odds.errors import DealError
from svara_odds.jobs.blocks import iter_blocks
from svara_odds.jobs.checkpoint import unfit
from svara_odds.jobs.keeper import Keeper, State
from svara_odds.jobs.run import Progress, run_blocks
from svara_odds.odds.outcomes import OutcomeCounts
from svara_odds.odds.sampling.arrangement import arrange
from svara_odds.odds.sampling.dealing import block_work

if TYPE_CHECKING:
    from svara_odds.odds.sampling.arrangement import Arrangement, Player
    from svara_odds.tables.handtable import HandTable

__all__ = ["DEFAULT_DEALS", "Simulation", "simulate", "wilson_interval"]

DEFAULT_DEALS = 10_000_000


@dataclass(frozen=True)
class Simulation:
    """Sampled odds of a showdown.

    Attributes
    ----------
    outcomes : OutcomeCounts
        The deals by set of winners.
    seed : int
        The seed that was given or drawn; with it the same integers come out again.
    """

    outcomes: OutcomeCounts
    seed: int

    @property
    def deals(self) -> int:
        """Number of deals counted."""
        return self.outcomes.total

    def win_interval(self, seat: int, *, level: float = 0.95) -> tuple[float, float]:
        """Wilson interval of the probability that the seat alone is best."""
        return wilson_interval(self.outcomes.win(seat), self.deals, level=level)

    def svara_interval(self, seat: int, *, level: float = 0.95) -> tuple[float, float]:
        """Wilson interval of the probability that the seat is one of two or more best."""
        return wilson_interval(self.outcomes.svara(seat), self.deals, level=level)

    def equity_interval(self, seat: int, *, level: float = 0.95) -> tuple[float, float]:
        """Interval of the equity after Agresti and Coull, cut to 0 … 1.

        It is the normal interval, z standard errors to either side, after z²/2 deals of share 0 and as many of share
        1 have been added. Where every share is 0 or 1 that is the interval of their paper of 1998 (see
        `OutcomeCounts.smoothed_share`), which has the middle of Wilson's and reaches a little further. It holds
        the equity as often as it says near 0 and 1 too, where the plain normal interval shrinks to a point before it
        should, and it always holds the equity of the sample itself.
        """
        z = _quantile(level)
        middle, variance = self.outcomes.smoothed_share(seat, z * z / 2)
        reach = z * math.sqrt(variance / (self.deals + z * z))
        return max(0.0, middle - reach), min(1.0, middle + reach)


def simulate(
    table: HandTable,
    players: Sequence[Player],
    *,
    dead: Sequence[int] = (),
    deals: int | None = None,
    max_stderr: float | None = None,
    seed: int | None = None,
    threads: int = 1,
    executor: Executor | None = None,
    checkpoint: str | os.PathLike[str] | None = None,
    progress: Progress | None = None,
) -> Simulation:
    """Deal at random and count who wins.

    Every deal that fits the players has exactly the probability that their hands and ranges say. The same seed
    gives the same integers, whatever `threads` and `executor`, and however often it was interrupted.

    Parameters
    ----------
    table : HandTable
        What hands are worth.
    players : sequence
        For each seat three cards, a HandRange of `table`, or None for a random hand; 2 to 16 seats.
    dead : sequence of int
        Cards that nobody can hold.
    deals : int, optional
        Deals to count, exactly; 10,000,000 if `max_stderr` is not given either.
    max_stderr : float, optional
        Stop when no seat's equity has a larger standard error; with `deals`, at the latest after so many. It is
        looked at after fixed numbers of deals, not after each. No sample has an error of 0: where every deal goes
        the same way it takes about ``1 / max_stderr`` of them.
    seed : int, optional
        0 or more; None takes that of the checkpoint, or draws one, and records it in the answer.
    threads : int
        Threads to deal on, or workers of `executor`.
    executor : concurrent.futures.Executor, optional
        Where to run the blocks instead of on threads of this process, such as
        :func:`~svara_odds.jobs.dask.cluster_executor`.
    checkpoint : path, optional
        File that the counts are kept in as they grow, and taken from if it is there; it stays when all is done.
    progress : callable, optional
        Told ``(done, total)`` deals now and then; with `max_stderr` the total is an estimate. If it has a method
        ``error``, that is told the largest standard error of an equity so far, now and then.

    Returns
    -------
    Simulation

    Raises
    ------
    DealError
        If the deal is impossible, fits so rarely that dealing it would not end, or an argument is out of bounds.
    SvaraError
        If the checkpoint is of another job.
    DamagedFileError
        If the checkpoint cannot be trusted.

    Examples
    --------
    >>> from svara_odds.tables.handtable import hand_table
    >>> odds = simulate(hand_table(), [None, None], deals=1000, seed=1)
    >>> odds.deals, odds.outcomes.svara(0) == odds.outcomes.svara(1)
    (1000, True)
    """
    if max_stderr is not None and not 0 < max_stderr < math.inf:
        raise DealError(f"max_stderr is {max_stderr}; it must be above 0")
    if deals is None and max_stderr is None:
        deals = DEFAULT_DEALS
    seats = arrange(table, players, dead=dead)
    work = block_work(seats)
    goal = _Goal(deals, max_stderr)
    keeper = Keeper(checkpoint, _job(seats, goal, work.block_size), seed=seed)
    blocks = iter_blocks(keeper.seed, deals, block_size=work.block_size)
    tally = _Tally.resumed(keeper, work.n_players)
    answers = run_blocks(work, islice(blocks, tally.blocks, None), threads=threads, executor=executor)
    return Simulation(_gather(answers, tally, goal, keeper, progress), keeper.seed)


def _job(seats: Arrangement, goal: _Goal, block_size: int) -> dict[str, str | int]:
    """What the integers of a sample depend on beside its seed, as the checkpoint names it."""
    players = ["random"] * seats.n_players
    for seat, row in seats.fixed:
        players[seat] = seats.table.text(row)
    for spread in seats.ranges:
        content = spread.hands.astype("<i8").tobytes() + repr(spread.weights).encode()
        players[spread.seat] = f"{len(spread.hands)} hands {hashlib.sha256(content).hexdigest()}"
    return {
        "kind": "sample of a showdown",
        "table of hands": seats.table.digest,
        "players": ", ".join(players),
        "deck without dead cards and known hands": " ".join(seats.table.deck.cards[card] for card in seats.cards),
        "number of deals": str(goal.deals),
        "largest standard error": str(goal.max_stderr),
        "block size": block_size,
    }


def wilson_interval(count: int, total: int, *, level: float = 0.95) -> tuple[float, float]:
    """Wilson score interval of a probability from `count` successes in `total` independent trials, by scipy.

    Examples
    --------
    >>> low, high = wilson_interval(0, 10)
    >>> low, round(high, 4)
    (0.0, 0.2775)
    """
    from scipy.stats import binomtest  # imported here: it takes longer than everything else

    if not 0 <= count <= total or total < 1:
        raise DealError(f"{count} successes in {total} trials; 0 to all of at least one trial are possible")
    _check_level(level)
    interval = binomtest(count, total).proportion_ci(level, method="wilson")
    return float(interval.low), float(interval.high)


def _quantile(level: float) -> float:
    """Half-width, in standard deviations, of the middle `level` of the normal distribution."""
    from scipy.special import ndtri

    _check_level(level)
    return float(ndtri(0.5 + level / 2))


def _check_level(level: float) -> None:
    if not 0 < level < 1:
        raise DealError(f"level is {level}; it must lie between 0 and 1")


@dataclass(frozen=True)
class _Goal:
    """When a sample is large enough: after so many deals, or at that standard error, whichever comes first."""

    deals: int | None
    max_stderr: float | None

    def look(self, tally: _Tally, wanted: int, tell_error: Callable[[float], object] | None) -> tuple[int, bool]:
        """How many deals are wanted in all, about, and whether these are enough; as before where it is not looked."""
        if not _is_look(tally.blocks) or (self.max_stderr is None and tell_error is None):
            return wanted, False
        outcomes = tally.outcomes()
        worst = max(outcomes.stderr(seat) for seat in range(outcomes.n_players))
        if tell_error is not None:
            tell_error(worst)
        if self.max_stderr is None:
            return wanted, False
        missing = self.missing(outcomes, worst)
        return tally.deals + missing, not missing

    def missing(self, outcomes: OutcomeCounts, worst: float) -> int:
        """Deals that are still missing, about; 0 if the worst standard error of a seat is small enough."""
        assert self.max_stderr is not None
        if worst <= self.max_stderr:
            return 0
        # n deals will have about the squared error variance / n + 1 / n**2, of which the deals that `stderr` adds
        # are the latter; the n for which that is the square of `max_stderr`:
        variance, bound = max(0.0, worst**2 - outcomes.total**-2) * outcomes.total, self.max_stderr**2
        needed = (variance + math.sqrt(variance**2 + 4 * bound)) / (2 * bound)
        limit = math.inf if self.deals is None else self.deals
        return max(1, math.ceil(min(needed, limit)) - outcomes.total)


@dataclass(frozen=True)
class _Tally:
    """What the first blocks of a sample came to."""

    blocks: int
    deals: int
    counts: NDArray[np.int64]  # 2**63 deals would take centuries

    @classmethod
    def resumed(cls, keeper: Keeper, n_players: int) -> _Tally:
        """The tally of a checkpoint, or of nothing; what it says of itself must add up."""
        nothing: State = ({"blocks": 0, "deals": 0}, {"counts": np.zeros(1 << n_players, dtype=np.int64)})
        said, arrays = keeper.kept or nothing
        counts = arrays.get("counts", np.zeros(0))
        tally = cls(said.get("blocks", -1), said.get("deals", -1), counts)
        fits = counts.dtype == np.int64 and counts.shape == (1 << n_players,) and counts.min() >= 0
        if not fits or tally.blocks < 0 or tally.deals != counts.sum():
            raise unfit(keeper.path)
        return tally

    def plus(self, counts: NDArray[np.int64]) -> _Tally:
        return _Tally(self.blocks + 1, self.deals + int(counts.sum()), self.counts + counts)

    def state(self) -> State:
        return {"blocks": self.blocks, "deals": self.deals}, {"counts": self.counts}

    def outcomes(self) -> OutcomeCounts:
        return OutcomeCounts(len(self.counts).bit_length() - 1, tuple(self.counts.tolist()))


def _gather(
    answers: Iterator[NDArray[np.int64]],
    tally: _Tally,
    goal: _Goal,
    keeper: Keeper,
    progress: Progress | None,
) -> OutcomeCounts:
    """Add the blocks up, in order, until they end or the goal is reached."""
    tell_error = getattr(progress, "error", None)
    wanted, enough = goal.look(tally, goal.deals or 0, tell_error)

    def told(tally: _Tally) -> bool:
        nonlocal wanted
        wanted, enough = goal.look(tally, wanted, tell_error)
        if progress is not None:
            progress(tally.deals, max(wanted, tally.deals))
        return enough

    return (tally if enough else keeper.gather(answers, tally, told)).outcomes()


def _is_look(blocks: int) -> bool:
    """Whether the standard errors are looked at after so many blocks: numbers that depend on nothing but the seed."""
    look = 1
    while look < blocks:
        look += 1 + look // 16
    return look == blocks
