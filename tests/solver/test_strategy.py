"""Strategies as people read them: values and reaches against the naive twin, Kuhn's book, lines by their names."""

import numpy as np
import pytest

from svara_odds import betting_game
from svara_odds.betting.solution import class_names
from svara_odds.errors import SolveError
from svara_odds.solver.deal import explicit_game, table_deal
from svara_odds.solver.equilibrium import behaviour_of, plan_of, standing
from svara_odds.solver.forum import by_points, forum_text
from svara_odds.solver.headsup import headsup_game
from svara_odds.solver.moments import squared, unit_tree
from svara_odds.solver.strategy import HandNames, strategy_of_plans
from svara_odds.solver.threeway import threeway_game
from tests.naive.strategy import appraise
from tests.solver.decks import LOPSIDED, NINE, rule_file
from tests.solver.games import kuhn, kuhn_deal, kuhn_tree
from tests.solver.nested import deals_of, nested, random_plans

CARDS = HandNames(("jack", "queen", "king"), np.ones(3, dtype=np.int64), np.array([2, 4, 6]))


def kuhn_strategy(alpha):
    """Kuhn's family of equilibria: the jack is bet with `alpha`, the king with three times that."""
    game, tree = kuhn(), kuhn_tree()
    unit = explicit_game(unit_tree(tree), kuhn_deal())
    chances = {
        "": {"bet": [alpha, 0, 3 * alpha]},
        "0 check / 1 bet": {"call": [0, 1 / 3 + alpha, 1]},
        "0 bet": {"call": [0, 1 / 3, 1]},
        "0 check": {"bet": [1 / 3, 0, 1]},
    }
    plans = []
    for plex in game.plexes:
        behaviour = np.zeros(plex.n_sequences)
        behaviour[0] = 1
        for start, node in zip(plex.start, plex.node, strict=True):
            ((label, shares),) = chances[tree.line(int(node))].items()
            for action, child in enumerate(tree.children(int(node))):
                taken = np.array(shares) if tree.label(child) == label else 1 - np.array(shares)
                behaviour[start + 3 * action : start + 3 * action + 3] = taken
        plans.append(plan_of(plex, behaviour))
    return game, plans, strategy_of_plans(tree, game, unit, plans, CARDS)


@pytest.mark.parametrize("alpha", [0, 0.1, 1 / 6, 1 / 3])
def test_the_family_of_kuhn(alpha):
    """Kuhn (1950): for every alpha up to a third an equilibrium worth -1/18; a little beyond, none."""
    game, plans, strategy = kuhn_strategy(alpha)
    found = standing(game, plans)
    assert found.values == pytest.approx((-1 / 18, 1 / 18), abs=1e-15)
    assert found.nashconv == pytest.approx(0, abs=1e-15)
    assert strategy.frequency(0)[0] == pytest.approx([alpha, 0, 3 * alpha])
    assert strategy.mean_frequency(0) == pytest.approx([4 * alpha / 3, 1 - 4 * alpha / 3])
    total = (strategy.frequency(0) * strategy.value(0)).sum(axis=0).mean()
    assert total == pytest.approx(-1 / 18, abs=1e-15)


def test_kuhn_by_hand():
    """At alpha = 1/3: who is bet into holds the jack or the king, the latter three times as often."""
    _, _, strategy = kuhn_strategy(1 / 3)
    after = strategy.node_of("0 bet")
    assert strategy.labels(after) == ["call", "fold"]
    # The jack is bet into by the king only, that bets always; the queen by a king of two, or a jack with a third.
    assert strategy.reached(after) == pytest.approx([1 / 2, 2 / 3, 1 / 6])
    assert strategy.value(after)[1] == pytest.approx([-1, -1, -1])
    # The queen calls: the king is there 3 of 4 times, which loses 2; the jack wins 2.
    assert strategy.value(after)[0] == pytest.approx([-2, -1, 2])
    assert strategy.mean_frequency(after) == pytest.approx(
        np.array([(0 + 2 / 9 + 1 / 6), (1 / 2 + 4 / 9 + 0)]) / (1 / 2 + 2 / 3 + 1 / 6)
    )


def test_lines_that_nobody_comes_to_have_no_value():
    _, _, strategy = kuhn_strategy(0)
    after = strategy.node_of("0 bet")
    assert strategy.reached(after).tolist() == [0, 0, 0]
    assert np.isnan(strategy.value(after)).all()
    # Nobody comes there; all hands count alike.
    assert strategy.mean_frequency(after) == pytest.approx([4 / 9, 5 / 9])
    assert np.isfinite(strategy.value(strategy.node_of("0 check"))).all()


