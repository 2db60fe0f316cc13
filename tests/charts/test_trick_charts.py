"""What the charts of the trick game show."""

import numpy as np
import pytest

from svara_odds.charts import new_axes, trick_shares, trump_values, whip_chances
from svara_odds.studies.charts import CHARTS, draw_chart
from svara_odds.studies.trick_whips import exchange_whips
from tests.charts.frames import tricks, trumps


def heights(axes):
    return [[bar.get_height() for bar in container] for container in axes.containers if hasattr(container, "patches")]


def test_tricks_are_stacked_to_the_whole():
    frame = tricks()
    axes = trick_shares(frame, new_axes(), title="What it says")
    wanted = frame.pivot(index="tricks", columns="tenth", values="probability").to_numpy()
    np.testing.assert_allclose(heights(axes), 100 * wanted)
    tops = [bar.get_y() + bar.get_height() for bar in axes.containers[-1]]
    np.testing.assert_allclose(tops, 100 * wanted.sum(axis=0))
    labels = [text.get_text() for text in axes.get_legend().get_texts()]
    assert labels == ["no trick", "one trick", "two tricks", "all three"]
    numbers = {text.get_text() for text in axes.texts}
    assert {"20", "30"} <= numbers
    assert not {"3", "4", "6"} & numbers  # no room


def test_a_bar_for_each_shape_and_number_of_cards():
    frame = exchange_whips().frame()
    axes = whip_chances(frame, new_axes(), title="What it says")
    bars = np.array(heights(axes)).ravel()
    np.testing.assert_allclose(bars, 100 * frame["best"])
    assert bars.max() == pytest.approx(100 * 6 / 28)
    assert [label.get_text() for label in axes.get_xticklabels()] == ["1 card", "2 cards", "3 cards"]


def test_values_with_two_standard_errors():
    frame = trumps()
    axes = trump_values(frame, new_axes(), title="What it says")
    np.testing.assert_allclose([bar.get_height() for bar in axes.patches], frame["value"])
    (first, *_) = [line.get_segments() for line in axes.collections]
    np.testing.assert_allclose([segment[1][1] - segment[0][1] for segment in first], 4 * 0.05)
    assert "1.10" in {text.get_text() for text in axes.texts}


def test_the_chart_of_whips_is_drawn_the_same_every_time(tmp_path):
    first, second = (draw_chart("whip-chances", tmp_path / f"{n}.png").read_bytes() for n in (1, 2))
    assert first == second


def test_titles_say_what_is_drawn():
    title = CHARTS["whip-chances"].message(exchange_whips())
    assert title == "One card drawn to two of a suit makes a whip in up to 21 % of draws"
    kinds = {name for name, chart in CHARTS.items() if chart.kind == "tricks"}
    assert kinds == {"trick-shares", "trump-values", "whip-chances"}


@pytest.mark.slow
@pytest.mark.parametrize("name", ["trick-shares", "trump-values"])
def test_a_sampled_chart_is_drawn_the_same_every_time(name, tmp_path):
    first, second = (draw_chart(name, tmp_path / f"{n}.png").read_bytes() for n in (1, 2))
    assert first == second
