"""Batch scoring: nanoseconds per hand, beside C yardsticks, numpy, the naive twin and eval7's evaluator.

python -m benchmarks.bench_scoring [--rules bulgarian] [--rounds 15]
"""

from __future__ import annotations

import argparse
import ctypes
import functools
from collections.abc import Callable

import numpy as np

from benchmarks.compile_c import load, pointer
from benchmarks.timing import race
from svara_odds.tables._kernels import permutes_bytes, score_hands
from svara_odds.tables.handtable import HandTable, hand_table
from svara_odds.tables.scoring import score_many
from tests.naive import scoring as naive

HANDS = 1 << 17  # fits the second-level cache: the kernels are timed, not the memory
NAIVE = "Python, from the rules"


def c_candidates(
    rows: np.ndarray, columns: tuple[np.ndarray, ...], table: HandTable, out: np.ndarray
) -> dict[str, Callable[[], object]]:
    peer = load("scoring.c")
    if peer is None:
        return {}
    wide = np.ascontiguousarray(table.levels[np.minimum(table.lookup, len(table.levels) - 1)])
    peer.memory_only.argtypes = [ctypes.c_void_p] * 3 + [ctypes.c_int64, ctypes.c_void_p]
    peer.look_up.argtypes = [ctypes.c_void_p, ctypes.c_int64, ctypes.c_void_p, ctypes.c_int, ctypes.c_void_p]
    pointers = [pointer(column) for column in columns]
    return {
        "C: read and write only": lambda: peer.memory_only(*pointers, HANDS, pointer(out)),
        "C: table, rows": lambda: peer.look_up(pointer(rows), HANDS, pointer(wide), table.card_bits, pointer(out)),
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


def eval7_candidate() -> dict[str, Callable[[], object]]:
    try:
        import eval7
    except ImportError:
        return {}
    deck = eval7.Deck()
    hands = [deck.sample(7) for _ in range(2000)]
    return {"eval7 (hold'em, 7 cards)": lambda: [eval7.evaluate(hand) for hand in hands]}


def naive_candidate(rules: str, rows: np.ndarray, table: HandTable) -> dict[str, Callable[[], object]]:
    if rules not in naive.RULES:
        return {}
    hands = [[table.deck.cards[card] for card in row] for row in rows[:2000].tolist()]
    return {NAIVE: lambda: [naive.score(rules, hand) for hand in hands]}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rules", default="bulgarian")
    parser.add_argument("--rounds", type=int, default=15)
    options = parser.parse_args()
    table = hand_table(options.rules)
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
        **naive_candidate(options.rules, rows, table),
        **eval7_candidate(),
    }
    units = dict.fromkeys(candidates, float(HANDS)) | {"eval7 (hold'em, 7 cards)": 2000.0, NAIVE: 2000.0}
    print(f"per hand, {options.rules}, one thread, {options.rounds} rounds")
    print(race(candidates, rounds=options.rounds, units=units).table("score_many, columns"))


if __name__ == "__main__":
    main()
