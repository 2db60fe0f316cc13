"""The kernel of choices and whips against a twin: who holds and plays what, whose whip wins, what it is paid."""

import ast
import random
from fractions import Fraction
from importlib import import_module
from itertools import combinations
from pathlib import Path

import numpy as np
import pytest

from svara_odds.cards.hands import hand_index
from svara_odds.rules.catalog import load_trick_rules
from svara_odds.swara._kernels_choice import Reached, Seats, choose_and_show
from svara_odds.swara.decisions import RESHUFFLE, whip_worth
from svara_odds.swara.policies import seat_codes, thrown_cards
from tests.naive import swara as naive

RULES = load_trick_rules()


def reach(rules, hero, hand, action, codes, orders, trump, spare=None):
    deals, n = len(orders), len(codes)
    out = Reached(
        np.empty((deals, n, 3), np.uint8), np.empty((deals, n), np.uint8), np.empty(deals, np.uint8), np.empty(deals)
    )
    seats = Seats(
        hero,
        np.array(hand, np.uint8),
        action,
        codes,
        whip_worth(rules, trump),
        np.array(rules.whip_points, np.int64),
        RESHUFFLE[rules.game.reshuffle],
        rules.game.passed_hands == "aside",
        rules.game.drawn_cards == "discard",
    )
    choose_and_show(orders, np.zeros(deals, np.uint64) if spare is None else spare, seats, out)
    return out


def names(cards, rules=RULES):
    return [rules.deck.cards[card] for card in cards]


def random_spots(rules, rng, n_players, trials):
    """A hero with random cards and action among seats that do anything with any hand."""
    n_hands = rules.deck.n_cards * (rules.deck.n_cards - 1) * (rules.deck.n_cards - 2) // 6
    numbers = np.random.default_rng(rng.randrange(2**32))
    for _ in range(trials):
        codes = seat_codes(rules, n_players, numbers.integers(0, 9, size=(n_players, n_hands)).astype(np.uint8))
        cards = list(range(rules.deck.n_cards))
        rng.shuffle(cards)
        hero = rng.randrange(n_players)
        hand, turn_up = tuple(sorted(cards[:3])), cards[3]
        action = int(codes[hero, hand_index(hand)])
        orders = np.array([rng.sample(cards[4:], len(cards) - 4) for _ in range(20)], np.uint8)
        yield hero, hand, turn_up, action, codes, orders


@pytest.mark.parametrize("n_players", [2, 3, 4, 6])
def test_the_twin_shows_the_same(n_players):
    rng = random.Random(n_players)
    whips = 0
    for hero, hand, turn_up, action, codes, orders in random_spots(RULES, rng, n_players, 60):
        out = reach(RULES, hero, hand, action, codes, orders, RULES.suits[turn_up])
        for deal, order in enumerate(orders.tolist()):
            dealt = iter(range(0, 3 * n_players, 3))
            hands = [
                hand if seat == hero else tuple(sorted(order[(at := next(dealt)) : at + 3]))
                for seat in range(n_players)
            ]
            stock = names(order[3 * (n_players - 1) :])
            chosen = [
                action if seat == hero else int(codes[seat, hand_index(hands[seat])]) for seat in range(n_players)
            ]
            thrown = [names(thrown_cards(hands[seat], chosen[seat])) for seat in range(n_players)]
            plays = [code > 0 for code in chosen]
            ended, left, discards = naive.choose([names(each) for each in hands], stock, plays, thrown)
            assert out.plays[deal].tolist() == plays
            for seat in range(n_players):
                assert names(out.hands[deal, seat]) == sorted(ended[seat], key=naive.CARDS.index)
            winner = naive.whip_seat(
                [(seat, ended[seat]) for seat in range(n_players) if plays[seat]], names([turn_up])[0][1]
            )
            assert out.whip[deal] == (255 if winner is None else winner)
            if winner is not None:
                whips += 1
                payers = sum(plays) - 1
                if payers <= len(left):
                    mean = Fraction(payers * sum(naive.POINTS[card[0]] for card in left), len(left))
                else:
                    mean = naive.mean_paid(left, discards, payers, "discard")
                assert out.paid[deal] == pytest.approx(float(mean))
    assert whips > 10


