"""How the three tricks fall to weak and strong hands."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from matplotlib.axes import Axes

from svara_odds.charts.figure import titled

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["trick_shares"]

LABELS = ("no trick", "one trick", "two tricks", "all three")


@titled
def trick_shares(frame: pd.DataFrame, axes: Axes) -> None:
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
        axes.bar(shares.index, heights, bottom=floor, width=0.85, label=label)
        for place, (low, height) in enumerate(zip(floor, heights, strict=True)):
            if height >= 6:  # a lower part has no room for its number
                middle = low + height / 2
                axes.text(shares.index[place], middle, f"{height:.0f}", ha="center", va="center", color="w", fontsize=8)
        floor = floor + heights
    axes.set_xticks(shares.index)
    axes.set_xlabel("hands from the weakest tenth to the strongest, by the tricks they take on average")
    axes.set_ylabel("deals without a whip, %")
    axes.set_ylim(0, 100)
    axes.margins(x=0.01)
    axes.legend(loc="upper center", bbox_to_anchor=(0.5, -0.14), ncols=len(LABELS))
