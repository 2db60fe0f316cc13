"""Betting games of two and three seats, whose payoffs are exact: their plans, and what ties are worth in them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from svara_odds.betting.settings import Method, Settings
from svara_odds.errors import SolveError
from svara_odds.solver.cfr import CfrState, solve_cfr, start_cfr
from svara_odds.solver.deal import equal_division, explicit_game, table_deal
from svara_odds.solver.equilibrium import Standing, standing
from svara_odds.solver.headsup import headsup_game
from svara_odds.solver.linear_program import solve_lp
from svara_odds.solver.moments import squared
from svara_odds.solver.threeway import threeway_game
from svara_odds.solver.tree import PublicTree
from svara_odds.solver.treeplex import Game
from svara_odds.tables.handtable import HandTable

__all__ = ["Division", "ExactGame", "Found", "Ties", "exact_payoffs"]

Floats = NDArray[np.float64]

MOST_ITERATIONS = 10_000_000


class Ties(NamedTuple):
    """What ties are worth in every pot of a tree.

    Attributes
    ----------
    shares : ndarray
        float64, shape (n_pots, 2 ** n_players, n_players), as in `svara_odds.solver.deal.ExplicitPayoffs`.
    variance : ndarray
        The same shape: how what a seat gets in the end scatters about its share, as a share of the pot squared.
    """

    shares: Floats
    variance: Floats


# Says of a tree what ties in it are worth.
Division = Callable[[PublicTree], Ties]


class Found(NamedTuple):
    """Plans, and how they were found."""

    plans: list[Floats]
    iterations: int = 0
    history: tuple[tuple[int, float], ...] = ()
    interrupted: bool = False


@dataclass(frozen=True, eq=False)
class ExactGame:
    """A game whose payoffs are exact, and how it is to be solved."""

    tree: PublicTree
    table: HandTable
    settings: Settings
    method: Method
    ties: Ties
    game: Game

    @classmethod
    def of(
        cls, tree: PublicTree, table: HandTable, settings: Settings, method: Method, division: Division | None
    ) -> ExactGame:
        """Make the game of a tree; `division` as in `svara_odds.betting.solution.solve_structure`."""
        if method == "sampled":
            raise SolveError("method: sampled takes ties as shared; svara recursive needs cfr or lp")
        if division is None:
            shares = equal_division(tree.n_players, rake=tree.rake)
            ties = Ties(shares, np.zeros_like(shares))
        else:
            ties = division(tree)
        game = exact_payoffs(tree, table, settings.threads, division=ties.shares)
        return cls(tree, table, settings, method, ties, game)

    def plans(self, wished: Callable[[], bool]) -> Found:
        """Solve the game; `wished` says whether to stop."""
        if self.method == "lp":
            deal = table_deal(self.table, self.tree.n_players)
            return Found(solve_lp(explicit_game(self.tree, deal, division=self.ties.shares)).plans)
        return self._by_cfr(wished)

    def _by_cfr(self, wished: Callable[[], bool]) -> Found:
        settings, tree = self.settings, self.tree
        way = f"strategy by {settings.variant}"
        keeper = settings.keeper(way, tree, table=self.table, division=self.ties.shares, seed=0)
        if keeper.kept is None:
            state = start_cfr(self.game, variant=settings.variant)
        else:
            state = CfrState.from_arrays(*keeper.kept)

        def check(state: CfrState, found: Standing) -> bool:
            if settings.progress is not None:
                settings.progress(state.iteration, found.nashconv / tree.n_players)
            keeper.write(state.arrays)
            return wished()

        most = settings.max_iterations or MOST_ITERATIONS
        state, _ = solve_cfr(self.game, target=settings.target, max_iterations=most, state=state, progress=check)
        keeper.write(state.arrays, now=True)
        return Found(state.average(), state.iteration, tuple(state.history), wished())

    def mean_squares(self, plans: list[Floats], variance: Floats) -> Floats:
        """Mean squares of the seats' results by these plans."""
        if not np.isfinite(variance).all():
            return np.full(self.tree.n_players, np.inf)
        flat, squares = squared(self.tree, self.ties.shares, variance=variance)
        game = exact_payoffs(flat, self.table, self.settings.threads, division=squares)
        return np.array(standing(game, plans).values)


def exact_payoffs(tree: PublicTree, table: HandTable, threads: int, *, division: Floats | None = None) -> Game:
    """The game of a tree of two or three seats, by exact payoffs."""
    if tree.n_players == 2:
        return headsup_game(tree, table, division=division)
    return threeway_game(tree, table, division=division, threads=threads)
