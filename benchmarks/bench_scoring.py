"""Batch scoring: nanoseconds per hand, beside C yardsticks, numpy, the naive twin and evaluators of hold'em hands."""

from __future__ import annotations

import ctypes
import functools
import random
from collections.abc import Callable, Iterator

import numpy as np

from benchmarks.compile_c import load, pointer
from benchmarks.figures import Row
from benchmarks.handover import hand_over, peer
from benchmarks.timing import race
from svara_odds.tables._kernels import permutes_bytes, score_hands
from svara_odds.tables.handtable import HandTable, hand_table
from svara_odds.tables.scoring import score_many
from tests.naive import scoring as naive

HANDS = 1 << 17  # fits the second-level cache: the kernels are timed, not the memory
RULES = "bulgarian"
MEMORY, NAIVE = "C: read and write only", "Python, from the rules"
EVAL7, PHEVALUATOR = "eval7 (hold'em, 7 cards)", "phevaluator (hold'em, 7 cards)"
FEW = 2000  # hands for what is slow


def c_candidates(
    rows: np.ndarray, columns: tuple[np.ndarray, ...], table: HandTable, out: np.ndarray
) -> dict[str, Callable[[], object]]:
    library = load("scoring.c")
    if library is None:
        return {}
    wide = np.ascontiguousarray(table.levels[np.minimum(table.lookup, len(table.levels) - 1)])
    library.memory_only.argtypes = [ctypes.c_void_p] * 3 + [ctypes.c_int64, ctypes.c_void_p]
    library.look_up.argtypes = [ctypes.c_void_p, ctypes.c_int64, ctypes.c_void_p, ctypes.c_int, ctypes.c_void_p]
    pointers = [pointer(column) for column in columns]
    return {
        MEMORY: lambda: library.memory_only(*pointers, HANDS, pointer(out)),
        "C: table, rows": lambda: library.look_up(pointer(rows), HANDS, pointer(wide), table.card_bits, pointer(out)),
    }


def kernel_candidates(
    rows: np.ndarray, columns: tuple[np.ndarray, ...], table: HandTable, out: np.ndarray
) -> dict[str, Callable[[], object]]:
    """The kernel by itself, by table and by formula: what a call of `score_many` adds is what it checks."""
    ways: dict[str, np.ndarray | None] = {"table": None}
    if table.formula is not None and permutes_bytes():
        ways["formula"] = table.formula.lines
    layouts = {"columns": columns, "rows": (rows.reshape(-1),)}
    return {
        f"kernel by {way}, {layout}": functools.partial(
            score_hands, hands, table.n_cards, table.half_points, lines, out
        )
        for way, lines in ways.items()
        for layout, hands in layouts.items()
    }


def holdem_candidates() -> dict[str, Callable[[], object]]:
    """The nearest work of others: the best five of seven cards, a call for each hand."""
    candidates: dict[str, Callable[[], object]] = {}
    if eval7 := peer("eval7", "eval7"):
        deck = eval7.Deck()
        hands = [deck.sample(7) for _ in range(FEW)]
        candidates[EVAL7] = lambda: [eval7.evaluate(hand) for hand in hands]
    if phevaluator := peer("phevaluator", "phevaluator"):
        draw = random.Random(1)
        numbers = [draw.sample(range(52), 7) for _ in range(FEW)]
        candidates[PHEVALUATOR] = lambda: [phevaluator.evaluate_cards(*cards) for cards in numbers]
    return candidates


def naive_candidate(rows: np.ndarray, table: HandTable) -> dict[str, Callable[[], object]]:
    hands = [[table.deck.cards[card] for card in row] for row in rows[:FEW].tolist()]
    return {NAIVE: lambda: [naive.score(RULES, hand) for hand in hands]}


def measure(quick: bool) -> Iterator[Row]:
    """All candidates in one race."""
    table = hand_table(RULES)
    rng = np.random.default_rng(1)
    everyone = np.tile(np.arange(table.n_cards, dtype=np.uint8), (HANDS, 1))
    rows = np.ascontiguousarray(rng.permuted(everyone, axis=1)[:, :3])
    columns = tuple(np.ascontiguousarray(column) for column in rows.T)
    out, bits = np.empty(HANDS, dtype=np.int16), table.card_bits
    wide = table.levels[np.minimum(table.lookup, len(table.levels) - 1)]

    def with_numpy() -> np.ndarray:
        a, b, c = columns
        return wide[(a.astype(np.intp) << 2 * bits) | (b.astype(np.intp) << bits) | c]

    assert (with_numpy() == score_many(columns, table)).all()
    candidates: dict[str, Callable[[], object]] = {
        "score_many, columns": lambda: score_many(columns, table, out=out),
        "score_many, rows": lambda: score_many(rows, table, out=out),
        **kernel_candidates(rows, columns, table, out),
        "numpy, columns": with_numpy,
        **c_candidates(rows, columns, table, out),
        **naive_candidate(rows, table),
        **holdem_candidates(),
    }
    units = {name: float(FEW if name in (NAIVE, EVAL7, PHEVALUATOR) else HANDS) for name in candidates}
    print(f"per hand, {RULES}, one thread")
    result = race(candidates, rounds=5 if quick else 15, units=units)
    print(result.table("score_many, columns"))
    limits = {MEMORY: 2.0, "numpy, columns": None, NAIVE: None, EVAL7: None, PHEVALUATOR: None}
    yield from result.rows("score hands, three columns", "score_many, columns", limits, per="hand")
    yield from result.rows("score hands, rows", "score_many, rows", {"C: table, rows": None}, per="hand")
    ways = [name for name in candidates if name.startswith("kernel by") and name.endswith("columns")]
    for name in ways:
        yield result.row(f"the {name}, without the checks", name, MEMORY, per="hand")


if __name__ == "__main__":
    hand_over("scoring", measure, __doc__)
