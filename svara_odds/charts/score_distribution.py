"""How often each score comes up."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from matplotlib.axes import Axes

from svara_odds.charts.figure import write_title

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["score_distribution"]

CROWDED = 24


def score_distribution(frame: pd.DataFrame, axes: Axes, *, title: str, subtitle: str = "") -> Axes:
    """Draw the share of hands at each score as bars and, above each, the share in per cent.

    Parameters
    ----------
    frame : DataFrame
        Columns ``points`` and ``probability``, one row a score, ascending.
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
    points = frame["points"].to_numpy(dtype=float)
    shares = 100 * frame["probability"].to_numpy(dtype=float)
    # A true scale, so that the scores no hand can have show as gaps.
    gap = np.diff(points).min(initial=1.0)
    bars = axes.bar(points, shares, width=0.85 * gap)
    # Bars half a point apart leave no room for a label that lies, nor for a tick of their own.
    whole = points == np.floor(points)
    labels = [
        f"{share:.1f}" if at else f"{share:.1f} at {x:g}" for share, at, x in zip(shares, whole, points, strict=True)
    ]
    axes.bar_label(bars, labels=labels, fontsize=7, padding=2, rotation=90 if gap < 1 else 0)
    axes.set_xticks(points[whole])
    if len(points) > CROWDED:
        axes.tick_params(axis="x", labelsize=8)
    axes.set_xlabel("points of the hand")
    axes.set_ylabel("hands, %")
    axes.margins(x=0.01, y=0.1)
    write_title(axes, title, subtitle)
    return axes
