"""What a hand of so many points is worth at a table of so many players."""

from __future__ import annotations

from typing import TYPE_CHECKING

from matplotlib.axes import Axes

from svara_odds.charts.figure import titled
from svara_odds.charts.labels import tick_scores
from svara_odds.charts.marks import ordered_looks
from svara_odds.text.catalogue import Speech

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["equity_by_points"]


@titled
def equity_by_points(frame: pd.DataFrame, axes: Axes, say: Speech) -> None:
    """Draw equity against points, a line for each number of players.

    Parameters
    ----------
    frame : DataFrame
        Columns ``players``, ``points`` and ``equity`` (a share of the pot), one row for each pair.
    """
    tables = sorted(frame["players"].unique().tolist())
    for players, look in zip(tables, ordered_looks(len(tables)), strict=True):
        line = frame[frame["players"] == players].sort_values("points")
        label = say.shared("unit.players", n=players)
        axes.plot(line["points"], line["equity"], markersize=4, label=label, **look._asdict())
    axes.set_xlabel(say.shared("chart.points"))
    axes.set_ylabel(say.shared("chart.equity"))
    axes.set_ylim(0, 1.02)
    # Beside the lines, where it can cover none, and in their order from top to bottom.
    axes.legend(loc="upper left", bbox_to_anchor=(1, 1))
    tick_scores(axes, frame["points"], say)
