"""How fast a solve comes near an equilibrium."""

from __future__ import annotations

from typing import TYPE_CHECKING

from matplotlib.axes import Axes
from matplotlib.patheffects import withStroke
from matplotlib.ticker import NullFormatter

from svara_odds.charts.figure import titled
from svara_odds.charts.labels import SpokenNumbers
from svara_odds.charts.marks import line_looks
from svara_odds.text.catalogue import Speech

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["convergence"]


@titled
def convergence(frame: pd.DataFrame, axes: Axes, say: Speech) -> None:
    """Draw exploitability against iterations on two logarithmic scales; the end of a line says its time.

    Parameters
    ----------
    frame : DataFrame
        Columns ``iteration`` (from 1), ``seconds`` and ``exploitability`` (antes a deal, above 0), ascending; and, if
        there, ``method``: a line for each.
    """
    methods = list(frame["method"].unique()) if "method" in frame else [""]
    for method, look in zip(methods, line_looks(len(methods)), strict=True):
        rows = frame[frame["method"] == method] if method else frame
        axes.plot(rows["iteration"], rows["exploitability"], markersize=4, label=method, **look._asdict())
        last = rows.iloc[-1]
        axes.annotate(
            say("end", value=float(last["exploitability"]), seconds=float(last["seconds"])),
            (last["iteration"], last["exploitability"]),
            (0, -7),  # beneath: the line comes from above
            textcoords="offset points",
            ha="right",
            va="top",
            fontsize=8,
            path_effects=[withStroke(linewidth=2, foreground="white")],
        )
    axes.set_xscale("log")
    axes.set_yscale("log")
    for axis in (axes.xaxis, axes.yaxis):
        axis.set_major_formatter(SpokenNumbers(say))
        axis.set_minor_formatter(NullFormatter())
    axes.set_xlabel(say("x"))
    axes.set_ylabel(say("y"))
    axes.margins(x=0.05, y=0.12)
    if len(methods) > 1:
        axes.legend(loc="lower left")
