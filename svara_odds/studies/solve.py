"""How should this game be played, what is it worth to each seat, and how far is that from an equilibrium?"""

from __future__ import annotations

import os
import time
from concurrent.futures import Executor
from dataclasses import replace
from typing import Any, Literal

from svara_odds.betting.carryover import Carryover, solve_recursive
from svara_odds.betting.game import BettingGame
from svara_odds.betting.solution import Method, Progress, Settings, Solution, solve_structure, solve_values
from svara_odds.errors import SolveError
from svara_odds.solver.cfr import Variant
from svara_odds.solver.strategy import Strategy
from svara_odds.solver.tree import UNSEEN
from svara_odds.studies.provenance import run_info
from svara_odds.studies.solved import Solved
from svara_odds.studies.tree import betting_game
from svara_odds.tables.handtable import RulesLike

__all__ = ["Solved", "blind_frequencies", "solve", "solved_game"]

Svara = Literal["share", "recursive"]

MOST_ROWS = 400_000  # of the strategy's table; what is come to least often is left out first


def solve(
    rules: RulesLike = "bulgarian",
    *,
    n_players: int = 2,
    method: Method = "auto",
    target: float = 1e-3,
    max_iterations: int | None = None,
    variant: Variant = "dcfr",
    svara: Svara = "share",
    pot_cap: float | None = None,
    seed: int | None = None,
    threads: int = 1,
    executor: Executor | None = None,
    trainings: int = 1,
    checkpoint: str | os.PathLike[str] | None = None,
    progress: Progress | None = None,
    **betting: Any,
) -> Solved:
    """Solve a betting game: how every hand is played, what it is worth, and how far that is from an equilibrium.

    Parameters
    ----------
    rules : str, path or RuleSet
    n_players : int
    method : str
        ``"cfr"``: CFR over hand classes, exact for two and three players;
        ``"lp"``: the linear program, for two players, without what is told below of iterations, `variant`, `seed` and
        `checkpoint`; ``"sampled"``: sampled CFR; ``"auto"``: the first that fits.
    target : float
        Exploitability for two players, NashConv per seat for more, in antes, at which ``"cfr"`` stops.
    max_iterations : int, optional
        Iterations of CFR at most; walks of each seat of sampled CFR, 400,000 if not given.
    variant : str
        ``"dcfr"``, ``"cfr+"`` or ``"cfr"``.
    svara : str
        What a tie is worth: ``"share"``, an equal part of the pot to each tied hand, or ``"recursive"``, the value of
        the svara round that follows (two or three players).
    pot_cap : float, optional
        With ``"recursive"`` and fixed sizes: the pot, in antes, from which on a tie is shared.
    seed : int, optional
        Of sampled CFR; that of the checkpoint if left out, or a fresh one, which the result tells.
    threads : int
        Threads; the answer does not depend on them.
    executor : concurrent.futures.Executor, optional
        Where sampled CFR works instead of on threads of this process, such as ``so.cluster_executor("local")``. The
        walks of one training build on each other, so they stay here: more `trainings` are what can be spread.
    trainings : int
        Trainings of sampled CFR, of `max_iterations` walks each, that know nothing of each other; their plans are added
        up.
    checkpoint : path, optional
        File to keep the state of the work in, and to go on from if it is there.
    progress : callable, optional
        Called with the iterations and, where it is known, the exploitability so far. Ctrl-C ends the work with what
        there is; a second one breaks it off.
    **betting
        How it is bet, as for `svara_odds.betting_game`.

    Returns
    -------
    Solved
        One row a line, hand class and action: ``line``, ``seat``, ``hand``, ``hands``, ``points``, ``action``,
        ``frequency``, ``value`` (what the seat expects of the whole deal from there, in antes) and ``reach`` (how
        often play comes there with that hand). Beside the rows: ``exploitability``, ``nashconv``, ``value``,
        ``stdev``, each seat's ``gains`` and their errors, ``iterations``, ``blind``, ``nodes``, ``classes``; with
        ``"recursive"`` also ``value_share`` and ``svara_residual``.

    Raises
    ------
    SolveError
        If the game or the method cannot be as asked.
    SvaraError
        If the checkpoint is of another game.
    DamagedFileError
        If the checkpoint cannot be trusted.

    Examples
    --------
    >>> from svara_odds import solve
    >>> answer = solve("fortegames", target=0.01)
    >>> answer.extra["exploitability"] <= 0.01, round(answer.extra["value"][0], 1)
    (True, -0.2)
    """
    if svara not in ("share", "recursive"):
        raise SolveError(f"svara: {svara!r} is not allowed; give share or recursive")
    if pot_cap is not None and svara == "share":
        raise SolveError(f"pot_cap: {pot_cap:g} is for svara recursive only")
    start = time.perf_counter()
    settings = Settings(
        method, target, max_iterations, variant, seed, threads, executor, trainings, checkpoint, progress
    )
    game = betting_game(rules, n_players=n_players, **betting)
    solution, carryover = solved_game(game, settings, svara=svara, pot_cap=pot_cap)
    extra = _summary(game, solution) | _svara_summary(game, settings, carryover, interrupted=solution.interrupted)
    asked = {"players": n_players, "target": target, "max_iterations": max_iterations, "variant": variant}
    asked |= {"trainings": trainings} if trainings > 1 else {}
    info = run_info(game.rules, start, **asked, svara=svara, pot_cap=pot_cap, **betting)
    info = replace(info, method=solution.method, seed=solution.seed, note=_note(solution, carryover))
    return Solved(
        info,
        _rows(solution.strategy),
        name="strategy",
        extra=extra,
        strategy=solution.strategy,
        history=solution.history,
        rules=game.rules,
    )


