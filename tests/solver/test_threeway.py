import resource
from itertools import permutations

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from svara_odds.betting.build import betting_tree
from svara_odds.betting.structure import betting_structure
from svara_odds.errors import SolveError
from svara_odds.solver.cfr import advance, solve_cfr, start_cfr
from svara_odds.solver.deal import equal_division, explicit_game, table_deal
from svara_odds.solver.equilibrium import standing
from svara_odds.solver.threeway import threeway_game
from svara_odds.solver.tree import Chance, Decision, Leaf, Pot, grow
from svara_odds.solver.treeplex import treeplexes
from svara_odds.tables.handtable import hand_table
from tests.naive.threeway import all_deals, plain_gradient
from tests.smalldecks import NINE, naive_score, names, small_table
from tests.solver.nested import gradients, infosets, nested, random_plans
from tests.solver.three_seats import call_closes, random_tree

# Sums of some thousand terms below 100, and differences of larger ones.
CLOSE = 1e-11
TEN = [*NINE, "Ks"]


@pytest.fixture(scope="module", params=[NINE, TEN], ids=len)
def small(request, tmp_path_factory):
    table = small_table(tmp_path_factory.mktemp("rules"), request.param)
    return table, table_deal(table, 3)


def assert_same_payoffs(game, explicit, seed):
    plans = random_plans(game.plexes, seed, power=2)
    for fast, slow in zip(gradients(game, plans), gradients(explicit, plans), strict=True):
        assert np.abs(fast - slow).max() < CLOSE


def uneven_division(shape, seed):
    """Any shares at all, but none for who loses to one other."""
    division = np.random.default_rng(seed).uniform(-1, 1, shape)
    for seat, other in permutations(range(3), 2):
        division[..., 1 << other, seat] = 0.0
    return division


@pytest.mark.parametrize(
    ("raises", "blind", "decisions"),
    [(0, False, 6), (1, False, 14), (2, False, 30), (3, False, 62), (3, True, 251)],
)
def test_trees_have_the_decisions_that_the_rules_say(raises, blind, decisions):
    assert call_closes(raises=raises, blind=blind).n_decisions == decisions


@pytest.mark.parametrize("blind", [False, True])
@pytest.mark.parametrize("rake", [0.0, 0.05])
def test_betting_is_worth_what_all_deals_written_out_say(small, blind, rake):
    table, deal = small
    tree = call_closes(raises=1, blind=blind, rake=rake)
    assert_same_payoffs(threeway_game(tree, table), explicit_game(tree, deal), seed=1)


def test_stacks_with_side_pots_are_worth_what_all_deals_written_out_say(small):
    table, deal = small
    tree = betting_tree(betting_structure(table.rules, 3, stacks=(3.0, 6.0, 9.0)))
    assert len(tree.pot_leaf) > tree.n_leaves
    assert_same_payoffs(threeway_game(tree, table), explicit_game(tree, deal), seed=2)


@given(seed=st.integers(0, 10**6))
@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_random_trees_with_side_pots_partitions_and_uneven_divisions(small, seed):
    table, deal = small
    tree = random_tree(seed, table.symmetry.n_classes, rake=0.03)
    division = uneven_division((len(tree.pot_leaf), 8, 3), seed) if seed % 2 else None
    game, explicit = threeway_game(tree, table, division=division), explicit_game(tree, deal, division=division)
    assert_same_payoffs(game, explicit, seed)


@pytest.mark.parametrize("even", [True, False])
def test_the_naive_twin_earns_the_same(tmp_path, even):
    table = small_table(tmp_path, NINE)
    hands = {names(table, index): int(of) for index, of in enumerate(table.symmetry.class_of)}
    deals = all_deals(list(hands), hands, naive_score)
    tree = call_closes(raises=0, blind=True)
    division = equal_division(3) if even else uneven_division((8, 3), 5)
    shares = {tuple(s for s in range(3) if mask >> s & 1): division[mask].tolist() for mask in range(1, 8)}
    game = threeway_game(tree, table, division=division)
    plans = random_plans(game.plexes, 3, power=2)
    root = nested(tree, table.symmetry.n_classes)
    by_infoset = [infosets(plex, plan) for plex, plan in zip(game.plexes, plans, strict=True)]
    for seat, (plex, found) in enumerate(zip(game.plexes, gradients(game, plans), strict=True)):
        expected = plain_gradient(root, deals, seat, by_infoset, {} if even else shares)
        assert abs(found[0] - expected.get(None, 0.0)) < CLOSE
        for (node, cell), row in infosets(plex, found).items():
            for action, worth in enumerate(row):
                assert abs(worth - expected.get((node, cell, action), 0.0)) < CLOSE


@pytest.mark.parametrize("rake", [0.0, 0.1])
def test_values_add_up_to_what_the_house_takes(rake):
    tree = call_closes(raises=2, blind=True, rake=rake)
    game = threeway_game(tree, hand_table("fortegames"))
    plans = random_plans(game.plexes, 7, power=2)
    pots = np.bincount(tree.pot_leaf, tree.pot_amount)
    free = grow(0, _copied(tree), n_players=3)  # the same lines, nothing kept
    whole = standing(threeway_game(free, hand_table("fortegames")), plans).values
    assert abs(sum(whole)) < 1e-9
    values = standing(game, plans).values
    assert sum(values) <= 1e-9
    assert (pots - tree.paid.sum(axis=1) == 0).all()
    if rake:
        # Everybody pays 1 at least: the house takes a tenth of three antes or more.
        assert -0.1 * pots.max() < sum(values) < -0.3 + 1e-9
    else:
        assert abs(sum(values)) < 1e-9


