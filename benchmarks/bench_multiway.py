"""Race the exact multiway engine against the same kernels in C, and against all sets of cards one by one.

Run from the top of the repository: ``python -m benchmarks.bench_multiway [rules [most players]]``.
"""

from __future__ import annotations

import ctypes
import resource
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import numpy as np

from benchmarks.compile_c import load, pointer
from benchmarks.timing import race
from svara_odds.odds.multiway import _kernels, _kernels_classes, _kernels_sums
from svara_odds.odds.multiway.exact_table import exact_table
from svara_odds.odds.multiway.hero import hero_counts
from svara_odds.odds.multiway.levelforms import card_cube
from svara_odds.tables.handtable import HandTable, hand_table
from tests.naive.multiway import two_opponents

Long, Address = ctypes.c_int64, ctypes.c_void_p


class CForm(ctypes.Structure):
    _fields_ = [
        *((name, Long) for name in ("groups", "terms", "keys", "sizes", "largest", "shift")),
        *((name, Address) for name in ("x", "y", "size", "starts")),
    ]


class CBox(ctypes.Structure):
    _fields_ = [(name, Address) for name in ("offset", "low_a", "low_b", "span")]


class CColumns(ctypes.Structure):
    _fields_ = [
        ("width", Long),
        ("lanes", Long),
        *(
            (name, Address)
            for name in ("masks", "orbits", "group_starts", "part_starts", "parts", "right", "lane_starts")
        ),
    ]


def c_form(form: object) -> CForm:
    sizes = len(form.starts) - 1
    numbers = (len(form.size), form.x.shape[1], form.y.shape[1], sizes, form.largest, form.shift)
    return CForm(*numbers, *(pointer(part) for part in (form.x, form.y, form.size, form.starts)))


def peers(peer: ctypes.CDLL) -> dict[str, Callable[..., object]]:
    """The kernels with the same arguments, made of calls to C."""
    peer.multiway_mark.restype = Long

    def bounds(form, scratch, out):
        peer.multiway_bounds(ctypes.byref(c_form(form)), pointer(scratch), pointer(out))

    def mark(form, box, scratch, rows):
        c_box = CBox(*map(pointer, box))
        return peer.multiway_mark(ctypes.byref(c_form(form)), ctypes.byref(c_box), pointer(scratch), pointer(rows))

    def fill(form, box, *arrays):
        c_box = CBox(*map(pointer, box))
        peer.multiway_fill(ctypes.byref(c_form(form)), ctypes.byref(c_box), *map(pointer, arrays))

    def tally(form, box, rows, columns, left, where, histogram):
        c_box = CBox(*map(pointer, box))
        c_columns = CColumns(left.shape[1], len(columns.lane_starts) - 1, *map(pointer, columns))
        arrays = [pointer(array) for array in (left, where, histogram)]
        peer.multiway_tally(
            ctypes.byref(c_form(form)), ctypes.byref(c_box), pointer(rows), ctypes.byref(c_columns), *arrays
        )

    def power_sums(histogram, rows, where, run, out):
        kinds = (pointer(histogram), None) if histogram.dtype == np.float64 else (None, pointer(histogram))
        sizes = Long(histogram.shape[1]), Long(len(rows))
        wide = np.zeros(run.size, np.uint64)
        arrays = pointer(rows), pointer(where), Long(run.shape[0]), pointer(wide), pointer(out)
        peer.multiway_sums(*sizes, *arrays, *kinds)

    return {"bounds": bounds, "mark": mark, "fill": fill, "tally": tally, "power_sums": power_sums}


@contextmanager
def kernels(replaced: dict[str, Callable[..., object]]) -> Iterator[None]:
    """Let the engine run on other kernels for a while."""
    modules = (_kernels, _kernels_classes, _kernels_sums)
    before = [
        (module, name, getattr(module, name)) for module in modules for name in replaced if name in module.__all__
    ]
    try:
        for module, name, _ in before:
            setattr(module, name, replaced[name])
        yield
    finally:
        for module, name, kernel in before:
            setattr(module, name, kernel)


def plain_candidate(peer: ctypes.CDLL, table: HandTable, hand: list[int]) -> Callable[[], object]:
    """All 2**29 sets of the unseen cards in C: what the engine's grouping saves."""
    order, own = table.order, table.order[table.index_of(tuple(hand))]
    stride = int((order == own).sum()) + 1
    step = stride * (int((order < own).sum()) + 1)
    weight = (order < own).astype(np.int32) * stride + (order == own)
    unseen = [card for card in range(table.n_cards) if card not in hand]
    cube = card_cube(table.hands, weight.astype(np.int32), table.n_cards)[np.ix_(unseen, unseen, unseen)]
    cube = np.ascontiguousarray(cube.astype(np.uint32))

    def work() -> None:
        histogram = np.zeros(30 * step, np.uint32)
        peer.multiway_plain(pointer(cube), ctypes.c_uint32(step), pointer(histogram))

    return work


