"""Two hidden hands: values, best responses and the equilibrium against a game in which nothing is taken together."""

from functools import cache

import numpy as np
import pytest

from svara_odds.cards.hands import parse_cards
from svara_odds.errors import DealError
from svara_odds.rules.catalog import load_rules
from svara_odds.solver.cfr import solve_cfr
from svara_odds.solver.equilibrium import plan_of, standing
from svara_odds.swara.headsup import headsup_play
from svara_odds.swara.search import best_card
from tests.naive.trickduel import Duel, best_response, equilibrium_value, expected
from tests.naive.trickplay import payments
from tests.swara.variants import variant

# Ranks, suits, card turned up, pot, and what else is read otherwise. Turning a trump up leaves that suit shorter; three
# plain suits of one length have six symmetries, two have two.
GAMES = {
    "two plain suits": ("789", "cdh", "8c", 4, False, {}),
    "whips are played": ("789", "cdh", "7c", 2, True, {}),
    "must trump": ("789TJ", "cd", "Tc", 6, False, {"must_trump": True}),
    "must overtake": ("789", "cdh", "9h", 5, True, {"must_overtake": True, "must_trump": True}),
}
LARGE = {"three plain suits": ("789", "cdhs", "7c", 4, False, {})}


def make(name):
    ranks, suits, turned, pot, whips, game = (GAMES | LARGE)[name]
    rules = variant(ranks=ranks, suits=suits, **game)
    play = headsup_play(rules, turned=rules.deck.position(turned), pot=pot, whips=whips)
    names = [card for card in rules.deck.cards if card != turned]
    gain = [payments((tricks, 3 - tricks), pot=pot, share=1)[0] - pot / 2 for tricks in range(4)]
    return play, Duel(names, turned[1], gain, whips=whips, **game)


def strategies(play, behaviours):
    """The package's behaviour as the twin has it."""
    position = play.rules.deck.position

    @cache
    def chances(hand, played):
        left = [position(card) for card in hand if card not in played]
        found = play.chances(behaviours, left, played=[position(card) for card in played])
        return {play.rules.deck.cards[card]: p for card, p in found.items()}

    return [lambda hand, played, moves: chances(hand, played)] * 2


def random_behaviours(play, seed):
    """Any behaviour, a third of the infosets playing one card for certain."""
    draw = np.random.default_rng(seed)
    behaviours = []
    for plex in play.game.plexes:
        weight = draw.exponential(size=plex.n_sequences)
        infoset = plex.infoset_of_sequence()
        weight[np.flatnonzero((draw.random(plex.n_infosets) < 1 / 3)[infoset] & (draw.random(len(weight)) < 0.5))] = 1e-300
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
        assert found.values[seat] + found.gains[seat] == pytest.approx(best_response(duel, seat, twins[1 - seat]), abs=1e-12)


@pytest.mark.parametrize("name", [*GAMES, *(pytest.param(name, marks=pytest.mark.slow) for name in LARGE)])
def test_the_equilibrium_is_that_of_a_linear_program(name):
    play, duel = make(name)
    target = 1e-6
    state, found = solve_cfr(play.game, target=target, max_iterations=20_000)
    assert found.exploitability <= target
    # Each seat is sure of its part up to what the other can gain by a best response.
    low = found.values[0] - found.gains[1] - 1e-7
    assert low <= equilibrium_value(duel) <= found.values[0] + found.gains[0] + 1e-7
