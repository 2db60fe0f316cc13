"""The curves of growth as one picture, a panel for each thing that grows."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import matplotlib as mpl
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.ticker import FixedLocator, FuncFormatter, LogLocator, NullFormatter, NullLocator

from benchmarks.figures import Curve
from benchmarks.report import amount
from svara_odds.charts.figure import STYLE
from svara_odds.charts.marks import line_looks

__all__ = ["PICTURE", "draw"]

PICTURE = Path(__file__).with_name("growth.svg")
SIZE = (10.0, 11.0)  # inches, of six panels
NARROW = 100  # an axis that spans less than this is labelled at threes too
FEW = 10  # sizes that an axis names one by one


def draw(curves: Sequence[Curve], out: Path) -> None:
    """Write the picture; both axes of every panel are logarithmic, so that a power law is a straight line."""
    panels = list(dict.fromkeys(curve.panel for curve in curves))
    with mpl.rc_context(fname=STYLE):
        figure = Figure(figsize=SIZE, layout="constrained")
        figure.get_layout_engine().set(h_pad=0.12, w_pad=0.12)
        places = figure.subplots((len(panels) + 1) // 2, 2, squeeze=False).flat
        for axes, panel in zip(places, panels, strict=False):
            _draw_panel(axes, panel, [curve for curve in curves if curve.panel == panel])
        for axes in list(places)[len(panels) :]:
            axes.remove()
        figure.savefig(out, metadata={"Date": None, "Creator": "svara_odds"} if out.suffix == ".svg" else None)


def _draw_panel(axes: Axes, panel: str, curves: Sequence[Curve]) -> None:
    for curve, look in zip(curves, line_looks(len(curves)), strict=True):
        axes.loglog(curve.sizes, curve.seconds, label=curve.name, markersize=5, **look._asdict())
    sizes = sorted({size for curve in curves for size in curve.sizes})
    axes.xaxis.set_minor_locator(NullLocator())
    axes.xaxis.set_major_locator(FixedLocator(_apart(sizes)))
    axes.xaxis.set_major_formatter(FuncFormatter(lambda size, _: f"{size:g}"))
    axes.yaxis.set_minor_formatter(NullFormatter())
    axes.yaxis.set_major_formatter(FuncFormatter(lambda seconds, _: amount(seconds, "s")))
    low = min(min(curve.seconds) for curve in curves)
    high = max(max(curve.seconds) for curve in curves)
    axes.set_ylim(low / 2, high * 2)
    subs = (1.0,) if high > NARROW * low else (1.0, 3.0)
    axes.yaxis.set_major_locator(LogLocator(10, subs=subs, numticks=12))
    axes.set_xlabel(panel)
    # Above the axes, where no line can run through it.
    axes.legend(loc="lower left", bbox_to_anchor=(0, 1), borderaxespad=0.2, handlelength=3.2, labelspacing=0.25)


def _apart(sizes: Sequence[float], least: float = 1.08) -> list[float]:
    """Sizes whose names do not run into each other on a logarithmic axis: all of a few, else those far enough apart."""
    if len(sizes) < FEW:
        return list(sizes)
    kept: list[float] = []
    for size in sizes:
        if not kept or size >= kept[-1] * least**3:
            kept.append(size)
    return kept