SEATS = {
    "two": (2, NINE, {"max_raises": 1}),
    "two, side pot": (2, LOPSIDED, {"max_raises": 1, "stacks": "4,6"}),
    "three": (3, NINE, {"max_raises": 0}),
}


@pytest.mark.parametrize("name", SEATS)
@pytest.mark.parametrize("rake", [0, 0.1])
def test_values_and_reaches_are_those_of_the_naive_twin(tmp_path, name, rake):
    players, cards, options = SEATS[name]
    game = betting_game(rule_file(tmp_path, cards), n_players=players, **options, rake=rake)
    tree, table = game.tree, game.table
    fast = headsup_game if players == 2 else threeway_game
    solved, unit = fast(tree, table), fast(unit_tree(tree), table)
    plans = random_plans(solved.plexes, 1, power=3)
    strategy = strategy_of_plans(tree, solved, unit, plans, class_names(table))
    taken = {
        (node, cell): strategy.frequency(node)[:, cell].tolist()
        for node in strategy.nodes()
        for cell in range(int(strategy.cells[node]))
    }
    deals = deals_of(table_deal(table, players))
    reach, worth, mean, square = appraise(raked(nested(tree, table.symmetry.n_classes), rake), deals, taken)
    for node in strategy.nodes():
        assert strategy.reached(node) == pytest.approx(
            [reach[node, cell] for cell in range(int(strategy.cells[node]))], abs=1e-10
        )
        for action, values in enumerate(strategy.value(node)):
            assert values == pytest.approx(
                [worth[node, cell, action] for cell in range(int(strategy.cells[node]))], abs=1e-9
            )
    assert standing(solved, plans).values == pytest.approx(mean, abs=1e-12)
    if len(tree.pot_leaf) > tree.n_leaves:
        with pytest.raises(SolveError, match="side pots"):
            squared(tree)
        return
    flat, shares = squared(tree)
    assert standing(fast(flat, table, division=shares), plans).values == pytest.approx(square, abs=1e-11)
    explicit = explicit_game(flat, table_deal(table, players), division=shares)
    assert standing(explicit, plans).values == pytest.approx(square, abs=1e-11)


@pytest.mark.parametrize(("players", "max_raises", "seed"), [(2, 3, 3), (3, 0, 6)])
def test_what_never_happens_is_exactly_never(tmp_path, players, max_raises, seed):
    """Where many actions are never taken, rounding makes neither a value nor a reach, below 0 even, of nothing."""
    game = betting_game(rule_file(tmp_path, NINE), n_players=players, max_raises=max_raises)
    tree, table = game.tree, game.table
    fast = headsup_game if players == 2 else threeway_game
    solved, unit = fast(tree, table), fast(unit_tree(tree), table)
    draw = np.random.default_rng(seed)
    sizes = [plex.n_sequences for plex in solved.plexes]
    sparse = [draw.random(size) * (draw.random(size) < 0.5) for size in sizes]
    behaviours = [behaviour_of(plex, rare) for plex, rare in zip(solved.plexes, sparse, strict=True)]
    plans = [plan_of(plex, behaviour) for plex, behaviour in zip(solved.plexes, behaviours, strict=True)]
    strategy = strategy_of_plans(tree, solved, unit, plans, class_names(table))
    infosets = [(node, cell) for node in strategy.nodes() for cell in range(int(strategy.cells[node]))]
    taken = {(node, cell): strategy.frequency(node)[:, cell].tolist() for node, cell in infosets}
    deals = deals_of(table_deal(table, players))
    reach, worth, _, _ = appraise(nested(tree, table.symmetry.n_classes), deals, taken)
    nowhere = {infoset for infoset in infosets if not reach[infoset]}
    assert 0 < len(nowhere) < len(infosets)
    for node, cell in infosets:
        arrived = float(strategy.reached(node)[cell])
        assert (arrived == 0) if (node, cell) in nowhere else arrived == pytest.approx(reach[node, cell])
        for action, value in enumerate(strategy.value(node)[:, cell].tolist()):
            expected = worth.get((node, cell, action))
            assert np.isnan(value) if expected is None else value == pytest.approx(expected, abs=1e-9)
    assert len(strategy.columns()["line"]) == sum(len(shares) for shares in taken.values())


