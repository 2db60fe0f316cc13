"""Which charts are there, and which study does each one show?"""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
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
from svara_odds.text.catalogue import checked_language, message, rules_title, said_price
from svara_odds.text.wording import list_words

__all__ = ["CHARTS", "Chart", "chart_listing", "draw_chart", "find_chart"]

SEED = 4  # of charts that are sampled: the same picture on every run


@dataclass(frozen=True)
class Chart:
    """A chart that can be asked for by name; what it says stands in the catalogues, in the section of its drawing.

    Attributes
    ----------
    study : callable
        Takes the rules, and the options, threads, announce and progress as words; gives the result that is drawn.
    drawing : str
        Name of the function in :mod:`svara_odds.charts`.
    facts : callable
        What a reader should see in the result: the values that the title and subtitle name, and under ``says`` which
        message of the section is the title, if it is another than that.
    options : tuple of str
        Options of the study that a user may choose.
    height : str
        Name of the function in :mod:`svara_odds.charts` that tells from the frame how many inches high the figure must
        be; by default as high as that of all charts.
    kind : str
        Kind of the rules that it is drawn for: ``showdown`` or ``tricks``.
    """

    study: Callable[..., Result]
    drawing: str
    facts: Callable[[Result], Mapping[str, Any]]
    options: tuple[str, ...] = ()
    height: str = ""
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

    def shows(self, lang: str = "en") -> str:
        """What the chart shows, in a line."""
        return message(lang, f"chart.{self.drawing}.shows")

    def message(self, result: Result, lang: str = "en") -> str:
        """What a reader should see in the result, in a sentence; the title."""
        facts = self.facts(result)
        return message(lang, f"chart.{self.drawing}.{facts.get('says', 'says')}", **facts)

    def words(self, result: Result, rules: AnyRules, lang: str = "en") -> dict[str, str]:
        """What is written above the drawing, and the language of the rest."""
        subject = message(lang, f"chart.{self.drawing}.subject", **self.facts(result))
        subtitle = f"{subject} · {rules_title(lang, rules.name, rules.title)}"
        return {"title": self.message(result, lang), "subtitle": subtitle, "lang": lang}


def _distribution(rules: RulesLike, **_: Any) -> Result:
    from svara_odds.studies.scores import distribution

    return distribution(rules)


def _share_from(result: Result, share: Fraction) -> Any:
    """The highest score that at least this share of the hands has, of the first rule set."""
    rows = result.rows()
    return max(row["points"] for row in rows if row["at_least"] >= share and row.get("rules") == rows[0].get("rules"))


def _half_and_commonest(result: Result) -> dict[str, Any]:
    commonest = max(result.rows(), key=lambda row: row["count"])
    return {"half": _share_from(result, Fraction(1, 2)), "commonest": commonest["points"]}


def _half_tenth_hundredth(result: Result) -> dict[str, Any]:
    shares = {"half": Fraction(1, 2), "tenth": Fraction(1, 10), "hundredth": Fraction(1, 100)}
    return {name: _share_from(result, share) for name, share in shares.items()}


def _side_by_side(rules: RulesLike, *, beside: Iterable[RulesLike] = (), **_: Any) -> Result:
    """The rule set beside others: by default all shipped ones that are played with its cards."""
    from svara_odds.studies.scores import compare_distributions

    rules = load_showdown_rules(rules)
    shipped = (load_showdown_rules(name) for name in list_rules("showdown") if name != rules.name)
    others = tuple(beside) or tuple(other for other in shipped if other.deck.cards == rules.deck.cards)
    return compare_distributions([rules, *others])


def _best_tenth(result: Result) -> dict[str, Any]:
    return {"points": _share_from(result, Fraction(1, 10))}


def _equity_by_points(rules: RulesLike, **work: Any) -> Result:
    from svara_odds.studies.ranking import equity_by_points

    return equity_by_points(rules, **work)


def _largest_fall(result: Result) -> dict[str, Any]:
    """The score that loses most of its worth from the smallest to the largest table."""
    shares = {(row["players"], row["points"]): row["equity"] for row in result.rows()}
    few, many = min(result.columns["players"]), max(result.columns["players"])
    if few == many:
        fair = [points for (_, points), equity in shares.items() if equity * few >= 1]
        return {"says": "says_one", "few": few, "points": min(fair)}
    points = max(result.columns["points"], key=lambda points: shares[few, points] - shares[many, points])
    best, worst = (100 * shares[players, points] for players in (few, many))
    return {"points": points, "few": few, "many": many, "best": best, "worst": worst}


def _more_than_half(result: Result) -> dict[str, Any]:
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


def _outcomes_by_points(rules: RulesLike, *, n_players: Sequence[int] = (2,), **work: Any) -> Result:
    from svara_odds.studies.ranking import equity_by_points

    if len(n_players) > 1:
        raise SvaraError(f"players: {list_words([str(n) for n in n_players])}; this chart shows one number of players")
    return equity_by_points(rules, n_players=n_players, **work)


def _most_svaras(result: Result) -> dict[str, Any]:
    row = max(result.rows(), key=lambda row: row["svara"])
    return {"points": row["points"], "share": 100 * row["svara"], "players": row["players"]}


def _svara_sizes(rules: RulesLike, **work: Any) -> Result:
    from svara_odds.studies.ranking import svara_sizes

    return svara_sizes(rules, **work)


