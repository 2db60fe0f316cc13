"""What the charts of solved betting show, and what a reader should see in each."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import groupby
from typing import Any

from svara_odds.results import Result
from svara_odds.tables.handtable import RulesLike
from svara_odds.text.play import said_action, said_line

__all__ = ["fastest", "iterations_of_variants", "line_of_strategy", "most_taken", "turning_points"]

HALF = 0.5


def line_of_strategy(
    rules: RulesLike,
    *,
    line: str | None = None,
    betting: Mapping[str, Any] | None = None,
    announce: Any = None,
    **work: Any,
) -> Result:
    """What every class of hands does at the end of a line of a solved game."""
    from svara_odds.studies.solve import solve

    return solve(rules, **work, **(betting or {})).at(line)


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