def raked(node, rake):
    """The same tree where the house has taken its part of every pot."""
    if "paid" in node:
        return {**node, "pots": [(amount * (1 - rake), seats) for amount, seats in node["pots"]]}
    return {**node, "children": [raked(child, rake) for child in node["children"]]}


def test_lines_have_names():
    _, _, strategy = kuhn_strategy(0.1)
    assert strategy.node_of("") == 0
    assert strategy.node_of(" 0 check/1 bet ") == strategy.node_of("0 check / 1 bet")
    for node in strategy.nodes():
        assert strategy.node_of(strategy.tree.line(node)) == node
    with pytest.raises(SolveError, match=r"line '0 raise' has no step '0 raise'; .* 0 bet, 0 check"):
        strategy.node_of("0 raise")
    with pytest.raises(SolveError, match=r"line '0 bet / 1 call' is at an end; nobody decides there"):
        strategy.node_of("0 bet / 1 call")
    with pytest.raises(SolveError, match=r"has no step '0 bet'; it is at an end"):
        strategy.node_of("0 bet / 1 call / 0 bet")


def test_the_table():
    _, _, strategy = kuhn_strategy(0.1)
    assert repr(strategy) == "<Strategy: 4 lines, 12 infosets>"
    columns = strategy.columns()
    assert len(columns["line"]) == 4 * 3 * 2
    rows = [dict(zip(columns, row, strict=True)) for row in zip(*columns.values(), strict=True)]
    assert rows[4] == {
        "line": "",
        "seat": 0,
        "hand": "king",
        "hands": 1,
        "points": 3.0,
        "action": "bet",
        "frequency": pytest.approx(0.3),
        "value": pytest.approx(7 / 6),  # the jack folds and the queen calls a third: 1 and 1 + 1/3
        "reach": 1,
    }
    often = strategy.columns(least_reach=0.5)
    assert 0 < len(often["line"]) < 24
    assert min(often["reach"]) >= 0.5
    assert set(strategy.columns([0])["line"]) == {""}


def test_by_points_weighs_hands_by_how_often_they_come():
    """Two hands of the same points, one of which comes three times as often."""
    _, _, strategy = kuhn_strategy(1 / 3)
    alike = HandNames(CARDS.names, CARDS.hands, np.array([2, 4, 4]))
    other = type(strategy)(**{**vars(strategy), "hands": alike})
    after = other.node_of("0 bet")
    (jack, jack_shares), (high, shares) = by_points(other, after)
    assert (jack, high) == (1, 2)
    assert jack_shares == pytest.approx([0, 1])
    call = (2 / 3 * 1 / 3 + 1 / 6 * 1) / (2 / 3 + 1 / 6)
    assert shares == pytest.approx([call, 1 - call])


def test_text_for_a_forum():
    _, _, strategy = kuhn_strategy(0.1)
    assert forum_text(strategy, nodes=[0, strategy.node_of("0 check")]) == (
        "seat 0, at the start (come to in 100.0% of deals)\n"
        "  in all: bet 13.3%, check 86.7%\n"
        "  points  bet  check\n"
        "  1       10%  90%\n"
        "  2       0%   100%\n"
        "  3       30%  70%\n"
        "\n"
        "seat 1, 0 check (come to in 86.7% of deals)\n"
        "  in all: bet 47.4%, check 52.6%\n"
        "  points  bet   check\n"
        "  1       33%   67%\n"
        "  2       0%    100%\n"
        "  3       100%  0%\n"
    )
    assert "0 bet (" in forum_text(strategy)
    assert "0 bet (" not in forum_text(strategy, least_reach=0.2)
    assert forum_text(strategy, least_reach=1.01) == ""


def test_neighbours_that_are_played_alike_are_one_row(tmp_path):
    game = betting_game(rule_file(tmp_path, NINE), max_raises=0)
    fast, unit = headsup_game(game.tree, game.table), headsup_game(unit_tree(game.tree), game.table)
    plans = [plan_of(plex, plex.uniform()) for plex in fast.plexes]
    text = forum_text(strategy_of_plans(game.tree, fast, unit, plans, class_names(game.table)))
    points = sorted({value / 2 for value in class_names(game.table).half_points.tolist()})
    assert f"  {points[0]:g}-{points[-1]:g}   50%   50%\n" in text
    assert "unseen" not in text
    assert "seat 0, at the start (come to in 100.0% of deals)\n  in all: blind 1 50.0%, look 50.0%\n\n" in text
