"""Svaras as a user of Python asks about them."""

import json
import math
from fractions import Fraction

import numpy as np
import pytest

import svara_odds as so
from tests.naive.svara import sizes
from tests.smalldecks import NINE, naive_score, small_table

F = Fraction
TERMS = {
    "nobody": '[svara]\nprice = "P/k"\njoiners = "nobody"',
    "showed": '[svara]\nprice = "P/3"\njoiners = "showed"',
    "club": '[svara]\nprice = "P/3"\nrunning = true\ntied_pay = true\nrake = 0.05',
}


def club(folder, terms):
    """The Bulgarian game with other terms of a svara."""
    path = folder / "club.toml"
    path.write_text(f'name = "club"\nextends = "bulgarian"\ntitle = "Club"\nsource = "a test"\n{TERMS[terms]}\n')
    return path


@pytest.mark.parametrize(("rules", "price"), [("bulgarian", 4), ("fortegames", 4), ("russian", 6)])
def test_the_price_is_that_of_the_rules(rules, price):
    """Rules: a share of one of the tied, but half the pot by the Russian text."""
    result = so.svara_value(12, 3, rules=rules)
    assert result.extra["price"] == price
    assert result.extra["pot"] == 12 + price
    assert result.extra["fair_price"] == 4
    assert result.extra["joiner_value"] == F(12 + price, 4) - price
    assert result.extra["tied_value"] == F(12 + price, 4)


def test_every_term_of_a_rule_file_is_kept(tmp_path):
    """Pot 9, two tied: each pays 3, which makes 15; then 5 and 20/3: 80/3, of which a twentieth is kept."""
    result = so.svara_value(9, 2, joiners=2, rules=club(tmp_path, "club"))
    assert result.columns["pays"] == [3, 3, 5, F(20, 3)]
    assert result.extra["price"] == [5, F(20, 3)]
    assert result.extra["pot"] == F(80, 3)
    assert result.columns["owns"] == [F(80, 3) * F(19, 20) / 4] * 4
    assert result.extra["tied_value"] == F(19, 3) - 3
    assert result.extra["joiner_value"] == [F(19, 3) - 5, F(19, 3) - F(20, 3)]
    assert sum(result.columns["value"]) == 9 - result.extra["rake"]
    assert result.extra["rake"] == F(4, 3)
    chain = so.svara_chain(9, 2, joiners=2, rules=club(tmp_path, "club"))
    assert (chain.extra["price"], chain.extra["pot"]) == (result.extra["price"], result.extra["pot"])
    # The tied pay in later svaras too, and the house takes its part of that.
    total = 2 * chain.extra["tied_value"] + sum(chain.extra["joiner_value"])
    assert total == 9 - chain.extra["expected_pot"] / 20
    owned = chain.extra["tied_value"] + 3
    assert chain.extra["joiner_value"] == [owned - 5, owned - F(20, 3)]


def test_where_nobody_may_join(tmp_path):
    rules = club(tmp_path, "nobody")
    result = so.svara_value(6, 2, rules=rules)
    assert (result.extra["joiner_value"], result.extra["tied_value"], result.extra["pot"]) == (None, 3, 6)
    with pytest.raises(so.DealError, match=r"joiners: 1 is not allowed; give 0: by club nobody joins a svara"):
        so.svara_value(6, 2, joiners=1, rules=rules)
    with pytest.raises(so.DealError, match=r"outsiders: 2 is not allowed; give 0: by club nobody"):
        so.svara_joining(6, 2, outsiders=2, rules=rules)
    with pytest.raises(so.DealError, match=r"later: everyone is not allowed; give nobody: by club nobody"):
        so.svara_chain(6, 2, players=4, later="everyone", rules=rules)
    assert so.svara_chain(6, 2, rules=rules).extra["tied_value"] == 3


