"""The package as a user of Python meets it."""

import math
import subprocess
import sys
from fractions import Fraction
from pathlib import Path

import numpy as np
import pandas as pd
import pytest

import svara_odds as so
from tests.naive.scoring import all_scores, distribution

ROOT = Path(__file__).parents[2]


def test_names_stay_functions_after_use():
    code = (
        "import svara_odds as so\n"
        "for _ in range(2):\n"
        "    assert so.equity(['7cKhKd', 'random']).extra['method'] == 'exact'\n"
        "    assert so.score('7cKhKd').columns['points'] == [31]\n"
        "    assert so.ranking(3).rows()[0]['points'] == 34\n"
        "    assert so.distribution().extra['hands'] == 4960\n"
        "    assert so.charts.score_distribution and callable(so.charts.score_distribution)\n"
        "    assert so.load_rules('russian').name == 'russian'\n"
        "assert all(getattr(so, name) is not None for name in dir(so))\n"
    )
    subprocess.run([sys.executable, "-W", "error", "-c", code], cwd=ROOT, check=True, timeout=120)


def test_every_public_name_is_there():
    assert sorted(so.__all__) == sorted(set(so.__all__))
    for name in so.__all__:
        assert getattr(so, name) is not None
    with pytest.raises(AttributeError, match="nothing"):
        so.nothing  # noqa: B018


def test_all_but_charts_goes_without_matplotlib():
    code = (
        "import sys\n"
        "sys.modules['matplotlib'] = None\n"
        "from svara_odds import *\n"
        "import svara_odds as so\n"
        "assert not hasattr(so, 'charts')\n"
        "try:\n    so.charts\nexcept AttributeError as trouble:\n    assert 'svara-odds[charts]' in str(trouble)\n"
        "from svara_odds.cli import main\n"
        "main(['chart', 'score-distribution', '--out', 'never.png'])\n"
    )
    ran = subprocess.run([sys.executable, "-W", "error", "-c", code], cwd=ROOT, capture_output=True, timeout=120)
    assert (ran.returncode, ran.stdout) == (1, b"")
    assert ran.stderr == b"svara-odds: chart: drawing needs matplotlib; install svara-odds[charts]\n"


def test_charts_are_found_where_matplotlib_is():
    assert "charts" not in so.__all__
    assert "charts" in dir(so)
    assert callable(so.charts.score_distribution)


def test_score():
    result = so.score(["7cKhKd", "8h 9s 7c"])
    assert result.columns["points"] == [31, 20]
    assert so.score("6cKhKd", "russian").columns["points"] == [32.5]
    with pytest.raises(so.NotationError) as caught:
        so.score(["7cKhKd", "7cKhKz"])
    assert (caught.value.text, caught.value.position) == ("7cKhKz", 5)
    assert "hand 2" in str(caught.value)


def test_score_many_agrees_with_the_slow_twin():
    table = so.hand_table("fortegames")
    half_points = so.score_many(table.hands, table)
    slow = all_scores("fortegames")
    names = [frozenset(table.deck.cards[card] for card in hand) for hand in table.hands.tolist()]
    assert half_points.tolist() == [slow[hand] for hand in names]


def test_distribution_holds_fractions():
    result = so.distribution("russian")
    total = sum(count for _, count in distribution("russian"))
    assert result.columns["probability"] == [Fraction(count, total) for _, count in distribution("russian")]
    assert sum(result.columns["probability"]) == 1


def test_equity_takes_ranges_and_adds_up():
    table = so.hand_table("bulgarian")
    mine = so.parse_range("22+", table)
    result = so.equity([mine, "random", "7cKhKd"], dead="8d")
    assert sum(result.columns["equity"]) == 1
    for win, svara, lose in zip(*(result.columns[key] for key in ("win", "svara", "lose")), strict=True):
        assert win + svara + lose == 1
    assert result.info.rules == "bulgarian"
    assert result.info.digest == table.rules.digest
    with pytest.raises(so.DealError, match=r"player 1: .*bulgarian.*fortegames"):
        so.equity([mine, "random"], "fortegames")


def test_equity_of_the_same_hands_in_any_seat():
    one = so.equity(["7cKhKd", "22+", "random"])
    two = so.equity(["random", "7cKhKd", "22+"])
    for key in ("win", "svara", "equity", "win_count"):
        assert one.columns[key] == [two.columns[key][seat] for seat in (1, 2, 0)]


@pytest.mark.parametrize("bad", [{"method": "best"}, {"n_players": 1}, {"n_players": 11}, {"dead": "7c"}, {"deals": 0}])
def test_equity_refuses(bad):
    with pytest.raises(so.SvaraError):
        so.equity(["7cKhKd", "random"], **bad)


def test_call_value():
    row = so.call_value("7cKhKd", ["22+", "random"], pot=6, price=2).rows()[0]
    share = float(so.equity(["7cKhKd", "22+", "random"]).columns["equity"][0])
    assert row["equity"] == pytest.approx(share, abs=1e-15)
    assert row["break_even"] == 0.25
    assert row["ev"] == pytest.approx(8 * share - 2)
    assert row["ev_stderr"] == 0


