from dataclasses import replace

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from svara_odds.errors import SolveError
from svara_odds.solver.cfr import VARIANTS, advance, solve_cfr, start_cfr
from svara_odds.solver.deal import Deal, explicit_game, table_deal
from svara_odds.solver.equilibrium import behaviour_of, plan_of, standing
from svara_odds.solver.headsup import HeadsUpPayoffs, headsup_game, headsup_symmetry
from svara_odds.solver.tree import Leaf, Pot, grow
from svara_odds.solver.treeplex import Game, treeplexes
from svara_odds.tables.handtable import hand_table
from tests.naive.cfr import plain_cfr
from tests.smalldecks import NINE, TWELVE, naive_score, names, small_table
from tests.solver.betting import closing_tree, pot_tree, staying_tree
from tests.solver.games import kuhn_tree, leduc_tree
from tests.solver.nested import gradients, infosets, nested, random_plans
from tests.solver.random_trees import random_tree

# Inclusion and exclusion of a dozen cards' sums, all below 10.
CLOSE = 1e-12


@pytest.fixture(scope="module", params=[NINE, TWELVE], ids=len)
def small(request, tmp_path_factory):
    table = small_table(tmp_path_factory.mktemp("rules"), request.param)
    return table, table_deal(table, 2)


def summed(payoffs, player, plans, length):
    """The gradient of payoffs that are written out, in wider numbers: plain sums of so many terms lose 1e-12."""
    total = np.zeros(length, dtype=np.longdouble)
    reach = plans[1 - player][payoffs.sequences[:, 1 - player]]
    np.add.at(total, payoffs.sequences[:, player], payoffs.terms[:, player].astype(np.longdouble) * reach)
    return total


def assert_same_payoffs(game, explicit, seed):
    plans = random_plans(game.plexes, seed)
    for player, fast in enumerate(gradients(game, plans)):
        assert np.abs(fast - summed(explicit.payoffs, player, plans, len(fast))).max() < CLOSE


@pytest.mark.parametrize("make", [kuhn_tree, pot_tree, closing_tree, staying_tree])
def test_payoffs_are_those_of_all_deals_written_out(small, make):
    table, deal = small
    tree = make()
    assert_same_payoffs(headsup_game(tree, table), explicit_game(tree, deal), seed=1)


@given(seed=st.integers(0, 10**6))
@settings(max_examples=12, deadline=None, suppress_health_check=[HealthCheck.too_slow])
def test_random_trees_with_side_pots_partitions_and_uneven_divisions(small, seed):
    table, deal = small
    tree = random_tree(seed, table.symmetry.n_classes)
    division = np.random.default_rng(seed).uniform(-1, 1, (len(tree.pot_leaf), 4, 2))
    game, explicit = headsup_game(tree, table, division=division), explicit_game(tree, deal, division=division)
    assert_same_payoffs(game, explicit, seed)


@pytest.mark.parametrize("variant", VARIANTS)
def test_cfr_is_that_of_the_naive_twin(tmp_path, variant):
    table = small_table(tmp_path, NINE)
    hands = [names(table, index) for index in range(table.n_hands)]
    score, of = [naive_score(hand) for hand in hands], table.symmetry.class_of.tolist()
    pairs = [(a, b) for a in range(len(hands)) for b in range(len(hands)) if not hands[a] & hands[b]]
    deals = [(1 / len(pairs), (of[a], of[b]), (score[a], score[b])) for a, b in pairs]
    # Odd amounts: where two actions are worth the same, rounding decides which of them is played.
    tree = closing_tree(max_raises=1, bet=2.137, factor=1.931, blind=0.871)
    game = headsup_game(tree, table)
    state = start_cfr(game, variant=variant)
    advance(game, state, 3)
    now, average = plain_cfr(nested(tree, table.symmetry.n_classes), deals, 3, **VARIANTS[variant]._asdict())
    for plex, behaviour, plan, expected, mean in zip(
        game.plexes, state.behaviours, state.average(), now, average, strict=True
    ):
        assert_same_behaviour(infosets(plex, behaviour), expected)
        assert_same_behaviour(infosets(plex, behaviour_of(plex, plan)), mean)


