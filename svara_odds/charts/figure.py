"""What all charts share: axes in the house style, a title, and a file written whole, the same bytes on every run."""

from __future__ import annotations

import os
from collections.abc import Callable
from functools import update_wrapper
from inspect import cleandoc
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

import matplotlib as mpl
from matplotlib.axes import Axes
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure

from svara_odds._files import write_whole
from svara_odds.charts.labels import SpokenNumbers
from svara_odds.charts.titles import rewrite_title, write_title
from svara_odds.outputs import checked_out
from svara_odds.text.catalogue import Speech, checked_language

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["FORMATS", "SIZE", "STYLE", "Drawing", "checked_path", "draw_in_style", "draw_to_file", "new_axes", "titled"]

SIZE = (8.0, 4.5)  # inches
STYLE = Path(__file__).with_name("svara.mplstyle")
FORMATS = (".png", ".svg", ".pdf")
# What a format would stamp with the time or the version of the drawing library is left out.
_METADATA: dict[str, dict[str, Any]] = {
    ".png": {"Software": None},
    ".svg": {"Date": None, "Creator": "svara_odds"},
    ".pdf": {"CreationDate": None, "ModDate": None, "Creator": "svara_odds", "Producer": None},
}


def checked_path(out: str | os.PathLike[str]) -> Path:
    """Path of a chart file.

    Raises
    ------
    SvaraError
        If its ending is none of .png, .svg, .pdf, or it is a folder, or its folder is not there.
    OSError
        If its folder cannot be written.
    """
    return checked_out(out, FORMATS)


def new_axes(width: float = SIZE[0], height: float = SIZE[1]) -> Axes:
    """Axes on a figure of their own in the house style.

    Parameters
    ----------
    width, height : float
        Size of the figure in inches.

    Returns
    -------
    Axes
        Empty axes; ``.figure`` is the figure.
    """
    with mpl.rc_context(fname=STYLE):
        figure = Figure(figsize=(width, height), layout="constrained")
        FigureCanvasAgg(figure)
        return figure.add_subplot()


def draw_in_style(draw: Callable[[Axes], Axes], size: tuple[float, float] = SIZE) -> Axes:
    """Draw on fresh axes in the house style; sizes in inches."""
    with mpl.rc_context(fname=STYLE):
        return draw(new_axes(*size))


class Drawing(Protocol):
    """A chart: draws a frame on axes, writes a title above, and gives the axes back."""

    def __call__(self, frame: pd.DataFrame, axes: Axes, *, title: str, subtitle: str = "", lang: str = "en") -> Axes:
        """Draw."""


_SHARED = """
    axes : Axes
        Where to draw.
    title : str
        What the chart says.
    subtitle : str
        What it is a chart of.
    lang : str
        Language of everything else that is written: ``en``, ``bg``, ``ru`` or ``pl``.

    Returns
    -------
    Axes
        The same axes.

    Raises
    ------
    SvaraError
        If there are no messages in that language.
"""


def titled(draw: Callable[[pd.DataFrame, Axes, Speech], None]) -> Drawing:
    """Make a chart of a function that only draws; its docstring ends with what is said of the frame.

    The function is given the messages of the section ``chart.`` and its own name.
    """
    section = f"chart.{draw.__name__}"

    def drawing(frame: pd.DataFrame, axes: Axes, *, title: str, subtitle: str = "", lang: str = "en") -> Axes:
        say = Speech(checked_language(lang), section)
        texts = write_title(axes, title, subtitle)  # first: it takes room, which a drawing may measure
        for axis in (axes.xaxis, axes.yaxis):
            axis.set_major_formatter(SpokenNumbers(say))
        draw(frame, axes, say)
        rewrite_title(axes, texts, title, subtitle)
        return axes

    update_wrapper(drawing, draw, assigned=("__module__", "__name__", "__qualname__"))
    vars(drawing).pop("__wrapped__")  # the signature is the one above
    drawing.__doc__ = f"{cleandoc(draw.__doc__ or '')}\n{cleandoc(_SHARED)}"
    return drawing


def draw_to_file(
    draw: Callable[[Axes], Axes], out: str | os.PathLike[str], *, size: tuple[float, float] = SIZE
) -> Path:
    """Draw on fresh axes in the house style and write the figure, whole or not at all.

    Parameters
    ----------
    draw : callable
        Takes the axes and gives them back.
    out : path
        File to write; its ending says the format.
    size : tuple of float
        Width and height in inches.

    Returns
    -------
    Path
        The file written.
    """
    path = checked_path(out)
    with mpl.rc_context(fname=STYLE):
        axes = draw_in_style(draw, size)
        figure = axes.get_figure(root=True)
        assert figure is not None
        kind = path.suffix.lower()
        write_whole(path, lambda stream: figure.savefig(stream, format=kind[1:], metadata=_METADATA[kind]))
    return path
