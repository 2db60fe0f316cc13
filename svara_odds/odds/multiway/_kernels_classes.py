"""Kernels that count for all hero classes at once: how many of a class's hands lie outside each set of cards."""

# Types here are numba's, which no checker of Python knows.
# mypy: ignore-errors

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.extending import intrinsic

from svara_odds._jit import jit
from svara_odds.odds.multiway._kernels import cells

__all__ = ["LANES", "Columns", "tally"]

LANES = 8
TILE = 32


class Columns(NamedTuple):
    """Hero hands of some classes, cut in a left and a right part.

    A class's hands outside a set are a sum over kinds of right parts: (left parts outside) * (right parts outside).
    Each such product is a column; columns come in lanes of 8 classes, one group of lanes after another.

    Attributes
    ----------
    masks : int64 (N,)
        Left subsets, sorted by the row of the form that they belong to.
    orbits : float64 (N,)
        How many left subsets each stands for.
    group_starts : int64 (G + 1,)
        Where each row's subsets begin.
    part_starts : int32 (columns + 1,)
        Where each column's left parts begin in `parts`.
    parts : int64
        Left parts of the hero hands, as masks.
    right : float64 (K, columns)
        Right parts of the column's kind outside the right subsets of each column of the form.
    lane_starts : int32 (classes / 8 + 1,)
        Columns of each group of eight classes; the j-th eight of them are the j-th kinds.
    """

    masks: Any
    orbits: Any
    group_starts: Any
    part_starts: Any
    parts: Any
    right: Any
    lane_starts: Any


@intrinsic
def _add_products(typing_context, target, at, left, left_at, right, right_at, count):
    """``target[at + i] += sum_j left[left_at + 8 j + i] * right[right_at + 8 j + i]``, i = 0 … 7, in one register.

    numba cannot know that the arrays do not overlap, and would go through the eight lanes one by one.
    """
    signature = types.void(target, types.intp, left, types.intp, right, types.intp, types.intp)

    def generate(context, builder, sig, arguments):
        lanes = ir.VectorType(ir.DoubleType(), LANES)
        word = ir.IntType(64)

        def pointer(position, index):
            array = context.make_array(sig.args[position])(context, builder, arguments[position])
            return builder.bitcast(builder.gep(array.data, [index]), lanes.as_pointer())

        multiply_add = cgutils.get_or_insert_function(
            builder.module, ir.FunctionType(lanes, [lanes] * 3), f"llvm.fmuladd.v{LANES}f64"
        )
        goal = pointer(0, arguments[1])
        total = cgutils.alloca_once_value(builder, builder.load(goal, align=8))
        with cgutils.for_range(builder, arguments[6]) as loop:
            skip = builder.mul(loop.index, ir.Constant(word, LANES))
            first = builder.load(pointer(2, builder.add(arguments[3], skip)), align=8)
            second = builder.load(pointer(4, builder.add(arguments[5], skip)), align=8)
            builder.store(builder.call(multiply_add, [first, second, builder.load(total)]), total)
        builder.store(builder.load(total), goal, align=8)
        return context.get_dummy_value()

    return signature, generate


@jit
def _left_parts(columns, group, out):
    """Fill `out` with the left parts of each column outside the left subsets of one row, summed over these."""
    out[:] = 0.0
    for n in range(columns.group_starts[group], columns.group_starts[group + 1]):
        mask, orbit = columns.masks[n], columns.orbits[n]
        for c in range(out.shape[0]):
            outside = 0
            for p in range(columns.part_starts[c], columns.part_starts[c + 1]):
                outside += (columns.parts[p] & mask) == 0
            out[c] += orbit * outside


@jit
def tally(form, box, rows, columns, left, where, histogram):
    """For each cell and class: count pairs of a set of cards in the cell and a hand of the class outside it.

    Parameters
    ----------
    form : Form
    box : Box
    rows : int32 (cells,)
        Row of `histogram` of each cell.
    columns : Columns
    left : float64 (T, columns)
        Scratch; T left rows are taken together, so that tiles of ``columns.right`` stay near.
    where : int32 (T, K)
        Scratch.
    histogram : float64 (N, classes)
        Added to. A column sums to (hands of the class) * (sets of cards outside one), which the caller keeps below
        2**53, and nothing is ever subtracted: the floats hold exact integers.
    """
    width, n_columns = histogram.shape[1], left.shape[1]
    ends = np.zeros(left.shape[0], np.int64)
    for group in range(0, form.x.shape[0], left.shape[0]):
        together = min(left.shape[0], form.x.shape[0] - group)
        for i in range(together):
            _left_parts(columns, group + i, left[i])
            ends[i] = cells(form, group + i, box, where[i])
            for k in range(ends[i]):
                where[i, k] = rows[np.uint64(where[i, k])]
        for start in range(0, where.shape[1], TILE):
            for i in range(together):
                for k in range(start, min(start + TILE, ends[i])):
                    row = np.int64(where[i, k]) * width
                    for v in range(columns.lane_starts.shape[0] - 1):
                        at = np.int64(columns.lane_starts[v])
                        count = (np.int64(columns.lane_starts[v + 1]) - at) // LANES
                        _add_products(
                            histogram, row + v * LANES, left, i * n_columns + at, columns.right,
                            k * n_columns + at, count,
                        )  # fmt: skip
