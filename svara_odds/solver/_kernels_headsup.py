"""All showdowns of a heads-up game at once: leaves are columns, swept upward by score over hand classes."""

# Types here are numba's, which no checker of Python knows.
# mypy: ignore-errors

from __future__ import annotations

from typing import Any

import numpy as np

from svara_odds._jit import jit
from svara_odds.showdown._kernels_rows import COLUMNS, add, load, multiply, store, subtract, times

__all__ = ["leaf_gradient"]


@jit
def _apart(sums: Any, keys: Any, hand: Any) -> Any:
    """Sums of the pairs less those of the cards of a class's hand."""
    a, b, c = load(sums, keys[hand, 0]), load(sums, keys[hand, 1]), load(sums, keys[hand, 2])
    ab, ac, bc = load(sums, keys[hand, 3]), load(sums, keys[hand, 4]), load(sums, keys[hand, 5])
    return subtract(add(add(ab, ac), bc), add(add(a, b), c))


@jit
def _count(plan: Any, weights: Any, sums: Any, total: Any, hand: Any) -> Any:
    """Add a class to the sums and the total."""
    row = load(weights, hand * np.uint64(COLUMNS))
    for k in range(6):
        key = plan.keys[hand, k]
        store(sums, key, add(load(sums, key), times(row, plan.shares[hand, k])))
    return add(total, times(row, plan.sizes[hand]))


@jit
def _sweep_showdowns(plan: Any, weights: Any, coefficients: Any, sums: Any, values: Any) -> None:
    """Worth of one tile of showdowns for every class: what is disjoint, below and not above, each times its row."""
    every = load(coefficients, np.uint64(0))
    beaten, level_too = load(coefficients, np.uint64(COLUMNS)), load(coefficients, np.uint64(2 * COLUMNS))
    sums[:] = 0.0
    total = load(sums, np.uint64(0))
    for level in range(len(plan.starts) - 1):
        first, last = np.uint64(plan.starts[level]), np.uint64(plan.starts[level + 1])
        for hand in range(first, last):
            below = add(total, _apart(sums, plan.keys, hand))
            store(values, hand * np.uint64(COLUMNS), multiply(beaten, below))
        for hand in range(first, last):
            total = _count(plan, weights, sums, total, hand)
        for hand in range(first, last):
            at = hand * np.uint64(COLUMNS)
            upto = subtract(add(total, _apart(sums, plan.keys, hand)), load(weights, at))
            store(values, at, add(load(values, at), multiply(level_too, upto)))
    for hand in range(np.uint64(len(plan.sizes))):
        at = hand * np.uint64(COLUMNS)
        disjoint = subtract(add(total, _apart(sums, plan.keys, hand)), load(weights, at))
        store(values, at, add(load(values, at), multiply(every, disjoint)))


@jit
def _sweep_folds(plan: Any, weights: Any, coefficients: Any, sums: Any, values: Any) -> None:
    """Worth of one tile of folds for every class: what is disjoint, times its row."""
    every = load(coefficients, np.uint64(0))
    sums[:] = 0.0
    total = load(sums, np.uint64(0))
    n_classes = np.uint64(len(plan.sizes))
    for hand in range(n_classes):
        total = _count(plan, weights, sums, total, hand)
    for hand in range(n_classes):
        at = hand * np.uint64(COLUMNS)
        disjoint = subtract(add(total, _apart(sums, plan.keys, hand)), load(weights, at))
        store(values, at, multiply(every, disjoint))


@jit
def _gather(leaves: Any, tile: Any, plan_of_other: Any, weights: Any) -> None:
    """Weights of the other seat's classes at the leaves of a tile."""
    weights[:] = 0.0
    n_classes = len(leaves.other)
    for column in range(leaves.tiles[tile, 0], leaves.tiles[tile, 1]):
        start, partition = leaves.start[1, column], leaves.partition[1, column]
        place = column - leaves.tiles[tile, 0]
        if partition < 0:
            for hand in range(n_classes):
                weights[hand * COLUMNS + place] = plan_of_other[start + hand] * leaves.other[hand]
        else:
            for hand in range(n_classes):
                reach = plan_of_other[start + leaves.cells[partition, hand]]
                weights[hand * COLUMNS + place] = reach * leaves.other[hand]


@jit
def _scatter(leaves: Any, tile: Any, values: Any, out: Any) -> None:
    """Add what a tile's leaves are worth to the seat's own sequences."""
    n_classes = len(leaves.own)
    for column in range(leaves.tiles[tile, 0], leaves.tiles[tile, 1]):
        start, partition = leaves.start[0, column], leaves.partition[0, column]
        place = column - leaves.tiles[tile, 0]
        if partition < 0:
            for hand in range(n_classes):
                out[start + hand] += values[hand * COLUMNS + place] * leaves.own[hand]
        else:
            for hand in range(n_classes):
                out[start + leaves.cells[partition, hand]] += values[hand * COLUMNS + place] * leaves.own[hand]


@jit
def leaf_gradient(plan: Any, leaves: Any, plan_of_other: Any, room: Any, out: Any) -> None:
    """What every sequence of a seat earns at the leaves, the other seat's plan counted.

    Parameters
    ----------
    plan : ClassPlan
        Its keys are offsets into the sums.
    leaves : Columns
        See `svara_odds.solver.headsup`.
    plan_of_other : ndarray
        float64, the other seat's plan.
    room : tuple of ndarray
        Scratch: sums, and weights and values of one tile.
    out : ndarray
        float64, one per own sequence; filled.
    """
    sums, weights, values = room
    out[:] = 0.0
    for tile in range(len(leaves.tiles)):
        _gather(leaves, tile, plan_of_other, weights)
        if leaves.tiles[tile, 2]:
            _sweep_showdowns(plan, weights, leaves.coefficients[tile], sums, values)
        else:
            _sweep_folds(plan, weights, leaves.coefficients[tile], sums, values)
        _scatter(leaves, tile, values, out)
