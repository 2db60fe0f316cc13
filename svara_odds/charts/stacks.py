"""Bars parted into shares that make 100 per cent, each part told by colour, hatching and a letter."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from matplotlib.axes import Axes
from matplotlib.patches import Patch
from numpy.typing import NDArray

__all__ = ["Part", "draw_legend", "draw_stacks"]

WIDTH = 0.86  # of a bar, where its neighbour is 1 away
EDGE = "white"  # of a part, and its hatching
LETTER_SIZE = 7
ROOM = 1.15  # of a letter's own height, that a part must have to hold it


class Part(NamedTuple):
    """One share of every bar: what it is, how large in per cent, and how it looks."""

    label: str
    shares: NDArray[np.float64]
    color: str
    hatch: str
    letter: str


def draw_stacks(axes: Axes, parts: Sequence[Part]) -> None:
    """Draw bars at 0, 1, 2, … from the first part up, with a legend beside them from the last part down.

    A part that is large enough carries its letter.
    """
    places = np.arange(len(parts[0].shares))
    floor = np.zeros(len(places))
    middles = []
    for part in parts:
        shares = part.shares
        axes.bar(places, shares, WIDTH, floor, color=part.color, hatch=part.hatch, edgecolor=EDGE, linewidth=0)
        middles.append(floor + shares / 2)
        floor = floor + shares
    axes.set_ylim(0, 100)
    axes.set_xlim(-0.6, len(places) - 0.4)
    draw_legend(axes, parts)
    _write_letters(axes, parts, middles)


def draw_legend(axes: Axes, parts: Sequence[Part]) -> None:
    """Write beside the axes what each part is, its letter first; the last on top, as in the stack."""
    handles = [Patch(facecolor=part.color, hatch=part.hatch, edgecolor=EDGE, linewidth=0) for part in parts]
    labels = [f"{part.letter}  {part.label}" if part.letter else part.label for part in parts]
    axes.legend(handles[::-1], labels[::-1], loc="upper left", bbox_to_anchor=(1, 1))


def _write_letters(axes: Axes, parts: Sequence[Part], middles: Sequence[NDArray[np.float64]]) -> None:
    """Write its letter into every part that can hold it, upright where it is wider than a bar."""
    figure = axes.get_figure(root=True)
    assert figure is not None
    figure.draw_without_rendering()
    (left, bottom), (right, top) = axes.transData.transform([(0, 0), (WIDTH, 1)])
    for part, middle in zip(parts, middles, strict=True):
        sample = axes.text(0, 0, part.letter, fontsize=LETTER_SIZE)
        box = sample.get_window_extent()
        sample.remove()
        upright = box.width > right - left
        across, along = (box.height, box.width) if upright else (box.width, box.height)
        if not part.letter or across > right - left:
            continue
        for place in np.flatnonzero(part.shares >= ROOM * along / (top - bottom)):
            axes.text(
                float(place),
                float(middle[place]),
                part.letter,
                fontsize=LETTER_SIZE,
                rotation=90 if upright else 0,
                ha="center",
                va="center",
            )
