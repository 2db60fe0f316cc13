"""How time grows: with players, the deck, the betting tree, classes of hands, seats that bet, and threads."""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from pathlib import Path

import numpy as np

from benchmarks.figures import Curve
from benchmarks.handover import hand_over
from benchmarks.timing import race
from svara_odds.betting.build import betting_tree, count_tree
from svara_odds.betting.structure import betting_structure
from svara_odds.jobs.blocks import make_blocks
from svara_odds.odds.multiway.hero import hero_counts
from svara_odds.odds.sampling.arrangement import arrange
from svara_odds.odds.sampling.dealing import LANE_BLOCK, RANGE_BLOCK, block_work
from svara_odds.odds.sampling.simulate import simulate
from svara_odds.ranges.grammar import parse_range
from svara_odds.rules.catalog import load_rules
from svara_odds.showdown.sweep import sweep
from svara_odds.solver.cfr import advance, start_cfr
from svara_odds.solver.headsup import headsup_game
from svara_odds.solver.sampling.game import SampledGame
from svara_odds.solver.sampling.training import SampledState, advance_sampled
from svara_odds.solver.threeway import threeway_game
from svara_odds.solver.tree import PublicTree
from svara_odds.solver.treeplex import Game
from svara_odds.swara.play import trick_outcomes
from svara_odds.tables.handtable import HandTable, hand_table
from tests.solver.betting import pot_tree
from tests.solver.three_seats import call_closes

PLAYERS, DECK, NODES = "players at the showdown", "cards in the deck", "decisions in the betting tree"
CLASSES, SEATS, THREADS = "classes of hands", "seats that bet", "threads"
RANKS = "23456789TJQKA"
DECKS = (21, 24, 28, 32, 36, 44, 52)
Point = tuple[float, Callable[[], object], float]  # size, work, units of work in a call


def curve(panel: str, name: str, points: Iterable[Point], rounds: int) -> Curve:
    """Time every size in turn."""
    found = list(points)
    works = {f"{size:g}": work for size, work, _ in found}
    result = race(works, rounds=rounds, units={f"{size:g}": units for size, _, units in found})
    seconds = [result.median(name) for name in works]
    print(f"  {panel}: {name}")
    print("   " + "".join(f"{size:>10g}" for size, _, _ in found))
    print("   " + "".join(f"{second * 1e6:10.3g}" for second in seconds) + "  µs", flush=True)
    return Curve(panel, name, [size for size, _, _ in found], seconds)


def deck_of(n_cards: int, folder: Path) -> HandTable:
    """A game of the highest ranks and, where they do not fill the deck, clubs of the next; without a joker."""
    cards = [rank + suit for rank in reversed(RANKS) for suit in "cdhs"][:n_cards]
    ranks = sorted({card[0] for card in cards}, key=RANKS.index)
    points = {rank: 11 if rank == "A" else min(10, 2 + RANKS.index(rank)) for rank in ranks}
    path = folder / f"deck-{n_cards}.toml"
    path.write_text(
        f'name = "deck-{n_cards}"\ntitle = "{n_cards} cards"\nsource = "made for a race"\n'
        f"[deck]\ncards = {cards}\n"
        f"[scoring]\npoints = {{ {', '.join(f'{rank} = {value}' for rank, value in points.items())} }}\n"
        "pairs = { A = 22 }\ntriples = { A = 33 }\n"
        '[betting]\nstructure = "call-closes"\n[svara]\nprice = "P/k"\n'
        '[[examples]]\nhand = "Ac Ad Kc"\npoints = 22\n',
        encoding="utf-8",
    )
    return hand_table(path)


