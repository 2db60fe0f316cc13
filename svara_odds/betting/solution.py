"""A betting game solved: the method that fits its size, how far the answer is from an equilibrium, and the strategy."""

from __future__ import annotations

import math
import os
from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal, NamedTuple

import numpy as np
from numpy.typing import NDArray

from svara_odds.betting.build import betting_tree
from svara_odds.betting.keeper import Keeper, game_digest
from svara_odds.betting.structure import Structure
from svara_odds.errors import SolveError
from svara_odds.jobs.interrupt import interruptible
from svara_odds.solver.cfr import CfrState, Variant, solve_cfr, start_cfr
from svara_odds.solver.deal import equal_division, explicit_game, table_deal
from svara_odds.solver.equilibrium import Standing, standing
from svara_odds.solver.headsup import headsup_game
from svara_odds.solver.linear_program import solve_lp
from svara_odds.solver.moments import squared, unit_tree
from svara_odds.solver.sampled import (
    SampledGame,
    SampledState,
    advance_sampled,
    appraise,
    measure_gains,
    play_deals,
)
from svara_odds.solver.strategy import HandNames, Strategy, strategy_of_plans
from svara_odds.solver.threeway import MAX_CLASSES, threeway_game
from svara_odds.solver.tree import PublicTree
from svara_odds.solver.treeplex import Game
from svara_odds.tables.handtable import HandTable

__all__ = ["METHODS", "Division", "Progress", "Settings", "Solution", "class_names", "solve_structure", "solve_values"]

Floats = NDArray[np.float64]
# Says of a tree what ties in it are worth.
Division = Callable[[PublicTree], Floats]
Method = Literal["auto", "cfr", "lp", "sampled"]
# Called with the iterations done and the exploitability or NashConv per seat so far (None where it is not known yet).
Progress = Callable[[int, float | None], object]

METHODS: tuple[Method, ...] = ("auto", "cfr", "lp", "sampled")
MANY_ENTRIES = 50_000_000  # beyond, sampled CFR tells hands apart by points only
MOST_ITERATIONS = 10_000_000
DEFAULT_WALKS = 400_000
TOLD_WALKS = 2_000  # walks of each seat between two looks at the clock
PLAYED = 2_000_000
MEASURE_SHARE = 2  # walks of training for one that measures


@dataclass(frozen=True)
class Settings:
    """How a game is solved.

    Attributes
    ----------
    method : str
        ``"auto"``, ``"cfr"``, ``"lp"`` or ``"sampled"``.
    target : float
        Exploitability for two seats, NashConv per seat for more, in antes, at which CFR stops.
    max_iterations : int, optional
        Iterations of CFR, or walks of each seat of sampled CFR.
    variant : str
        Of CFR, see `svara_odds.solver.cfr.VARIANTS`.
    seed : int, optional
        Of sampled CFR.
    threads : int
    checkpoint : path, optional
        Where to keep how far the work is, and to go on from.
    progress : callable, optional
    """

    method: Method = "auto"
    target: float = 1e-3
    max_iterations: int | None = None
    variant: Variant = "dcfr"
    seed: int | None = None
    threads: int = 1
    checkpoint: str | os.PathLike[str] | None = None
    progress: Progress | None = None

    def __post_init__(self) -> None:
        if self.method not in METHODS:
            raise SolveError(f"method: {self.method!r} is not allowed; give one of: {', '.join(METHODS)}")
        if not 0 < self.target < math.inf:
            raise SolveError(f"target: {self.target} is not allowed; give a positive number of antes")
        if self.max_iterations is not None and self.max_iterations < 1:
            raise SolveError(f"max_iterations: {self.max_iterations} is not allowed; give 1 or more")


@dataclass(frozen=True, eq=False)
class Solution:
    """What a betting game is worth, to whom, and how it is played.

    Attributes
    ----------
    method : str
        The method that was taken.
    strategy : Strategy
    standing : Standing
        Values and gains of all seats; estimated where `method` is ``"sampled"``.
    value_stderr, gain_stderr : tuple of float
        0 where exact.
    stdev : tuple of float
        Standard deviation of one deal's result, for every seat.
    iterations : int
        Iterations of CFR, walks of each seat of sampled CFR; 0 for the linear program.
    seed : int, optional
    interrupted : bool
        Whether the work was stopped before its end.
    history : list
        Iterations and NashConv at every check.
    note : str
        What to bear in mind.
    gain_at_most : tuple of float, optional
        Of a sample: what there is to gain for each seat is, in the mean, no more.
    """

    method: str
    strategy: Strategy
    standing: Standing
    value_stderr: tuple[float, ...]
    gain_stderr: tuple[float, ...]
    stdev: tuple[float, ...]
    iterations: int
    seed: int | None = None
    interrupted: bool = False
    history: tuple[tuple[int, float], ...] = ()
    note: str = ""
    gain_at_most: tuple[float, ...] | None = None


