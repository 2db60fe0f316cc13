"""Race three seats' payoffs against a plain numpy version.

That keeps the whole joint distribution, 337 cubed numbers of single precision, and needs some 0.5 GB.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from benchmarks.figures import Row
from benchmarks.handover import hand_over
from benchmarks.timing import race
from svara_odds.showdown.joint import joint_counts, joint_plan
from svara_odds.solver.cfr import advance, start_cfr
from svara_odds.solver.threeway import threeway_game
from svara_odds.solver.tree import PublicTree
from svara_odds.solver.treeplex import Game, LeafSources, treeplexes
from svara_odds.tables.handtable import HandTable, hand_table
from tests.solver.three_seats import call_closes

THREADS = 2


class NumpyPayoffs:
    """One matrix product per comparison for all sequences of one opponent, then a sum for every leaf; equal shares."""

    n_players = 3

    def __init__(self, tree: PublicTree, table: HandTable, sources: LeafSources) -> None:
        plan = joint_plan(table)
        self.tree, self.sources, self.weight = tree, sources, plan.weight
        joint = np.stack([joint_counts(table, own) for own in range(plan.n_classes)]).astype(np.float32)
        level = plan.level
        self.masks = [level[:, None] > level, level[:, None] == level, np.ones((len(level),) * 2, dtype=bool)]
        self.joints = [joint * mask[:, None, :] for mask in self.masks]

    def gradient(self, player: int, plans: list[np.ndarray], out: np.ndarray) -> None:
        left, right = (seat for seat in range(3) if seat != player)
        n = len(self.weight)
        starts, column = np.unique(self.sources.start[right], return_inverse=True)
        columns = np.stack([_reach(plans[right], start, n) for start in starts], axis=1).astype(np.float32)
        products = [(joint.reshape(-1, n) @ columns).reshape(n, n, -1) for joint in self.joints]
        out[:] = 0.0
        for leaf in range(self.tree.n_leaves):
            reach = _reach(plans[left], self.sources.start[left, leaf], n).astype(np.float32)

            def pairs(i: int, j: int, reach: np.ndarray = reach, k: int = column[leaf]) -> np.ndarray:
                return np.einsum("ab,ab,b->a", self.masks[i], products[j][:, :, k], reach)

            (pot,) = self.tree.pots(leaf)
            values = -self.tree.paid[leaf, player] * pairs(2, 2)
            if pot.seats >> player & 1:
                for i in (0, 1) if pot.seats >> left & 1 else (2,):
                    for j in (0, 1) if pot.seats >> right & 1 else (2,):
                        values += pot.amount / (1 + (i == 1) + (j == 1)) * pairs(i, j)
            start = self.sources.start[player, leaf]
            out[start : start + (n if start else 1)] += values * self.weight if start else (values * self.weight).sum()


def _reach(plan: np.ndarray, start: int, n: int) -> np.ndarray:
    return plan[start : start + n] if start else np.full(n, plan[0])


def measure(quick: bool) -> Iterator[Row]:
    """One gradient of one seat."""
    table = hand_table("fortegames")
    tree = call_closes(raises=1)
    plexes, sources = treeplexes(tree, table.symmetry.n_classes)
    games = {
        "1 thread": threeway_game(tree, table, threads=1),
        "2 threads": threeway_game(tree, table, threads=2),
        "numpy": Game(plexes, NumpyPayoffs(tree, table, sources)),
    }
    out = {name: np.empty(plexes[0].n_sequences) for name in games}
    state = start_cfr(games["numpy"])
    advance(games["1 thread"], state, 3)
    work = {name: (lambda name=name: games[name].payoffs.gradient(0, state.plans, out[name])) for name in games}
    result = race(work, rounds=1 if quick else 5)
    assert np.allclose(out["1 thread"], out["numpy"], rtol=0, atol=1e-5), "single precision is off by more"
    what = f"three seats' payoffs, {tree.n_decisions} nodes x {table.symmetry.n_classes} classes"
    print(f"{what}, {tree.n_leaves} leaves:\n{result.table('1 thread', unit=1e-3, unit_name='ms')}")
    yield result.row(what, "1 thread", "numpy")
    yield result.row(f"{what}, two threads", "2 threads", "1 thread", faster=True)


if __name__ == "__main__":
    hand_over("threeway", measure, __doc__)
