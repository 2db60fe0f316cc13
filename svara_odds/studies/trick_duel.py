"""How much does it cost two players to play their tricks as if all cards lay open?"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from svara_odds.errors import SolveError
from svara_odds.results import Result
from svara_odds.rules.catalog import load_trick_rules
from svara_odds.studies.provenance import TrickRulesLike, run_info

if TYPE_CHECKING:
    from svara_odds.swara.headsup import HeadsupPlay, Plans

__all__ = ["duel"]


def duel(
    rules: TrickRulesLike = "swara",
    *,
    pot: float | None = None,
    target: float = 1e-3,
    threads: int = 1,
    progress: Callable[[int, float], object] | None = None,
) -> Result:
    """Solve the tricks of two hidden hands, and measure other ways to play against the solution.

    Seat 0 leads, the card turned up is known, nobody has exchanged and nobody has a whip. Amounts are gains over half
    the pot, in antes, so that one player's gain is the other's loss.

    Parameters
    ----------
    rules : str, path or TrickRules
        The rule set.
    pot : float, optional
        What lies in the pot; two stakes if left out. A pot that was carried over is larger.
    target : float
        Exploitability at which the solution is good enough, as a share of the pot.
    threads : int
        Threads; the answer does not depend on them.
    progress : callable, optional
        Told the iterations done and the exploitability reached, as a share of the pot.

    Returns
    -------
    Result
        One row for each ``strategy``: ``equilibrium``, ``open cards`` (the card that is best on average over all deals
        that fit, each played with open cards) and ``even`` (any legal card alike). ``value`` is what the leader gains
        where both play so; ``leader_gain`` and ``follower_gain`` what a best response would add for each,
        ``exploitability`` half their sum and ``share`` the same as a share of the pot; ``leading`` and ``following``
        what the leader gains where only the leader, only the follower plays so and the other plays the equilibrium.
        Beside the rows: the ``value`` of the game, between ``low`` and ``high``, with its size.

    Raises
    ------
    SolveError
        If the target is not above 0, or the deck is too large.
    DealError
        If the pot is not above 0, or above 1e12 antes.
    """
    from svara_odds.solver.cfr import solve_cfr
    from svara_odds.swara.headsup import headsup_play

    start = time.perf_counter()
    if not target > 0:
        raise SolveError(f"target is {target}; it must be above 0, as a share of the pot")
    loaded = load_trick_rules(rules)
    play = headsup_play(loaded, turned=0, pot=pot, threads=threads)

    def told(state: Any, found: Any) -> None:
        if progress is not None:
            progress(state.iteration, found.nashconv / 2 / play.pot)

    state, found = solve_cfr(play.game, target=target * play.pot, progress=told)
    solution = state.average()
    strategies = {"equilibrium": solution, "open cards": play.plans(play.determinised()), "even": play.plans(None)}
    info = run_info(loaded, start, pot=play.pot, target=target)
    extra = {
        "value": found.values[0],
        "low": found.values[0] - found.gains[1],
        "high": found.values[0] + found.gains[0],
        "pot": play.pot,
        "iterations": state.iteration,
        "hands": len(play.board.hands),
        "infosets": [plex.n_infosets for plex in play.game.plexes],
        "sequences": [plex.n_sequences for plex in play.game.plexes],
    }
    return Result(replace(info, method="cfr"), _compared(play, strategies, solution), name="strategies", extra=extra)


def _compared(play: HeadsupPlay, strategies: dict[str, Plans], solution: Plans) -> dict[str, list[Any]]:
    from svara_odds.solver.equilibrium import standing

    columns: dict[str, list[Any]] = {"strategy": list(strategies)}
    found = [standing(play.game, plans) for plans in strategies.values()]
    columns["value"] = [each.values[0] for each in found]
    columns["leader_gain"] = [each.gains[0] for each in found]
    columns["follower_gain"] = [each.gains[1] for each in found]
    columns["exploitability"] = [each.exploitability for each in found]
    columns["share"] = [each.nashconv / 2 / play.pot for each in found]
    columns["leading"] = [play.value([plans[0], solution[1]]) for plans in strategies.values()]
    columns["following"] = [play.value([solution[0], plans[1]]) for plans in strategies.values()]
    return columns
