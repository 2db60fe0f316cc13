"""Race the exact multiway engine against the same kernels in C, and against all sets of cards one by one."""

from __future__ import annotations

import ctypes
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import numpy as np

from benchmarks.compile_c import load, pointer
from benchmarks.figures import Row
from benchmarks.handover import hand_over
from benchmarks.timing import race
from svara_odds.odds.multiway import _kernels, _kernels_classes, _kernels_sums
from svara_odds.odds.multiway.exact_table import exact_table
from svara_odds.odds.multiway.hero import hero_counts
from svara_odds.odds.multiway.levelforms import card_cube
from svara_odds.tables.handtable import HandTable, hand_table
from tests.naive.multiway import two_opponents

RULES = "fortegames"
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


def one_hand(peer: ctypes.CDLL | None, table: HandTable, rounds: int) -> Iterator[Row]:
    """A hand that has suits to exchange, and one that has fewer; all numbers of players at once."""
    numbers = range(2, table.rules.max_players + 1)
    for cards in ([0, 9, 20], [int(card) for card in table.hands[table.n_hands // 2]]):
        candidates: dict[str, Callable[[], object]] = {}
        if peer is not None:

            def in_c(cards: list[int] = cards) -> object:
                with kernels(peers(peer)):
                    return hero_counts(table, cards, n_players=numbers)

            candidates["C kernels"] = in_c
            assert in_c() == hero_counts(table, cards, n_players=numbers)
            candidates["C, all 2²⁹ sets"] = plain_candidate(peer, table, cards)
        candidates["hero_counts"] = lambda cards=cards: hero_counts(table, cards, n_players=numbers)
        candidates["with what opponents get"] = lambda cards=cards: hero_counts(
            table, cards, n_players=numbers, opponents_best=True
        )
        result = race(candidates, rounds=rounds)
        what = f"exact, {table.text(table.index_of(tuple(cards)))} against 1 to {numbers[-1] - 1}"
        print(f"{what}, one thread:\n{result.table(next(iter(candidates)), unit=1e-3, unit_name='ms')}")
        yield from result.rows(what, "hero_counts", {"C kernels": 1.5, "C, all 2²⁹ sets": None})


def whole_table(peer: ctypes.CDLL | None, table: HandTable, rounds: int) -> Iterator[Row]:
    """All classes, all numbers of players, on one and two threads; a round takes most of a minute."""
    numbers = range(2, table.rules.max_players + 1)
    candidates: dict[str, Callable[[], object]] = {
        "1 thread": lambda: exact_table(table, n_players=numbers, threads=1),
        "2 threads": lambda: exact_table(table, n_players=numbers, threads=2),
    }
    if peer is not None:

        def in_c() -> object:
            with kernels(peers(peer)):
                return exact_table(table, n_players=numbers, threads=1)

        candidates["C kernels"] = in_c
    result = race(candidates, rounds=rounds, warm=False)
    what = f"exact table, {table.symmetry.n_classes} classes, 2 to {numbers[-1]} players"
    print(f"{what}:\n{result.table('1 thread', unit=1.0, unit_name='s')}")
    yield from result.rows(what, "1 thread", {"C kernels": 2.2})
    yield result.row(f"{what}, two threads", "2 threads", "1 thread", faster=True)
    most = largest_memory()
    yield Row(f"memory of it: {what}, two threads", most, "1 GiB", 2.0**30, most / 2**30, unit="B", limit=1.0)


def largest_memory() -> float:
    """Bytes that a process which makes the whole table holds at most."""
    code = (
        "import resource\nfrom svara_odds.tables.handtable import hand_table\n"
        "from svara_odds.odds.multiway.exact_table import exact_table\n"
        f"table = hand_table({RULES!r})\nnumbers = range(2, table.rules.max_players + 1)\n"
        "exact_table(table, n_players=numbers, threads=2)\n"
        "print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    return 1024.0 * int(done.stdout)


def three_players(table: HandTable, rounds: int) -> Iterator[Row]:
    """A hand against two, where every pair of their hands can be looked at."""
    index = table.n_hands // 2
    hand, numpy = table.hands[index].tolist(), "numpy, every pair of hands"
    candidates: dict[str, Callable[[], object]] = {
        "hero_counts": lambda: hero_counts(table, hand, n_players=3, opponents_best=True),
        numpy: lambda: two_opponents(table.masks, table.order, index),
    }
    result = race(candidates, rounds=rounds)
    what = f"exact, {table.text(index)} against two, and what they get"
    print(f"{what}:\n{result.table('hero_counts', unit=1e-3, unit_name='ms')}")
    yield result.row(what, "hero_counts", numpy)


def measure(quick: bool) -> Iterator[Row]:
    """One hand, three players, and (not for a trial) the whole table."""
    table, peer = hand_table(RULES), load("multiway.c")
    rounds = 1 if quick else 3
    yield from one_hand(peer, table, rounds)
    yield from three_players(table, rounds)
    if not quick:
        yield from whole_table(peer, table, rounds)


if __name__ == "__main__":
    hand_over("multiway", measure, __doc__)
