"""Play against hidden hands: which deals fit what was played, that they are drawn evenly, and what is averaged."""

import itertools
from collections import Counter
from math import factorial, perm, prod

import numpy as np
import pytest

from svara_odds.cards.hands import parse_cards
from svara_odds.errors import DealError
from svara_odds.jobs.blocks import make_blocks
from svara_odds.rules.catalog import load_rules
from svara_odds.swara._kernels_hidden import deal_hidden
from svara_odds.swara.play import card_bits, trick_outcomes
from svara_odds.swara.search import best_card
from svara_odds.swara.situation import Situation
from tests.naive.trickhidden import card_values, deals_that_fit
from tests.swara.variants import variant

RULES = load_rules("swara")


def cards(text, rules=RULES):
    return parse_cards(text, rules.deck)


def one(text, rules=RULES):
    return cards(text, rules)[0]


# Rules, hand held, card turned up, players, cards played: small enough to deal everything.
SITUATIONS = {
    "first of two": ({"ranks": "789"}, "7d 8h 9s", "7c", 2, ""),
    "followed, then leads": ({"ranks": "789"}, "8h 9s", "7c", 2, "9d 8d"),
    "second did not follow": ({"ranks": "789T"}, "8h 9s", "7c", 2, "9d 8s"),
    # Different suits are excluded, so that what one holds matters to what the other may hold.
    "two voids": ({"ranks": "789TJQ", "suits": "cdh"}, "Th Jd", "7c", 4, "9d 8h 7d Td 7h 8c 9h"),
    "leads the last card": ({"ranks": "789"}, "9s", "7c", 2, "9d 8d 8h 7h"),
    "plays the last card": ({"ranks": "789"}, "8s", "7c", 2, "9d 8d 8h 7h 9s"),
    "three, last to play": ({"ranks": "789T", "suits": "cdh"}, "8h 9h 7d", "7c", 3, "9d 8d"),
    "three, a void": ({"ranks": "789T", "suits": "cdh"}, "8h Th", "7c", 3, "9d Td 7d 8d 8c"),
    "had to trump": ({"ranks": "789T", "suits": "cdh", "must_trump": True}, "8h Th", "7c", 3, "9d Td 7d 8d 9h"),
    "had to beat": ({"ranks": "789T", "suits": "cdh", "must_overtake": True}, "8h Tc", "7c", 3, "9d Td 7d 8d 7h"),
}


def situation(name):
    game, hand, turned, n_players, played = SITUATIONS[name]
    rules = variant(**game)
    view = Situation(rules, cards(hand, rules), one(turned, rules), n_players, played=cards(played, rules))
    must = {key: value for key, value in game.items() if key.startswith("must")}
    deals = deals_that_fit(list(rules.deck.cards), turned, hand.split(), played.split(), n_players, **must)
    return view, deals, must


def named(view, masks):
    """Hands of the kernels by names."""
    bits = card_bits(view.rules)[view.trump]
    deck = view.rules.deck.cards
    return [tuple(frozenset(deck[c] for c in range(len(deck)) if hand & bits[c]) for hand in deal) for deal in masks]


@pytest.mark.parametrize("name", SITUATIONS)
def test_all_deals_that_fit_are_found_once(name):
    view, deals, _ = situation(name)
    found = named(view, view.all_hands())
    assert len(found) == len(set(found)) == len(deals) > 0
    assert set(found) == set(deals)
    assert view.most_deals() >= len(deals)


@pytest.mark.parametrize("name", SITUATIONS)
def test_deals_are_drawn_evenly_among_those_that_fit(name):
    view, deals, _ = situation(name)
    block = make_blocks(8, max(20_000, 20 * len(deals)), block_size=1 << 20)[0]
    out = np.empty((block.deals, view.n_players), dtype=np.uint64)
    assert deal_hidden(block.words(4), view.hidden(), out) == block.deals
    counts = Counter(map(tuple, out.tolist()))
    assert set(named(view, [[np.uint64(hand) for hand in deal] for deal in counts])) == set(deals)
    # Chi squared of an even choice has mean n - 1 and variance 2 (n - 1).
    even = block.deals / len(deals)
    chi = sum((count - even) ** 2 / even for count in counts.values())
    assert abs(chi - (len(deals) - 1)) < 4.5 * np.sqrt(2 * len(deals))