def class_names(table: HandTable) -> HandNames:
    """Names, sizes and points of the hand classes of a table."""
    symmetry = table.symmetry
    return HandNames(symmetry.names, symmetry.sizes, table.half_points[symmetry.representatives].astype(np.int64))


def _point_names(table: HandTable) -> HandNames:
    """The same where hands are told apart by points only."""
    names = tuple(f"{value / 2:g} points" for value in table.levels.tolist())
    return HandNames(names, np.bincount(table.order).astype(np.int64), table.levels.astype(np.int64))


def solve_structure(
    structure: Structure, table: HandTable, settings: Settings, *, division: Division | None = None
) -> Solution:
    """Solve a betting game.

    Parameters
    ----------
    structure : Structure
    table : HandTable
    settings : Settings
    division : callable, optional
        Says of the tree what a tie is worth, as in `svara_odds.solver.deal.ExplicitPayoffs`; equal shares if not
        given.

    Returns
    -------
    Solution

    Raises
    ------
    SolveError
        If the game is too large, the method does not fit it, or the checkpoint is of another game.
    """
    method = _method(structure, table, settings.method)
    tree = betting_tree(structure)
    if method == "sampled" and division is None:
        return _sampled(tree, table, settings)
    with interruptible() as wished:  # also while the answer is drawn up: what is done must not be lost then
        exact = _Exact.of(tree, table, settings, method, division)
        return _exact_solution(exact, exact.plans(wished))


def solve_values(
    structure: Structure, table: HandTable, settings: Settings, *, division: Division | None = None
) -> Floats:
    """What a game is worth to each seat, float64, shape (n_players,), exactly and without all else of a solution.

    Arguments and errors are those of `solve_structure`.

    Raises
    ------
    KeyboardInterrupt
        After Ctrl-C: there is no part of these values to give.
    """
    method = _method(structure, table, settings.method)
    with interruptible() as wished:
        exact = _Exact.of(betting_tree(structure), table, settings, method, division)
        found = exact.plans(wished)
    if found.interrupted:
        raise KeyboardInterrupt
    return np.array(standing(exact.game, found.plans).values)


def _method(structure: Structure, table: HandTable, wanted: Method) -> Method:
    """The method to take; the exact ones are for two seats, and for three where their deals can be kept."""
    players = structure.n_players
    exact = players == 2 or (players == 3 and table.symmetry.n_classes <= MAX_CLASSES)
    if wanted == "auto":
        return "cfr" if exact else "sampled"
    if wanted == "lp" and players != 2:
        raise SolveError(f"method: lp solves games of 2 players, not of {players}; give cfr or sampled")
    if wanted == "cfr" and not exact:
        raise SolveError(
            f"method: cfr is exact for 2 players, and for 3 with up to {MAX_CLASSES} hand classes; {players} players "
            f"with {table.symmetry.n_classes} classes need sampled"
        )
    return wanted


class _Found(NamedTuple):
    """Plans, and how they were found."""

    plans: list[Floats]
    iterations: int = 0
    history: tuple[tuple[int, float], ...] = ()
    interrupted: bool = False


@dataclass(frozen=True, eq=False)
class _Exact:
    """A game whose payoffs are exact, and how it is to be solved."""

    tree: PublicTree
    table: HandTable
    settings: Settings
    method: Method
    division: Floats
    game: Game

    @classmethod
    def of(
        cls, tree: PublicTree, table: HandTable, settings: Settings, method: Method, division: Division | None
    ) -> _Exact:
        if method == "sampled":
            raise SolveError("method: sampled takes ties as shared; svara recursive needs cfr or lp")
        shares = equal_division(tree.n_players, rake=tree.rake) if division is None else division(tree)
        return cls(tree, table, settings, method, shares, _exact_game(tree, table, settings.threads, division=shares))

    def plans(self, wished: Callable[[], bool]) -> _Found:
        """Solve the game; `wished` says whether to stop."""
        if self.method == "lp":
            deal = table_deal(self.table, self.tree.n_players)
            return _Found(solve_lp(explicit_game(self.tree, deal, division=self.division)).plans)
        return self._by_cfr(wished)

    def _by_cfr(self, wished: Callable[[], bool]) -> _Found:
        settings, tree = self.settings, self.tree
        keeper = Keeper(settings.checkpoint, game_digest("cfr", settings.variant, tree, self.table, self.division))
        kept = keeper.read()
        state = start_cfr(self.game, variant=settings.variant) if kept is None else CfrState.from_arrays(*kept)

        def check(state: CfrState, found: Standing) -> bool:
            if settings.progress is not None:
                settings.progress(state.iteration, found.nashconv / tree.n_players)
            keeper.write(state.arrays)
            return wished()

        most = settings.max_iterations or MOST_ITERATIONS
        state, _ = solve_cfr(self.game, target=settings.target, max_iterations=most, state=state, progress=check)
        keeper.write(state.arrays, now=True)
        return _Found(state.average(), state.iteration, tuple(state.history), wished())


