"""Decks of a dozen cards under the scoring of `fortegames`: small enough to deal everything there is.

The rules are written as a file of their own; the score that the naive twin is given comes from its own code.
"""

from functools import cache
from pathlib import Path

from svara_odds.tables.handtable import HandTable, hand_table
from tests.naive.scoring import RULES

# Pairs of sevens, the joker, triples and suits of two and three cards all meet here.
NINE = ["7c", "7d", "7h", "Kc", "Kd", "Kh", "Ac", "Ad", "Ah"]
TWELVE = ["7c", "7d", "7h", "8h", "9h", "Kc", "Kd", "Kh", "Ks", "Ac", "Ad", "Ah"]

_TEXT = """
name = "small"
title = "A small deck"
source = "made for a test"
[deck]
cards = [{cards}]
[scoring]
points = {{ {points} }}
pairs = {{ 7 = 23, A = 22 }}
triples = {{ 7 = 34, K = 30, A = 33 }}
jokers = {{ 7c = 11 }}
joker_mode = "join"
[betting]
structure = "call-closes"
[svara]
price = "P/k"
[[examples]]
hand = "7c 7d Kc"
points = {example}
"""
_FACE = {"7": 7, "8": 8, "9": 9, "K": 10, "A": 11}


def small_table(folder: Path, cards: list[str]) -> HandTable:
    """Table of a deck of these cards, read from a rule file in `folder`."""
    points = ", ".join(f"{rank} = {_FACE[rank]}" for rank in sorted({card[0] for card in cards}))
    example = naive_score(frozenset(["7c", "7d", "Kc"])) / 2
    text = _TEXT.format(cards=", ".join(f'"{card}"' for card in cards), points=points, example=example)
    path = folder / f"small-{len(cards)}.toml"
    path.write_text(text, encoding="utf-8")
    return hand_table(path)


@cache
def naive_score(hand: frozenset[str]) -> int:
    return RULES["fortegames"].half_points(sorted(hand))


def names(table: HandTable, index: int) -> frozenset[str]:
    """Card names of the hand in a row, for the naive twin."""
    return frozenset(table.deck.cards[card] for card in table.hands[index])


def row_of(table: HandTable, text: str) -> int:
    return table.index_of(table.deck.position(name) for name in text.split())
