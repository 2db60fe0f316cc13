"""What the charts of solved betting show, and what a reader should see in each."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import compress, groupby
from typing import Any

from svara_odds.results import Result
from svara_odds.studies.arguments import SEED
from svara_odds.tables.handtable import RulesLike
from svara_odds.text.play import said_action, said_line

__all__ = [
    "fastest",
    "first_and_last",
    "iterations_of_variants",
    "largest_gain",
    "line_of_strategy",
    "most_taken",
    "points_to_play",
    "turning_points",
    "worth_of_blinds",
]

HALF = 0.5
EQUILIBRIUM = "equilibrium"


def line_of_strategy(
    rules: RulesLike,
    *,
    line: str | None = None,
    betting: Mapping[str, Any] | None = None,
    seed: int = SEED,
    announce: Any = None,
    **work: Any,
) -> Result:
    """What every class of hands does at the end of a line of a solved game."""
    from svara_odds.studies.solve import solve
    from svara_odds.studies.solved import whole

    return whole(solve(rules, seed=seed, **work, **(betting or {}))).at(line)


def iterations_of_variants(
    rules: RulesLike,
    *,
    betting: Mapping[str, Any] | None = None,
    announce: Any = None,
    **work: Any,
) -> Result:
    """How far each variant of CFR is from an equilibrium, check by check."""
    from svara_odds.studies.convergence import convergence

    return convergence(rules, **work, **(betting or {}))


def worth_of_blinds(
    rules: RulesLike,
    *,
    betting: Mapping[str, Any] | None = None,
    seed: int = SEED,
    announce: Any = None,
    **work: Any,
) -> Result:
    """What the right to bet blind is worth to seat 0, by the size of the blind and the number of players.

    Opponents that are ``"equilibrium"`` have no range; a chart's option that is None is not given.
    """
    from svara_odds.studies.blind_sweep import blind_sweep

    if work.get("opponents") == EQUILIBRIUM:
        work["opponents"] = None
    sweep = blind_sweep(rules, seed=seed, **work, **(betting or {}))
    first = [seat == 0 for seat in sweep.columns["seat"]]
    return replace(sweep, columns={name: list(compress(values, first)) for name, values in sweep.columns.items()})


def points_to_play(
    rules: RulesLike,
    *,
    betting: Mapping[str, Any] | None = None,
    seed: int = SEED,
    announce: Any = None,
    **work: Any,
) -> Result:
    """From how many points on each seat plays, by the size of the bet."""
    from svara_odds.studies.blind_sweep import play_thresholds

    return play_thresholds(rules, seed=seed, **work, **(betting or {}))


def most_taken(result: Result) -> dict[str, Any]:
    """The action that is taken most often at the line."""
    actions = result.extra["actions"]
    action = max(actions, key=actions.__getitem__)
    return {
        "seat": result.extra["seat"],
        "line": said_line(result.extra["line"]),
        "action": said_action(action),
        "share": 100 * actions[action],
    }


def turning_points(result: Result) -> dict[str, Any]:
    """From which score on each action, or one that goes further, is taken more often than not by every better hand."""
    actions = list(result.extra["actions"])
    starts = {action: _start(result, actions[place:]) for place, action in enumerate(actions) if place}
    found = {action: points for action, points in starts.items() if points is not None}
    facts = most_taken(result)
    if not found:
        return {"says": "says_none", **facts}
    (first, points), *_, (bolder, more) = found.items() if len(found) > 1 else 2 * list(found.items())
    facts |= {"action": said_action(first), "points": points, "bolder": said_action(bolder), "more": more}
    return facts if more > points else {"says": "says_one", **facts, "action": said_action(bolder)}


def _start(result: Result, actions: Sequence[str]) -> float | None:
    """The lowest score from which on one of the actions is taken more often than not; None if not even by the best."""
    rows = sorted(result.rows(), key=lambda row: -row["points"])
    found = None
    for points, group in groupby(rows, key=lambda row: row["points"]):
        taken = total = 0.0
        for row in group:
            weight = row["hands"] * row["reach"] * row["frequency"]
            total += weight
            taken += weight * (row["action"] in actions)
        if taken < HALF * total:
            break
        # A score that never comes this way says nothing of either.
        found = points if total else found
    return found


def fastest(result: Result) -> dict[str, Any]:
    """The variant that ends nearest to an equilibrium, of these the one that took the fewest iterations."""
    ends = {row["method"]: row for row in result.rows()}
    target = result.info.parameters["target"]
    best = min(ends.values(), key=lambda row: (max(row["exploitability"], target), row["iteration"]))
    return {"method": best["method"], "value": best["exploitability"], "iterations": best["iteration"]}


def largest_gain(result: Result) -> dict[str, Any]:
    """Where the right to bet blind is worth most, if anywhere."""
    best = max(result.rows(), key=lambda row: row["gain"])
    facts = {name: best[name] for name in ("gain", "seat", "players", "blind")}
    return facts if best["gain"] > 0 else {"says": "says_none", **facts}


def first_and_last(result: Result) -> dict[str, Any]:
    """From how many points on the first and the last seat of the largest table play for the smallest bet."""
    players, bet = max(result.columns["players"]), min(result.columns["bet"])
    found = {row["seat"]: row["threshold"] for row in result.rows() if (row["players"], row["bet"]) == (players, bet)}
    first, last = found[0], found[players - 1]
    facts = {"players": players, "bet": bet, "first": first, "last": last}
    return facts if first == first and last == last else {"says": "says_none", **facts}
