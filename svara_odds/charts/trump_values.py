"""What it is worth to play a hand, by the number of its trumps."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from matplotlib.axes import Axes

from svara_odds.charts.figure import titled
from svara_odds.charts.marks import HATCHES
from svara_odds.text.catalogue import Speech

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["trump_values"]


@titled
def trump_values(frame: pd.DataFrame, axes: Axes, say: Speech) -> None:
    """Draw for each number of trumps a group of bars, one for each number of players, with two standard errors.

    Parameters
    ----------
    frame : DataFrame
        Columns ``players``, ``trumps``, ``value`` (in antes) and ``stderr``, one row for each pair.
    """
    players = np.unique(frame["players"])
    trumps = np.unique(frame["trumps"])
    width = 0.85 / len(players)
    for place, number in enumerate(players):
        rows = frame[frame["players"] == number].set_index("trumps").reindex(trumps)
        middles = np.arange(len(trumps)) + (place - (len(players) - 1) / 2) * width
        label = say.shared("unit.players", n=int(number))
        axes.bar(middles, rows["value"], width=width, label=label, hatch=HATCHES[place], edgecolor="white")
        errors = 2 * rows["stderr"].to_numpy()
        axes.errorbar(middles, rows["value"], yerr=errors, fmt="none", ecolor="0.2", elinewidth=1)
        for middle, value, error in zip(middles, rows["value"], errors, strict=True):
            beyond, side = (value + error, "bottom") if value >= 0 else (value - error, "top")
            axes.annotate(
                say.number(value, ".2f"),
                (middle, beyond),
                (0, 2 if value >= 0 else -2),
                textcoords="offset points",
                ha="center",
                va=side,
                fontsize=7,
            )
    axes.axhline(0, color="0.2", linewidth=0.8)
    axes.set_xticks(trumps)
    axes.set_xlabel(say("x"))
    axes.set_ylabel(say("y"))
    axes.margins(y=0.12)
    axes.legend(loc="upper left")
