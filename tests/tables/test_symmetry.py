from collections import Counter

import numpy as np
import pytest

from svara_odds.cards.deck import RANKS, SUITS
from svara_odds.rules.catalog import list_rules
from svara_odds.tables.handtable import hand_table
from tests.naive import symmetry as slow
from tests.naive.scoring import all_scores

every_rule_set = pytest.mark.parametrize("rules", list_rules("showdown"))


@every_rule_set
def test_classes_are_those_found_by_trying_every_renaming(rules):
    table = hand_table(rules)
    found = {}
    for hand, number in zip(table.hands.tolist(), table.symmetry.class_of.tolist(), strict=True):
        found.setdefault(number, set()).add(frozenset(table.deck.cards[card] for card in hand))
    expected = {frozenset(orbit) for orbit in slow.classes(all_scores(rules))}
    assert {frozenset(hands) for hands in found.values()} == expected


@pytest.mark.parametrize(
    ("rules", "classes"),
    [("bulgarian", 337), ("fortegames", 337), ("russian", 1305), ("russian-plain-jokers", 1305), ("latvian-seka", 191)],
)
def test_number_of_classes(rules, classes):
    assert hand_table(rules).symmetry.n_classes == classes


@every_rule_set
def test_blocks_are_the_valid_exchanges(rules):
    symmetry = hand_table(rules).symmetry
    scores = all_scores(rules)
    pairs = {(RANKS[a], RANKS[b]) for block in symmetry.rank_blocks for a in block for b in block if a < b}
    assert pairs == set(slow.rank_swaps(scores))
    suits = {(a, b) for block in symmetry.suit_blocks for a in block for b in block if a < b}
    swaps = set()
    for renaming in slow.suit_renamings(scores):
        moved = [place for place, suit in enumerate(SUITS) if renaming[suit] != suit]
        if len(moved) == 2:
            swaps.add(tuple(moved))
    assert suits == swaps


@every_rule_set
def test_generators_are_permutations_that_keep_the_score(rules):
    table = hand_table(rules)
    for move in table.symmetry.generators.tolist():
        assert sorted(move) == list(range(table.n_cards))
        for index in range(0, table.n_hands, 7):
            image = table.index_of([move[card] for card in table.hands[index].tolist()])
            assert table.half_points[image] == table.half_points[index]
            assert table.symmetry.class_of[image] == table.symmetry.class_of[index]


@every_rule_set
def test_sizes_and_numbering(rules):
    table = hand_table(rules)
    symmetry = table.symmetry
    assert int(symmetry.sizes.sum()) == table.n_hands
    assert Counter(symmetry.class_of.tolist()) == dict(enumerate(symmetry.sizes.tolist()))
    keys = [(int(table.half_points[first]), int(first)) for first in symmetry.representatives]
    assert keys == sorted(keys)
    firsts = [int(np.flatnonzero(symmetry.class_of == number)[0]) for number in range(symmetry.n_classes)]
    assert firsts == symmetry.representatives.tolist()


@every_rule_set
def test_names_tell_the_classes_apart(rules):
    symmetry = hand_table(rules).symmetry
    assert len(symmetry.names) == len(set(symmetry.names)) == symmetry.n_classes
    for name in symmetry.names:
        ranks, suits = name[::2], name[1::2]
        assert len(name) == 6
        assert set(ranks) <= set("6789TJQKAXYZ")
        assert set(suits) <= set("cdhsxyz")
        # The letters are given out in order: an exchangeable rank is X before it is Y.
        for letters, given in (("XYZ", ranks), ("xyz", suits)):
            new = [letter for letter in dict.fromkeys(given) if letter in letters]
            assert new == list(letters[: len(new)])


@pytest.mark.parametrize(
    ("rules", "hand", "name"),
    [
        ("bulgarian", "Ac Kh Kd", "AcXxXy"),
        ("bulgarian", "7c Kh Kd", "XxXy7c"),
        ("bulgarian", "Ks Qs Jh", "XxYxZy"),
        ("bulgarian", "9c 8h 7c", "9c8x7c"),
        ("trynka", "6c Kh Qh", "KxQx6c"),
        ("latvian-seka", "As Ah 9s", "AxAy9y"),
    ],
)
def test_name_reads_as_the_hands_do(rules, hand, name):
    table = hand_table(rules)
    index = table.index_of([table.deck.position(card) for card in hand.split()])
    found = table.symmetry.names[table.symmetry.class_of[index]]
    # The first hand of the class gives the name: the letters of two suits may be the other way round.
    assert sorted(found[::2]) == sorted(name[::2])
    assert found in (name, name.translate(str.maketrans("xy", "yx")))


def test_tables_and_symmetries_show_in_a_line():
    table = hand_table("bulgarian")
    assert repr(table) == "<HandTable bulgarian: 4960 hands, 23 scores>"
    assert repr(table.symmetry) == f"<Symmetry: {table.symmetry.n_classes} classes of 4960 hands>"
