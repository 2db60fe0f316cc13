import random
from fractions import Fraction

import numpy as np
import pytest

from svara_odds.errors import DealError
from svara_odds.odds.headsup import SHARED_CARD, headsup_counts, headsup_matrix, headsup_rows
from svara_odds.tables.handtable import hand_table
from tests.naive.equity import brute, brute_weighted, headsup_row
from tests.naive.scoring import RULES, all_scores
from tests.smalldecks import NINE, TWELVE, naive_score, names, row_of, small_table


def by_mask(counts):
    """Outcomes of the naive twin as a tuple by mask of the best seats."""
    return tuple(counts.get(key, 0) for key in [(), (0,), (1,), (0, 1)])


def everything(table):
    return np.ones(table.n_hands, dtype=np.int64)


@pytest.mark.parametrize("cards", [NINE, TWELVE], ids=len)
def test_totals_by_three_routes(tmp_path, cards):
    table = small_table(tmp_path, cards)
    naive = by_mask(brute(naive_score, [None, None], table.deck.cards))
    assert headsup_counts(table, everything(table), everything(table)).counts == naive
    matrix = headsup_matrix(table)
    assert tuple(int((matrix == sign).sum()) for sign in (1, -1, 0)) == naive[1:]
    rows = headsup_rows(table)
    assert (rows.win.sum(), rows.tie.sum(), rows.total.sum()) == (naive[1], naive[3], sum(naive))


@pytest.mark.parametrize("rules", sorted(RULES))
def test_matrix_and_sweep_agree_on_full_decks(rules):
    table = hand_table(rules)
    matrix, rows = headsup_matrix(table), headsup_rows(table)
    assert (matrix == 1).sum(axis=1).tolist() == rows.win.tolist()
    assert (matrix == 0).sum(axis=1).tolist() == rows.tie.tolist()
    assert (matrix != SHARED_CARD).sum(axis=1).tolist() == rows.total.tolist()
    n = table.n_cards - 3
    assert set(rows.total.tolist()) == {n * (n - 1) * (n - 2) // 6}
    for index in random.Random(rules).sample(range(table.n_hands), 3):
        below, tied, _ = headsup_row(all_scores(rules).__getitem__, names(table, index), table.deck.cards)
        assert (rows.win[index], rows.tie[index]) == (below, tied)


def test_all_ordered_pairs_of_32_cards():
    table = hand_table("bulgarian")
    counts = headsup_counts(table, everything(table), everything(table))
    assert counts.total == 4960 * 3654 == 18_123_840
    assert counts.counts[1] == counts.counts[2]
    assert counts.equity(0) == counts.equity(1) == Fraction(1, 2)


@pytest.mark.parametrize("seed", range(4))
def test_weighted_ranges_with_dead_cards(tmp_path, seed):
    table = small_table(tmp_path, TWELVE)
    draw = random.Random(seed)
    weights = [np.array([draw.choice([0, 0, 1, 7, 2**40]) for _ in range(table.n_hands)]) for _ in range(2)]
    dead = draw.sample(range(12), seed)
    players = [{names(table, i): int(weight) for i, weight in enumerate(column)} for column in weights]
    expected = brute_weighted(naive_score, players, table.deck.cards, [table.deck.cards[card] for card in dead])
    counts = headsup_counts(table, *weights, dead=dead)
    assert counts.counts == by_mask(expected)
    assert counts.equity(0) + counts.equity(1) == 1
    there = counts.counts
    assert headsup_counts(table, weights[1], weights[0], dead=dead).counts == (0, there[2], there[1], there[3])


def test_rows_against_a_range_with_dead_cards(tmp_path):
    table = small_table(tmp_path, TWELVE)
    weights = np.arange(table.n_hands) % 5
    rows = headsup_rows(table, weights, dead=[3])
    villain = {names(table, i): int(weight) for i, weight in enumerate(weights)}
    for index in range(0, table.n_hands, 17):
        expected = brute_weighted(naive_score, [[names(table, index)], villain], table.deck.cards, ["8h"])
        if table.deck.position("8h") not in table.hands[index]:
            assert (rows.win[index], rows.tie[index]) == (expected.get((0,), 0), expected.get((0, 1), 0))
            assert rows.total[index] == sum(expected.values())


@pytest.mark.parametrize(
    ("hero", "villain", "counts"),
    [
        ("7c Kh Kd", "Ah Ac Ks", (0, 1, 0, 0)),  # 31 against 22
        ("Ah Ac Ks", "7c Kh Kd", (0, 0, 1, 0)),
        ("As Ad Tc", "Ah Ac Th", (0, 0, 0, 1)),  # 22 each
    ],
)
def test_hand_against_hand(hero, villain, counts):
    table = hand_table("fortegames")
    one, two = everything(table) * 0, everything(table) * 0
    one[row_of(table, hero)] = two[row_of(table, villain)] = 1
    assert headsup_counts(table, one, two).counts == counts


@pytest.mark.parametrize("sizes", [(2**31, 2**31), (2**32, 2**31), (2**32, 2**32), (2**61 - 1, 2**61 - 1)])
def test_weights_whose_product_does_or_does_not_fit_64_bits(sizes):
    table = hand_table("fortegames")
    one, two = everything(table) * 0, everything(table) * 0
    one[row_of(table, "7c Kh Kd")], two[row_of(table, "Ah Ac Ks")] = sizes
    assert headsup_counts(table, one, two).counts == (0, sizes[0] * sizes[1], 0, 0)


def moved(table, exchange):
    """Row to which each hand goes when suits are exchanged."""
    cards = [table.deck.position(name[0] + exchange.get(name[1], name[1])) for name in table.deck.cards]
    return [table.index_of(cards[card] for card in hand) for hand in table.hands.tolist()]


@pytest.mark.parametrize("rules", ["bulgarian", "bulgarian-low-triples", "fortegames"])
def test_only_the_suit_of_the_joker_matters(rules):
    table = hand_table(rules)
    win = headsup_rows(table).win
    for exchange in ({"d": "h", "h": "d"}, {"h": "s", "s": "h"}, {"d": "h", "h": "s", "s": "d"}):
        assert win[moved(table, exchange)].tolist() == win.tolist()
    assert win[moved(table, {"c": "d", "d": "c"})].tolist() != win.tolist()


def test_bad_input():
    table = hand_table("fortegames")
    ones = everything(table)
    for dead, what in (([32], "32 is not a card"), ([-1], "-1 is not"), ([5, 5], "stands twice")):
        with pytest.raises(DealError, match=what):
            headsup_counts(table, ones, ones, dead=dead)
    for weights, what in (
        (ones[:-1], "hero: weights have shape"),
        (ones / 2, "whole numbers"),
        (ones.astype(np.uint64) << np.uint64(63), "whole numbers"),
        (-ones, "a weight is -1"),
        (["1"] * 4960, "whole numbers"),
    ):
        with pytest.raises(DealError, match=what):
            headsup_counts(table, weights, ones)
    with pytest.raises(DealError, match="add up to"):
        headsup_rows(table, ones << 60)
    only = ones * 0
    only[0] = 1
    with pytest.raises(DealError, match="no deal is possible"):
        headsup_counts(table, only, only)
    with pytest.raises(DealError, match="no deal is possible"):
        headsup_counts(table, only * 0, ones)
