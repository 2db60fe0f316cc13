"""Heat map and outcomes: each number where it belongs."""

import numpy as np
import pandas as pd
import pytest

from svara_odds import charts
from svara_odds.charts import equity_heat, new_axes, outcomes_by_points
from svara_odds.errors import SvaraError
from tests.charts.frames import equities
from tests.charts.measure import covered, cut, draw_in_style, written


def test_a_field_for_each_score_and_table():
    frame = equities([2, 5, 3]).sample(frac=1, random_state=1)
    axes = draw_in_style(lambda axes: equity_heat(frame, axes, title="T", lang="bg"))
    image = axes.get_images()[0].get_array()
    points = sorted(frame["points"].unique())
    np.testing.assert_allclose(image, [[100 * (p / 36) ** (n - 1) for p in points] for n in (2, 3, 5)])
    assert [tick.get_text() for tick in axes.get_yticklabels()] == ["2", "3", "5"]
    cells = {(round(text.get_position()[0]), round(text.get_position()[1])): text.get_text() for text in axes.texts}
    for row, n in enumerate((2, 3, 5)):
        for column, p in enumerate(points):
            assert cells[column, row] == f"{100 * (p / 36) ** (n - 1):.0f}"
    for tick, label in zip(axes.get_xticks(), axes.get_xticklabels(), strict=True):
        assert label.get_text() == f"{points[round(tick)]:g}".replace(".", ",")


def test_numbers_are_dark_on_light_and_light_on_dark():
    axes = draw_in_style(lambda axes: equity_heat(equities([2]), axes, title=""))
    colours = {text.get_text(): text.get_color() for text in axes.texts}
    assert (colours["22"], colours["100"]) == ("white", "black")


def test_numbers_that_have_no_room_are_left_out():
    many = pd.DataFrame({"players": 2, "points": range(200), "equity": 0.5})
    axes = draw_in_style(lambda axes: equity_heat(many, axes, title=""))
    assert list(axes.texts) == []
    assert 2 < len(axes.get_xticks()) < 100


def test_outcomes_make_a_hundred():
    frame = equities([3]).sample(frac=1, random_state=3)
    axes = outcomes_by_points(frame, new_axes(), title="T")
    win, svara, lose = ([bar.get_height() for bar in bars] for bars in axes.containers)
    ordered = frame.sort_values("points")
    np.testing.assert_allclose(win, 100 * ordered["win"])
    np.testing.assert_allclose(svara, 8)
    np.testing.assert_allclose(np.add(win, svara) + lose, 100)
    floors = [[bar.get_y() for bar in bars] for bars in axes.containers]
    np.testing.assert_allclose(floors[2], np.add(win, svara))
    legend = [text.get_text() for text in axes.get_legend().get_texts()]
    assert legend == ["lose", "svara", "win"]
    hatches = [handle.get_hatch() for handle in axes.get_legend().get_patches()]
    assert len(set(hatches)) == 3
    assert hatches == [bars[0].get_hatch() for bars in axes.containers][::-1]


def test_outcomes_of_several_tables_are_refused():
    with pytest.raises(SvaraError, match="2 numbers of players"):
        outcomes_by_points(equities([3, 4]), new_axes(), title="T")


@pytest.mark.parametrize("name", ["outcomes_by_points", "equity_heat"])
def test_scores_side_by_side_are_all_named(name):
    """Upright where they must be: of 26 scores the half one would else be left out, and nothing says what it is."""
    points = [*range(7, 12), *range(13, 33), 32.5, 33.0, 36.0]
    frame = pd.DataFrame([{"players": n, "points": p, "equity": p / 40, "win": p / 40, "svara": 0.05}
                          for n in (2, 3) for p in points])  # fmt: skip
    if name == "outcomes_by_points":
        frame = frame[frame["players"] == 2]
    axes = draw_in_style(lambda axes: getattr(charts, name)(frame, axes, title="T"))
    assert [label.get_text() for label in axes.get_xticklabels()] == [f"{p:g}" for p in points]
    page, texts = written(axes)
    assert cut(page, texts) == []
    assert covered(texts) == []
