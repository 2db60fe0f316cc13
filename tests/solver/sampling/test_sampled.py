"""Walks and deals that are drawn, against the sums over all deals of a small deck by the naive twin."""

from functools import cache
from types import SimpleNamespace

import numpy as np
import pytest

from svara_odds.betting.build import betting_tree
from svara_odds.betting.structure import betting_structure
from svara_odds.errors import SolveError
from svara_odds.jobs.blocks import Block
from svara_odds.solver.deal import equal_division, explicit_game, table_deal
from svara_odds.solver.equilibrium import behaviour_of, plan_of, standing
from svara_odds.solver.headsup import headsup_game
from svara_odds.solver.sampling import _kernels_sampled as kernels
from svara_odds.solver.sampling import _kernels_walks as walks
from svara_odds.solver.sampling import gains, playing
from svara_odds.solver.sampling.appraisal import appraise
from svara_odds.solver.sampling.estimate import Run
from svara_odds.solver.sampling.gains import gain_of, measure_gains
from svara_odds.solver.sampling.game import SampledGame
from svara_odds.solver.sampling.playing import play_deals
from svara_odds.solver.sampling.training import SampledState, advance_sampled
from svara_odds.solver.strategy import HandNames
from svara_odds.solver.tree import Decision, Leaf, Pot, grow
from svara_odds.tables.handtable import hand_table
from tests.naive import sampled as naive
from tests.smalldecks import NINE, TWELVE, naive_score, names, small_table
from tests.solver.nested import nested

SIGMAS = 4.5
FLOAT = 1e-5  # relative, of sums of rows in single precision


@pytest.fixture(scope="module")
def tables(tmp_path_factory):
    folder = tmp_path_factory.mktemp("rules")
    return {9: small_table(folder, NINE), 12: small_table(folder, TWELVE)}


# Name: cards of the deck, players, what hands are told apart by, and the betting. Side pots where stacks differ; all
# cells are gone through where the deck leaves more hands than there are cells, else those that are left.
CASES = {
    "two, classes": (12, 2, "classes", {"max_raises": 1}),
    "two, points, nine cards": (9, 2, "points", {"max_raises": 1, "bets": "2,1p"}),
    "three, classes": (9, 3, "classes", {"max_raises": 0, "allow_blind": False}),
    "three, side pots": (9, 3, "points", {"max_raises": 1, "stacks": "3,7,12", "blind": 0.7}),
}


@cache
def _case(table, players, information, options):
    tree = betting_tree(betting_structure(table.rules, players, **dict(options)))
    shares = np.random.default_rng(8).uniform(0, 1, (1 << players, players)) + equal_division(players)
    game = SampledGame.of(tree, table, information=information, division=shares)
    hands = [names(table, index) for index in range(table.n_hands)]
    cell_of = {hand: int(game.cell_of[index]) for index, hand in enumerate(hands)}
    deals = naive.all_deals(hands, cell_of, naive_score, players)
    root = nested(tree, game.n_cells)
    masks = {
        tuple(seat for seat in range(players) if mask >> seat & 1): shares[mask].tolist()
        for mask in range(1 << players)
    }
    return SimpleNamespace(game=game, tree=tree, root=root, deals=deals, shares=masks, players=players)


@pytest.fixture(params=CASES)
def case(request, tables):
    cards, players, information, options = CASES[request.param]
    return _case(tables[cards], players, information, tuple(options.items()))


def random_weights(game, seed, nothing=0.2):
    """Weights of which some are 0 or less, and in some infosets all."""
    weights = np.random.default_rng(seed).uniform(-nothing, 1, game.n_entries)
    return weights.astype(np.float32)


def strategy_of(case, weights):
    """What flat weights stand for, as the twin reads it."""
    game, strategy = case.game, {}
    for node in np.flatnonzero(case.tree.player >= 0).tolist():
        block = entries_of(game, node, weights).astype(float).clip(0)
        for cell in range(block.shape[1]):
            total = block[:, cell].sum()
            if total > 0:
                strategy[node, cell] = (block[:, cell] / total).tolist()
    return strategy


def entries_of(game, node, flat):
    cells, first = int(game.cells[node]), int(game.start[node])
    actions = int(game.tree.n_children[node])
    return flat[first : first + actions * cells].reshape(actions, cells)


