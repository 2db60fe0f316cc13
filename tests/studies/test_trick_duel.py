"""The solution of two hidden hands beside other ways to play."""

import pytest

import svara_odds as so
from svara_odds.errors import SolveError
from tests.naive.trickduel import Duel, best_response, equilibrium_value, expected
from tests.naive.trickplay import payments
from tests.swara.variants import variant

POT = 5


@pytest.fixture(scope="module")
def found():
    return so.swara.duel(variant(ranks="789", suits="cdh"), pot=POT, target=1e-6)


@pytest.fixture(scope="module")
def twin():
    gain = [payments((tricks, 3 - tricks), pot=POT, share=1)[0] - POT / 2 for tricks in range(4)]
    return Duel([rank + suit for rank in "789" for suit in "cdh" if rank + suit != "7c"], "c", gain)


@pytest.mark.parametrize("pot", [0, -1, float("nan"), float("inf")])
def test_a_duel_needs_a_pot(pot):
    with pytest.raises(so.DealError, match=f"pot: {pot}; it is"):
        so.swara.duel(variant(ranks="789", suits="cdh"), pot=pot)


def test_rows_hang_together(found):
    rows = {row["strategy"]: row for row in found.rows()}
    assert list(rows) == ["equilibrium", "open cards", "even"]
    for row in rows.values():
        assert row["exploitability"] == pytest.approx((row["leader_gain"] + row["follower_gain"]) / 2)
        assert row["share"] == pytest.approx(row["exploitability"] / POT)
        # Nobody gets more out of the equilibrium than its value allows.
        assert row["leading"] <= found.extra["high"] + 1e-9
        assert row["following"] >= found.extra["low"] - 1e-9
    solved = rows["equilibrium"]
    assert solved["share"] <= 1e-6
    assert solved["value"] == solved["leading"] == solved["following"] == found.extra["value"]
    assert solved["exploitability"] <= rows["open cards"]["exploitability"] < rows["even"]["exploitability"]


def test_the_value_is_that_of_a_linear_program(found, twin):
    assert found.extra["low"] - 1e-7 <= equilibrium_value(twin) <= found.extra["high"] + 1e-7


def test_even_play_is_that_of_the_game_card_by_card(found, twin):
    def even(hand, played, moves):
        return dict.fromkeys(moves, 1 / len(moves))

    row = found.rows()[2]
    assert row["value"] == pytest.approx(expected(twin, [even, even]), abs=1e-12)
    for seat, name in enumerate(("leader_gain", "follower_gain")):
        worth = (1, -1)[seat] * row["value"]
        assert worth + row[name] == pytest.approx(best_response(twin, seat, even), abs=1e-12)


def test_what_cannot_be_solved_is_refused():
    with pytest.raises(SolveError, match="target is 0"):
        so.swara.duel(target=0)
    with pytest.raises(SolveError, match="deck: 52 cards are too many"):
        so.swara.duel(
            variant(ranks="23456789TJQKA", order="23456789TJQKA", whip_points=dict.fromkeys("23456789TJQKA", 1))
        )
