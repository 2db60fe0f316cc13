from itertools import combinations
from math import comb

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from svara_odds.cards.deck import RANKS, SUIT_SYMBOLS, SUITS, Deck
from svara_odds.cards.hands import all_hands, format_hand, hand_index, parse_cards, parse_hand
from svara_odds.errors import NotationError

DECK = Deck(tuple(rank + suit for rank in "789TJQKA" for suit in SUITS))
FULL = Deck(tuple(rank + suit for rank in RANKS for suit in SUITS))


@pytest.mark.parametrize("n_cards", [3, 4, 9, 21, 32, 33, 36, 52])
def test_hands_are_in_colex_order(n_cards):
    hands = [tuple(hand) for hand in all_hands(n_cards).tolist()]
    assert hands == sorted(combinations(range(n_cards), 3), key=lambda hand: hand[::-1])
    assert [hand_index(hand) for hand in hands] == list(range(comb(n_cards, 3)))
    assert all_hands(n_cards).dtype == "uint8"
    assert not all_hands(n_cards).flags.writeable


def test_index_takes_any_sequence():
    assert {hand_index(hand) for hand in [(5, 9, 30), (9, 5, 30), (30, 9, 5), (9, 30, 5)]} == {4060 + 36 + 5}


@pytest.mark.parametrize(
    "text",
    [
        "7cKhKd",
        "7c Kh Kd",
        "  7c,Kh;Kd\n",
        "7♣K♥K♦",
        "7♣ K♥ K♦",
        "7♧ K♡ K♢",
        "7♣\ufe0f K♥\ufe0e K♦\ufe0f",
        "7C kH KD",
        "kdkh7c",
        "7c\u00a0Kh\u2009Kd",
    ],
)
def test_ways_to_write_a_hand(text):
    assert [DECK.cards[card] for card in parse_hand(text, DECK)] == ["7c", "Kd", "Kh"]


@pytest.mark.parametrize("text", ["10hTd10♠", "ThTd Ts", "10H,10D,10S", "th 10d tS"])
def test_ten_is_written_in_two_ways(text):
    assert [DECK.cards[card] for card in parse_hand(text, DECK)] == ["Td", "Th", "Ts"]


def test_cards_keep_their_order():
    assert [DECK.cards[card] for card in parse_cards("As 7c Kd 8h", DECK)] == ["As", "7c", "Kd", "8h"]
    assert parse_cards("", DECK) == ()
    assert parse_cards(" , ", DECK) == ()
    assert len(parse_cards("".join(FULL.cards), FULL)) == 52


@pytest.mark.parametrize(
    ("text", "position", "words"),
    [
        ("Kx", 1, ["expected a suit", "'x'"]),
        ("7cK", 3, ["expected a suit", "the end"]),
        ("7c Zh Kd", 3, ["expected a rank", "'Z'", "10"]),
        ("7c 1h Kd", 3, ["expected a rank", "'1'"]),
        ("7c Kh 6c", 6, ["6c", "not in this deck of 32 cards (7c to As)"]),
        ("7c Kh 7♣", 6, ["7c", "twice"]),
        ("10", 2, ["expected a suit", "the end"]),
        ("7c-Kh", 2, ["expected a rank", "'-'"]),
        ("♣7", 0, ["expected a rank"]),
        ("7\ufe0fc", 1, ["expected a suit"]),
        ("7 c", 1, ["expected a suit", "' '"]),
    ],
)
def test_errors_say_where(text, position, words):
    with pytest.raises(NotationError) as caught:
        parse_cards(text, DECK)
    assert caught.value.position == position
    assert caught.value.text == text
    assert f"at character {position + 1}" in str(caught.value)
    for word in words:
        assert word in str(caught.value)


@pytest.mark.parametrize(("text", "count"), [("", 0), ("7c", 1), ("7cKh", 2), ("7c8c9cTc", 4)])
def test_a_hand_is_three_cards(text, count):
    with pytest.raises(NotationError, match=f"three cards, found {count}"):
        parse_hand(text, DECK)


def test_a_long_text_does_not_flood_the_message():
    with pytest.raises(NotationError) as caught:
        parse_cards("7c Kh " + "?" * 1_000_000, DECK)
    assert len(str(caught.value)) < 300
    with pytest.raises(NotationError) as caught:
        parse_hand("".join(DECK.cards), DECK)
    assert len(str(caught.value)) < 300


def test_format():
    hand = parse_hand("7c Kd Kh", DECK)
    assert format_hand(hand, DECK) == format_hand(hand[::-1], DECK) == "KhKd7c"
    assert format_hand(hand, DECK, symbols=True) == "K♥K♦7♣"
    assert format_hand([], DECK) == ""


@given(st.lists(st.integers(0, 51), min_size=3, max_size=3, unique=True), st.booleans())
def test_text_goes_there_and_back(cards, symbols):
    assert list(parse_hand(format_hand(cards, FULL, symbols=symbols), FULL)) == sorted(cards)


SIGNS = "".join(RANKS) + "10" + SUITS + SUITS.upper() + SUIT_SYMBOLS + " ,;\ufe0f\n\0ßıKx"


@given(st.text() | st.text(alphabet=SIGNS))
@example("ǰc")
@example("10" * 50)
def test_any_text_is_cards_or_a_notation_error(text):
    refused = ""
    try:
        cards = parse_cards(text, DECK)
    except NotationError as trouble:
        refused = str(trouble)
    else:
        assert len(set(cards)) == len(cards)
        assert all(0 <= card < 32 for card in cards)
    assert "\n" not in refused


@given(st.text() | st.text(alphabet=SIGNS, max_size=10))
def test_any_text_is_a_hand_or_a_notation_error(text):
    try:
        hand = parse_hand(text, DECK)
    except NotationError:
        return
    assert 0 <= hand[0] < hand[1] < hand[2] < 32
