"""Three charts beside pictures of them that were looked at and kept.

Compared is the mean brightness of squares of twenty pixels: another version of the drawing library may set letters a
little differently, while a bar of another height or colour stands out. Measured when this was written: a picture drawn
at twice the size and made smaller differs by 0.044 at most, the changes below by 0.136 at least. To keep new pictures:
``python -m tests.charts.test_baseline``, and look at them.
"""

from pathlib import Path

import numpy as np
import pytest
from matplotlib.image import imread
from PIL import Image

from svara_odds import charts
from tests.charts.frames import FRAMES
from tests.charts.measure import draw_in_style

KEPT = Path(__file__).parent / "baseline"
NAMES = ["score_distribution", "equity_heat", "strategy_by_points"]
SQUARE = 20  # pixels
AT_MOST = 0.1  # from black to white is 1


def grey(path):
    """Brightness of the squares of a picture."""
    pixels = imread(path)[..., :3].mean(axis=2)
    rows, columns = (size // SQUARE * SQUARE for size in pixels.shape)
    return pixels[:rows, :columns].reshape(rows // SQUARE, SQUARE, columns // SQUARE, SQUARE).mean(axis=(1, 3))


def picture(name, path, frame=None, dpi=60):
    words = {"title": f"What {name} says", "subtitle": "What it is a chart of"}
    frame = FRAMES[name]() if frame is None else frame
    axes = draw_in_style(lambda axes: getattr(charts, name)(frame, axes, **words))
    axes.get_figure(root=True).savefig(path, dpi=dpi, metadata={"Software": None})
    return path


def alike(one, other):
    return np.abs(grey(one) - grey(other)).max() < AT_MOST


@pytest.mark.parametrize("name", NAMES)
def test_chart_looks_as_it_did(name, tmp_path):
    assert alike(KEPT / f"{name}.png", picture(name, tmp_path / "now.png"))


@pytest.mark.parametrize(
    ("name", "column", "change"),
    [
        ("score_distribution", "probability", lambda values: values.where(values < 0.25, 0.9 * values)),
        ("score_distribution", "points", lambda values: values + (values == 34)),
        ("equity_heat", "equity", lambda values: 1 - values),
        ("strategy_by_points", "action", lambda values: values.replace({"call": "raise 8", "raise 8": "call"})),
    ],
)
def test_a_small_change_is_seen(name, column, change, tmp_path):
    frame = FRAMES[name]()
    changed = picture(name, tmp_path / "now.png", frame.assign(**{column: change(frame[column])}))
    assert not alike(KEPT / f"{name}.png", changed)


@pytest.mark.parametrize("name", [NAMES[0], *(pytest.param(name, marks=pytest.mark.slow) for name in NAMES[1:])])
def test_letters_may_be_set_a_little_differently(name, tmp_path):
    """A picture that was drawn larger and made smaller has other edges everywhere."""
    picture(name, tmp_path / "large.png", dpi=120)
    with Image.open(tmp_path / "large.png") as large:
        large.convert("RGB").resize((large.width // 2, large.height // 2)).save(tmp_path / "small.png")
    assert (tmp_path / "small.png").read_bytes() != (KEPT / f"{name}.png").read_bytes()
    assert alike(KEPT / f"{name}.png", tmp_path / "small.png")


if __name__ == "__main__":
    KEPT.mkdir(exist_ok=True)
    for each in NAMES:
        picture(each, KEPT / f"{each}.png")