def assert_same_behaviour(found, expected):
    assert set(found) == set(expected)
    assert max(abs(a - b) for key in found for a, b in zip(found[key], expected[key], strict=True)) < 1e-9


def weighted_deal(table, weights):
    """All deals of weighted ranges, each hand a class of its own."""
    pairs = np.array([(a, b) for a in range(table.n_hands) for b in range(table.n_hands)])
    masks = table.masks[pairs]
    pairs = pairs[(masks[:, 0] & masks[:, 1]) == 0]
    probability = weights[0][pairs[:, 0]] * weights[1][pairs[:, 1]]
    strength = table.order[pairs].astype(np.int64)
    return Deal(pairs.astype(np.int32), strength, probability / probability.sum(), table.n_hands)


def test_ranges_that_break_the_symmetry(tmp_path):
    table = small_table(tmp_path, NINE)
    weights = np.random.default_rng(5).random((2, table.n_hands))
    weights[0, ::3] = 0
    assert headsup_symmetry(table, weights).n_classes == table.n_hands
    game = headsup_game(kuhn_tree(), table, weights=weights)
    explicit = explicit_game(kuhn_tree(), weighted_deal(table, weights))
    plans = random_plans(game.plexes, 3)
    hands_of = np.argsort(headsup_symmetry(table, weights).representatives)  # classes are sorted by score

    def by_hand(plan):
        return np.concatenate([plan[:1], plan[1:].reshape(-1, table.n_hands)[:, hands_of].reshape(-1)])

    slow = gradients(explicit, [by_hand(plan) for plan in plans])
    for fast, expected in zip(gradients(game, plans), slow, strict=True):
        assert np.abs(by_hand(fast) - expected).max() < CLOSE


def test_partitions_hold_where_classes_are_split(tmp_path):
    table = small_table(tmp_path, NINE)
    tree = random_tree(11, table.symmetry.n_classes)
    assert tree.partition.max() == 2
    even, odd = np.ones(table.n_hands), np.ones(table.n_hands)
    of_several = np.argmax(table.symmetry.sizes[table.symmetry.class_of] > 1)
    odd[of_several] += 1e-12  # enough to tell hands apart, too little to be seen in a value
    whole, split = headsup_game(tree, table), headsup_game(tree, table, weights=[even, odd])
    assert split.plexes[0].n_sequences > whole.plexes[0].n_sequences
    found = [standing(game, [plan_of(plex, plex.uniform()) for plex in game.plexes]) for game in (whole, split)]
    assert found[0].values == pytest.approx(found[1].values, abs=1e-10)
    assert found[0].gains == pytest.approx(found[1].gains, abs=1e-10)


def test_ranges_that_keep_the_symmetry_or_a_part_of_it():
    table = hand_table("fortegames")
    strong = (table.half_points >= 40).astype(float)
    spades = (table.deck.suits[table.hands] == 3).any(axis=1) + 1.0
    assert headsup_symmetry(table, [strong, strong]) is table.symmetry
    parted = headsup_symmetry(table, [strong, spades])
    assert table.symmetry.n_classes < parted.n_classes < table.n_hands
    values = []
    for symmetry in (parted, headsup_symmetry(table, [strong, np.arange(4960.0)])):  # the second tells all hands apart
        plexes, sources = treeplexes(kuhn_tree(), symmetry.n_classes)
        payoffs = HeadsUpPayoffs(kuhn_tree(), table, symmetry=symmetry, sources=sources, weights=[strong, spades])
        game = Game(plexes, payoffs)
        values.append(standing(game, [plan_of(plex, plex.uniform()) for plex in plexes]).values)
    assert values[0] == pytest.approx(values[1], abs=CLOSE)
    assert values[0][0] == pytest.approx(-values[0][1], abs=CLOSE)


