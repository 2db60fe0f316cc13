"""The vector instructions of the kernels once more, in numpy, for runs in which nothing is compiled.

An intrinsic of numba has no meaning outside compiled code; what emits it runs when a kernel is compiled, and is
measured there. Its double stands in its place while the kernels that use it run as Python.
"""

import importlib

import numpy as np


def _view(array, offset, dtype, count):
    """So many numbers of an array from an element on."""
    flat = array.reshape(-1)
    assert np.shares_memory(flat, array)
    return flat[int(offset) :].view(dtype)[:count]


def _loads(dtype, count):
    return lambda array, offset: _view(array, offset, dtype, count).copy()


def _stores(dtype, count):
    def store(array, offset, value):
        _view(array, offset, dtype, count)[:] = value

    return store


def _rotated(value, left):
    return value << np.uint64(left) | value >> np.uint64(64 - left)


# --- sixty-four hands side by side -----------------------------------------------------------------------------------


def _load_rows(array, offset):
    return tuple(_view(array, offset, np.uint8, 192).reshape(64, 3).T.copy())


def _are_hands(a, b, c, n_cards):
    return bool(((a != b) & (a != c) & (b != c) & (np.maximum(np.maximum(a, b), c) < n_cards)).all())


def _colex_index(low, middle, high):
    low, middle, high = (cards.astype(np.int64) for cards in (low, middle, high))
    return (high * (high - 1) * (high - 2) // 6 + middle * (middle - 1) // 2 + low).astype(np.uint16)


def _random_words(a, b, c, d):
    words = _rotated(a + d, 23) + a
    shifted = b << np.uint64(17)
    c, d = c ^ a, d ^ b
    b, a = b ^ c, a ^ d
    return words, a, b, c ^ shifted, _rotated(d, 45)


def _draw_pair(words, first, second, limit, flags):
    bits = words.view(np.uint16).astype(np.int64)
    whole = bits * int(first)
    rest = (whole & 0xFFFF) * int(second)
    low = (rest & 0xFFFF) < int(limit)
    return (whole >> 16).astype(np.uint8), (rest >> 16).astype(np.uint8), flags | np.where(low, 0xFFFF, 0).astype("u2")


def _largest_sum(points, groups):
    best = np.maximum(np.maximum(points[0], points[1]), points[2])
    for some in ((0, 1), (1, 2), (0, 2), (0, 1, 2)):
        shared = np.bitwise_and.reduce([groups[card] for card in some]) != 0
        best = np.maximum(best, np.where(shared, sum(points[card] for card in some), 0).astype(np.uint8))
    return best


_LANES = {
    "load_bytes": _loads(np.uint8, 64),
    "store_bytes": _stores(np.uint8, 64),
    "store_shorts": _stores(np.uint16, 64),
    "load_rows": _load_rows,
    "are_hands": _are_hands,
    "ordered": lambda one, other: (np.minimum(one, other), np.maximum(one, other)),
    "colex_index": _colex_index,
    "widened": lambda values: values.astype(np.uint16),
    "look_up": lambda table, places: table[places & 63],
    "maximum": np.maximum,
    "union": np.bitwise_or,
    "largest_sum": _largest_sum,
    "load_words": _loads(np.uint64, 16),
    "store_words": _stores(np.uint64, 16),
    "no_flags": lambda: np.zeros(64, dtype=np.uint16),
    "random_words": _random_words,
    "draw_pair": _draw_pair,
    "step_over": lambda value, taken: value + (value >= taken),
    "add_seat": lambda mask, score, best, bit: mask | np.where(score == best, np.uint8(bit), np.uint8(0)),
    "count_equal": lambda value, scalar: np.uint64((value == scalar).sum()),
    "unflagged": lambda flags: np.where(flags == 0, 255, 0).astype(np.uint8),
    "both": np.bitwise_and,
    "zeros": lambda: np.zeros(64, dtype=np.uint8),
}

# --- eight numbers side by side --------------------------------------------------------------------------------------


def _load_block(array, starts, offset):
    return tuple(_view(array, start + offset, np.float64, 8).copy() for start in starts)


def _store_block(array, starts, offset, block):
    for start, row in zip(starts, block, strict=True):
        _view(array, start + offset, np.float64, 8)[:] = row


def _add_block(array, starts, offset, block):
    for start, row in zip(starts, block, strict=True):
        _view(array, start + offset, np.float64, 8)[:] += row


_ROWS = {
    "no_row": lambda: np.zeros(8),
    "load": _loads(np.float64, 8),
    "store": _stores(np.float64, 8),
    "add": np.add,
    "subtract": np.subtract,
    "multiply": np.multiply,
    "times": np.multiply,
    "load_block": _load_block,
    "store_block": _store_block,
    "add_block": _add_block,
    "multiply_block": lambda block, factors: tuple(row * factors for row in block),
    "transpose": lambda block: tuple(np.array(block).T),
}


def _add_products(target, at, left, left_at, right, right_at, count):
    terms = (_view(array, start, np.float64, 8 * count) for array, start in ((left, left_at), (right, right_at)))
    one, other = terms
    _view(target, at, np.float64, 8)[:] += (one * other).reshape(count, 8).sum(axis=0)


def _wide_product(one, other):
    whole = int(one) * int(other)
    return np.uint64(whole >> 64), np.uint64(whole & (1 << 64) - 1)


# By module, in the order in which they build on each other.
DOUBLES = {
    "jobs._kernels_stream": {"wide_product": _wide_product},
    "tables._kernels_lanes": _LANES,
    "odds.sampling._kernels_lanes": _LANES,
    "showdown._kernels_rows": _ROWS,
    "odds.multiway._kernels_classes": {"_add_products": _add_products},
}


def intrinsics(module):
    """Names that stand for intrinsics in a module."""
    return [name for name, value in vars(module).items() if type(value).__name__ == "_Intrinsic"]


def put_in_place():
    """Let all kernel modules have the doubles; `KeyError` names an intrinsic without one."""
    for name, doubles in DOUBLES.items():
        module = importlib.import_module(f"svara_odds.{name}")
        for key in intrinsics(module):
            setattr(module, key, doubles[key])
