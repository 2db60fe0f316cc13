"""How often a showdown ends in a svara, and how many it is between."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from matplotlib.axes import Axes

from svara_odds.charts.figure import titled
from svara_odds.charts.marks import HATCHES
from svara_odds.text.catalogue import Speech

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["svara_sizes"]


@titled
def svara_sizes(frame: pd.DataFrame, axes: Axes, say: Speech) -> None:
    """Draw the chance of a svara as a bar for each number of players, parted by how many hands tie.

    Parameters
    ----------
    frame : DataFrame
        Columns ``players``, ``tied`` (hands that share the best score) and ``probability``, one row for each pair.
    """
    players = np.unique(frame["players"])
    parts = [(say.shared("unit.hands", n=size), frame["tied"] == size, HATCHES[size - 2]) for size in (2, 3)]
    parts.append((say("more"), frame["tied"] >= 4, HATCHES[2]))
    floor = np.zeros(len(players))
    # What never happens has no bar, and no word in the legend.
    parts = [part for part in parts if frame[part[1]]["probability"].any()] or parts[:1]
    for label, chosen, hatch in parts:
        share = frame[chosen].groupby("players")["probability"].sum().reindex(players, fill_value=0.0).to_numpy() * 100
        bars = axes.bar(players, share, bottom=floor, label=label, hatch=hatch, edgecolor="white")
        floor = floor + share
    axes.bar_label(bars, labels=[say.number(total, ".1f") for total in floor], fontsize=8, padding=2)
    axes.set_xticks(players)
    axes.set_xlabel(say("x"))
    axes.set_ylabel(say("y"))
    axes.set_ylim(0, 1.3 * (floor.max() or 1))
    axes.legend(loc="upper left", ncols=len(parts))
