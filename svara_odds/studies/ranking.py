"""Which hands are best against so many random hands, what is each score worth, and how often is there a svara?"""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterable
from concurrent.futures import Executor
from fractions import Fraction
from typing import Any

import numpy as np

from svara_odds.errors import DealError
from svara_odds.jobs.run import Progress
from svara_odds.odds.decide import MAX_STEPS
from svara_odds.odds.multiway.exact_table import ExactTable, exact_table, table_steps
from svara_odds.odds.multiway.hero import MultiwayCounts
from svara_odds.odds.multiway.table_files import load_exact, save_exact
from svara_odds.results import Result
from svara_odds.studies.provenance import run_info
from svara_odds.tables.handtable import HandTable, RulesLike, hand_table
from svara_odds.text.tables import work_text
from svara_odds.text.wording import points_number

__all__ = ["equity_by_points", "ranking", "svara_sizes"]

ANNOUNCED_STEPS = 1_000_000_000  # some two seconds of work


def ranking(
    n_players: int = 2,
    rules: RulesLike = "bulgarian",
    *,
    threads: int = 1,
    executor: Executor | None = None,
    checkpoint: str | os.PathLike[str] | None = None,
    announce: Callable[[str], object] | None = None,
    progress: Progress | None = None,
) -> Result:
    """Rank all hand classes by exact equity against random hands.

    Parameters
    ----------
    n_players : int
        Players at the table, the hand included.
    rules : str, path or RuleSet
        The rule set. For one whose table is not shipped, the table is computed and kept for the next time.
    threads : int
        Threads to compute on.
    executor : concurrent.futures.Executor, optional
        Where to compute instead, such as ``so.cluster_executor("local")``.
    checkpoint : path, optional
        File that the finished parts of a table are kept in while it is computed, and taken from if it is there.
    announce : callable, optional
        Told in a sentence how much work lies ahead, before it begins.
    progress : callable, optional
        Told ``(done, total)`` now and then.

    Returns
    -------
    Result
        One row a class, the best first: ``example`` hand, ``name`` of the class, ``hands`` in it, ``points``,
        ``equity`` (a k-way tie counts as 1/k), ``win`` and ``svara``, all as fractions.

    Raises
    ------
    DealError
        If so many players cannot be dealt, or their deals are too many to count.
    SvaraError, DamagedFileError
        If the checkpoint is of another job, or cannot be trusted.

    Examples
    --------
    >>> best = ranking(10, "fortegames").rows()[0]
    >>> best["points"], best["hands"]
    (34, 3)
    """
    start = time.perf_counter()
    table = hand_table(rules)
    work = {"threads": threads, "executor": executor, "checkpoint": checkpoint, "progress": progress}
    exact = _exact(table, [n_players], announce, work)
    classes = table.symmetry
    counts = [exact.counts(number, n_players) for number in range(classes.n_classes)]
    best_first = sorted(range(classes.n_classes), key=lambda number: (-counts[number].equity, number))
    columns: dict[str, list[Any]] = {
        "example": [table.text(classes.representatives[number]) for number in best_first],
        "name": [classes.names[number] for number in best_first],
        "hands": [int(classes.sizes[number]) for number in best_first],
        "points": [_points(table, number) for number in best_first],
        "equity": [counts[number].equity for number in best_first],
        "win": [Fraction(counts[number].win, counts[number].total) for number in best_first],
        "svara": [_svara(counts[number]) for number in best_first],
    }
    info = run_info(table.rules, start, players=n_players)
    return Result(info, columns, name="classes", extra={"players": n_players})


