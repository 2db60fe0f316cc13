"""All showdowns of a heads-up game at once: leaves are columns, swept upward by score over hand classes."""

# Types here are numba's, which no checker of Python knows.
# mypy: ignore-errors

from __future__ import annotations

from typing import Any

import numpy as np

from svara_odds._jit import jit
from svara_odds.showdown._kernels_rows import (
    WIDTH,
    add,
    add_block,
    load,
    load_block,
    multiply,
    multiply_block,
    store,
    store_block,
    subtract,
    times,
    transpose,
)

__all__ = ["leaf_gradient"]


@jit(forceinline=True)
def _keys(plan: Any, hand: Any, width: Any) -> Any:
    """Offsets of the sums that a class's hand touches: three cards, three pairs."""
    keys = plan.keys
    cards = keys[hand, 0] * width, keys[hand, 1] * width, keys[hand, 2] * width
    return cards, (keys[hand, 3] * width, keys[hand, 4] * width, keys[hand, 5] * width)


@jit(forceinline=True)
def _apart(sums: Any, keys: Any, at: Any) -> Any:
    """What is disjoint from a hand or equals it: all, less the sums of its cards, plus those of its pairs."""
    cards, pairs = keys
    a, b, c = load(sums, cards[0] + at), load(sums, cards[1] + at), load(sums, cards[2] + at)
    ab, ac, bc = load(sums, pairs[0] + at), load(sums, pairs[1] + at), load(sums, pairs[2] + at)
    return add(subtract(load(sums, at), add(add(a, b), c)), add(add(ab, ac), bc))


