"""The public tree of both structures, node for node what the naive twin plays out."""

from itertools import pairwise

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from svara_odds.betting.build import betting_tree, count_tree
from svara_odds.betting.structure import betting_structure
from svara_odds.errors import SolveError
from svara_odds.rules.catalog import load_rules
from svara_odds.solver.tree import LEAF, SEEN, UNSEEN
from tests.naive.betting import call_closes, pay_to_stay

MOST = 400
fuzzed = settings(
    max_examples=100, deadline=None, suppress_health_check=[HealthCheck.filter_too_much, HealthCheck.too_slow]
)


def same(tree, twin, node=0, leaf_of=None):
    """Compare the subtree of `node` with what the twin played out; give the number of its nodes."""
    if leaf_of is None:
        leaf_of = {int(place): number for number, place in enumerate(tree.leaves)}
    if twin[0] == "end":
        assert tree.player[node] == LEAF, tree.line(node)
        leaf = leaf_of[node]
        assert tree.paid[leaf].tolist() == pytest.approx(twin[1], abs=1e-9), tree.line(node)
        pots = [
            (pot.amount, {seat for seat in range(tree.n_players) if pot.seats >> seat & 1}) for pot in tree.pots(leaf)
        ]
        assert [seats for _, seats in pots] == [seats for _, seats in twin[2]], tree.line(node)
        assert [amount for amount, _ in pots] == pytest.approx([amount for amount, _ in twin[2]], abs=1e-9)
        return 1
    _, seat, seen, actions = twin
    assert (tree.player[node], tree.partition[node]) == (seat, SEEN if seen else UNSEEN), tree.line(node)
    children = tree.children(node)
    assert [tree.label(child) for child in children] == [label for label, _ in actions], tree.line(node)
    return 1 + sum(same(tree, part, child, leaf_of) for child, (_, part) in zip(children, actions, strict=True))


def fair(tree, structure):
    """What holds on every line of every tree: no money is made or lost, and nobody pays what it does not have."""
    paid = tree.paid
    assert (paid >= 0).all()
    assert (paid <= [stack + 1e-9 for stack in structure.stacks]).all()
    for leaf in range(tree.n_leaves):
        pots = list(tree.pots(leaf))
        assert sum(pot.amount for pot in pots) == pytest.approx(paid[leaf].sum() + structure.carried)
        assert all(pot.amount > 0 for pot in pots)
        assert len({pot.seats for pot in pots}) == len(pots)
        for outer, inner in pairwise(pots):
            assert outer.seats & inner.seats == inner.seats


def check(rules, twin, n_players, options):
    try:
        structure = betting_structure(load_rules(rules), n_players, **options)
        size = count_tree(structure, kinds=MOST)
    except SolveError:  # sizes that do not go together, or a tree too large for the twin
        size = None
    assume(size is not None and size.nodes <= MOST)
    tree = betting_tree(structure)
    assert (tree.n_decisions, tree.n_leaves) == size
    assert same(tree, twin(n_players, **options)) == tree.n_nodes
    fair(tree, structure)


def some(**choices):
    """Options of which each may be left out, but for those that keep trees small."""
    parts = {name: st.sampled_from(values) for name, values in choices.items()}
    always = {name: parts.pop(name) for name in ("max_raises", "laps") if name in parts}
    return st.fixed_dictionaries(always, optional=parts)


CALL = {
    "ante": [0.5, 2],
    "bets": [["2"], ["1", "3"], ["0.5p", "1p"], ["2b"], ["2", "1p"]],
    "blind": [0, 0.5, 3, "0.25p"],
    "blind_factor": [1.5, 2, 3],
    "blind_laps": [0, 1, 2],
    "over_blind": [2, 3, 1.5, ["2b", "4b"], ["1p"], ["0.5p", "3b"]],
    "raise_factor": [1.5, 3],
    "raises": [["2"], ["2x", "1p"], ["0.5p"], ["1", "2b"], ["2", "2x"]],
    "max_raises": [0, 1, 1, 2, 3],
    "cap_scope": ["first_bettor"],
    "check_before_bet": [True],
    "nobody_bets": ["showdown"],
    "first_to_act": ["seat_0"],
    "max_bet": [2, 4, 5, "1p"],
    "allow_blind": [False],
    "carried": [0.0, 3.0],
}
PAY = {
    "ante": [0.5, 2],
    "bet": [1, 2, "0.25p"],
    "dark": [False],
    "dark_share": [0.25, 1],
    "raise_factor": [1.5, 3],
    "raises": [["1"], ["2x", "1p"], ["0.5p", "1"]],
    "max_bet": [3, 8, "2p"],
    "laps": [2, 2, 3],
    "open_after_laps": [0],
    "allow_blind": [False],
    "carried": [0.0, 3.0],
}
EXTRA = [0, 0.5, 1, 1.5, 2, 3, 4.5, 7, 12]


@fuzzed
@given(st.integers(2, 4), some(**CALL))
def test_call_closes(n_players, options):
    check("bulgarian", call_closes, n_players, options)


@fuzzed
@given(st.lists(st.sampled_from(EXTRA), min_size=2, max_size=4), some(**CALL))
def test_call_closes_with_stacks(extra, options):
    options["stacks"] = [options.get("ante", 1) + more for more in extra]
    check("bulgarian", call_closes, len(extra), options)


@fuzzed
@given(st.integers(2, 4), some(**PAY))
def test_pay_to_stay(n_players, options):
    check("russian", pay_to_stay, n_players, options)


@fuzzed
@given(st.lists(st.sampled_from(EXTRA), min_size=2, max_size=4), some(**PAY))
def test_pay_to_stay_with_stacks(extra, options):
    options["stacks"] = [options.get("ante", 1) + more for more in extra]
    check("russian", pay_to_stay, len(extra), options)
