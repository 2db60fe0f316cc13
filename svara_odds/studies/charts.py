"""Which charts are there, and which study does each one show?"""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from svara_odds.errors import MissingPackageError, SvaraError, shortened
from svara_odds.results import Result
from svara_odds.rules.catalog import (
    DEFAULT_RULES,
    DEFAULT_TRICK_RULES,
    AnyRules,
    list_rules,
    load_rules,
    load_showdown_rules,
    load_trick_rules,
)
from svara_odds.studies.provenance import TrickRulesLike, run_info
from svara_odds.tables.handtable import RulesLike
from svara_odds.text.wording import signed

__all__ = ["CHARTS", "Chart", "chart_listing", "draw_chart", "find_chart"]

SEED = 4  # of charts that are sampled: the same picture on every run


@dataclass(frozen=True)
class Chart:
    """A chart that can be asked for by name.

    Attributes
    ----------
    text : str
        What it shows, in a line.
    subject : str
        The same in three words; the subtitle.
    study : callable
        Takes the rules, and threads, announce and progress as words, gives the result that is drawn.
    drawing : str
        Name of the function in :mod:`svara_odds.charts`.
    message : callable
        Says in a sentence what a reader should see in the result; the title.
    kind : str
        Kind of the rules that it is drawn for: ``showdown`` or ``tricks``.
    """

    text: str
    subject: str
    study: Callable[..., Result]
    drawing: str
    message: Callable[[Result], str]
    kind: str = "showdown"

    def rules(self, rules: RulesLike | TrickRulesLike | None) -> AnyRules:
        """The rules that it is drawn for, those of its kind that stand first if none are named.

        Raises
        ------
        RulesError
            If they are of another kind, or cannot be loaded.
        """
        if self.kind == "tricks":
            return load_trick_rules(DEFAULT_TRICK_RULES if rules is None else rules)
        return load_showdown_rules(DEFAULT_RULES if rules is None else rules)


def _distribution(rules: RulesLike, **_: Any) -> Result:
    from svara_odds.studies.scores import distribution

    return distribution(rules)


def _half_and_commonest(result: Result) -> str:
    rows = result.rows()
    half = max(row["points"] for row in rows if 2 * row["at_least"] >= 1)
    commonest = max(rows, key=lambda row: row["count"])
    return f"Half of all hands make {half} points or more; {commonest['points']} come up most"


def _same_deck(rules: RulesLike, **_: Any) -> Result:
    """The rule set beside all shipped ones that are played with its cards."""
    from svara_odds.studies.scores import compare_distributions

    rules = load_showdown_rules(rules)
    shipped = [load_showdown_rules(name) for name in list_rules("showdown") if name != rules.name]
    return compare_distributions([rules, *(other for other in shipped if other.deck.cards == rules.deck.cards)])


def _best_tenth(result: Result) -> str:
    rows = result.rows()
    asked = [row for row in rows if row["rules"] == rows[0]["rules"]]
    points = max(row["points"] for row in asked if 10 * row["at_least"] >= 1)
    return f"The best tenth of all hands make {points} points or more"


def _equity_by_points(rules: RulesLike, **work: Any) -> Result:
    from svara_odds.studies.ranking import equity_by_points

    return equity_by_points(rules, **work)


def _largest_fall(result: Result) -> str:
    shares = {(row["players"], row["points"]): row["equity"] for row in result.rows()}
    few, many = min(result.columns["players"]), max(result.columns["players"])
    points = max(result.columns["points"], key=lambda points: shares[few, points] - shares[many, points])
    worth = [f"{100 * float(shares[players, points]):.0f} % of the pot" for players in (few, many)]
    return f"{points} points: {worth[0]} among {few} players, {worth[1]} among {many}"


def _svara_sizes(rules: RulesLike, **work: Any) -> Result:
    from svara_odds.studies.ranking import svara_sizes

    return svara_sizes(rules, **work)


def _fewest_and_most(result: Result) -> str:
    rows = result.rows()
    few, many = min(result.columns["players"]), max(result.columns["players"])
    ends = [float(sum(row["probability"] for row in rows if row["players"] == players)) for players in (few, many)]
    return f"A svara ends {100 * ends[0]:.1f} % of showdowns among {few}, {100 * ends[1]:.1f} % among {many}"


def _svara_prices(rules: RulesLike, **_: Any) -> Result:
    from svara_odds.studies.svara import svara_prices

    return svara_prices(rules)


def _fair_and_dearest(result: Result) -> str:
    rows = result.rows()
    fair = [price for price in dict.fromkeys(result.columns["price"]) if not any(_worth(rows, price))]
    worst = min(rows, key=lambda row: row["joiner_value"])
    start = f"{fair[0]} is fair to all who join" if fair else "No price is fair to all"
    return f"{start}; {worst['price']} loses up to {-100 * float(worst['joiner_value']):.1f} % of the pot"


def _worth(rows: list[dict[str, Any]], price: str) -> list[Any]:
    return [row["joiner_value"] for row in rows if row["price"] == price]


def _trick_shares(rules: TrickRulesLike, **work: Any) -> Result:
    from svara_odds.studies.trick_strength import tricks_by_strength

    return tricks_by_strength(rules=rules, seed=SEED, **_unannounced(work))


