"""What tells one line or bar from another besides its colour: markers, dashes and hatching."""

from __future__ import annotations

from typing import NamedTuple

import matplotlib as mpl

__all__ = ["HATCHES", "MARKERS", "LineLook", "line_looks", "ordered_looks"]

Dash = str | tuple[int, tuple[float, ...]]
MARKERS = "os^Dv<>pX*"
DASHES: tuple[Dash, ...] = ("-", (0, (5, 1.5)), (0, (1.5, 1.2)), (0, (5, 1.5, 1.5, 1.5)))
HATCHES = ("", "////", "....", "xxxx", "----", "\\\\\\\\", "++++")
_DARKEST = 0.92  # of viridis; beyond, it is too pale on white


class LineLook(NamedTuple):
    """How a line is drawn; ``axes.plot(x, y, **look._asdict())``."""

    color: str | tuple[float, float, float, float]
    marker: str
    linestyle: Dash


def line_looks(number: int) -> list[LineLook]:
    """Looks of lines that are of different kinds: the colours of the style, a marker and a dash to each."""
    colours = mpl.rcParams["axes.prop_cycle"].by_key()["color"]
    return [
        LineLook(colours[place % len(colours)], MARKERS[place % len(MARKERS)], DASHES[place % len(DASHES)])
        for place in range(number)
    ]


def ordered_looks(number: int) -> list[LineLook]:
    """Looks of lines that follow one another, as numbers of players do: one scale of colours, a marker to each."""
    scale = mpl.colormaps["viridis"]
    return [
        LineLook(scale(_DARKEST * place / max(1, number - 1)), MARKERS[place % len(MARKERS)], "-")
        for place in range(number)
    ]