def _exact_game(tree: PublicTree, table: HandTable, threads: int, *, division: Floats | None = None) -> Game:
    if tree.n_players == 2:
        return headsup_game(tree, table, division=division)
    return threeway_game(tree, table, division=division, threads=threads)


def _exact_solution(exact: _Exact, found: _Found) -> Solution:
    tree, table, threads = exact.tree, exact.table, exact.settings.threads
    reached = standing(exact.game, found.plans)
    unit = _exact_game(unit_tree(tree), table, threads)
    strategy = strategy_of_plans(tree, exact.game, unit, found.plans, class_names(table))
    n = tree.n_players
    note = "" if n == 2 else f"no theory makes this an equilibrium for {n} players; NashConv is the distance from one"
    zeros, stdev = (0.0,) * n, _stdev(exact, found.plans, strategy, reached.values)
    iterations, history, interrupted = found[1:]
    return Solution(exact.method, strategy, reached, zeros, zeros, stdev, iterations, None, interrupted, history, note)


def _stdev(exact: _Exact, plans: list[Floats], strategy: Strategy, values: tuple[float, ...]) -> tuple[float, ...]:
    """Standard deviation of one deal: exact, but for side pots, where deals are played."""
    tree, table = exact.tree, exact.table
    if len(tree.pot_leaf) > tree.n_leaves:
        game = SampledGame.of(tree, table)
        return play_deals(game, strategy.frequencies.astype(np.float32), PLAYED, seed=0).stdev
    flat, squares = squared(tree, exact.division)
    means = standing(_exact_game(flat, table, exact.settings.threads, division=squares), plans).values
    return tuple(math.sqrt(max(mean - value**2, 0.0)) for mean, value in zip(means, values, strict=True))


def _sampled(tree: PublicTree, table: HandTable, settings: Settings) -> Solution:
    by_class = int((tree.n_children * (tree.player >= 0)).sum()) * table.symmetry.n_classes <= MANY_ENTRIES
    game = SampledGame.of(tree, table, information="classes" if by_class else "points")
    keeper = Keeper(settings.checkpoint, game_digest("sampled", game.information, tree, table, game.division))
    kept = keeper.read()
    state = SampledState.start(game, seed=settings.seed) if kept is None else SampledState.from_arrays(*kept)
    if settings.seed not in (None, state.seed):
        raise SolveError(f"seed: {settings.seed} is not that of the checkpoint, {state.seed}; give that one, or none")
    rounds = max(1, round((settings.max_iterations or DEFAULT_WALKS) / game.round_walks))
    step = max(1, TOLD_WALKS // game.round_walks)
    with interruptible() as wished:
        while state.rounds < rounds and not wished():
            advance_sampled(game, state, min(step, rounds - state.rounds))
            if settings.progress is not None:
                settings.progress(state.rounds * game.round_walks, None)
            keeper.write(state.arrays)
        keeper.write(state.arrays, now=True)
        interrupted = wished()
    walks = state.rounds * game.round_walks
    measured = max(walks // MEASURE_SHARE, 1)
    gains = measure_gains(game, state, train=walks, measure=measured, threads=settings.threads)
    played = play_deals(game, state.sums, PLAYED, seed=state.seed, threads=settings.threads)
    hands = class_names(table) if by_class else _point_names(table)
    return Solution(
        "sampled",
        appraise(game, state, hands, walks=max(walks // 4, 1)),
        Standing(played.values, gains.gains),
        played.stderr,
        gains.stderr,
        played.stdev,
        walks,
        state.seed,
        interrupted,
        note=_sampled_note(tree.n_players, by_class),
        gain_at_most=gains.at_most,
    )


def _sampled_note(players: int, by_class: bool) -> str:
    note = "" if players == 2 else f"no theory makes this an equilibrium for {players} players; "
    note += (
        "each gain is what a trained response adds on fresh deals: in the mean no more than the best one does; on its "
        "own deals it seems to add gains_at_most, in the mean no less"
    )
    return note if by_class else note + "; hands are told apart by their points only"
