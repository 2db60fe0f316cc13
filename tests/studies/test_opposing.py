"""What beats a hand, counted by the slow twin."""

from collections import Counter
from fractions import Fraction
from itertools import combinations

import pytest

import svara_odds as so
from tests.naive.scoring import all_scores


@pytest.mark.parametrize(("rules", "hand"), [("bulgarian", "7cKhKd"), ("russian", "AdTs6h"), ("trynka", "6cKhKd")])
def test_scores_are_counted(rules, hand):
    scores = all_scores(rules)
    held = frozenset(hand[place : place + 2] for place in (0, 2, 4))
    others = sorted({card for other in scores for card in other} - held)
    counts = Counter(scores[frozenset(three)] for three in combinations(others, 3))
    rows = so.what_beats(hand, rules).rows()
    assert [2 * Fraction(row["points"]) for row in rows] == sorted(set(scores.values()), reverse=True)
    for row in rows:
        points = 2 * Fraction(row["points"])
        assert row["hands"] == counts[points]
        assert row["probability"] == Fraction(counts[points], counts.total())
        mine = scores[held]
        assert row["outcome"] == ("beats" if points > mine else "ties" if points == mine else "loses")


def test_it_is_what_equity_says():
    rows = so.what_beats("Ts9s8d", "fortegames").rows()
    odds = so.equity(["Ts9s8d", "random"], "fortegames").rows()[0]
    assert sum(row["probability"] for row in rows if row["outcome"] == "ties") == odds["svara"]
    assert sum(row["probability"] for row in rows if row["outcome"] == "loses") == odds["win"]


@pytest.mark.parametrize("hand", ["", "7c", "7c7cKh", "2c3c4c", "7cKhKdKs"])
def test_refuses_what_is_no_hand(hand):
    with pytest.raises(so.NotationError, match="hand"):
        so.what_beats(hand)
