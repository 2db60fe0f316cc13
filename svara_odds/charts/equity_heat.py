"""What a hand of so many points is worth at a table of so many players, as a table of numbers on colours."""

from __future__ import annotations

from typing import TYPE_CHECKING

from matplotlib.axes import Axes

from svara_odds.charts.figure import titled
from svara_odds.charts.labels import tick_scores, write_cells
from svara_odds.text.catalogue import Speech

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["equity_heat"]


@titled
def equity_heat(frame: pd.DataFrame, axes: Axes, say: Speech) -> None:
    """Draw a field for each score and number of players: its equity in per cent of the pot, the lighter the more.

    Parameters
    ----------
    frame : DataFrame
        Columns ``players``, ``points`` and ``equity`` (a share of the pot), one row for each pair.
    """
    shares = 100 * frame.pivot_table(index="players", columns="points", values="equity").sort_index()
    image = axes.imshow(shares.to_numpy(), cmap="cividis", vmin=0, vmax=100, aspect="auto")
    axes.grid(visible=False)
    figure = axes.get_figure(root=True)
    assert figure is not None
    figure.colorbar(image, ax=axes, pad=0.01, aspect=30, label=say("z"))
    axes.set_yticks(range(len(shares)), [say.number(int(players)) for players in shares.index])
    axes.set_ylabel(say.shared("chart.players"))
    axes.set_xlabel(say.shared("chart.points"))
    tick_scores(axes, map(float, shares.columns), say, places=range(shares.shape[1]))
    write_cells(axes, image, [[say.number(value, ".0f") for value in row] for row in shares.to_numpy()])