def infosets(case, seat):
    for node in np.flatnonzero(case.tree.player == seat).tolist():
        yield from ((node, cell) for cell in range(int(case.game.cells[node])))


def sums_of_batches(walk, size, batches=60):
    """Mean over batches of what `walk(batch)` gives, and its standard error."""
    found = np.array([walk(batch) for batch in range(batches)]) / size
    return found.mean(axis=0), found.std(axis=0, ddof=1) / np.sqrt(batches)


def assert_close(mean, error, exact):
    """Each within its error where walks often come, with some room elsewhere; all together as far off as they may."""
    off, scale = np.abs(mean - exact), np.abs(exact).max()
    assert (off <= SIGMAS * error + 0.02 * scale).all()
    assert error.max() < 0.25 * scale  # else the comparison would say nothing
    known = (error > FLOAT * scale) & (error < 0.15 * np.abs(exact))
    assert known.sum() >= 20
    assert (off[known] <= (SIGMAS + 1.5) * error[known]).all()  # few walks come to most: long tails
    assert 0.3 < ((off[known] / error[known]) ** 2).mean() < 3  # entries hang together
    assert (off[error == 0] <= 0.003 * scale).all()


def stream(seed):
    return Block(0, 1, (seed, 0)).words(4)


def by_action(game, flat):
    """Entries of all cells of every action added up."""
    return np.concatenate([entries_of(game, node, flat).sum(axis=1) for node in np.flatnonzero(game.tree.player >= 0)])


def test_what_is_earned_at_the_last_leaves(case):
    game, weights = case.game, random_weights(case.game, 1)
    strategy = strategy_of(case, weights)
    for seat in range(case.players):

        def walk(batch, seat=seat):
            gradient = np.zeros(game.n_entries)
            kernels.gradient_walks(400, seat, game.lines(), game.cards(), weights, game.room(), stream(batch), gradient)
            return np.concatenate([gradient, by_action(game, gradient)])

        exact = np.zeros(game.n_entries)
        for key, value in naive.last_earned(case.root, case.deals, seat, strategy, case.shares).items():
            if key is not None:
                node, cell, action = key
                entries_of(game, node, exact)[action, cell] = value
        mean, error = sums_of_batches(walk, 400)
        assert_close(mean[: len(exact)], error[: len(exact)], exact)
        # All hands together are known far better.
        off = np.abs(mean[len(exact) :] - by_action(game, exact))
        assert (off <= (SIGMAS + 0.5) * error[len(exact) :] + 1e-4).all()


def test_regrets(case):
    game, before = case.game, random_weights(case.game, 2)
    strategy = strategy_of(case, before)
    weight = np.float32(1e-3)  # so that a walk hardly changes what the next seat plays by

    def walk(batch):
        room, cards, lines, state = game.room(), game.cards(), game.lines(), stream(1000 + batch)
        total = np.zeros(game.n_entries)
        for _ in range(250):
            regrets = before.copy()
            kernels.train_walks(1, weight, lines, cards, regrets, room, state)
            total += (regrets - before) / weight
        return total

    exact = np.zeros(game.n_entries)
    for seat in range(case.players):
        for (node, cell), values in naive.regrets(case.root, case.deals, seat, strategy, case.shares).items():
            entries_of(game, node, exact)[:, cell] = values
    assert_close(*sums_of_batches(walk, 250), exact)


def test_plans(case):
    game, weights = case.game, random_weights(case.game, 3)
    plan = np.full(game.n_entries, np.nan, dtype=np.float32)
    kernels.realize_flat(game.lines(), game.above, weights, game.room().strategy[0], plan)
    strategy = strategy_of(case, weights)
    for seat in range(case.players):
        for (node, cell), values in naive.own_plan(case.root, seat, strategy).items():
            assert entries_of(game, node, plan)[:, cell] == pytest.approx(values, rel=1e-5, abs=1e-7)
    assert not np.isnan(plan).any()


