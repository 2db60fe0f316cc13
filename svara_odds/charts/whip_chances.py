"""How often an exchange makes a whip."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from matplotlib.axes import Axes

from svara_odds.charts.figure import titled
from svara_odds.charts.marks import HATCHES
from svara_odds.text.catalogue import Speech

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["whip_chances"]

# The study's words for what is held, and the names of the messages that say them.
SHAPES = {
    "two of a side suit": "side_pair",
    "two trumps": "trump_pair",
    "three suits, one trump": "one_trump",
    "three suits, no trump": "no_trump",
    "any hand": "any",
}


@titled
def whip_chances(frame: pd.DataFrame, axes: Axes, say: Speech) -> None:
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
        label = say(SHAPES[shape])
        bars = axes.bar(middles, chosen, width=width, label=label, hatch=HATCHES[place], edgecolor="white")
        labels = [say.number(share, ".1f") if share else "0" for share in chosen]
        axes.bar_label(bars, labels=labels, fontsize=7, padding=2)
    axes.set_xticks(np.arange(len(numbers)), [say("cards", n=int(number)) for number in numbers])
    axes.set_xlabel(say("x"))
    axes.set_ylabel(say("y"))
    axes.set_ylim(0, 1.12 * 100 * (frame["best"].max() or 0.01))
    axes.legend(loc="upper right")
