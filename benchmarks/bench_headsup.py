"""Race the heads-up sweep, the matrix of all pairs and the dealing of three ranges against C, numpy and Python."""

from __future__ import annotations

import ctypes
from collections.abc import Callable, Iterator
from types import SimpleNamespace

import numpy as np

from benchmarks.compile_c import load, pointer
from benchmarks.figures import Row
from benchmarks.handover import hand_over
from benchmarks.timing import race
from svara_odds.odds._kernels_headsup import compare_all
from svara_odds.odds.enumeration.enumerate import enumerate_deals, estimate_operations
from svara_odds.odds.headsup import SHARED_CARD
from svara_odds.showdown._kernels import sweep_one
from svara_odds.showdown.sweep import sweep, sweep_plan
from svara_odds.tables.handtable import HandTable, hand_table
from tests.naive.equity import brute, headsup_row
from tests.naive.scoring import RULES, all_scores

RULES_NAME = "fortegames"
Work = Callable[[], object]


def numpy_sweep(table: HandTable, weights: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Below and tied by the same sums, all levels at once: one cumulative table per card and per pair."""
    n, levels = table.n_cards, len(table.levels)
    c1, c2, c3 = table.hands.astype(np.int64).T
    order = table.order.astype(np.int64)
    keys = [
        np.zeros_like(c1),
        *(1 + c for c in (c1, c2, c3)),
        *(1 + n + n * a + b for a, b in ((c1, c2), (c1, c3), (c2, c3))),
    ]
    sums = np.zeros((levels + 1, 1 + n + n * n), dtype=np.int64)
    for key in keys:
        np.add.at(sums, (order + 1, key), weights)
    sums = sums.cumsum(axis=0)
    signs = (1, -1, -1, -1, 1, 1, 1)
    below, upto = (
        sum(sign * sums[row, key] for sign, key in zip(signs, keys, strict=True)) for row in (order, order + 1)
    )
    return below, upto - weights - below


def sweep_candidates(table: HandTable, weights: np.ndarray) -> dict[str, Work]:
    plan, out = sweep_plan(table), [np.empty_like(weights) for _ in range(3)]
    sums = np.empty(plan.n_sums, dtype=np.int64)
    candidates: dict[str, Work] = {}
    peer = load("headsup.c")
    if peer is not None:
        sizes = ctypes.c_int(table.n_cards), ctypes.c_int(len(table.levels))
        arrays = [pointer(array) for array in (plan.hands, plan.starts, plan.keys, weights, *out)]
        masks, small = table.masks.astype(np.uint32), [np.empty(table.n_hands, dtype=np.int32) for _ in range(3)]
        brute_arrays = [pointer(array) for array in (masks, table.order, *small)]
        candidates["C"] = lambda: peer.headsup_sweep(*sizes, *arrays)
        candidates["C, all pairs"] = lambda keep=(masks, small): peer.headsup_brute(
            ctypes.c_int(table.n_hands), *brute_arrays
        )
        candidates["C"]()
        candidates["C, all pairs"]()
        assert [part.tolist() for part in out] == [part.tolist() for part in small]
    candidates["kernel"] = lambda: sweep_one(tuple(plan), weights, sums, *out)
    candidates["sweep()"] = lambda: sweep(table, weights)
    candidates["numpy"] = lambda: numpy_sweep(table, weights)
    found = sweep(table, weights)
    assert all((a == b).all() for a, b in zip(found, numpy_sweep(table, weights), strict=False))
    return candidates


def naive_rows(table: HandTable, how_many: int) -> Work:
    score_of, deck = all_scores(RULES_NAME).__getitem__, RULES[RULES_NAME].deck
    hands = [frozenset(table.deck.cards[card] for card in hand) for hand in table.hands[:how_many]]
    return lambda: [headsup_row(score_of, hand, deck) for hand in hands]


def matrix_candidates(table: HandTable) -> dict[str, Work]:
    masks, out = table.masks.astype(np.uint32), np.empty((table.n_hands, table.n_hands), dtype=np.int8)
    candidates: dict[str, Work] = {}
    peer = load("headsup.c")
    if peer is not None:
        arrays = [pointer(array) for array in (masks, table.order, out)]
        candidates["C"] = lambda: peer.headsup_matrix(ctypes.c_int(table.n_hands), *arrays)
    order = table.order.astype(np.int8)

    def numpy_matrix() -> np.ndarray:
        sign = np.sign(order[:, None] - order)
        sign[(masks[:, None] & masks) != 0] = SHARED_CARD
        return sign

    candidates["kernel"] = lambda: compare_all(masks, table.order, np.int8(SHARED_CARD), out)
    candidates["numpy"] = numpy_matrix
    for work in candidates.values():
        made = work()
        assert ((out if made is None or isinstance(made, int) else made) == numpy_matrix()).all()
    return candidates


def dealing_candidates(table: HandTable, lists: list[np.ndarray]) -> tuple[dict[str, Work], int]:
    players = [SimpleNamespace(numerators=np.bincount(rows, minlength=table.n_hands)) for rows in lists]
    candidates: dict[str, Work] = {}
    expected = enumerate_deals(table, players)
    peer = load("headsup_enumerate.c")
    if peer is not None:
        masks, counts = table.masks.astype(np.uint32), np.zeros(8, dtype=np.int64)
        sized = [argument for rows in lists for argument in (ctypes.c_int(len(rows)), pointer(rows))]
        arrays = [pointer(array) for array in (masks, table.order, counts)]
        plan = sweep_plan(table)
        place = np.argsort(plan.hands)
        sorted_lists = [np.sort(place[rows]).astype(np.uint16) for rows in lists]
        sorted_table = [masks[plan.hands], table.order[plan.hands], plan.keys, counts]
        swept = [argument for rows in sorted_lists for argument in (ctypes.c_int(len(rows)), pointer(rows))]
        more = [ctypes.c_int(plan.n_sums), *map(pointer, sorted_table)]
        candidates["C"] = lambda keep=(sorted_lists, sorted_table): peer.deal_three_swept(*swept, *more)
        candidates["C, nested loops"] = lambda keep=masks: peer.deal_three(*sized, *arrays)
        for work in candidates.values():
            counts[:] = 0
            work()
            assert tuple(counts.tolist()) == expected.counts
    candidates["enumerate_deals"] = lambda: enumerate_deals(table, players)
    candidates["enumerate_deals, 2 threads"] = lambda: enumerate_deals(table, players, threads=2)
    return candidates, expected.total


def naive_dealing(table: HandTable, lists: list[np.ndarray]) -> tuple[Work, int]:
    score_of, deck = all_scores(RULES_NAME).__getitem__, RULES[RULES_NAME].deck
    ranges = [[frozenset(table.deck.cards[card] for card in table.hands[row]) for row in rows] for rows in lists]
    return lambda: brute(score_of, ranges, deck), sum(brute(score_of, ranges, deck).values())


def measure(quick: bool) -> Iterator[Row]:
    """The sweep, the matrix, three ranges."""
    rounds = 3 if quick else 7
    table = hand_table(RULES_NAME)
    ones = np.ones(table.n_hands, dtype=np.int64)
    candidates = sweep_candidates(table, ones)
    candidates["Python"] = naive_rows(table, 20)
    units = dict.fromkeys(candidates, 1.0) | {"Python": 20 / table.n_hands}
    result = race(candidates, rounds=2 * rounds + 1, units=units)
    what = f"win, tie of all {table.n_hands} hands, heads-up"
    print(f"{what}, one thread:\n{result.table(next(iter(candidates)), unit=1e-6, unit_name='µs')}")
    yield from result.rows(what, "kernel", {"C": 2.0, "C, all pairs": None, "numpy": None, "Python": None})

    candidates = matrix_candidates(table)
    result = race(candidates, rounds=rounds)
    what = f"matrix of all {table.n_hands}² pairs"
    print(f"{what}:\n{result.table(next(iter(candidates)), unit=1e-3, unit_name='ms')}")
    yield from result.rows(what, "kernel", {"C": None, "numpy": None})

    draw = np.random.default_rng(1)
    lists = [np.sort(draw.choice(table.n_hands, size, replace=False)).astype(np.uint16) for size in (100, 400, 4000)]
    candidates, deals = dealing_candidates(table, lists)
    candidates["Python"], few = naive_dealing(table, [rows[::20] for rows in lists])
    units = dict.fromkeys(candidates, float(deals)) | {"Python": float(few)}
    result = race(candidates, rounds=rounds, units=units)
    what = "every deal of ranges of 100, 400, 4000 hands"
    print(f"{what}, {deals} of them:\n{result.table(next(iter(candidates)), unit=1e-12, unit_name='ps')}")
    limits = {"C": None, "C, nested loops": None, "Python": None}
    yield from result.rows(what, "enumerate_deals", limits, per="deal")
    estimates(table, lists, rounds)


def estimates(table: HandTable, lists: list[np.ndarray], rounds: int) -> None:
    """What a counted step, by which the exact method is chosen, takes on this machine."""
    anything = SimpleNamespace(numerators=np.ones(table.n_hands, dtype=np.int64))
    known = SimpleNamespace(numerators=(np.arange(table.n_hands) == 100).astype(np.int64))
    small = [SimpleNamespace(numerators=np.bincount(rows[:300], minlength=table.n_hands)) for rows in lists[1:]]
    print("enumerate_deals, and what a step of its estimate takes on one thread:")
    for name, players in {
        "three random hands": [anything] * 3,
        "a known hand, three random": [known, *[anything] * 3],
        "two of 300, one of any": [*small, anything],
    }.items():
        steps = estimate_operations(table, players)
        threads = {f"{n}": (lambda players=players, n=n: enumerate_deals(table, players, threads=n)) for n in (1, 2)}
        result = race(threads, rounds=rounds)
        seconds = result.median("1")
        print(
            f"  {name:<28} {seconds * 1e3:8.1f} ms   {seconds / steps * 1e9:5.2f} ns a step   "
            f"{result.ratio('1', '2'):5.2f} x as fast on two threads"
        )


if __name__ == "__main__":
    hand_over("headsup", measure, __doc__)
