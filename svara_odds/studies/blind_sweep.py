"""How does the worth of a blind bet change with its size and the table, and from how many points on is it played?"""

from __future__ import annotations

import math
import os
import time
from collections.abc import Mapping, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass, replace
from itertools import product
from typing import Any

import numpy as np

from svara_odds.betting.solution import Settings, solve_structure
from svara_odds.betting.structure import betting_structure
from svara_odds.errors import SolveError
from svara_odds.jobs.blocks import Block
from svara_odds.jobs.keeper import Keeper
from svara_odds.jobs.run import Progress
from svara_odds.jobs.sweep import sweep, threads_within
from svara_odds.results import Result, RunInfo
from svara_odds.rules.ruleset import RuleSet
from svara_odds.solver.forum import from_points
from svara_odds.solver.strategy import Strategy
from svara_odds.studies.arguments import refuse
from svara_odds.studies.blind import blind_value
from svara_odds.studies.provenance import job_of, run_info
from svara_odds.tables.handtable import HandTable, RulesLike, hand_table

__all__ = ["blind_sweep", "play_thresholds"]

SWEEP_DEALS = 20_000  # of each setting
BEST, SHARE = "best", 0.3  # hands that opponents pay with where nothing is said, and how many of all they may be
Columns = dict[str, list[Any]]


def blind_sweep(
    rules: RulesLike = "bulgarian",
    *,
    players: Sequence[int] = (2, 3, 4, 5, 6),
    blinds: Sequence[float] = (0.5, 1.0, 1.5, 2.0),
    opponents: str | None = BEST,
    deals: int = SWEEP_DEALS,
    seed: int | None = None,
    threads: int = 1,
    executor: Executor | None = None,
    checkpoint: str | os.PathLike[str] | None = None,
    progress: Progress | None = None,
    **options: Any,
) -> Result:
    """What the right to bet blind is worth, by the size of the blind and the number of players.

    Parameters
    ----------
    rules : str, path or RuleSet
    players : sequence of int
    blinds : sequence of float
        First blind bets, in antes.
    opponents : str, optional
        As in `svara_odds.blind_value`, or ``"best"``: all hands from the lowest score on that at most three in ten
        hands reach, 21 points in most games. None for an equilibrium, which takes its time.
    deals : int
        Of each setting, where there is a sample.
    seed : int, optional
    threads : int
        Settings that are worked on at a time.
    executor : concurrent.futures.Executor, optional
        Where to work instead, a setting a worker, such as ``so.cluster_executor("local")``.
    checkpoint : path, optional
        File that finished settings are kept in, and taken from if it is there.
    progress : callable, optional
        Told ``(done, total)`` settings after each.
    **options
        As for `svara_odds.blind_value`.

    Returns
    -------
    Result
        One row for every number of players, blind and seat: ``players``, ``blind``, ``seat``, ``value_without``,
        ``value_with``, ``gain`` and its ``stderr``.

    Raises
    ------
    SolveError
        If there are no numbers of players or blinds, no blind betting, or an option is not allowed.
    NotationError
        If a range cannot be read.
    SvaraError, DamagedFileError
        If the checkpoint is of another job, or cannot be trusted.

    Examples
    --------
    >>> from svara_odds import blind_sweep
    >>> rows = blind_sweep("fortegames", players=[2], blinds=[1, 2]).rows()
    >>> [(row["blind"], row["seat"], row["gain"] > 0) for row in rows]
    [(1.0, 0, True), (1.0, 1, False), (2.0, 0, True), (2.0, 1, False)]
    """
    _given(players=players, blinds=blinds)
    refuse(options, n_players="give players", blind="give blinds")
    start = time.perf_counter()
    table = hand_table(rules)
    opponents = _best(table) if opponents == BEST else opponents
    settings = tuple(product(players, map(float, blinds)))
    options = {"opponents": opponents, "deals": deals, **options}
    job = job_of("worth of blinds", table.rules, settings=settings, **options)
    keeper = Keeper(checkpoint, job, seed=seed)
    within = threads_within(len(settings), threads, executor)
    work = _Worth(table.rules, settings, {**options, "threads": within})
    found = sweep(work, len(settings), keeper, threads=threads, executor=executor, progress=progress)
    named = {"players": list(players), "blinds": list(blinds), **{k: v for k, v in options.items() if k != "deals"}}
    info = replace(run_info(table.rules, start, **named), seed=keeper.seed, deals=deals)
    return _result(info, ("players", "blind"), settings, found, name="seats")