def test_a_sampled_call_has_an_error():
    sample = {"deals": 2000, "method": "monte-carlo", "seed": 1}
    result = so.call_value("7cKhKd", ["22+"], pot=6, price=2, **sample)
    row = result.rows()[0]
    odds = so.equity(["7cKhKd", "22+"], **sample).rows()[0]
    variance = odds["win"] + odds["svara"] / 4 - odds["equity"] ** 2
    assert row["ev_stderr"] == pytest.approx(8 * math.sqrt(variance / 2000), rel=0.01)
    assert row["ev_stderr"] == result.extra["ev_stderr"] == 8 * row["stderr"]
    exact = so.call_value("7cKhKd", ["22+"], pot=6, price=2).rows()[0]
    assert abs(row["ev"] - exact["ev"]) < 4 * row["ev_stderr"]


def test_five_deals_that_are_all_won_are_no_certainty():
    odds = so.equity(["22+", "random", "random"], deals=5, seed=1)
    assert odds.columns["equity"][0] == 1
    # Five wins, a win and a loss: their variance is 6/7 - (6/7)**2.
    assert odds.columns["stderr"][0] == pytest.approx(math.sqrt(6 / 49 / 5))
    low, high = odds.columns["equity_interval"][0]
    assert low < so.equity(["22+", "random", "random"]).columns["equity"][0] < high == 1


@pytest.mark.parametrize(("pot", "price"), [(0, 1), (1, 0), (-1, 1), (math.nan, 1), (1, math.inf), (1e308, 1e308)])
def test_call_value_refuses_amounts(pot, price):
    with pytest.raises(so.DealError, match=r"pot|price"):
        so.call_value("7cKhKd", ["random"], pot=pot, price=price)


def test_a_call_breaks_even_where_equity_is_the_price_of_the_pot():
    share = so.equity(["QcJdTh", "random"]).columns["equity"][0]
    pot = 7.0
    price = float(share / (1 - share)) * pot
    row = so.call_value("QcJdTh", ["random"], pot=pot, price=price).rows()[0]
    assert row["break_even"] == pytest.approx(row["equity"])
    assert row["ev"] == pytest.approx(0, abs=1e-12)


@pytest.mark.parametrize("n_players", [2, 3, 10])
def test_ranking_is_what_equity_says(n_players):
    result = so.ranking(n_players, "fortegames")
    rows = result.rows()
    assert sum(row["hands"] for row in rows) == 4960
    assert sum(row["hands"] * row["equity"] for row in rows) == Fraction(4960, n_players)
    for row in (rows[0], rows[40], rows[-1]):
        first = so.equity([row["example"]], "fortegames", n_players=n_players).rows()[0]
        assert (first["equity"], first["win"], first["svara"]) == (row["equity"], row["win"], row["svara"])


@pytest.mark.parametrize("n_players", [0, 1, 11, 100])
def test_ranking_refuses_players(n_players):
    with pytest.raises(so.DealError, match=f"players: {n_players}; bulgarian is played by 2 to 10"):
        so.ranking(n_players)


def test_equity_by_points_averages_the_ranking():
    frame = so.equity_by_points(n_players=[4]).frame()
    classes = so.ranking(4).frame()
    for _, row in frame.iterrows():
        chosen = classes[classes["points"] == row["points"]]
        assert chosen["hands"].sum() == row["hands"]
        assert row["equity"] == pytest.approx(np.average(chosen["equity"], weights=chosen["hands"]))


# --- results -----------------------------------------------------------------------------------------------------


def kinds(frame):
    return {key: pd.api.types.infer_dtype(frame[key]) for key in frame.columns}


def test_frames_have_plain_columns():
    assert kinds(so.score(["7cKhKd"]).frame()) == {"hand": "string", "points": "integer", "label": "string"}
    assert kinds(so.distribution("russian").frame()) == {
        "points": "floating", "count": "integer", "probability": "floating", "at_least": "floating", "below": "floating"
    }  # fmt: skip
    sampled = so.equity(["22+", "random"], deals=2000, seed=1).frame()
    assert {"win_interval_low", "win_interval_high", "svara_interval_low"} <= set(sampled.columns)
    assert set(kinds(sampled).values()) == {"string", "floating", "integer"}
    assert kinds(so.ranking().frame())["equity"] == "floating"
    empty = so.rules_diff("russian", "russian").frame()
    assert (len(empty), list(empty.columns)) == (0, ["hand", "a", "b"])


def test_counts_beyond_64_bits_stay_whole():
    result = so.equity(["random"], n_players=10)
    count = result.columns["win_count"][0]
    assert count > 2**64
    assert result.frame()["win_count"][0] == count


def test_results_show_as_tables():
    shown = repr(so.score("7cKhKd"))
    assert shown.splitlines()[0] == "hands, rules bulgarian, exact"
    assert "pair of kings joined" in shown
    assert str(so.score("7cKhKd")) == shown
    assert len(repr(so.score_all()).splitlines()) < 70
    assert repr(so.rules_diff("russian", "russian")).startswith("hands, rules russian")


def test_results_show_as_html():
    page = so.distribution()._repr_html_()
    assert page.startswith("<p>")
    assert "<table" in page
    assert page.count("<tr") == 1 + len(so.distribution().rows())
    assert "<script>" not in so.Result(so.score("7cKhKd").info, {"<script>": ["<script>"]})._repr_html_()
