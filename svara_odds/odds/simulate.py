"""Showdowns dealt at random: any hands, ranges, dead cards and number of players."""

from __future__ import annotations

import functools
import math
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from svara_odds.odds.outcomes import OutcomeCounts
from svara_odds.odds.arrangement import Arrangement, arrange
from svara_odds.errors import DealError
from svara_odds.jobs.blocks import Block, draw_seed, iter_blocks
from svara_odds.jobs.run import run_blocks

if TYPE_CHECKING:
    from svara_odds.odds.arrangement import Player
    from svara_odds.tables.handtable import HandTable

__all__ = ["BLOCK_DEALS", "DEFAULT_DEALS", "Simulation", "simulate", "wilson_interval"]

DEFAULT_DEALS = 1_000_000
BLOCK_DEALS = 1 << 18  # part of what makes a result: another size deals other hands
_CACHE_LINE = 64


@dataclass(frozen=True)
class Simulation:
    """Sampled odds of a showdown.

    Attributes
    ----------
    outcomes : OutcomeCounts
        The deals by set of winners.
    seed : int
        The seed that was given or drawn; with it the same integers come out again.
    method : str
        ``"monte-carlo"``.
    """

    outcomes: OutcomeCounts
    seed: int
    method: str = "monte-carlo"

    @property
    def deals(self) -> int:
        """Number of deals counted."""
        return self.outcomes.total

    @property
    def stderr(self) -> tuple[float, ...]:
        """Standard error of each seat's equity."""
        return tuple(self.outcomes.stderr(seat) for seat in range(self.outcomes.n_players))

    def win_interval(self, seat: int, *, level: float = 0.95) -> tuple[float, float]:
        """Wilson interval of the probability that the seat alone is best."""
        return wilson_interval(self.outcomes.win(seat), self.deals, level=level)

    def svara_interval(self, seat: int, *, level: float = 0.95) -> tuple[float, float]:
        """Wilson interval of the probability that the seat is one of two or more best."""
        return wilson_interval(self.outcomes.svara(seat), self.deals, level=level)

    def equity_interval(self, seat: int, *, level: float = 0.95) -> tuple[float, float]:
        """Normal interval of the equity, cut to 0 … 1."""
        middle, reach = float(self.outcomes.equity(seat)), _quantile(level) * self.outcomes.stderr(seat)
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
    progress: Callable[[int], object] | None = None,
) -> Simulation:
    """Deal at random and count who wins.

    Every deal that fits the players has exactly the probability that their hands and ranges say. The same seed
    gives the same integers, whatever `threads` and `executor`.

    Parameters
    ----------
    table : HandTable
        What hands are worth.
    players : sequence
        For each seat three cards, a HandRange of `table`, or None for a random hand; 2 to 16 seats.
    dead : sequence of int
        Cards that nobody can hold.
    deals : int, optional
        Deals to count, exactly; 1,000,000 if `max_stderr` is not given either.
    max_stderr : float, optional
        Stop when no seat's equity has a larger standard error; with `deals`, at the latest after so many. It is
        looked at after fixed numbers of deals, not after each.
    seed : int, optional
        0 or more; None draws one and records it in the answer.
    threads : int
        Threads to deal on, or workers of `executor`.
    executor : concurrent.futures.Executor, optional
        Where to run the blocks instead of on threads of this process.
    progress : callable, optional
        Called with the number of deals of each finished block.

    Returns
    -------
    Simulation

    Raises
    ------
    DealError
        If the deal is impossible, fits so rarely that dealing it would not end, or an argument is out of bounds.

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
    seed = draw_seed() if seed is None else seed
    blocks = iter_blocks(seed, deals, block_size=BLOCK_DEALS)
    arrangement = arrange(table, players, dead=dead)
    _ = arrangement.drawers if arrangement.ranges else arrangement.remaining_orders  # made once, before the workers share it
    work = functools.partial(_deal_block, arrangement)
    answers = run_blocks(work, blocks, threads=threads, executor=executor, progress=progress)
    return Simulation(_gather(answers, arrangement.n_players, max_stderr), seed)


def wilson_interval(count: int, total: int, *, level: float = 0.95) -> tuple[float, float]:
    """Wilson score interval of a probability from `count` successes in `total` independent trials.

    Notes
    -----
    E. B. Wilson, Probable inference, the law of succession, and statistical inference (1927).

    Examples
    --------
    >>> low, high = wilson_interval(0, 10)
    >>> low, round(high, 4)
    (0.0, 0.2775)
    """
    if not 0 <= count <= total or total < 1:
        raise DealError(f"{count} successes in {total} trials; 0 to all of at least one trial are possible")
    z = _quantile(level)
    share = count / total
    middle = share + z * z / (2 * total)
    reach = z * math.sqrt(share * (1 - share) / total + z * z / (4 * total * total))
    scale = 1 + z * z / total
    low = 0.0 if count == 0 else max(0.0, (middle - reach) / scale)
    high = 1.0 if count == total else min(1.0, (middle + reach) / scale)
    return low, high


def _quantile(level: float) -> float:
    """Half-width, in standard deviations, of the middle `level` of the normal distribution."""
    from scipy.special import ndtri  # imported here: it takes longer than everything else

    if not 0 < level < 1:
        raise DealError(f"level is {level}; it must lie between 0 and 1")
    return float(ndtri(0.5 + level / 2))


def _gather(answers: Iterator[NDArray[np.int64]], n_players: int, max_stderr: float | None) -> OutcomeCounts:
    """Add the blocks up, in order, until they end or the standard errors are small enough."""
    total = np.zeros(1 << n_players, dtype=np.int64)  # 2**63 deals take a thousand years
    next_look = 1
    for done, counts in enumerate(answers, start=1):
        total += counts
        if max_stderr is not None and done >= next_look:
            outcomes = OutcomeCounts(n_players, tuple(total.tolist()))
            if max(outcomes.stderr(seat) for seat in range(n_players)) <= max_stderr:
                return outcomes
            next_look = done + 1 + done // 16
    return OutcomeCounts(n_players, tuple(total.tolist()))


def _deal_block(arrangement: Arrangement, block: Block) -> NDArray[np.int64]:
    """Deals of one block by set of best seats: int64, shape (2**players,)."""
    if arrangement.ranges:
        return _deal_from_ranges(arrangement, block)
    return _deal_in_lanes(arrangement, block)


def _deal_in_lanes(arrangement: Arrangement, block: Block) -> NDArray[np.int64]:
    from svara_odds.odds import _kernels_simulate as kernels

    width, hands = kernels.LANES * kernels.ROUNDS, len(arrangement.random_seats)
    space = kernels.LaneSpace(
        digits=_aligned(np.uint8, (3 * hands + 1) * kernels.LANES),
        indices=_aligned(np.uint16, hands * width).reshape(hands, width),
        scores=_aligned(np.uint8, arrangement.n_players * width).reshape(arrangement.n_players, width),
        masks=_aligned(np.uint8, 2 * width).reshape(2, width),
    )
    for seat, row in arrangement.fixed:
        space.scores[seat] = arrangement.table.order[row]
    state = _aligned(np.uint64, kernels.LANES)
    state[:] = block.words(kernels.LANES)
    seats = np.array(arrangement.random_seats, dtype=np.uint8)
    out = _aligned(np.uint32, kernels.COPIES << arrangement.n_players).reshape(kernels.COPIES, -1)
    kernels.deal_lanes(state, len(arrangement.cards), seats, arrangement.remaining_orders, space, block.deals, out)
    counts = out.sum(axis=0, dtype=np.int64)
    counts[0] = 0  # the deals that were dropped
    return counts


def _deal_from_ranges(arrangement: Arrangement, block: Block) -> NDArray[np.int64]:
    from svara_odds.odds import _kernels_restart as kernels

    scores = _aligned(np.uint8, arrangement.n_players)
    for seat, row in arrangement.fixed:
        scores[seat] = arrangement.table.order[row]
    seating = kernels.Seating(
        range_seats=np.array([spread.seat for spread in arrangement.ranges], dtype=np.uint8),
        random_seats=np.array(arrangement.random_seats, dtype=np.uint8),
        scores=scores,
        cards=arrangement.cards,
        lookup=arrangement.table.lookup,
        card_bits=arrangement.table.card_bits,
    )
    out = _aligned(np.int64, 1 << arrangement.n_players)
    state = _aligned(np.uint64, 4)
    state[:] = block.words(4)
    counted, tried = kernels.deal_ranges(state, arrangement.drawers, seating, block.deals, out)
    if counted < block.deals:
        raise DealError(
            f"only {counted} of {tried} deals tried were free of clashes; ranges that fit together more rarely than "
            f"once in {kernels.PATIENCE} cannot be sampled"
        )
    return out


def _aligned(kind: type[np.generic], size: int) -> NDArray[Any]:
    """Zeros on cache lines of their own: no vector straddles two, and no other thread writes to them."""
    item = np.dtype(kind).itemsize
    raw = np.zeros(size * item + 2 * _CACHE_LINE, dtype=np.uint8)
    skip = -raw.ctypes.data % _CACHE_LINE
    cut: NDArray[Any] = raw[skip : skip + size * item].view(kind)
    return cut
