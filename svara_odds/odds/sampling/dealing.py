"""Blocks of random deals: what a worker needs for them, as plain arrays, and the calls of the kernels."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from svara_odds.errors import DealError
from svara_odds.jobs.blocks import Block
from svara_odds.odds.sampling.alias import alias_table
from svara_odds.odds.sampling.arrangement import Arrangement

if TYPE_CHECKING:
    from svara_odds.odds.sampling._kernels_restart import Drawers, Seating

__all__ = ["LANE_BLOCK", "RANGE_BLOCK", "LaneWork", "RangeWork", "block_work"]

# Deals in a block: some milliseconds, of which getting ready takes a hundredth or two. They are part of what makes a
# result: another size deals other hands.
LANE_BLOCK = 1 << 20
RANGE_BLOCK = 1 << 16
_CACHE_LINE = 64


@dataclass(frozen=True, eq=False)
class LaneWork:
    """Deals of known and random hands, 64 side by side; called with a block, it gives the deals by set of best seats.

    It holds nothing but numbers and arrays, so that it can be sent to another process.

    Attributes
    ----------
    n_players : int
    known : tuple of (seat, score order)
        The seats with a known hand.
    dealt_seats : ndarray
        uint8: the others.
    n_cards : int
        Cards left to deal.
    orders : ndarray
        uint8: score orders of the hands of these cards.
    levels : ndarray
        int16: half points by score order.
    lines : ndarray, optional
        uint8, shape (5, 64): the lines of the formula of these cards, if there is one. It is used instead of the
        orders where the processor makes it faster, and gives the same deals the same winners.
    """

    n_players: int
    known: tuple[tuple[int, int], ...]
    dealt_seats: NDArray[np.uint8]
    n_cards: int
    orders: NDArray[np.uint8]
    levels: NDArray[np.int16]
    lines: NDArray[np.uint8] | None = None
    block_size: int = LANE_BLOCK

    def __call__(self, block: Block) -> NDArray[np.int64]:
        """Deal one block: int64, shape (2**players,), adding up to ``block.deals``."""
        from svara_odds.odds.sampling import _kernels_simulate as kernels

        width, hands = kernels.LANES * kernels.ROUNDS, len(self.dealt_seats)
        space = kernels.LaneSpace(
            digits=_aligned(np.uint8, (3 * hands + 1) * kernels.LANES),
            indices=_aligned(np.uint16, hands * width).reshape(hands, width),
            scores=_aligned(np.uint8, self.n_players * width).reshape(self.n_players, width),
            masks=_aligned(np.uint8, 2 * width).reshape(2, width),
        )
        by_formula = self.lines is not None and kernels.permutes_bytes()
        for seat, order in self.known:
            space.scores[seat] = self.levels[order] if by_formula else order
        state = _aligned(np.uint64, kernels.LANES)
        state[:] = block.words(kernels.LANES)
        out = _aligned(np.uint32, kernels.COPIES << self.n_players).reshape(kernels.COPIES, -1)
        scoring = self.lines if by_formula else self.orders
        kernels.deal_lanes(state, self.n_cards, self.dealt_seats, scoring, space, block.deals, out)
        counts: NDArray[np.int64] = out.sum(axis=0, dtype=np.int64)
        counts[0] = 0  # the deals that were dropped
        return counts


@dataclass(frozen=True, eq=False)
class RangeWork:
    """Deals of which some hands come from ranges, one after the other; called with a block as `LaneWork` is.

    Attributes
    ----------
    n_players : int
    known : tuple of (seat, score order)
        The seats with a known hand.
    drawers : Drawers
    seating : Seating
        What the kernel writes on is empty: every call puts in its own.
    cards : ndarray
        uint8: cards left to deal.
    """

    n_players: int
    known: tuple[tuple[int, int], ...]
    drawers: Drawers
    seating: Seating
    cards: NDArray[np.uint8]
    block_size: int = RANGE_BLOCK

    def __call__(self, block: Block) -> NDArray[np.int64]:
        """Deal one block: int64, shape (2**players,), adding up to ``block.deals``.

        Raises
        ------
        DealError
            If the ranges fit together too rarely.
        """
        from svara_odds.odds.sampling import _kernels_restart as kernels

        scores = _aligned(np.uint8, self.n_players)
        for seat, order in self.known:
            scores[seat] = order
        pool, places = _aligned(np.uint8, len(self.cards)), _aligned(np.uint8, int(self.cards.max()) + 1)
        pool[:] = self.cards
        places[pool] = np.arange(len(pool))
        picked = _aligned(np.uint64, len(self.seating.drawn_seats))
        seating = self.seating._replace(scores=scores, pool=pool, places=places, picked=picked)
        out: NDArray[np.int64] = _aligned(np.int64, 1 << self.n_players)
        state = _aligned(np.uint64, 4)
        state[:] = block.words(4)
        counted, tried = kernels.deal_ranges(state, self.drawers, seating, block.deals, out)
        if counted < block.deals:
            raise DealError(
                f"the ranges fit together too rarely to be sampled: {counted} of {tried:,} deals tried; "
                f"at least one in {kernels.PATIENCE:,} is needed"
            )
        return out


def block_work(seats: Arrangement) -> LaneWork | RangeWork:
    """Make an arrangement ready to be dealt.

    Parameters
    ----------
    seats : Arrangement

    Returns
    -------
    LaneWork or RangeWork
        To be called with each block; its `block_size` says how many deals a block should have.
    """
    known = tuple((seat, int(seats.table.order[row])) for seat, row in seats.fixed)
    if not seats.ranges:
        dealt, table, n_cards = np.array(seats.random_seats, dtype=np.uint8), seats.table, len(seats.cards)
        lines = table.formula.of_cards(seats.cards) if table.formula else None
        return LaneWork(seats.n_players, known, dealt, n_cards, seats.remaining_orders(), table.levels, lines)
    drawers, seating = _tabulate(seats)
    return RangeWork(seats.n_players, known, drawers, seating, seats.cards)


def _tabulate(seats: Arrangement) -> tuple[Drawers, Seating]:
    """The ranges as the kernel reads them."""
    from svara_odds.odds.sampling._kernels_restart import Drawers, Seating

    table, (drawn, weighing) = seats.table, seats.split_ranges()
    alias = [alias_table(spread.weights) for spread in drawn]
    starts = np.cumsum([0, *(len(spread.hands) for spread in drawn)]).astype(np.uint64)
    rows = np.concatenate([spread.hands for spread in drawn])
    weights = np.zeros((len(weighing), table.n_hands), dtype=np.uint16)  # weights are at most 10,000
    for line, spread in zip(weights, weighing, strict=True):
        line[spread.hands] = spread.weights
    drawers = Drawers(
        starts=starts,
        # Equal weights without a common factor are all 1: a total of 1 says that every entry is kept.
        totals=np.array([1 if max(one.weights) == 1 else sum(one.weights) for one in drawn], dtype=np.uint64),
        thresholds=np.concatenate([one.thresholds for one in alias]),
        aliases=np.concatenate([one.aliases + start for one, start in zip(alias, starts[:-1], strict=True)]),
        masks=table.masks[rows],
        cards=table.hands[rows],
        orders=table.order[rows],
    )
    dealt_seats = [spread.seat for spread in weighing] + list(seats.random_seats)
    nothing = np.zeros(0, dtype=np.uint8)
    seating = Seating(
        drawn_seats=np.array([spread.seat for spread in drawn], dtype=np.uint8),
        dealt_seats=np.array(dealt_seats, dtype=np.uint8),
        weights=weights,
        most=np.array([max(spread.weights) for spread in weighing], dtype=np.uint64),
        orders=table.order.copy(),  # as writeable as it is in another process: kernels are compiled for either
        scores=nothing,
        pool=nothing,
        places=nothing,
        picked=nothing.astype(np.uint64),
    )
    return drawers, seating


def _aligned(kind: type[np.generic], size: int) -> NDArray[Any]:
    """Zeros on cache lines of their own: no vector straddles two, and no other thread writes to them."""
    item = np.dtype(kind).itemsize
    raw = np.zeros(size * item + 2 * _CACHE_LINE, dtype=np.uint8)
    skip = -raw.ctypes.data % _CACHE_LINE
    cut: NDArray[Any] = raw[skip : skip + size * item].view(kind)
    return cut
