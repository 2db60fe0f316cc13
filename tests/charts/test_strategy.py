"""Strategies, thresholds, blinds and convergence, on frames made by hand."""

import numpy as np
import pandas as pd
import pytest

from svara_odds.charts import (
    blind_value,
    convergence,
    matrix_height,
    new_axes,
    strategy_by_points,
    strategy_matrix,
    thresholds,
)
from svara_odds.charts.actions import action_looks
from svara_odds.errors import SvaraError
from svara_odds.text.catalogue import LANGUAGES, Speech
from tests.charts.frames import HANDS, blinds, strategy
from tests.charts.frames import convergence as solves
from tests.charts.frames import thresholds as seats
from tests.charts.measure import draw_in_style

# --- actions -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("lang", LANGUAGES)
def test_actions_go_from_giving_up_to_going_on(lang):
    looks = action_looks(["raise 16", "bet 2", "raise 4", "fold", "swim", "call", "bet 10"], Speech(lang, ""))
    assert list(looks) == ["fold", "call", "bet 2", "bet 10", "raise 4", "raise 16", "swim"]
    assert len({look.letter for look in looks.values()}) == len(looks)
    assert len({look.label for look in looks.values()}) == len(looks)


@pytest.mark.parametrize(
    "actions",
    [
        ["fold", "call", "raise 4", "raise 8", "raise 16"],
        ["fold", "bet 1", "bet 2", "bet 4", "blind 1", "double"],
        ["fold", "look", "dark", "pay", "raise", "open"],
        ["pass", "play", "exchange"],
    ],
)
def test_no_two_actions_look_alike_without_colour(actions):
    looks = action_looks(actions, Speech("en", ""))
    assert len({(look.color, look.hatch) for look in looks.values()}) == len(looks)
    assert len({look.letter for look in looks.values()}) == len(looks)
    same_word = [look.hatch for action, look in looks.items() if action.startswith(("raise", "bet"))]
    assert len(set(same_word)) == len(same_word)


def test_an_unknown_action_speaks_for_itself():
    look = action_looks(["swim 3"], Speech("ru", ""))["swim 3"]
    assert (look.letter, look.label) == ("swim3", "swim 3")


# --- strategy ----------------------------------------------------------------------------------------------------


def heights(axes):
    return np.array([[bar.get_height() for bar in bars] for bars in axes.containers])


def test_shares_are_weighed_by_hands_and_reach():
    axes = strategy_by_points(strategy(), new_axes(), title="T")
    # 11 points: one hand that folds. 22: three that do a bit of each. 34: five of those and six that raise to 8.
    wanted = [[100, 50, 50 * 5 / 11], [0, 25, 25 * 5 / 11], [0, 15, 15 * 5 / 11], [0, 10, (10 * 5 + 100 * 6) / 11]]
    np.testing.assert_allclose(heights(axes), wanted)
    assert [text.get_text() for text in axes.get_xticklabels()] == ["11", "22", "34"]
    half = strategy()
    half.loc[half["hand"] == HANDS[-1], "reach"] = 0.5
    axes = strategy_by_points(half, new_axes(), title="T")
    np.testing.assert_allclose(heights(axes)[3], [0, 10, (10 * 5 + 100 * 3) / 8])


def test_a_score_that_never_comes_this_way_has_no_bar():
    axes = strategy_by_points(strategy(reached=False), new_axes(), title="T")
    assert heights(axes)[:, 0].tolist() == [0, 0, 0, 0]


def test_without_numbers_of_hands_each_class_counts_once():
    axes = strategy_by_points(strategy().drop(columns="hands"), new_axes(), title="T")
    np.testing.assert_allclose(heights(axes)[:, 2], [25, 12.5, 7.5, 55])


def test_letters_stand_in_parts_that_can_hold_them():
    axes = draw_in_style(lambda axes: strategy_by_points(strategy(), axes, title="T"))
    shown = sorted((round(text.get_position()[0]), text.get_text()) for text in axes.texts)
    assert [letter for place, letter in shown if place == 0] == ["F"]
    assert [letter for place, letter in shown if place == 1] == ["C", "F", "R4", "R8"]
    legend = [text.get_text() for text in axes.get_legend().get_texts()]
    assert legend == ["R8  raise 8", "R4  raise 4", "C  call", "F  fold"]


def test_a_field_for_each_class():
    axes = draw_in_style(lambda axes: strategy_matrix(strategy(), axes, title="T"))
    shown = [text.get_text() for text in axes.texts]
    # The best score on top; in a row, who goes on before who gives up.
    assert shown[:2] == ["AcXxYy\nR8", "7x7y7c\nF 50"]
    assert sorted(shown[2:5]) == ["9x8y7z\nF 50", "AxAyXz\nF 50", "XcYcZc\nF 50"]
    assert shown[5] == "AcXx7c\nF"
    assert [text.get_text() for text in axes.get_yticklabels()] == ["34", "22", "11"]
    assert axes.get_ylim()[0] > axes.get_ylim()[1]


