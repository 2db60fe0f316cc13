import random
from math import comb

import numpy as np
import pytest

from svara_odds.showdown.joint import joint_counts, joint_plan
from svara_odds.tables.handtable import hand_table
from tests.naive.threeway import joint
from tests.smalldecks import NINE, TWELVE, names, small_table


@pytest.mark.parametrize("cards", [NINE, TWELVE], ids=len)
def test_small_decks_agree_with_laying_every_pair_of_hands(tmp_path, cards):
    table = small_table(tmp_path, cards)
    hands = {names(table, index): int(of) for index, of in enumerate(table.symmetry.class_of)}
    for own in range(0, table.symmetry.n_classes, 1 if cards is NINE else 9):
        expected = np.zeros((table.symmetry.n_classes,) * 2, dtype=np.int64)
        fixed = names(table, table.symmetry.representatives[own])
        for places, ways in joint(list(hands), hands, fixed).items():
            expected[places] = ways
        assert (joint_counts(table, own) == expected).all()


@pytest.mark.slow
def test_a_class_of_the_full_deck_agrees_with_laying_every_pair_of_hands():
    table = hand_table("fortegames")
    hands = {names(table, index): int(of) for index, of in enumerate(table.symmetry.class_of)}
    own = 137
    counts = joint_counts(table, own)
    expected = joint(list(hands), hands, names(table, table.symmetry.representatives[own]))
    assert {places: int(counts[places]) for places in zip(*counts.nonzero(), strict=True)} == expected


@pytest.mark.parametrize(
    ("rules", "cards"),
    [("fortegames", 32), ("bulgarian", 32), ("trynka", 21), pytest.param("russian", 36, marks=pytest.mark.slow)],
)
def test_totals_are_binomial_coefficients(rules, cards):
    table = hand_table(rules)
    plan, sizes = joint_plan(table), table.symmetry.sizes
    assert plan.n_levels == len(table.levels)
    assert plan.starts[-1] == plan.n_classes
    assert (plan.disjoint.sum(axis=1) == comb(cards - 3, 3)).all()
    deals = comb(cards, 3) * comb(cards - 3, 3) * comb(cards - 6, 3)
    assert (plan.weight * deals).round(6).tolist() == sizes.tolist()
    for own in random.Random(1).sample(range(plan.n_classes), 3):
        assert joint_counts(table, own).sum() == comb(cards - 3, 3) * comb(cards - 6, 3)


def test_every_seat_counts_alike():
    table = hand_table("fortegames")
    sizes, draw = table.symmetry.sizes, random.Random(2)
    for _ in range(8):
        one, two, three = (draw.randrange(table.symmetry.n_classes) for _ in range(3))
        rows = {own: joint_counts(table, own) for own in (one, two, three)}
        ways = {
            int(sizes[a] * rows[a][b, c])
            for a, b, c in [(one, two, three), (two, three, one), (three, one, two), (one, three, two)]
        }
        assert len(ways) == 1


def test_a_plan_cannot_be_changed():
    """It is kept, and the next game would play by what this one wrote there."""
    plan = joint_plan(hand_table("fortegames"))
    assert all(not array.flags.writeable for array in plan)
