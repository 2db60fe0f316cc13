"""What a hand of so many points is worth at a table of so many players."""

from __future__ import annotations

from typing import TYPE_CHECKING

import matplotlib as mpl
from matplotlib.axes import Axes

from svara_odds.charts.figure import titled
from svara_odds.charts.labels import tick_scores

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["equity_by_points"]

_MARKS = "os^Dv<>pX"


@titled
def equity_by_points(frame: pd.DataFrame, axes: Axes) -> None:
    """Draw equity against points, a line for each number of players.

    Parameters
    ----------
    frame : DataFrame
        Columns ``players``, ``points`` and ``equity`` (a share of the pot), one row for each pair.
    """
    tables = sorted(frame["players"].unique())
    colours = mpl.colormaps["viridis"]
    for place, players in enumerate(tables):
        line = frame[frame["players"] == players].sort_values("points")
        axes.plot(
            line["points"],
            line["equity"],
            marker=_MARKS[place % len(_MARKS)],
            markersize=4,
            color=colours(0.92 * place / max(1, len(tables) - 1)),
            label=f"{players} players",
        )
    axes.set_xlabel("points of the hand")
    axes.set_ylabel("equity, share of the pot")
    axes.set_ylim(0, 1.02)
    # Beside the lines, where it can cover none, and in their order from top to bottom.
    axes.legend(loc="upper left", bbox_to_anchor=(1, 1))
    tick_scores(axes, frame["points"])
