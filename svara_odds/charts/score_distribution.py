"""How often each score comes up."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from matplotlib.axes import Axes

from svara_odds.charts.figure import titled
from svara_odds.charts.labels import label_bars, tick_scores

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["score_distribution"]

THINNEST = 1 / 500  # of the width of the axes, some point; what is thinner fades


@titled
def score_distribution(frame: pd.DataFrame, axes: Axes) -> None:
    """Draw the share of hands at each score as bars and, above each with room for it, the share in per cent.

    Parameters
    ----------
    frame : DataFrame
        Columns ``points`` and ``probability``, one row a score, ascending.
    """
    points = frame["points"].to_numpy(dtype=float)
    shares = 100 * frame["probability"].to_numpy(dtype=float)
    # A true scale, so that the scores no hand can have show as gaps.
    gap = np.diff(points).min(initial=1.0)
    bars = axes.bar(points, shares, width=max(0.85 * gap, THINNEST * np.ptp(points)))
    axes.set_xlabel("points of the hand")
    axes.set_ylabel("hands, %")
    axes.margins(x=0.01)
    ticked = tick_scores(axes, points)
    # A bar that has no tick says itself where it stands.
    labels = [
        f"{share:.1f}" if x in ticked else f"{share:.1f} at {x:g}" for x, share in zip(points, shares, strict=True)
    ]
    label_bars(axes, bars, labels, room=gap)