@pytest.mark.parametrize(
    ("changes", "expected"),
    [
        ({}, "discard"),
        ({"drawn_cards": '"return"'}, "return"),
        ({"reshuffle": '"never"'}, "never"),
        ({"passed_hands": '"aside"'}, "aside"),
    ],
)
def test_what_is_paid_where_the_stock_runs_out(small_rules, changes, expected):
    """Seat 0 holds a whip, four others pay, one has passed; the stock has two cards."""
    rules = small_rules("9TJQKA", **changes)
    hero, hand, turn_up = 0, (0, 4, 8), 12  # the clubs 9 T J, and the queen turned up
    codes = np.ones((6, 2024), np.uint8)
    rest = [card for card in range(24) if card not in (*hand, turn_up)]
    # No other hand may be of one suit.
    order = sorted(rest, key=lambda card: (card // 3, card))
    codes[2, hand_index(sorted(order[3:6]))] = 0
    orders = np.array([order], np.uint8)
    out = reach(rules, hero, hand, 1, codes, orders, 0)
    assert out.whip[0] == 0
    assert out.plays[0].tolist() == [1, 1, 0, 1, 1, 1]
    stock = names(order[15:], rules)
    passed = [] if expected == "aside" else names(sorted(order[3:6]), rules)
    assert out.paid[0] == pytest.approx(float(naive.mean_paid(stock, passed, 4, expected)))


def test_mean_paid_by_hand():
    """One card in the stock and one among the discards, two payers: the second draws either."""
    assert naive.mean_paid(["Ah"], ["7c"], 2, "discard") == 11 + Fraction(11 + 7, 2)
    assert naive.mean_paid(["Ah"], ["7c"], 2, "never") == 11
    assert naive.mean_paid(["Ah"], ["7c"], 2, "return") == 22


def test_an_exchange_is_not_made_where_the_stock_is_too_short(small_rules):
    rules = small_rules("9TJQ")  # 16 cards: five players would leave none, four leave three
    hand, turn_up = (0, 5, 10), 15
    rest = [card for card in range(16) if card not in (*hand, turn_up)]
    codes = np.full((4, 560), 1 + 0b111, np.uint8)
    codes = seat_codes(rules, 4, codes)
    out = reach(rules, 2, hand, 1 + 0b011, codes, np.array([rest], np.uint8), 3)
    # Seat 1 has taken all three; seat 2 plays what it has.
    assert out.hands[0, 1].tolist() == rest[9:12]
    assert out.hands[0, 2].tolist() == list(hand)


def test_discards_are_shuffled_in_for_an_exchange(small_rules):
    """Seat 1 has drawn the three cards of the stock; the hero's two are of those that seat 1 threw, any as likely."""
    rules = small_rules("9TJQ", reshuffle='"always"')
    hand, deals = (0, 5, 10), 3000
    rest = [card for card in range(16) if card not in (*hand, 15)]
    codes = seat_codes(rules, 4, np.full((4, 560), 1 + 0b111, np.uint8))
    spare = np.random.default_rng(1).integers(0, 1 << 64, deals, dtype=np.uint64)
    out = reach(rules, 2, hand, 1 + 0b011, codes, np.array([rest] * deals, np.uint8), 3, spare)
    assert (out.hands[:, 1] == rest[9:12]).all()
    drawn = [tuple(sorted(set(cards) - {10})) for cards in out.hands[:, 2].tolist()]
    counts = [drawn.count(pair) for pair in combinations(rest[3:6], 2)]
    assert sum(counts) == deals
    assert sum((count - deals / 3) ** 2 for count in counts) / (deals / 3) < 13.8  # chi-square, 2 degrees: 1 in 1000


@pytest.mark.parametrize("kernels", ["_kernels_choice", "_kernels_hidden", "_kernels_play"])
def test_no_slice_is_written_at_once(kernels):
    """Numba checks the lengths then, and compiling the message of that check took a third of the first answer."""
    source = Path(import_module(f"svara_odds.swara.{kernels}").__file__).read_text(encoding="utf-8")
    targets = [
        target for node in ast.walk(ast.parse(source)) if isinstance(node, ast.Assign) for target in node.targets
    ]
    places = [target for target in targets if isinstance(target, ast.Subscript)]
    assert places
    assert not [ast.unparse(place) for place in places if isinstance(place.slice, ast.Slice)]