def one_hand(peer: ctypes.CDLL | None, table: HandTable, top: int) -> None:
    hand = [0, 9, 20] if table.n_cards < 36 else [0, 13, 24]
    unlike = [int(c) for c in table.hands[table.n_hands // 2]]
    for cards in (hand, unlike):
        text = table.text(table.index_of(tuple(cards)))
        print(f"one hand, {text}, 2 to {top} players, one thread:")
        candidates: dict[str, Callable[[], object]] = {}
        if peer is not None:

            def in_c(cards: list[int] = cards) -> object:
                with kernels(peers(peer)):
                    return hero_counts(table, cards, n_players=range(2, top + 1))

            candidates["C kernels"] = in_c
            assert in_c() == hero_counts(table, cards, n_players=range(2, top + 1))
        candidates["hero_counts"] = lambda cards=cards: hero_counts(table, cards, n_players=range(2, top + 1))
        candidates["with what opponents get"] = lambda cards=cards: hero_counts(
            table, cards, n_players=range(2, top + 1), opponents_best=True
        )
        if peer is not None and table.n_cards == 32:
            candidates["C, all 2**29 sets"] = plain_candidate(peer, table, cards)
        print(race(candidates, rounds=3).table(next(iter(candidates)), unit=1e-3, unit_name="ms"))


def whole_table(peer: ctypes.CDLL | None, table: HandTable, top: int) -> None:
    numbers = range(2, top + 1)
    candidates: dict[str, Callable[[], object]] = {}
    if peer is not None:

        def in_c(threads: int) -> object:
            with kernels(peers(peer)):
                return exact_table(table, n_players=numbers, threads=threads)

        candidates["C kernels, 1 thread"] = lambda: in_c(1)
        candidates["C kernels, 2 threads"] = lambda: in_c(2)
    candidates["exact_table, 1 thread"] = lambda: exact_table(table, n_players=numbers, threads=1)
    candidates["exact_table, 2 threads"] = lambda: exact_table(table, n_players=numbers, threads=2)
    print(f"all {table.symmetry.n_classes} classes, 2 to {top} players:")
    print(race(candidates, rounds=3).table(next(iter(candidates)), unit=1.0, unit_name="s"))
    print(f"  largest memory so far: {resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1e3:.0f} MB")


def three_players(table: HandTable) -> None:
    """A hand against two, where every pair of their hands can be looked at."""
    index = table.n_hands // 2
    hand = table.hands[index].tolist()
    candidates: dict[str, Callable[[], object]] = {
        "hero_counts": lambda: hero_counts(table, hand, n_players=3, opponents_best=True),
        "numpy, every pair of hands": lambda: two_opponents(table.masks, table.order, index),
    }
    print(f"one hand, {table.text(index)}, 3 players, with what opponents get:")
    print(race(candidates, rounds=5).table("hero_counts", unit=1e-3, unit_name="ms"))


def each_kernel(peer: ctypes.CDLL, table: HandTable, top: int) -> None:
    """Seconds in each kernel over the whole table, both sides."""
    spent: dict[str, dict[str, float]] = {"C": {}, "numba": {}}

    def timed(side: str, name: str, kernel: Callable[..., object]) -> Callable[..., object]:
        def call(*arguments: object) -> object:
            start = time.perf_counter()
            result = kernel(*arguments)
            spent[side][name] = spent[side].get(name, 0.0) + time.perf_counter() - start
            return result

        return call

    ours = {"bounds": _kernels.bounds, "mark": _kernels.mark}
    ours |= {"tally": _kernels_classes.tally, "power_sums": _kernels_sums.power_sums}
    for side, chosen in (("C", peers(peer)), ("numba", ours)):
        with kernels({name: timed(side, name, chosen[name]) for name in ours}):
            exact_table(table, n_players=range(2, top + 1), threads=1)
    print("seconds in each kernel over the whole table, one thread:")
    for name in ours:
        c, numba = spent["C"][name], spent["numba"][name]
        print(f"  {name:<12} C {c:7.2f}   numba {numba:7.2f}   {numba / c:5.2f} x C")


def main() -> None:
    rules = sys.argv[1] if len(sys.argv) > 1 else "fortegames"
    table = hand_table(rules)
    top = int(sys.argv[2]) if len(sys.argv) > 2 else table.rules.max_players
    peer = load("multiway.c")
    one_hand(peer, table, top)
    three_players(table)
    whole_table(peer, table, top)
    if peer is not None:
        each_kernel(peer, table, top)


if __name__ == "__main__":
    main()
