"""For every hand: how much weight lies below it, ties with it, and is disjoint from it, in one sweep by score."""

from __future__ import annotations

from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from svara_odds.errors import DealError
from svara_odds.tables.handtable import HandTable

__all__ = ["MAX_WEIGHT", "Standing", "SweepPlan", "sweep", "sweep_plan"]

# A step of the inclusion–exclusion adds at most four sums, none larger than the weight of all hands.
MAX_WEIGHT = 2**61 - 1


class Standing(NamedTuple):
    """What stands against each hand; every array has the shape and the type of the weights.

    Attributes
    ----------
    below : ndarray
        Weight of the hands that share no card with this one and that it beats.
    tied : ndarray
        The same for the hands of equal score (itself not included: it shares its cards).
    disjoint : ndarray
        The same for all hands; what beats this one is ``disjoint - below - tied``.
    """

    below: NDArray[Any]
    tied: NDArray[Any]
    disjoint: NDArray[Any]


class SweepPlan(NamedTuple):
    """The order in which a sweep visits the hands of one table.

    Attributes
    ----------
    hands : ndarray
        uint16, shape (n_hands,): rows of the hand table by ascending score, then row.
    starts : ndarray
        int64, shape (n_levels + 1,): where each score begins in `hands`, and the end.
    keys : ndarray
        uint16, shape (n_hands, 6): for each entry of `hands` its three cards, then its three pairs of
        cards, as places in an array of ``n_cards + n_cards ** 2`` sums.
    n_cards : int
    """

    hands: NDArray[np.uint16]
    starts: NDArray[np.int64]
    keys: NDArray[np.uint16]
    n_cards: int

    @property
    def n_sums(self) -> int:
        """Length of the array that the keys point into."""
        return self.n_cards + self.n_cards**2


@lru_cache(maxsize=16)
def sweep_plan(table: HandTable) -> SweepPlan:
    """Order of the sweep for `table`, made once and kept; the arrays cannot be written to."""
    hands = np.argsort(table.order, kind="stable").astype(np.uint16)
    starts = np.searchsorted(table.order[hands], np.arange(len(table.levels) + 1)).astype(np.int64)
    n = table.n_cards
    low, middle, high = table.hands[hands].astype(np.uint16).T
    pairs = [n + n * middle + low, n + n * high + low, n + n * high + middle]
    keys = np.stack([low, middle, high, *pairs], axis=1).astype(np.uint16)
    for array in (hands, starts, keys):
        array.setflags(write=False)
    return SweepPlan(hands, starts, keys, n)


def sweep(table: HandTable, weights: NDArray[Any]) -> Standing:
    """Find how each hand stands against weighted hands.

    Parameters
    ----------
    table : HandTable
    weights : ndarray
        Weight of every hand, shape (n_hands,), or several columns of weights, shape (n_hands, n_columns).
        Integers give exact results; floats are summed as float64.

    Returns
    -------
    Standing
        Arrays of the same shape: int64 for integers, else float64.

    Raises
    ------
    DealError
        If the shape is another, a weight is negative or not finite, or the integers of a column may add up to
        more than 2**61 - 1, where 64 bits could overflow.

    Notes
    -----
    Hands disjoint from a hand are counted by inclusion and exclusion of its cards: all, less those that hold one
    of its cards, plus those that hold a pair of them, less the hand itself. The sums per card and per pair grow
    as the sweep goes up, so that each hand is added once and looked up twice.

    Examples
    --------
    >>> from svara_odds.tables.handtable import hand_table
    >>> table = hand_table("fortegames")
    >>> standing = sweep(table, np.ones(table.n_hands, dtype=np.int64))
    >>> int(standing.disjoint.min()), int(standing.disjoint.max())  # C(29, 3), whatever the hand
    (3654, 3654)
    """
    from svara_odds.showdown._kernels import sweep_columns, sweep_one

    values = _checked(table, weights)
    plan = sweep_plan(table)
    standing = Standing(*(np.empty_like(values) for _ in Standing._fields))
    kernel = sweep_one if values.ndim == 1 else sweep_columns
    kernel(tuple(plan), values, np.empty((plan.n_sums, *values.shape[1:]), values.dtype), *standing)
    return standing


def _checked(table: HandTable, weights: NDArray[Any]) -> NDArray[Any]:
    """Weights as a contiguous array of int64 or float64 that cannot overflow."""
    values = np.asarray(weights)
    if values.ndim not in (1, 2) or values.shape[0] != table.n_hands:
        raise DealError(
            f"weights have shape {values.shape}; one per hand is needed: ({table.n_hands},) or more columns"
        )
    if values.dtype.kind not in "biuf":
        raise DealError(f"weights are of type {values.dtype}; integers or floats are allowed")
    if values.size and not (values.min() >= 0 and np.isfinite(values.max())):
        raise DealError(f"weights run from {values.min()} to {values.max()}; 0 and more is allowed")
    if values.dtype.kind == "f":
        return np.ascontiguousarray(values, dtype=np.float64)
    if values.size and int(values.max()) * table.n_hands > MAX_WEIGHT:
        largest = max(sum(column) for column in values.reshape(table.n_hands, -1).T.tolist())
        if largest > MAX_WEIGHT:
            raise DealError(f"weights add up to {largest}; at most {MAX_WEIGHT} is allowed")
    return np.ascontiguousarray(values, dtype=np.int64)
