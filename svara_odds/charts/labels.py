"""Labels that never cover one another: each is measured, and left out where there is no room for it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np
from matplotlib.axes import Axes
from matplotlib.container import BarContainer
from matplotlib.figure import Figure
from matplotlib.image import AxesImage
from matplotlib.text import Text
from matplotlib.ticker import Formatter
from matplotlib.transforms import Bbox

from svara_odds.text.catalogue import Speech

__all__ = ["SpokenNumbers", "drop_overlapping", "label_bars", "overlapping", "tick_scores", "write_cells"]

BETWEEN_TICKS = 3  # points of space; also what measures may differ by from one file format to the next
OVERLAP = 0.5  # pixels that two boxes may share: their edges are blank
LUMINANCE = (0.2126, 0.7152, 0.0722)  # of red, green and blue, as the eye weighs them
HALF_BRIGHT = 0.45


class SpokenNumbers(Formatter):
    """Writes the numbers beside an axis as a language writes them, the shortest way."""

    def __init__(self, say: Speech) -> None:
        self.say = say

    def __call__(self, x: float, pos: int | None = None) -> str:
        """The text of one tick."""
        return self.say.number(round(x, 12)).replace("-", "\N{MINUS SIGN}")


def tick_scores(
    axes: Axes, points: Iterable[float], say: Speech, *, places: Iterable[float] | None = None
) -> set[float]:
    """Put ticks at scores, and at nothing else, as many as have room for their numbers; whole points go first.

    Where scores stand side by side and not at their values, the numbers are upright if else one would be left out: no
    other says what stands there.

    Parameters
    ----------
    axes : Axes
        With all that is to be drawn on them but these ticks: what is written beside them takes room.
    points : iterable of float
        The scores there are.
    say : Speech
        How numbers are written.
    places : iterable of float, optional
        Where on the axis each of the scores, ascending, stands; by default at its own value.

    Returns
    -------
    set of float
        The scores that have a tick.
    """
    scores = sorted({float(score) for score in points})
    where = scores if places is None else [float(place) for place in places]
    axes.set_xticks(where, [say.number(score) for score in scores])
    kept = _with_room(axes, scores)
    if places is not None and len(kept) < len(scores):
        axes.tick_params(axis="x", labelrotation=90)
        kept = _with_room(axes, scores)
    axes.set_xticks([where[place] for place in kept], [say.number(scores[place]) for place in kept])
    return {scores[place] for place in kept}


def _with_room(axes: Axes, scores: Sequence[float]) -> list[int]:
    """Which of the numbers below the axes have room beside one another, those of whole points first."""
    figure = _laid_out(axes)
    boxes = [label.get_window_extent() for label in axes.get_xticklabels()]
    space = BETWEEN_TICKS * figure.dpi / 72
    kept: list[int] = []
    for place in sorted(range(len(scores)), key=lambda place: (not scores[place].is_integer(), place)):
        box = boxes[place]
        if all(box.x1 + space <= boxes[other].x0 or boxes[other].x1 + space <= box.x0 for other in kept):
            kept.append(place)
    return sorted(kept)


def label_bars(axes: Axes, bars: BarContainer, labels: list[str], *, room: float) -> None:
    """Write a label above each bar, upright where one is wider than the bar has room, and the tallest bars first.

    Parameters
    ----------
    axes : Axes
        Laid out, as :func:`tick_scores` leaves them; their upper limit is raised to hold the labels.
    bars : BarContainer
        Bars that stand on 0.
    labels : list of str
        One for each bar.
    room : float
        From the middle of a bar to the middle of the next, at the least.
    """
    texts = axes.bar_label(bars, labels=labels, fontsize=7, padding=2)
    slot = axes.transData.transform((room, 0))[0] - axes.transData.transform((0, 0))[0]
    if max(text.get_window_extent().width for text in texts) > slot:
        for text in texts:
            text.set_rotation(90)
    heights = [bar.get_height() for bar in bars]
    page = axes.get_window_extent().height
    beside = [page - text.get_window_extent().height - 4 for text in texts]  # pixels that are left for the bar
    needed = max(height * page / max(left, page / 4) for height, left in zip(heights, beside, strict=True))
    axes.set_ylim(0, max(needed, 1.1 * max(heights)))
    _drop_covered(texts, [bar.get_window_extent() for bar in bars], heights)


def write_cells(axes: Axes, image: AxesImage, cells: Sequence[Sequence[str]]) -> None:
    """Write a text into each field of an image, dark on light and light on dark; none if one has no room.

    Parameters
    ----------
    axes : Axes
    image : AxesImage
    cells : sequence of sequence of str
        A text for each row and column.
    """
    values = np.asarray(image.get_array(), dtype=float)
    colours = np.asarray(image.to_rgba(values))
    bright = colours[..., :3] @ np.array(LUMINANCE) > HALF_BRIGHT
    texts = [
        axes.text(
            column, row, text, fontsize=7, ha="center", va="center", color="black" if bright[row, column] else "white"
        )
        for row, line in enumerate(cells)
        for column, text in enumerate(line)
    ]
    _laid_out(axes)
    (left, bottom), (right, top) = axes.transData.transform([(0, 0), (1, 1)])
    boxes = [text.get_window_extent() for text in texts]
    if any(box.width > abs(right - left) or box.height > abs(top - bottom) for box in boxes):
        for text in texts:
            text.remove()


def overlapping(axes: Axes, texts: Sequence[Text]) -> bool:
    """Whether one of the texts lies on another."""
    _laid_out(axes)
    boxes = [text.get_window_extent() for text in texts]
    return any(_touch(box, other) for place, box in enumerate(boxes) for other in boxes[:place])


def drop_overlapping(axes: Axes, texts: Sequence[Text], *, others: Sequence[Text] = ()) -> None:
    """Take away each text that lies on one before it, or on one of the others."""
    _laid_out(axes)
    kept = [text.get_window_extent() for text in others]
    for text in texts:
        box = text.get_window_extent()
        if any(_touch(box, other) for other in kept):
            text.remove()
        else:
            kept.append(box)


def _laid_out(axes: Axes) -> Figure:
    """The figure of the axes, with everything on it in its place, so that it can be measured."""
    figure = axes.get_figure(root=True)
    assert figure is not None
    figure.draw_without_rendering()
    return figure


def _drop_covered(texts: Sequence[Text], bars: list[Bbox], heights: list[float]) -> None:
    """Take away each label that lies on another bar or on the label of a taller one."""
    kept: list[Bbox] = []
    for place in sorted(range(len(texts)), key=lambda place: -heights[place]):
        box = texts[place].get_window_extent()
        if any(_touch(box, other) for other in [*kept, *bars[:place], *bars[place + 1 :]]):
            texts[place].remove()
        else:
            kept.append(box)


def _touch(one: Bbox, other: Bbox) -> bool:
    beside = min(one.x1, other.x1) - max(one.x0, other.x0)
    above = min(one.y1, other.y1) - max(one.y0, other.y0)
    return bool(min(beside, above) > OVERLAP)
