"""What all charts share: axes in the house style, a title, and a file written whole, the same bytes on every run."""

from __future__ import annotations

import errno
import os
import textwrap
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
from svara_odds.errors import SvaraError, shortened

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["FORMATS", "STYLE", "Drawing", "checked_path", "draw_to_file", "new_axes", "titled", "write_title"]

MOST_BYTES = 200  # in a file name; most systems allow 255, and a temporary name is longer
TITLE_SIGNS, SUBTITLE_SIGNS = 70, 96  # what fits in a line of eight inches

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
    path = Path(out)
    if path.suffix.lower() not in FORMATS:
        raise SvaraError(f"out: {shortened(str(out))} does not end in {', '.join(FORMATS[:-1])} or {FORMATS[-1]}")
    # Told before the work, not after it. Unlike Path's, these questions never fail on what is no path at all.
    if os.path.isdir(path):
        raise SvaraError(f"out: {shortened(str(out))} is a folder; give the name of a file")
    if len(os.fsencode(path.name)) > MOST_BYTES:
        raise SvaraError(f"out: {shortened(str(out))} is too long a name; a name may have {MOST_BYTES} bytes")
    if "\0" in str(path) or not os.path.isdir(path.parent):
        raise SvaraError(f"out: {shortened(str(out))} lies in no folder that is there")
    folder = os.path.dirname(os.path.realpath(path))
    if not os.access(folder, os.W_OK | os.X_OK):
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), folder)
    return path


def new_axes(width: float = 8.0, height: float = 4.5) -> Axes:
    """Axes on a figure of their own in the house style; sizes in inches."""
    with mpl.rc_context(fname=STYLE):
        figure = Figure(figsize=(width, height), layout="constrained")
        FigureCanvasAgg(figure)
        return figure.add_subplot()


def write_title(axes: Axes, title: str, subtitle: str = "") -> None:
    """Write what a chart says above it, and smaller beneath that what it is a chart of; long texts are wrapped."""
    beneath = textwrap.wrap(subtitle, SUBTITLE_SIGNS)
    # A dollar sign is no mathematics here: titles come from anybody's rule files.
    axes.set_title("\n".join(textwrap.wrap(title, TITLE_SIGNS)), pad=8 + 13 * len(beneath), parse_math=False)
    if beneath:
        axes.annotate(
            "\n".join(beneath), (0, 1), (0, 6), xycoords="axes fraction", textcoords="offset points", parse_math=False
        )


class Drawing(Protocol):
    """A chart: draws a frame on axes, writes a title above, and gives the axes back."""

    def __call__(self, frame: pd.DataFrame, axes: Axes, *, title: str, subtitle: str = "") -> Axes:
        """Draw."""


_SHARED = """
    axes : Axes
        Where to draw.
    title : str
        What the chart says.
    subtitle : str
        What it is a chart of.

    Returns
    -------
    Axes
        The same axes.
"""


def titled(draw: Callable[[pd.DataFrame, Axes], None]) -> Drawing:
    """Make a chart of a function that only draws; its docstring ends with what is said of the frame."""

    def drawing(frame: pd.DataFrame, axes: Axes, *, title: str, subtitle: str = "") -> Axes:
        write_title(axes, title, subtitle)  # first: it takes room, which a drawing may measure
        draw(frame, axes)
        return axes

    update_wrapper(drawing, draw, assigned=("__module__", "__name__", "__qualname__"))
    del drawing.__wrapped__  # type: ignore[attr-defined]  # the signature is the one above
    drawing.__doc__ = f"{cleandoc(draw.__doc__ or '')}\n{cleandoc(_SHARED)}"
    return drawing


def draw_to_file(draw: Callable[[Axes], Axes], out: str | os.PathLike[str]) -> Path:
    """Draw on fresh axes in the house style and write the figure, whole or not at all.

    Parameters
    ----------
    draw : callable
        Takes the axes and gives them back.
    out : path
        File to write; its ending says the format.

    Returns
    -------
    Path
        The file written.
    """
    path = checked_path(out)
    with mpl.rc_context(fname=STYLE):
        axes = draw(new_axes())
        figure = axes.get_figure(root=True)
        assert figure is not None
        kind = path.suffix.lower()
        # By the real path: a link stays a link.
        write_whole(
            os.path.realpath(path),
            lambda stream: figure.savefig(stream, format=kind[1:], metadata=_METADATA[kind]),
        )
    return path
