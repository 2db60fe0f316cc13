"""One random stream inside a kernel: xoshiro256++ and numbers below a bound."""

# Types here are numba's, which no checker of Python knows.
# mypy: ignore-errors

from __future__ import annotations

from typing import Any

import numpy as np
from llvmlite import ir
from numba.core import types
from numba.extending import intrinsic

from svara_odds._jit import jit

__all__ = ["below", "next_word", "wide_product"]


@intrinsic
def wide_product(typing_context: Any, one: Any, other: Any) -> Any:
    """High and low 64 bits of the product of two unsigned 64-bit numbers."""

    def emit(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        i64, i128 = ir.IntType(64), ir.IntType(128)
        wide = builder.mul(*(builder.zext(value, i128) for value in arguments))
        high = builder.trunc(builder.lshr(wide, ir.Constant(i128, 64)), i64)
        return context.make_tuple(builder, signature.return_type, (high, builder.trunc(wide, i64)))

    return types.UniTuple(types.uint64, 2)(types.uint64, types.uint64), emit


@jit
def next_word(state):
    """One step of xoshiro256++."""
    total = state[0] + state[3]
    word = (total << np.uint64(23) | total >> np.uint64(41)) + state[0]
    shifted = state[1] << np.uint64(17)
    state[2] ^= state[0]
    state[3] ^= state[1]
    state[1] ^= state[2]
    state[0] ^= state[3]
    state[2] ^= shifted
    state[3] = state[3] << np.uint64(45) | state[3] >> np.uint64(19)
    return word


@jit
def below(state, bound):
    """A number below `bound`, exactly uniform: the high half of a product, its low half rejected where it must."""
    high, low = wide_product(next_word(state), bound)
    if low < bound:
        limit = (np.uint64(0) - bound) % bound
        while low < limit:
            high, low = wide_product(next_word(state), bound)
    return high