def play_thresholds(
    rules: RulesLike = "bulgarian",
    *,
    players: Sequence[int] = (2, 3),
    bets: Sequence[float] = (1.0, 2.0, 4.0),
    target: float = 1e-2,
    max_iterations: int | None = None,
    seed: int | None = None,
    threads: int = 1,
    executor: Executor | None = None,
    checkpoint: str | os.PathLike[str] | None = None,
    progress: Progress | None = None,
    **betting: Any,
) -> Result:
    """From how many points on each seat plays where all before it are out, by the size of the bet.

    The dealer, to whom the pot falls where all others are out, is told of where the seat before it plays.

    Parameters
    ----------
    rules : str, path or RuleSet
    players : sequence of int
    bets : sequence of float
        First bets, in antes.
    target, max_iterations
        As for `svara_odds.solve`.
    seed, threads, executor, checkpoint, progress
        As for `blind_sweep`.
    **betting
        How it is bet, as for `svara_odds.betting_game`; there is no blind betting, and nobody waits for a bet.

    Returns
    -------
    Result
        One row for every number of players, bet and seat: ``players``, ``bet``, ``seat`` and ``threshold``: points
        from which on it plays at least every other time; not a number if it never does.

    Raises
    ------
    SolveError
        If there are no numbers of players or bets, or an option is not allowed.
    SvaraError, DamagedFileError
        If the checkpoint is of another job, or cannot be trusted.

    Examples
    --------
    >>> from svara_odds import play_thresholds
    >>> play_thresholds("fortegames", players=[2], bets=[2]).columns["threshold"]
    [19.0, 19.0]
    """
    _given(players=players, bets=bets)
    refuse(
        betting, allow_blind="there is no blind betting", n_players="give players", bets="give bets", bet="give bets"
    )
    start = time.perf_counter()
    table = hand_table(rules)
    games = tuple(product(players, map(float, bets)))
    asked: dict[str, Any] = {"target": target, "max_iterations": max_iterations}
    _refuse_checks(table.rules, players[0], betting)
    keeper = Keeper(checkpoint, job_of("thresholds", table.rules, games=games, **asked, **betting), seed=seed)
    solving = Settings(**asked, seed=keeper.seed, threads=threads_within(len(games), threads, executor))
    work = _Threshold(table, games, solving, betting)
    found = sweep(work, len(games), keeper, threads=threads, executor=executor, progress=progress)
    info = run_info(table.rules, start, players=list(players), bets=list(bets), target=target, **betting)
    return _result(replace(info, seed=keeper.seed), ("players", "bet"), games, found, name="thresholds")


@dataclass(frozen=True, eq=False)
class _Worth:
    """What blind bets are worth in the game that a block is numbered by."""

    rules: RuleSet
    settings: tuple[tuple[int, float], ...]
    options: Mapping[str, Any]

    def __call__(self, block: Block) -> Columns:
        players, blind = self.settings[block.index]
        answer = blind_value(self.rules, n_players=players, blind=blind, seed=block.seed[0], **self.options)
        return {**answer.columns, "method": [answer.extra["method"]]}


@dataclass(frozen=True, eq=False)
class _Threshold:
    """From how many points on each seat plays in the game that a block is numbered by."""

    table: HandTable
    games: tuple[tuple[int, float], ...]
    settings: Settings
    betting: Mapping[str, Any]

    def __call__(self, block: Block) -> Columns:
        players, bet = self.games[block.index]
        rules = self.table.rules
        name = "bets" if hasattr(rules.betting, "bets") else "bet"
        structure = betting_structure(rules, players, allow_blind=False, **{name: bet}, **self.betting)
        solution = solve_structure(structure, self.table, self.settings)
        if solution.interrupted:
            raise KeyboardInterrupt
        seats = list(range(players))
        return {"seat": seats, "threshold": _thresholds(solution.strategy), "method": [solution.method]}


def _refuse_checks(rules: RuleSet, n_players: int, betting: Mapping[str, Any]) -> None:
    """Refuse games in which a seat before the first bet waits instead of being out."""
    structure = betting_structure(rules, n_players, allow_blind=False, **betting)
    if getattr(structure.rules, "check_before_bet", False):
        raise SolveError("check_before_bet: True is not allowed here; those before a seat are out, they do not wait")


def _result(
    info: RunInfo, names: tuple[str, str], games: tuple[tuple[int, float], ...], found: list[Columns], *, name: str
) -> Result:
    """The columns of all games, one below the other, each with its number of players and its size."""
    columns: Columns = {}
    for game, answer in zip(games, found, strict=True):
        rows = len(answer["seat"])
        of_all = {label: [value] * rows for label, value in zip(names, game, strict=True)}
        for label, values in {**of_all, **answer}.items():
            if label != "method":
                columns.setdefault(label, []).extend(values)
    methods = {method for answer in found for method in answer["method"]}
    return Result(replace(info, method=" and ".join(sorted(methods))), columns, name=name)


def _given(**sequences: Sequence[float]) -> None:
    for name, values in sequences.items():
        if not values:
            raise SolveError(f"{name}: nothing is given; give one or more")


def _best(table: HandTable) -> str:
    """The range of the best hands, up to three in ten; of the highest score where that is more."""
    at_least = np.bincount(table.order)[::-1].cumsum()[::-1]
    level = min(int((at_least > SHARE * table.n_hands).sum()), len(at_least) - 1)
    return f"{table.levels[level] / 2:g}+"


def _thresholds(strategy: Strategy) -> list[float]:
    """Points from which on each seat plays where those before it are out, the dealer against the one before it."""
    tree, node, found = strategy.tree, 0, [math.nan] * strategy.tree.n_players
    for seat in range(tree.n_players - 1):
        out, *plays = tree.children(node)
        found[seat] = _or_never(from_points(strategy, node, 1))
        node = out if seat < tree.n_players - 2 else plays[0]
    found[-1] = _or_never(from_points(strategy, node, 1))
    return found


def _or_never(points: float | None) -> float:
    return math.nan if points is None else points
