"""Sixty-four hands side by side: vector values that a compiled kernel can hold in registers.

numba widens every byte it computes with to 64 bits, and so keeps a kernel over bytes away from the vector units.
The functions below emit vector instructions of LLVM's own language instead. They name no processor's instructions
(but `look_up`, where there is one for it): they compile wherever numba does, to whatever registers are there. A value
is one of

* ``BYTES``: 64 lanes of 8 bits, one per hand or deal;
* ``WORDS``: 16 lanes of 64 bits, the state of sixteen generators; the same bits are 64 lanes of 16;
* ``SHORTS``: 64 lanes of 16 bits;
* flags: ``SHORTS`` of which the flagged lanes are not 0 (vectors of single bits are slow where a processor has none).

Only compiled code can call them.
"""

# Types here are numba's, which no checker of Python knows.
# mypy: ignore-errors

from __future__ import annotations

from functools import cache, partial, reduce
from typing import Any

from llvmlite import ir
from numba.core import cgutils, types
from numba.core.registry import cpu_target
from numba.extending import intrinsic as _intrinsic
from numba.extending import models, register_model

__all__ = [
    "BYTES",
    "I8",
    "I16",
    "I32",
    "I64",
    "LANES",
    "SHORTS",
    "WORDS",
    "are_hands",
    "colex_index",
    "constant",
    "intrinsic",
    "largest",
    "largest_sum",
    "load_bytes",
    "load_rows",
    "loader",
    "look_up",
    "maximum",
    "ordered",
    "permutes_bytes",
    "splat",
    "store_bytes",
    "store_shorts",
    "storer",
    "union",
    "widened",
]

intrinsic: Any = _intrinsic  # numba does not say what calling an intrinsic gives
LANES = 64


@cache
def permutes_bytes() -> bool:
    """Whether the processor looks 64 lanes up in a table of 64 bytes at once, else `look_up` is slow."""
    _, _, features = cpu_target.target_context.codegen().magic_tuple()
    return "+avx512vbmi" in features.split(",")


class Lanes(types.Type):
    """The type of a vector of `count` unsigned integers of `bits` bits."""

    def __init__(self, bits: int, count: int) -> None:
        self.bits, self.count = bits, count
        super().__init__(name=f"Lanes(u{bits} x {count})")


@register_model(Lanes)
class _LanesModel(models.PrimitiveModel):
    def __init__(self, manager: Any, lanes: Lanes) -> None:
        super().__init__(manager, lanes, ir.VectorType(ir.IntType(lanes.bits), lanes.count))


BYTES, SHORTS, WORDS = Lanes(8, 64), Lanes(16, 64), Lanes(64, 16)
I8, I16, I32 = (ir.VectorType(ir.IntType(bits), LANES) for bits in (8, 16, 32))
I64 = ir.VectorType(ir.IntType(64), 16)


def constant(vector: ir.VectorType, value: int) -> ir.Constant:
    return ir.Constant(vector, [value] * vector.count)


def splat(builder: Any, vector: ir.VectorType, scalar: Any) -> Any:
    """Copy the low bits of a scalar to every lane."""
    narrow = builder.trunc(scalar, vector.element) if scalar.type.width > vector.element.width else scalar
    one = builder.insert_element(ir.Constant(vector, ir.Undefined), narrow, ir.Constant(ir.IntType(32), 0))
    where = ir.Constant(ir.VectorType(ir.IntType(32), vector.count), [0] * vector.count)
    return builder.shuffle_vector(one, ir.Constant(vector, ir.Undefined), where)


def largest(builder: Any, one: Any, other: Any) -> Any:
    """The larger value in every lane."""
    return builder.select(builder.icmp_unsigned(">", one, other), one, other)


def _shuffled(builder: Any, one: Any, other: Any, places: list[int]) -> Any:
    """Lanes of two vectors, those of the second counted on from the first."""
    return builder.shuffle_vector(one, other, ir.Constant(ir.VectorType(ir.IntType(32), LANES), places))


def _address(context: Any, builder: Any, array_type: Any, array: Any, offset: Any, vector: Any) -> Any:
    data = context.make_array(array_type)(context, builder, array).data
    return builder.bitcast(builder.gep(data, [offset]), vector.as_pointer())


