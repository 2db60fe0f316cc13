import numpy as np
import pytest

from svara_odds.errors import SolveError
from svara_odds.solver.cfr import VARIANTS, advance, solve_cfr, start_cfr
from svara_odds.solver.deal import Deal
from svara_odds.solver.equilibrium import behaviour_of, standing
from tests.naive.cfr import plain_cfr
from tests.solver.games import kuhn, kuhn_tree, leduc
from tests.solver.nested import deals_of, infosets, nested
from tests.solver.random_trees import random_tree


def dealt(n_classes, seed):
    """A deal of three hands of unequal chances, of which two tie."""
    classes = np.array([(a, b) for a in range(n_classes) for b in range(n_classes) if a != b], dtype=np.int32)
    strength = np.maximum(classes, 1).astype(np.int64)
    probability = np.random.default_rng(seed).dirichlet(np.ones(len(classes)))
    return Deal(classes, strength, probability, n_classes)


@pytest.mark.parametrize("variant", VARIANTS)
@pytest.mark.parametrize("seed", range(8))
def test_iterations_are_those_of_the_naive_twin(variant, seed):
    from svara_odds.solver.deal import explicit_game

    tree, deal = random_tree(seed, 4), dealt(4, seed)
    game = explicit_game(tree, deal)
    state = start_cfr(game, variant=variant)
    advance(game, state, 10)
    strategies, averages = plain_cfr(nested(tree, 4), deals_of(deal), 10, **VARIANTS[variant]._asdict())
    for plex, behaviour, plan, now, mean in zip(
        game.plexes, state.behaviours, state.average(), strategies, averages, strict=True
    ):
        found = infosets(plex, behaviour), infosets(plex, behaviour_of(plex, plan))
        for mine, other in zip(found, (now, mean), strict=True):
            assert set(mine) == set(other)
            for key, chances in mine.items():
                assert chances == pytest.approx(other[key], abs=1e-9)


@pytest.mark.parametrize("variant", VARIANTS)
def test_kuhn(variant):
    # Kuhn (1950): the first player loses 1/18 of an ante.
    _, found = solve_cfr(kuhn(), target=1e-3, variant=variant)
    assert found.exploitability <= 1e-3
    assert found.values[0] == pytest.approx(-1 / 18, abs=2e-3)


@pytest.mark.parametrize("variant", ["cfr+", "dcfr"])
def test_leduc(variant):
    # Published to seven places: -0.0856064.
    _, found = solve_cfr(leduc(), target=2e-5, variant=variant)
    assert found.values[0] == pytest.approx(-0.0856064, abs=4e-5)


def test_kuhn_is_played_as_the_book_says():
    # The first player bets the king three times as often as the jack, and never the queen.
    game = kuhn()
    state, _ = solve_cfr(game, target=1e-5)
    first = infosets(game.plexes[0], behaviour_of(game.plexes[0], state.average()[0]))
    jack, queen, king = (first[0, card][0] for card in range(3))
    assert kuhn_tree().label(1) == "bet"
    assert queen == pytest.approx(0, abs=1e-2)
    assert king == pytest.approx(3 * jack, abs=2e-2)


@pytest.mark.parametrize("variant", VARIANTS)
def test_going_on_changes_no_bit(variant):
    game = leduc()
    whole, parts = start_cfr(game, variant=variant), start_cfr(game, variant=variant)
    advance(game, whole, 25)
    for steps in (1, 7, 0, 17):
        advance(game, parts, steps)
    assert parts.iteration == whole.iteration == 25
    assert parts.weight == whole.weight
    for field in ("regrets", "behaviours", "plans", "sums"):
        for mine, other in zip(getattr(parts, field), getattr(whole, field), strict=True):
            assert mine.tobytes() == other.tobytes()


def test_a_state_is_taken_up_again():
    game = kuhn()
    state, _ = solve_cfr(game, target=0, max_iterations=30)
    assert state.iteration == 30
    again, found = solve_cfr(game, target=0, max_iterations=50, state=state)
    assert again is state
    assert [iteration for iteration, _ in state.history] == [20, 30, 50]
    assert state.history[-1][1] == found.nashconv == standing(game, state.average()).nashconv


def test_progress_can_stop_a_run():
    seen = []

    def enough(state, found):
        seen.append((state.iteration, found.exploitability))
        return len(seen) == 3

    state, found = solve_cfr(kuhn(), target=0, progress=enough)
    assert [iteration for iteration, _ in seen] == [20, 40, 60]
    assert (state.iteration, found.exploitability) == seen[-1]


def test_before_the_first_iteration_the_average_is_uniform():
    game = kuhn()
    state = start_cfr(game)
    assert standing(game, state.average()).exploitability == pytest.approx(0.458333, abs=1e-6)


def test_unknown_variant():
    with pytest.raises(SolveError, match=r"variant is 'mccfr'; it must be one of: cfr, cfr\+, dcfr"):
        start_cfr(kuhn(), variant="mccfr")
