"""Race walks of sampled CFR: a whole row of hands a walk, beside one hand at a time by OpenSpiel, and the naive twin.

The game of the race is small: nine cards,
two seats, bet or fold. Walks of ours update all hands of a seat at once, those of OpenSpiel one.
"""

from __future__ import annotations

import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path

from benchmarks.figures import Row
from benchmarks.handover import hand_over, peer
from benchmarks.timing import race
from svara_odds.betting.build import betting_tree
from svara_odds.betting.structure import betting_structure
from svara_odds.solver.deal import table_deal
from svara_odds.solver.efg import efg_text
from svara_odds.solver.sampling.gains import measure_gains
from svara_odds.solver.sampling.game import SampledGame
from svara_odds.solver.sampling.training import SampledState, advance_sampled
from svara_odds.solver.tree import PublicTree
from svara_odds.tables.handtable import HandTable, hand_table
from tests.naive.sampled import all_deals, regrets
from tests.smalldecks import NINE, naive_score, names, small_table
from tests.solver.nested import nested

OPENSPIEL, NAIVE = "OpenSpiel, C++, one hand a walk", "naive twin, all deals"


def small_game(folder: Path) -> tuple[PublicTree, HandTable]:
    """Two seats, nine cards, no blind and no raise."""
    table = small_table(folder, NINE)
    return betting_tree(betting_structure(table.rules, 2, max_raises=0, allow_blind=False)), table


def one_hand_at_a_time(tree: PublicTree, table: HandTable, folder: Path) -> Callable[[], object] | None:
    """An iteration of OpenSpiel's external sampling on the same game, None where it is not installed."""
    pyspiel = peer("pyspiel", "OpenSpiel")
    if pyspiel is None:
        return None
    path = folder / "small.efg"
    path.write_text(efg_text(tree, table_deal(table, 2), title="small"), encoding="utf-8")
    return pyspiel.ExternalSamplingMCCFRSolver(pyspiel.load_game(f"efg_game(filename={path})")).run_iteration


def naive_regrets(tree: PublicTree, table: HandTable) -> Callable[[], object]:
    """The naive twin's regrets of seat 0, over all deals."""
    hands = [names(table, index) for index in range(table.n_hands)]
    class_of = {hand: int(table.symmetry.class_of[index]) for index, hand in enumerate(hands)}
    deals, root = all_deals(hands, class_of, naive_score, 2), nested(tree, table.symmetry.n_classes)
    return lambda: regrets(root, deals, 0, {})


def walks(rounds: int) -> Iterator[Row]:
    """A walk of each seat through the small game."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        tree, table = small_game(folder)
        game = SampledGame.of(tree, table)
        state = SampledState.start(game, seed=1)
        candidates: dict[str, Callable[[], object]] = {"advance_sampled()": lambda: advance_sampled(game, state, 10)}
        theirs = one_hand_at_a_time(tree, table, folder)
        if theirs is not None:
            candidates[OPENSPIEL] = theirs
        candidates[NAIVE] = naive_regrets(tree, table)
        units = dict.fromkeys(candidates, 1.0) | {"advance_sampled()": 10.0 * game.round_walks}
        result = race(candidates, rounds=rounds, units=units)
        what = f"sampled CFR, {tree.n_decisions} nodes x {game.n_cells} classes"
        print(f"{what}, a walk of each seat:\n{result.table('advance_sampled()', unit=1e-6, unit_name='µs')}")
        yield from result.rows(what, "advance_sampled()", {OPENSPIEL: None}, per="walk")


def how_far(players: int, walks: int) -> None:
    """Print what so many walks come to at a larger table."""
    table = hand_table("fortegames")
    tree = betting_tree(betting_structure(table.rules, players, max_raises=1))
    game = SampledGame.of(tree, table)
    state = SampledState.start(game, seed=1)
    advance_sampled(game, state, 1)
    rounds = walks // game.round_walks
    start = time.perf_counter()
    advance_sampled(game, state, rounds)
    spent = time.perf_counter() - start
    found = measure_gains(game, state, train=walks, measure=walks)
    print(
        f"{players} players, one raise, {tree.n_decisions} decisions: "
        f"{spent / (players * rounds * game.round_walks) * 1e6:.1f} µs a walk; after "
        f"{state.rounds * game.round_walks} walks NashConv {found.nashconv:.3f}, "
        f"standard error {found.nashconv_stderr:.3f}, at most {sum(found.at_most):.3f}"
    )


def measure(quick: bool) -> Iterator[Row]:
    """Walks, and how far they get."""
    yield from walks(1 if quick else 5)
    for players in (4, 6):
        how_far(players, 1_000 if quick else 20_000)


if __name__ == "__main__":
    hand_over("sampled", measure, __doc__)
