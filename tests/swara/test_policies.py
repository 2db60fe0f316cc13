"""Codes, classes of hands and policies."""

from itertools import permutations

import numpy as np
import pytest

from svara_odds.cards.hands import all_hands, hand_index
from svara_odds.errors import DealError
from svara_odds.rules.catalog import load_trick_rules
from svara_odds.swara.policies import (
    PASS,
    PLAY,
    action_text,
    code_of,
    hand_classes,
    legal_codes,
    policy_codes,
    seat_codes,
    spread_codes,
    thrown_cards,
)

RULES = load_trick_rules()


def cards(text):
    return tuple(sorted(RULES.deck.position(name) for name in text.split()))


def test_codes_name_cards():
    hand = cards("7c Kd Ah")
    for code in range(9):
        if code > PLAY:
            assert code_of(hand, thrown_cards(hand, code)) == code
    assert thrown_cards(hand, PASS) == thrown_cards(hand, PLAY) == ()
    assert action_text(RULES, hand, 1 + 0b101) == "exchange Ah7c"
    assert action_text(RULES, hand, PASS) == "pass"


def test_forced_seats_only_play():
    assert legal_codes(RULES, 4, 0) == legal_codes(RULES, 4, 3) == (PLAY,)
    assert len(legal_codes(RULES, 4, 1)) == 9
    codes = seat_codes(RULES, 4, np.full(4960, PASS, np.uint8))
    assert codes[[0, 3]].min() == codes[[0, 3]].max() == PLAY
    assert codes[1].max() == PASS


def test_fewer_exchanges(small_rules):
    rules = small_rules("789TJQKA", exchange_cards="2")
    assert len(legal_codes(rules, 4, 1)) == 8
    assert legal_codes(small_rules("789TJQKA", exchanges="0"), 4, 1) == (PLAY, PASS)


def test_classes_are_the_orbits_of_the_side_suits():
    turn_up = RULES.deck.position("9c")
    classes = hand_classes(RULES, turn_up)
    assert sum(map(len, classes.values())) == 4495  # C(31, 3)
    seen = set()
    for example, alike in classes.items():
        names = [RULES.deck.cards[card] for card in example]
        orbit = set()
        for images in permutations("dhs"):
            moved = str.maketrans("dhs", "".join(images))
            orbit.add(cards(" ".join(name[0] + name[1].translate(moved) for name in names)))
        assert orbit == set(alike)
        assert not orbit & seen
        seen |= orbit


def test_a_policy_spreads_over_the_class():
    turn_up = RULES.deck.position("9c")
    example = cards("Ad Kd 7h")
    default = policy_codes(RULES, "play", 0)
    codes = spread_codes(RULES, turn_up, {example: code_of(example, cards("7h"))}, default)
    for text, thrown in (("As Ks 7d", "7d"), ("Ah Kh 7s", "7s"), ("Ad Kd 7s", "7s")):
        hand = cards(text)
        assert thrown_cards(hand, int(codes[hand_index(hand)])) == cards(thrown)
    assert (codes != default).sum() == 6


@pytest.mark.parametrize(
    ("text", "trump", "does"),
    [
        ("7h 8h 9h", 0, "play"),
        ("7c 8c 9h", 0, "play"),
        ("7d 8h 9s", 0, "pass"),
        ("7d 8d 9s", 0, "exchange 9s"),
        ("7d 8h Ac", 0, "exchange 8h7d"),
        ("Ad Ah As", 0, "play"),
    ],
)
def test_the_rule_of_thumb(text, trump, does):
    hand = cards(text)
    assert action_text(RULES, hand, int(policy_codes(RULES, "sensible", trump)[hand_index(hand)])) == does


def test_all_play():
    assert (policy_codes(RULES, "play", 2) == PLAY).all()
    assert len(policy_codes(RULES, "play", 2)) == len(all_hands(32))


def test_no_such_policy():
    with pytest.raises(DealError, match="play, sensible"):
        policy_codes(RULES, "bluff", 0)