def loader(lanes: Lanes, vector: ir.VectorType) -> Any:
    def load(typing_context: Any, array: Any, offset: Any) -> Any:
        def emit(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            where = _address(context, builder, signature.args[0], arguments[0], arguments[1], vector)
            return builder.load(where, align=1)

        return lanes(array, types.uint64), emit

    return load


def storer(lanes: Lanes, vector: ir.VectorType) -> Any:
    def store(typing_context: Any, array: Any, offset: Any, value: Any) -> Any:
        def emit(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            where = _address(context, builder, signature.args[0], arguments[0], arguments[1], vector)
            builder.store(arguments[2], where, align=1)
            return context.get_dummy_value()

        return types.void(array, types.uint64, lanes), emit

    return store


# ``load(array, offset)`` and ``store(array, offset, value)``: offset in elements of a contiguous array.
load_bytes = intrinsic(loader(BYTES, I8))
store_bytes = intrinsic(storer(BYTES, I8))
store_shorts = intrinsic(storer(SHORTS, I16))


@intrinsic
def load_rows(typing_context: Any, array: Any, offset: Any) -> Any:
    """The columns of 64 rows of three bytes that begin at `offset`."""

    def emit(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        where = _address(context, builder, signature.args[0], arguments[0], arguments[1], I8)
        parts = [builder.load(builder.gep(where, [ir.Constant(ir.IntType(64), part)]), align=1) for part in range(3)]
        columns = []
        for column in range(3):
            # In two steps of two vectors each: there are instructions for that. Lane k of a column is byte
            # `column` + 3 * k of the block, and stands in its place after the first step if it is of the first parts.
            bytes_ = range(column, 3 * LANES, 3)
            found = _shuffled(builder, *parts[:2], [byte if byte < 2 * LANES else 0 for byte in bytes_])
            last = [lane if byte < 2 * LANES else byte - LANES for lane, byte in enumerate(bytes_)]
            columns.append(_shuffled(builder, found, parts[2], last))
        return context.make_tuple(builder, signature.return_type, columns)

    return types.UniTuple(BYTES, 3)(array, types.uint64), emit


@intrinsic
def are_hands(typing_context: Any, a: Any, b: Any, c: Any, n_cards: Any) -> Any:
    """Whether all lanes hold three different cards below `n_cards`."""

    def emit(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        a, b, c, n_cards = arguments
        last = largest(builder, largest(builder, a, b), c)
        good = builder.icmp_unsigned("<", last, splat(builder, I8, n_cards))
        for pair in ((a, b), (a, c), (b, c)):
            good = builder.and_(good, builder.icmp_unsigned("!=", *pair))
        mask = builder.bitcast(good, ir.IntType(LANES))
        return builder.icmp_unsigned("==", mask, ir.Constant(mask.type, (1 << LANES) - 1))

    return types.boolean(BYTES, BYTES, BYTES, types.uint64), emit


@intrinsic
def ordered(typing_context: Any, one: Any, other: Any) -> Any:
    """``(min, max)`` in every lane."""

    def emit(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        less = builder.icmp_unsigned("<", *arguments)
        values = builder.select(less, *arguments), builder.select(less, *reversed(arguments))
        return context.make_tuple(builder, signature.return_type, values)

    return types.UniTuple(BYTES, 2)(BYTES, BYTES), emit


@intrinsic
def colex_index(typing_context: Any, low: Any, middle: Any, high: Any) -> Any:
    """``C(high, 3) + C(middle, 2) + low`` in every lane, for cards below 52 (all steps fit 16 bits)."""

    def emit(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        low, middle, high = (builder.zext(cards, I16) for cards in arguments)
        one = constant(I16, 1)

        def pairs(cards: Any) -> Any:
            return builder.lshr(builder.mul(cards, builder.sub(cards, one)), one)

        threefold = builder.mul(pairs(high), builder.sub(high, constant(I16, 2)))
        # A third of a multiple of 3 below 65536, as the high half of a product: 21846 / 65536 is a little over 1/3.
        wide = builder.mul(builder.zext(threefold, I32), constant(I32, 21846))
        third = builder.trunc(builder.lshr(wide, constant(I32, 16)), I16)
        return builder.add(builder.add(third, pairs(middle)), low)

    return SHORTS(BYTES, BYTES, BYTES), emit


@intrinsic
def widened(typing_context: Any, values: Any) -> Any:
    """Bytes as numbers of 16 bits."""

    def emit(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.zext(arguments[0], I16)

    return SHORTS(BYTES), emit


@intrinsic
def look_up(typing_context: Any, table: Any, places: Any) -> Any:
    """``table[place]`` in every lane; of places from 64 on only the low six bits count."""

    def emit(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        table, places = arguments
        if permutes_bytes():
            kind = ir.FunctionType(I8, (I8, I8))
            permute = cgutils.get_or_insert_function(builder.module, kind, "llvm.x86.avx512.permvar.qi.512")
            return builder.call(permute, (table, places))
        places = builder.and_(places, constant(I8, LANES - 1))
        found = ir.Constant(I8, ir.Undefined)
        for lane in range(LANES):
            where = ir.Constant(ir.IntType(32), lane)
            entry = builder.extract_element(table, builder.extract_element(places, where))
            found = builder.insert_element(found, entry, where)
        return found

    return BYTES(BYTES, BYTES), emit


@intrinsic
def maximum(typing_context: Any, one: Any, other: Any) -> Any:
    """The larger value in every lane."""

    def emit(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return largest(builder, *arguments)

    return BYTES(BYTES, BYTES), emit


@intrinsic
def union(typing_context: Any, one: Any, other: Any) -> Any:
    """Bitwise or in every lane."""

    def emit(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.or_(*arguments)

    return BYTES(BYTES, BYTES), emit


@intrinsic
def largest_sum(typing_context: Any, points: Any, groups: Any) -> Any:
    """The largest of three numbers of points, and of the sums of two or three of them that share a bit of a group."""

    def emit(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        points, groups = ([builder.extract_value(values, card) for card in range(3)] for values in arguments)

        def plus(total: Any, some: tuple[int, ...]) -> Any:
            """`total`, and the points of the last of `some` cards where they all share a bit."""
            shared = builder.icmp_unsigned("!=", reduce(builder.and_, [groups[card] for card in some]), constant(I8, 0))
            return builder.select(shared, builder.add(total, points[some[-1]]), total)

        sums = plus(plus(points[0], (0, 1)), (0, 1, 2)), plus(points[1], (1, 2)), plus(points[2], (2, 0))
        return reduce(partial(largest, builder), sums)

    return BYTES(types.UniTuple(BYTES, 3), types.UniTuple(BYTES, 3)), emit
