"""Which charts are there, and which study does each one show?"""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from svara_odds.errors import MissingPackageError, SvaraError, shortened
from svara_odds.results import Result
from svara_odds.rules.catalog import (
    DEFAULT_RULES,
    DEFAULT_TRICK_RULES,
    AnyRules,
    load_rules,
    load_showdown_rules,
    load_trick_rules,
)
from svara_odds.studies.betting_charts import (
    fastest,
    first_and_last,
    iterations_of_variants,
    largest_gain,
    line_of_strategy,
    most_taken,
    points_to_play,
    turning_points,
    worth_of_blinds,
)
from svara_odds.studies.odds_charts import (
    best_tenth,
    distribution_of,
    equities,
    fair_and_dearest,
    fewest_and_most,
    half_and_commonest,
    half_tenth_hundredth,
    largest_fall,
    more_than_half,
    most_svaras,
    outcomes,
    prices_of_svaras,
    side_by_side,
    sizes_of_svaras,
)
from svara_odds.studies.provenance import TrickRulesLike, run_info
from svara_odds.studies.trick_charts import (
    chances_of_whips,
    fewest_and_most_trumps,
    likeliest_whip,
    shares_of_tricks,
    values_by_trumps,
    weak_and_strong,
)
from svara_odds.tables.handtable import RulesLike
from svara_odds.text.catalogue import checked_language, message, rules_title

if TYPE_CHECKING:
    from matplotlib.axes import Axes

__all__ = ["CHARTS", "Chart", "chart_listing", "draw_chart", "draw_result", "find_chart"]


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
    unit : str
        What progress is counted in: ``iterations``, of which the total is not known, or another word.
    job : bool
        Whether the study takes `executor` and `checkpoint`.
    """

    study: Callable[..., Result]
    drawing: str
    facts: Callable[[Result], Mapping[str, Any]]
    options: tuple[str, ...] = ()
    height: str = ""
    kind: str = "showdown"
    unit: str = "steps"
    job: bool = False

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
        said = message(lang, f"chart.{self.drawing}.{facts.get('says', 'says')}", **facts)
        return said[:1].upper() + said[1:]

    def words(self, result: Result, rules: AnyRules, lang: str = "en") -> dict[str, str]:
        """What is written above the drawing, and the language of the rest."""
        subject = message(lang, f"chart.{self.drawing}.subject", **self.facts(result))
        subtitle = f"{subject} · {rules_title(lang, rules.name, rules.title)}"
        return {"title": self.message(result, lang), "subtitle": subtitle, "lang": lang}


# What of the solver and of the betting a chart of a solved game lets one choose.
_SOLVED = ("betting", "n_players", "target", "max_iterations")

CHARTS = {
    "score-distribution": Chart(distribution_of, "score_distribution", half_and_commonest),
    "cumulative": Chart(distribution_of, "cumulative", half_tenth_hundredth),
    "at-least": Chart(side_by_side, "at_least", best_tenth, ("beside",)),
    "equity-by-points": Chart(equities, "equity_by_points", largest_fall, ("n_players",), job=True),
    "equity-heat": Chart(equities, "equity_heat", more_than_half, ("n_players",), job=True),
    "outcomes-by-points": Chart(outcomes, "outcomes_by_points", most_svaras, ("n_players",), job=True),
    "svara-sizes": Chart(sizes_of_svaras, "svara_sizes", fewest_and_most, ("n_players",), job=True),
    "svara-prices": Chart(
        prices_of_svaras,
        "svara_prices",
        fair_and_dearest,
        ("tied", "joiners", "prices", "rake"),
        height="prices_height",
    ),
    "strategy-matrix": Chart(
        line_of_strategy,
        "strategy_matrix",
        most_taken,
        ("line", "svara", *_SOLVED, "seed"),
        height="matrix_height",
        unit="iterations",
        job=True,
    ),
    "strategy-by-points": Chart(
        line_of_strategy,
        "strategy_by_points",
        turning_points,
        ("line", "svara", *_SOLVED, "seed"),
        unit="iterations",
        job=True,
    ),
    "thresholds": Chart(
        points_to_play,
        "thresholds",
        first_and_last,
        ("players", "bets", "betting", "target", "max_iterations", "seed"),
        unit="games",
        job=True,
    ),
    "blind-value": Chart(
        worth_of_blinds,
        "blind_value",
        largest_gain,
        ("players", "blinds", "opponents", "opponents_raise", "deals", "betting", "target", "max_iterations", "seed"),
        unit="games",
        job=True,
    ),
    "convergence": Chart(
        iterations_of_variants, "convergence", fastest, ("variants", *_SOLVED), unit="games", job=True
    ),
    "trick-shares": Chart(
        shares_of_tricks, "trick_shares", weak_and_strong, ("n_players", "seed"), kind="tricks", job=True
    ),
    "whip-chances": Chart(chances_of_whips, "whip_chances", likeliest_whip, kind="tricks"),
    "trump-values": Chart(
        values_by_trumps, "trump_values", fewest_and_most_trumps, ("n_players", "seed"), kind="tricks", job=True
    ),
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
        `threads`, `announce` and `progress`, as for :func:`svara_odds.ranking`; where `Chart.job` says so, also
        `executor` and `checkpoint`.

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
    _charts()
    from svara_odds.charts.figure import checked_path, draw_to_file

    path, loaded = checked_path(out), chart.rules(rules)
    result = chart.study(loaded, **options, **work)
    return draw_to_file(
        lambda axes: draw_result(name, result, loaded, axes, lang=lang), path, size=_size(chart, result)
    )


def draw_result(name: str, result: Result, rules: AnyRules, axes: Axes | None = None, *, lang: str = "en") -> Axes:
    """Draw a chart of a result of its study.

    Parameters
    ----------
    name : str
        One of :data:`CHARTS`.
    result : Result
    rules : RuleSet or TrickRules
        Whose result it is.
    axes : Axes, optional
        Where to draw; by default on a figure of its own.
    lang : str
        ``en``, ``bg``, ``ru`` or ``pl``.

    Raises
    ------
    SvaraError
        If there is no such chart or language.
    MissingPackageError
        If matplotlib is not installed.
    """
    chart = find_chart(name)
    charts = _charts()
    words = chart.words(result, rules, checked_language(lang))
    from svara_odds.charts.figure import draw_in_style

    def draw(axes: Axes) -> Axes:
        drawn: Axes = getattr(charts, chart.drawing)(result.frame(), axes, **words)
        return drawn

    return draw_in_style(draw, _size(chart, result)) if axes is None else draw(axes)


def _size(chart: Chart, result: Result) -> tuple[float, float]:
    """Width and height of a figure of the chart, in inches."""
    from svara_odds.charts.figure import SIZE

    return (SIZE[0], getattr(_charts(), chart.height)(result.frame()) if chart.height else SIZE[1])


def _charts() -> Any:
    """The drawings, where they can be had."""
    try:
        from svara_odds import charts
    except ImportError:
        raise MissingPackageError("chart: drawing needs matplotlib; install svara-odds[charts]") from None
    return charts
