"""Sizes of trees, counted before they are built; what no line may break; trees too large to be written out."""

import re
from itertools import islice

import numpy as np
import pytest

import svara_odds as so
from svara_odds.betting.build import betting_tree, count_tree, referee
from svara_odds.betting.printout import walk
from svara_odds.betting.structure import betting_structure
from svara_odds.errors import SolveError
from svara_odds.solver.tree import SEEN, UNSEEN, Leaf, grow
from tests.naive.betting_size import decisions


def structure(rules, n_players, **options):
    return betting_structure(so.load_rules(rules), n_players, **options)


@pytest.mark.parametrize("max_raises", [0, 1, 3])
@pytest.mark.parametrize("n_players", range(2, 11))
def test_count(n_players, max_raises):
    options = {"n_players": n_players, "max_raises": max_raises}
    assert count_tree(structure("bulgarian", **options)).decisions == decisions(n_players, max_raises, blind=True)
    for none in ({"blind": 0}, {"allow_blind": False}, {"blind_laps": 0}):
        counted = count_tree(structure("fortegames", **options, **none))
        assert counted.decisions == decisions(n_players, max_raises, blind=False)


def test_counts_that_are_known():
    assert [decisions(n, 3, blind=False) for n in range(2, 6)] == [5, 62, 607, 4864]
    assert decisions(10, 3, blind=False) == 40_890_133  # some 41 million
    assert [decisions(n, 3, blind=True) for n in range(2, 7)] == [17, 251, 3039, 29189, 237789]


def test_thirty_decisions_of_a_check_half_the_pot_or_the_pot():
    # A root, a turn after a check, and behind each of two bets in two places 1 + 2 + 4 turns: 2 + 4 * 7.
    menu = {"bets": "0.5p,1p", "raises": "0.5p,1p", "max_raises": 2, "check_before_bet": True}
    tree = betting_tree(structure("fortegames", 2, **menu, nobody_bets="showdown", allow_blind=False))
    assert tree.n_decisions == 30
    node = next(node for node in tree.leaves.tolist() if tree.line(node) == "0 check / 1 check")
    assert [pot.seats for pot in tree.pots(int(np.searchsorted(tree.leaves, node)))] == [0b11]


@pytest.mark.parametrize("rules", ["bulgarian", "russian"])
def test_too_large_is_refused_with_its_size(rules):
    size = count_tree(structure(rules, 4))
    with pytest.raises(
        so.SolveError, match=rf"tree: {size.nodes} nodes, {size.decisions} .* more than the 500 .*raises|laps"
    ):
        betting_tree(structure(rules, 4), limit=500)
    assert betting_tree(structure(rules, 4), limit=size.nodes).n_nodes == size.nodes


@pytest.mark.parametrize(
    ("rules", "ways"),
    [
        ("bulgarian", "fewer players, fewer raises (max_raises), shorter menus (bets, raises) or no blind betting"),
        ("russian", "fewer players, fewer laps, a lower max_bet or no dark play"),
    ],
)
def test_what_would_make_it_smaller_is_told(rules, ways):
    with pytest.raises(SolveError, match=f"{re.escape(f'take {ways}')}$"):
        betting_tree(structure(rules, 4), limit=500)


def test_ten_seats_are_refused_at_once():
    with pytest.raises(so.SolveError, match=r"919 million nodes, 450 million .* 5 million .* fewer raises"):
        _ = so.betting_game("bulgarian", n_players=10).tree


def test_too_many_different_lines_are_refused():
    with pytest.raises(so.SolveError, match=r"more than 100 different lines; take fewer players"):
        count_tree(structure("bulgarian", 5, stacks="10,20,30,40,50"), kinds=100)


def test_a_tree_that_cannot_be_built_can_be_walked():
    steps = list(islice(walk(referee(structure("bulgarian", 10))), 2000))
    assert steps[0].line == ()
    assert steps[1].line == ("0 blind 1",)
    assert steps[10].line[-1] == "9 double to 512"
    assert sum(isinstance(step.what, Leaf) for step in steps) > 500


