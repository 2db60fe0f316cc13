import numpy as np
import pandas as pd
import pytest

from svara_odds.charts import at_least, new_axes

FRAME = pd.DataFrame(
    {
        "rules": ["tall", "tall", "tall", "short", "short"],
        "points": [10, 22, 32.5, 11, 30],
        "at_least": [1.0, 0.25, 0.01, 1.0, 0.5],
    }
)


@pytest.fixture
def axes():
    return at_least(FRAME, new_axes(), title="Two games")


def test_a_line_for_each_rule_set_in_order(axes):
    assert [line.get_label() for line in axes.get_lines()] == ["tall", "short"]
    assert [text.get_text() for text in axes.get_legend().get_texts()] == ["tall", "short"]


def test_lines_show_the_shares_in_per_cent(axes):
    tall, short = axes.get_lines()
    np.testing.assert_allclose(tall.get_xydata(), [[10, 100], [22, 25], [32.5, 1]])
    np.testing.assert_allclose(short.get_xydata(), [[11, 100], [30, 50]])


def test_between_two_scores_the_share_is_that_of_the_upper_one(axes):
    """At least 15 points is at least 22 where nothing lies between."""
    assert {line.get_drawstyle() for line in axes.get_lines()} == {"steps-pre"}


def test_later_lines_are_thinner(axes):
    widths = [line.get_linewidth() for line in axes.get_lines()]
    assert widths == sorted(widths, reverse=True)
    assert len(set(widths)) == 2


def test_order_of_the_rows_does_not_matter():
    backwards = at_least(FRAME[::-1], new_axes(), title="").get_lines()[1]
    np.testing.assert_allclose(backwards.get_xydata(), [[10, 100], [22, 25], [32.5, 1]])


def test_words_and_scale(axes):
    assert "Two games" in (axes.get_title(), axes.get_title(loc="left"))
    assert axes.get_yscale() == "log"
    assert "%" in axes.get_ylabel()
    assert axes.get_xlabel() == "points"
    assert [axes.yaxis.get_major_formatter()(share) for share in (100, 10, 0.1)] == ["100", "10", "0.1"]


def test_ticks_are_scores(axes):
    assert axes.get_xticks().tolist() == [10, 11, 22, 30, 32.5]


@pytest.mark.parametrize("lowest", [0.6, 0.4, 0.05, 0.0005])
def test_shares_are_plain_numbers(lowest):
    axes = at_least(FRAME[3:].assign(at_least=[1.0, lowest]), new_axes(), title="")
    axes.figure.draw_without_rendering()
    shown = [text.get_text() for text in axes.yaxis.get_ticklabels(which="both") if text.get_text()]
    assert len(shown) >= 2
    assert shown == [f"{float(text):g}" for text in shown]


def test_one_rule_set_is_enough():
    assert len(at_least(FRAME[:3], new_axes(), title="").get_lines()) == 1