def test_numbers_are_taken_as_they_are_written():
    """Three tenths and a fifth of it, although no float is either."""
    result = so.svara_value(0.3, 2, joiners=1, price=0.2, rake=0.1)
    assert result.extra["price"] == F(6, 100)
    assert result.extra["pot"] == F(36, 100)
    assert result.extra["joiner_value"] == F(9, 10) * F(36, 100) / 3 - F(6, 100)
    numpy = so.svara_value(
        np.float64(0.3), np.int64(2), joiners=np.int32(1), price=np.float64(0.2), rake=np.float32(0.5)
    )
    assert numpy.extra["joiner_value"] == F(36, 100) / 6 - F(6, 100)


def test_a_running_price_of_nobody():
    extra = so.svara_value(6, 2, joiners=0, running=True).extra
    assert (extra["price"], extra["joiner_value"], extra["tied_value"]) == ([], [], 3)


def test_one_joins_if_there_is_room():
    assert so.svara_value(6, 9).columns["seat"].count("joiner") == 1
    assert so.svara_value(6, 10).columns["seat"].count("joiner") == 0


FINE = {"pot": 6, "tied": 2}
BAD = [
    *({"pot": pot} for pot in (0, -1, math.nan, math.inf, -math.inf, 1e16, "x", None, "", 10**400)),
    *({"tied": tied} for tied in (0, 1, -2, 11, 2.5, math.nan, "2", None, 10**30)),
    *({"joiners": joiners} for joiners in (-1, 9, 1.5, "1", math.inf)),
    *({"price": price} for price in ("P/0", "nan", -1, 0, 101, "1/0", "p", math.inf)),
    *({"rake": rake} for rake in (1, -0.1, 2, math.nan, math.inf, "x")),
]


@pytest.mark.parametrize("bad", BAD, ids=str)
@pytest.mark.parametrize("ask", [so.svara_value, so.svara_chain], ids=lambda ask: ask.__name__)
def test_bad_input_is_named(ask, bad):
    (name,) = bad
    with pytest.raises(so.DealError, match=rf"^{name}: .* is not allowed; give ") as caught:
        ask(**{**FINE, **bad})
    assert len(str(caught.value)) < 300


@pytest.mark.parametrize(
    ("bad", "says"),
    [
        ({"players": 2}, "players: 2 is not allowed; give a whole number from 3 to 10"),
        ({"players": 11}, "players: 11"),
        ({"players": 2.5}, "players: 2.5"),
        ({"later": "all"}, "later: all is not allowed; give a whole number from 0 to 10, or nobody or everyone"),
        ({"later": -1}, "later: -1"),
        ({"later": 11}, "later: 11"),
        ({"later": None}, "later: None"),
        ({"later_price": "P/0"}, "price: 'P/0'"),
        ({"n_rounds": 0}, "n_rounds: 0"),
        ({"n_rounds": 101}, "n_rounds: 101"),
    ],
)
def test_bad_chains_are_named(bad, says):
    with pytest.raises(so.DealError) as caught:
        so.svara_chain(6, 2, **bad)
    assert str(caught.value).startswith(says)


def test_more_than_the_game_is_played_by():
    with pytest.raises(so.DealError, match=r"joiners: 5 .* from 0 to 4: with 2 tied, as russian is played by 2 to 6"):
        so.svara_value(6, 2, joiners=5, rules="russian")
    with pytest.raises(so.DealError, match=r"joiners: 1 is not allowed; give 0: with 6 tied"):
        so.svara_value(6, 6, joiners=1, rules="russian")


# --- the chain ---------------------------------------------------------------------------------------------------


def test_where_nobody_joins_later_the_chain_is_the_closed_form():
    for rake in (0, 0.05):
        value = so.svara_value(8, 3, joiners=2, price="P/2", rake=rake).extra
        chain = so.svara_chain(8, 3, joiners=2, price="P/2", rake=rake, players=9).extra
        assert {key: chain[key] for key in ("price", "pot", "joiner_value", "tied_value")} == {
            key: value[key] for key in ("price", "pot", "joiner_value", "tied_value")
        }
        assert (chain["outside_value"], chain["expected_pot"]) == (0, 16)


