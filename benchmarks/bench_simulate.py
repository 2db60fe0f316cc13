"""Monte Carlo: nanoseconds per deal, beside hand-tuned C, ordinary numba, numpy and eval7's hold'em equity."""

from __future__ import annotations

import ctypes
import functools
import math
import random
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace

import numba
import numpy as np

from benchmarks.compile_c import load, pointer
from benchmarks.figures import Row
from benchmarks.handover import hand_over, leave_out, peer
from benchmarks.timing import race
from svara_odds.jobs.blocks import make_blocks
from svara_odds.odds.sampling.arrangement import arrange
from svara_odds.odds.sampling.dealing import LANE_BLOCK, RANGE_BLOCK, block_work
from svara_odds.odds.sampling.simulate import simulate
from svara_odds.ranges.grammar import parse_range
from svara_odds.tables.handtable import hand_table
from tests.naive import scoring as naive

RULES = "fortegames"  # whose scores the C peer computes
DEALS = LANE_BLOCK
FORMULA, TABLE, PEER = "by formula", "by table", "C, scores computed"
SHUFFLE, EVAL7 = "numba, np.random shuffle", "eval7 (hold'em, two hands)"
UNITS = {"Python": 1000.0, "numpy": 20_000.0, SHUFFLE: 20_000.0, EVAL7: 20_000.0}
# At most so many times the C peer, for each number of players.
LIMITS = {FORMULA: {2: 2.5, 4: 2.0, 6: 2.0, 10: 2.0}, TABLE: {2: 3.2, 4: 2.7, 6: 2.7, 10: 2.7}}


def c_peer(n_players: int) -> dict[str, Callable[[], object]]:
    library = load("simulate.c")
    if library is None:
        return {}
    library.deal.argtypes = [ctypes.c_int, ctypes.c_void_p, ctypes.c_int64, ctypes.c_void_p]
    library.deal.restype = ctypes.c_int64
    state = make_blocks(1, 1, block_size=1)[0].words(64).copy()
    out = np.zeros((4, 1 << n_players), dtype=np.uint32)
    if library.deal(n_players, pointer(state), 64, pointer(out)) < 0:
        leave_out("C", "needs AVX-512")
        return {}
    return {PEER: lambda: library.deal(n_players, pointer(state), DEALS, pointer(out))}


def with_numpy(n_players: int, deals: int) -> Callable[[], object]:
    table, rng = hand_table(RULES), np.random.default_rng(1)

    def work() -> np.ndarray:
        order = np.argsort(rng.random((deals, table.n_cards), dtype=np.float32), axis=1)[:, : 3 * n_players]
        cards = order.reshape(deals, n_players, 3)
        scores = table.lookup[cards[..., 0] << 10 | cards[..., 1] << 5 | cards[..., 2]]
        best = scores == scores.max(axis=1, keepdims=True)
        return np.bincount(best @ (1 << np.arange(n_players)), minlength=1 << n_players)

    return work


@numba.njit(nogil=True)
def best_seats(deck, lookup, scores):
    """Mask of the seats with the best hand, dealt from the top of the deck; `scores` is scratch, one a seat."""
    best, mask = -1, 0
    for p in range(len(scores)):
        scores[p] = lookup[deck[3 * p] << 10 | deck[3 * p + 1] << 5 | deck[3 * p + 2]]
        best = max(best, scores[p])
    for p in range(len(scores)):
        if scores[p] == best:
            mask |= 1 << p
    return mask


@numba.njit(nogil=True)
def shuffled(n_players, deals, lookup, counts):
    deck = np.arange(32)
    scores = np.zeros(n_players, dtype=np.int64)
    for _ in range(deals):
        for i in range(3 * n_players):
            j = np.random.randint(i, 32)  # noqa: NPY002 - what an ordinary kernel does
            deck[i], deck[j] = deck[j], deck[i]
        counts[best_seats(deck, lookup, scores)] += 1


def in_python(n_players: int, deals: int) -> Callable[[], object]:
    """Deals and compares card by card, by the scores of the naive twin."""
    scores, deck, rng = naive.all_scores(RULES), list(naive.RULES[RULES].deck), random.Random(1)

    def work() -> Counter[tuple[int, ...]]:
        counts: Counter[tuple[int, ...]] = Counter()
        for _ in range(deals):
            cards = rng.sample(deck, 3 * n_players)
            hands = [scores[frozenset(cards[3 * seat : 3 * seat + 3])] for seat in range(n_players)]
            best = max(hands)
            counts[tuple(seat for seat, hand in enumerate(hands) if hand == best)] += 1
        return counts

    return work


