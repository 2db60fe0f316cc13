"""Sixty-four hands side by side: vector values that a compiled kernel can hold in registers.

numba widens every byte it computes with to 64 bits, and so keeps a kernel over bytes away from the vector units.
The functions below emit vector instructions of LLVM's own language instead. They name no processor's instructions:
they compile wherever numba does, to whatever registers are there. A value is one of

* ``BYTES``: 64 lanes of 8 bits, one per hand or deal;
* ``WORDS``: 16 lanes of 64 bits, the state of sixteen generators; the same bits are 64 lanes of 16;
* ``SHORTS``: 64 lanes of 16 bits;
* flags: ``SHORTS`` of which the flagged lanes are not 0 (vectors of single bits are slow where a processor has none).

Only compiled code can call them.
"""

# mypy: allow-untyped-calls, allow-untyped-decorators
from __future__ import annotations

from typing import Any

from llvmlite import ir
from numba.core import types
from numba.extending import intrinsic as _intrinsic
from numba.extending import models, register_model

__all__ = [
    "add_seat",
    "are_hands",
    "both",
    "colex_index",
    "count_equal",
    "draw_pair",
    "load_bytes",
    "load_rows",
    "load_words",
    "maximum",
    "no_flags",
    "ordered",
    "random_words",
    "step_over",
    "store_bytes",
    "store_shorts",
    "store_words",
    "unflagged",
    "wide_product",
    "zeros",
]

intrinsic: Any = _intrinsic  # numba does not say what calling an intrinsic gives
_LANES = 64


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
_I8, _I16, _I32 = (ir.VectorType(ir.IntType(bits), _LANES) for bits in (8, 16, 32))
_I64 = ir.VectorType(ir.IntType(64), 16)


def _constant(vector: ir.VectorType, value: int) -> ir.Constant:
    return ir.Constant(vector, [value] * vector.count)


def _splat(builder: Any, vector: ir.VectorType, scalar: Any) -> Any:
    """Copy the low bits of a scalar to every lane."""
    narrow = builder.trunc(scalar, vector.element) if scalar.type.width > vector.element.width else scalar
    one = builder.insert_element(ir.Constant(vector, ir.Undefined), narrow, ir.Constant(ir.IntType(32), 0))
    where = ir.Constant(ir.VectorType(ir.IntType(32), vector.count), [0] * vector.count)
    return builder.shuffle_vector(one, ir.Constant(vector, ir.Undefined), where)


def _address(context: Any, builder: Any, array_type: Any, array: Any, offset: Any, vector: Any) -> Any:
    data = context.make_array(array_type)(context, builder, array).data
    return builder.bitcast(builder.gep(data, [offset]), vector.as_pointer())


