"""Random numbers, cards and winners of 64 deals side by side.

As in `svara_odds.tables._kernels_lanes`, these are vector instructions that name no processor's.
"""

# Types here are numba's, which no checker of Python knows.
# mypy: ignore-errors

from __future__ import annotations

from typing import Any

from llvmlite import ir
from numba.core import types

from svara_odds.tables._kernels_lanes import (
    BYTES,
    I8,
    I16,
    I32,
    I64,
    LANES,
    SHORTS,
    WORDS,
    constant,
    intrinsic,
    loader,
    splat,
    storer,
)

__all__ = [
    "add_seat",
    "both",
    "count_equal",
    "draw_pair",
    "load_words",
    "no_flags",
    "random_words",
    "step_over",
    "store_words",
    "unflagged",
    "zeros",
]

load_words = intrinsic(loader(WORDS, I64))
store_words = intrinsic(storer(WORDS, I64))


@intrinsic
def no_flags(typing_context: Any) -> Any:
    """No lane flagged."""

    def emit(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return constant(I16, 0)

    return SHORTS(), emit


@intrinsic
def random_words(typing_context: Any, s0: Any, s1: Any, s2: Any, s3: Any) -> Any:
    """One step of sixteen xoshiro256++ generators: ``(words, s0, s1, s2, s3)``.

    The generator is D. Blackman and S. Vigna's (2019), in the public domain.
    """

    def rotate(builder: Any, value: Any, left: int) -> Any:
        high = builder.shl(value, constant(I64, left))
        return builder.or_(high, builder.lshr(value, constant(I64, 64 - left)))

    def emit(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        a, b, c, d = arguments
        words = builder.add(rotate(builder, builder.add(a, d), 23), a)
        shifted = builder.shl(b, constant(I64, 17))
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
        factor = splat(builder, I16, scalar)
        wide = builder.mul(builder.zext(value, I32), builder.zext(factor, I32))
        return builder.trunc(builder.lshr(wide, constant(I32, 16)), I16), builder.mul(value, factor)

    def emit(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        words, first, second, limit, flags = arguments
        a, rest = product(builder, builder.bitcast(words, I16), first)
        b, rest = product(builder, rest, second)
        low = builder.icmp_unsigned("<", rest, splat(builder, I16, limit))
        values = builder.trunc(a, I8), builder.trunc(b, I8), builder.or_(flags, builder.sext(low, I16))
        return context.make_tuple(builder, signature.return_type, values)

    arguments = WORDS, types.uint64, types.uint64, types.uint64, SHORTS
    return types.Tuple((BYTES, BYTES, SHORTS))(*arguments), emit


@intrinsic
def step_over(typing_context: Any, value: Any, taken: Any) -> Any:
    """``value + (value >= taken)`` in every lane: the number of a card once a lower card is back in the deck."""

    def emit(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        value, taken = arguments
        return builder.sub(value, builder.sext(builder.icmp_unsigned(">=", value, taken), I8))

    return BYTES(BYTES, BYTES), emit


@intrinsic
def add_seat(typing_context: Any, mask: Any, score: Any, best: Any, bit: Any) -> Any:
    """`mask` with `bit` set in the lanes where ``score == best``."""

    def emit(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        mask, score, best, bit = arguments
        here = builder.icmp_unsigned("==", score, best)
        return builder.or_(mask, builder.select(here, splat(builder, I8, bit), constant(I8, 0)))

    return BYTES(BYTES, BYTES, BYTES, types.uint64), emit


@intrinsic
def count_equal(typing_context: Any, value: Any, scalar: Any) -> Any:
    """Number of lanes that hold `scalar`."""

    def emit(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        equal = builder.icmp_unsigned("==", arguments[0], splat(builder, I8, arguments[1]))
        return builder.ctpop(builder.bitcast(equal, ir.IntType(LANES)))

    return types.uint64(BYTES, types.uint64), emit


@intrinsic
def unflagged(typing_context: Any, flags: Any) -> Any:
    """0 in the flagged lanes, 255 in the others."""

    def emit(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        clear = builder.icmp_unsigned("==", arguments[0], constant(I16, 0))
        return builder.trunc(builder.sext(clear, I16), I8)

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
        return constant(I8, 0)

    return BYTES(), emit
