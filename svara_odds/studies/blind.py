"""What is the right to bet blind worth: to who is first, to who doubles, to the dealer?"""

from __future__ import annotations

import time
from concurrent.futures import Executor
from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from svara_odds.betting.blind_choice import blind_choice
from svara_odds.betting.game import BettingGame
from svara_odds.betting.policy import RangePolicy
from svara_odds.betting.solution import Method, Progress, Settings, Solution, solve_structure
from svara_odds.betting.structure import betting_structure
from svara_odds.errors import SolveError
from svara_odds.jobs.blocks import draw_seed
from svara_odds.ranges.grammar import parse_range
from svara_odds.results import Result
from svara_odds.solver.forum import from_points
from svara_odds.solver.sampling.estimate import Run
from svara_odds.solver.strategy import Strategy
from svara_odds.solver.tree import SEEN, UNSEEN, Decision
from svara_odds.studies.arguments import reading
from svara_odds.studies.provenance import run_info
from svara_odds.studies.solve import blind_frequencies
from svara_odds.tables.handtable import HandTable, RulesLike, hand_table

__all__ = ["blind_value"]

DEFAULT_DEALS = 50_000
MANY_DECISIONS = 5_000  # beyond, only lines that are come to now and then are told
LEAST_REACH = 1e-3


def blind_value(
    rules: RulesLike = "bulgarian",
    *,
    n_players: int = 2,
    opponents: str | None = None,
    opponents_raise: str | None = None,
    deals: int = DEFAULT_DEALS,
    method: Method = "auto",
    target: float = 1e-3,
    max_iterations: int | None = None,
    seed: int | None = None,
    threads: int = 1,
    executor: Executor | None = None,
    progress: Progress | None = None,
    **betting: Any,
) -> Result:
    """What the right to bet blind is worth to every seat.

    Parameters
    ----------
    rules : str, path or RuleSet
    n_players : int
    opponents : str, optional
        Range of hands with which every opponent pays to stay in, such as ``"21+"``; with others it is out, and it
        never bets blind. Seat 0 then does what is best against them. If not given, all seats play an equilibrium, or
        what sampled CFR finds for more players than can be solved exactly.
    opponents_raise : str, optional
        Range with which they raise where they may.
    deals : int
        Against opponents with ranges: walks and deals of the sample.
    method, target, max_iterations, seed, threads, executor, progress
        As for `svara_odds.solve`.
    **betting
        How it is bet, as for `svara_odds.betting_game`.

    Returns
    -------
    Result
        One row a seat: ``seat``, ``value_without`` and ``value_with`` the right to bet blind, their ``gain``, and its
        ``stderr``. Beside the rows: the values as lists, ``blind_frequency``, ``double_frequency`` of each seat in
        turn, ``gain`` of seat 0 and ``gain_stderr``, ``blind_edge`` and ``double_edge`` (what betting blind, or
        doubling, brings over looking at the cards), and ``after_blind``: for every line after a blind bet how often
        each action is taken, and from how many points on in at least half of the deals.

    Raises
    ------
    SolveError
        If there is no blind betting, or an option is not allowed.
    NotationError
        If a range cannot be read.
    KeyboardInterrupt
        After Ctrl-C.

    Examples
    --------
    >>> from svara_odds import blind_value
    >>> answer = blind_value("fortegames", target=0.01)
    >>> answer.extra["gain"] > 0.05, answer.extra["blind_frequency"] > 0.9
    (True, True)
    """
    if betting.get("allow_blind") is False:
        raise SolveError("allow_blind: False leaves no blind bet to be valued; leave it out")
    start = time.perf_counter()
    table = hand_table(rules)
    game = BettingGame(table, betting_structure(table.rules, n_players, **betting))
    if not _starts_unseen(game):
        raise SolveError("these rules have no blind bet to be valued")
    if opponents is None:
        if opponents_raise is not None:
            raise SolveError("opponents_raise is for opponents that are given by a range; give opponents too")
        settings = Settings(
            method, target, max_iterations, seed=seed, threads=threads, executor=executor, progress=progress
        )
        columns, extra, how = _equilibrium(game, settings)
    else:
        if deals < 1:
            raise SolveError(f"deals: {deals} is not allowed; give 1 or more")
        if seed is not None and seed < 0:
            raise SolveError(f"seed: {seed} is not allowed; give 0 or more")
        policy = _policy(table, opponents, opponents_raise)
        seed = draw_seed() if seed is None else seed
        columns, extra, how = _against(game, policy, deals=deals, seed=seed, run=Run(threads, executor))
    info = run_info(
        table.rules, start, players=n_players, opponents=opponents, opponents_raise=opponents_raise, **betting
    )
    return Result(replace(info, **how), columns, name="seats", extra=extra)


def _starts_unseen(game: BettingGame) -> bool:
    """Whether the first to act may go on without looking at its cards."""
    start = game.referee.expand(game.referee.root)
    return isinstance(start, Decision) and start.partition == UNSEEN


Answer = tuple[dict[str, list[Any]], dict[str, Any], dict[str, Any]]


def _columns(without: tuple[float, ...], with_: tuple[float, ...], stderr: tuple[float, ...]) -> dict[str, list[Any]]:
    return {
        "seat": list(range(len(with_))),
        "value_without": list(without),
        "value_with": list(with_),
        "gain": [after - before for before, after in zip(without, with_, strict=True)],
        "stderr": list(stderr),
    }


