import numpy as np
import pytest

from svara_odds.solver.deal import explicit_game
from svara_odds.solver.equilibrium import behaviour_of, best_response, plan_of, standing
from tests.naive.cfr import plain_best_response
from tests.solver.games import kuhn, leduc
from tests.solver.nested import deals_of, infosets, nested
from tests.solver.random_trees import random_tree
from tests.solver.test_cfr import dealt


def test_uniform_kuhn():
    game = kuhn()
    found = standing(game, [plan_of(plex, plex.uniform()) for plex in game.plexes])
    assert found.exploitability == pytest.approx(0.458333, abs=1e-6)  # as OpenSpiel publishes it
    assert found.values == pytest.approx((0.125, -0.125), abs=1e-12)


def test_uniform_leduc():
    game = leduc()
    found = standing(game, [plan_of(plex, plex.uniform()) for plex in game.plexes])
    assert found.nashconv == pytest.approx(4.747222, abs=1e-6)  # as OpenSpiel publishes it
    assert found.exploitability == pytest.approx(2.373611, abs=1e-6)


@pytest.mark.parametrize("seed", range(12))
def test_best_responses_are_those_of_the_naive_twin(seed):
    tree, deal = random_tree(seed, 5), dealt(5, seed)
    game = explicit_game(tree, deal)
    draw = np.random.default_rng(seed)
    behaviours = [behaviour_of(plex, draw.random(plex.n_sequences)) for plex in game.plexes]
    plans = [plan_of(plex, behaviour) for plex, behaviour in zip(game.plexes, behaviours, strict=True)]
    strategies = [infosets(plex, behaviour) for plex, behaviour in zip(game.plexes, behaviours, strict=True)]
    found = standing(game, plans)
    for seat, plex in enumerate(game.plexes):
        value, behaviour = best_response(game, seat, plans)
        assert value == pytest.approx(plain_best_response(nested(tree, 5), deals_of(deal), seat, strategies), abs=1e-12)
        assert found.values[seat] + found.gains[seat] == pytest.approx(value, abs=1e-12)
        # Playing it earns what it promises.
        played = [plan_of(plex, behaviour) if other == seat else plan for other, plan in enumerate(plans)]
        assert standing(game, played).values[seat] == pytest.approx(value, abs=1e-12)


def test_behaviour_and_plan_are_two_views_of_one():
    game = leduc()
    for seed, plex in enumerate(game.plexes):
        behaviour = behaviour_of(plex, np.random.default_rng(seed).random(plex.n_sequences) + 0.1)
        assert behaviour_of(plex, 3 * plan_of(plex, behaviour)) == pytest.approx(behaviour, abs=1e-12)
        assert (behaviour_of(plex, np.zeros(plex.n_sequences)) == plex.uniform()).all()


def test_games_of_more_seats_have_no_exploitability():
    from svara_odds.solver.equilibrium import Standing

    assert Standing((0.0, 0.0, 0.0), (0.1, 0.2, 0.3)).exploitability is None
