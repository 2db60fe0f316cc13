"""Kernels of the exact multiway engine: group equal rows, and bin the subsets of the unseen cards.

A subset S of the unseen cards is a left part and a right part. What it holds, ``a`` hands below a level and
``b`` hands on it, is kept as one number ``v = (a << shift) | b``, and v is a bilinear form of the two parts,
``v = sum_r x[left, r] * y[r, right]``. Left parts with the same row of x, and right parts with the same column
of y, are the same thing to this level and are visited once.
"""

# Types here are numba's, which no checker of Python knows.
# mypy: ignore-errors

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from svara_odds._jit import jit

__all__ = ["Box", "Form", "bounds", "dense_ids", "fill", "mark"]


class Form(NamedTuple):
    """The bilinear form of one level.

    Attributes
    ----------
    x : int32 (G, r)
        Left rows; r is a multiple of 4.
    y : int32 (r, K)
        Right columns, sorted by the number of cards.
    size : int32 (G,)
        Cards of each left part.
    starts : int32 (cards + 2,)
        ``y[:, starts[q]:starts[q + 1]]`` are the right parts of q cards.
    largest : int
        Subsets of more cards than this are not wanted.
    shift : int
        Bits below which v holds b.
    """

    x: Any
    y: Any
    size: Any
    starts: Any
    largest: int
    shift: int


class Box(NamedTuple):
    """Where the cell of (cards, a, b) lies: ``offset[p] + (a - low_a[p]) * span[p] + (b - low_b[p])``."""

    offset: Any
    low_a: Any
    low_b: Any
    span: Any


@jit
def dense_ids(keys, slot_key, slot_id, out):
    """Number equal keys alike, 0, 1, … in the order in which they first appear.

    Parameters
    ----------
    keys : int64 (N,)
        None is negative.
    slot_key : int64 (2**q,)
        Scratch, filled with -1; longer than the number of different keys.
    slot_id : int32 (2**q,)
        Scratch.
    out : int32 (N,)
        Filled: the number of each key.

    Returns
    -------
    int
        How many different keys there are.
    """
    mask = np.uint64(slot_key.shape[0] - 1)
    found = 0
    for i in range(keys.shape[0]):
        key = keys[i]
        mixed = np.uint64(key) * np.uint64(0x9E3779B97F4A7C15)
        slot = (mixed ^ (mixed >> np.uint64(32))) & mask
        while slot_key[slot] != key and slot_key[slot] != -1:
            slot = (slot + np.uint64(1)) & mask
        if slot_key[slot] == -1:
            slot_key[slot] = key
            slot_id[slot] = found
            found += 1
        out[i] = slot_id[slot]
    return found


@jit
def last_key(form, group):
    """How many right parts fit beside a left part within the wanted number of cards."""
    room = min(form.largest - form.size[group], form.starts.shape[0] - 2)
    return form.starts[room + 1]


@jit
def values(form, group, end, out):
    """Fill ``out[:end]`` with v of one left part and the first `end` right parts."""
    x, y = form.x, form.y
    for k in range(end):
        out[k] = 0
    for r in range(0, x.shape[1], 4):
        x0, x1, x2, x3 = x[group, r], x[group, r + 1], x[group, r + 2], x[group, r + 3]
        y0, y1, y2, y3 = y[r], y[r + 1], y[r + 2], y[r + 3]
        for k in range(end):
            out[k] += np.int32(x0 * y0[k] + x1 * y1[k] + x2 * y2[k] + x3 * y3[k])


@jit
def bounds(form, scratch, out):
    """Smallest and largest a and b for each number of cards.

    Parameters
    ----------
    form : Form
        The level.
    scratch : int32 (K,)
        Scratch.
    out : int64 (cards + 1, 4)
        Filled: least a, most a, least b, most b. Comes in as (big, -1, big, -1).
    """
    shift, low = np.int32(form.shift), np.int32((1 << form.shift) - 1)
    for group in range(form.x.shape[0]):
        end = last_key(form, group)
        values(form, group, end, scratch)
        for q in range(form.starts.shape[0] - 1):
            start, stop = form.starts[q], min(end, form.starts[q + 1])
            if start >= stop:
                continue
            first = scratch[start]
            least_a = most_a = first >> shift
            least_b = most_b = first & low
            for k in range(start, stop):
                a, b = scratch[k] >> shift, scratch[k] & low
                least_a, most_a = min(least_a, a), max(most_a, a)
                least_b, most_b = min(least_b, b), max(most_b, b)
            p = form.size[group] + q
            out[p, 0], out[p, 1] = min(out[p, 0], least_a), max(out[p, 1], most_a)
            out[p, 2], out[p, 3] = min(out[p, 2], least_b), max(out[p, 3], most_b)


@jit
def cells(form, group, box, out):
    """Fill `out` with the cell of each right part beside one left part; return how many fit."""
    end = last_key(form, group)
    values(form, group, end, out)
    shift, low = np.int32(form.shift), np.int32((1 << form.shift) - 1)
    for q in range(form.starts.shape[0] - 1):
        start, stop = form.starts[q], min(end, form.starts[q + 1])
        if start >= stop:
            break
        p = form.size[group] + q
        span = np.int32(box.span[p])
        base = np.int32(box.offset[p] - box.low_a[p] * box.span[p] - box.low_b[p])
        for k in range(start, stop):
            out[k] = base + (out[k] >> shift) * span + (out[k] & low)
    return end


@jit
def fill(form, box, left_weight, right_weight, scratch, histogram):
    """Count the subsets of each cell.

    Parameters
    ----------
    form : Form
        The level.
    box : Box
        Where the cells lie; fewer than 2**31 of them.
    left_weight : uint64 (G,)
        How many left parts a row of ``form.x`` stands for.
    right_weight : uint64 (K,)
        The same for the right parts.
    scratch : int32 (K,)
        Scratch.
    histogram : uint64 (cells,)
        Added to. It sums to at most 2**R for R unseen cards, R < 64: no cell can overflow.
    """
    for group in range(form.x.shape[0]):
        end = cells(form, group, box, scratch)
        weight = left_weight[group]
        for k in range(end):
            histogram[np.uint64(scratch[k])] += weight * right_weight[k]


@jit
def mark(form, box, scratch, rows):
    """Number the cells that occur in the order in which they are met: ``rows[cell]``, -1 elsewhere.

    Returns
    -------
    int
        How many occur.
    """
    found = 0
    for group in range(form.x.shape[0]):
        end = cells(form, group, box, scratch)
        for k in range(end):
            cell = np.uint64(scratch[k])
            if rows[cell] < 0:
                rows[cell] = found
                found += 1
    return found