@jit(forceinline=True)
def _count(plan: Any, weights: Any, sums: Any, hand: Any, width: Any) -> None:
    """Add the weights of a class to the sums."""
    for vector in range(width // np.uint64(WIDTH)):
        at = vector * np.uint64(WIDTH)
        row = load(weights, hand * width + at)
        store(sums, at, add(load(sums, at), times(row, plan.sizes[hand])))
        for k in range(np.uint64(6)):
            key = plan.keys[hand, k] * width + at
            store(sums, key, add(load(sums, key), times(row, plan.shares[hand, k])))


@jit
def _sweep_showdowns(plan: Any, weights: Any, coefficients: Any, sums: Any, values: Any) -> None:
    """Worth of showdowns for every class: what is disjoint, below and not above, each times its row."""
    width = np.uint64(coefficients.shape[1])
    every, beaten, level_too = coefficients[0], coefficients[1], coefficients[2]
    for level in range(len(plan.starts) - 1):
        first, last = np.uint64(plan.starts[level]), np.uint64(plan.starts[level + 1])
        for hand in range(first, last):
            keys = _keys(plan, hand, width)
            for vector in range(width // np.uint64(WIDTH)):
                at = vector * np.uint64(WIDTH)
                store(values, hand * width + at, multiply(load(beaten, at), _apart(sums, keys, at)))
        for hand in range(first, last):
            _count(plan, weights, sums, hand, width)
        for hand in range(first, last):
            _add_apart(plan, weights, level_too, sums, values, hand)
    for hand in range(np.uint64(len(plan.sizes))):
        _add_apart(plan, weights, every, sums, values, hand)


@jit(forceinline=True)
def _add_apart(plan: Any, weights: Any, factors: Any, sums: Any, values: Any, hand: Any) -> None:
    """Add to the values of a class what is disjoint from its hand, times a row; the hand itself is in the sums."""
    width = np.uint64(len(factors))
    keys = _keys(plan, hand, width)
    for vector in range(width // np.uint64(WIDTH)):
        at = vector * np.uint64(WIDTH)
        here = hand * width + at
        disjoint = subtract(_apart(sums, keys, at), load(weights, here))
        store(values, here, add(load(values, here), multiply(load(factors, at), disjoint)))


@jit
def _sweep_folds(plan: Any, weights: Any, coefficients: Any, sums: Any, values: Any) -> None:
    """Worth of folds for every class: what is disjoint, times its row."""
    width, n_classes = np.uint64(coefficients.shape[1]), np.uint64(len(plan.sizes))
    for hand in range(n_classes):
        _count(plan, weights, sums, hand, width)
    values[:] = 0.0
    for hand in range(n_classes):
        _add_apart(plan, weights, coefficients[0], sums, values, hand)


@jit(forceinline=True)
def _streams(starts: Any, first: Any) -> Any:
    """Where eight columns begin in a plan."""
    return (
        np.uint64(starts[first]),
        np.uint64(starts[first + 1]),
        np.uint64(starts[first + 2]),
        np.uint64(starts[first + 3]),
        np.uint64(starts[first + 4]),
        np.uint64(starts[first + 5]),
        np.uint64(starts[first + 6]),
        np.uint64(starts[first + 7]),
    )


@jit(forceinline=True)
def _rows_at(width: Any, place: Any) -> Any:
    """Where eight classes begin in the weights or values of a tile, from one place of their rows on."""
    at = np.uint64(place)
    return (
        at,
        at + width,
        at + np.uint64(2) * width,
        at + np.uint64(3) * width,
        at + np.uint64(4) * width,
        at + np.uint64(5) * width,
        at + np.uint64(6) * width,
        at + np.uint64(7) * width,
    )


@jit
def _gather(leaves: Any, first: Any, plan: Any, weights: Any, place: Any) -> None:
    """Weights of the other seat's classes at the eight leaves from `first` on; weights is (n_classes, width)."""
    n_classes, done, width = np.uint64(len(leaves.other)), np.uint64(0), np.uint64(weights.shape[1])
    flat = weights.reshape(weights.size)
    if leaves.plain[1, first // WIDTH]:
        streams = _streams(leaves.start[1], first)
        rows_at = _rows_at(width, place)
        while done + np.uint64(WIDTH) <= n_classes:
            block = multiply_block(load_block(plan, streams, done), load(leaves.other, done))
            store_block(flat, rows_at, done * width, transpose(block))
            done += np.uint64(WIDTH)
    for column in range(first, first + WIDTH):
        start, partition = leaves.start[1, column], leaves.partition[1, column]
        for hand in range(done, n_classes):
            reach = plan[start + leaves.cells[partition, hand]]
            weights[hand, place + column - first] = reach * leaves.other[hand]


@jit
def _scatter(leaves: Any, first: Any, values: Any, out: Any, place: Any) -> None:
    """Add what the eight leaves from `first` on are worth to the seat's own sequences."""
    n_classes, done, width = np.uint64(len(leaves.own)), np.uint64(0), np.uint64(values.shape[1])
    flat = values.reshape(values.size)
    if leaves.plain[0, first // WIDTH]:
        streams = _streams(leaves.start[0], first)
        rows_at = _rows_at(width, place)
        while done + np.uint64(WIDTH) <= n_classes:
            block = transpose(load_block(flat, rows_at, done * width))
            add_block(out, streams, done, multiply_block(block, load(leaves.own, done)))
            done += np.uint64(WIDTH)
    for column in range(first, first + WIDTH):
        start, partition = leaves.start[0, column], leaves.partition[0, column]
        for hand in range(done, n_classes):
            out[start + leaves.cells[partition, hand]] += values[hand, place + column - first] * leaves.own[hand]


@jit
def leaf_gradient(plan: Any, leaves: Any, plan_of_other: Any, room: Any, out: Any) -> None:
    """What every sequence of a seat earns at the leaves, the other seat's plan counted.

    Parameters
    ----------
    plan : ClassPlan
    leaves : Columns
        See `svara_odds.solver.headsup`.
    plan_of_other : ndarray
        float64, the other seat's plan.
    room : tuple of ndarray
        Scratch for one tile: sums, weights and values.
    out : ndarray
        float64, one per own sequence; filled.
    """
    n_classes = len(plan.sizes)
    out[:] = 0.0
    for tile in range(len(leaves.tiles)):
        first, last, showdowns = leaves.tiles[tile]
        width = last - first
        sums = room[0][: plan.n_sums * width]
        weights = room[1][: n_classes * width]
        values = room[2][: n_classes * width]
        sums[:] = 0.0
        for column in range(first, last, WIDTH):
            _gather(leaves, column, plan_of_other, weights.reshape(n_classes, width), column - first)
        coefficients = np.ascontiguousarray(leaves.factors[:, first:last])
        if showdowns:
            _sweep_showdowns(plan, weights, coefficients, sums, values)
        else:
            _sweep_folds(plan, weights, coefficients, sums, values)
        for column in range(first, last, WIDTH):
            _scatter(leaves, column, values.reshape(n_classes, width), out, column - first)