def test_walk_meets_every_node_of_the_tree():
    game = so.betting_game("russian", n_players=3)
    steps = list(walk(game.referee))
    assert len(steps) == game.tree.n_nodes
    tree = game.tree
    assert sorted(" / ".join(step.line) for step in steps) == sorted(tree.line(node) for node in range(tree.n_nodes))


def test_a_tree_grows_again_from_itself():
    tree = betting_tree(structure("bulgarian", 3, stacks="5,9,20"))
    again = grow(tree.root, tree.expand, n_players=3)
    for name in ("parent", "player", "first_child", "n_children", "action", "partition", "paid", "pot_leaf"):
        assert np.array_equal(getattr(tree, name), getattr(again, name))
    assert np.array_equal(tree.pot_amount, again.pot_amount)
    assert np.array_equal(tree.pot_seats, again.pot_seats)
    assert tree.actions == again.actions


# --- what a line says is what it costs ---------------------------------------------------------------------------


def spent(line, n_players, bet):
    """What each seat has put in by the words of a line alone, where every turn is paid for."""
    paid = [1.0] * n_players
    for step in line.split(" / "):
        seat, word, *rest = step.split()
        if word == "open":
            paid[int(seat)] += bet
        elif word not in ("look", "fold"):
            paid[int(seat)] += float(rest[-1])
            bet = float(rest[-1]) if word == "raise" else bet
    return paid


@pytest.mark.parametrize("n_players", [2, 3, 4])
def test_every_turn_is_paid_for(n_players):
    tree = betting_tree(structure("russian", n_players))
    for leaf, node in enumerate(tree.leaves.tolist()):
        assert tree.paid[leaf].tolist() == spent(tree.line(node), n_players, 1.0)


@pytest.mark.parametrize("n_players", [2, 3, 4])
def test_a_showdown_is_paid_alike(n_players):
    tree = betting_tree(structure("bulgarian", n_players, max_raises=2))
    for leaf in range(tree.n_leaves):
        (pot,) = tree.pots(leaf)
        winners = [seat for seat in range(n_players) if pot.seats >> seat & 1]
        assert len({tree.paid[leaf][seat] for seat in winners}) == 1
        assert tree.paid[leaf].max() == tree.paid[leaf][winners[0]]
        assert pot.amount == tree.paid[leaf].sum()


@pytest.mark.parametrize("max_raises", [0, 1, 2, 3])
@pytest.mark.parametrize("scope", ["total", "first_bettor"])
def test_caps(scope, max_raises):
    tree = betting_tree(structure("bulgarian", 3, max_raises=max_raises, cap_scope=scope, allow_blind=max_raises < 2))
    most = 0
    for node in tree.leaves.tolist():
        steps = tree.line(node).split(" / ")
        bettor = next((step[0] for step in steps if " bet " in step), None)
        raises = [step[0] for step in steps if " raise to " in step]
        most = max(most, len(raises) if scope == "total" else raises.count(bettor))
        if scope == "first_bettor":
            assert all(raises.count(seat) <= raises.count(bettor) + 1 for seat in "012")
    assert most == max_raises


@pytest.mark.parametrize("rules", ["bulgarian", "russian"])
def test_table_maximum(rules):
    tree = betting_tree(structure(rules, 3, max_bet=6))
    amounts = [float(number) for number in re.findall(r"(?:bet|to|blind|pay) (\S+)", " ".join(tree.actions))]
    assert max(amounts) == 6


def test_nobody_looks_before_the_blind_betting_ends():
    tree = betting_tree(structure("bulgarian", 4))
    for node in np.flatnonzero(tree.player >= 0).tolist():
        blind = any(tree.label(child).startswith(("blind", "double")) for child in tree.children(node))
        assert tree.partition[node] == (UNSEEN if blind else SEEN)
        assert tree.partition[tree.parent[node]] == UNSEEN or not blind or node == 0


