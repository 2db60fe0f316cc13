import numpy as np
import pandas as pd
import pytest

from svara_odds import charts
from svara_odds.charts import new_axes, svara_prices
from svara_odds.errors import DealError
from svara_odds.rules.catalog import list_rules, load_rules
from svara_odds.studies.charts import CHARTS
from tests.charts.measure import covered, cut, draw_in_style, written

FRAME = pd.DataFrame(
    {
        "price": ["P/2", "P/2", "P/2", "P", "P"],
        "tied": [2, 3, 3, 2, 3],
        "joiners": [1, 1, 4, 1, 1],
        "joiner_value": [0.0, -0.125, 0.25, -0.0004, -0.9],
    }
)


@pytest.fixture
def axes():
    return svara_prices(FRAME, new_axes(), title="Prices")


def test_a_cell_for_each_row(axes):
    """Two prices of two numbers tied are four lines; two numbers of joiners; three pairs are not there."""
    (mesh,) = axes.collections
    cells = mesh.get_array().reshape(4, 2)
    wanted = [[0, np.nan], [-12.5, 25], [-0.04, np.nan], [-90, np.nan]]
    np.testing.assert_allclose(cells.filled(np.nan), wanted)


def test_each_cell_tells_its_number(axes):
    told = {(text.get_position()[0] - 0.5, text.get_position()[1] - 0.5): text.get_text() for text in axes.texts}
    assert told == {(0, 0): "0", (0, 1): "-12.5", (1, 1): "+25.0", (0, 2): "0", (0, 3): "-90.0"}


def test_lines_and_columns_have_names_in_the_order_of_the_frame(axes):
    assert [label.get_text() for label in axes.get_yticklabels()] == [
        "P/2: 2 tied",
        "P/2: 3 tied",
        "P: 2 tied",
        "P: 3 tied",
    ]
    assert [label.get_text() for label in axes.get_xticklabels()] == ["1", "4"]
    assert axes.yaxis_inverted()


def test_gains_are_blue_and_losses_red(axes):
    (mesh,) = axes.collections
    loss, gain = mesh.to_rgba([-50, 50])[:, :3]
    assert loss[0] > loss[2]
    assert gain[2] > gain[0]


def test_words(axes):
    assert "Prices" in (axes.get_title(), axes.get_title(loc="left"))
    assert "%" in axes.get_xlabel()


# Ten at the table, and six; the others, which ask for the same rows, in the slow tier.
PLAYED = ("bulgarian", "russian")
OTHERS = [pytest.param(name, marks=pytest.mark.slow) for name in list_rules("showdown") if name not in PLAYED]


@pytest.mark.parametrize("rules", [*PLAYED, *OTHERS])
def test_no_text_is_cut_or_covers_another(rules):
    chart = CHARTS["svara-prices"]
    result = chart.study(rules)
    words = chart.words(result, load_rules(rules))
    axes = draw_in_style(lambda axes: charts.svara_prices(result.frame(), axes, **words))
    page, texts = written(axes)
    assert cut(page, texts) == []
    assert covered(texts) == []


def own(folder, most, svara=""):
    path = folder / "own.toml"
    path.write_text(
        f'name = "own"\nextends = "bulgarian"\ntitle = "Own"\nsource = "a test"\nmax_players = {most}\n{svara}'
    )
    return path


def test_the_message_tells_the_dearest_cell(tmp_path):
    """By the rules: nothing at P/k; four tied and four joiners at half of a running pot, 81/128 - 27/16."""
    message, study = CHARTS["svara-prices"].message, CHARTS["svara-prices"].study
    assert (
        message(study("bulgarian")) == "P/k is fair to all who join; P/2 (growing pot) loses up to 105.5 % of the pot"
    )
    raked = study(own(tmp_path, 10, "[svara]\nrake = 0.1\n"))
    assert message(raked).startswith("No price is fair to all; P/2 (growing pot) loses up to ")


def test_prices_are_said_in_each_language():
    chart = CHARTS["svara-prices"]
    result = chart.study("bulgarian")
    assert chart.message(result, "ru") == "Цена P/k справедлива для всех; P/2 (растущий банк) теряет до 105,5 % банка"
    axes = draw_in_style(lambda axes: charts.svara_prices(result.frame(), axes, title="T", lang="pl"))
    assert axes.get_yticklabels()[-1].get_text() == "P/2 (rosnąca pula): remis 4"


def test_prices_that_lose_nothing():
    chart = CHARTS["svara-prices"]
    result = chart.study("bulgarian", prices=[("P/k", False), ("P/4", False)], tied=[2], joiners=[1, 2])
    assert set(result.columns["joiners"]) == {1, 2}
    assert chart.message(result) == "Joining loses nothing at any of these prices"


def test_many_lines_make_a_higher_figure():
    result = CHARTS["svara-prices"].study("bulgarian", tied=range(2, 10))
    frame = result.frame()
    high = charts.prices_height(frame)
    assert high > charts.prices_height(CHARTS["svara-prices"].study("bulgarian").frame()) == 4.5
    axes = draw_in_style(lambda axes: charts.svara_prices(frame, axes, title="T", subtitle="S", lang="ru"), 8, high)
    page, texts = written(axes)
    assert cut(page, texts) == []
    assert covered(texts) == []


def test_a_small_table(tmp_path):
    assert set(CHARTS["svara-prices"].study(own(tmp_path, 3)).columns["joiners"]) == {1}
    with pytest.raises(DealError, match=r"^joiners: .* are too many, as own is played by 2 to 2; give fewer$"):
        CHARTS["svara-prices"].study(own(tmp_path, 2))
