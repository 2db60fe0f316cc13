"""What every class of hands does at one point of the betting, a field for each."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from matplotlib.axes import Axes

from svara_odds.charts.actions import ActionLook, action_looks
from svara_odds.charts.figure import titled
from svara_odds.charts.stacks import Part, draw_legend
from svara_odds.charts.strategy_by_points import one_line
from svara_odds.text.catalogue import Speech

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["matrix_height", "strategy_matrix"]

MOST_BESIDE = 12  # fields in a row; a score with more of them takes several rows
APART = 0.25  # of a field's height, from one score to the next
FIELD, AROUND, LEAST = 0.24, 1.3, 3.0  # inches: a field, what surrounds the fields, and the whole at the least
WIDTH, HEIGHT = 0.96, 0.92  # of a field, where its neighbours are 1 away
NAME_SIZE = 5.5
ALWAYS = 99.5  # per cent; what is rounded to 100
FADED = 0.3  # opacity of a hand that never comes this way


def matrix_height(frame: pd.DataFrame) -> float:
    """Height of a figure on which the fields of :func:`strategy_matrix` can be read, where it is 8 inches wide.

    Parameters
    ----------
    frame : DataFrame
        What is to be drawn.

    Returns
    -------
    float
        Inches.
    """
    rows = _places(frame.drop_duplicates("hand"))
    return max(LEAST, AROUND + FIELD * float(rows["row"].max() + 1))


@titled
def strategy_matrix(frame: pd.DataFrame, axes: Axes, say: Speech) -> None:
    """Draw a field for each class of hands, parted from left to right by how often it takes each action.

    Rows are scores, the best on top; in a row, hands that go on more often stand before those that give up. A field
    carries the name of the hand and the letter of what it does most, with the per cent where it does not always. What
    never comes this way is pale and has a dash.

    Parameters
    ----------
    frame : DataFrame
        As for :func:`strategy_by_points`.
    """
    rows = one_line(frame)
    looks = action_looks(rows["action"], say)
    table = rows.pivot_table(index="hand", columns="action", values="frequency", aggfunc="sum").fillna(0.0)[list(looks)]
    facts = rows.drop_duplicates("hand").set_index("hand").loc[table.index, ["points", "reach"]]
    facts = facts.assign(boldness=table.to_numpy() @ np.arange(len(looks))).reset_index()
    facts = _places(facts)
    _draw_fields(axes, facts, table.loc[facts["hand"]].to_numpy(), looks)
    _write_fields(axes, facts, table.loc[facts["hand"]].to_numpy(), looks, say)
    firsts = facts.drop_duplicates("points")
    axes.set_yticks(firsts["row"], [say.number(points) for points in firsts["points"]])
    axes.set_ylabel(say.shared("chart.points"))
    axes.set_xticks([])
    axes.spines[:].set_visible(False)
    axes.grid(visible=False)
    axes.set_xlim(0, MOST_BESIDE)
    axes.set_ylim(facts["row"].max() + 0.6, -0.6)
    draw_legend(axes, [Part(look.label, np.empty(0), look.color, look.hatch, look.letter) for look in looks.values()])


def _places(facts: pd.DataFrame) -> pd.DataFrame:
    """The hands in the order of their fields, with ``row`` and ``column`` of each."""
    order = ["points", "boldness", "hand"] if "boldness" in facts else ["points", "hand"]
    facts = facts.sort_values(order, ascending=[False] * (len(order) - 1) + [True], ignore_index=True)
    nth = facts.groupby("points").cumcount()
    taken = (facts.groupby("points")["hand"].transform("size") - 1) // MOST_BESIDE + 1
    before = taken.where(nth == 0, 0).cumsum() - taken
    scores = (nth == 0).cumsum() - 1
    return facts.assign(row=before + nth // MOST_BESIDE + APART * scores, column=nth % MOST_BESIDE)


def _draw_fields(axes: Axes, facts: pd.DataFrame, table: np.ndarray, looks: dict[str, ActionLook]) -> None:
    left = facts["column"].to_numpy(dtype=float)
    reached = facts["reach"].to_numpy() > 0
    for place, look in enumerate(looks.values()):
        width = WIDTH * table[:, place]
        for chosen, opacity in ((reached & (width > 0), 1.0), (~reached & (width > 0), FADED)):
            axes.barh(
                facts["row"].to_numpy()[chosen],
                width[chosen],
                HEIGHT,
                left[chosen],
                color=look.color,
                hatch=look.hatch if opacity == 1 else "",
                edgecolor="#FFFFFF80",
                linewidth=0,
                alpha=opacity,
            )
        left = left + width


def _write_fields(
    axes: Axes, facts: pd.DataFrame, table: np.ndarray, looks: dict[str, ActionLook], say: Speech
) -> None:
    letters = [look.letter for look in looks.values()]
    columns = (facts[name].tolist() for name in ("hand", "row", "column", "reach"))
    for place, (hand, row, column, reach) in enumerate(zip(*columns, strict=True)):
        most = int(table[place].argmax())
        share = 100 * float(table[place, most])
        does = letters[most] if share > ALWAYS else f"{letters[most]} {say.number(share, '.0f')}"
        text = f"{hand}\n{does if reach > 0 else '–'}"
        axes.text(column + WIDTH / 2, row, text, fontsize=NAME_SIZE, ha="center", va="center", linespacing=1)