def _loader(lanes: Lanes, vector: ir.VectorType) -> Any:
    def load(typing_context: Any, array: Any, offset: Any) -> Any:
        def emit(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            where = _address(context, builder, signature.args[0], arguments[0], arguments[1], vector)
            return builder.load(where, align=1)

        return lanes(array, types.uint64), emit

    return load


def _storer(lanes: Lanes, vector: ir.VectorType) -> Any:
    def store(typing_context: Any, array: Any, offset: Any, value: Any) -> Any:
        def emit(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            where = _address(context, builder, signature.args[0], arguments[0], arguments[1], vector)
            builder.store(arguments[2], where, align=1)
            return context.get_dummy_value()

        return types.void(array, types.uint64, lanes), emit

    return store


# ``load(array, offset)`` and ``store(array, offset, value)``: offset in elements of a contiguous array.
load_bytes = intrinsic(_loader(BYTES, _I8))
load_words = intrinsic(_loader(WORDS, _I64))
store_bytes = intrinsic(_storer(BYTES, _I8))
store_shorts = intrinsic(_storer(SHORTS, _I16))
store_words = intrinsic(_storer(WORDS, _I64))


@intrinsic
def load_rows(typing_context: Any, array: Any, offset: Any) -> Any:
    """The columns of 64 rows of three bytes that begin at `offset`."""

    def emit(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        rows = ir.VectorType(ir.IntType(8), 3 * _LANES)
        where = _address(context, builder, signature.args[0], arguments[0], arguments[1], rows)
        block = builder.load(where, align=1)
        index = ir.VectorType(ir.IntType(32), _LANES)
        columns = [
            builder.shuffle_vector(
                block,
                ir.Constant(rows, ir.Undefined),
                ir.Constant(index, list(range(column, 3 * _LANES, 3))),
            )
            for column in range(3)
        ]
        return context.make_tuple(builder, signature.return_type, columns)

    return types.UniTuple(BYTES, 3)(array, types.uint64), emit


@intrinsic
def are_hands(typing_context: Any, low: Any, middle: Any, high: Any, n_cards: Any) -> Any:
    """Whether ``low < middle < high < n_cards`` in all lanes."""

    def emit(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        low, middle, high, n_cards = arguments
        bounds = ((low, middle), (middle, high), (high, _splat(builder, _I8, n_cards)))
        first, second, third = (builder.icmp_unsigned("<", *pair) for pair in bounds)
        good = builder.and_(builder.and_(first, second), third)
        mask = builder.bitcast(good, ir.IntType(_LANES))
        return builder.icmp_unsigned("==", mask, ir.Constant(mask.type, (1 << _LANES) - 1))

    return types.boolean(BYTES, BYTES, BYTES, types.uint64), emit


@intrinsic
def no_flags(typing_context: Any) -> Any:
    """No lane flagged."""

    def emit(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return _constant(_I16, 0)

    return SHORTS(), emit


@intrinsic
def random_words(typing_context: Any, s0: Any, s1: Any, s2: Any, s3: Any) -> Any:
    """One step of sixteen xoshiro256++ generators: ``(words, s0, s1, s2, s3)``.

    The generator is D. Blackman and S. Vigna's (2019), in the public domain.
    """

    def rotate(builder: Any, value: Any, left: int) -> Any:
        high = builder.shl(value, _constant(_I64, left))
        return builder.or_(high, builder.lshr(value, _constant(_I64, 64 - left)))

    def emit(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        a, b, c, d = arguments
        words = builder.add(rotate(builder, builder.add(a, d), 23), a)
        shifted = builder.shl(b, _constant(_I64, 17))
        c, d = builder.xor(c, a), builder.xor(d, b)
        b, a = builder.xor(b, c), builder.xor(a, d)
        c, d = builder.xor(c, shifted), rotate(builder, d, 45)
        return context.make_tuple(builder, signature.return_type, (words, a, b, c, d))

    return types.UniTuple(WORDS, 5)(WORDS, WORDS, WORDS, WORDS), emit


@intrinsic
def draw_pair(typing_context: Any, words: Any, first: Any, second: Any, limit: Any, flags: Any) -> Any:
    """Two numbers below `first` and below `second` from 16 random bits r a lane: ``(a, b, flags)``.

    With s = first·second ≤ 65536, a·second + b is the high half of r·s, and the lane is flagged where the low half
    is below ``limit = 65536 % s``. Every (a, b) keeps exactly floor(65536 / s) values of r that are not
    flagged: what is not flagged is exactly uniform (D. Lemire 2019; the pair needs no product wider than 32 bits).
    """

    def product(builder: Any, value: Any, scalar: Any) -> tuple[Any, Any]:
        factor = _splat(builder, _I16, scalar)
        wide = builder.mul(builder.zext(value, _I32), builder.zext(factor, _I32))
        return builder.trunc(builder.lshr(wide, _constant(_I32, 16)), _I16), builder.mul(value, factor)

    def emit(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        words, first, second, limit, flags = arguments
        a, rest = product(builder, builder.bitcast(words, _I16), first)
        b, rest = product(builder, rest, second)
        low = builder.icmp_unsigned("<", rest, _splat(builder, _I16, limit))
        values = builder.trunc(a, _I8), builder.trunc(b, _I8), builder.or_(flags, builder.sext(low, _I16))
        return context.make_tuple(builder, signature.return_type, values)

    arguments = WORDS, types.uint64, types.uint64, types.uint64, SHORTS
    return types.Tuple((BYTES, BYTES, SHORTS))(*arguments), emit


@intrinsic
def step_over(typing_context: Any, value: Any, taken: Any) -> Any:
    """``value + (value >= taken)`` in every lane: the number of a card once a lower card is back in the deck."""

    def emit(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        value, taken = arguments
        return builder.sub(value, builder.sext(builder.icmp_unsigned(">=", value, taken), _I8))

    return BYTES(BYTES, BYTES), emit


@intrinsic
def ordered(typing_context: Any, one: Any, other: Any) -> Any:
    """``(min, max)`` in every lane."""

    def emit(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        less = builder.icmp_unsigned("<", *arguments)
        values = builder.select(less, *arguments), builder.select(less, *reversed(arguments))
        return context.make_tuple(builder, signature.return_type, values)

    return types.UniTuple(BYTES, 2)(BYTES, BYTES), emit


@intrinsic
def maximum(typing_context: Any, one: Any, other: Any) -> Any:
    """The larger value in every lane."""

    def emit(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.select(builder.icmp_unsigned(">", *arguments), *arguments)

    return BYTES(BYTES, BYTES), emit


@intrinsic
def colex_index(typing_context: Any, low: Any, middle: Any, high: Any) -> Any:
    """``C(high, 3) + C(middle, 2) + low`` in every lane, for cards below 52 (all steps fit 16 bits)."""

    def emit(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        low, middle, high = (builder.zext(cards, _I16) for cards in arguments)
        one = _constant(_I16, 1)

        def pairs(cards: Any) -> Any:
            return builder.lshr(builder.mul(cards, builder.sub(cards, one)), one)

        threefold = builder.mul(pairs(high), builder.sub(high, _constant(_I16, 2)))
        # A third of a multiple of 3 below 65536, as the high half of a product: 21846 / 65536 is a little over 1/3.
        wide = builder.mul(builder.zext(threefold, _I32), _constant(_I32, 21846))
        third = builder.trunc(builder.lshr(wide, _constant(_I32, 16)), _I16)
        return builder.add(builder.add(third, pairs(middle)), low)

    return SHORTS(BYTES, BYTES, BYTES), emit


@intrinsic
def add_seat(typing_context: Any, mask: Any, score: Any, best: Any, bit: Any) -> Any:
    """`mask` with `bit` set in the lanes where ``score == best``."""

    def emit(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        mask, score, best, bit = arguments
        here = builder.icmp_unsigned("==", score, best)
        return builder.or_(mask, builder.select(here, _splat(builder, _I8, bit), _constant(_I8, 0)))

    return BYTES(BYTES, BYTES, BYTES, types.uint64), emit


@intrinsic
def count_equal(typing_context: Any, value: Any, scalar: Any) -> Any:
    """Number of lanes that hold `scalar`."""

    def emit(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        equal = builder.icmp_unsigned("==", arguments[0], _splat(builder, _I8, arguments[1]))
        return builder.ctpop(builder.bitcast(equal, ir.IntType(_LANES)))

    return types.uint64(BYTES, types.uint64), emit


@intrinsic
def unflagged(typing_context: Any, flags: Any) -> Any:
    """0 in the flagged lanes, 255 in the others."""

    def emit(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        clear = builder.icmp_unsigned("==", arguments[0], _constant(_I16, 0))
        return builder.trunc(builder.sext(clear, _I16), _I8)

    return BYTES(SHORTS), emit


@intrinsic
def both(typing_context: Any, one: Any, other: Any) -> Any:
    """Bitwise and in every lane."""

    def emit(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.and_(*arguments)

    return BYTES(BYTES, BYTES), emit


@intrinsic
def zeros(typing_context: Any) -> Any:
    """0 in every lane."""

    def emit(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return _constant(_I8, 0)

    return BYTES(), emit


@intrinsic
def wide_product(typing_context: Any, one: Any, other: Any) -> Any:
    """High and low 64 bits of the product of two unsigned 64-bit numbers."""

    def emit(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        i64, i128 = ir.IntType(64), ir.IntType(128)
        wide = builder.mul(*(builder.zext(value, i128) for value in arguments))
        high = builder.trunc(builder.lshr(wide, ir.Constant(i128, 64)), i64)
        return context.make_tuple(builder, signature.return_type, (high, builder.trunc(wide, i64)))

    return types.UniTuple(types.uint64, 2)(types.uint64, types.uint64), emit