@pytest.mark.parametrize("name", SITUATIONS)
def test_values_are_the_means_over_all_deals(name):
    view, deals, must = situation(name)
    pay = {"pot": view.n_players, "share": 1}
    deck, trump = view.rules.deck.cards, view.rules.deck.cards[view.turned][1]
    played = [deck[card] for card in view.played]
    expected = card_values(deals, trump, played, pay, **must)
    where = {"turned": view.turned, "n_players": view.n_players, "played": view.played}
    advice = best_card(view.rules, view.hand, **where)
    assert (advice.exact, advice.turn) == (True, view.turn)
    assert advice.deals == len(deals)
    found = dict(zip((deck[card] for card in advice.cards), advice.values, strict=True))
    assert found == pytest.approx(expected, abs=1e-12)
    assert expected[deck[advice.best]] == pytest.approx(max(expected.values()))
    assert not advice.stderrs.any()


def test_of_equal_values_the_card_that_sweeps_more_often_is_best():
    # Of three players two tricks pay a stake from each other and a third of the pot: as much as the whole pot of three.
    # Three highest cards sweep if the trumps are drawn first; the ace of hearts led first may be trumped.
    advice = best_card(RULES, cards("Ac Kc Ah"), turned=one("7c"), n_players=3, deals=500, seed=1)
    deck = RULES.deck.cards
    assert advice.values == pytest.approx([3, 3, 3], abs=1e-12)
    assert [deck[advice.cards[place]] for place in advice.order] == ["Kc", "Ac", "Ah"]
    assert (deck[advice.best], [deck[card] for card in advice.same_value]) == ("Kc", ["Ac", "Ah"])
    # With a larger pot three tricks pay more than two, and the ace of hearts is worth less.
    more = best_card(RULES, cards("Ac Kc Ah"), turned=one("7c"), n_players=3, pot=6, deals=500, seed=1)
    assert (deck[more.best], [deck[card] for card in more.same_value]) == ("Kc", ["Ac"])


def test_of_equal_values_the_card_that_takes_more_tricks_is_best():
    # Nothing to win, and the first trick is gone. To trump the jack of spades takes a trick and may take another; to
    # throw the seven off takes one for certain, the last.
    rules = variant(two_trick_share=0.0)
    advice = best_card(
        rules,
        cards("Ac 7d", rules),
        turned=one("Kc", rules),
        n_players=2,
        leader=1,
        pot=0.0,
        played=cards("9h 8h Js", rules),
    )
    assert (advice.values == 0).all()
    assert not (advice.counts @ (advice.tricks == 3)).any()
    assert rules.deck.cards[advice.best] == "Ac"
    assert [rules.deck.cards[card] for card in advice.same_value] == ["7d"]


def test_a_sample_agrees_with_all_deals_and_is_the_same_on_any_threads():
    where = {"turned": one("Kc"), "n_players": 2, "played": cards("Ad")}
    whole = best_card(RULES, cards("Ac 9d 8d"), **where)
    parts = [best_card(RULES, cards("Ac 9d 8d"), **where, deals=30_000, seed=4, threads=threads) for threads in (1, 2)]
    assert (parts[0].counts == parts[1].counts).all()
    assert not parts[0].exact
    assert (np.abs(parts[0].values - whole.values) <= 4 * parts[0].stderrs).all()
    assert parts[0].stderrs.max() < 0.01


def test_the_standard_error_is_that_of_the_mean():
    # A repeated sample of 1000 deals: the means spread as the standard error says, about 7 % either way in 200 tries.
    where = {"turned": one("Kc"), "n_players": 3, "leader": 2}
    found = [best_card(RULES, cards("Ac 9d 8d"), **where, deals=1000, seed=seed) for seed in range(200)]
    spread = np.std([advice.values for advice in found], axis=0, ddof=1)
    assert spread == pytest.approx(np.mean([advice.stderrs for advice in found], axis=0), rel=0.25)


