"""Decks and rules that no text has: every hand against a slow reading of the same file."""

import tomllib
from collections import Counter
from math import comb

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from svara_odds.rules.ruleset import build_ruleset
from svara_odds.rules.schema import CallCloses, DeckData, RuleFile, Scoring, SvaraRules
from svara_odds.tables.handtable import hand_table
from tests.tables.any_rules import RANKS, cards_of, points

HEAD = 'name = "other"\ntitle = "Other"\nsource = "nobody"\nexamples = []\n'
TAIL = '[betting]\nstructure = "call-closes"\n[svara]\n'
FACES = "2 = 2, 3 = 3, 4 = 4, 5 = 5, 6 = 6, 7 = 7, 8 = 8, 9 = 9, T = 10, J = 10, Q = 10, K = 10, A = 11"
FULL = 'ranks = "23456789TJQKA"'
SHORT = 'ranks = "789TJQKA"\nextra = ["6c", "6d"]'
SHORT_FACES = FACES.split(", ", 4)[4]

FILES = {
    "52 cards": (FULL, f'points = {{ {FACES} }}\npairs = {{ A = 22 }}\ntriples = {{ 2 = "sum", K = 30.5, A = 33 }}'),
    "52 cards, two jokers": (FULL, f"points = {{ {FACES} }}\njokers = {{ 2c = 12, As = 11 }}"),
    "9 cards": ('ranks = "QKA"\nsuits = "cdh"', "points = { Q = 10, K = 10, A = 11 }\ntriples = { K = 30 }"),
    "9 cards of one suit": ('ranks = "6789TJQKA"\nsuits = "h"', f"points = {{ {SHORT_FACES} }}"),
    "single cards": (
        'cards = ["2c", "7d", "7h", "9s", "Tc", "Td", "Js", "Ks", "As", "Ad"]',
        "points = { 2 = 0, 7 = 0.5, 9 = 9, T = 10, J = 2, K = 4, A = 11 }\npairs = { A = 15, 7 = 30.5 }",
    ),
    "no suit sums": (
        SHORT,
        f"suit_sum = false\npoints = {{ {SHORT_FACES} }}\npairs = {{ A = 22 }}\njokers = {{ 6c = 3 }}",
    ),
    "a card of its own points": (
        SHORT,
        f'points = {{ {SHORT_FACES}, 7c = 11, Kh = 12.5 }}\ntriples = {{ 7 = "sum", K = "sum" }}\n'
        'jokers = { 6c = 0 }\njoker_mode = "wild"',
    ),
    "two that join": (
        SHORT,
        f"points = {{ {SHORT_FACES} }}\npairs = {{ 6 = 25 }}\ntriples = {{ 6 = 1, K = 30, A = 33 }}\n"
        'jokers = { 6c = 11, Ad = 12 }\njoker_mode = "join"',
    ),
    "three that add": (SHORT, f"points = {{ {SHORT_FACES} }}\njokers = {{ 6c = 11, 6d = 10.5, Ad = 11 }}"),
    "three that stand in": (
        SHORT,
        f'points = {{ {SHORT_FACES} }}\npairs = {{ A = 22, 7 = 23 }}\ntriples = {{ 6 = 36, 7 = "sum", K = 30.5 }}\n'
        'jokers = { 6c = 11, 6d = 11, Ad = 11 }\njoker_mode = "wild"',
    ),
    "four that join": (
        SHORT,
        f"points = {{ {SHORT_FACES} }}\npairs = {{ A = 22 }}\ntriples = {{ A = 33, 7 = 34 }}\n"
        'jokers = { Ac = 11, Ad = 11, Ah = 11, As = 11 }\njoker_mode = "join"',
    ),
    "all jokers": (
        'ranks = "QKA"\nsuits = "cdh"',
        "points = { Q = 1, K = 2, A = 3 }\ntriples = { Q = 9 }\njoker_mode = 'wild'\n"
        "jokers = { Qc = 1, Qd = 2, Qh = 3, Kc = 4, Kd = 5, Kh = 6, Ac = 7, Ad = 8, Ah = 9 }",
    ),
}


