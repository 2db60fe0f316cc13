"""Two hidden hands: values, best responses and the equilibrium against a game in which nothing is taken together."""

from functools import cache

import numpy as np
import pytest

from svara_odds.cards.hands import parse_cards
from svara_odds.rules.catalog import load_rules
from svara_odds.solver.cfr import solve_cfr
from svara_odds.solver.equilibrium import plan_of, standing
from svara_odds.swara._kernels_infosets import SHIFT, Known, place_of
from svara_odds.swara.headsup import headsup_play
from svara_odds.swara.search import best_card
from svara_odds.swara.situation import Situation
from tests.naive.trickduel import Duel, best_response, equilibrium_value, expected
from tests.naive.trickplay import payments
from tests.swara.variants import variant

# Ranks, suits, card turned up, pot, and what else is read otherwise. Turning a trump up leaves that suit shorter; three
# plain suits of one length have six symmetries, two have two.
GAMES = {
    "two plain suits": ("789", "cdh", "8c", 4, {}),
    "a small pot": ("789", "cdh", "7c", 1, {}),
    "must trump": ("789TJ", "cd", "Tc", 6, {"must_trump": True}),
    "must overtake": ("789", "cdh", "9h", 5, {"must_overtake": True, "must_trump": True}),
}
LARGE = {"three plain suits": ("789", "cdhs", "7c", 4, {})}


def make(name):
    ranks, suits, turned, pot, game = (GAMES | LARGE)[name]
    rules = variant(ranks=ranks, suits=suits, **game)
    play = headsup_play(rules, turned=rules.deck.position(turned), pot=pot)
    names = [card for card in rules.deck.cards if card != turned]
    gain = [payments((tricks, 3 - tricks), pot=pot, share=1)[0] - pot / 2 for tricks in range(4)]
    return play, Duel(names, turned[1], gain, **game)


def card_chances(play, behaviours, hand, played=()):
    """Probability of each legal card for whoever holds `hand` still after the cards played."""
    view = Situation(play.rules, tuple(hand), play.turned, 2, 0, tuple(played))
    if len(view.hand) == 1:
        return {view.hand[0]: 1.0}
    number = {card: at for at, card in enumerate(play.cards)}
    own, other = view.shown[view.turn], view.shown[1 - view.turn]
    three = sorted(number[card] for card in (*view.hand, *own))
    known = Known(
        hand=int(np.flatnonzero((play.board.hands == three).all(axis=1))[0]),
        own=three.index(number[own[0]]) if own else -1,
        other=number[other[0]] if other else len(play.cards),
        led=number[view.trick[0]] if view.takers and view.trick else len(play.cards),
    )
    stage = 0 if not view.takers else 1 + len(view.trick)
    row = play.infosets[view.turn].tables[stage][place_of(view.turn, stage, known, len(play.cards))] // SHIFT
    sequence = {card: int(row[three.index(number[card])]) for card in view.legal}
    alike = list(sequence.values())
    if len(set(alike)) == 1:  # nothing to choose
        return {card: 1 / len(alike) for card in sequence}
    return {card: float(behaviours[view.turn][at]) / alike.count(at) for card, at in sequence.items()}


def strategies(play, behaviours):
    """The package's behaviour as the twin has it."""
    position = play.rules.deck.position

    @cache
    def chances(hand, played):
        left = [position(card) for card in hand if card not in played]
        found = card_chances(play, behaviours, left, [position(card) for card in played])
        return {play.rules.deck.cards[card]: p for card, p in found.items()}

    return [lambda hand, played, moves: chances(hand, played)] * 2


def random_behaviours(play, seed):
    """Any behaviour, a third of the infosets playing one card for certain."""
    draw = np.random.default_rng(seed)
    behaviours = []
    for plex in play.game.plexes:
        weight = draw.exponential(size=plex.n_sequences)
        infoset = plex.infoset_of_sequence()
        certain = (draw.random(plex.n_infosets) < 1 / 3)[infoset]
        weight[certain & (draw.random(len(weight)) < 0.5)] = 1e-300
        total = np.bincount(infoset[1:], weights=weight[1:], minlength=plex.n_infosets)
        weight[1:] /= total[infoset[1:]]
        weight[0] = 1.0
        behaviours.append(weight)
    return behaviours


@pytest.mark.parametrize("name", [*GAMES, *(pytest.param(name, marks=pytest.mark.slow) for name in LARGE)])
def test_value_and_best_responses_are_those_of_the_game_card_by_card(name):
    play, duel = make(name)
    behaviours = random_behaviours(play, seed=5)
    twins = strategies(play, behaviours)
    found = standing(play.game, [plan_of(*pair) for pair in zip(play.game.plexes, behaviours, strict=True)])
    assert found.values[0] == pytest.approx(expected(duel, twins), abs=1e-12)
    assert found.values[1] == pytest.approx(-found.values[0], abs=1e-12)
    for seat in range(2):
        most = best_response(duel, seat, twins[1 - seat])
        assert found.values[seat] + found.gains[seat] == pytest.approx(most, abs=1e-12)


