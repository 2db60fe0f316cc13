"""A betting game solved: the method that fits its size, how far the answer is from an equilibrium, and the strategy."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from svara_odds.betting.build import betting_tree
from svara_odds.betting.exact import Division, ExactGame, Found, Ties, exact_payoffs
from svara_odds.betting.settings import METHODS, Method, Progress, Settings
from svara_odds.betting.structure import Structure
from svara_odds.betting.trained import trained
from svara_odds.errors import SolveError
from svara_odds.jobs.interrupt import interruptible
from svara_odds.solver.equilibrium import Standing, standing
from svara_odds.solver.moments import unit_tree
from svara_odds.solver.sampling.appraisal import appraise
from svara_odds.solver.sampling.estimate import Run
from svara_odds.solver.sampling.gains import measure_gains
from svara_odds.solver.sampling.game import SampledGame
from svara_odds.solver.sampling.playing import play_deals
from svara_odds.solver.strategy import HandNames, Strategy, strategy_of_plans
from svara_odds.solver.threeway import MAX_CLASSES
from svara_odds.solver.tree import PublicTree
from svara_odds.tables.handtable import HandTable

__all__ = [
    "METHODS",
    "Division",
    "Method",
    "Progress",
    "Settings",
    "Solution",
    "Ties",
    "Worth",
    "class_names",
    "solve_structure",
    "solve_values",
]

Floats = NDArray[np.float64]
MANY_ENTRIES = 50_000_000  # beyond, sampled CFR tells hands apart by points only
PLAYED = 2_000_000
MEASURE_SHARE = 2  # walks of training for one that measures


class Worth(NamedTuple):
    """What a game is worth.

    Attributes
    ----------
    tree : PublicTree
    values : ndarray
        float64, shape (n_players,).
    squares : callable
        Gives the mean squares of the seats' results, float64, shape (n_players,), by the variance of ties.
    """

    tree: PublicTree
    values: Floats
    squares: Callable[[Floats], Floats]


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
        Standard deviation of one deal's result with all svaras that follow, for every seat; it can be infinite.
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
        Says of the tree what ties are worth; equal shares if not given.

    Returns
    -------
    Solution

    Raises
    ------
    SolveError
        If the game is too large, or the method does not fit it.
    SvaraError
        If the checkpoint is of another job.
    """
    method = _method(structure, table, settings.method)
    tree = betting_tree(structure)
    if method == "sampled" and division is None:
        return _sampled(tree, table, settings)
    with interruptible() as wished:  # also while the answer is drawn up: what is done must not be lost then
        exact = ExactGame.of(tree, table, settings, method, division)
        return _exact_solution(exact, exact.plans(wished))


def solve_values(
    structure: Structure, table: HandTable, settings: Settings, *, division: Division | None = None
) -> Worth:
    """What a game is worth to each seat, exactly and without all else of a solution.

    Arguments and errors are those of `solve_structure`.

    Raises
    ------
    KeyboardInterrupt
        After Ctrl-C: there is no part of these values to give.
    """
    method = _method(structure, table, settings.method)
    with interruptible() as wished:
        exact = ExactGame.of(betting_tree(structure), table, settings, method, division)
        found = exact.plans(wished)
    if found.interrupted:
        raise KeyboardInterrupt
    values = np.array(standing(exact.game, found.plans).values)
    return Worth(exact.tree, values, lambda variance: exact.mean_squares(found.plans, variance))


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


def _exact_solution(exact: ExactGame, found: Found) -> Solution:
    tree, table, threads = exact.tree, exact.table, exact.settings.threads
    reached = standing(exact.game, found.plans)
    unit = exact_payoffs(unit_tree(tree), table, threads)
    strategy = strategy_of_plans(tree, exact.game, unit, found.plans, class_names(table))
    n = tree.n_players
    note = "" if n == 2 else f"no theory makes this an equilibrium for {n} players; NashConv is the distance from one"
    if _has_side_pots(tree):
        note += f"{'; ' if note else ''}stdev is that of {PLAYED:,} deals played, as there are side pots"
    zeros, stdev = (0.0,) * n, _stdev(exact, found.plans, strategy, reached.values)
    return Solution(
        exact.method,
        strategy,
        reached,
        zeros,
        zeros,
        stdev,
        found.iterations,
        interrupted=found.interrupted,
        history=found.history,
        note=note,
    )


def _has_side_pots(tree: PublicTree) -> bool:
    return len(tree.pot_leaf) > tree.n_leaves


def _stdev(exact: ExactGame, plans: list[Floats], strategy: Strategy, values: tuple[float, ...]) -> tuple[float, ...]:
    """Standard deviation of one deal: exact, but for side pots, where deals are played."""
    tree = exact.tree
    if _has_side_pots(tree):
        game = SampledGame.of(tree, exact.table)
        return play_deals(game, strategy.frequencies.astype(np.float32), PLAYED, seed=0).stdev
    squares = exact.mean_squares(plans, exact.ties.variance)
    return tuple(math.sqrt(max(float(mean) - value**2, 0.0)) for mean, value in zip(squares, values, strict=True))


def _sampled(tree: PublicTree, table: HandTable, settings: Settings) -> Solution:
    by_class = int((tree.n_children * (tree.player >= 0)).sum()) * table.symmetry.n_classes <= MANY_ENTRIES
    game = SampledGame.of(tree, table, information="classes" if by_class else "points")
    state, interrupted = trained(game, settings)
    walks, run = state.rounds * game.round_walks, Run(settings.threads, settings.executor)
    measured = max(walks // MEASURE_SHARE, 1)
    gains = measure_gains(game, state, train=walks, measure=measured, run=run)
    played = play_deals(game, state.sums, PLAYED, seed=state.seed, run=run)
    hands = class_names(table) if by_class else _point_names(table)
    return Solution(
        "sampled",
        appraise(game, state, hands, walks=max(walks // 4, 1), run=run),
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
