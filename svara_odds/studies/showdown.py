"""Who wins at the showdown, and how often does it end in a svara?"""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Sequence
from concurrent.futures import Executor
from contextlib import suppress
from fractions import Fraction
from typing import Any

from svara_odds import __version__
from svara_odds.cards.hands import parse_cards, parse_hand
from svara_odds.errors import DealError, NotationError
from svara_odds.jobs.run import Progress
from svara_odds.odds.decide import MethodName, Odds, odds_of
from svara_odds.odds.spot import Spot, make_spot
from svara_odds.ranges.grammar import parse_range
from svara_odds.ranges.handrange import HandRange
from svara_odds.results import Result, RunInfo
from svara_odds.studies.arguments import reading
from svara_odds.tables.handtable import HandTable, RulesLike, hand_table

__all__ = ["equity", "read_player", "read_spot"]


def equity(
    players: Sequence[str | HandRange],
    rules: RulesLike = "bulgarian",
    *,
    n_players: int | None = None,
    dead: str = "",
    method: MethodName = "auto",
    deals: int | None = None,
    max_stderr: float | None = None,
    seed: int | None = None,
    threads: int = 1,
    executor: Executor | None = None,
    checkpoint: str | os.PathLike[str] | None = None,
    announce: Callable[[str], object] | None = None,
    progress: Progress | None = None,
) -> Result:
    """Odds of hands and ranges against each other at the showdown.

    Parameters
    ----------
    players : sequence of str or HandRange
        For each seat a hand (``"7cKhKd"``), a range (``"22+"``) or ``"random"``.
    rules : str, path or RuleSet
        The rule set.
    n_players : int, optional
        Seats in all; those that `players` does not name hold random hands.
    dead : str
        Cards that nobody can hold.
    method : {"auto", "exact", "monte-carlo"}
        ``auto`` counts every deal where that is a matter of some ten seconds, and samples otherwise.
    deals, max_stderr, seed
        Size of a sample in deals, or by the largest standard error of an equity; its seed.
    threads : int
        Threads to use, or workers of `executor`; the answer does not depend on them.
    executor : concurrent.futures.Executor, optional
        Where a sample is dealt instead of on threads of this process, such as ``so.cluster_executor("local")``.
    checkpoint : path, optional
        File that a sample is kept in as it grows, and taken from if it is there; a seed that is not given is taken
        from it as well. It stays when all is done.
    announce : callable, optional
        Told in a sentence how much work lies ahead, before a long count begins.
    progress : callable, optional
        Told ``(done, total)`` now and then.

    Returns
    -------
    Result
        One row a seat: ``hand``, ``win`` (alone best), ``svara`` (among two or more best), ``lose``, ``equity`` (a
        k-way tie counts as 1/k), ``stderr`` of the equity, ``win_count``, ``svara_count``; of a sample also
        ``win_interval``, ``svara_interval`` (Wilson), ``equity_interval`` (Agresti–Coull), at 95 %. Beside the rows:
        ``method``, ``deals`` (counted or sampled; deals of weighted ranges count by their weight), ``svara_size``
        (probability of a svara of so many) and ``how`` the answer was found.

    Raises
    ------
    NotationError
        If a hand, range or dead card cannot be read.
    DealError
        If no deal is possible, or there are too many players.
    SvaraError, DamagedFileError
        If the checkpoint is of another job, or cannot be trusted.
    ClusterError
        If the cluster is lost; the checkpoint is kept.

    Examples
    --------
    >>> odds = equity(["7cKhKd", "22+"], "fortegames")
    >>> odds.extra["method"], odds.columns["win_count"]
    ('exact', [391, 5])
    """
    start = time.perf_counter()
    table = hand_table(rules)
    spot = read_spot(table, players, n_players=n_players, dead=dead)
    odds = odds_of(
        spot,
        method,
        deals=deals,
        max_stderr=max_stderr,
        seed=seed,
        threads=threads,
        executor=executor,
        checkpoint=checkpoint,
        announce=announce,
        progress=progress,
    )
    seed = odds.sample.seed if odds.sample else None
    parameters = {"players": [player.text for player in spot.players], "dead": dead, "method": method}
    info = RunInfo(
        __version__,
        table.rules.name,
        table.rules.digest,
        parameters,
        odds.method,
        seed,
        odds.counts.total,
        time.perf_counter() - start,
        odds.how,
    )
    extra: dict[str, Any] = {"method": odds.method, "deals": odds.counts.total, "how": odds.how}
    if seed is not None:
        extra["seed"] = seed
    extra["svara_size"] = {
        size: Fraction(count, odds.counts.total) for size, count in odds.counts.svara_sizes().items()
    }
    return Result(info, _columns(spot, odds), name="players", extra=extra)


def _columns(spot: Spot, odds: Odds) -> dict[str, list[Any]]:
    counts, seats = odds.counts, range(spot.n_players)
    columns: dict[str, list[Any]] = {
        "hand": [
            spot.table.text(spot.players[s].indices[0]) if s in spot.known else spot.players[s].text for s in seats
        ],
        "win": [Fraction(counts.win(seat), counts.total) for seat in seats],
        "svara": [Fraction(counts.svara(seat), counts.total) for seat in seats],
        "lose": [Fraction(counts.lose(seat), counts.total) for seat in seats],
        "equity": [odds.equity(seat) for seat in seats],
        "stderr": [odds.stderr(seat) for seat in seats],
        "win_count": [counts.win(seat) for seat in seats],
        "svara_count": [counts.svara(seat) for seat in seats],
    }
    if odds.sample:
        columns["win_interval"] = [odds.sample.win_interval(seat) for seat in seats]
        columns["svara_interval"] = [odds.sample.svara_interval(seat) for seat in seats]
        columns["equity_interval"] = [odds.sample.equity_interval(seat) for seat in seats]
    return columns


def read_spot(
    table: HandTable, players: Sequence[str | HandRange], *, n_players: int | None = None, dead: str = ""
) -> Spot:
    """Read who holds what, filled up with random hands to `n_players` seats."""
    seats = []
    for number, player in enumerate(players, start=1):
        with reading(f"player {number}"):
            seats.append(read_player(player, table))
    if n_players is not None:
        if n_players < len(seats):
            raise DealError(f"players: {n_players} are fewer than the {len(seats)} hands and ranges given")
        most = table.n_cards // 3
        if n_players > most:
            raise DealError(f"players: {n_players}; from {table.n_cards} cards at most {most} can be dealt")
        seats += [HandRange.random(table)] * (n_players - len(seats))
    with reading("dead"):
        gone = parse_cards(dead, table.deck)
    return make_spot(table, seats, dead=gone)


def read_player(player: str | HandRange, table: HandTable) -> HandRange:
    """Read a hand, however its cards are parted, or else a range."""
    if isinstance(player, HandRange):
        return player
    with suppress(NotationError):
        return HandRange.single(table, parse_hand(player, table.deck))
    return parse_range(player, table)
