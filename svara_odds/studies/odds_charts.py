"""What the charts of scores, showdowns and svaras show, and what a reader should see in each."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import Any

from svara_odds.results import Result
from svara_odds.rules.catalog import list_rules, load_showdown_rules
from svara_odds.studies.arguments import one_number
from svara_odds.tables.handtable import RulesLike
from svara_odds.text.catalogue import said_price

__all__ = [
    "best_tenth",
    "distribution_of",
    "equities",
    "fair_and_dearest",
    "fewest_and_most",
    "half_and_commonest",
    "half_tenth_hundredth",
    "largest_fall",
    "more_than_half",
    "most_svaras",
    "outcomes",
    "prices_of_svaras",
    "side_by_side",
    "sizes_of_svaras",
]


def distribution_of(rules: RulesLike, **_: Any) -> Result:
    """How often each score comes up."""
    from svara_odds.studies.scores import distribution

    return distribution(rules)


def _share_from(result: Result, share: Fraction) -> Any:
    """The highest score that at least this share of the hands has, of the first rule set."""
    rows = result.rows()
    return max(row["points"] for row in rows if row["at_least"] >= share and row.get("rules") == rows[0].get("rules"))


def half_and_commonest(result: Result) -> dict[str, Any]:
    """The score that half of all hands reach, and the one that comes up most."""
    commonest = max(result.rows(), key=lambda row: row["count"])
    return {"half": _share_from(result, Fraction(1, 2)), "commonest": commonest["points"]}


def half_tenth_hundredth(result: Result) -> dict[str, Any]:
    """The scores that a half, a tenth and a hundredth of all hands reach."""
    shares = {"half": Fraction(1, 2), "tenth": Fraction(1, 10), "hundredth": Fraction(1, 100)}
    return {name: _share_from(result, share) for name, share in shares.items()}


def side_by_side(rules: RulesLike, *, beside: Iterable[RulesLike] = (), **_: Any) -> Result:
    """The rule set beside others: by default all shipped ones that are played with its cards."""
    from svara_odds.studies.scores import compare_distributions

    rules = load_showdown_rules(rules)
    shipped = (load_showdown_rules(name) for name in list_rules("showdown") if name != rules.name)
    others = tuple(beside) or tuple(other for other in shipped if other.deck.cards == rules.deck.cards)
    return compare_distributions([rules, *others])


def best_tenth(result: Result) -> dict[str, Any]:
    """The score that a tenth of all hands reach."""
    return {"points": _share_from(result, Fraction(1, 10))}


def equities(rules: RulesLike, **work: Any) -> Result:
    """Equity by points at each table."""
    from svara_odds.studies.ranking import equity_by_points

    return equity_by_points(rules, **work)


def largest_fall(result: Result) -> dict[str, Any]:
    """The score that loses most of its worth from the smallest to the largest table."""
    shares = {(row["players"], row["points"]): row["equity"] for row in result.rows()}
    few, many = min(result.columns["players"]), max(result.columns["players"])
    if few == many:
        fair = [points for (_, points), equity in shares.items() if equity * few >= 1]
        return {"says": "says_one", "few": few, "points": min(fair)}
    points = max(result.columns["points"], key=lambda points: shares[few, points] - shares[many, points])
    best, worst = (100 * shares[players, points] for players in (few, many))
    return {"points": points, "few": few, "many": many, "best": best, "worst": worst}


def more_than_half(result: Result) -> dict[str, Any]:
    """From which score on every hand owns more than half of the pot, at the smallest and the largest table."""
    few, many = min(result.columns["players"]), max(result.columns["players"])
    rows = result.rows()
    starts = []
    for players in (few, many):
        poor = [row["points"] for row in rows if row["players"] == players and 2 * row["equity"] <= 1]
        rich = [row["points"] for row in rows if row["players"] == players and row["points"] > max(poor, default=-1)]
        starts.append(min(rich, default=None))
    if starts[0] is None:  # as in a game where all tie
        return {"says": "says_none", "few": few}
    if few == many or starts[1] is None:
        return {"says": "says_one", "few": few, "few_points": starts[0]}
    return {"few": few, "many": many, "few_points": starts[0], "many_points": starts[1]}


def outcomes(rules: RulesLike, *, n_players: Sequence[int] = (2,), **work: Any) -> Result:
    """How each score fares at one table."""
    from svara_odds.studies.ranking import equity_by_points

    return equity_by_points(rules, n_players=[one_number(n_players)], **work)


def most_svaras(result: Result) -> dict[str, Any]:
    """The score that ends in a svara most often."""
    row = max(result.rows(), key=lambda row: row["svara"])
    return {"points": row["points"], "share": 100 * row["svara"], "players": row["players"]}


def sizes_of_svaras(rules: RulesLike, **work: Any) -> Result:
    """How often so many tie."""
    from svara_odds.studies.ranking import svara_sizes

    return svara_sizes(rules, **work)


def fewest_and_most(result: Result) -> dict[str, Any]:
    """How often the smallest and the largest table end in a svara."""
    rows = result.rows()
    few, many = min(result.columns["players"]), max(result.columns["players"])
    least, most = (100 * sum(row["probability"] for row in rows if row["players"] == n) for n in (few, many))
    if few == many:
        return {"says": "says_one", "few": few, "least": least}
    return {"few": few, "many": many, "least": least, "most": most}


def prices_of_svaras(
    rules: RulesLike, *, threads: int = 1, announce: Any = None, progress: Any = None, **options: Any
) -> Result:
    """What buying in is worth at each price."""
    from svara_odds.studies.svara import svara_prices

    return svara_prices(rules, **options)


def fair_and_dearest(result: Result) -> dict[str, Any]:
    """A price at which joining is worth 0 whoever joins, and the one that loses most."""
    rows = result.rows()
    worth = {price: [row["joiner_value"] for row in rows if row["price"] == price] for price in result.columns["price"]}
    fair = [price for price, values in worth.items() if not any(values)]
    worst = min(rows, key=lambda row: row["joiner_value"])
    facts = {"dearest": said_price(worst["price"]), "loss": -100 * worst["joiner_value"]}
    if worst["joiner_value"] >= 0:
        return {"says": "says_none", **facts}
    return {**facts, "fair": said_price(fair[0])} if fair else {"says": "says_unfair", **facts}
