import pytest

from svara_odds.cards.deck import RANKS
from svara_odds.text.wording import (
    describe,
    list_words,
    points_number,
    points_text,
    rank_plural,
    rank_word,
    say_card,
    with_article,
)


def test_ranks_in_words():
    words = ["two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "jack", "queen", "king", "ace"]
    assert [rank_word(rank) for rank in RANKS] == words
    assert [rank_plural(rank) for rank in "26TA"] == ["twos", "sixes", "tens", "aces"]
    assert [with_article(word) for word in words if word[0] in "aeiou"] == ["an eight", "an ace"]
    assert with_article("king") == "a king"


def test_cards_in_words():
    assert say_card("Kh") == "king of hearts"
    assert say_card("2s") == "two of spades"


@pytest.mark.parametrize(
    ("words", "text"),
    [([], ""), (["one"], "one"), (["one", "two"], "one and two"), (["one", "two", "three"], "one, two and three")],
)
def test_lists(words, text):
    if words:
        assert list_words(words) == text
        assert list_words(words, last="or") == text.replace(" and ", " or ")


def test_points():
    assert [points_text(half) for half in (0, 1, 22, 65)] == ["0", "0.5", "11", "32.5"]
    assert [points_number(half) for half in (0, 1, 22, 65)] == [0, 0.5, 11, 32.5]
    assert isinstance(points_number(22), int)


@pytest.mark.parametrize(
    ("kind", "cards", "jokers", "inner", "text"),
    [
        ("suit", ["8c"], [], "", "eight of clubs"),
        ("suit", ["9h", "Kh"], [], "", "king and nine of hearts"),
        ("suit", ["9h", "Ah", "Kh"], [], "", "ace, king and nine of hearts"),
        ("pair", ["Ac", "Ad"], [], "", "pair of aces"),
        ("triple", ["6c", "6d", "6s"], [], "", "three sixes"),
        ("joined pair", ["Kc", "Kd"], ["7c"], "", "pair of kings joined by the seven of clubs"),
        ("wild pair", ["Ac"], ["6c"], "", "pair of aces with the six of clubs as an ace"),
        ("wild triple", ["8c", "8d"], ["6c"], "", "three eights with the six of clubs as an eight"),
        ("wild triple", ["6d"], ["6c", "Ad"], "", "three sixes with the six of clubs and the ace of diamonds as sixes"),
        ("joker", [], ["7c"], "king of hearts", "king of hearts plus the seven of clubs as joker"),
        ("joker", [], ["7c"], "", "the seven of clubs as joker"),
        (
            "joker",
            [],
            ["7c", "7d", "7h"],
            "",
            "the seven of clubs, the seven of diamonds and the seven of hearts as jokers",
        ),
    ],
)
def test_combinations(kind, cards, jokers, inner, text):
    assert describe(kind, cards, jokers, inner) == text
