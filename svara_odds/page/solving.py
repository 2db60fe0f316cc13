"""Making the solved tables that ship with the page: one strategy for two players, and what blind bets are worth."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from svara_odds.page.solved import blind_row, lines_of, strategy_entry, write_solved
from svara_odds.rules.schema import BettingRules, CallCloses
from svara_odds.studies.blind import blind_value
from svara_odds.studies.solve import solve
from svara_odds.studies.solved import whole
from svara_odds.tables.handtable import HandTable, RulesLike, hand_table

__all__ = ["BLINDS", "build_solved"]

BLINDS = (0.5, 1.0, 2.0, 4.0)  # in antes
LEAST_REACH = 0.005  # a line that no hand comes to oftener is left out


def build_solved(
    rules: RulesLike, folder: Path | None = None, *, target: float = 1e-4, blinds: Iterable[float] = BLINDS
) -> Path:
    """Solve a game for two players as its file bets it, and value its blind bets.

    Parameters
    ----------
    rules : str, path or RuleSet
    folder : Path, optional
        Where the file is written; by default among those that ship.
    target : float
        Exploitability in antes at which a solution will do.
    blinds : iterable of float
        Sizes of the blind to value; a game in which dark play costs a share of the bet has only that one.

    Returns
    -------
    Path
        The file.
    """
    table = hand_table(rules)
    entries = [_strategy(table, target, blind=blind) for blind in (True, False)]
    rows = [
        blind_row(
            players=2,
            blind=blind,
            gain=answer["gain"],
            frequency=answer["blind_frequency"],
            double=answer["double_frequency"],
        )
        for blind, answer in _blind_answers(table.rules, target, blinds)
    ]
    return write_solved(table, strategies=entries, blinds=rows, folder=folder)


def _strategy(table: HandTable, target: float, *, blind: bool) -> dict[str, Any]:
    """The game solved, with its blind bets or without."""
    solved = whole(solve(table.rules, target=target, allow_blind=blind))
    assert solved.strategy is not None
    return strategy_entry(
        table,
        lines_of(solved.strategy, least_reach=LEAST_REACH),
        players=2,
        ante=table.rules.betting.ante,
        bets=_first_bets(table.rules.betting),
        exploitability=solved.extra["exploitability"],
        blind=blind,
    )


def _first_bets(betting: BettingRules) -> list[float | str]:
    return list(betting.bets) if isinstance(betting, CallCloses) else [betting.bet]


def _blind_answers(rules: RulesLike, target: float, blinds: Iterable[float]) -> Iterator[tuple[float, dict[str, Any]]]:
    betting = hand_table(rules).rules.betting
    if isinstance(betting, CallCloses):
        for blind in blinds:
            yield blind, dict(blind_value(rules, target=target, blind=blind).extra)
    elif betting.dark and isinstance(betting.bet, float):
        yield betting.dark_share * betting.bet, dict(blind_value(rules, target=target).extra)