def _equilibrium(game: BettingGame, settings: Settings) -> Answer:
    with_ = _whole(solve_structure(game.structure, game.table, settings))
    blind = blind_frequencies(with_.strategy)
    without = _whole(solve_structure(replace(game.structure, allow_blind=False), game.table, settings))
    stderr = tuple(float(np.hypot(*pair)) for pair in zip(with_.value_stderr, without.value_stderr, strict=True))
    columns = _columns(without.standing.values, with_.standing.values, stderr)
    extra = {
        "players": game.structure.n_players,
        "method": with_.method,
        "value_without": columns["value_without"],
        "value_with": columns["value_with"],
        "gain": columns["gain"][0],
        "gain_stderr": stderr[0],
        "gain_uncertain_by": _settled(with_) + _settled(without),
        "blind_frequency": blind[0],
        "double_frequency": blind[1:],
        "blind_edge": _edge(with_.strategy, 0),
        "double_edge": _edge(with_.strategy, 1),
        "stdev": list(with_.stdev),
        "exploitability": with_.standing.exploitability,
        "nashconv": with_.standing.nashconv,
        "after_blind": _after_blind(with_.strategy),
    }
    return columns, extra, {"method": with_.method, "seed": with_.seed, "note": with_.note}


def _whole(solution: Solution) -> Solution:
    """The solution; an interrupt that ended it early ends the comparison too, for half of it answers nothing."""
    if solution.interrupted:
        raise KeyboardInterrupt
    return solution


def _settled(solution: Solution) -> float:
    """How far the value of seat 0 may be from that of an equilibrium; for two players that is a bound."""
    return max(solution.standing.gains)


def _blind_node(strategy: Strategy, depth: int) -> int | None:
    """The node of the seat that may bet blind after `depth` others have."""
    tree, node = strategy.tree, 0
    for _ in range(depth):
        node = next(child for child in tree.children(node) if tree.label(child) != "look")
        if tree.player[node] < 0 or tree.partition[node] == SEEN:
            return None
    return node


def _edge(strategy: Strategy, depth: int) -> float | None:
    """What going on blind brings over looking, in antes; None where the seat may not."""
    node = _blind_node(strategy, depth)
    if node is None:
        return None
    values = dict(zip(strategy.labels(node), strategy.value(node)[:, 0].tolist(), strict=True))
    look = values.pop("look")
    return float(next(iter(values.values())) - look)


def _after_blind(strategy: Strategy) -> list[dict[str, Any]]:
    """Every line on which some seat has bet blind and the next one has looked, with its actions."""
    rows: list[dict[str, Any]] = []
    least_reach = LEAST_REACH if strategy.tree.n_decisions > MANY_DECISIONS else 0.0
    for node in strategy.nodes():
        path = strategy.tree.path(node)
        if strategy.tree.partition[node] != SEEN or not path or strategy.tree.label(path[0]) == "look":
            continue
        reach = float(strategy.weights(node) @ strategy.reached(node))
        if reach < least_reach:
            continue
        labels, means = strategy.labels(node), strategy.mean_frequency(node).tolist()
        for action, label in enumerate(labels):
            rows.append(
                {
                    "line": strategy.tree.line(node),
                    "seat": int(strategy.tree.player[node]),
                    "reach": reach,
                    "action": label,
                    "frequency": means[action],
                    "from_points": None if action == 0 else from_points(strategy, node, action),
                }
            )
    return rows


def _policy(table: HandTable, opponents: str, opponents_raise: str | None) -> RangePolicy:
    def held(argument: str, text: str) -> NDArray[np.bool_]:
        with reading(argument):
            return parse_range(text, table).numerators > 0

    pays = held("opponents", opponents)
    raises = (
        np.zeros(table.n_hands, dtype=bool) if opponents_raise is None else held("opponents_raise", opponents_raise)
    )
    return RangePolicy(pays, raises)


def _against(game: BettingGame, policy: RangePolicy, *, deals: int, seed: int, run: Run) -> Answer:
    sample: dict[str, Any] = {"deals": deals, "seed": seed, "run": run}
    first = blind_choice(game.structure, game.table, policy, seat=0, **sample)
    assert first is not None  # as the game starts with that choice
    double = blind_choice(game.structure, game.table, policy, seat=1, **sample)
    taken = first.edge > 0
    without, with_ = first.looking, first.blindly if taken else first.looking
    gain, error = (first.edge, first.stderr) if taken else (0.0, 0.0)
    stderr = [float(np.hypot(*pair)) if taken else 0.0 for pair in zip(without.stderr, with_.stderr, strict=True)]
    columns = _columns(without.values, with_.values, (error, *stderr[1:]))
    columns["gain"][0] = gain
    exact = game.structure.n_players == 2
    extra = {
        "players": game.structure.n_players,
        "method": "exact" if exact else "monte-carlo",
        "value_without": columns["value_without"],
        "value_with": columns["value_with"],
        "gain": gain,
        "gain_stderr": error,
        "blind_frequency": float(taken),
        "double_frequency": [] if double is None else [float(double.edge > 0)],
        "blind_edge": first.edge,
        "blind_edge_stderr": first.stderr,
        "double_edge": None if double is None else double.edge,
        "double_edge_stderr": None if double is None else double.stderr,
        "stdev": list(with_.stdev),
    }
    if exact:
        return columns, extra, {"method": "exact", "note": "seat 0 does what is best against the range"}
    note = "seat 0 does what is best against the ranges; found and measured on different deals"
    return columns, extra, {"method": "monte-carlo", "seed": seed, "deals": deals, "note": note}
