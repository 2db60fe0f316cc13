"""How often a hand has at least so many points, rule set beside rule set."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from matplotlib.axes import Axes
from matplotlib.ticker import FuncFormatter

from svara_odds.charts.figure import write_title

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["at_least"]


def at_least(frame: pd.DataFrame, axes: Axes, *, title: str, subtitle: str = "") -> Axes:
    """Draw the share of hands with at least so many points, a line for each rule set.

    Parameters
    ----------
    frame : DataFrame
        Columns ``rules``, ``points`` and ``at_least`` (a share of all hands), one row for each score of a rule set.
    axes : Axes
        Where to draw.
    title : str
        What the chart says.
    subtitle : str
        What it is a chart of.

    Returns
    -------
    Axes
        The same axes.
    """
    names = list(frame["rules"].unique())
    # Rule sets agree over long stretches: later lines are thinner, so that the earlier ones show beneath them.
    for name, width in zip(names, np.linspace(1.2 + 1.4 * (len(names) - 1), 1.2, len(names)), strict=True):
        line = frame[frame["rules"] == name].sort_values("points")
        axes.step(
            line["points"],
            line["at_least"] * 100,
            where="pre",
            linewidth=width,
            marker="o",
            markersize=2.5 + width,
            label=name,
        )
    axes.set_yscale("log")
    axes.yaxis.set_major_formatter(FuncFormatter(lambda share, _: f"{share:g}"))
    axes.set_xticks(np.unique(np.floor(frame["points"].to_numpy(dtype=float))))
    axes.set_xlabel("points")
    axes.set_ylabel("hands with at least so many points, %")
    axes.margins(x=0.01)
    axes.legend(loc="lower left")
    write_title(axes, title, subtitle)
    return axes