def test_rounds_of_two_players():
    """246409 of 2265480 deals to two are tied, whoever counts them; the mean of a geometric law."""
    chain = so.svara_chain(2, 2, joiners=0, n_rounds=4)
    tied = F(246409, 2265480)
    assert chain.columns["played"] == [tied**n for n in range(4)]
    assert chain.columns["won"] == [tied**n * (1 - tied) for n in range(4)]
    assert chain.columns["pot"] == [2] * 4
    assert chain.extra["expected_rounds"] == 1 / (1 - tied)


def test_a_small_deck(tmp_path):
    table = small_table(tmp_path, NINE)
    found = so.svara_prospects(table.rules)
    assert found.columns["players"] == [2, 3]
    assert found.columns["svara"] == [1 - sizes(naive_score, NINE, n)[1] for n in (2, 3)]
    assert found.columns["inside"] == [F(1, 2), F(1, 3)]


def test_later_joiners_by_number_and_by_word():
    words = {"players": 5, "price": "P/2", "rake": 0.02}
    everyone = so.svara_chain(6, 3, **words, later="everyone").extra
    assert so.svara_chain(6, 3, **words, later=10).extra == everyone
    assert so.svara_chain(6, 3, **words, later="3").extra == everyone
    assert so.svara_chain(6, 3, **words, later="2").extra != everyone
    assert so.svara_chain(6, 3, **words, later=0).extra == so.svara_chain(6, 3, **words).extra


def test_a_later_price_of_its_own():
    words = {"joiners": 1, "players": 6, "later": "everyone"}
    both = so.svara_chain(6, 2, **words, price="P/2", later_price="P/k").extra
    assert both["joiner_value"] == 0
    half = so.svara_chain(6, 2, **words, price="P/2").extra
    assert half["joiner_value"] > 0 > half["outside_value"]


def test_the_sum_of_all_values_is_the_pot_less_the_rake():
    chain = so.svara_chain(7, 3, joiners=2, players=8, later=2, price="P/3", rake="1/30")
    extra = chain.extra
    total = 3 * extra["tied_value"] + 2 * extra["joiner_value"] + 3 * extra["outside_value"]
    assert total == 7 - extra["expected_pot"] / 30


def test_an_infinite_pot_is_told_and_not_made_up():
    chain = so.svara_chain(6, 2, joiners=0, players=10, later="everyone", price="P")
    none = ("expected_pot", "tied_value", "outside_value")
    assert [chain.extra[key] for key in none] == [None] * 3
    assert 1 < chain.extra["expected_rounds"] < 2
    assert json.loads(json.dumps(chain.json()))["expected_pot"] is None
    with pytest.raises(so.DealError, match=r"price: P is not allowed where so many join later; the expected pot"):
        so.svara_joining(6, 2, outsiders=2, players=10, later="everyone", price="P")


def test_prospects_of_every_table():
    found = so.svara_prospects(later="everyone", players=10)
    assert found.columns["players"] == list(range(2, 11))
    assert found.columns["outside"] == [0] * 8 + [None]
    svaras = so.svara_sizes()
    for row in found.rows():
        chance = {r["tied"]: r["probability"] for r in svaras.rows() if r["players"] == row["players"]}
        assert row["svara"] == sum(chance.values())
        # Ten are in after each: of k tied, 10 - k pay a k-th, and the pot is 10 / k of what it was.
        assert row["growth"] == sum(p * F(10, k) for k, p in chance.items()) / row["svara"]
    assert {"svara", "growth", "rounds", "pot", "inside", "outside"} <= set(found.frame().columns)


# --- prices, joining ---------------------------------------------------------------------------------------------