def with_players(rounds: int) -> Iterator[Curve]:
    """Deals and exact counts for 2 to 10 players."""
    table, numbers = hand_table("fortegames"), range(2, 11)

    def dealt(n: int, player: object, size: int) -> Point:
        work = block_work(arrange(table, [player] * n))
        return n, partial(work, make_blocks(1, size, block_size=size)[0]), size

    yield curve(PLAYERS, "a random deal", (dealt(n, None, LANE_BLOCK) for n in numbers), rounds)
    wide = parse_range("10+", table)
    yield curve(PLAYERS, "a random deal of ranges 10+", (dealt(n, wide, RANGE_BLOCK) for n in numbers), rounds)
    hand = table.hands[table.n_hands // 2].tolist()
    exact = ((n, partial(hero_counts, table, hand, n_players=n), 1) for n in numbers)
    yield curve(PLAYERS, "all deals beside one hand, exactly", exact, rounds)
    rules, draw = load_rules("swara"), np.random.default_rng(1)

    def tricks(n: int, deals: int) -> Point:
        cards = draw.permuted(np.tile(np.arange(32), (deals, 1)), axis=1)[:, : 3 * n].reshape(deals, n, 3)
        return n, partial(trick_outcomes, rules, cards, trump=0, hero=None), deals

    played = (tricks(n, 40_000 >> 2 * (n - 2)) for n in range(2, 7))
    yield curve(PLAYERS, "three tricks of Swara, open cards", played, rounds)


def one_iteration(game: Game, units: int = 5) -> tuple[Callable[[], object], int]:
    """Some iterations of CFR, and how many."""
    return partial(advance, game, start_cfr(game), units), units


def with_cards(rounds: int) -> Iterator[Curve]:
    """The same work with decks of 21 to 52 cards."""
    with tempfile.TemporaryDirectory() as name:
        tables = {size: deck_of(size, Path(name)) for size in DECKS}
    block = make_blocks(1, LANE_BLOCK, block_size=LANE_BLOCK)[0]
    dealt = ((n, partial(block_work(arrange(table, [None] * 4)), block), LANE_BLOCK) for n, table in tables.items())
    yield curve(DECK, "a random deal to 4", dealt, rounds)
    swept = ((n, partial(sweep, table, np.ones(table.n_hands, dtype=np.int64)), 1) for n, table in tables.items())
    yield curve(DECK, "win and tie of all hands, heads-up", swept, rounds)
    tree = pot_tree()
    solved = ((n, *one_iteration(headsup_game(tree, table))) for n, table in tables.items())
    yield curve(DECK, f"an iteration of CFR, {tree.n_decisions} decisions", solved, rounds)
    exact = (
        (n, partial(hero_counts, table, [0, n // 2, n - 1], n_players=4), 1) for n, table in tables.items() if n <= 36
    )
    yield curve(DECK, "all deals to 4 beside one hand, exactly", exact, rounds)


def with_nodes(rounds: int) -> Iterator[Curve]:
    """Iterations of CFR on trees of more and more raises."""
    table = hand_table("fortegames")

    def two(tree: PublicTree) -> Point:
        return tree.n_decisions, *one_iteration(headsup_game(tree, table))

    def three(tree: PublicTree) -> Point:
        return tree.n_decisions, *one_iteration(threeway_game(tree, table), 1)

    yield curve(NODES, "an iteration of CFR, two seats", (two(pot_tree(max_raises=n)) for n in range(1, 7)), rounds)
    yield curve(NODES, "an iteration of CFR, three seats", (three(call_closes(raises=n)) for n in range(4)), rounds)


def with_classes(rounds: int) -> Iterator[Curve]:
    """Iterations over hand classes, over the classes that weights leave, and over single hands."""
    tree, points = pot_tree(), {"fortegames": [], "russian": []}
    for rules, found in points.items():
        table = hand_table(rules)
        ones, hearts = np.ones(table.n_hands), (table.deck.suits[table.hands] == 2).all(axis=1)
        single = 1.0 + np.random.default_rng(1).random(table.n_hands)
        for other in (ones, ones + hearts, single):
            game = headsup_game(tree, table, weights=[ones, other])
            found.append((game.payoffs.plan.sizes.size, *one_iteration(game, 2)))
        yield curve(CLASSES, f"an iteration of CFR, {table.n_cards} cards", found, rounds)


def with_seats(rounds: int) -> Iterator[Curve]:
    """Trees of two and more seats with blinds and a raise, and walks of sampled CFR through them."""
    table = hand_table("fortegames")
    structures = {n: betting_structure(table.rules, n, max_raises=1) for n in range(2, 11)}
    counted = ((n, partial(count_tree, structure), 1) for n, structure in structures.items())
    yield curve(SEATS, "decisions counted", counted, rounds)
    trees = {n: betting_tree(structures[n]) for n in range(2, 7)}
    built = ((n, partial(betting_tree, structures[n]), 1) for n in trees)
    yield curve(SEATS, "the tree built", built, rounds)

    def walked(n: int, tree: PublicTree) -> Point:
        game = SampledGame.of(tree, table)
        state = SampledState.start(game, seed=1)
        return n, partial(advance_sampled, game, state, 2), 2 * n * game.round_walks

    walks = (walked(n, tree) for n, tree in trees.items())
    yield curve(SEATS, "a walk of sampled CFR", walks, rounds)


def with_threads(rounds: int) -> Iterator[Curve]:
    """The same on one thread and on two."""
    table, hand = hand_table("fortegames"), [0, 9, 20]
    sample = partial(simulate, table, [None] * 6, deals=16 * LANE_BLOCK, seed=1)
    yield curve(THREADS, "sixteen million deals to 6", ((n, partial(sample, threads=n), 1) for n in (1, 2)), rounds)
    exact = ((n, partial(hero_counts, table, hand, n_players=10, threads=n), 1) for n in (1, 2))
    yield curve(THREADS, "all deals to 10 beside one hand, exactly", exact, rounds)
    tree = call_closes(raises=1)
    three = ((n, *one_iteration(threeway_game(tree, table, threads=n), 1)) for n in (1, 2))
    yield curve(THREADS, "an iteration of CFR, three seats", three, rounds)


def measure(quick: bool) -> Iterator[Curve]:
    """All panels."""
    for part in (with_players, with_cards, with_nodes, with_classes, with_seats, with_threads):
        yield from part(1 if quick else 5)


if __name__ == "__main__":
    hand_over("growth", measure, __doc__)
