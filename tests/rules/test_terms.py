import pytest

from svara_odds.cards.hands import parse_hand
from svara_odds.rules.catalog import load_rules


@pytest.mark.parametrize(
    ("rules", "hand", "kind", "cards"),
    [
        ("fortegames", "7d 7h Kc", "pair", "7d 7h"),
        ("fortegames", "Ad Kc Ah", "pair", "Ad Ah"),
        ("fortegames", "Kd Kc Kh", "triple", "Kd Kc Kh"),
        ("fortegames", "Kd 8d Qh", "suit", "Kd 8d"),
    ],
)
def test_the_cards_that_make_the_points(rules, hand, kind, cards):
    rules = load_rules(rules)
    term = rules.best_term(parse_hand(hand, rules.deck))
    assert term.kind == kind
    assert {rules.deck.cards[card] for card in term.cards} == set(cards.split())