def _copied(tree):
    def expand(node):
        if tree.player[node] < 0:
            leaf = int(np.searchsorted(tree.leaves, node))
            return Leaf(tree.paid[leaf].tolist(), list(tree.pots(leaf)))
        actions = [(tree.label(child), child) for child in tree.children(node)]
        return Decision(int(tree.player[node]), actions, int(tree.partition[node]))

    return expand


def test_seats_may_change_places():
    table, tree = hand_table("fortegames"), call_closes(raises=1)
    values = {}
    for order in permutations(range(3)):

        def expand(node, order=order):
            what = _copied(tree)(node)
            if isinstance(what, Decision):
                return Decision(order[what.player], what.actions, what.partition)
            paid = [0.0] * 3
            for seat, amount in enumerate(what.paid):
                paid[order[seat]] = amount
            pots = [Pot(a, sum(1 << order[seat] for seat in range(3) if seats >> seat & 1)) for a, seats in what.pots]
            return Leaf(paid, pots)

        game = threeway_game(grow(0, expand, n_players=3), table)
        by_seat = random_plans(treeplexes(tree, table.symmetry.n_classes)[0], 11, power=2)
        plans = [by_seat[order.index(seat)] for seat in range(3)]
        found = standing(game, plans)
        values[order] = [(found.values[order[seat]], found.gains[order[seat]]) for seat in range(3)]
    for found in values.values():
        assert np.abs(np.array(found) - values[0, 1, 2]).max() < CLOSE


def test_threads_change_no_bit():
    table, tree = hand_table("fortegames"), call_closes(raises=1, blind=True)
    states = []
    for threads in (1, 2, 3):
        game = threeway_game(tree, table, threads=threads)
        states.append(start_cfr(game, variant="dcfr"))
        advance(game, states[-1], 2)
    for state in states[1:]:
        assert all((a == b).all() for a, b in zip(state.regrets, states[0].regrets, strict=True))


def test_what_cfr_finds_is_worth_the_same_by_all_deals_written_out(small):
    table, deal = small
    tree = call_closes(raises=1)
    game = threeway_game(tree, table)
    state, found = solve_cfr(game, target=1e-3, max_iterations=200, variant="dcfr")
    expected = standing(explicit_game(tree, deal), state.average())
    assert np.abs(np.subtract(found.values, expected.values)).max() < CLOSE
    assert np.abs(np.subtract(found.gains, expected.gains)).max() < CLOSE


def test_what_cannot_be_solved_is_said(monkeypatch):
    table = hand_table("fortegames")
    two = grow("", lambda state: Leaf([1.0, 1.0], [Pot(2.0, 3)]), n_players=2)
    with pytest.raises(SolveError, match="2 players; it must have 3"):
        threeway_game(two, table)
    leaf = Leaf([1.0] * 3, [Pot(3.0, 7)])
    shown = grow("", lambda state: leaf if state else Chance([("a", "a"), ("b", "b")]), n_players=3)
    with pytest.raises(SolveError, match="public chance"):
        threeway_game(shown, table)
    plain = grow("", lambda state: leaf, n_players=3)
    with pytest.raises(SolveError, match=r"shape \(4, 2\); it must be \(8, 3\) or \(1, 8, 3\)"):
        threeway_game(plain, table, division=equal_division(2))
    with pytest.raises(SolveError, match="seat 0 part of a pot that another wins alone"):
        threeway_game(plain, table, division=np.full((8, 3), 1 / 3))
    with pytest.raises(SolveError, match="threads is 0"):
        threeway_game(plain, table, threads=0)
    monkeypatch.setattr("svara_odds.solver.threeway.MAX_CLASSES", 336)
    with pytest.raises(SolveError, match=r"fortegames has 337 hand classes; .* up to 336 .* sampled"):
        threeway_game(plain, table)


def test_one_raise_comes_below_a_hundredth_of_an_ante_at_once():
    game = threeway_game(call_closes(raises=1), hand_table("fortegames"), threads=2)
    state, found = solve_cfr(game, target=0.01 / 3, variant="dcfr", max_iterations=100)
    assert state.iteration < 100
    assert found.exploitability is None
    assert found.nashconv <= 0.01


@pytest.mark.slow
@pytest.mark.parametrize(("raises", "blind", "most"), [(1, False, 1000), (3, True, 1500)])
def test_long_solves_come_close_within_memory(raises, blind, most):
    game = threeway_game(call_closes(raises=raises, blind=blind), hand_table("fortegames"), threads=2)
    state, found = solve_cfr(game, target=1e-3 / 3, variant="dcfr", max_iterations=most)
    assert found.nashconv <= 1e-3
    assert state.history[-1][1] < state.history[0][1]
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss < 4 << 20  # kilobytes: 4 GiB