def solved_game(
    game: BettingGame, settings: Settings, *, svara: Svara = "share", pot_cap: float | None = None
) -> tuple[Solution, Carryover | None]:
    """Solve a game that is made already, with ties shared or carried over."""
    if svara == "share":
        return solve_structure(game.structure, game.table, settings), None
    return solve_recursive(game.structure, game.table, settings, cap=pot_cap)


def blind_frequencies(strategy: Strategy) -> list[float]:
    """How often each seat in turn bets, or pays, without looking where all before it have done so."""
    tree, node, frequencies = strategy.tree, 0, []
    while tree.player[node] >= 0 and tree.partition[node] == UNSEEN:
        labels = strategy.labels(node)
        blind = next(place for place, label in enumerate(labels) if label != "look")
        frequencies.append(float(strategy.frequency(node)[blind, 0]))
        node = tree.children(node)[blind]
    return frequencies


def _summary(game: BettingGame, solution: Solution) -> dict[str, Any]:
    standing, blind = solution.standing, blind_frequencies(solution.strategy)
    exact = solution.method != "sampled"
    return {
        "exploitability": standing.exploitability,
        "nashconv": standing.nashconv,
        "nashconv_stderr": sum(error**2 for error in solution.gain_stderr) ** 0.5,
        "players": game.structure.n_players,
        "method": solution.method,
        "value": list(standing.values),
        "value_stderr": list(solution.value_stderr),
        "stdev": list(solution.stdev),
        "gains": list(standing.gains),
        "gain_stderr": list(solution.gain_stderr),
        "gains_at_most": list(solution.gain_at_most or standing.gains),
        "iterations": solution.iterations,
        "blind": {"frequency": blind[0], "double": blind[1:]} if blind else None,
        "nodes": solution.strategy.tree.n_decisions,
        "classes": len(solution.strategy.hands.names),
        "exact": exact,
        "interrupted": solution.interrupted,
    }


def _svara_summary(
    game: BettingGame, settings: Settings, carryover: Carryover | None, *, interrupted: bool
) -> dict[str, Any]:
    """What a tie's worth changes: the values with ties shared, and how settled the recursion is."""
    if carryover is None:
        return {}
    shared = None
    if not interrupted:
        shared = solve_values(game.structure, game.table, replace(settings, checkpoint=None)).values.tolist()
    return {
        "value_share": shared,
        "svara_residual": carryover.residual,
        "svara_pot_cap": carryover.cap,
        "svara_shares": [
            {"tied": tied, "pot": pot or None, "shares": shares.tolist()}
            for (tied, pot), shares in sorted(carryover.shares.items())
        ],
    }


def _note(solution: Solution, carryover: Carryover | None) -> str:
    notes = [solution.note, "stopped before its end" if solution.interrupted else ""]
    if carryover is not None:
        notes.append("a tie leads to a svara among the tied seats, who play on in for free")
    return "; ".join(filter(None, notes))


def _rows(strategy: Strategy) -> dict[str, list[Any]]:
    """The strategy's table; of a large one only the lines that are come to most often."""
    nodes = list(strategy.nodes())
    size = {node: int(strategy.cells[node] * strategy.tree.n_children[node]) for node in nodes}
    if sum(size.values()) > MOST_ROWS:
        often = {node: float(strategy.weights(node) @ strategy.reached(node)) for node in nodes}
        kept, rows = set(), 0
        for node in sorted(nodes, key=lambda node: (-often[node], node)):
            rows += size[node]
            if rows > MOST_ROWS:
                break
            kept.add(node)
        nodes = [node for node in nodes if node in kept]
    return strategy.columns(nodes)
