"""A betting game solved: the method that fits its size, how far the answer is from an equilibrium, and the strategy."""

from __future__ import annotations

import hashlib
import math
import os
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from svara_odds.betting.build import betting_tree
from svara_odds.betting.structure import Structure
from svara_odds.errors import SolveError
from svara_odds.jobs.checkpoint import read_checkpoint, write_checkpoint
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

__all__ = ["METHODS", "Progress", "Settings", "Solution", "class_names", "solve_structure"]

Floats = NDArray[np.float64]
Method = Literal["auto", "cfr", "lp", "sampled"]
# Called with the iterations done and the exploitability or NashConv per seat so far (None where it is not known yet).
Progress = Callable[[int, float | None], object]

METHODS: tuple[Method, ...] = ("auto", "cfr", "lp", "sampled")
SAVE_EVERY = 10.0  # seconds between checkpoints
MANY_ENTRIES = 50_000_000  # beyond, sampled CFR tells hands apart by points only
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
    structure: Structure, table: HandTable, settings: Settings, *, division: Floats | None = None
) -> Solution:
    """Solve a betting game.

    Parameters
    ----------
    structure : Structure
    table : HandTable
    settings : Settings
    division : ndarray, optional
        As in `svara_odds.solver.deal.equal_division`: what a tie is worth; equal shares if not given.

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
    shares = equal_division(tree.n_players, rake=tree.rake) if division is None else division
    if method == "sampled":
        return _sampled(tree, table, settings, shares)
    if method == "lp":
        return _by_program(tree, table, settings, shares)
    return _by_cfr(tree, table, settings, shares)


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


def _exact_game(tree: PublicTree, table: HandTable, threads: int, *, division: Floats | None = None) -> Game:
    if tree.n_players == 2:
        return headsup_game(tree, table, division=division)
    return threeway_game(tree, table, division=division, threads=threads)


def _by_program(tree: PublicTree, table: HandTable, settings: Settings, division: Floats) -> Solution:
    found = solve_lp(explicit_game(tree, table_deal(table, 2), division=division))
    return _exact_solution("lp", tree, table, settings, found.plans, division=division, iterations=0)


def _by_cfr(tree: PublicTree, table: HandTable, settings: Settings, division: Floats) -> Solution:
    game = _exact_game(tree, table, settings.threads, division=division)
    keeper = _Keeper(settings, _digest("cfr", settings.variant, tree, table, division))
    kept = keeper.read()
    state = start_cfr(game, variant=settings.variant) if kept is None else CfrState.from_arrays(*kept)
    with interruptible() as wished:

        def check(state: CfrState, found: Standing) -> bool:
            if settings.progress is not None:
                settings.progress(state.iteration, found.nashconv / tree.n_players)
            keeper.write(state.arrays)
            return wished()

        state, _ = solve_cfr(
            game,
            target=settings.target,
            max_iterations=settings.max_iterations or 10_000_000,
            state=state,
            progress=check,
        )
        keeper.write(state.arrays, now=True)
        return _exact_solution(
            "cfr",
            tree,
            table,
            settings,
            state.average(),
            division=division,
            iterations=state.iteration,
            history=tuple(state.history),
            interrupted=wished(),
        )


def _exact_solution(
    method: str,
    tree: PublicTree,
    table: HandTable,
    settings: Settings,
    plans: list[Floats],
    *,
    division: Floats,
    **more: Any,
) -> Solution:
    game = _exact_game(tree, table, settings.threads, division=division)
    unit = _exact_game(unit_tree(tree), table, settings.threads)
    found = standing(game, plans)
    strategy = strategy_of_plans(tree, game, unit, plans, class_names(table))
    n = tree.n_players
    note = "" if n == 2 else f"no theory makes this an equilibrium for {n} players; NashConv is the distance from one"
    stdev = _stdev(tree, table, plans, strategy, found.values, division)
    return Solution(method, strategy, found, (0.0,) * n, (0.0,) * n, stdev, note=note, **more)


def _stdev(
    tree: PublicTree,
    table: HandTable,
    plans: list[Floats],
    strategy: Strategy,
    values: tuple[float, ...],
    division: Floats,
) -> tuple[float, ...]:
    """Standard deviation of one deal: exact for two seats without side pots, else from deals that are played."""
    if tree.n_players > 2 or len(tree.pot_leaf) > tree.n_leaves:
        game = SampledGame.of(tree, table, division=division)
        return play_deals(game, strategy.frequencies.astype(np.float32), PLAYED, seed=0).stdev
    flat, squares = squared(tree, division)
    means = standing(headsup_game(flat, table, division=squares), plans).values
    return tuple(math.sqrt(max(mean - value**2, 0.0)) for mean, value in zip(means, values, strict=True))


def _sampled(tree: PublicTree, table: HandTable, settings: Settings, division: Floats) -> Solution:
    by_class = int((tree.n_children * (tree.player >= 0)).sum()) * table.symmetry.n_classes <= MANY_ENTRIES
    game = SampledGame.of(tree, table, information="classes" if by_class else "points", division=division)
    keeper = _Keeper(settings, _digest("sampled", game.information, tree, table, division))
    kept = keeper.read()
    state = SampledState.start(game, seed=settings.seed) if kept is None else SampledState.from_arrays(*kept)
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


def _digest(method: str, way: str, tree: PublicTree, table: HandTable, division: Floats) -> str:
    """What a checkpoint must be of."""
    digest = hashlib.sha256(f"{method} {way} {table.digest} {tree.actions} {tree.rake}".encode())
    for array in (tree.parent, tree.player, tree.action, tree.partition, tree.paid, tree.pot_leaf, tree.pot_amount):
        digest.update(np.ascontiguousarray(array).tobytes())
    for array in (tree.pot_seats, division, table.symmetry.class_of):
        digest.update(np.ascontiguousarray(array).tobytes())
    return digest.hexdigest()


class _Keeper:
    """Writes a checkpoint now and then, and reads the one that is there."""

    def __init__(self, settings: Settings, digest: str) -> None:
        self.path, self.digest = settings.checkpoint, digest
        self.last = time.monotonic()

    def read(self) -> tuple[dict[str, Any], dict[str, NDArray[Any]]] | None:
        kept = None if self.path is None else read_checkpoint(self.path)
        if kept is not None and kept[0].get("game") != self.digest:
            raise SolveError(f"checkpoint: {os.fspath(self.path or '')!r} is of another game; name another file")
        return kept

    def write(self, arrays: Callable[[], tuple[dict[str, Any], dict[str, NDArray[Any]]]], *, now: bool = False) -> None:
        if self.path is None or not (now or time.monotonic() - self.last > SAVE_EVERY):
            return
        meaning, content = arrays()
        write_checkpoint(self.path, {"game": self.digest, **meaning}, content)
        self.last = time.monotonic()
