"""Whip odds: closed forms, small decks dealt out, every draw drawn, and shuffled decks."""

import itertools
import random
from fractions import Fraction
from math import comb, sqrt

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from svara_odds.errors import DealError
from svara_odds.rules.catalog import load_trick_rules
from svara_odds.swara.whips import chance_after, suit_sizes, whip_distribution, whip_income
from tests.naive import swara as naive

RULES = load_trick_rules()


def positions(names, rules=RULES):
    return [rules.deck.position(name) for name in names]


def test_a_dealt_hand():
    assert whip_distribution((8, 8, 8, 8), 1) == (Fraction(4736, 4960), Fraction(224, 4960))
    assert naive.dealt_chance() == Fraction(4 * comb(8, 3), comb(32, 3))


@pytest.mark.parametrize("n_players", range(1, 11))
def test_a_card_turned_up_tells_nothing_of_the_number_of_whips(n_players):
    """Each suit is as likely to be the one that is a card short."""
    seen = whip_distribution((8, 8, 7, 8), n_players)
    assert seen == whip_distribution((8, 8, 8, 8), n_players)
    assert sum(seen) == 1
    mean = sum(number * chance for number, chance in enumerate(seen))
    assert mean == n_players * Fraction(224, 4960)


@pytest.mark.parametrize(
    ("sizes", "n_players"),
    [((3, 3, 3, 3), 2), ((3, 3, 3, 3), 3), ((6, 2, 0, 3), 3), ((6, 6, 0, 0), 3), ((5, 4, 1, 2), 2), ((9, 0, 0, 0), 3)],
)
def test_small_decks_dealt_out(sizes, n_players):
    deck = [rank + suit for suit, size in zip("cdhs", sizes, strict=True) for rank in "6789TJQKA"[:size]]
    counts = naive.whip_counts(deck, n_players)
    total = sum(counts)
    assert whip_distribution(sizes, n_players) == tuple(Fraction(count, total) for count in counts)


@pytest.mark.parametrize("n_players", [2, 4, 6, 10])
def test_shuffled_decks(n_players):
    rng = random.Random(n_players)
    trials = 20_000
    seen = [0] * (n_players + 1)
    deck = list(naive.CARDS)
    for _ in range(trials):
        rng.shuffle(deck)
        seen[sum(naive.one_suited(deck[3 * seat : 3 * seat + 3]) for seat in range(n_players))] += 1
    for count, chance in zip(seen, whip_distribution((8, 8, 8, 8), n_players), strict=True):
        assert abs(count - trials * chance) <= 4.5 * sqrt(trials * chance * (1 - chance)) + 1


@settings(max_examples=60, deadline=None)
@given(st.permutations(naive.CARDS), st.integers(1, 3))
def test_every_draw_drawn(cards, thrown):
    hand, trump_card = cards[:3], cards[3]
    *held, turned = positions(cards[:4])
    assert chance_after(RULES, held, held[:thrown], turned) == naive.exchange_chance(hand, hand[:thrown], trump_card)


@pytest.mark.parametrize(
    ("hand", "thrown", "turn_up", "chance"),
    [
        ("Ah Kh 7c", "7c", "9d", Fraction(6, 28)),
        ("Ah Kh 7c", "7c", "9h", Fraction(5, 28)),
        ("Ah Kh 7c", "Kh 7c", "9d", Fraction(comb(6, 2), comb(28, 2))),
        ("Ah Kd 7c", "Kd 7c", "9s", Fraction(comb(7, 2), comb(28, 2))),
        ("Ah Kd 7c", "7c", "9s", Fraction(0)),
        ("Ah Kd 7c", "Ah Kd 7c", "9s", Fraction(4 * comb(7, 3), comb(28, 3))),
    ],
)
def test_exchanges_by_hand(hand, thrown, turn_up, chance):
    held, gone = positions(hand.split()), positions(thrown.split())
    assert chance_after(RULES, held, gone, RULES.deck.position(turn_up)) == chance


@pytest.mark.parametrize(
    ("ranks", "n_players", "order"),
    [("9TJQ", 2, None), ("9TJQ", 3, None), ("9TJQ", 3, '["high_card", "trump"]'), ("9TJQ", 3, "[]")],
)
def test_income_on_small_decks_dealt_out(small_rules, ranks, n_players, order):
    rules = small_rules(ranks, **({"whip_order": order} if order else {}))
    deck = [rank + suit for rank in ranks for suit in "cdhs"]
    suits = [rank + "h" for rank in ranks]
    cases = [(hand, up) for hand in itertools.combinations(suits, 3) for up in ("9c", "9h", "Qh") if up not in hand]
    for hand, turn_up in cases if n_players == 2 else cases[::4]:
        for seat in range(n_players):
            if order is None:
                expected = naive.whip_income(hand, turn_up, n_players, seat, deck)
            else:
                expected = income_in_order(hand, turn_up, n_players, seat, deck, order)
            income = whip_income(rules, positions(hand, rules), rules.deck.position(turn_up), n_players, seat=seat)
            assert (income.wins, income.payment) == expected


def income_in_order(hand, turn_up, n_players, seat, deck, order):
    """The twin under another order of whips, which it does not know: the keys are turned for the while."""
    rank = {
        "[]": lambda whip: (),
        '["high_card", "trump"]': lambda whip: (
            max(naive.ORDER.index(card[0]) for card in whip),
            whip[0][1] == turn_up[1],
        ),
    }[order]

    def first(hands, trump):
        whips = [(rank(each), -place, place) for place, each in hands if naive.one_suited(each)]
        return max(whips)[2] if whips else None

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(naive, "whip_seat", first)
        return naive.whip_income(hand, turn_up, n_players, seat, deck)


def test_the_mean_payment_of_a_full_deck_and_without_the_own_cards():
    assert Fraction(sum(RULES.whip_points), 32) == Fraction(27, 4)
    # Nobody can beat the whip of the highest trumps: what opponents draw is the mean of the cards not seen.
    hand, turn_up = positions(["Ac", "Kc", "Qc"]), RULES.deck.position("7c")
    income = whip_income(RULES, hand, turn_up, 4, seat=3)
    assert (income.wins, income.payers) == (1, 3)
    assert income.payment == Fraction(216 - 11 - 4 - 3 - 7, 28)
    assert income.income == 3 * income.payment


def test_who_cannot_draw_does_not_pay(small_rules):
    rules = small_rules("789TJQKA", reshuffle='"never"')
    income = whip_income(rules, positions(["Ac", "Kc", "Qc"]), RULES.deck.position("7c"), 10, seat=0)
    assert income.payers == 1  # 32 cards, less 30 dealt and one turned up


@pytest.mark.parametrize("n_players", [0, 11])
def test_more_hands_than_cards(n_players):
    with pytest.raises(DealError):
        whip_distribution((8, 8, 8, 8), n_players)


def test_sizes():
    assert suit_sizes(RULES) == (8, 8, 8, 8)
    assert suit_sizes(RULES, positions(["7c", "8c", "Ah"])) == (6, 8, 7, 8)
