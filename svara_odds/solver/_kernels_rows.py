# mypy: ignore-errors
"""Eight doubles side by side: rows that a compiled kernel keeps in registers while it adds to them.

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

__all__ = ["WIDTH", "add_product", "add_times", "less", "load_row", "no_row", "store_row", "times"]

intrinsic: Any = _intrinsic  # numba does not say what calling an intrinsic gives
WIDTH = 8

_INT = ir.IntType(32)
_ROW = ir.VectorType(ir.DoubleType(), WIDTH)
_FUSED = ("contract",)  # a product and a sum may be rounded once


class Row(types.Type):
    """The type of `WIDTH` doubles."""

    def __init__(self) -> None:
        super().__init__(name=f"Row(f64 x {WIDTH})")


@register_model(Row)
class _RowModel(models.PrimitiveModel):
    def __init__(self, manager: Any, row: Row) -> None:
        super().__init__(manager, row, _ROW)


ROW = Row()


def _address(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
    data = context.make_array(signature.args[0])(context, builder, arguments[0]).data
    return builder.bitcast(builder.gep(data, [arguments[1]]), _ROW.as_pointer())


def _everywhere(builder: Any, factor: Any) -> Any:
    undefined = ir.Constant(_ROW, ir.Undefined)
    one = builder.insert_element(undefined, factor, ir.Constant(_INT, 0))
    return builder.shuffle_vector(one, undefined, ir.Constant(ir.VectorType(_INT, WIDTH), [0] * WIDTH))


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
        return builder.load(_address(context, builder, signature, arguments), align=8)

    return ROW(array, types.int64), emit


@intrinsic
def store_row(typing_context: Any, array: Any, offset: Any, row: Any) -> Any:
    """Write a row `offset` elements into a contiguous array."""

    def emit(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        builder.store(arguments[2], _address(context, builder, signature, arguments), align=8)
        return context.get_dummy_value()

    return types.void(array, types.int64, ROW), emit


@intrinsic
def times(typing_context: Any, factor: Any, row: Any) -> Any:
    """``factor * row``."""

    def emit(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.fmul(_everywhere(builder, arguments[0]), arguments[1], flags=_FUSED)

    return ROW(types.float64, ROW), emit


@intrinsic
def add_times(typing_context: Any, row: Any, factor: Any, other: Any) -> Any:
    """``row + factor * other``."""

    def emit(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        row, factor, other = arguments
        return builder.fadd(row, builder.fmul(_everywhere(builder, factor), other, flags=_FUSED), flags=_FUSED)

    return ROW(ROW, types.float64, ROW), emit


@intrinsic
def add_product(typing_context: Any, row: Any, one: Any, other: Any) -> Any:
    """``row + one * other``, lane by lane."""

    def emit(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        row, one, other = arguments
        return builder.fadd(row, builder.fmul(one, other, flags=_FUSED), flags=_FUSED)

    return ROW(ROW, ROW, ROW), emit


@intrinsic
def less(typing_context: Any, row: Any, other: Any) -> Any:
    """``row - other``."""

    def emit(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.fsub(*arguments)

    return ROW(ROW, ROW), emit
