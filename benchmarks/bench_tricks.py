"""What each trick bought: the same answer with it and without it, in turn in one run."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from types import SimpleNamespace

import numba
import numpy as np

from benchmarks.bench_simulate import best_seats, shuffled
from benchmarks.figures import Row
from benchmarks.handover import hand_over
from benchmarks.timing import race
from svara_odds.jobs._kernels_stream import below
from svara_odds.jobs.blocks import make_blocks
from svara_odds.odds.enumeration.enumerate import enumerate_deals
from svara_odds.odds.multiway.exact_table import exact_table
from svara_odds.odds.multiway.hero import hero_counts
from svara_odds.odds.sampling.arrangement import arrange
from svara_odds.odds.sampling.dealing import LANE_BLOCK, block_work
from svara_odds.showdown.sweep import sweep
from svara_odds.solver.cfr import Variant, advance, solve_cfr, start_cfr
from svara_odds.solver.equilibrium import standing
from svara_odds.solver.headsup import HeadsUpPayoffs, headsup_game, headsup_symmetry
from svara_odds.solver.treeplex import Game, treeplexes
from svara_odds.tables.handtable import HandTable, hand_table
from svara_odds.tables.scoring import score_many
from tests.solver.betting import closing_tree, pot_tree

RULES = "fortegames"
Work = Callable[[], object]


@numba.njit(nogil=True)
def one_by_one(state, n_players, deals, lookup, counts):
    """The same deals as in lanes, one after the other: Fisher and Yates, and a stream like ours."""
    deck = np.arange(32)
    scores = np.zeros(n_players, dtype=np.int64)
    for _ in range(deals):
        for i in range(3 * n_players):
            j = i + np.int64(below(state, np.uint64(32 - i)))
            deck[i], deck[j] = deck[j], deck[i]
        counts[best_seats(deck, lookup, scores)] += 1


@numba.njit(nogil=True)
def every_pair(masks, order, below_, tied):
    """What the sweep finds, by looking at all pairs of hands."""
    for a in range(len(masks)):
        less, level = 0, 0
        for b in range(len(masks)):
            if not masks[a] & masks[b]:
                less += order[b] < order[a]
                level += order[b] == order[a]
        below_[a], tied[a] = less, level


def dealing(n_players: int, rounds: int) -> Iterator[Row]:
    """Lanes of 64 deals, one deal at a time with our stream, and with numpy's in a kernel."""
    table, few = hand_table(RULES), LANE_BLOCK // 16
    work, block = block_work(arrange(table, [None] * n_players)), make_blocks(1, LANE_BLOCK, block_size=LANE_BLOCK)[0]
    state, counts = block.words(4).copy(), np.zeros(1 << n_players, dtype=np.int64)
    one_by_one(state, n_players, LANE_BLOCK, table.lookup, counts)
    share, expected = counts[-1] / LANE_BLOCK, work(block)[-1] / LANE_BLOCK
    assert abs(share - expected) < 6 * np.sqrt(2 * expected / LANE_BLOCK) + 1e-9, "another game is dealt"
    alone, ordinary = "one deal at a time", "one at a time, np.random"
    result = race(
        {
            "lanes": lambda: work(block),
            alone: lambda: one_by_one(state, n_players, few, table.lookup, counts),
            ordinary: lambda: shuffled(n_players, few, table.lookup, counts),
        },
        rounds=rounds,
        units={"lanes": LANE_BLOCK, alone: few, ordinary: few},
    )
    what = f"64 deals side by side, {n_players} players"
    print(f"{what}:\n{result.table('lanes')}")
    yield from result.rows(what, "lanes", {alone: None, ordinary: None}, faster=True, per="deal")


