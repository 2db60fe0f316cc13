"""Bars that stand at scores, each labelled where there is room."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
from matplotlib.axes import Axes

from svara_odds.charts.labels import label_bars, tick_scores
from svara_odds.text.catalogue import Speech

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["bars_at_scores"]

THINNEST = 1 / 500  # of the width of the axes, some point; what is thinner fades


def bars_at_scores(
    axes: Axes, points: NDArray[Any], shares: NDArray[Any], say: Speech, *, fine_below: float = 100
) -> None:
    """Draw a bar for each score and write above it, where there is room, its share in per cent.

    Parameters
    ----------
    axes : Axes
    points : ndarray, shape (n_scores,)
        Ascending.
    shares : ndarray, shape (n_scores,)
        Per cent.
    say : Speech
        Messages of the chart: ``bar`` for a label, ``bar_at`` for that of a bar without a tick.
    fine_below : float
        Shares from here on are written without decimals.
    """
    # A true scale, so that the scores no hand can have show as gaps.
    gap = np.diff(points).min(initial=1.0)
    bars = axes.bar(points, shares, width=max(0.85 * gap, THINNEST * np.ptp(points)))
    axes.set_xlabel(say.shared("chart.points"))
    axes.set_ylabel(say("y"))
    axes.margins(x=0.01)
    ticked = tick_scores(axes, points, say)
    # A bar that has no tick says itself where it stands.
    labels = [
        say(
            "bar" if x in ticked else "bar_at",
            share=say.number(share, ".1f" if share < fine_below else ".0f"),
            points=float(x),
        )
        for x, share in zip(points, shares, strict=True)
    ]
    label_bars(axes, bars, labels, room=float(gap))