def test_best_actions(case):
    game, weights = case.game, random_weights(case.game, 4)
    strategy = strategy_of(case, weights)
    for seat in range(case.players):
        earned = naive.last_earned(case.root, case.deals, seat, strategy, case.shares)
        earned.pop(None, None)
        best, choices = naive.best_of(earned, case.root, seat, game.n_cells)
        gradient, response = np.zeros(game.n_entries), weights.copy()
        for (node, cell, action), value in earned.items():
            entries_of(game, node, gradient)[action, cell] = value
        found = kernels.respond_flat(seat, game.lines(), game.above, gradient, weights, response)
        assert found == pytest.approx(best, abs=1e-12)
        for node in np.flatnonzero(case.tree.player >= 0).tolist():
            block = entries_of(game, node, response)
            usual = entries_of(game, node, weights)
            for cell in range(block.shape[1]):
                if case.tree.player[node] == seat and entries_of(game, node, gradient)[:, cell].any():
                    assert block[:, cell].tolist() == np.eye(len(block))[choices[node, cell]].tolist()
                else:
                    assert (block[:, cell] == usual[:, cell]).all()


def test_gains(case):
    game, usual = case.game, random_weights(case.game, 5)
    strategy = strategy_of(case, usual)
    for seat in range(case.players):
        changed = random_weights(game, 6 + seat)
        other = strategy_of(case, changed)
        mixed = {**strategy}
        for key in infosets(case, seat):
            mixed.pop(key, None)
            if key in other:
                mixed[key] = other[key]
        before = naive.moments(case.root, case.deals, strategy, case.shares)[0][seat]
        after = naive.moments(case.root, case.deals, mixed, case.shares)[0][seat]
        mean, error = gain_of(game, usual, changed, seat, 20_000, seed=seat)
        assert abs(mean - (after - before)) <= SIGMAS * error
        assert 0 < error < 0.1


def test_payoffs(case):
    game, weights = case.game, random_weights(case.game, 9)
    means, squares = naive.moments(case.root, case.deals, strategy_of(case, weights), case.shares)
    found = play_deals(game, weights, 200_000, seed=3)
    for seat in range(case.players):
        assert abs(found.values[seat] - means[seat]) <= SIGMAS * found.stderr[seat]
        stdev = (squares[seat] - means[seat] ** 2) ** 0.5
        assert found.stdev[seat] == pytest.approx(stdev, rel=0.03)
        assert found.stderr[seat] == pytest.approx(stdev / 200_000**0.5, rel=0.03)


def test_values_and_reaches_of_infosets(case):
    game, weights = case.game, random_weights(case.game, 10)
    strategy, lines = strategy_of(case, weights), game.lines()
    sizes = np.where(case.tree.player >= 0, game.cells, 0)
    infoset = np.cumsum(sizes) - sizes

    def walk(batch):
        worth, coming, reach = np.zeros(game.n_entries), *np.zeros((2, int(sizes.sum())))
        notes = kernels.Appraisal(weights, infoset, worth, coming, reach)
        kernels.appraise_walks(300, lines, game.cards(), notes, game.room(), stream(batch))
        return np.concatenate([worth, coming, reach])

    mean, error = sums_of_batches(walk, 300)
    exact = np.zeros(game.n_entries), *np.zeros((2, int(sizes.sum())))
    for seat in range(case.players):
        found = naive.Infosets(case.root, case.deals, seat, strategy, case.shares)
        for (node, cell), values in found.worth.items():
            entries_of(game, node, exact[0])[:, cell] = values
            exact[1][infoset[node] + cell] = found.coming[node, cell]
            exact[2][infoset[node] + cell] = found.reach[node, cell]
    assert_close(mean, error, np.concatenate(exact))


def test_an_appraisal_speaks_of_the_hand(tables):
    case = _case(tables[9], 3, "points", (("max_raises", 0),))
    game = case.game
    hands = HandNames(
        tuple("x" * game.n_cells), np.bincount(game.cell_of).astype(np.int64), np.arange(game.n_cells, dtype=np.int64)
    )
    weights = random_weights(game, 11, nothing=0)
    walks, spread = 300_000, 10.0  # antes: what results scatter by, with shares of pots up to 1.5
    strategy = appraise(game, SampledState(1, 1, weights, weights), hands, walks=walks)
    chance = hands.hands / hands.hands.sum()
    for seat in range(3):
        found = naive.Infosets(case.root, case.deals, seat, strategy_of(case, weights), case.shares)
        for node in np.flatnonzero(case.tree.player == seat).tolist():
            for cell in range(int(game.cells[node])):
                coming, key = found.coming[node, cell], (node, cell)
                given = chance[cell] if game.cells[node] > 1 else 1
                assert strategy.reached(node)[cell] == pytest.approx(found.reach[key] / given, abs=0.05)
                if coming > 0.002:
                    value = [each / coming for each in found.worth[key]]
                    room = SIGMAS * spread / (coming * walks) ** 0.5
                    assert strategy.value(node)[:, cell] == pytest.approx(value, abs=room)


