"""What the charts of the trick game show, and what a reader should see in each."""

from __future__ import annotations

from typing import Any

from svara_odds.results import Result
from svara_odds.studies.provenance import TrickRulesLike

__all__ = [
    "chances_of_whips",
    "likeliest_whip",
    "shares_of_tricks",
    "values_by_trumps",
    "weak_and_strong",
    "without_and_with_two",
]

SEED = 4  # of charts that are sampled: the same picture on every run


def shares_of_tricks(rules: TrickRulesLike, *, announce: Any = None, **work: Any) -> Result:
    """How the tricks fall to weak and strong hands."""
    from svara_odds.studies.trick_strength import tricks_by_strength

    return tricks_by_strength(rules=rules, seed=SEED, **work)


def weak_and_strong(result: Result) -> dict[str, Any]:
    """How the strongest and the weakest tenth fare."""
    rows = {(row["tenth"], row["tricks"]): row["probability"] for row in result.rows()}
    tenths = max(result.columns["tenth"])
    return {"best": 100 * rows[tenths, 3], "worst": 100 * rows[1, 0], "players": result.extra["players"]}


def chances_of_whips(rules: TrickRulesLike, **_: Any) -> Result:
    """How often an exchange makes a whip."""
    from svara_odds.studies.trick_whips import exchange_whips

    return exchange_whips(rules)


def likeliest_whip(result: Result) -> dict[str, Any]:
    """The best chance of all."""
    return {"best": 100 * max(result.columns["best"])}


def values_by_trumps(rules: TrickRulesLike, *, announce: Any = None, **work: Any) -> Result:
    """What a hand is worth by its trumps."""
    from svara_odds.studies.trick_strength import value_by_trumps

    return value_by_trumps(rules, seed=SEED, **work)


def without_and_with_two(result: Result) -> dict[str, Any]:
    """What a hand is worth without a trump and with two, at the largest table."""
    most = max(result.columns["players"])
    values = {row["trumps"]: row["value"] for row in result.rows() if row["players"] == most}
    return {"worst": values[0], "best": values[2], "players": most}