def eval7_candidate() -> dict[str, Callable[[], object]]:
    eval7 = peer("eval7", "eval7")
    if eval7 is None:
        return {}
    hand, other = [eval7.Card("As"), eval7.Card("Kh")], eval7.HandRange("QQ+")
    return {EVAL7: lambda: eval7.py_hand_vs_range_monte_carlo(hand, other, [], 20_000)}


def race_kernels(n_players: int, rounds: int) -> Iterator[Row]:
    """Kernels on one thread, and what others would do."""
    table = hand_table(RULES)
    work, block = block_work(arrange(table, [None] * n_players)), make_blocks(1, DEALS, block_size=DEALS)[0]
    counts = np.zeros(1 << n_players, dtype=np.int64)
    few = int(UNITS["numpy"])
    candidates: dict[str, Callable[[], object]] = {
        **({FORMULA: lambda: work(block)} if work.lines is not None else {}),  # where the processor is made for it
        TABLE: lambda: replace(work, lines=None)(block),
        **c_peer(n_players),
        SHUFFLE: lambda: shuffled(n_players, few, table.lookup, counts),
        "numpy": with_numpy(n_players, few),
        "Python": in_python(n_players, int(UNITS["Python"])),
        **(eval7_candidate() if n_players == 2 else {}),
    }
    units = {name: UNITS.get(name, float(DEALS)) for name in candidates}
    print(f"per deal, {n_players} random players, one thread")
    result = race(candidates, rounds=rounds, units=units)
    print(result.table(PEER if PEER in candidates else TABLE))
    for ours in [name for name in LIMITS if name in candidates]:
        limits = {PEER: LIMITS[ours][n_players], EVAL7: 0.1}
        if n_players == 2:
            limits |= {SHUFFLE: None, "numpy": None, "Python": None}
        yield from result.rows(f"Monte Carlo, {n_players} players, scored {ours}", ours, limits, per="deal")


def race_threads(n_players: int, rounds: int) -> Iterator[Row]:
    """Two threads against one, and the C peer run twice at once as the yardstick of the machine."""
    table, blocks = hand_table(RULES), 2048 // n_players
    players = [None] * n_players
    candidates: dict[str, Callable[[], object]] = {
        f"{threads} thread{'s' * (threads > 1)}": lambda threads=threads: simulate(
            table, players, deals=blocks * LANE_BLOCK, seed=1, threads=threads
        )
        for threads in (1, 2)
    }
    units = dict.fromkeys(candidates, float(blocks * LANE_BLOCK))
    peers = [c_peer(n_players), c_peer(n_players)]
    if all(peers):
        many = [[peer[PEER]] * blocks for peer in peers]
        candidates["C, one thread"] = lambda: [work() for work in many[0]]
        with ThreadPoolExecutor(2) as pool:
            candidates["C, two threads"] = lambda: list(pool.map(lambda works: [work() for work in works], many))
            units |= {"C, one thread": float(blocks * DEALS), "C, two threads": 2.0 * blocks * DEALS}
            result = race(candidates, rounds=rounds, units=units)
    else:
        result = race(candidates, rounds=rounds, units=units)
    print(f"per deal, {n_players} random players, whole call of simulate()")
    print(result.table("2 threads"))
    name = f"Monte Carlo, {n_players} players, two threads"
    yield result.row(name, "2 threads", "1 thread", per="deal", faster=True, limit=1.8)
    if all(peers):
        name = f"the same of C, run twice: what the machine gives, {n_players} players"
        yield result.row(name, "C, two threads", "C, one thread", per="deal", faster=True)


def race_ranges(rounds: int) -> None:
    table = hand_table(RULES)
    questions = {
        "hand against random": [tuple(table.hands[100].tolist()), None],
        "range against random": [parse_range("22+", table), None],
        "weighted range against range": [parse_range("22+:0.5, 30+", table), parse_range("20+", table)],
        "range and five random": [parse_range("22+", table)] + [None] * 5,
        "six ranges": [parse_range("20+", table)] * 6,
        "ten wide ranges": [parse_range("10+", table)] * 10,
    }
    block = make_blocks(1, RANGE_BLOCK, block_size=RANGE_BLOCK)[0]
    candidates: dict[str, Callable[[], object]] = {
        name: functools.partial(block_work(arrange(table, players)), block) for name, players in questions.items()
    }
    print("per deal, one thread")
    print(race(candidates, rounds=rounds, units=float(RANGE_BLOCK)).table("hand against random"))


def measure(quick: bool) -> Iterator[Row]:
    """Kernels, threads, ranges."""
    rounds = 3 if quick else 11
    assert math.comb(32, 3) == hand_table(RULES).n_hands
    for n_players in (2, 4, 6, 10):
        yield from race_kernels(n_players, rounds)
    for n_players in (2, 6):
        yield from race_threads(n_players, rounds)
    race_ranges(rounds)


if __name__ == "__main__":
    hand_over("simulate", measure, __doc__)
