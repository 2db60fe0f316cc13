"""Open-card play against the twin that tries every card, and what must hold of any play."""

import numpy as np
import pytest

from svara_odds.cards.hands import parse_cards
from svara_odds.rules.catalog import load_rules
from svara_odds.swara.play import trick_outcomes
from tests.naive.trickplay import play, wishes
from tests.swara.variants import variant

RULES = load_rules("swara")
SUITS = "cdhs"


def random_deals(deals, n_players, seed, n_cards=32):
    draw = np.random.default_rng(seed)
    cards = draw.permuted(np.tile(np.arange(n_cards), (deals, 1)), axis=1)
    return cards[:, : 3 * n_players].reshape(deals, n_players, 3), draw.integers(4, size=deals)


def names(rules, hands):
    return [tuple(rules.deck.cards[card] for card in hand) for hand in hands]


def compare(rules, deals, n_players, *, hero=None, pot=None, seed=1, **must):
    cards, trumps = random_deals(deals, n_players, seed)
    leaders = np.random.default_rng(seed).integers(n_players, size=deals)
    played = trick_outcomes(rules, cards, trump=trumps, leader=leaders, hero=hero, pot=pot)
    pay = {
        "pot": n_players if pot is None else pot,
        "share": 1,
        "trickless": rules.game.two_trick_payers == "trickless",
        "two_tricks_win": rules.game.no_sweep == "two_tricks",
    }
    wish = wishes(n_players, hero, **pay)
    for hands, trump, leader, tricks in zip(cards, trumps, leaders, played.tricks.tolist(), strict=True):
        expected = play(names(rules, hands), int(leader), SUITS[trump], wish, **must)
        assert tuple(tricks) == expected, (names(rules, hands), SUITS[trump], leader)


@pytest.mark.parametrize(("n_players", "deals"), [(2, 300), (3, 60), (4, 12), (5, 3)])
@pytest.mark.parametrize("hero", [None, 0, 1])
def test_play_is_that_of_trying_every_card(n_players, deals, hero):
    compare(RULES, deals, n_players, hero=hero, seed=n_players)


@pytest.mark.parametrize(
    "game",
    [
        {"must_trump": True},
        {"must_overtake": True},
        {"must_trump": True, "must_overtake": True},
        {"two_trick_payers": "trickless"},
        {"no_sweep": "two_tricks"},
    ],
    ids=str,
)
@pytest.mark.parametrize(("n_players", "deals"), [(2, 100), (3, 40)])
def test_play_of_other_readings(game, n_players, deals):
    must = {name: True for name in game if name.startswith("must")}
    compare(variant(**game), deals, n_players, seed=7, **must)


@pytest.mark.parametrize("pot", [0.5, 20])
def test_play_with_a_small_and_a_large_pot(pot):
    # A pot of half an ante is worth less than the share of the player of two tricks.
    compare(RULES, 150, 2, pot=pot, seed=3)
    compare(RULES, 30, 3, pot=pot, seed=3)


@pytest.mark.slow
@pytest.mark.parametrize(("n_players", "deals"), [(2, 10_000), (3, 10_000), (4, 2_000), (5, 300), (6, 40)])
@pytest.mark.parametrize("hero", [None, 0])
def test_play_of_ten_thousand_deals(n_players, deals, hero):
    compare(RULES, deals, n_players, hero=hero, seed=11)


def test_play_by_hand():
    # Seat 0 leads; trump is clubs. It draws the two trumps of seat 1 with its higher ones and takes all three.
    cards = parse_cards("Ac Kc 7h  Qc Jc Ah", RULES.deck)
    played = trick_outcomes(RULES, np.array(cards).reshape(1, 2, 3), trump=0)
    assert played.tricks.tolist() == [[2, 1]]
    # With the ace of hearts on its own side all three are its own.
    cards = parse_cards("Ac Kc Ah  Qc Jc 7h", RULES.deck)
    played = trick_outcomes(RULES, np.array(cards).reshape(1, 2, 3), trump=0)
    assert played.tricks.tolist() == [[3, 0]]
    assert played.payments.tolist() == [[2.0, 0.0]]