def test_a_field_is_parted_by_frequency():
    axes = strategy_matrix(strategy(), new_axes(), title="T")
    widths = {}
    for bars in axes.containers:
        for bar in bars:
            middle = bar.get_x() + bar.get_width() / 2
            widths.setdefault((round(bar.get_y() + bar.get_height() / 2, 2), int(middle)), []).append(bar.get_width())
    assert len(widths) == len(HANDS)
    for parts in widths.values():
        assert sum(parts) == pytest.approx(0.96)
    mixed = [parts for parts in widths.values() if len(parts) == 4]
    assert len(mixed) == 4
    np.testing.assert_allclose(mixed[0], 0.96 * np.array([0.5, 0.25, 0.15, 0.1]))


def test_a_hand_that_never_comes_this_way_has_a_dash():
    axes = strategy_matrix(strategy(reached=False), new_axes(), title="T")
    assert [text.get_text() for text in axes.texts][-1] == "AcXx7c\n–"


def test_a_score_of_many_classes_takes_several_rows():
    one = strategy()[lambda frame: frame["hand"] == HANDS[1]]
    many = pd.concat([one.assign(hand=f"h{place}") for place in range(25)], ignore_index=True)
    axes = strategy_matrix(many, new_axes(), title="T")
    rows = [round(text.get_position()[1], 6) for text in axes.texts]
    assert [rows.count(row) for row in sorted(set(rows))] == [12, 12, 1]
    assert [text.get_text() for text in axes.get_yticklabels()] == ["22"]
    more = pd.concat([one.assign(hand=f"h{place}") for place in range(250)], ignore_index=True)
    assert matrix_height(more) > matrix_height(many)


@pytest.mark.parametrize("draw", [strategy_by_points, strategy_matrix])
@pytest.mark.parametrize("column", ["line", "seat"])
def test_one_line_at_a_time(draw, column):
    two = pd.concat([strategy(), strategy().assign(**{column: 5})])
    with pytest.raises(SvaraError, match=f"2 different values of {column}"):
        draw(two, new_axes(), title="T")
    with pytest.raises(SvaraError, match="no rows"):
        draw(strategy()[:0], new_axes(), title="T")


# --- thresholds, blinds, convergence -------------------------------------------------------------------------------


def test_a_line_for_each_bet_and_table():
    axes = thresholds(seats([2, 3]), new_axes(), title="T")
    lines = [line for line in axes.get_lines() if len(line.get_xdata()) > 1 and line.get_marker() != "None"]
    assert [len(line.get_xdata()) for line in lines] == [2, 3] * 3
    assert [line.get_ydata().tolist() for line in lines[:2]] == [[19, 18], [20, 19, 18]]
    assert [text.get_text() for text in axes.get_legend().get_texts()] == ["bet 1", "bet 2", "bet 4.5"]
    assert [text.get_text() for text in axes.get_xticklabels()] == ["0", "D", "0", "1", "D"]
    looks = {(line.get_marker(), line.get_color()) for line in lines}
    assert len(looks) == 3
    assert len({marker for marker, _ in looks}) == 3


def test_a_seat_that_never_plays_has_no_mark():
    frame = seats([2]).assign(threshold=[19.0, np.nan, 24, 21, 30, 27])
    axes = thresholds(frame, new_axes(), title="T")
    assert [text.get_text() for text in axes.texts if text.get_text().isdigit()] == ["19", "24", "21", "30", "27"]


def test_names_of_many_tables_are_numbers_alone_but_for_the_last():
    axes = draw_in_style(lambda axes: thresholds(seats(range(2, 11)), axes, title="T"))
    names = [text.get_text() for text in axes.texts if text.get_position()[1] == -2]
    assert names == [*"23456789", "10 players"]


def test_gains_and_their_errors():
    axes = blind_value(blinds(), new_axes(), title="T")
    assert [text.get_text() for text in axes.get_legend().get_texts()][:2] == ["2 players, seat 0", "2 players, seat 1"]
    line, _, (bars,) = axes.containers[0]
    np.testing.assert_allclose(line.get_ydata().astype(float), [(0.05 * b - 0.02 * b * b) / 2 for b in (0.5, 1, 2, 4)])
    ends = np.array([segment[:, 1] for segment in bars.get_segments()])
    np.testing.assert_allclose(ends[:, 1] - ends[:, 0], 4 * 0.004)
    without = blind_value(blinds().drop(columns="stderr"), new_axes(), title="T")
    assert all(not each.has_yerr for each in without.containers)


def test_a_straight_line_on_two_logarithmic_scales():
    axes = convergence(solves(), new_axes(), title="T")
    assert (axes.get_xscale(), axes.get_yscale()) == ("log", "log")
    fast, slow = axes.get_lines()
    np.testing.assert_allclose(fast.get_ydata() * fast.get_xdata(), 0.7)
    np.testing.assert_allclose(slow.get_ydata() ** 2 * slow.get_xdata(), 0.49)
    assert [text.get_text() for text in axes.texts] == ["7·10⁻⁵ after 100 s", "0.007 after 100 s"]
    assert [text.get_text() for text in axes.get_legend().get_texts()] == ["CFR+", "CFR"]
    powers = [axes.yaxis.get_major_formatter()(value) for value in (1, 0.1, 1e-4, 1e-12, 3e-5, -2.5)]
    assert powers == ["1", "0.1", "0.0001", "10⁻¹²", "3·10⁻⁵", "−2.5"]


def test_one_solve_needs_no_legend():
    axes = convergence(solves().drop(columns="method")[:5], new_axes(), title="T")
    assert axes.get_legend() is None
    assert len(axes.get_lines()) == 1
