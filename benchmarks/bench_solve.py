"""Race one iteration of CFR+ against C and numpy, and on small games against OpenSpiel and LiteEFG."""

from __future__ import annotations

import contextlib
import ctypes
import io
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path

import numpy as np

from benchmarks.compile_c import load, pointer
from benchmarks.figures import Row
from benchmarks.handover import hand_over, leave_out, peer
from benchmarks.timing import race
from svara_odds.solver.cfr import CfrState, advance, start_cfr
from svara_odds.solver.deal import explicit_game, table_deal
from svara_odds.solver.efg import efg_text
from svara_odds.solver.equilibrium import standing
from svara_odds.solver.headsup import headsup_game
from svara_odds.solver.tree import PublicTree
from svara_odds.solver.treeplex import Game
from svara_odds.tables.handtable import HandTable, hand_table
from tests.smalldecks import TWELVE, small_table
from tests.solver.betting import closing_tree, pot_tree
from tests.solver.games import leduc

Work = Callable[[], object]
STEPS = 20  # iterations per call
OPENSPIEL, LITEEFG = "OpenSpiel, C++", "LiteEFG"


class _Fields(ctypes.Structure):
    """A structure of 64-bit numbers and addresses, from arrays that it keeps alive."""

    def __init__(self, *values: int | np.ndarray) -> None:
        self.kept = values
        super().__init__(*(value if isinstance(value, int) else pointer(value).value for value in values))


def _structure(names: str) -> type[_Fields]:
    return type("Fields", (_Fields,), {"_fields_": [(name, ctypes.c_int64) for name in names.split()]})


_Plan = _structure("n_classes n_levels n_sums starts keys shares sizes")
_Leaves = _structure("n_tiles tiles own_start other_start n_leaves factors own")
_Player = _structure("n_sequences n_blocks start cells actions run regrets behaviour reach sums gradient")


def c_iterations(game: Game, state: CfrState) -> Work | None:
    """The same iterations in C, on the arrays of `state`; None where there is no compiler."""
    assert all(columns.plain.all() for columns in game.payoffs.columns), "the peers know seen cards only"
    library = load("cfr.c")
    if library is None:
        return None
    swept = game.payoffs.plan
    plan = _Plan(len(swept.sizes), len(swept.starts) - 1, swept.n_sums, *swept[:4])
    leaves = [
        _Leaves(len(each.tiles), each.tiles, *each.start, each.factors.shape[1], each.factors, each.own)
        for each in game.payoffs.columns
    ]
    players = [
        _Player(
            plex.n_sequences,
            len(plex.start),
            *(plex.start, plex.cells, plex.actions, plex.run),
            *(part[seat] for part in (state.regrets, state.behaviours, state.plans, state.sums)),
            np.zeros(plex.n_sequences),
        )
        for seat, plex in enumerate(game.plexes)
    ]
    pairs = (_Leaves * 2)(*leaves), (_Player * 2)(*players)

    def work(keep: object = (leaves, players)) -> None:
        first, state.iteration = state.iteration + 1, state.iteration + STEPS
        numbers = ctypes.c_int64(first), ctypes.c_int64(state.iteration)
        state.weight += float(sum(t * t for t in range(first, state.iteration + 1)))
        library.cfr_iterations(ctypes.byref(plan), *pairs, *numbers)

    return work


def numpy_iterations(game: Game, table: HandTable, state: CfrState) -> Work:
    """The same iterations in numpy: showdowns as dense products, a block of infosets at a time."""
    symmetry, order = table.symmetry, table.order
    heads = symmetry.representatives
    apart = (table.masks[heads][:, None] & table.masks) == 0
    count = np.stack([np.bincount(symmetry.class_of, weights=row, minlength=symmetry.n_classes) for row in apart])
    level = order[heads].astype(np.int64)
    products = count, count * (level < level[:, None]), count * (level <= level[:, None])

    def gradient(seat: int) -> np.ndarray:
        leaves, out = game.payoffs.columns[seat], np.zeros(game.plexes[seat].n_sequences)
        reach = state.plans[1 - seat][leaves.start[1] + np.arange(symmetry.n_classes)[:, None]]
        worth = sum((matrix @ reach) * row for matrix, row in zip(products, leaves.factors, strict=True))
        for column, start in enumerate(leaves.start[0].tolist()):
            out[start : start + symmetry.n_classes] += worth[:, column] * leaves.own
        return out

    def update(seat: int) -> None:
        plex, worth = game.plexes[seat], gradient(seat)
        behaviour, regrets, plan = state.behaviours[seat], state.regrets[seat], state.plans[seat]
        blocks = list(zip(*(part.tolist() for part in (plex.start, plex.cells, plex.actions, plex.run)), strict=True))
        for start, cells, actions, run in reversed(blocks):
            mine = slice(start, start + cells * actions)
            shares, gains = behaviour[mine].reshape(actions, -1), regrets[mine].reshape(actions, -1)
            values = (shares * worth[mine].reshape(actions, -1)).sum(axis=0)
            gains[:] = np.maximum(gains + worth[mine].reshape(actions, -1) - values, 0)
            total = gains.sum(axis=0)
            shares[:] = np.where(total > 0, gains / np.where(total > 0, total, 1), 1 / actions)
            if run > 0:
                worth[run : run + cells] += values
        for start, cells, actions, run in blocks:
            mine = slice(start, start + cells * actions)
            above = plan[run : run + cells] if run > 0 else 1.0
            plan[mine] = (behaviour[mine].reshape(actions, -1) * above).reshape(-1)
        state.sums[seat] += state.iteration**2 * plan

    def work() -> None:
        for _ in range(STEPS):
            state.iteration += 1
            state.weight += state.iteration**2
            update(0)
            update(1)

    return work


