"""A deck so small that every range of it can be checked the slow way, besides the shipped rule sets."""

from __future__ import annotations

import pytest

from svara_odds.tables.handtable import hand_table
from tests.naive.scoring import RULES, Game

NINE_CARDS = ["7c", "7d", "7h", "Kc", "Kd", "Kh", "Ac", "Ad", "As"]
NINE_FILE = """
name = "nine"
title = "Nine cards"
source = "These tests"
[deck]
cards = ["7c", "7d", "7h", "Kc", "Kd", "Kh", "Ac", "Ad", "As"]
[scoring]
suit_sum = true
points = { 7 = 7, K = 10.5, A = 111 }
triples = { 7 = 777, K = 234, A = 222 }
jokers = { 7c = 11 }
joker_mode = "add"
[betting]
structure = "call-closes"
[svara]
price = "P/k"
[[examples]]
hand = "7cKdAd"
points = 132.5
[[examples]]
hand = "7cAcAd"
points = 122
"""
_POINTS = {"7": 7, "K": 10.5, "A": 111}


def nine_points(cards: list[str]) -> int:
    """Half points of a hand of the nine cards."""
    triple = {"777": 777, "KKK": 234, "AAA": 222}.get("".join(sorted(card[0] for card in cards)), 0)
    values = [triple, best_suit(cards)]
    if "7c" in cards:
        values.append(11 + best_suit([card for card in cards if card != "7c"]))
    return int(2 * max(values))


def best_suit(cards: list[str]) -> float:
    return max(sum(_POINTS[card[0]] for card in cards if card[1] == suit) for suit in "cdhs")


@pytest.fixture(scope="package")
def tables(tmp_path_factory):
    """Tables by name; the nine cards are known to the slow way under the same name."""
    path = tmp_path_factory.mktemp("rules") / "nine.toml"
    path.write_text(NINE_FILE)
    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(RULES, "nine", Game(NINE_CARDS, ["7c"], nine_points))
        yield {"nine": hand_table(path)} | {
            name: hand_table(name) for name in ("bulgarian", "fortegames", "russian", "latvian-seka", "trynka")
        }
