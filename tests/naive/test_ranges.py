from fractions import Fraction

import pytest

from tests.naive.ranges import cuts, matches_pattern, members
from tests.naive.scoring import all_scores

ONE = Fraction(1)


def held(rules, *term):
    return members(rules, [(term, False, ONE)])


@pytest.mark.parametrize(
    ("cards", "tokens", "fits"),
    [
        ("Ac Ah 7c", ["A", "A", "x"], True),
        ("Ac Ah As", ["A", "A", "x"], True),
        ("Ac 7c Kd", ["A", "A", "x"], False),
        ("Ks Kh 9d", ["Ks", "Kx", "x"], True),
        ("Kc Kh 9d", ["Ks", "Kx", "x"], False),
        # One king cannot stand for both.
        ("Ks 9h 9d", ["Kx", "Ks", "x"], False),
        # The order of the tokens does not matter, although x could take the king first.
        ("Ks Qh 9d", ["x", "x", "Ks"], True),
    ],
)
def test_pattern(cards, tokens, fits):
    assert matches_pattern(frozenset(cards.split()), tokens) is fits


def test_numbers_of_hands():
    assert len(held("bulgarian", "cards", ["7c", "x", "x"])) == 31 * 30 // 2
    assert len(held("bulgarian", "cards", ["A", "A", "x"])) == 6 * 28 + 4
    assert len(held("bulgarian", "word", "triple")) == 8 * 4
    assert len(held("bulgarian", "word", "pair")) == 8 * 6 * 28
    assert len(held("bulgarian", "word", "suited")) == 4 * 56
    assert len(held("bulgarian", "word", "rainbow")) == 4 * 8**3
    assert len(held("bulgarian", "word", "random")) == 4960
    assert len(held("russian", "word", "joker")) == 7140 - 34 * 33 * 32 // 6
    assert held("latvian-seka", "word", "joker") == {}


def test_points():
    everything = all_scores("russian").values()
    assert len(held("russian", "points", Fraction(65, 2), Fraction(65, 2))) == sum(p == 65 for p in everything)
    assert len(held("russian", "points", 22, None)) == sum(p >= 44 for p in everything)
    assert len(held("russian", "points", 20, 22)) == sum(40 <= p <= 44 for p in everything)


def test_exclusions_and_weights():
    aces, low = ("cards", ["A", "A", "x"]), ("points", 0, 32)
    without = members("bulgarian", [(aces, False, ONE), (("word", "triple"), True, ONE)])
    assert len(without) == 6 * 28
    assert len(members("bulgarian", [(("word", "triple"), True, ONE)])) == 4960 - 32
    both = [(low, False, Fraction(1, 2)), (aces, False, Fraction(1, 4))]
    hand = frozenset(["Ac", "Ah", "Kd"])
    assert members("bulgarian", both)[hand] == Fraction(1, 2)
    assert members("bulgarian", both, overlap=lambda held: held[-1])[hand] == Fraction(1, 4)


@pytest.mark.parametrize("text", ["AAx", "7cxx", "KsKxx", "Kxxx", "KxKx", "7cKhKd", "xxx", "TxJQ", "KxKxKx"])
def test_card_text_has_one_meaning(text):
    """Several cuts may give three cards, but they hold the same hands."""
    meanings = {frozenset(held("bulgarian", "cards", cut)) for cut in cuts(text)}
    assert len(meanings) == 1


@pytest.mark.parametrize("text", ["AA", "AAxxx", "KsKsKsx", "Kz", "sKx"])
def test_card_text_without_three_cards(text):
    assert cuts(text) == []
