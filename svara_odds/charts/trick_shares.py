"""How the three tricks fall to weak and strong hands."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from matplotlib.axes import Axes

from svara_odds.charts.figure import titled
from svara_odds.charts.marks import HATCHES
from svara_odds.text.catalogue import Speech

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["trick_shares"]

LABELS = ("none", "one", "two", "three")
ROOM = 7  # per cent; a lower part has no room for its number


@titled
def trick_shares(frame: pd.DataFrame, axes: Axes, say: Speech) -> None:
    """Draw for each tenth of the hands a bar that is parted by the number of tricks taken.

    Parameters
    ----------
    frame : DataFrame
        Columns ``tenth`` (1 is the weakest), ``tricks`` (0 to 3) and ``probability``, one row for each pair.
    """
    shares = frame.pivot(index="tenth", columns="tricks", values="probability").fillna(0) * 100
    floor = np.zeros(len(shares))
    for tricks, label in enumerate(LABELS):
        heights = shares[tricks].to_numpy()
        bars = axes.bar(shares.index, heights, 0.85, floor, label=say(label), hatch=HATCHES[tricks], edgecolor="white")
        for bar, low, height in zip(bars, floor, heights, strict=True):
            if height >= ROOM:
                axes.text(
                    bar.get_x() + bar.get_width() / 2,
                    low + height / 2,
                    say.number(height, ".0f"),
                    ha="center",
                    va="center",
                    color="white",
                    fontsize=8,
                    bbox={"facecolor": bar.get_facecolor(), "edgecolor": "none", "pad": 1},
                )
        floor = floor + heights
    axes.set_xticks(shares.index)
    axes.set_xlabel(say("x"))
    axes.set_ylabel(say("y"))
    axes.set_ylim(0, 100)
    axes.margins(x=0.01)
    axes.legend(loc="upper center", bbox_to_anchor=(0.5, -0.14), ncols=len(LABELS))
