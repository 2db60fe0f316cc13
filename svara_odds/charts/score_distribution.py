"""How often each score comes up."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from matplotlib.axes import Axes

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["score_distribution"]


def score_distribution(frame: pd.DataFrame, axes: Axes, *, title: str) -> Axes:
    """Draw the share of hands at each score as bars and, above each, the share in per cent.

    Parameters
    ----------
    frame : DataFrame
        Columns ``points`` and ``probability``, one row a score, ascending.
    axes : Axes
        Where to draw.
    title : str
        What the chart says.

    Returns
    -------
    Axes
        The same axes.
    """
    points = frame["points"].to_numpy(dtype=float)
    # A true scale, so that the scores no hand can have show as gaps.
    bars = axes.bar(points, frame["probability"] * 100, width=0.85 * np.diff(points).min())
    axes.bar_label(bars, labels=[f"{100 * p:.1f}" for p in frame["probability"]], fontsize=7, padding=2)
    axes.set_xticks(np.unique(np.floor(points)))
    axes.set_xlabel("points of the hand")
    axes.set_ylabel("hands, %")
    axes.set_title(title)
    axes.margins(x=0.01)
    return axes
