"""What a chart says above its axes, broken into lines that fit whatever the letters are."""

from __future__ import annotations

from itertools import islice

import matplotlib as mpl
from matplotlib.axes import Axes
from matplotlib.font_manager import FontProperties, findfont, font_scalings, get_font
from matplotlib.text import Text

__all__ = ["lines_that_fit", "rewrite_title", "write_title"]

EDGE = 6  # points between a title and the edge of the figure
BESIDE = 65  # points that the labels of the y axis take, as a rule
SIXTY_FOURTHS = 64  # of a point: the unit of a font's measures
LINE = 13  # points from one line of a subtitle to the next


def write_title(axes: Axes, title: str, subtitle: str = "", *, left: float = BESIDE) -> list[Text]:
    """Write what a chart says above it, and smaller beneath that what it is a chart of; long texts are wrapped.

    Parameters
    ----------
    axes : Axes
    title, subtitle : str
    left : float
        Points from the edge of the figure to the axes, about.

    Returns
    -------
    list of Text
        What was written.
    """
    figure = axes.get_figure(root=True)
    assert figure is not None
    room = 72 * figure.get_figwidth() - left - EDGE
    beneath = lines_that_fit(subtitle, room)
    # A dollar sign is no mathematics here: titles come from anybody's rule files.
    above = lines_that_fit(title, room, size=mpl.rcParams["axes.titlesize"], weight=mpl.rcParams["axes.titleweight"])
    texts = [axes.set_title("\n".join(above), pad=8 + LINE * len(beneath), parse_math=False)]
    if beneath:
        written = axes.annotate(
            "\n".join(beneath), (0, 1), (0, 6), xycoords="axes fraction", textcoords="offset points", parse_math=False
        )
        # As with a title, its width must not push the axes aside; its height is in the title's padding.
        written.set_in_layout(False)
        texts.append(written)
    return texts


def rewrite_title(axes: Axes, texts: list[Text], title: str, subtitle: str) -> None:
    """Break a title again where what stands left of the axes takes so much room that it would leave the figure."""
    figure = axes.get_figure(root=True)
    assert figure is not None
    points = 72 / figure.dpi
    beside = axes.yaxis.get_tightbbox()
    left = EDGE + (beside.width * points if beside else 0)
    widest = max(text.get_window_extent().width for text in texts) * points
    if left > BESIDE and left + widest > 72 * figure.get_figwidth():
        for text in texts[1:]:
            text.remove()
        write_title(axes, title, subtitle, left=left)


def lines_that_fit(text: str, room: float, *, size: float | str = "medium", weight: str = "normal") -> list[str]:
    """Break a text into the fewest lines that fit, all about as long.

    Parameters
    ----------
    text : str
    room : float
        Points. A word that is wider is broken.
    size, weight : float or str
        Of the letters, as in matplotlib's settings.

    Returns
    -------
    list of str
    """
    if not text.split():
        return []
    points = mpl.rcParams["font.size"] * font_scalings[size] if isinstance(size, str) else size
    font = get_font(findfont(FontProperties(family=mpl.rcParams["font.family"], weight=weight)))
    font.set_size(points, 72)

    def width(part: str) -> float:
        # Latin letters and others differ too much for counting to do.
        font.set_text(part)
        return float(font.get_width_height()[0] / SIXTY_FOURTHS)

    words = [piece for word in text.split(" ") if word for piece in _pieces(word, room, width(word))]
    widths, space = [width(word) for word in words], width("a a") - width("aa")
    lines = _filled(widths, space, room)
    # The narrowest column that takes no more lines: the last of them is no single word then.
    low, high = max(widths), room
    while high - low > 1:
        middle = (low + high) / 2
        if len(_filled(widths, space, middle)) == len(lines):
            high = middle
        else:
            low = middle
    rest = iter(words)
    return [" ".join(islice(rest, count)) for count in _filled(widths, space, high)]


def _pieces(word: str, room: float, width: float) -> list[str]:
    """The word in pieces that fit; nearly always itself."""
    if width <= room:
        return [word]
    signs = max(1, int(len(word) * room / width * 0.9))
    return [word[start : start + signs] for start in range(0, len(word), signs)]


def _filled(widths: list[float], space: float, room: float) -> list[int]:
    """How many words stand in each line where each is filled before the next."""
    lines: list[int] = []
    left = 0.0
    for width in widths:
        if lines and width + space <= left:
            lines[-1] += 1
            left -= width + space
        else:
            lines.append(1)
            left = room - width
    return lines
