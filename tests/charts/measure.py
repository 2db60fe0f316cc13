"""What is written on a figure, where it lies, and whether anything is cut or covers something else."""

from typing import NamedTuple

import matplotlib as mpl
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.text import Text
from matplotlib.transforms import Bbox

from svara_odds.charts import STYLE, new_axes

SHARED = 1.5  # pixels that two boxes may share: their edges are blank


class Written(NamedTuple):
    text: str
    box: Bbox


def draw_in_style(draw, *size):
    with mpl.rc_context(fname=STYLE):
        return draw(new_axes(*size))


def written(axes):
    """The page, and every text that is seen on it: labels, ticks, legends, titles, numbers."""
    figure = axes.get_figure(root=True)
    renderer = FigureCanvasAgg(figure).get_renderer()
    figure.draw_without_rendering()
    unseen = set()
    for each in figure.axes:
        for axis, limits in ((each.xaxis, each.get_xlim()), (each.yaxis, each.get_ylim())):
            for tick in [*axis.get_major_ticks(), *axis.get_minor_ticks()]:
                if not min(limits) <= tick.get_loc() <= max(limits):
                    unseen |= {tick.label1, tick.label2}
    texts = [
        text for text in figure.findobj(Text) if text not in unseen and text.get_visible() and text.get_text().strip()
    ]
    return figure.bbox, [Written(text.get_text(), text.get_window_extent(renderer)) for text in texts]


def cut(page, texts):
    """Texts that leave the page."""
    return [
        text
        for text, box in texts
        if not (page.x0 <= box.x0 <= box.x1 <= page.x1 and page.y0 <= box.y0 <= box.y1 <= page.y1)
    ]


def covered(texts):
    """Pairs of texts that lie on one another."""
    return [
        (one.text, other.text)
        for place, one in enumerate(texts)
        for other in texts[:place]
        if min(one.box.x1, other.box.x1) - max(one.box.x0, other.box.x0) > SHARED
        and min(one.box.y1, other.box.y1) - max(one.box.y0, other.box.y0) > SHARED
    ]