def same_as_slow_reading(table, content):
    cards = cards_of(content["deck"])
    assert list(table.deck.cards) == cards
    assert table.n_hands == comb(len(cards), 3)
    for index, hand in enumerate(table.hands.tolist()):
        names = [cards[card] for card in hand]
        assert int(table.half_points[index]) == 2 * points(content["scoring"], names), names


def well_formed(table):
    """What holds of every table, whatever its rules."""
    symmetry = table.symmetry
    assert int(symmetry.sizes.sum()) == table.n_hands
    assert len(set(symmetry.names)) == symmetry.n_classes
    assert Counter(symmetry.class_of.tolist()) == dict(enumerate(symmetry.sizes.tolist()))
    assert (table.half_points == table.half_points[symmetry.representatives[symmetry.class_of]]).all()
    for move in symmetry.generators.tolist():
        assert sorted(move) == list(range(table.n_cards))
    labels = [table.label(index) for index in range(table.n_hands)]
    assert all(label and label == " ".join(label.split()) for label in labels)


@pytest.mark.parametrize(("deck", "scoring"), FILES.values(), ids=FILES.keys())
def test_file(tmp_path, deck, scoring):
    text = f"{HEAD}[deck]\n{deck}\n[scoring]\n{scoring}\n{TAIL}"
    path = tmp_path / "other.toml"
    path.write_text(text)
    table = hand_table(path)
    same_as_slow_reading(table, tomllib.loads(text))
    well_formed(table)
    assert table.card_bits == (5 if table.n_cards <= 32 else 6)


@st.composite
def contents(draw):
    """A deck of 9 to 14 cards of few ranks, so that combinations are common, and any scoring of them."""
    ranks = "".join(draw(st.lists(st.sampled_from(RANKS), min_size=3, max_size=4, unique=True)))
    every = [rank + suit for rank in ranks for suit in "cdhs"]
    cards = draw(st.lists(st.sampled_from(every), min_size=9, max_size=14, unique=True))
    held = sorted({card[0] for card in cards})
    worth = st.integers(0, 60).map(lambda half: half / 2)
    scoring = {
        "points": {rank: draw(worth) for rank in held}
        | draw(st.dictionaries(st.sampled_from(cards), worth, max_size=2)),
        "suit_sum": draw(st.booleans()),
        "pairs": draw(st.dictionaries(st.sampled_from(held), worth)),
        "triples": draw(st.dictionaries(st.sampled_from(held), worth | st.just("sum"))),
        "jokers": draw(st.dictionaries(st.sampled_from(cards), worth, max_size=4)),
        "joker_mode": draw(st.sampled_from(["add", "join", "wild"])),
    }
    return {"deck": {"cards": cards}, "scoring": scoring}


def built(content):
    """The table of rules that are given as what a file would hold of them."""
    file = RuleFile(
        name="any",
        title="Any",
        source="nobody",
        deck=DeckData(cards=tuple(content["deck"]["cards"])),
        scoring=Scoring(**content["scoring"]),
        betting=CallCloses(),
        svara=SvaraRules(),
        examples=(),
    )
    return hand_table(build_ruleset(file))


@settings(max_examples=80, deadline=None)
@given(contents())
def test_any_rules(content):
    table = built(content)
    same_as_slow_reading(table, content)
    well_formed(table)


@pytest.mark.parametrize(
    ("hand", "label"),
    [
        ("6c 6d Ad", "ace of diamonds plus the six of clubs and the six of diamonds as jokers"),
        ("6c 6d Kh", "king of hearts plus the six of clubs and the six of diamonds as jokers"),
        ("6c Kh Th", "king and ten of hearts plus the six of clubs as joker"),
        ("7c Kh Th", "king and ten of hearts"),
        ("Kc Qd Jh", "king of clubs"),
    ],
)
def test_labels_of_three_jokers(tmp_path, hand, label):
    deck, scoring = FILES["three that add"]
    path = tmp_path / "other.toml"
    path.write_text(f"{HEAD}[deck]\n{deck}\n[scoring]\n{scoring}\n{TAIL}")
    table = hand_table(path)
    assert table.label(table.index_of([table.deck.position(name) for name in hand.split()])) == label
