"""Small games with mixed, uneven equilibria: the linear program, CFR+ and another program say the same."""

import numpy as np
import pytest

from svara_odds import betting_game, export_efg
from svara_odds.betting.solution import class_names
from svara_odds.solver.cfr import solve_cfr
from svara_odds.solver.deal import explicit_game, table_deal
from svara_odds.solver.equilibrium import plan_of, standing
from svara_odds.solver.headsup import headsup_game
from svara_odds.solver.linear_program import solve_lp
from svara_odds.solver.moments import unit_tree
from svara_odds.solver.strategy import strategy_of_plans
from tests.solver.decks import GAMES, rule_file


def made(folder, name):
    cards, options = GAMES[name]
    path = rule_file(folder, cards)
    return path, options, betting_game(path, **options)


@pytest.mark.parametrize("name", GAMES)
def test_linear_program_and_cfr_agree(tmp_path, name):
    _, _, game = made(tmp_path, name)
    explicit = explicit_game(game.tree, table_deal(game.table, 2))
    exact = solve_lp(explicit)
    assert exact.standing.exploitability < 1e-8
    fast = headsup_game(game.tree, game.table)
    assert standing(fast, exact.plans).exploitability < 1e-8
    state, found = solve_cfr(fast, target=1e-5)
    assert found.values[0] == pytest.approx(exact.value, abs=2e-5)
    assert standing(explicit, state.average()).nashconv == pytest.approx(found.nashconv, abs=1e-12)


def test_the_equilibria_mix(tmp_path):
    """Else the games would show little: in each some hand takes two actions, and not evenly."""
    for name in GAMES:
        _, _, game = made(tmp_path, name)
        found = solve_lp(explicit_game(game.tree, table_deal(game.table, 2)))
        fast = headsup_game(game.tree, game.table)
        unit = headsup_game(unit_tree(game.tree), game.table)
        strategy = strategy_of_plans(game.tree, fast, unit, found.plans, class_names(game.table))
        mixed = [
            float(share)
            for node in strategy.nodes()
            for share in strategy.frequency(node)[:, strategy.reached(node) > 1e-9].ravel()
            if 0.01 < share < 0.99
        ]
        assert any(abs(share - 0.5) > 0.01 for share in mixed), name


def other_policy(pyspiel, game, strategy):
    """Our strategy as another program's table: its infosets carry the numbers that the file gave them."""
    tree, table = strategy.tree, {}
    used = [1, 1]
    for node in strategy.nodes():
        player = int(tree.player[node])
        shares = strategy.frequency(node)
        for cell in range(int(strategy.cells[node])):
            table[player, used[player] + cell] = shares[:, cell].tolist()
        used[player] += int(strategy.cells[node])
    policy, stack = {}, [game.new_initial_state()]
    while stack:
        state = stack.pop()
        if state.is_terminal():
            continue
        if not state.is_chance_node():
            name = state.information_state_string()
            player, _, number = name.split("-")[:3]
            policy[name] = list(zip(state.legal_actions(), table[int(player), int(number)], strict=True))
        stack += [state.child(action) for action in state.legal_actions()]
    return pyspiel.TabularPolicy(policy)


@pytest.mark.slow
@pytest.mark.parametrize("name", GAMES)
def test_openspiel_agrees(tmp_path, name):
    pyspiel = pytest.importorskip("pyspiel", reason="OpenSpiel is not installed: pip install svara-odds[bench]")
    path, options, game = made(tmp_path, name)
    file = export_efg(tmp_path / "game.efg", path, **options)
    theirs = pyspiel.load_game(f"efg_game(filename={file})")
    fast, unit = headsup_game(game.tree, game.table), headsup_game(unit_tree(game.tree), game.table)
    state, found = solve_cfr(fast, target=1e-3)  # far enough from an equilibrium for its distance to be seen
    strategy = strategy_of_plans(game.tree, fast, unit, state.average(), class_names(game.table))
    policy = other_policy(pyspiel, theirs, strategy)
    assert pyspiel.nash_conv(theirs, policy, False) == pytest.approx(found.nashconv, abs=1e-9)
    root = theirs.new_initial_state()
    assert pyspiel.expected_returns(root, policy, -1, False) == pytest.approx(found.values, abs=1e-9)
    uniform = [plan_of(plex, plex.uniform()) for plex in fast.plexes]
    evenly = pyspiel.nash_conv(theirs, pyspiel.UniformRandomPolicy(theirs), False)
    assert evenly == pytest.approx(standing(fast, uniform).nashconv, abs=1e-9)
    solver = pyspiel.CFRPlusSolver(theirs)
    for _ in range(200):
        solver.evaluate_and_update_policy()
    average = solver.tabular_average_policy()
    slack = pyspiel.nash_conv(theirs, average, False)
    value = solve_lp(explicit_game(game.tree, table_deal(game.table, 2))).value
    assert abs(pyspiel.expected_returns(root, average, -1, False)[0] - value) <= slack + 1e-9
    assert np.isfinite(slack)
