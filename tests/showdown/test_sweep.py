import random

import numpy as np
import pytest

from svara_odds.errors import DealError
from svara_odds.showdown.sweep import sweep, sweep_plan
from svara_odds.tables.handtable import hand_table
from tests.naive.equity import headsup_row
from tests.naive.scoring import RULES, all_scores
from tests.naive.standing import standing
from tests.smalldecks import NINE, TWELVE, naive_score, names, small_table

MAX_WEIGHT = 2**61 - 1  # four such products still fit 64 bits with a sign


def random_weights(table, *, seed, top):
    draw = random.Random(seed)
    return np.array([draw.choice([0, 1, draw.randrange(top)]) for _ in range(table.n_hands)], dtype=np.int64)


def check_against_naive(table, score_of, weights, result):
    by_name = {names(table, index): int(weight) for index, weight in enumerate(weights)}
    expected = standing(score_of, by_name)
    rows = [expected[names(table, index)] for index in range(table.n_hands)]
    assert list(zip(*(part.tolist() for part in result), strict=True)) == rows


@pytest.mark.parametrize("cards", [NINE, TWELVE], ids=len)
@pytest.mark.parametrize("top", [2, 1000, 2**50])
def test_small_decks_agree_with_looking_at_every_pair(tmp_path, cards, top):
    table = small_table(tmp_path, cards)
    weights = random_weights(table, seed=top, top=top)
    check_against_naive(table, naive_score, weights, sweep(table, weights))


def test_trynka_agrees_with_looking_at_every_pair():
    table = hand_table("trynka")
    weights = random_weights(table, seed=3, top=10)
    check_against_naive(table, all_scores("trynka").__getitem__, weights, sweep(table, weights))


@pytest.mark.parametrize("rules", sorted(RULES))
def test_rows_of_full_decks(rules):
    table = hand_table(rules)
    result = sweep(table, np.ones(table.n_hands, dtype=np.int64))
    game = RULES[rules]
    for index in random.Random(rules).sample(range(table.n_hands), 4):
        below, tied, above = headsup_row(all_scores(rules).__getitem__, names(table, index), game.deck)
        assert (result.below[index], result.tied[index]) == (below, tied)
        assert result.disjoint[index] == below + tied + above


def test_columns_are_single_sweeps():
    table = hand_table("russian")
    columns = [random_weights(table, seed=seed, top=99) for seed in range(3)]
    together = sweep(table, np.stack(columns, axis=1))
    for number, weights in enumerate(columns):
        for part, single in zip(together, sweep(table, weights), strict=True):
            assert part[:, number].tolist() == single.tolist()


def test_halved_integers_as_floats_are_exact_too():
    table = hand_table("bulgarian")
    weights = random_weights(table, seed=1, top=99)
    for part, whole in zip(sweep(table, weights / 2), sweep(table, weights), strict=True):
        assert part.dtype == np.float64
        assert (part * 2).astype(np.int64).tolist() == whole.tolist()


def test_flags_are_counted_as_integers():
    table = hand_table("trynka")
    flags = random_weights(table, seed=4, top=5) > 2
    part = sweep(table, flags)
    assert part.below.dtype == np.int64
    assert part.below.tolist() == sweep(table, flags.astype(np.int64)).below.tolist()


def test_weights_of_other_layouts_are_taken():
    table = hand_table("trynka")
    weights = random_weights(table, seed=8, top=5)
    strided = np.repeat(weights.astype(np.uint8), 2)[::2]
    strided.setflags(write=False)
    assert sweep(table, strided).below.tolist() == sweep(table, weights).below.tolist()
    assert sweep(table, np.empty((table.n_hands, 0), dtype=np.int64)).tied.shape == (table.n_hands, 0)


def test_the_largest_weights_do_not_overflow():
    table = hand_table("fortegames")
    best, other = (
        table.index_of([table.deck.position(card) for card in hand])
        for hand in (("7c", "7d", "7h"), ("8c", "8d", "9h"))
    )
    weights = np.zeros(table.n_hands, dtype=np.int64)
    weights[other] = MAX_WEIGHT
    assert sweep(table, weights).below[best] == MAX_WEIGHT
    weights[best] = 1
    with pytest.raises(DealError, match=f"add up to {MAX_WEIGHT + 1}"):
        sweep(table, weights)
    with pytest.raises(DealError, match="at most"):
        sweep(table, np.full((table.n_hands, 2), MAX_WEIGHT))


@pytest.mark.parametrize(
    ("weights", "what"),
    [
        (np.ones(4959, dtype=np.int64), "shape"),
        (np.ones((1, 1, 1), dtype=np.int64), "shape"),
        (np.int64(1), "shape"),
        (np.full(4960, -1), "from -1 to -1"),
        (np.full(4960, np.nan), "nan"),
        (np.full(4960, np.inf), "inf"),
        (np.full(4960, "1"), "type"),
        (np.full(4960, 2**64 - 1, dtype=np.uint64), "add up to"),
    ],
)
def test_bad_weights(weights, what):
    with pytest.raises(DealError, match=what):
        sweep(hand_table("fortegames"), weights)


def test_the_plan_is_kept_and_cannot_be_written_to():
    table = hand_table("fortegames")
    plan = sweep_plan(table)
    assert sweep_plan(table) is plan
    assert not any(array.flags.writeable for array in plan[:3])
    assert np.diff(table.order[plan.hands].astype(int)).min() == 0
