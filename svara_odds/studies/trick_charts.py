"""What the charts of the trick game show, and what a reader should see in each."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from svara_odds.results import Result
from svara_odds.rules.trickset import TrickRules
from svara_odds.studies.arguments import SEED, one_number
from svara_odds.studies.provenance import TrickRulesLike

__all__ = [
    "chances_of_whips",
    "fewest_and_most_trumps",
    "likeliest_whip",
    "shares_of_tricks",
    "values_by_trumps",
    "weak_and_strong",
]


def shares_of_tricks(
    rules: TrickRules,
    *,
    n_players: Sequence[int] | None = None,
    seed: int = SEED,
    announce: Any = None,
    **work: Any,
) -> Result:
    """How the tricks fall to weak and strong hands."""
    from svara_odds.studies.trick_strength import tricks_by_strength

    players = None if n_players is None else one_number(n_players)
    return tricks_by_strength(players, rules, trump=rules.deck.cards[0], seed=seed, **work)


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


def values_by_trumps(rules: TrickRules, *, seed: int = SEED, announce: Any = None, **work: Any) -> Result:
    """What a hand is worth by its trumps."""
    from svara_odds.studies.trick_strength import value_by_trumps

    return value_by_trumps(rules, trump=rules.deck.cards[0], seed=seed, **work)


def fewest_and_most_trumps(result: Result) -> dict[str, Any]:
    """What a hand is worth with the fewest trumps and with the most, at the largest table; mostly none and two."""
    most = max(result.columns["players"])
    values = {row["trumps"]: row["value"] for row in result.rows() if row["players"] == most}
    fewest, many = min(values), max(values)
    facts = {"worst": values[fewest], "best": values[many], "players": most}
    return facts if (fewest, many) == (0, 2) else {"says": "says_few", **facts}
