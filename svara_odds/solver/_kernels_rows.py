# mypy: ignore-errors
"""Sixteen doubles side by side: rows that a compiled kernel keeps in registers while it adds to them.

A loop of numba's over a row of an array stores the row after every term, as it cannot know that the row overlaps
nothing it reads. The functions below emit vector instructions of LLVM's own language instead, for whatever registers
there are. Only compiled code can call them.
"""

from __future__ import annotations

from typing import Any

from llvmlite import ir
from numba.core import types
from numba.extending import intrinsic as _intrinsic
from numba.extending import models, register_model

__all__ = ["SIDE", "WIDTH", "add_times", "intrinsic", "less", "load_row", "no_row", "store_row", "turn_square"]

intrinsic: Any = _intrinsic  # numba does not say what calling an intrinsic gives
WIDTH = 16
SIDE = 8  # of the squares that are turned

_INT = ir.IntType(32)


class Row(types.Type):
    """The type of `WIDTH` doubles."""

    def __init__(self) -> None:
        super().__init__(name=f"Row(f64 x {WIDTH})")


_ROW = ir.VectorType(ir.DoubleType(), WIDTH)
_EDGE = ir.VectorType(ir.DoubleType(), SIDE)


@register_model(Row)
class _RowModel(models.PrimitiveModel):
    def __init__(self, manager: Any, row: Row) -> None:
        super().__init__(manager, row, _ROW)


ROW = Row()


def _address(context: Any, builder: Any, array_type: Any, array: Any, offset: Any, vector: Any) -> Any:
    data = context.make_array(array_type)(context, builder, array).data
    return builder.bitcast(builder.gep(data, [offset]), vector.as_pointer())


@intrinsic
def no_row(typing_context: Any) -> Any:
    """A row of zeros."""

    def emit(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return ir.Constant(_ROW, [0.0] * WIDTH)

    return ROW(), emit


@intrinsic
def load_row(typing_context: Any, array: Any, offset: Any) -> Any:
    """The row that begins `offset` elements into a contiguous array."""

    def emit(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        where = _address(context, builder, signature.args[0], arguments[0], arguments[1], _ROW)
        return builder.load(where, align=8)

    return ROW(array, types.int64), emit


@intrinsic
def store_row(typing_context: Any, array: Any, offset: Any, row: Any) -> Any:
    """Write a row `offset` elements into a contiguous array."""

    def emit(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        where = _address(context, builder, signature.args[0], arguments[0], arguments[1], _ROW)
        builder.store(arguments[2], where, align=8)
        return context.get_dummy_value()

    return types.void(array, types.int64, ROW), emit


@intrinsic
def add_times(typing_context: Any, row: Any, factor: Any, other: Any) -> Any:
    """``row + factor * other``."""

    def emit(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        row, factor, other = arguments
        undefined = ir.Constant(_ROW, ir.Undefined)
        one = builder.insert_element(undefined, factor, ir.Constant(_INT, 0))
        everywhere = builder.shuffle_vector(one, undefined, ir.Constant(ir.VectorType(_INT, WIDTH), [0] * WIDTH))
        product = builder.fmul(everywhere, other, flags=("contract",))
        return builder.fadd(row, product, flags=("contract",))

    return ROW(ROW, types.float64, ROW), emit


@intrinsic
def less(typing_context: Any, row: Any, other: Any) -> Any:
    """``row - other``."""

    def emit(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.fsub(*arguments)

    return ROW(ROW, ROW), emit


@intrinsic
def turn_square(typing_context: Any, source: Any, offset: Any, target: Any, place: Any, stride: Any) -> Any:
    """Turn `SIDE` by `SIDE` elements: rows `WIDTH` apart in `source` become rows `stride` apart in `target`."""

    def emit(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        source, offset, target, place, stride = arguments
        array, written = signature.args[0], signature.args[2]
        rows = []
        for row in range(SIDE):
            at = builder.add(offset, ir.Constant(offset.type, row * WIDTH))
            rows.append(builder.load(_address(context, builder, array, source, at, _EDGE), align=8))
        for step in (1, 2, 4):  # exchange the off-diagonal quarters of squares of 2, 4 and 8
            rows = [_exchanged(builder, rows, row, step) for row in range(SIDE)]
        for row in range(SIDE):
            at = builder.add(place, builder.mul(stride, ir.Constant(stride.type, row)))
            builder.store(rows[row], _address(context, builder, written, target, at, _EDGE), align=8)
        return context.get_dummy_value()

    return types.void(source, types.int64, target, types.int64, types.int64), emit


def _exchanged(builder: Any, rows: list[Any], row: int, step: int) -> Any:
    """Row of a square whose elements with bit `step` swapped between row and column have changed places."""
    low, high = row & ~step, row | step
    wanted = []
    for column in range(SIDE):
        from_row = (row & ~step) | (step if column & step else 0)
        from_column = (column & ~step) | (step if row & step else 0)
        wanted.append(from_column + (SIDE if from_row == high else 0))
    return builder.shuffle_vector(rows[low], rows[high], ir.Constant(ir.VectorType(_INT, SIDE), wanted))
