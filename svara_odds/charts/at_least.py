"""How often a hand has at least so many points, rule set beside rule set."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from matplotlib.axes import Axes
from matplotlib.ticker import LogLocator, NullFormatter

from svara_odds.charts.figure import titled
from svara_odds.charts.labels import SpokenNumbers, tick_scores
from svara_odds.charts.marks import line_looks
from svara_odds.text.catalogue import Speech

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["at_least"]


@titled
def at_least(frame: pd.DataFrame, axes: Axes, say: Speech) -> None:
    """Draw the share of hands with at least so many points, a line for each rule set.

    Parameters
    ----------
    frame : DataFrame
        Columns ``rules``, ``points`` and ``at_least`` (a share of all hands), one row for each score of a rule set.
    """
    names = list(frame["rules"].unique())
    # Rule sets agree over long stretches: later lines are thinner, so that the earlier ones show beneath them.
    widths = np.linspace(1.2 + 1.4 * (len(names) - 1), 1.2, len(names))
    for name, width, look in zip(names, widths, line_looks(len(names)), strict=True):
        line = frame[frame["rules"] == name].sort_values("points")
        axes.step(
            line["points"],
            line["at_least"] * 100,
            where="pre",
            linewidth=width,
            markersize=2.5 + width,
            label=name,
            color=look.color,
            marker=look.marker,
        )
    axes.set_yscale("log")
    few = 100 * frame["at_least"].min() > 1  # less than two decades: tens alone would leave the axis bare
    axes.yaxis.set_major_locator(LogLocator(subs=(1, 2, 5) if few else (1,)))
    axes.yaxis.set_major_formatter(SpokenNumbers(say))
    axes.yaxis.set_minor_formatter(NullFormatter())
    axes.set_xlabel(say("x"))
    axes.set_ylabel(say("y"))
    axes.margins(x=0.01)
    axes.legend(loc="best")
    tick_scores(axes, frame["points"], say)
