"""One block of random deals: arrays made ready for the kernel that fits the question."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from svara_odds.errors import DealError
from svara_odds.jobs.blocks import Block
from svara_odds.odds.arrangement import Arrangement

__all__ = ["LANE_BLOCK", "RANGE_BLOCK", "block_size", "deal_block"]

# Deals in a block: some milliseconds, of which getting ready takes a hundredth or two. They are part of what makes a
# result: another size deals other hands.
LANE_BLOCK = 1 << 20
RANGE_BLOCK = 1 << 16

_CACHE_LINE = 64


def block_size(seats: Arrangement) -> int:
    """Deals in a block of this showdown."""
    return RANGE_BLOCK if seats.ranges else LANE_BLOCK


def deal_block(seats: Arrangement, block: Block) -> NDArray[np.int64]:
    """Deal one block.

    Parameters
    ----------
    seats : Arrangement
    block : Block

    Returns
    -------
    ndarray
        int64, shape (2**players,): deals by set of best seats; they add up to ``block.deals``.

    Raises
    ------
    DealError
        If the ranges fit together too rarely.
    """
    if seats.ranges:
        return _deal_from_ranges(seats, block)
    return _deal_in_lanes(seats, block)


def _deal_in_lanes(seats: Arrangement, block: Block) -> NDArray[np.int64]:
    from svara_odds.odds import _kernels_simulate as kernels

    width, hands = kernels.LANES * kernels.ROUNDS, len(seats.random_seats)
    space = kernels.LaneSpace(
        digits=_aligned(np.uint8, (3 * hands + 1) * kernels.LANES),
        indices=_aligned(np.uint16, hands * width).reshape(hands, width),
        scores=_aligned(np.uint8, seats.n_players * width).reshape(seats.n_players, width),
        masks=_aligned(np.uint8, 2 * width).reshape(2, width),
    )
    for seat, row in seats.fixed:
        space.scores[seat] = seats.table.order[row]
    state = _aligned(np.uint64, kernels.LANES)
    state[:] = block.words(kernels.LANES)
    dealt = np.array(seats.random_seats, dtype=np.uint8)
    out = _aligned(np.uint32, kernels.COPIES << seats.n_players).reshape(kernels.COPIES, -1)
    kernels.deal_lanes(state, len(seats.cards), dealt, seats.remaining_orders, space, block.deals, out)
    counts: NDArray[np.int64] = out.sum(axis=0, dtype=np.int64)
    counts[0] = 0  # the deals that were dropped
    return counts


def _deal_from_ranges(seats: Arrangement, block: Block) -> NDArray[np.int64]:
    from svara_odds.odds import _kernels_restart as kernels

    drawers, seating = seats.prepared
    scores = _aligned(np.uint8, seats.n_players)
    for seat, row in seats.fixed:
        scores[seat] = seats.table.order[row]
    pool, places = _aligned(np.uint8, len(seats.cards)), _aligned(np.uint8, seats.table.n_cards)
    pool[:] = seats.cards
    places[pool] = np.arange(len(pool))
    picked = _aligned(np.uint64, len(seats.drawn))
    seating = seating._replace(scores=scores, pool=pool, places=places, picked=picked)
    out: NDArray[np.int64] = _aligned(np.int64, 1 << seats.n_players)
    state = _aligned(np.uint64, 4)
    state[:] = block.words(4)
    counted, tried = kernels.deal_ranges(state, drawers, seating, block.deals, out)
    if counted < block.deals:
        raise DealError(
            f"the ranges fit together too rarely to be sampled: {counted} of {tried:,} deals tried; "
            f"at least one in {kernels.PATIENCE:,} is needed"
        )
    return out


def _aligned(kind: type[np.generic], size: int) -> NDArray[Any]:
    """Zeros on cache lines of their own: no vector straddles two, and no other thread writes to them."""
    item = np.dtype(kind).itemsize
    raw = np.zeros(size * item + 2 * _CACHE_LINE, dtype=np.uint8)
    skip = -raw.ctypes.data % _CACHE_LINE
    cut: NDArray[Any] = raw[skip : skip + size * item].view(kind)
    return cut