def exact_plans(game, solved, weights):
    """Flat weights as plans of an exact game of the same tree."""
    plans = []
    for plex in solved.plexes:
        behaviour = np.ones(plex.n_sequences)
        for start, cells, actions, node in zip(plex.start, plex.cells, plex.actions, plex.node, strict=True):
            behaviour[start : start + cells * actions] = entries_of(game, node, weights).ravel()
        plans.append(plan_of(plex, behaviour_of(plex, behaviour)))
    return plans


@pytest.mark.parametrize(("players", "least"), [(2, 0.03), (3, 0.15)])
def test_strategies_come_closer_to_an_equilibrium(tables, players, least):
    table = tables[12] if players == 2 else tables[9]
    tree = betting_tree(betting_structure(table.rules, players, max_raises=1))
    game = SampledGame.of(tree, table)
    solved = headsup_game(tree, table) if players == 2 else explicit_game(tree, table_deal(table, 3))
    state = SampledState.start(game, seed=4)
    far = standing(solved, exact_plans(game, solved, state.sums)).nashconv
    advance_sampled(game, state, 5)
    nearer = standing(solved, exact_plans(game, solved, state.sums)).nashconv
    advance_sampled(game, state, 150)
    near = standing(solved, exact_plans(game, solved, state.sums))
    assert near.nashconv < least < nearer < far
    found = measure_gains(game, state, train=20_000, measure=20_000)
    for seat in range(players):
        # On fresh deals a response gains no more than the best one, on its own deals no less.
        assert found.gains[seat] <= near.gains[seat] + SIGMAS * found.stderr[seat]
        assert found.at_most[seat] >= near.gains[seat] - SIGMAS * found.stderr[seat]
    assert found.nashconv == pytest.approx(sum(found.gains), abs=1e-12)
    assert found.nashconv_stderr == pytest.approx(sum(error**2 for error in found.stderr) ** 0.5)


def test_there_is_much_to_gain_against_seats_that_act_at_random(tables):
    case = _case(tables[9], 3, "classes", (("max_raises", 0),))
    game = case.game
    state = SampledState.start(game, seed=2)
    found = measure_gains(game, state, train=20_000, measure=20_000)
    for seat in range(3):
        earned = naive.last_earned(case.root, case.deals, seat, {}, case.shares)
        earned.pop(None, None)
        best = naive.best_of(earned, case.root, seat, game.n_cells)[0]
        plain = naive.last_earned(case.root, case.deals, seat, {}, case.shares)
        plan = naive.own_plan(case.root, seat, {})
        usual = sum(value * plan[key[:2]][key[2]] for key, value in plain.items() if key is not None)
        assert found.gains[seat] == pytest.approx(best - usual, abs=SIGMAS * found.stderr[seat] + 0.01)
        assert found.at_most[seat] == pytest.approx(best - usual, abs=SIGMAS * found.stderr[seat] + 0.01)


def test_same_seed_same_strategy_and_a_stop_leaves_no_trace(tables):
    tree = betting_tree(betting_structure(tables[12].rules, 4, max_raises=0))
    game = SampledGame.of(tree, tables[12])
    whole, parted, other = (SampledState.start(game, seed=seed) for seed in (7, 7, 8))
    advance_sampled(game, whole, 4)
    advance_sampled(game, parted, 1)
    parted = SampledState.from_arrays(*parted.arrays())
    advance_sampled(game, parted, 3)
    advance_sampled(game, other, 4)
    assert (whole.seed, whole.rounds) == (parted.seed, parted.rounds)
    assert (whole.regrets == parted.regrets).all()
    assert (whole.sums == parted.sums).all()
    assert (whole.sums != other.sums).any()


def test_any_number_of_threads_finds_the_same(tables, monkeypatch):
    monkeypatch.setattr(gains, "MEASURE_BLOCK", 500)
    monkeypatch.setattr(playing, "PLAY_BLOCK", 1_000)
    tree = betting_tree(betting_structure(tables[9].rules, 3, max_raises=0))
    game = SampledGame.of(tree, tables[9])
    state = SampledState.start(game, seed=5)
    advance_sampled(game, state, 2)
    one, three = (measure_gains(game, state, train=1_000, measure=3_700, run=Run(threads)) for threads in (1, 3))
    assert one == three
    one, three = (play_deals(game, state.sums, 5_100, seed=1, run=Run(threads)) for threads in (1, 3))
    assert one == three


