"""Which charts are there, and which study does each one show?"""

from __future__ import annotations

import os
import textwrap
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from svara_odds.errors import SvaraError
from svara_odds.results import Result
from svara_odds.rules.catalog import list_rules, load_rules
from svara_odds.tables.handtable import RulesLike

TITLE_WIDTH = 72  # characters that fit over the axes

__all__ = ["CHARTS", "Chart", "draw_chart"]


@dataclass(frozen=True)
class Chart:
    """A chart that can be asked for by name.

    Attributes
    ----------
    text : str
        What it shows, in a line.
    study : callable
        Takes the rules, gives the result that is drawn.
    drawing : str
        Name of the function in :mod:`svara_odds.charts`.
    title : str
        Its title; ``{rules}`` is the title of the rule set.
    """

    text: str
    study: Callable[[RulesLike], Result]
    drawing: str
    title: str


def _distribution(rules: RulesLike) -> Result:
    from svara_odds.studies.scores import distribution

    return distribution(rules)


def _equity_by_points(rules: RulesLike) -> Result:
    from svara_odds.studies.ranking import equity_by_points

    return equity_by_points(rules)


def _same_deck(rules: RulesLike) -> Result:
    """The rule set beside all shipped ones that are played with its cards."""
    from svara_odds.studies.scores import compare_distributions

    rules = load_rules(rules)
    shipped = [load_rules(name) for name in list_rules() if name != rules.name]
    return compare_distributions([rules, *(other for other in shipped if other.deck.cards == rules.deck.cards)])


def _svara_sizes(rules: RulesLike) -> Result:
    from svara_odds.studies.ranking import svara_sizes

    return svara_sizes(rules)


CHARTS = {
    "score-distribution": Chart(
        "How often each score comes up.", _distribution, "score_distribution", "How often each score comes up\n{rules}"
    ),
    "at-least": Chart(
        "How often a hand has at least so many points, beside the other rule sets of the same deck.",
        _same_deck,
        "at_least",
        "How often a hand has at least so many points\n{rules}",
    ),
    "equity-by-points": Chart(
        "Equity of each score against one to nine random hands, exactly.",
        _equity_by_points,
        "equity_by_points",
        "What a hand is worth, by points and players\n{rules}",
    ),
    "svara-sizes": Chart(
        "How often a showdown ends in a svara, and between how many hands, exactly.",
        _svara_sizes,
        "svara_sizes",
        "How often a showdown ends in a svara\n{rules}",
    ),
}


def draw_chart(name: str, out: str | os.PathLike[str], *, rules: RulesLike = "bulgarian") -> Path:
    """Draw a chart into a file.

    Parameters
    ----------
    name : str
        One of :data:`CHARTS`.
    out : path
        File to write, .png, .svg or .pdf; the same bytes on every run.
    rules : str, path or RuleSet
        The rule set.

    Returns
    -------
    Path
        The file written.

    Raises
    ------
    SvaraError
        If there is no such chart or the file cannot be of that kind; nothing is written then.
    """
    if name not in CHARTS:
        raise SvaraError(f"chart: no chart {name!r}; there are {', '.join(CHARTS)}")
    try:
        from svara_odds import charts
    except ImportError:
        raise SvaraError("chart: drawing needs matplotlib; install svara-odds[charts]") from None
    from svara_odds.charts.figure import checked_path

    path, chart, rules = checked_path(out), CHARTS[name], load_rules(rules)
    frame = chart.study(rules).frame()
    title = chart.title.format(rules=textwrap.fill(rules.title, TITLE_WIDTH))
    return charts.draw_to_file(lambda axes: getattr(charts, chart.drawing)(frame, axes, title=title), path)
