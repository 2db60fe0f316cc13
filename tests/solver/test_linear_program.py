import numpy as np
import pytest

from svara_odds.errors import SolveError
from svara_odds.solver.cfr import solve_cfr
from svara_odds.solver.deal import Deal, equal_division, explicit_game
from svara_odds.solver.linear_program import solve_lp
from tests.solver.games import kuhn, kuhn_tree, leduc


def test_kuhn_is_worth_minus_one_eighteenth():
    solution = solve_lp(kuhn())
    assert solution.value == pytest.approx(-1 / 18, abs=1e-12)
    assert solution.standing.exploitability < 1e-8
    assert solution.residual < 1e-8


def test_leduc_has_the_published_value():
    # Southey et al. (2005) and every solver since: -0.0856 for the first player.
    solution = solve_lp(leduc())
    assert solution.value == pytest.approx(-0.0856064, abs=1e-6)
    assert abs(solution.gap) < 1e-8


@pytest.mark.parametrize("game", [kuhn, leduc])
def test_the_program_and_cfr_agree(game):
    _, standing = solve_cfr(game(), target=1e-5)
    assert standing.values[0] == pytest.approx(solve_lp(game()).value, abs=2e-5)


@pytest.mark.parametrize("scale", [1e-6, 1.0, 1e6])
def test_stakes_of_any_size_are_solved_as_exactly(scale):
    tree = kuhn_tree()
    scaled = type(tree)(**{**vars(tree), "paid": tree.paid * scale, "pot_amount": tree.pot_amount * scale})
    deals = [(a, b) for a in range(3) for b in range(3) if a != b]
    classes = np.array(deals, dtype=np.int32)
    game = explicit_game(scaled, Deal(classes, classes.astype(np.int64), np.full(6, 1 / 6), 3))
    assert solve_lp(game).value == pytest.approx(-scale / 18, rel=1e-9)


def test_a_rake_is_refused():
    tree = kuhn_tree()
    deals = np.array([(0, 1), (1, 0)], dtype=np.int32)
    deal = Deal(deals, deals.astype(np.int64), np.array([0.5, 0.5]), 3)
    game = explicit_game(tree, deal, division=equal_division(2, rake=0.05))
    with pytest.raises(SolveError, match="rake"):
        solve_lp(game)