def _weak_and_strong(result: Result) -> str:
    rows = {(row["tenth"], row["tricks"]): row["probability"] for row in result.rows()}
    tenths = max(result.columns["tenth"])
    return (
        f"The strongest tenth of hands takes all three in {100 * rows[tenths, 3]:.0f} % of deals, the weakest none in "
        f"{100 * rows[1, 0]:.0f} %"
    )


def _whip_chances(rules: TrickRulesLike, **_: Any) -> Result:
    from svara_odds.studies.trick_whips import exchange_whips

    return exchange_whips(rules)


def _one_card(result: Result) -> str:
    best = max(result.rows(), key=lambda row: row["best"])
    cards = "one card" if best["exchanged"] == 1 else f"{best['exchanged']} cards"
    return f"{best['held'].capitalize()} and {cards} exchanged: a whip in {100 * float(best['best']):.0f} % of draws"


def _trump_values(rules: TrickRulesLike, **work: Any) -> Result:
    from svara_odds.studies.trick_strength import value_by_trumps

    return value_by_trumps(rules, seed=SEED, **_unannounced(work))


def _without_and_with(result: Result) -> str:
    rows = {(row["players"], row["trumps"]): row["value"] for row in result.rows()}
    most, trumps = max(result.columns["players"]), max(result.columns["trumps"])
    return (
        f"Among {most} players a hand is worth {signed(rows[most, 0], 1)} antes without trumps, "
        f"{signed(rows[most, trumps], 1)} with {trumps}"
    )


def _unannounced(work: dict[str, Any]) -> dict[str, Any]:
    """How to work, for a study that announces nothing."""
    return {key: value for key, value in work.items() if key != "announce"}


CHARTS = {
    "score-distribution": Chart(
        "How often each score comes up.", "Hands by points", _distribution, "score_distribution", _half_and_commonest
    ),
    "at-least": Chart(
        "How often a hand has at least so many points, beside the other rule sets of the same deck.",
        "Hands of at least so many points",
        _same_deck,
        "at_least",
        _best_tenth,
    ),
    "equity-by-points": Chart(
        "Equity of each score against random hands, for each number of players, exactly.",
        "Equity by points",
        _equity_by_points,
        "equity_by_points",
        _largest_fall,
    ),
    "svara-sizes": Chart(
        "How often a showdown ends in a svara, and between how many hands, exactly.",
        "Showdowns of random hands",
        _svara_sizes,
        "svara_sizes",
        _fewest_and_most,
    ),
    "svara-prices": Chart(
        "What buying into a svara is worth, by price, number tied and number of joiners.",
        "Value of joining a svara",
        _svara_prices,
        "svara_prices",
        _fair_and_dearest,
    ),
    "trick-shares": Chart(
        "How the three tricks fall to weak and strong hands in the trick game, sampled.",
        "Tricks by strength of the hand, four players with open cards",
        _trick_shares,
        "trick_shares",
        _weak_and_strong,
        "tricks",
    ),
    "whip-chances": Chart(
        "How often an exchange makes a whip, by what one holds, exactly.",
        "Whips by cards exchanged",
        _whip_chances,
        "whip_chances",
        _one_card,
        "tricks",
    ),
    "trump-values": Chart(
        "What it is worth to play a hand as it was dealt, by the number of its trumps, sampled.",
        "Value of playing by trumps held, hands that are no whip, seat 0, tricks with open cards",
        _trump_values,
        "trump_values",
        _without_and_with,
        "tricks",
    ),
}


def chart_listing() -> Result:
    """The charts: one row each, ``chart`` and what it ``shows``."""
    start = time.perf_counter()
    columns = {"chart": list(CHARTS), "shows": [chart.text for chart in CHARTS.values()]}
    return Result(run_info(load_rules(), start), columns, name="charts")


def find_chart(name: str) -> Chart:
    """The chart of that name.

    Raises
    ------
    SvaraError
        If there is none; the message names those that are there.
    """
    if name not in CHARTS:
        raise SvaraError(f"chart: no chart {shortened(name)}; there are {', '.join(CHARTS)}")
    return CHARTS[name]


def draw_chart(
    name: str, out: str | os.PathLike[str], *, rules: RulesLike | TrickRulesLike | None = None, **work: Any
) -> Path:
    """Draw a chart into a file.

    Parameters
    ----------
    name : str
        One of :data:`CHARTS`.
    out : path
        File to write, .png, .svg or .pdf; the same bytes on every run.
    rules : str, path, RuleSet or TrickRules, optional
        The rule set, of the kind that the chart is of; ``bulgarian`` or ``swara`` if left out.
    **work
        `threads`, `announce` and `progress`, as for :func:`svara_odds.ranking`; for rules whose exact table is still
        to be made.

    Returns
    -------
    Path
        The file written.

    Raises
    ------
    SvaraError
        If there is no such chart or the file cannot be of that kind; nothing is written then.
    MissingPackageError
        If matplotlib is not installed.
    """
    chart = find_chart(name)
    try:
        from svara_odds import charts
    except ImportError:
        raise MissingPackageError("chart: drawing needs matplotlib; install svara-odds[charts]") from None
    from svara_odds.charts.figure import checked_path

    path, loaded = checked_path(out), chart.rules(rules)
    result = chart.study(loaded, **work)
    words = {"title": chart.message(result), "subtitle": f"{chart.subject} · {loaded.title}"}
    return charts.draw_to_file(lambda axes: getattr(charts, chart.drawing)(result.frame(), axes, **words), path)
