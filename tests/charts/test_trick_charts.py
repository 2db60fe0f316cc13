"""What the charts of the trick game show."""

import numpy as np
import pandas as pd
import pytest

from svara_odds.charts import new_axes, trick_shares, trump_values, whip_chances
from svara_odds.studies.charts import CHARTS, draw_chart
from svara_odds.studies.trick_whips import exchange_whips
from tests.charts.test_figures import draw_in_style, drawn

SHARES = [(0.8, 0.15, 0.05, 0.0), (0.4, 0.4, 0.15, 0.05), (0.1, 0.2, 0.4, 0.3)]


def shares():
    return pd.DataFrame(
        [
            {"tenth": tenth, "tricks": tricks, "probability": share}
            for tenth, row in enumerate(SHARES, start=1)
            for tricks, share in enumerate(row)
        ]
    )


def values():
    return pd.DataFrame(
        [
            {"players": players, "trumps": trumps, "value": trumps - 0.3 * players, "stderr": 0.05}
            for players in (2, 3, 4, 5)
            for trumps in (0, 1, 2)
        ]
    )


def heights(axes):
    return [[bar.get_height() for bar in container] for container in axes.containers if hasattr(container, "patches")]


def test_tricks_are_stacked_to_the_whole():
    axes = trick_shares(shares(), new_axes(), title="What it says")
    np.testing.assert_allclose(np.array(heights(axes)).T, 100 * np.array(SHARES))
    tops = [bar.get_y() + bar.get_height() for bar in axes.containers[-1]]
    np.testing.assert_allclose(tops, 100)
    assert [text.get_text() for text in axes.get_legend().get_texts()] == [
        "no trick", "one trick", "two tricks", "all three",
    ]  # fmt: skip
    assert "80" in {text.get_text() for text in axes.texts}
    assert "5" not in {text.get_text() for text in axes.texts}  # no room


def test_a_bar_for_each_shape_and_number_of_cards():
    frame = exchange_whips().frame()
    axes = whip_chances(frame, new_axes(), title="What it says")
    drawn_bars = np.array(heights(axes)).ravel()
    np.testing.assert_allclose(drawn_bars, 100 * frame["best"])
    assert drawn_bars.max() == pytest.approx(100 * 6 / 28)
    assert [label.get_text() for label in axes.get_xticklabels()] == ["1 card", "2 cards", "3 cards"]


def test_values_with_two_standard_errors():
    frame = values()
    axes = trump_values(frame, new_axes(), title="What it says")
    bars = [bar.get_height() for bar in axes.patches]
    np.testing.assert_allclose(bars, frame["value"])
    (first, *_) = [line.get_segments() for line in axes.collections]
    np.testing.assert_allclose([segment[1][1] - segment[0][1] for segment in first], 4 * 0.05)
    assert "−0.60" in {text.get_text() for text in axes.texts}


@pytest.mark.parametrize(
    ("draw", "frame"),
    [(trick_shares, shares), (whip_chances, lambda: exchange_whips().frame()), (trump_values, values)],
)
def test_no_text_is_cut_or_covers_another(draw, frame):
    axes = draw_in_style(lambda axes: draw(frame(), axes, title="What it says", subtitle="What of"))
    page, texts = drawn(axes)
    for place, text in enumerate(texts):
        assert page.x0 <= text.x0 <= text.x1 <= page.x1
        assert page.y0 <= text.y0 <= text.y1 <= page.y1
        for other in texts[:place]:
            lap = min(text.x1, other.x1) - max(text.x0, other.x0), min(text.y1, other.y1) - max(text.y0, other.y0)
            assert not (lap[0] > 1.5 and lap[1] > 1.5)


def test_the_chart_of_whips_is_drawn_the_same_every_time(tmp_path):
    first, second = (draw_chart("whip-chances", tmp_path / f"{n}.png").read_bytes() for n in (1, 2))
    assert first == second


def test_titles_say_what_is_drawn():
    title = CHARTS["whip-chances"].message(exchange_whips())
    assert title == "Two of a side suit and one card exchanged: a whip in 21 % of draws"
    assert {name for name, chart in CHARTS.items() if chart.kind == "tricks"} == {
        "trick-shares", "trump-values", "whip-chances",
    }  # fmt: skip


@pytest.mark.slow
@pytest.mark.parametrize("name", ["trick-shares", "trump-values"])
def test_a_sampled_chart_is_drawn_the_same_every_time(name, tmp_path):
    first, second = (draw_chart(name, tmp_path / f"{n}.png").read_bytes() for n in (1, 2))
    assert first == second
