"""What the right to bet blind is worth, by the size of the blind and the number of players."""

from __future__ import annotations

from typing import TYPE_CHECKING

from matplotlib.axes import Axes

from svara_odds.charts.figure import titled
from svara_odds.charts.marks import line_looks
from svara_odds.text.catalogue import Speech

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["blind_value"]

STDERRS = 2  # half the length of an error bar


@titled
def blind_value(frame: pd.DataFrame, axes: Axes, say: Speech) -> None:
    """Draw the gain from the right to bet blind, a line for each number of players and seat.

    Parameters
    ----------
    frame : DataFrame
        Columns ``players``, ``blind`` (antes), ``seat`` and ``gain`` (antes a deal), one row for each three; and, if
        there, ``stderr`` of the gain: bars of two standard errors are drawn.
    """
    pairs = sorted(set(zip(frame["players"].tolist(), frame["seat"].tolist(), strict=True)))
    for (players, seat), look in zip(pairs, line_looks(len(pairs)), strict=True):
        rows = frame[(frame["players"] == players) & (frame["seat"] == seat)].sort_values("blind")
        label = say("line", table=say.shared("unit.players", n=players), seat=seat)
        errors = STDERRS * rows["stderr"] if "stderr" in rows else None
        axes.errorbar(rows["blind"], rows["gain"], yerr=errors, markersize=5, capsize=3, label=label, **look._asdict())
    axes.axhline(0, color="black", linewidth=1)
    axes.set_xticks(sorted(frame["blind"].unique().tolist()))
    axes.set_xlabel(say("x"))
    axes.set_ylabel(say("y"))
    axes.margins(x=0.03, y=0.1)
    axes.legend(loc="upper left", bbox_to_anchor=(1, 1))
