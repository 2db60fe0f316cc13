import numpy as np
import pytest
import scipy.optimize
from scipy.optimize import OptimizeResult

from svara_odds.errors import SolveError
from svara_odds.solver import linear_program
from svara_odds.solver.cfr import solve_cfr
from svara_odds.solver.deal import Deal, equal_division, explicit_game
from svara_odds.solver.linear_program import solve_lp
from svara_odds.solver.tree import Chance, Decision, Leaf, Pot, grow
from tests.solver.games import kuhn, kuhn_deal, kuhn_state, kuhn_tree, leduc


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


def many_times_kuhn(stakes, copies):
    """Kuhn poker for one of several stakes, which all get to see, with every action there so many times."""

    def expand(state):
        if state is None:
            return Chance([(f"{stake:g}", (stake, "")) for stake in stakes])
        stake, line = state
        what = kuhn_state(line)
        if isinstance(what, Leaf):
            return Leaf([stake * paid for paid in what.paid], [Pot(stake * pot, seats) for pot, seats in what.pots])
        more = [(f"{label} {n}", (stake, after)) for label, after in what.actions for n in range(copies)]
        return Decision(what.player, more)

    once = kuhn_deal()
    n = len(stakes)
    shown = [f"{stake:g}" for stake in stakes for _ in range(6)]
    classes, strength = np.tile(once.classes, (n, 1)), np.tile(once.strength, (n, 1))
    deal = Deal(classes, strength, np.tile(once.probability, n) / n, 3, (shown,))
    return explicit_game(grow(None, expand, n_players=2), deal)


@pytest.mark.parametrize("copies", [1, 2, 5])
@pytest.mark.parametrize("stakes", [[1.0], [1e-9], [1.0, 2.0, 3.0], [1e-3, 1.0, 1e3], [1e-6, 1e2]], ids=str)
def test_actions_that_are_alike_and_stakes_that_are_not(stakes, copies):
    """The value is the mean of those of the games, whatever doubles what and however unlike the stakes are."""
    solution = solve_lp(many_times_kuhn(stakes, copies))
    assert solution.value == pytest.approx(-sum(stakes) / len(stakes) / 18, rel=1e-9)
    assert solution.standing.exploitability <= 1e-8
    assert solution.residual <= 1e-8


def test_the_residual_is_that_of_the_answer(monkeypatch):
    """An answer that breaks its constraints is told by its residual and caught by the best responses."""
    real = scipy.optimize.linprog

    def wrong(*arguments, **options):
        answer = real(*arguments, **options)
        answer.x = answer.x.copy()
        answer.x[1] += 0.25
        return answer

    monkeypatch.setattr(scipy.optimize, "linprog", wrong)
    matrix = linear_program._matrix(kuhn())
    attempt = linear_program._attempt(kuhn(), matrix, "highs-ds")
    assert attempt.residual >= 0.25
    with pytest.raises(SolveError, match=r"reached an exploitability of 0\.\d+ antes; 1e-08 is needed"):
        solve_lp(kuhn())


def test_no_answer_at_all(monkeypatch):
    nothing = OptimizeResult(x=None, ineqlin=OptimizeResult(marginals=None))
    monkeypatch.setattr(scipy.optimize, "linprog", lambda *arguments, **options: nothing)
    with pytest.raises(SolveError, match="reached an exploitability of nan antes"):
        solve_lp(kuhn())


def test_a_pot_that_lies_there_already():
    """What the seats win adds up to the pot of a round before; the loser's answer is still the winner's."""
    tree = kuhn_tree()
    carried = type(tree)(**{**vars(tree), "pot_amount": tree.pot_amount + 4})
    game = explicit_game(carried, kuhn_deal())
    solution = solve_lp(game)
    assert sum(solution.standing.values) == pytest.approx(4, abs=1e-12)
    assert solution.standing.exploitability < 1e-8
    _, found = solve_cfr(game, target=1e-5)
    assert found.values[0] == pytest.approx(solution.value, abs=2e-5)


def test_games_of_other_sizes_are_refused(monkeypatch):
    monkeypatch.setattr(linear_program, "MAX_TERMS", 10)
    with pytest.raises(SolveError, match=r"a linear program of \d+ terms; up to 10 are allowed: use cfr"):
        solve_lp(kuhn())
