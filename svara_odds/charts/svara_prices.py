"""What buying into a svara is worth, by price, number tied and number of joiners."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from matplotlib.axes import Axes

from svara_odds.charts.figure import SIZE, titled
from svara_odds.text.catalogue import Speech, said_price

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["prices_height", "svara_prices"]

FULL, DARK = 50, 30  # per cent of the pot: from there on the colour is the strongest, and a number white

LINE, AROUND = 0.22, 1.2  # inches: a line of cells, and what surrounds them


def prices_height(frame: pd.DataFrame) -> float:
    """Height of a figure on which no line of :func:`svara_prices` lies on another.

    Parameters
    ----------
    frame : DataFrame
        What is to be drawn.

    Returns
    -------
    float
        Inches.
    """
    return max(SIZE[1], AROUND + LINE * frame["price"].nunique() * frame["tied"].nunique())


@titled
def svara_prices(frame: pd.DataFrame, axes: Axes, say: Speech) -> None:
    """Draw a cell for each price, number tied and number of joiners: gains blue, losses red, with the number in it.

    Parameters
    ----------
    frame : DataFrame
        Columns ``price`` (its name), ``tied``, ``joiners`` and ``joiner_value``, the value of joining in pots, one row
        for each cell; pairs that are not there stay blank.
    """
    prices = list(dict.fromkeys(frame["price"]))
    tied, joiners = (np.unique(frame[key]).tolist() for key in ("tied", "joiners"))
    lines = [(price, number) for price in prices for number in tied]
    values = np.full((len(lines), len(joiners)), np.nan)
    for price, number, others, value in zip(
        *(frame[key] for key in ("price", "tied", "joiners", "joiner_value")), strict=True
    ):
        values[lines.index((price, number)), joiners.index(others)] = 100 * value
    axes.pcolormesh(np.ma.masked_invalid(values), cmap="RdBu", vmin=-FULL, vmax=FULL, edgecolors="white", linewidth=1)
    for line, column in np.argwhere(np.isfinite(values)).tolist():
        value = values[line, column]
        colour = "white" if abs(value) > DARK else "black"
        text = say.number(value, "+.1f") if round(value, 1) else "0"
        axes.text(column + 0.5, line + 0.5, text, ha="center", va="center", color=colour, fontsize=7)
    for edge in range(len(tied), len(lines), len(tied)):
        axes.axhline(edge, color="black", linewidth=0.8)
    axes.set_xticks(np.arange(len(joiners)) + 0.5, [str(number) for number in joiners])
    axes.set_yticks(
        np.arange(len(lines)) + 0.5, [say("line", price=said_price(price), tied=number) for price, number in lines]
    )
    axes.tick_params(length=0)
    axes.grid(visible=False)
    axes.invert_yaxis()
    axes.set_xlabel(say("x"))
