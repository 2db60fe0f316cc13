import csv
from fractions import Fraction
from itertools import combinations, permutations
from math import comb
from pathlib import Path

import pytest

from tests.naive.examples import EXAMPLES
from tests.naive.scoring import DECK_36, RULES, SUITS, all_scores, distribution, score

GOLDEN = Path(__file__).parents[1] / "golden"
HANDS = {
    "bulgarian": 4960,
    "bulgarian-low-triples": 4960,
    "fortegames": 4960,
    "russian": 7140,
    "russian-plain-jokers": 7140,
    "forte-seka": 7140,
    "latvian-seka": 7140,
    "begench-seka": 5456,
    "trynka": 1330,
}


@pytest.mark.parametrize(("rules", "hand", "points"), EXAMPLES)
def test_worked_example_in_any_order(rules, hand, points):
    for cards in permutations(hand.split()):
        assert score(rules, cards) == 2 * points


def test_every_rule_set_has_its_deck():
    assert HANDS.keys() == RULES.keys()
    for rules, hands in HANDS.items():
        deck = RULES[rules].deck
        assert len(set(deck)) == len(deck)
        assert comb(len(deck), 3) == len(all_scores(rules)) == hands


def test_three_alike_are_worth_the_same_in_all_suits():
    for rules, game in RULES.items():
        for rank in "6789TJQKA":
            alike = [hand for hand in combinations(game.deck, 3) if {card[0] for card in hand} == {rank}]
            assert len({score(rules, hand) for hand in alike}) <= 1


@pytest.mark.parametrize("rules", RULES)
def test_without_combinations_the_best_card_counts(rules):
    """Three suits, three ranks and no joker leave nothing but the highest card."""
    for hand in all_scores(rules):
        if len({card[1] for card in hand}) == len({card[0] for card in hand}) == 3:
            worth = max(int(c[0]) if c[0].isdigit() else 11 if c[0] == "A" else 10 for c in hand)
            if not hand & set(RULES[rules].jokers):
                assert score(rules, hand) == 2 * worth


def test_whole_suits_add_up_in_every_rule_set():
    for rules in RULES:
        for suit in SUITS:
            assert score(rules, [f"A{suit}", f"K{suit}", f"Q{suit}"]) == 62


def test_russian_readings_differ_only_where_a_joker_completes_three():
    for hand in combinations(DECK_36, 3):
        wild, plain = score("russian", hand), score("russian-plain-jokers", hand)
        assert wild >= plain
        if wild != plain:
            ranks = [card[0] for card in hand if card not in ("Ad", "6c")]
            assert len(ranks) < 3
            assert len(set(ranks)) == 1


@pytest.mark.parametrize("rules", RULES)
def test_distribution_is_the_recorded_one(rules):
    with open(GOLDEN / f"distribution_{rules}.csv", newline="") as file:
        recorded = [(Fraction(row["points"]), int(row["count"])) for row in csv.DictReader(file)]
    assert recorded == distribution(rules)
