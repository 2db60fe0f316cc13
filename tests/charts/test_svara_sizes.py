import pandas as pd
import pytest

from svara_odds.charts import new_axes, svara_sizes

FRAME = pd.DataFrame(
    {
        "players": [2, 3, 3, 5, 5, 5, 5],
        "tied": [2, 2, 3, 2, 3, 4, 5],
        "probability": [0.1, 0.2, 0.05, 0.3, 0.02, 0.01, 0.005],
    }
)


@pytest.fixture
def axes():
    return svara_sizes(FRAME, new_axes(), title="Svaras")


def test_bars_stand_on_one_another(axes):
    two, three, more = axes.containers
    assert [bar.get_height() for bar in two] == pytest.approx([10, 20, 30])
    assert [bar.get_height() for bar in three] == pytest.approx([0, 5, 2])
    assert [bar.get_height() for bar in more] == pytest.approx([0, 0, 1.5])
    assert [bar.get_y() for bar in three] == pytest.approx([10, 20, 30])
    assert [bar.get_y() for bar in more] == pytest.approx([10, 25, 32])


def test_each_bar_tells_its_sum(axes):
    assert [text.get_text() for text in axes.texts] == ["10.0", "25.0", "33.5"]


def test_bars_stand_at_the_numbers_of_players(axes):
    assert [bar.get_x() + bar.get_width() / 2 for bar in axes.containers[0]] == pytest.approx([2, 3, 5])
    assert axes.get_xticks().tolist() == [2, 3, 5]


def test_legend_stands_above_the_bars(axes):
    axes.figure.canvas.draw()
    legend = axes.get_legend().get_window_extent()
    assert [text.get_text() for text in axes.get_legend().get_texts()] == ["2 hands", "3 hands", "4 or more"]
    assert all(not legend.overlaps(text.get_window_extent()) for text in axes.texts)


@pytest.mark.parametrize(
    ("tied", "wanted"), [([2], ["2 hands"]), ([2, 4], ["2 hands", "4 or more"]), ([], ["2 hands"])]
)
def test_legend_names_only_what_is_drawn(tied, wanted):
    shares = [0.1 if number in tied else 0.0 for number in (2, 3, 4)]
    frame = pd.DataFrame({"players": [4, 4, 4], "tied": [2, 3, 4], "probability": shares})
    axes = svara_sizes(frame, new_axes(), title="")
    assert [text.get_text() for text in axes.get_legend().get_texts()] == wanted
    assert [text.get_text() for text in axes.texts] == [f"{10 * len(tied):.1f}"]


def test_words(axes):
    assert "Svaras" in (axes.get_title(), axes.get_title(loc="left"))
    assert "%" in axes.get_ylabel()
    assert "players" in axes.get_xlabel()