def test_where_nobody_bets_the_last_blind_bettor_or_the_dealer_takes_it():
    tree = betting_tree(structure("bulgarian", 4, max_raises=0))
    for leaf, node in enumerate(tree.leaves.tolist()):
        line = tree.line(node)
        if " bet " not in line:
            blinds = re.findall(r"(\d) (?:blind|double)", line)
            assert [pot.seats for pot in tree.pots(leaf)] == [1 << int(blinds[-1] if blinds else 3)]


# --- side pots ---------------------------------------------------------------------------------------------------


def ends(rules, **options):
    game = so.betting_game(rules, **options)
    tree = game.tree
    return {tree.line(node): (tree.paid[leaf].tolist(), list(tree.pots(leaf))) for leaf, node in enumerate(tree.leaves)}


def test_sizes_that_are_no_bet_do_not_hide_those_behind_them():
    """Over a blind of 1 a bet of 1 is none; the menu may name it first."""
    menus = [ends("bulgarian", n_players=2, over_blind=menu, max_raises=0) for menu in ("1b,3b", "3b,1b", "3b")]
    assert menus[0] == menus[1] == menus[2]
    assert any(" bet 3" in line for line in menus[0])


def test_who_cannot_pay_half_a_bet_is_not_asked_to_play_dark():
    """Seat 1 has 0.25 above its ante, and half the bet of 1 is 0.5; with 0.5 it may."""
    for above, may in ((0.25, False), (0.5, True)):
        lines = ends("russian", n_players=2, stacks=[10, 1 + above])
        assert any("0 dark 0.5 / 1 dark" in line for line in lines) == may


def test_three_stacks_make_two_side_pots():
    # Ante 1; seat 0 has 2 more, seat 1 has 5 more, seat 2 any: 3 x 3 = 9, then 2 x 3 = 6; 1 above goes back.
    lines = ends("bulgarian", n_players=3, stacks=[3, 6, 50], allow_blind=False, raise_factor=3)
    paid, pots = lines["0 bet 2 / 1 call 2 / 2 raise to 6 / 1 all-in 3"]
    assert (paid, pots) == ([3, 6, 6], [(9, 0b111), (6, 0b110)])
    paid, pots = lines["0 bet 2 / 1 call 2 / 2 raise to 6 / 1 fold"]
    assert (paid, pots) == ([3, 3, 3], [(9, 0b101)])


def test_dead_money_stays_in_the_pot_it_was_paid_for():
    lines = ends("bulgarian", n_players=3, stacks=[50, 3, 50], allow_blind=False, raise_factor=2)
    paid, pots = lines["0 bet 2 / 1 call 2 / 2 raise to 4 / 0 raise to 8 / 2 fold"]
    # Seat 2 folded 4 on top of its ante: 2 of it lie where seat 1 plays too, the other 2 seat 0 wins alone.
    assert (paid, pots) == ([5, 3, 5], [(9, 0b011), (4, 0b001)])


def test_a_short_payment_wins_no_more_than_it_paid():
    lines = ends("russian", n_players=2, stacks=[1.5, 10], allow_blind=False)
    assert lines["0 all-in 0.5 / 1 pay 1"] == ([1.5, 1.5], [(3, 0b11)])
    assert lines["0 all-in 0.5 / 1 fold"] == ([1.5, 1], [(2.5, 0b01)])


def test_a_pot_from_before_is_played_for():
    lines = ends("bulgarian", n_players=2, carried=6, ante=0, bets="0.5p", max_raises=0, allow_blind=False)
    assert lines == {
        "0 fold": ([0, 0], [(6, 0b10)]),
        "0 bet 3 / 1 fold": ([0, 0], [(6, 0b01)]),
        "0 bet 3 / 1 call 3": ([3, 3], [(12, 0b11)]),
    }
