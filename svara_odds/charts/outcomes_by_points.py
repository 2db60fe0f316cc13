"""How often a hand of so many points wins alone, ties for the best or loses."""

from __future__ import annotations

from typing import TYPE_CHECKING

from matplotlib.axes import Axes

from svara_odds.charts.figure import titled
from svara_odds.charts.labels import tick_scores
from svara_odds.charts.stacks import Part, draw_stacks
from svara_odds.errors import SvaraError
from svara_odds.text.catalogue import Speech

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["outcomes_by_points"]


@titled
def outcomes_by_points(frame: pd.DataFrame, axes: Axes, say: Speech) -> None:
    """Draw a bar for each score, parted by how the showdown ends: won alone, a svara, lost.

    Parameters
    ----------
    frame : DataFrame
        Columns ``points``, ``win`` and ``svara`` (shares of the showdowns), one row a score; of one number of
        ``players``, if that is a column.
    """
    if "players" in frame and frame["players"].nunique() > 1:
        raise SvaraError(f"frame: {frame['players'].nunique()} numbers of players; this chart shows one")
    rows = frame.sort_values("points")
    win, svara = (100 * rows[name].to_numpy(dtype=float) for name in ("win", "svara"))
    parts = [
        Part(say("win"), win, "#0072B2", "", ""),
        Part(say("svara"), svara, "#E69F00", "xxxx", ""),
        Part(say("lose"), 100 - win - svara, "#C8C8C8", "....", ""),
    ]
    draw_stacks(axes, parts)
    axes.set_ylabel(say("y"))
    axes.set_xlabel(say.shared("chart.points"))
    tick_scores(axes, rows["points"], say, places=range(len(rows)))
