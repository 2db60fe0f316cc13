"""How often each score comes up."""

from __future__ import annotations

from typing import TYPE_CHECKING

from matplotlib.axes import Axes

from svara_odds.charts.bars import bars_at_scores
from svara_odds.charts.figure import titled
from svara_odds.text.catalogue import Speech

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["score_distribution"]


@titled
def score_distribution(frame: pd.DataFrame, axes: Axes, say: Speech) -> None:
    """Draw the share of hands at each score as bars and, above each with room for it, the share in per cent.

    Parameters
    ----------
    frame : DataFrame
        Columns ``points`` and ``probability``, one row a score, ascending.
    """
    shares = 100 * frame["probability"].to_numpy(dtype=float)
    bars_at_scores(axes, frame["points"].to_numpy(dtype=float), shares, say)
