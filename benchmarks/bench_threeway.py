"""Race three seats' payoffs against a plain numpy version, and time whole solves of both.

Run from the top of the repository: ``python -m benchmarks.bench_threeway``. The numpy version keeps the whole joint
distribution, 337 cubed numbers of single precision, and needs some 0.5 GB.
"""

from __future__ import annotations

import time

import numpy as np

from benchmarks.timing import race
from svara_odds.showdown.joint import joint_counts, joint_plan
from svara_odds.solver.cfr import CfrState, Variant, advance, solve_cfr, start_cfr
from svara_odds.solver.equilibrium import Standing
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


def solve_in(game: Game, variant: Variant, targets: list[float], *, most: float) -> None:
    """Print when NashConv first falls below each target, in antes, as exact best responses measure it."""
    began, left = time.perf_counter(), list(targets)

    def progress(state: CfrState, found: Standing) -> bool:
        spent = time.perf_counter() - began
        while left and found.nashconv <= left[0]:
            print(f"    NashConv {left.pop(0):.0e} antes: {spent:7.1f} s, {state.iteration} iterations", flush=True)
        if spent > most and left:
            print(
                f"    stopped at NashConv {found.nashconv:.1e} antes after {spent:.0f} s, {state.iteration} iterations"
            )
        return not left or spent > most

    solve_cfr(game, target=0.0, variant=variant, progress=progress)


def main() -> None:
    table = hand_table("fortegames")
    tree = call_closes(raises=1)
    plexes, sources = treeplexes(tree, table.symmetry.n_classes)
    games = {f"{threads} thread": threeway_game(tree, table, threads=threads) for threads in (1, THREADS)}
    games["numpy"] = Game(plexes, NumpyPayoffs(tree, table, sources))
    out = np.empty(plexes[0].n_sequences), np.empty(plexes[0].n_sequences)
    state = start_cfr(games["numpy"])
    advance(games["1 thread"], state, 3)
    games["1 thread"].payoffs.gradient(0, state.plans, out[0])
    games["numpy"].payoffs.gradient(0, state.plans, out[1])
    print(f"ante 1, bet 2, one raise: {tree.n_decisions} decisions, {tree.n_leaves} leaves; one gradient of seat 0:")
    print(f"  most that single precision is off: {np.abs(out[0] - out[1]).max():.1e} antes")
    work = {name: (lambda game=game: game.payoffs.gradient(0, state.plans, out[0])) for name, game in games.items()}
    print(race(work, rounds=5).table("1 thread", unit=1e-3, unit_name="ms"))
    for variant in ("cfr+", "dcfr"):
        print(f"  {variant}, {THREADS} threads:")
        solve_in(games[f"{THREADS} thread"], variant, [5e-3, 1e-3, 1e-4], most=120)
    print("  cfr+, numpy:")
    solve_in(games["numpy"], "cfr+", [5e-3, 1e-3], most=240)
    tree = call_closes(raises=3, blind=True)
    print(
        f"with blinds and three raises: {tree.n_decisions} decisions, {tree.n_leaves} leaves; dcfr, {THREADS} threads:"
    )
    solve_in(threeway_game(tree, table, threads=THREADS), "dcfr", [1e-2, 1e-3, 1e-4], most=900)
    print("one raise, no blind, russian (1305 classes), dcfr:")
    tree = call_closes(raises=1)
    solve_in(threeway_game(tree, hand_table("russian"), threads=THREADS), "dcfr", [1e-2, 1e-3], most=120)


if __name__ == "__main__":
    main()
