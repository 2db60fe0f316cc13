"""What a showdown question must say before it is answered."""

import pytest

from svara_odds.cards.hands import parse_cards
from svara_odds.errors import DealError
from svara_odds.odds.spot import make_spot
from svara_odds.ranges.grammar import parse_range
from svara_odds.ranges.handrange import HandRange
from svara_odds.tables.handtable import hand_table

FULL_DECK = """
name = "many"
title = "Fifty-two cards"
source = "made for a test"
max_players = 16
[deck]
ranks = "23456789TJQKA"
[scoring]
points = { 2 = 2, 3 = 3, 4 = 4, 5 = 5, 6 = 6, 7 = 7, 8 = 8, 9 = 9, T = 10, J = 10, Q = 10, K = 10, A = 11 }
[betting]
structure = "call-closes"
[svara]
price = "P/k"
"""


def spot(rules, *texts, dead=""):
    table = hand_table(rules)
    return make_spot(table, [parse_range(text, table) for text in texts], dead=parse_cards(dead, table.deck))


def test_known_and_random_seats():
    here = spot("bulgarian", "7cKhKd", "random", "22+", "8x9xTx:0.5", "random:0.5", "34:1,33:0.5")
    assert here.n_players == 6
    assert here.known == {0: tuple(parse_cards("7cKdKh", here.table.deck))}
    assert here.unknown == (1, 2, 3, 4, 5)
    assert [here.is_random(seat) for seat in range(6)] == [False, True, False, False, True, False]
    assert [here.is_plain(seat) for seat in range(6)] == [True, True, True, True, True, False]


def test_a_range_of_one_hand_is_known():
    here = spot("fortegames", "AxAxAc,!AhAxAx", "random")
    assert list(here.known) == [0]


def test_dead_cards_are_sorted_and_once():
    table = hand_table("bulgarian")
    anything = HandRange.random(table)
    assert make_spot(table, [anything, anything], dead=[5, 3, 5]).dead == (3, 5)


@pytest.mark.parametrize(
    ("rules", "texts", "dead", "message"),
    [
        ("bulgarian", [], "", "players: 0; bulgarian is played by 2 to 10"),
        ("bulgarian", ["random"], "", "players: 1; bulgarian is played by 2 to 10"),
        ("bulgarian", ["random"] * 11, "", "players: 11; bulgarian is played by 2 to 10"),
        ("russian", ["random"] * 7, "", "players: 7; russian is played by 2 to 6"),
        ("trynka", ["random"] * 7, "TcTd", "players: 7 need 21 cards; 19 are left of 21"),
        ("bulgarian", ["7cKhKd", "AcAh7c"], "", "player 2: AhAc7c holds 7c, which player 1 holds"),
        ("bulgarian", ["7cKhKd", "random", "KhAhAd"], "", "player 3: AhAdKh holds Kh, which player 1 holds"),
        ("bulgarian", ["7cKhKd", "random"], "8cKd", "player 1: KhKd7c holds Kd, which is dead"),
    ],
)
def test_impossible_questions(rules, texts, dead, message):
    with pytest.raises(DealError) as caught:
        spot(rules, *texts, dead=dead)
    assert message in str(caught.value)


def test_no_more_players_than_their_sets_can_be_counted(tmp_path):
    path = tmp_path / "many.toml"
    path.write_text(FULL_DECK, encoding="utf-8")
    table = hand_table(path)
    everybody = [HandRange.random(table)] * 17
    assert make_spot(table, everybody[:16]).n_players == 16
    with pytest.raises(DealError, match="2 to 16"):
        make_spot(table, everybody)


def test_ranges_of_another_table_are_refused():
    bulgarian, fortegames = hand_table("bulgarian"), hand_table("fortegames")
    with pytest.raises(DealError, match=r"player 2: .*fortegames.*bulgarian"):
        make_spot(bulgarian, [HandRange.random(bulgarian), parse_range("22+", fortegames)])
