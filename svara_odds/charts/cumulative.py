"""How often a hand has at least so many points."""

from __future__ import annotations

from typing import TYPE_CHECKING

from matplotlib.axes import Axes

from svara_odds.charts.bars import bars_at_scores
from svara_odds.charts.figure import titled
from svara_odds.text.catalogue import Speech

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["cumulative"]


@titled
def cumulative(frame: pd.DataFrame, axes: Axes, say: Speech) -> None:
    """Draw the share of hands with at least so many points as bars, each labelled where there is room.

    Parameters
    ----------
    frame : DataFrame
        Columns ``points`` and ``at_least`` (a share of all hands), one row a score, ascending.
    """
    shares = 100 * frame["at_least"].to_numpy(dtype=float)
    bars_at_scores(axes, frame["points"].to_numpy(dtype=float), shares, say, fine_below=9.95)
