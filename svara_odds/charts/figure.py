"""A blank figure in the house style, and a file written whole or not at all, the same bytes on every run."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

import matplotlib as mpl
from matplotlib.axes import Axes
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure

from svara_odds.errors import SvaraError

__all__ = ["FORMATS", "STYLE", "checked_path", "draw_to_file", "new_axes"]

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
    """
    path = Path(out)
    if path.suffix.lower() not in FORMATS:
        raise SvaraError(f"out: {str(path)!r} has the ending {path.suffix!r}; allowed are {', '.join(FORMATS)}")
    if path.is_dir():
        raise SvaraError(f"out: {str(path)!r} is a folder; give the name of a file")
    if not path.parent.is_dir():
        raise SvaraError(f"out: there is no folder {str(path.parent)!r}")
    return path


def new_axes(width: float = 8.0, height: float = 4.5) -> Axes:
    """Axes on a figure of their own in the house style; sizes in inches."""
    with mpl.rc_context(fname=STYLE):
        figure = Figure(figsize=(width, height), layout="constrained")
        FigureCanvasAgg(figure)
        return figure.add_subplot()


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
        handle, temporary = tempfile.mkstemp(dir=path.parent, prefix=f".{path.stem}-", suffix=path.suffix)
        try:
            with os.fdopen(handle, "wb") as stream:
                figure.savefig(stream, format=path.suffix[1:].lower(), metadata=_METADATA[path.suffix.lower()])
            Path(temporary).chmod(0o644)
            os.replace(temporary, path)
        except BaseException:
            with suppress(FileNotFoundError):
                os.unlink(temporary)
            raise
    return path
