"""How often a showdown ends in a svara, and how many it is between."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from matplotlib.axes import Axes

from svara_odds.charts.figure import write_title

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["svara_sizes"]


def svara_sizes(frame: pd.DataFrame, axes: Axes, *, title: str, subtitle: str = "") -> Axes:
    """Draw the chance of a svara as a bar for each number of players, parted by how many hands tie.

    Parameters
    ----------
    frame : DataFrame
        Columns ``players``, ``tied`` (hands that share the best score) and ``probability``, one row for each pair.
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
    players = np.unique(frame["players"])
    parts = [("2 hands", frame["tied"] == 2), ("3 hands", frame["tied"] == 3), ("4 or more", frame["tied"] >= 4)]
    floor = np.zeros(len(players))
    for label, chosen in parts:
        share = frame[chosen].groupby("players")["probability"].sum().reindex(players, fill_value=0.0).to_numpy() * 100
        bars = axes.bar(players, share, bottom=floor, label=label)
        floor = floor + share
    axes.bar_label(bars, labels=[f"{total:.1f}" for total in floor], fontsize=8, padding=2)
    axes.set_xticks(players)
    axes.set_xlabel("players who show their hands")
    axes.set_ylabel("deals that end in a svara, %")
    axes.set_ylim(0, 1.3 * floor.max())
    axes.legend(loc="upper left", ncols=len(parts))
    write_title(axes, title, subtitle)
    return axes