def equity_by_points(
    rules: RulesLike = "bulgarian",
    *,
    n_players: Iterable[int] | None = None,
    threads: int = 1,
    executor: Executor | None = None,
    checkpoint: str | os.PathLike[str] | None = None,
    announce: Callable[[str], object] | None = None,
    progress: Progress | None = None,
) -> Result:
    """Average the exact equity of all hands of each score, for each number of players.

    Parameters
    ----------
    rules : str, path or RuleSet
        The rule set.
    n_players : iterable of int, optional
        Numbers of players; by default 2 up to the most that the rules allow.
    threads, executor, checkpoint, announce, progress
        As for :func:`ranking`.

    Returns
    -------
    Result
        One row for each number of ``players`` and ``points``: ``hands``, and the averages ``equity``, ``win`` and
        ``svara`` over them, as fractions.

    Raises
    ------
    DealError, SvaraError, DamagedFileError
        As for :func:`ranking`.
    """
    start = time.perf_counter()
    table = hand_table(rules)
    numbers = sorted(set(n_players or range(2, table.rules.max_players + 1)))
    work = {"threads": threads, "executor": executor, "checkpoint": checkpoint, "progress": progress}
    exact = _exact(table, numbers, announce, work)
    classes = table.symmetry
    levels = table.order[classes.representatives]
    columns: dict[str, list[Any]] = {key: [] for key in ("players", "points", "hands", "equity", "win", "svara")}
    for players in numbers:
        for level, half_points in enumerate(table.levels.tolist()):
            members = np.flatnonzero(levels == level).tolist()
            sizes = [int(classes.sizes[number]) for number in members]
            counts = [exact.counts(number, players) for number in members]
            weighed = list(zip(sizes, counts, strict=True))
            hands = sum(sizes)
            columns["players"].append(players)
            columns["points"].append(points_number(half_points))
            columns["hands"].append(hands)
            columns["equity"].append(sum(size * count.equity for size, count in weighed) / hands)
            columns["win"].append(sum(size * Fraction(count.win, count.total) for size, count in weighed) / hands)
            columns["svara"].append(sum(size * _svara(count) for size, count in weighed) / hands)
    return Result(run_info(table.rules, start, players=numbers), columns, name="scores")


def svara_sizes(
    rules: RulesLike = "bulgarian",
    *,
    n_players: Iterable[int] | None = None,
    threads: int = 1,
    executor: Executor | None = None,
    checkpoint: str | os.PathLike[str] | None = None,
    announce: Callable[[str], object] | None = None,
    progress: Progress | None = None,
) -> Result:
    """How often a showdown of random hands ends in a svara, and how many hands it is between, exactly.

    Parameters
    ----------
    rules, n_players, threads, executor, checkpoint, announce, progress
        As for :func:`equity_by_points`.

    Returns
    -------
    Result
        One row for each number of ``players`` and of hands ``tied`` at the best score: ``probability``, a fraction.

    Raises
    ------
    DealError, SvaraError, DamagedFileError
        As for :func:`ranking`.

    Examples
    --------
    >>> svara_sizes(n_players=[2]).columns["probability"]
    [Fraction(246409, 2265480)]
    """
    start = time.perf_counter()
    table = hand_table(rules)
    numbers = sorted(set(n_players or range(2, table.rules.max_players + 1)))
    work = {"threads": threads, "executor": executor, "checkpoint": checkpoint, "progress": progress}
    exact = _exact(table, numbers, announce, work)
    columns: dict[str, list[Any]] = {key: [] for key in ("players", "tied", "probability")}
    for players in numbers:
        counts = [exact.counts(number, players) for number in range(table.symmetry.n_classes)]
        for tied in range(2, players + 1):
            mine = sum(size * one.svara[tied] for size, one in zip(table.symmetry.sizes.tolist(), counts, strict=True))
            columns["players"].append(players)
            columns["tied"].append(tied)
            # Each of the tied hands counts this svara as its own, and any seat is as likely to be among them.
            columns["probability"].append(Fraction(mine * players, tied * counts[0].total * table.n_hands))
    return Result(run_info(table.rules, start, players=numbers), columns, name="svaras")


def _exact(
    table: HandTable, numbers: list[int], announce: Callable[[str], object] | None, how: dict[str, Any]
) -> ExactTable:
    """The exact table for so many players: a kept one, or one that is made now, as `how` tells, and kept."""
    most = table.rules.max_players
    for n_players in numbers:
        if not 2 <= n_players <= most:
            raise DealError(f"players: {n_players}; {table.rules.name} is played by 2 to {most}")
    kept = load_exact(table)
    missing = sorted(set(numbers) - set(kept.n_players if kept else ()))
    if kept and not missing:
        return kept
    players = ", ".join(map(str, missing))
    try:
        steps = table_steps(table, n_players=missing)
    except DealError as trouble:
        raise DealError(f"players: {players}: {trouble}") from None
    work = work_text(steps)
    if steps > MAX_STEPS:
        raise DealError(f"players: {players} would take {work}; at most {work_text(MAX_STEPS)} is begun")
    if announce is not None and steps > ANNOUNCED_STEPS:
        announce(f"{table.rules.name}: counting all deals to {players} players for every class of hands: {work}")
    made = exact_table(table, n_players=missing, **how)
    save_exact(table, made)
    return made.beside(kept) if kept else made


def _points(table: HandTable, number: int) -> int | float:
    return points_number(int(table.half_points[table.symmetry.representatives[number]]))


def _svara(counts: MultiwayCounts) -> Fraction:
    return Fraction(sum(counts.svara.values()), counts.total)
