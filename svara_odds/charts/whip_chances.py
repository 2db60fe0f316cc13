"""How often an exchange makes a whip."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from matplotlib.axes import Axes

from svara_odds.charts.figure import titled

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["whip_chances"]


@titled
def whip_chances(frame: pd.DataFrame, axes: Axes) -> None:
    """Draw for each number of exchanged cards a group of bars, one for each shape of the hand.

    Parameters
    ----------
    frame : DataFrame
        Columns ``held`` (the shape), ``exchanged`` (1 to 3) and ``best`` (chance of the likeliest exchange), one row
        for each pair.
    """
    shapes = list(dict.fromkeys(frame["held"]))
    numbers = np.unique(frame["exchanged"])
    width = 0.85 / len(shapes)
    for place, shape in enumerate(shapes):
        chosen = frame[frame["held"] == shape].set_index("exchanged")["best"].reindex(numbers, fill_value=0.0) * 100
        middles = np.arange(len(numbers)) + (place - (len(shapes) - 1) / 2) * width
        bars = axes.bar(middles, chosen, width=width, label=shape)
        axes.bar_label(bars, labels=[f"{share:.1f}" if share else "0" for share in chosen], fontsize=7, padding=2)
    axes.set_xticks(np.arange(len(numbers)), ["1 card" if number == 1 else f"{number} cards" for number in numbers])
    axes.set_xlabel("cards exchanged, those that make a whip likeliest")
    axes.set_ylabel("hands that become a whip, %")
    axes.set_ylim(0, 1.12 * 100 * (frame["best"].max() or 0.01))
    axes.legend(loc="upper right")