@pytest.mark.parametrize("rules", ["fortegames", "bulgarian", "russian", "trynka"])
@pytest.mark.parametrize("make", [pot_tree, closing_tree, staying_tree])
def test_what_one_seat_wins_the_other_loses(rules, make):
    game = headsup_game(make(), hand_table(rules))
    assert sum(standing(game, random_plans(game.plexes, 2)).values) == pytest.approx(0, abs=CLOSE)


def test_the_house_gets_its_share_of_every_pot():
    table, tree = hand_table("trynka"), pot_tree()
    game = headsup_game(replace(tree, rake=0.1), table)
    plans = random_plans(game.plexes, 4)
    # What is left of the pots is what both paid: expected pots are what the seats lose to the house ten times over.
    loss = -sum(standing(game, plans).values)
    paid = headsup_game(
        tree, table, division=np.broadcast_to([[0, 0], [1, 1], [1, 1], [1, 1]], (len(tree.pot_leaf), 4, 2))
    )
    pots = sum(standing(paid, plans).values)  # both get every pot and have paid it once
    assert loss == pytest.approx(0.1 * pots, abs=CLOSE)


def test_in_a_symmetric_position_nobody_is_ahead():
    # Both seats pay and are shown: whatever the ranges are, they are the same for both.
    def expand(state):
        return Leaf([1.0, 1.0], [Pot(2.0, 3)])

    game = headsup_game(grow("", expand, n_players=2), hand_table("russian"))
    assert standing(game, [np.ones(1), np.ones(1)]).values == pytest.approx((0, 0), abs=CLOSE)


@pytest.mark.parametrize(
    ("rules", "make", "target", "iterations"),
    [
        ("fortegames", closing_tree, 1e-4, 1300),
        ("fortegames", pot_tree, 1e-3, 600),
        ("russian", staying_tree, 1e-3, 300),
    ],
)
def test_full_decks_are_solved(rules, make, target, iterations):
    # So many iterations and some to spare are needed; each takes a fraction of a millisecond, or some for russian.
    game = headsup_game(make(), hand_table(rules))
    _, found = solve_cfr(game, target=target, max_iterations=iterations)
    assert found.exploitability <= target
    assert min(found.gains) >= -CLOSE
    assert sum(found.values) == pytest.approx(0, abs=CLOSE)


def test_what_is_no_game_of_two_hands():
    table = hand_table("trynka")
    with pytest.raises(SolveError, match="without chance"):
        headsup_game(leduc_tree(), table)
    three = grow("", lambda state: Leaf([1, 1, 1], [Pot(3, 7)]), n_players=3)
    with pytest.raises(SolveError, match="two players"):
        headsup_game(three, table)


@pytest.mark.parametrize(
    ("weights", "what"),
    [
        (np.ones((2, 3)), "shapes"),
        (np.ones((1, 1330)), "shapes"),
        (-np.ones((2, 1330)), "seat 0 run from -1"),
        (np.full((2, 1330), np.nan), "seat 0 run from nan"),
        (np.zeros((2, 1330)), "no two hands"),
    ],
)
def test_bad_weights(weights, what):
    with pytest.raises(SolveError, match=what):
        headsup_game(kuhn_tree(), hand_table("trynka"), weights=weights)


def test_weights_that_differ_within_a_class():
    table = hand_table("trynka")
    _, sources = treeplexes(kuhn_tree(), table.symmetry.n_classes)
    weights = np.stack([np.ones(table.n_hands), np.arange(table.n_hands)])
    with pytest.raises(SolveError, match="seat 1 differ"):
        HeadsUpPayoffs(kuhn_tree(), table, symmetry=table.symmetry, sources=sources, weights=weights)