def _fewest_and_most(result: Result) -> dict[str, Any]:
    rows = result.rows()
    few, many = min(result.columns["players"]), max(result.columns["players"])
    least, most = (100 * sum(row["probability"] for row in rows if row["players"] == n) for n in (few, many))
    if few == many:
        return {"says": "says_one", "few": few, "least": least}
    return {"few": few, "many": many, "least": least, "most": most}


def _svara_prices(
    rules: RulesLike, *, threads: int = 1, announce: Any = None, progress: Any = None, **options: Any
) -> Result:
    from svara_odds.studies.svara import svara_prices

    return svara_prices(rules, **options)


def _fair_and_dearest(result: Result) -> dict[str, Any]:
    """A price at which joining is worth 0 whoever joins, and the one that loses most."""
    rows = result.rows()
    worth = {price: [row["joiner_value"] for row in rows if row["price"] == price] for price in result.columns["price"]}
    fair = [price for price, values in worth.items() if not any(values)]
    worst = min(rows, key=lambda row: row["joiner_value"])
    facts = {"dearest": said_price(worst["price"]), "loss": -100 * worst["joiner_value"]}
    if worst["joiner_value"] >= 0:
        return {"says": "says_none", **facts}
    return {**facts, "fair": said_price(fair[0])} if fair else {"says": "says_unfair", **facts}


def _trick_shares(rules: TrickRulesLike, *, announce: Any = None, **work: Any) -> Result:
    from svara_odds.studies.trick_strength import tricks_by_strength

    return tricks_by_strength(rules=rules, seed=SEED, **work)


def _weak_and_strong(result: Result) -> dict[str, Any]:
    rows = {(row["tenth"], row["tricks"]): row["probability"] for row in result.rows()}
    tenths = max(result.columns["tenth"])
    return {"best": 100 * rows[tenths, 3], "worst": 100 * rows[1, 0], "players": result.extra["players"]}


def _whip_chances(rules: TrickRulesLike, **_: Any) -> Result:
    from svara_odds.studies.trick_whips import exchange_whips

    return exchange_whips(rules)


def _likeliest_whip(result: Result) -> dict[str, Any]:
    return {"best": 100 * max(result.columns["best"])}


def _trump_values(rules: TrickRulesLike, *, announce: Any = None, **work: Any) -> Result:
    from svara_odds.studies.trick_strength import value_by_trumps

    return value_by_trumps(rules, seed=SEED, **work)


def _without_and_with_two(result: Result) -> dict[str, Any]:
    most = max(result.columns["players"])
    values = {row["trumps"]: row["value"] for row in result.rows() if row["players"] == most}
    return {"worst": values[0], "best": values[2], "players": most}


CHARTS = {
    "score-distribution": Chart(_distribution, "score_distribution", _half_and_commonest),
    "cumulative": Chart(_distribution, "cumulative", _half_tenth_hundredth),
    "at-least": Chart(_side_by_side, "at_least", _best_tenth, ("beside",)),
    "equity-by-points": Chart(_equity_by_points, "equity_by_points", _largest_fall, ("n_players",)),
    "equity-heat": Chart(_equity_by_points, "equity_heat", _more_than_half, ("n_players",)),
    "outcomes-by-points": Chart(_outcomes_by_points, "outcomes_by_points", _most_svaras, ("n_players",)),
    "svara-sizes": Chart(_svara_sizes, "svara_sizes", _fewest_and_most, ("n_players",)),
    "svara-prices": Chart(
        _svara_prices,
        "svara_prices",
        _fair_and_dearest,
        ("tied", "joiners", "prices", "rake"),
        height="prices_height",
    ),
    "trick-shares": Chart(_trick_shares, "trick_shares", _weak_and_strong, kind="tricks"),
    "whip-chances": Chart(_whip_chances, "whip_chances", _likeliest_whip, kind="tricks"),
    "trump-values": Chart(_trump_values, "trump_values", _without_and_with_two, kind="tricks"),
}


def chart_listing(lang: str = "en") -> Result:
    """The charts: one row each, ``chart`` and what it ``shows``, in a language."""
    start = time.perf_counter()
    columns = {"chart": list(CHARTS), "shows": [chart.shows(lang) for chart in CHARTS.values()]}
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
    name: str,
    out: str | os.PathLike[str],
    *,
    rules: RulesLike | TrickRulesLike | None = None,
    lang: str = "en",
    options: Mapping[str, Any] | None = None,
    **work: Any,
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
    lang : str
        Language of what is written: ``en``, ``bg``, ``ru`` or ``pl``.
    options : mapping, optional
        Options of the study that the chart shows, such as ``n_players``.
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
        If there is no such chart, language or option, or the file cannot be of that kind; nothing is written then.
    MissingPackageError
        If matplotlib is not installed.
    """
    chart = find_chart(name)
    checked_language(lang)
    options = dict(options or {})
    for option in options:
        if option not in chart.options:
            there_are = f"it takes {', '.join(chart.options)}" if chart.options else "it has none"
            raise SvaraError(f"options: chart {name} has no option {shortened(option)}; {there_are}")
    try:
        from svara_odds import charts
    except ImportError:
        raise MissingPackageError("chart: drawing needs matplotlib; install svara-odds[charts]") from None
    from svara_odds.charts.figure import SIZE, checked_path

    path, loaded = checked_path(out), chart.rules(rules)
    result = chart.study(loaded, **options, **work)
    frame, drawing, words = result.frame(), getattr(charts, chart.drawing), chart.words(result, loaded, lang)
    height = getattr(charts, chart.height)(frame) if chart.height else SIZE[1]
    return charts.draw_to_file(lambda axes: drawing(frame, axes, **words), path, size=(SIZE[0], height))
