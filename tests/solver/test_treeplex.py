import numpy as np
import pytest

from svara_odds.betting.build import betting_tree
from svara_odds.betting.structure import betting_structure
from svara_odds.errors import SolveError
from svara_odds.rules.catalog import load_rules
from svara_odds.solver.deal import equal_division
from svara_odds.solver.tree import LEAF, SEEN, UNSEEN, Chance, Decision, Leaf, Pot, grow
from svara_odds.solver.treeplex import treeplexes
from tests.solver.betting import closing_tree, pot_tree, staying_tree
from tests.solver.games import kuhn_tree, leduc_tree

END = Leaf([1.0, 1.0], [Pot(2.0, 3)])


@pytest.mark.parametrize(
    ("what", "said"),
    [
        (Leaf([1.0], [Pot(1.0, 1)]), "what 1 seats paid; it must be 2"),
        (Leaf([1.0, 1.0], []), "it must have one"),
        (Leaf([1.0, 1.0], [Pot(1.0, 4)]), "for some of 2 seats"),
        (Decision(2, [("go", "x")]), "player 2 with partition 0"),
        (Decision(0, [("go", "x")], 2), "player 0 with partition 2"),
        (Decision(0, []), "it must have one or more"),
        (Decision(0, [("go", "x"), ("go", "y")]), "each with its own label"),
        (Chance([]), "it must have one or more"),
    ],
)
def test_states_that_are_none(what, said):
    with pytest.raises(SolveError, match=said):
        grow("", lambda state: what if state == "" else END, n_players=2)


@pytest.mark.parametrize("later", [UNSEEN, 2])
def test_nobody_forgets(later):
    def expand(state):
        if len(state) == 2:
            return END
        return Decision(0, [("go", state + "x"), ("stop", state + "y")], later if state else SEEN)

    with pytest.raises(SolveError, match="cannot forget"):
        treeplexes(grow("", expand, n_players=2, partitions=[np.array([0, 0, 1])]), 3)


def test_numbers_of_nodes():
    tree = kuhn_tree()
    assert (tree.n_decisions, tree.n_leaves, tree.n_nodes) == (4, 5, 9)
    plexes, _ = treeplexes(tree, 3)
    assert [plex.n_infosets for plex in plexes] == [6, 6]
    plexes, _ = treeplexes(leduc_tree(), 3)
    assert sum(plex.n_infosets for plex in plexes) == 288  # 936 of OpenSpiel's count six cards, not three ranks
    # Check or two bets, each with two raises of two sizes: 2 + 2 * (2 + 4 + 8).
    assert pot_tree().n_decisions == 30
    # Two blind decisions, and three lines of a first bet and three raises: five decisions each.
    assert closing_tree().n_decisions == 17
    assert staying_tree(dark=False).n_decisions < staying_tree().n_decisions


@pytest.mark.parametrize("make", [kuhn_tree, leduc_tree, pot_tree, closing_tree, staying_tree])
def test_pots_hold_what_was_paid_and_sequences_add_up(make):
    tree = make()
    held = np.bincount(tree.pot_leaf, weights=tree.pot_amount)
    assert held == pytest.approx(tree.paid.sum(axis=1))
    assert (tree.player[tree.leaves] == LEAF).all()
    for plex in treeplexes(tree, 7)[0]:
        assert plex.n_sequences == 1 + int((plex.cells * plex.actions).sum())
        owner = plex.infoset_of_sequence()
        assert np.bincount(owner[1:], weights=plex.uniform()[1:]) == pytest.approx(np.ones(plex.n_infosets))
        assert (plex.parent < plex.n_sequences).all()


def test_lines_read_as_they_were_played():
    tree = closing_tree()
    lines = {tree.line(int(node)) for node in tree.leaves}
    assert "0 blind / 1 look / 1 to 2 / 0 to 4 / 1 to 8 / 0 to 16 / 1 call" in lines
    assert "0 look / 0 fold" in lines


def test_division_leaves_the_rake_to_the_house():
    assert equal_division(3, rake=0.1).sum(axis=1) == pytest.approx([0] + [0.9] * 7)


def outcomes(tree, node=0):
    """A tree without its labels: who decides on what, and what every leaf is worth to whom for each best seat."""
    if tree.player[node] != LEAF:
        below = frozenset(outcomes(tree, child) for child in tree.children(node))
        return int(tree.player[node]), int(tree.partition[node]), below
    leaf = tree.leaves.tolist().index(node)
    gains = np.tile(-tree.paid[leaf], (3, 1))
    for amount, seats in tree.pots(leaf):
        for row, best in enumerate((1, 2, 3)):
            takers = [seat for seat in range(2) if (seats & best or seats) >> seat & 1]
            gains[row, takers] += amount / len(takers)
    return tuple(gains.round(9).ravel().tolist())


@pytest.mark.parametrize(
    ("rules", "make"), [("fortegames", closing_tree), ("bulgarian", closing_tree), ("russian", staying_tree)]
)
def test_trees_written_out_here_are_those_of_the_rules(rules, make):
    assert outcomes(make()) == outcomes(betting_tree(betting_structure(load_rules(rules), 2)))
