"""Blind bets against players by ranges, beside every deal of a small deck played through by the naive twin."""

import numpy as np
import pytest

from svara_odds.betting.blind_choice import blind_choice
from svara_odds.betting.build import betting_tree
from svara_odds.betting.policy import RangePolicy, against_policy
from svara_odds.betting.structure import betting_structure
from svara_odds.rules.catalog import load_rules
from svara_odds.tables.handtable import hand_table
from tests.naive.betting import call_closes
from tests.naive.blind import best_value
from tests.naive.sampled import all_deals
from tests.smalldecks import NINE, naive_score, names, small_table

SIGMAS = 4.5


@pytest.fixture(scope="module")
def table(tmp_path_factory):
    return small_table(tmp_path_factory.mktemp("rules"), NINE)


def by_points(table, pays, raises):
    """A policy, and the same for the twin, by score alone: half points as the naive twin counts them."""
    policy = RangePolicy(table.half_points >= 2 * pays, table.half_points >= 2 * raises)

    def kind(hand):
        score = naive_score(hand) / 2
        return "raises" if score >= raises else "pays" if score >= pays else "out"

    return policy, kind


def exact(table, n_players, kind, free, first_choice, **options):
    hands = [names(table, index) for index in range(table.n_hands)]
    alike = {hand: hand for hand in hands}
    deals = [
        (probability, dealt, scores, [kind(hand) for hand in dealt])
        for probability, dealt, scores in all_deals(hands, alike, naive_score, n_players)
    ]
    return best_value(call_closes(n_players, **options), deals, free, first_choice)


RANGES = [(18, 100), (11, 28), (100, 100), (0, 100), (0, 0)]  # nobody ever stays in; all always pay; all always raise


@pytest.mark.parametrize(("pays", "raises"), RANGES)
@pytest.mark.parametrize("free", [0, 1])
def test_two_seats_exactly(table, pays, raises, free):
    policy, kind = by_points(table, pays, raises)
    structure = betting_structure(table.rules, 2)
    found = blind_choice(structure, table, policy, seat=free, deals=1, seed=1)
    look, blind = (exact(table, 2, kind, free, choice) for choice in ("look", "blind"))
    assert found.looking.values[free] == pytest.approx(look, abs=1e-10)
    assert found.blindly.values[free] == pytest.approx(blind, abs=1e-10)
    assert found.edge == pytest.approx(blind - look, abs=1e-10)
    assert found.stderr == 0
    for played in (found.looking, found.blindly):
        assert sum(played.values) == pytest.approx(0, abs=1e-10)
        assert played.stderr == (0.0, 0.0)
        assert played.stdev[0] == pytest.approx(played.stdev[1], abs=1e-9)


@pytest.mark.parametrize(("pays", "raises"), RANGES[:2])
def test_three_seats_by_a_sample(table, pays, raises):
    policy, kind = by_points(table, pays, raises)
    structure = betting_structure(table.rules, 3, max_raises=1)
    for free in (0, 1):
        found = blind_choice(structure, table, policy, seat=free, deals=60_000, seed=1)
        look, blind = (exact(table, 3, kind, free, choice, max_raises=1) for choice in ("look", "blind"))
        # The answers were found on a sample: they may be worth a little less than the best ones, not more.
        assert found.edge == pytest.approx(blind - look, abs=SIGMAS * found.stderr + 0.01)
        for played, best in ((found.looking, look), (found.blindly, blind)):
            error = SIGMAS * played.stderr[free]
            assert best - error - 0.01 <= played.values[free] <= best + error
            assert sum(played.values) == pytest.approx(0, abs=1e-9)


def test_a_sample_of_two_seats_agrees_with_the_exact_answer(table, monkeypatch):
    policy, _ = by_points(table, 18, 28)
    structure = betting_structure(table.rules, 2)
    exactly = blind_choice(structure, table, policy, seat=0, deals=1, seed=1)
    game, weights = against_policy(structure, table, policy, free=0)
    from svara_odds.solver.sampling.gains import best_response, gain_of

    best = best_response(game, weights, 0, 40_000, seed=1).weights
    looking, blindly = best.copy(), best.copy()
    looking[:2], blindly[:2] = (0, 1), (1, 0)
    edge, stderr = gain_of(game, looking, blindly, 0, 40_000, seed=2)
    assert edge == pytest.approx(exactly.edge, abs=SIGMAS * stderr + 0.005)


def test_side_pots_are_exact_but_for_the_scatter(table):
    policy, kind = by_points(table, 18, 28)
    structure = betting_structure(table.rules, 2, stacks=(6, 4))
    found = blind_choice(structure, table, policy, seat=0, deals=1, seed=1)
    assert found.edge == pytest.approx(
        exact(table, 2, kind, 0, "blind", stacks=(6, 4)) - exact(table, 2, kind, 0, "look", stacks=(6, 4)), abs=1e-10
    )


@pytest.mark.parametrize("rules", ["fortegames", "russian"])
def test_a_seat_that_may_not_go_on_blind_has_no_choice(rules):
    table = hand_table(rules)
    policy = RangePolicy(table.half_points >= 42, table.half_points >= 100)
    closed = betting_structure(load_rules(rules), 3, allow_blind=False)
    assert blind_choice(closed, table, policy, seat=0, deals=10, seed=1) is None
    for seat in (0, 1):  # the second where the first went on blind
        choice = blind_choice(betting_structure(load_rules(rules), 3), table, policy, seat=seat, deals=10, seed=1)
        assert choice is not None


def test_only_lines_that_some_hands_take_are_in_the_tree():
    table = hand_table("fortegames")
    structure = betting_structure(table.rules, 4)
    policy = RangePolicy(table.half_points >= 42, np.zeros(table.n_hands, dtype=bool))
    game, weights = against_policy(structure, table, policy, free=0)
    assert game.tree.n_nodes < betting_tree(structure).n_nodes / 20
    for leaf in game.tree.leaves.tolist():
        stayed = set()
        for node in game.tree.path(leaf):
            seat, word = int(game.tree.player[game.tree.parent[node]]), game.tree.label(node).split()[0]
            if seat != 0 and word == "fold":
                assert seat not in stayed, game.tree.line(leaf)  # who pays once has a hand that always pays
            if seat != 0 and word in ("call", "raise", "bet"):
                stayed.add(seat)
    # Each of the others' hands takes exactly one action everywhere.
    for node in np.flatnonzero(game.tree.player > 0).tolist():
        cells, first, actions = int(game.cells[node]), int(game.start[node]), int(game.tree.n_children[node])
        block = weights[first : first + cells * actions].reshape(actions, cells)
        assert (block.sum(axis=0) == 1).all()
        assert ((block == 0) | (block == 1)).all()
