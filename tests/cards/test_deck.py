import pytest

from svara_odds.cards.deck import RANKS, SUITS, Deck

FULL = Deck(tuple(rank + suit for suit in SUITS for rank in RANKS))


def test_cards_are_sorted_by_rank_then_suit():
    assert FULL.cards[:5] == ("2c", "2d", "2h", "2s", "3c")
    assert FULL.cards[-1] == "As"
    assert FULL.n_cards == 52


def test_positions_ranks_and_suits():
    for position, name in enumerate(FULL.cards):
        assert FULL.position(name) == position
        assert name in FULL
        assert RANKS[FULL.ranks[position]] + SUITS[FULL.suits[position]] == name
    assert "Zc" not in FULL
    assert "A" not in FULL
    with pytest.raises(KeyError):
        FULL.position("1c")


def test_decks_of_the_same_cards_are_equal():
    assert Deck(("7c", "As", "Ac")) == Deck(("As", "Ac", "7c"))
    assert hash(Deck(("7c", "As"))) == hash(Deck(("As", "7c")))
    assert Deck(("7c", "As")) != Deck(("7c", "Ah"))


def test_a_deck_cannot_be_changed():
    with pytest.raises(AttributeError):
        FULL.cards = ()
    for array in (FULL.ranks, FULL.suits):
        with pytest.raises(ValueError, match="read-only"):
            array[0] = 1
