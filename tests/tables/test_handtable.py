import csv
import hashlib
from fractions import Fraction
from itertools import permutations
from math import comb
from pathlib import Path

import numpy as np
import pytest

from svara_odds.cards.hands import parse_hand
from svara_odds.rules.catalog import list_rules, load_rules
from svara_odds.tables.handtable import NO_HAND, hand_table
from tests.naive.examples import EXAMPLES
from tests.naive.scoring import RULES, all_scores

GOLDEN = Path(__file__).parents[1] / "golden"
every_rule_set = pytest.mark.parametrize("rules", list_rules("showdown"))


def test_every_shipped_rule_set_has_a_slow_twin():
    assert set(list_rules("showdown")) == set(RULES)


@every_rule_set
def test_every_hand_is_worth_what_the_slow_scorer_says(rules):
    table, scores = hand_table(rules), all_scores(rules)
    assert table.n_hands == len(scores) == comb(table.n_cards, 3)
    for hand, half_points in zip(table.hands.tolist(), table.half_points.tolist(), strict=True):
        assert half_points == scores[frozenset(table.deck.cards[card] for card in hand)]


@pytest.mark.parametrize(("rules", "hand", "points"), EXAMPLES)
def test_worked_example_in_any_order(rules, hand, points):
    table = hand_table(rules)
    for cards in permutations(hand.split()):
        index = table.index_of(parse_hand("".join(cards), table.deck))
        assert Fraction(int(table.half_points[index]), 2) == points


@every_rule_set
def test_distribution_is_the_recorded_one(rules):
    table = hand_table(rules)
    with open(GOLDEN / f"distribution_{rules}.csv", newline="") as file:
        recorded = {2 * Fraction(row["points"]): int(row["count"]) for row in csv.DictReader(file)}
    assert dict(zip(*map(np.ndarray.tolist, np.unique(table.half_points, return_counts=True)), strict=True)) == recorded
    assert table.levels.tolist() == sorted(recorded)


@every_rule_set
def test_digest_is_the_recorded_one(rules):
    """Shipped results are found by this digest; it changes only where a score or a deck does."""
    with open(GOLDEN / "table_digests.csv", newline="") as file:
        recorded = {row["rules"]: row["digest"] for row in csv.DictReader(file)}
    assert hand_table(rules).digest == recorded[rules]


@every_rule_set
def test_digest_says_deck_and_scores(rules):
    deck = hand_table(rules).deck.cards
    scores = all_scores(rules)
    content = " ".join(deck).encode()
    for high in range(len(deck)):
        for middle in range(high):
            for low in range(middle):
                content += scores[frozenset([deck[low], deck[middle], deck[high]])].to_bytes(2, "little")
    assert hand_table(rules).digest == hashlib.sha256(content).hexdigest()


@every_rule_set
def test_order_is_the_rank_of_the_score(rules):
    table = hand_table(rules)
    assert (np.diff(table.levels) > 0).all()
    assert len(table.levels) < NO_HAND
    assert (table.levels[table.order] == table.half_points).all()
    assert set(table.order.tolist()) == set(range(len(table.levels)))


@every_rule_set
def test_lookup_takes_the_cards_in_any_sequence(rules):
    table = hand_table(rules)
    bits = table.card_bits
    assert table.lookup.shape == (1 << 3 * bits,)
    cards = table.hands.astype(np.int64).T
    for a, b, c in permutations(range(3)):
        assert (table.lookup[cards[a] << 2 * bits | cards[b] << bits | cards[c]] == table.order).all()
    assert np.count_nonzero(table.lookup != NO_HAND) == 6 * table.n_hands
    size = 1 << bits
    for first in range(size):
        for second in range(size):
            assert table.lookup[first << 2 * bits | first << bits | second] == NO_HAND
            assert table.lookup[first << 2 * bits | second << bits | first] == NO_HAND
            assert table.lookup[second << 2 * bits | first << bits | first] == NO_HAND


@every_rule_set
def test_masks_and_index(rules):
    table = hand_table(rules)
    for index, hand in enumerate(table.hands.tolist()):
        assert int(table.masks[index]) == sum(1 << card for card in hand)
        assert table.index_of(hand) == table.index_of(hand[::-1]) == index
        assert parse_hand(table.text(index), table.deck) == tuple(hand)
        assert parse_hand(table.text(index, symbols=True), table.deck) == tuple(hand)


@every_rule_set
def test_types_and_frozen(rules):
    table = hand_table(rules)
    symmetry = table.symmetry
    types = {
        "hands": "uint8",
        "masks": "uint64",
        "order": "uint8",
        "levels": "int16",
        "half_points": "int16",
        "lookup": "uint8",
    }
    arrays = {name: getattr(table, name) for name in types}
    types |= {"class_of": "int32", "sizes": "int64", "representatives": "int32", "generators": "uint8"}
    arrays |= {name: getattr(symmetry, name) for name in ("class_of", "sizes", "representatives", "generators")}
    types |= {"ranks": "uint8", "suits": "uint8"}
    arrays |= {"ranks": table.deck.ranks, "suits": table.deck.suits}
    for name, array in arrays.items():
        assert array.dtype == types[name], name
        assert not array.flags.writeable, name
        assert array.flags.c_contiguous, name
        with pytest.raises(ValueError, match="read-only"):
            array[...] = 0
    with pytest.raises(AttributeError):
        table.order = table.hands


def test_a_table_is_made_once():
    assert hand_table("russian") is hand_table(load_rules("russian"))
    assert hand_table() is hand_table("bulgarian")
