"""Eight numbers side by side: vector values of float64 that a compiled kernel can hold in registers.

numba gives LLVM no word on which arrays overlap, and so keeps short loops away from the vector units.
The functions below emit vector operations of LLVM's own language instead: they compile wherever numba does, to
whatever registers are there. Only compiled code can call them.
"""

# Types here are numba's, which no checker of Python knows.
# mypy: ignore-errors

from __future__ import annotations

from typing import Any

from llvmlite import ir
from numba.core import types
from numba.extending import intrinsic as _intrinsic
from numba.extending import models, register_model

__all__ = [
    "WIDTH",
    "add",
    "add_block",
    "load",
    "load_block",
    "multiply",
    "multiply_block",
    "no_row",
    "store",
    "store_block",
    "subtract",
    "times",
    "transpose",
]

intrinsic: Any = _intrinsic  # numba does not say what calling an intrinsic gives
WIDTH = 8
_ROW = ir.VectorType(ir.DoubleType(), WIDTH)
# A product and a sum may become one instruction where a processor has it.
_CONTRACT = ("contract",)


class _Row(types.Type):
    """The type of a row of `WIDTH` numbers."""

    def __init__(self) -> None:
        super().__init__(name=f"Row({WIDTH})")


@register_model(_Row)
class _RowModel(models.PrimitiveModel):
    def __init__(self, manager: Any, row: _Row) -> None:
        super().__init__(manager, row, _ROW)


ROW = _Row()
BLOCK = types.UniTuple(ROW, WIDTH)
STREAMS = types.UniTuple(types.uint64, WIDTH)


def _address(context: Any, builder: Any, array_type: Any, array: Any, offset: Any) -> Any:
    data = context.make_array(array_type)(context, builder, array).data
    return builder.bitcast(builder.gep(data, [offset]), _ROW.as_pointer())


@intrinsic
def no_row(typing_context: Any) -> Any:
    """A row of zeros."""

    def emit(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return ir.Constant(_ROW, [0.0] * WIDTH)

    return ROW(), emit


@intrinsic
def load(typing_context: Any, array: Any, offset: Any) -> Any:
    """The row that begins at an offset, in elements, of a contiguous array."""

    def emit(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.load(_address(context, builder, signature.args[0], *arguments), align=8)

    return ROW(array, types.uint64), emit


@intrinsic
def store(typing_context: Any, array: Any, offset: Any, row: Any) -> Any:
    """Write a row to an offset of a contiguous array."""

    def emit(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        where = _address(context, builder, signature.args[0], *arguments[:2])
        builder.store(arguments[2], where, align=8)
        return context.get_dummy_value()

    return types.void(array, types.uint64, ROW), emit


def _binary(operation: str) -> Any:
    def combine(typing_context: Any, left: Any, right: Any) -> Any:
        def emit(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            return getattr(builder, operation)(*arguments, flags=_CONTRACT)

        return ROW(ROW, ROW), emit

    return combine


add, subtract, multiply = (intrinsic(_binary(operation)) for operation in ("fadd", "fsub", "fmul"))


@intrinsic
def times(typing_context: Any, row: Any, factor: Any) -> Any:
    """A row times one number."""

    def emit(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        undefined, first = ir.Constant(_ROW, ir.Undefined), ir.Constant(ir.IntType(32), 0)
        one = builder.insert_element(undefined, arguments[1], first)
        everywhere = ir.Constant(ir.VectorType(ir.IntType(32), WIDTH), [0] * WIDTH)
        return builder.fmul(arguments[0], builder.shuffle_vector(one, undefined, everywhere), flags=_CONTRACT)

    return ROW(ROW, types.float64), emit


@intrinsic
def load_block(typing_context: Any, array: Any, starts: Any, offset: Any) -> Any:
    """Eight rows, one from each of eight streams of an array: row k begins at ``starts[k] + offset``."""

    def emit(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        places = _stream_addresses(context, builder, signature, arguments)
        return context.make_tuple(builder, BLOCK, [builder.load(where, align=8) for where in places])

    return BLOCK(array, STREAMS, types.uint64), emit


@intrinsic
def store_block(typing_context: Any, array: Any, starts: Any, offset: Any, block: Any) -> Any:
    """Write eight rows to where `load_block` would read them."""

    def emit(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        places = _stream_addresses(context, builder, signature, arguments)
        for where, row in zip(places, _unpacked(builder, arguments[3]), strict=True):
            builder.store(row, where, align=8)
        return context.get_dummy_value()

    return types.void(array, STREAMS, types.uint64, BLOCK), emit


@intrinsic
def add_block(typing_context: Any, array: Any, starts: Any, offset: Any, block: Any) -> Any:
    """Add eight rows, one after the other, to where `load_block` would read them; streams may be the same."""

    def emit(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        places = _stream_addresses(context, builder, signature, arguments)
        for where, row in zip(places, _unpacked(builder, arguments[3]), strict=True):
            builder.store(builder.fadd(builder.load(where, align=8), row, flags=_CONTRACT), where, align=8)
        return context.get_dummy_value()

    return types.void(array, STREAMS, types.uint64, BLOCK), emit


@intrinsic
def multiply_block(typing_context: Any, block: Any, factors: Any) -> Any:
    """Every row times the same row."""

    def emit(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        rows = [builder.fmul(row, arguments[1], flags=_CONTRACT) for row in _unpacked(builder, arguments[0])]
        return context.make_tuple(builder, BLOCK, rows)

    return BLOCK(BLOCK, ROW), emit


@intrinsic
def transpose(typing_context: Any, block: Any) -> Any:
    """Eight rows as eight columns."""

    def emit(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        rows = _unpacked(builder, arguments[0])
        lanes = range(WIDTH)
        for stride in (4, 2, 1):
            # Blocks of `stride` lanes change places between two rows that are `stride` apart.
            upper = [lane if not lane & stride else lane - stride + WIDTH for lane in lanes]
            lower = [lane + stride if not lane & stride else lane + WIDTH for lane in lanes]
            for first in (row for row in lanes if not row & stride):
                pair = rows[first], rows[first + stride]
                rows[first], rows[first + stride] = (_shuffled(builder, *pair, order) for order in (upper, lower))
        return context.make_tuple(builder, BLOCK, rows)

    return BLOCK(BLOCK), emit


def _stream_addresses(context: Any, builder: Any, signature: Any, arguments: Any) -> list[Any]:
    array, starts, offset = arguments[:3]
    places = [builder.add(start, offset) for start in _unpacked(builder, starts)]
    return [_address(context, builder, signature.args[0], array, place) for place in places]


def _unpacked(builder: Any, values: Any) -> list[Any]:
    return [builder.extract_value(values, place) for place in range(WIDTH)]


def _shuffled(builder: Any, left: Any, right: Any, order: list[int]) -> Any:
    mask = ir.Constant(ir.VectorType(ir.IntType(32), WIDTH), order)
    return builder.shuffle_vector(left, right, mask)
