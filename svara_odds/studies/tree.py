"""Who may do what in the betting, what does each line cost, and how many lines are there?"""

from __future__ import annotations

import time
from itertools import islice
from typing import Any

import msgspec

from svara_odds.betting.game import BettingGame
from svara_odds.betting.printout import walk
from svara_odds.betting.structure import betting_structure
from svara_odds.errors import SolveError
from svara_odds.results import Result
from svara_odds.solver.tree import Leaf
from svara_odds.studies.provenance import run_info
from svara_odds.tables.handtable import RulesLike, hand_table

__all__ = ["betting_game", "betting_lines"]


def betting_game(rules: RulesLike = "bulgarian", *, n_players: int = 2, **options: Any) -> BettingGame:
    """The betting game of a rule set: its size, its public tree, its printout.

    Parameters
    ----------
    rules : str, path or RuleSet
    n_players : int
    **options
        What is played otherwise than the rule file says. Where a call closes: `ante`, `bets`, `blind`,
        `blind_factor`, `blind_laps`, `over_blind`, `raise_factor`, `raises`, `max_raises`, `cap_scope`,
        `check_before_bet`, `nobody_bets`, `first_to_act`, `max_bet`; where one pays to stay: `ante`, `bet`, `dark`,
        `dark_share`, `raise_factor`, `raises`, `max_bet`, `laps`, `open_after_laps`. In both: `allow_blind`,
        `stacks` (one amount, or one a seat, the ante included), `rake` and `carried`, a pot from a round before.
        Sizes are amounts (``2``), multiples of the blind (``"2b"``), shares of the pot (``"0.5p"``) or, for raises,
        multiples of the bet (``"3x"``); a menu is a list of them or a text such as ``"2,1p"``.

    Returns
    -------
    BettingGame
        Its ``size`` is counted and its ``tree`` built when they are asked for; ``printout()`` shows it.

    Raises
    ------
    SolveError
        If an option does not belong to the structure of the rule set, or its value is not allowed.

    Examples
    --------
    >>> betting_game("fortegames", n_players=10)
    <BettingGame fortegames: 10 players, 450 million decisions, 470 million leaves>
    >>> print(betting_game("russian", allow_blind=False).printout(depth=1))
    0 fold: 1 takes 2; paid 1, 1
    0 pay 1 ...
    0 raise to 2 ...
    """
    table = hand_table(rules)
    return BettingGame(table, betting_structure(table.rules, n_players, **options))


def betting_lines(rules: RulesLike = "bulgarian", *, n_players: int = 2, lines: int = 200, **options: Any) -> Result:
    """The lines of the betting, to their ends.

    Parameters
    ----------
    rules : str, path or RuleSet
    n_players : int
    lines : int
        Most lines that are listed.
    **options
        As for :func:`svara_odds.betting_game`.

    Returns
    -------
    Result
        One row a line: ``line``, what each seat has ``paid`` at its end, and the ``pots``, each with its ``amount``
        and the ``seats`` that may win it. Beside the rows: ``players``, ``decisions``, ``leaves``, ``nodes`` of the
        whole tree (None where they are too many to be counted), and ``betting``, how it is played.
    """
    start = time.perf_counter()
    game = betting_game(rules, n_players=n_players, **options)
    columns: dict[str, list[Any]] = {"line": [], "paid": [], "pots": []}
    ends = ((step.line, step.what) for step in walk(game.referee) if isinstance(step.what, Leaf))
    for line, leaf in islice(ends, lines):
        columns["line"].append(" / ".join(line))
        columns["paid"].append([float(amount) for amount in leaf.paid])
        columns["pots"].append([_pot(pot.amount, pot.seats, n_players) for pot in leaf.pots])
    try:
        size = {**game.size._asdict(), "nodes": game.size.nodes}
    except SolveError:  # too large even to be counted; the first lines are there all the same
        size = {"decisions": None, "leaves": None, "nodes": None}
    extra = {"players": n_players, **size, "betting": msgspec.to_builtins(game.structure.rules)}
    return Result(run_info(game.rules, start, players=n_players, **options), columns, name="lines", extra=extra)


def _pot(amount: float, seats: int, n_players: int) -> dict[str, Any]:
    return {"amount": float(amount), "seats": [seat for seat in range(n_players) if seats >> seat & 1]}
