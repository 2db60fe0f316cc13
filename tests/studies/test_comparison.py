"""Distributions beside one another, and how often there is a svara."""

from collections import Counter
from fractions import Fraction
from itertools import combinations
from math import comb

import pytest

import svara_odds as so
from svara_odds.studies.charts import CHARTS, draw_chart
from tests.naive.scoring import bulgarian


def test_each_distribution_stands_as_it_is_alone():
    names = ["russian", "bulgarian"]
    rows = so.compare_distributions(names).rows()
    assert rows == [{"rules": name, **row} for name in names for row in so.distribution(name).rows()]


def test_no_rule_set_is_nothing_to_compare():
    with pytest.raises(so.RulesError, match="none given"):
        so.compare_distributions([])


def test_two_hands_tie_as_often_as_pairs_of_hands_do():
    deck = [rank + suit for rank in "789TJQKA" for suit in "cdhs"]
    same, meeting = Counter(), Counter()
    for hand in combinations(deck, 3):
        points = bulgarian(list(hand))
        same[points] += 1
        for size in (1, 2, 3):
            for cards in combinations(hand, size):
                meeting[points, cards] += 1
    # Pairs that share no card, by inclusion and exclusion over the cards they share.
    ties = sum(count * count for count in same.values())
    ties += sum((-1) ** len(cards) * count * count for (_, cards), count in meeting.items())
    expected = Fraction(ties, comb(32, 3) * comb(29, 3))
    assert so.svara_sizes(n_players=[2]).columns["probability"] == [expected]


@pytest.mark.parametrize("rules", ["bulgarian", "fortegames"])
def test_somebody_wins_alone_or_there_is_a_svara(rules):
    svaras = so.svara_sizes(rules).rows()
    assert {row["players"] for row in svaras} == set(range(2, 11))
    for n in range(2, 11):
        alone = sum(row["hands"] * row["win"] for row in so.ranking(n, rules).rows()) * Fraction(n, 4960)
        tied = {row["tied"]: row["probability"] for row in svaras if row["players"] == n}
        assert list(tied) == list(range(2, n + 1))
        assert alone + sum(tied.values()) == 1


def test_sizes_are_those_of_random_hands():
    """The other way round: by the number of opponents who are best, not by the hands that tie."""
    svaras = so.svara_sizes(n_players=[3, 6]).rows()
    for n in (3, 6):
        expected = so.equity(["random"], n_players=n).extra["svara_size"]
        assert {row["tied"]: row["probability"] for row in svaras if row["players"] == n} == expected


def test_numbers_of_players_come_once_and_ascending():
    assert so.svara_sizes(n_players=[4, 2, 4]).columns["players"] == [2, 4, 4, 4]


@pytest.mark.parametrize("name", ["at-least", "svara-sizes"])
def test_chart_is_drawn_the_same_every_time(name, tmp_path):
    first, second = (draw_chart(name, tmp_path / f"{n}.png").read_bytes() for n in (1, 2))
    assert first == second
    assert first.startswith(b"\x89PNG")


def test_at_least_compares_rule_sets_of_the_same_cards():
    shown = set(CHARTS["at-least"].study("fortegames").columns["rules"])
    assert shown == {"fortegames", "bulgarian", "bulgarian-low-triples"}
    assert CHARTS["at-least"].study("fortegames").columns["rules"][0] == "fortegames"
    assert set(CHARTS["at-least"].study("trynka").columns["rules"]) == {"trynka"}


@pytest.mark.parametrize(
    ("name", "rules", "message"),
    [
        # 605 of 4960 hands have 22 or more and 362 have more than that; with 23 for two sevens, 529 have 23 or more.
        ("at-least", "bulgarian", "The best tenth of all hands make 22 points or more"),
        ("at-least", "fortegames", "The best tenth of all hands make 23 points or more"),
        ("svara-sizes", "bulgarian", "A svara ends 10.9 % of showdowns among 2, 18.0 % among 10"),
    ],
)
def test_the_title_says_what_to_see(name, rules, message):
    assert CHARTS[name].message(CHARTS[name].study(rules)) == message