def test_prices_side_by_side():
    found = so.svara_prices()
    rows = {(row["price"], row["tied"], row["joiners"]): row for row in found.rows()}
    assert len(rows) == 5 * 3 * 4
    for (price, tied, joiners), row in rows.items():
        name, _, running = price.partition(", ")
        alone = so.svara_value(1, tied, joiners=joiners, price=name, running=bool(running)).extra
        last = alone["joiner_value"][-1] if running else alone["joiner_value"]
        assert (row["joiner_value"], row["tied_value"]) == (last, alone["tied_value"])
    assert rows["P/2", 3, 1]["joiner_value"] == F(-1, 8)
    assert rows["P/2, running", 2, 2]["joiner_value"] == F(-3, 16)
    assert {rows["P/k", tied, joiners]["joiner_value"] for tied in (2, 3, 4) for joiners in range(1, 5)} == {0}
    assert max(row["tied"] + row["joiners"] for row in so.svara_prices("russian").rows()) == 6


def test_joining_in_turn():
    game = so.svara_joining(15, 2, outsiders=3, price="2/5", running=True)
    assert game.columns["choice"] == ["joins", "stays out", "stays out"]
    assert game.columns["price"] == [6, F(42, 5), F(42, 5)]
    assert game.extra == {"joiners": 1, "possible": [1], "pot": 21, "tied_value": 7}
    fair = so.svara_joining(6, 3, outsiders=2)
    assert fair.columns["choice"] == ["stays out (or not)"] * 2
    assert fair.extra["possible"] == [0, 1, 2]
    keen = so.svara_joining(6, 3, outsiders=2, join_if_equal=True)
    assert keen.columns["choice"] == ["joins (or not)"] * 2
    assert keen.extra["joiners"] == 2


def test_where_the_tied_pay_too_the_game_is_played_for_the_chain(tmp_path):
    rules = club(tmp_path, "club")
    game = so.svara_joining(9, 2, outsiders=3, rules=rules)
    chain = so.svara_chain(9, 2, joiners=game.extra["joiners"], rules=rules).extra
    assert game.extra["tied_value"] == chain["tied_value"]
    joined = [row["join"] for row in game.rows() if row["choice"] == "joins"]
    assert joined == chain["joiner_value"]
    assert joined


def test_to_stay_out_may_be_worth_something():
    """Where everybody joins later at less than a fair price, those who stay out now own a part of the pot as well."""
    game = so.svara_joining(6, 3, outsiders=2, players=6, later="everyone", price="0.3")
    chain = so.svara_chain(6, 3, joiners=game.extra["joiners"], players=6, later="everyone", price="0.3").extra
    assert game.extra["tied_value"] == chain["tied_value"]
    joined = [row for row in game.rows() if row["choice"].startswith("joins")]
    assert {row["join"] for row in joined} <= {chain["joiner_value"]}
    for row in game.rows():
        if not row["choice"].startswith("joins"):
            assert row["stay_out"] == chain["outside_value"]


def test_demand_falls_with_the_price():
    found = so.svara_demand(
        2, outsiders=4, prices=["2/7", "0.3", "4/13", "0.32", "1/3", "0.35", "4/11", "0.4"], rake=0.2
    )
    assert found.columns["fewest"] == [3, 3, 2, 2, 1, 1, 0, 0]
    assert found.columns["most"] == [4, 3, 3, 2, 2, 1, 1, 0]
    assert found.columns["tied_value_fewest"][-1] == F(2, 5)
    everyone = so.svara_demand(2, outsiders=2, prices=["1/10"], players=5, later="everyone")
    alone = so.svara_joining(1, 2, outsiders=2, price="1/10", players=5, later="everyone")
    assert everyone.columns["fewest"] == everyone.columns["most"] == [alone.extra["joiners"]]
    assert everyone.columns["tied_value_most"] == [alone.extra["tied_value"]]


def test_every_result_has_a_frame_and_says_where_it_comes_from():
    results = [
        so.svara_value(6, 2),
        so.svara_prices(),
        so.svara_chain(6, 2),
        so.svara_prospects(n_players=[2, 3]),
        so.svara_joining(6, 2, outsiders=2),
        so.svara_demand(2, outsiders=2),
    ]
    for result in results:
        assert len(result.frame()) == len(result.rows()) > 0
        assert result.info.method == "exact"
        assert result.info.digest == so.load_rules().digest
        assert json.dumps(result.json(), allow_nan=False)
