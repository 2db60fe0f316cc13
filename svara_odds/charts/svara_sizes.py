"""How often a showdown ends in a svara, and how many it is between."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from matplotlib.axes import Axes

from svara_odds.charts.figure import titled

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["svara_sizes"]


@titled
def svara_sizes(frame: pd.DataFrame, axes: Axes) -> None:
    """Draw the chance of a svara as a bar for each number of players, parted by how many hands tie.

    Parameters
    ----------
    frame : DataFrame
        Columns ``players``, ``tied`` (hands that share the best score) and ``probability``, one row for each pair.
    """
    players = np.unique(frame["players"])
    parts = [("2 hands", frame["tied"] == 2), ("3 hands", frame["tied"] == 3), ("4 or more", frame["tied"] >= 4)]
    floor = np.zeros(len(players))
    # What never happens has no bar, and no word in the legend.
    parts = [part for part in parts if frame[part[1]]["probability"].any()] or parts[:1]
    for label, chosen in parts:
        share = frame[chosen].groupby("players")["probability"].sum().reindex(players, fill_value=0.0).to_numpy() * 100
        bars = axes.bar(players, share, bottom=floor, label=label)
        floor = floor + share
    axes.bar_label(bars, labels=[f"{total:.1f}" for total in floor], fontsize=8, padding=2)
    axes.set_xticks(players)
    axes.set_xlabel("players who show their hands")
    axes.set_ylabel("deals that end in a svara, %")
    axes.set_ylim(0, 1.3 * (floor.max() or 1))
    axes.legend(loc="upper left", ncols=len(parts))
