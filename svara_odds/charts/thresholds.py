"""From how many points to play, by seat and size of the bet."""

from __future__ import annotations

from typing import TYPE_CHECKING

from matplotlib.axes import Axes
from matplotlib.patheffects import withStroke
from matplotlib.text import Annotation
from matplotlib.ticker import MaxNLocator

from svara_odds.charts.figure import titled
from svara_odds.charts.labels import drop_overlapping, overlapping
from svara_odds.charts.marks import line_looks
from svara_odds.text.catalogue import Speech

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["thresholds"]

BETWEEN_TABLES = 1.0  # of the way from one seat to the next, between tables
SPREAD = 0.5  # of that way, over which the bets of one seat are spread


@titled
def thresholds(frame: pd.DataFrame, axes: Axes, say: Speech) -> None:
    """Draw from how many points each seat plays, a line for each size of the bet, table beside table.

    Parameters
    ----------
    frame : DataFrame
        Columns ``players``, ``bet`` (antes), ``seat`` (0 is left of the dealer, the last deals) and ``threshold``
        (points, or nan where the seat never plays), one row for each three.
    """
    bets = sorted(frame["bet"].unique().tolist())
    starts = _starts(frame)
    numbers = []
    for place, (bet, look) in enumerate(zip(bets, line_looks(len(bets)), strict=True)):
        aside = SPREAD * ((place + 0.5) / len(bets) - 0.5)
        label = say("bet", bet=bet)
        for players, start in starts.items():
            rows = frame[(frame["bet"] == bet) & (frame["players"] == players)].sort_values("seat")
            xs = start + rows["seat"] + aside
            axes.plot(xs, rows["threshold"], markersize=5, label=label, **look._asdict())
            label = "_"  # once in the legend
            for x, points in zip(xs, rows["threshold"], strict=True):
                if points == points:
                    numbers.append(_number(axes, x, points, say))
    _label_seats(axes, starts, say)
    axes.yaxis.set_major_locator(MaxNLocator(integer=True))
    axes.set_ylabel(say("y"))
    axes.margins(y=0.12)
    axes.legend(loc="upper left", bbox_to_anchor=(1, 1))
    drop_overlapping(axes, numbers, others=_label_tables(axes, starts, say))


def _number(axes: Axes, x: float, points: float, say: Speech) -> Annotation:
    """The threshold above its mark, readable where lines cross it."""
    return axes.annotate(
        say.number(points),
        (x, points),
        (0, 5),
        textcoords="offset points",
        ha="center",
        fontsize=7,
        path_effects=[withStroke(linewidth=2, foreground="white")],
    )


def _starts(frame: pd.DataFrame) -> dict[int, float]:
    """Where the first seat of each table stands."""
    starts: dict[int, float] = {}
    here = 0.0
    for players in sorted(frame["players"].unique().tolist()):
        starts[players] = here
        here += players + BETWEEN_TABLES
    return starts


def _label_seats(axes: Axes, starts: dict[int, float], say: Speech) -> None:
    """Name the seats beneath the axes."""
    places = [(start + seat, seat, players) for players, start in starts.items() for seat in range(players)]
    names = [say("dealer") if seat == players - 1 else str(seat) for _, seat, players in places]
    axes.set_xticks([x for x, _, _ in places], names)
    axes.set_xlabel(say("x"))


def _label_tables(axes: Axes, starts: dict[int, float], say: Speech) -> list[Annotation]:
    """Name the tables above their seats, all but the last by the bare number where words have no room."""
    tables = []
    for players, start in starts.items():
        table = axes.annotate(
            say.shared("unit.players", n=players),
            (start + (players - 1) / 2, 1),
            (0, -2),
            xycoords=("data", "axes fraction"),
            textcoords="offset points",
            ha="center",
            va="top",
            fontsize=9,
        )
        tables.append(table)
        if start:
            axes.axvline(start - (1 + BETWEEN_TABLES) / 2, color="#BBBBBB", linewidth=0.8)
    if overlapping(axes, tables):
        for players, table in zip(starts, tables[:-1], strict=False):
            table.set_text(say.number(players))
    return tables