def test_a_response_that_can_be_broken_off_is_the_same(tables, monkeypatch):
    case = _case(tables[9], 3, "classes", (("max_raises", 0),))
    weights = random_weights(case.game, 12)
    whole = gains.best_response(case.game, weights, 1, 100, seed=3)
    monkeypatch.setattr(gains, "BROKEN_OFF", 7)
    parted = gains.best_response(case.game, weights, 1, 100, seed=3)
    assert (parted.weights == whole.weights).all()
    assert parted.promised == whole.promised


def test_points_are_what_is_told_apart_where_asked():
    table = hand_table("fortegames")
    tree = betting_tree(betting_structure(table.rules, 4, max_raises=0))
    by_class, by_points = (SampledGame.of(tree, table, information=name) for name in ("classes", "points"))
    assert by_class.n_cells == table.symmetry.n_classes
    assert by_points.n_cells == len(table.levels)
    assert (np.diff(by_points.cards().order_of_cell) == 1).all()
    assert (np.diff(by_class.cards().order_of_cell) >= 0).all()


def test_ten_seats_leave_two_cards_and_three_hands_more(tables):
    table = hand_table("fortegames")
    tree = betting_tree(betting_structure(table.rules, 10, max_raises=0, allow_blind=False))
    game = SampledGame.of(tree, table)
    assert not game.cards().dense
    state = SampledState.start(game, seed=1)
    advance_sampled(game, state, 3)
    found = play_deals(game, state.sums, 20_000, seed=1)
    assert sum(found.values) == pytest.approx(0, abs=1e-9)


def test_what_cannot_be_sampled(tables):
    table = tables[9]
    with pytest.raises(SolveError, match="12 cards; the deck has 9"):
        SampledGame.of(grow("", lambda state: Leaf([1] * 4, [Pot(4, 15)]), n_players=4), table)
    with pytest.raises(SolveError, match="information is 'suits'"):
        SampledGame.of(betting_tree(betting_structure(table.rules, 2)), table, information="suits")


def test_cards_seen_in_part_cannot_be_sampled(tables):
    def expand(line):
        if line:
            return Leaf([1, 1], [Pot(2, 3)])
        return Decision(0, [("on", "on")], 2)

    coarse = np.zeros(tables[9].symmetry.n_classes, dtype=np.int32)
    with pytest.raises(SolveError, match="have looked at their cards"):
        SampledGame.of(grow("", expand, n_players=2, partitions=[coarse]), tables[9])


def test_the_house_keeps_its_share_of_every_pot(tables):
    table = tables[12]
    tree = betting_tree(betting_structure(table.rules, 4, max_raises=0, rake=0.1))
    raked = SampledGame.of(tree, table)
    nothing = SampledGame.of(tree, table, division=np.zeros((16, 4)))  # pots that nobody gets are what all have paid
    weights = random_weights(raked, 12)
    kept, pots = (sum(play_deals(game, weights, 20_000, seed=2).values) for game in (raked, nothing))
    assert pots < -4  # antes at least
    assert kept == pytest.approx(0.1 * pots, abs=1e-9)


def picked(weights, state=(1, 2, 3, 4)):
    """What a seat with these weights for its actions does, and whether a random number was drawn for it."""
    one = np.zeros(1, dtype=np.int64)
    lines = SimpleNamespace(cells=one + 1, start=one, n_children=one + len(weights))
    state = np.array(state, dtype=np.uint64)
    before = state.copy()
    code = walks.pick.py_func if hasattr(walks.pick, "py_func") else walks.pick
    return int(code(np.array(weights), lines, 0, 0, state)), not np.array_equal(state, before)


def test_where_there_is_one_action_nothing_is_drawn():
    assert picked([0.0]) == (0, False)


def test_rounding_does_not_pick_what_is_never_done():
    """The largest number below 1 times a total that was rounded up lies past the end."""
    largest = ((1 << 64) - 1, 0, 0, 1)  # the state whose next word has all its bits set
    assert picked([1.0, 1.5 * 2**-53, 0.0], largest) == (1, True)
    assert picked([0.0, 2.0, 0.0, 0.0], largest) == (1, True)