@pytest.mark.parametrize(
    ("hand", "more", "message"),
    [
        ("Ac 9d 8d", {"n_players": 7}, "n_players is 7; 2 to 6"),
        ("Ac 9d 8d", {"leader": 2}, "leader is 2"),
        ("Ac 9d 8d", {"turned": one("Ac")}, "Ac stands twice"),
        ("Ac 9d 8d", {"played": cards("Ad Kd")}, "hand has 3 cards; after 2 cards played seat 0 holds 2"),
        ("Ac 9d", {"played": cards("Ad Kh 7d")}, "hand holds 9d, which seat 1 would have had to play before"),
        ("Ac 9d", {"played": cards("9s Kh 7s Qh")}, "hand has 2 cards"),
        ("Ac Qc Jc", {}, "whip"),
        ("Ac Qc Jh", {"deals": 0}, "deals: 0; it is 2 or more"),
        ("Ac Qc Jh", {"deals": 1}, "deals: 1; it is 2 or more"),
        ("Ac Qc Jh", {"seed": -1, "deals": 5}, "seed is -1"),
    ],
)
def test_what_cannot_be_is_refused(hand, more, message):
    where = {"turned": one("7c"), "n_players": 2} | more
    with pytest.raises(DealError, match=message):
        best_card(RULES, cards(hand), **where)


@pytest.mark.parametrize("deals", [None, 100])
def test_players_that_cannot_all_be_void_are_found_out(deals):
    # Five players that had to follow or trump have neither spades nor clubs; nine cards are left for ten places.
    rules = variant(must_trump=True)
    where = {"turned": one("7c"), "n_players": 6, "played": cards("As Ah Ad Kh Qd Qh")}
    with pytest.raises(DealError, match="no hands of the others fit"):
        best_card(rules, cards("Kd 7h"), **where, deals=deals)


def test_rare_hands_are_dealt_without_many_trials():
    # Four players without spades and clubs: of 24 unseen cards they hold eight of ten, five hearts and five diamonds.
    # Two have shown a heart and two a diamond; who holds two more of that suit has a whip and does not play.
    rules = variant(must_trump=True)
    where = {"turned": one("7c"), "n_players": 5, "played": cards("As Ah Ad Kh Qd")}
    whole = best_card(rules, cards("Kd 7h"), **where)
    ways = 0
    for hearts in itertools.product(range(3), repeat=4):
        if hearts[0] < 2 and hearts[1] > 0 and hearts[2] < 2 and hearts[3] > 0:
            diamonds = [2 - count for count in hearts]
            ways += perm(5, sum(hearts)) * perm(5, sum(diamonds)) // prod(map(factorial, (*hearts, *diamonds)))
    assert whole.deals == ways == 47_700
    part = best_card(rules, cards("Kd 7h"), **where, deals=20_000, seed=3)
    assert (np.abs(part.values - whole.values) <= 4 * part.stderrs + 1e-12).all()


def test_a_player_that_could_follow_is_found_out():
    # Seat 1 threw a heart on a diamond, and now plays a diamond.
    with pytest.raises(DealError, match="seat 1 could not play Kd"):
        best_card(RULES, cards("8h"), turned=one("7c"), n_players=2, played=cards("Ad Kh Qd Kd"))


@pytest.mark.parametrize(
    ("deals", "more", "message"),
    [
        ([[[0, 1, 2], [3, 4, 4]]], {}, "deals\\[0\\] holds a card twice"),
        ([[[0, 1, 2], [3, 4, 32]]], {}, "deals hold cards 0 to 32"),
        ([[0, 1, 2]], {}, "shape"),
        ([[[0, 1, 2]]], {}, "n_players is 1"),
        ([[[0, 1, 2], [3, 4, 5]]], {"trump": 4}, "trump is 4"),
        ([[[0, 1, 2], [3, 4, 5]]], {"leader": [0, 1]}, "leader has the shape"),
        ([[[0, 1, 2], [3, 4, 5]]], {"hero": 2}, "hero is 2"),
    ],
)
def test_deals_that_are_none_are_refused(deals, more, message):
    with pytest.raises(DealError, match=message):
        trick_outcomes(RULES, np.array(deals), **{"trump": 0} | more)