def looking_up(rounds: int) -> Iterator[Row]:
    """A table that is indexed by cards in any sequence, sorting first, and no table at all."""
    table = hand_table(RULES)
    draw = np.random.default_rng(1)
    rows = draw.permuted(np.tile(np.arange(table.n_cards, dtype=np.uint8), (1 << 16, 1)), axis=1)[:, :3].copy()
    columns = tuple(np.ascontiguousarray(column) for column in rows.T)
    few = [tuple(row) for row in rows[:2000].tolist()]

    def sorting() -> np.ndarray:
        low, middle, high = np.sort(rows, axis=1).astype(np.int64).T
        return table.half_points[high * (high - 1) * (high - 2) // 6 + middle * (middle - 1) // 2 + low]

    assert (sorting() == score_many(columns, table)).all()
    sort_first, terms = "sort the cards first, in numpy", "ask the rules for each hand"
    result = race(
        {
            "lookup": lambda: score_many(columns, table),
            sort_first: sorting,
            terms: lambda: [table.rules.best_term(hand) for hand in few],
        },
        rounds=rounds,
        units={"lookup": len(rows), sort_first: len(rows), terms: len(few)},
    )
    what = "score hands of cards in any sequence, side by side"
    print(f"{what}:\n{result.table('lookup')}")
    yield from result.rows(what, "lookup", {sort_first: None, terms: None}, faster=True, per="hand")


def counting(rounds: int) -> Iterator[Row]:
    """Inclusion and exclusion beside looking at every pair, and at every deal."""
    table = hand_table(RULES)
    weights, masks = np.ones(table.n_hands, dtype=np.int64), table.masks.astype(np.uint32)
    less, level = np.zeros(table.n_hands, np.int64), np.zeros(table.n_hands, np.int64)
    pairs = "look at every pair"
    result = race(
        {"sums": lambda: sweep(table, weights), pairs: lambda: every_pair(masks, table.order, less, level)},
        rounds=rounds,
    )
    found = sweep(table, weights)
    assert (found[0] == less).all()
    assert (found[1] == level).all()
    yield result.row("inclusion and exclusion, all hands heads-up", "sums", pairs, faster=True)
    index, anyone = table.n_hands // 2, SimpleNamespace(numerators=weights)
    known = SimpleNamespace(numerators=(np.arange(table.n_hands) == index).astype(np.int64))
    hand = table.hands[index].tolist()
    assert hero_counts(table, hand, n_players=3)[3].win == enumerate_deals(table, [known, anyone, anyone]).counts[1]
    deals = "deal three opponents, the last by such sums"
    result = race(
        {
            "sums": lambda: hero_counts(table, hand, n_players=4),
            deals: lambda: enumerate_deals(table, [known, anyone, anyone, anyone]),
        },
        rounds=rounds,
    )
    yield result.row("sums over sets of cards, one hand against three", "sums", deals, faster=True)


def whole_classes(rounds: int) -> Iterator[Row]:
    """All classes in one sum beside each class on its own, of the smallest deck that ships."""
    table = hand_table("trynka")
    heads, numbers = table.hands[table.symmetry.representatives].tolist(), range(2, table.rules.max_players + 1)

    def apart() -> list[object]:
        return [hero_counts(table, hand, n_players=numbers) for hand in heads]

    whole = exact_table(table, n_players=numbers, threads=1)
    for number, found in enumerate(apart()):
        assert all(found[n] == whole.counts(number, n) for n in numbers)
    each = "each class on its own"
    result = race(
        {"together": lambda: exact_table(table, n_players=numbers, threads=1), each: apart}, rounds=rounds, warm=False
    )
    what = f"all {table.symmetry.n_classes} classes of `trynka` in one sum, exactly, 2 to {numbers[-1]} players"
    yield result.row(what, "together", each, faster=True)


def classes(rounds: int) -> Iterator[Row]:
    """CFR over hand classes beside CFR over single hands: the same plans."""
    table, tree, steps = hand_table(RULES), pot_tree(), 5
    single = 1.0 + np.arange(table.n_hands)
    symmetry = headsup_symmetry(table, [single, single])
    plexes, sources = treeplexes(tree, symmetry.n_classes)
    games = {
        "classes": headsup_game(tree, table),
        "hands": Game(plexes, HeadsUpPayoffs(tree, table, symmetry=symmetry, sources=sources)),
    }
    works: dict[str, Work] = {}
    reached = []
    for name, game in games.items():
        state = start_cfr(game)
        advance(game, state, steps)
        reached.append(standing(game, state.average()).nashconv)
        works[name] = lambda game=game, state=state: advance(game, state, steps)
    assert np.isclose(*reached, rtol=1e-6), reached
    result = race(works, rounds=rounds, units=steps)
    what = f"{table.symmetry.n_classes} classes for {symmetry.n_classes} hands, an iteration of CFR"
    yield result.row(what, "classes", "hands", faster=True)


def discounting(table: HandTable, target: float, rivals: tuple[Variant, ...]) -> Iterator[Row]:
    """Iterations of discounted CFR and of older kinds to the same exploitability."""
    game = headsup_game(closing_tree(), table)
    what = f"discounted CFR to {target:g} antes, `{table.rules.name}`"
    took = {name: solve_cfr(game, target=target, variant=name)[0].iteration for name in ("dcfr", *rivals)}
    print(f"{what}, iterations: {took}")
    for rival in rivals:
        ratio = took[rival] / took["dcfr"]
        yield Row(what, took["dcfr"], rival.upper(), took[rival], ratio, unit="iterations", faster=True)


def measure(quick: bool) -> Iterator[Row]:
    """All tricks."""
    rounds = 1 if quick else 5
    for n_players in (2, 6):
        yield from dealing(n_players, rounds)
    yield from looking_up(rounds)
    yield from counting(rounds)
    yield from whole_classes(1 if quick else 3)
    yield from classes(rounds)
    for table in map(hand_table, (RULES, "bulgarian")):
        yield from discounting(table, 1e-2 if quick else 1e-3, ("cfr+", "cfr"))
        yield from discounting(table, 1e-3 if quick else 1e-4, ("cfr+",))


if __name__ == "__main__":
    hand_over("tricks", measure, __doc__)