@pytest.mark.parametrize("name", [*GAMES, *(pytest.param(name, marks=pytest.mark.slow) for name in LARGE)])
def test_the_equilibrium_is_that_of_a_linear_program(name):
    play, duel = make(name)
    target = 1e-6
    _, found = solve_cfr(play.game, target=target, max_iterations=20_000)
    assert found.exploitability <= target
    # Each seat is sure of its part up to what the other can gain by a best response.
    low = found.values[0] - found.gains[1] - 1e-7
    assert low <= equilibrium_value(duel) <= found.values[0] + found.gains[0] + 1e-7


def open_card_strategy(play, names):
    """`best_card` in every choice, as the twin has it: of the best cards each is as likely."""
    position, deck = play.rules.deck.position, play.rules.deck.cards

    @cache
    def chances(hand, played):
        left = [position(card) for card in hand if card not in played]
        where = {"turned": play.turned, "n_players": 2, "played": [position(card) for card in played]}
        advice = best_card(play.rules, left, **where, pot=play.pot)
        best = np.flatnonzero(advice.values >= advice.values.max() - 1e-9)
        return {deck[advice.cards[at]]: 1 / len(best) for at in best}

    return [lambda hand, played, moves: chances(hand, played)] * 2


@pytest.mark.parametrize("name", [pytest.param("two plain suits", marks=pytest.mark.slow), "must overtake"])
def test_determinised_play_is_that_of_best_card(name):
    play, duel = make(name)
    twins = open_card_strategy(play, duel.cards)
    plans = [plan_of(*pair) for pair in zip(play.game.plexes, play.determinised(), strict=True)]
    found = standing(play.game, plans)
    assert found.values[0] == pytest.approx(expected(duel, twins), abs=1e-12)
    for seat in range(2):
        most = best_response(duel, seat, twins[1 - seat])
        assert found.values[seat] + found.gains[seat] == pytest.approx(most, abs=1e-12)


def test_which_trump_is_turned_up_does_not_matter():
    rules = variant(ranks="789", suits="cdh")
    games = [headsup_play(rules, turned=rules.deck.position(card), pot=4) for card in ("7c", "8c", "9c", "8h")]
    first, *others = (play.game.payoffs for play in games)
    for other in others:
        for seat in range(2):
            for one, two in zip(first.leaves[seat], other.leaves[seat], strict=True):
                assert (one == two).all()


def test_threads_share_the_rows_without_a_difference():
    rules = variant(ranks="789", suits="cdh")
    games = [headsup_play(rules, turned=0, pot=4, threads=threads).game for threads in (1, 3)]
    plans = [plan_of(plex, plex.uniform()) for plex in games[0].plexes]
    for seat, plan in enumerate(plans):
        out = [np.empty_like(plan) for _ in games]
        for game, gradient in zip(games, out, strict=True):
            game.payoffs.gradient(seat, plans, gradient)
        assert (out[0] == out[1]).all()


def test_chances_of_cards_add_up_and_of_cards_that_are_alike_are_the_same():
    rules = variant(ranks="789", suits="cdhs")
    play = headsup_play(rules, turned=rules.deck.position("7c"), pot=4)
    hand = parse_cards("8d 8h 9c", rules.deck)
    chances = card_chances(play, random_behaviours(play, 3), hand)
    assert sum(chances.values()) == pytest.approx(1)
    assert chances[hand[0]] == chances[hand[1]]
    forced = card_chances(play, random_behaviours(play, 3), hand[:1], parse_cards("9d 7d 9h 7h 9c", rules.deck))
    assert forced == {hand[0]: 1.0}


@pytest.mark.slow
def test_the_full_deck_is_solved_and_determinised_play_is_not_far():
    play = headsup_play(load_rules("swara"), turned=0, pot=4, threads=2)
    # 31 cards, 7 of them trumps: 4495 hands, of which 35 + 3 * 56 are of one suit.
    assert len(play.board.hands) == 4495 - 203
    _, found = solve_cfr(play.game, target=4e-4)
    assert found.exploitability <= 1e-4 * play.pot
    plans = [plan_of(*pair) for pair in zip(play.game.plexes, play.determinised(), strict=True)]
    open_card = standing(play.game, plans)
    # What the leader can be sure of lies between what it gets against a best response and what it can get.
    low, high = open_card.values[0] - open_card.gains[1], open_card.values[0] + open_card.gains[0]
    assert low <= found.values[0] + found.gains[0]
    assert high >= found.values[0] - found.gains[1]
    assert 1e-3 < open_card.exploitability < 0.05