def same_tree(tree: PublicTree, table: HandTable) -> dict[str, Work]:
    """C, numpy and ours on one tree; they must get equally far."""
    game = headsup_game(tree, table)
    states = {name: start_cfr(game, variant="cfr+") for name in ("C", "numpy", "advance()")}
    candidates: dict[str, Work | None] = {
        "C": c_iterations(game, states["C"]),
        "numpy": numpy_iterations(game, table, states["numpy"]),
        "advance()": lambda: advance(game, states["advance()"], STEPS),
    }
    running = {name: work for name, work in candidates.items() if work is not None}
    for work in running.values():
        work()
    # Plans may differ where two actions are worth the same to the last bit; how good they are does not.
    reached = [standing(game, states[name].average()).nashconv for name in running]
    assert max(reached) < 1.05 * min(reached), reached
    return running


def peers(ours: dict[str, Game], their_game: str) -> dict[str, Work]:
    """One iteration of CFR+ by us, and on a game that OpenSpiel knows or reads by others, where they are installed."""
    states = {name: start_cfr(game, variant="cfr+") for name, game in ours.items()}
    candidates: dict[str, Work] = {
        name: lambda game=game, state=states[name]: advance(game, state, 1) for name, game in ours.items()
    }
    pyspiel = peer("pyspiel", "OpenSpiel")
    if pyspiel is None:
        leave_out(LITEEFG, "needs OpenSpiel to read games")
        return candidates
    candidates[OPENSPIEL] = pyspiel.CFRPlusSolver(pyspiel.load_game(their_game)).evaluate_and_update_policy
    library = peer("LiteEFG", "LiteEFG")
    if library is None:
        return candidates
    from LiteEFG.baselines.CFRplus import graph

    with contextlib.redirect_stdout(io.StringIO()):
        environment, plus = library.OpenSpielEnv(pyspiel.load_game(their_game)), graph()
    environment.set_graph(plus)
    candidates[LITEEFG] = lambda: plus.update_graph(environment)
    return candidates


def against_peers(rounds: int) -> Iterator[Row]:
    """Leduc, and a Svara game of four decisions with a deck of twelve cards, on the same iterations."""
    candidates = peers({"advance()": leduc()}, "leduc_poker")
    result = race(candidates, rounds=rounds)
    what = "CFR+ iteration, Leduc poker"
    print(f"{what}:\n{result.table('advance()', unit=1e-6, unit_name='µs')}")
    yield from result.rows(what, "advance()", {OPENSPIEL: None, LITEEFG: None})
    with tempfile.TemporaryDirectory() as folder:
        table, tree = small_table(Path(folder), TWELVE), closing_tree(blind=0, max_raises=2)
        deal, file = table_deal(table, 2), Path(folder) / "svara.efg"
        file.write_text(efg_text(tree, deal, title="Svara"), encoding="utf-8")
        ours = {"advance()": headsup_game(tree, table), "advance(), deal by deal": explicit_game(tree, deal)}
        candidates = peers(ours, f"efg_game(filename={file})")
        result = race(candidates, rounds=rounds)
        what = f"CFR+ iteration, {tree.n_decisions} nodes x {deal.n_classes} hands of {table.n_cards} cards"
        print(f"{what}:\n{result.table('advance()', unit=1e-6, unit_name='µs')}")
        yield from result.rows(what, "advance()", {LITEEFG: 1e-3, OPENSPIEL: None})


def measure(quick: bool) -> Iterator[Row]:
    """The same tree with two decks, then games that others know or read."""
    tree = pot_tree()
    for rules in ("fortegames", "russian"):
        table = hand_table(rules)
        candidates = same_tree(tree, table)
        result = race(candidates, rounds=3 if quick else 9, units=STEPS)
        what = f"CFR+ iteration, {tree.n_decisions} nodes x {table.symmetry.n_classes} classes"
        print(f"{what}, {rules}:\n{result.table(next(iter(candidates)), unit=1e-6, unit_name='µs')}")
        yield from result.rows(what, "advance()", {"C": 2.5, "numpy": None})
    yield from against_peers(1 if quick else 5)


if __name__ == "__main__":
    hand_over("solve", measure, __doc__)
