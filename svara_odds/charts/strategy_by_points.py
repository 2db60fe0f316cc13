"""What hands of so many points do at one point of the betting."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from matplotlib.axes import Axes

from svara_odds.charts.actions import action_looks
from svara_odds.charts.figure import titled
from svara_odds.charts.labels import tick_scores
from svara_odds.charts.stacks import Part, draw_stacks
from svara_odds.errors import SvaraError
from svara_odds.text.catalogue import Speech

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["one_line", "strategy_by_points"]


@titled
def strategy_by_points(frame: pd.DataFrame, axes: Axes, say: Speech) -> None:
    """Draw a bar for each score, parted by how often its hands fold, call, raise and so on.

    Hands that come this way more often count for more; a score that never does has no bar.

    Parameters
    ----------
    frame : DataFrame
        Columns ``hand`` (name of a class), ``points``, ``action``, ``frequency`` (of that action, given the hand) and
        ``reach`` (how likely the hand's own play leads here), one row for each hand and action; and, if there,
        ``hands`` (how many are in the class). ``line`` and ``seat`` may be there and have one value each.
    """
    rows = one_line(frame)
    weight = rows["reach"] * rows.get("hands", 1)
    rows = rows.assign(weight=weight, share=weight * rows["frequency"])
    shares = rows.pivot_table(index="points", columns="action", values="share", aggfunc="sum").fillna(0.0).sort_index()
    total = shares.sum(axis=1).to_numpy()
    parts = [
        Part(
            look.label,
            np.divide(100 * shares[action].to_numpy(), total, out=np.zeros(len(shares)), where=total > 0),
            look.color,
            look.hatch,
            look.letter,
        )
        for action, look in action_looks(shares.columns, say).items()
    ]
    draw_stacks(axes, parts)
    axes.set_ylabel(say("y"))
    axes.set_xlabel(say.shared("chart.points"))
    tick_scores(axes, shares.index, say, places=range(len(shares)))


def one_line(frame: pd.DataFrame) -> pd.DataFrame:
    """The frame, if it is of one point of the betting.

    Raises
    ------
    SvaraError
        If it has no rows, or several lines or seats.
    """
    if frame.empty:
        raise SvaraError("frame: no rows; this chart shows one line of the betting")
    for name in ("line", "seat"):
        if name in frame and frame[name].nunique() > 1:
            raise SvaraError(f"frame: {frame[name].nunique()} different values of {name}; this chart shows one")
    return frame
