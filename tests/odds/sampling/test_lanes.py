"""The lane kernel against its slow twin, number by number, and the uniformity of its draws, value by value."""

import itertools
from math import comb

import numpy as np
import pytest
from numba import njit
from scipy.stats import chi2

from svara_odds.jobs.blocks import make_blocks
from svara_odds.odds.sampling import _kernels_simulate as kernels
from svara_odds.odds.sampling._kernels_lanes import draw_pair, load_words, no_flags, unflagged
from svara_odds.odds.sampling.arrangement import arrange
from svara_odds.odds.sampling.dealing import block_work
from svara_odds.rules.catalog import list_rules
from svara_odds.tables._kernels_lanes import store_bytes
from svara_odds.tables.handtable import hand_table
from tests.naive import simulate as naive
from tests.naive.scoring import all_scores


@njit
def pair_lanes(words, first, second, limit, out):
    a, b, flags = draw_pair(load_words(words, np.uint64(0)), first, second, limit, no_flags())
    store_bytes(out, np.uint64(0), a)
    store_bytes(out, np.uint64(64), b)
    store_bytes(out, np.uint64(128), unflagged(flags))


def all_pairs(first, second):
    out = np.zeros(192, dtype=np.uint8)
    found = []
    for start in range(0, 65536, 64):
        words = np.arange(start, start + 64, dtype=np.uint16).view(np.uint64)
        limit = np.uint64(65536 % (first * second))
        pair_lanes(words, np.uint64(first), np.uint64(second), limit, out)
        found.append(out.reshape(3, 64).copy())
    return np.concatenate(found, axis=1)


@pytest.mark.parametrize(
    ("first", "second"), [(52, 51), (36, 35), (32, 31), (29, 28), (21, 20), (7, 6), (2, 1), (5, 1), (1, 1)]
)
def test_of_all_65536_values_every_pair_keeps_equally_many(first, second):
    a, b, kept = all_pairs(first, second)
    assert set(kept.tolist()) <= {0, 255}
    counts = np.zeros((256, 256), dtype=int)
    np.add.at(counts, (a[kept > 0], b[kept > 0]), 1)
    assert (counts[:first, :second] == 65536 // (first * second)).all()
    assert counts.sum() == counts[:first, :second].sum()


def space_for(n_players, n_hands):
    width = kernels.LANES * kernels.ROUNDS
    return kernels.LaneSpace(
        digits=np.zeros((3 * n_hands + 1) * kernels.LANES, dtype=np.uint8),
        indices=np.zeros((n_hands, width), dtype=np.uint16),
        scores=np.zeros((n_players, width), dtype=np.uint8),
        masks=np.zeros((2, width), dtype=np.uint8),
    )


def colex_hands(n_cards):
    return sorted(itertools.combinations(range(n_cards), 3), key=lambda hand: hand[::-1])


@pytest.mark.parametrize(
    ("n_cards", "known", "seats", "deals"),
    [
        (32, {}, [0, 1], 1000),
        (32, {}, [0, 1, 2, 3, 4, 5, 6, 7, 8, 9], 700),
        (29, {1: 7}, [0, 2], 700),
        (26, {0: 3, 3: 7}, [1, 2, 4, 5], 600),
        (36, {}, [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11], 520),
        (52, {15: 2}, list(range(15)), 300),
        (9, {}, [0, 1, 2], 256),
        (4, {0: 1}, [1], 77),
        (3, {0: 4, 2: 4}, [1], 65),
        (5, {0: 4, 1: 4}, [], 321),
    ],
)
def test_the_kernel_counts_what_its_twin_counts(n_cards, known, seats, deals):
    rng = np.random.default_rng(n_cards)
    lookup = rng.integers(0, 9, comb(n_cards, 3)).astype(np.uint8)
    state = rng.integers(0, 2**64, 64, dtype=np.uint64)
    n_players = len(known) + len(seats)
    space = space_for(n_players, len(seats))
    for seat, score in known.items():
        space.scores[seat] = score
    out = np.zeros((kernels.COPIES, 1 << n_players), dtype=np.uint32)
    dealt = naive.lanes(state.tolist(), n_cards, len(seats), rounds=(deals // 256 + 2) * 4)
    kernels.deal_lanes(state, n_cards, np.array(seats, dtype=np.uint8), lookup, space, deals, out)
    score_of = {hand: int(lookup[i]) for i, hand in enumerate(colex_hands(n_cards))}
    expected = naive.count_lanes(dealt, known, score_of, deals)
    counts = out.sum(axis=0)
    assert {mask: count for mask, count in enumerate(counts.tolist()) if mask and count} == dict(expected)
    assert counts[1:].sum() == deals


def kept_hands(n_cards, n_hands, batches, seed):
    """Colex indices of the hands of every kept deal: shape (deals, n_hands)."""
    state = np.random.default_rng(seed).integers(0, 2**64, 64, dtype=np.uint64)
    space, found = space_for(n_hands, n_hands), []
    seats, lookup = np.arange(n_hands, dtype=np.uint8), np.zeros(comb(n_cards, 3), dtype=np.uint8)
    out = np.zeros((kernels.COPIES, 1 << n_hands), dtype=np.uint32)
    for _ in range(batches):
        kernels.deal_lanes(state, n_cards, seats, lookup, space, 1, out)
        # A single deal is wanted, but a whole batch lies in the scratch space; all tie, so the mask is full.
        kept = space.masks[0] == min(255, (1 << n_hands) - 1)
        found.append(space.indices.T[kept])
    return np.concatenate(found)


def assert_even(counts):
    statistic = ((counts - counts.mean()) ** 2 / counts.mean()).sum()
    assert 1e-4 < chi2.sf(statistic, len(counts) - 1) < 1 - 1e-4


@pytest.mark.parametrize("n_hands", [2, 10])
def test_every_seat_gets_every_hand_equally_often(n_hands):
    hands = kept_hands(32, n_hands, 400, seed=n_hands)
    for seat in range(n_hands):
        assert_even(np.bincount(hands[:, seat], minlength=4960))


def test_every_joint_deal_of_a_small_deck_is_equally_likely():
    hands = kept_hands(7, 2, 200, seed=7)
    disjoint = comb(7, 3) * comb(4, 3)
    counts = np.bincount(hands[:, 0].astype(int) * 35 + hands[:, 1])
    assert (counts > 0).sum() == disjoint
    assert_even(counts[counts > 0])


def test_no_card_is_dealt_twice():
    table = np.array(colex_hands(32))
    cards = table[kept_hands(32, 10, 20, seed=3)].reshape(-1, 30)
    assert all(len(set(row)) == 30 for row in cards.tolist())


@pytest.mark.slow
def test_every_seat_gets_every_hand_equally_often_in_five_million_deals():
    hands = kept_hands(32, 10, 20_000, seed=11)
    for seat in range(10):
        assert_even(np.bincount(hands[:, seat], minlength=4960))


@pytest.mark.parametrize(
    ("rules", "n_hands", "deals"), [("bulgarian", 2, 700), ("fortegames", 6, 520), ("russian", 12, 333)]
)
def test_the_kernel_counts_by_formula_what_its_twin_counts(rules, n_hands, deals):
    table, slow = hand_table(rules), all_scores(rules)
    names = table.deck.cards
    state = np.random.default_rng(n_hands).integers(0, 2**64, 64, dtype=np.uint64)
    space, out = space_for(n_hands, n_hands), np.zeros((kernels.COPIES, 1 << n_hands), dtype=np.uint32)
    dealt = naive.lanes(state.tolist(), table.n_cards, n_hands, rounds=(deals // 256 + 2) * 4)
    seats = np.arange(n_hands, dtype=np.uint8)
    kernels.deal_lanes(state, table.n_cards, seats, table.formula.lines, space, deals, out)
    score_of = {hand: slow[frozenset(names[card] for card in hand)] for hand in colex_hands(table.n_cards)}
    expected = naive.count_lanes(dealt, {}, score_of, deals)
    assert {mask: count for mask, count in enumerate(out.sum(axis=0).tolist()) if mask and count} == dict(expected)


@pytest.mark.parametrize("rules", list_rules("showdown"))
@pytest.mark.parametrize("spot", ["random", "known and dead"])
def test_table_and_formula_count_the_same(monkeypatch, rules, spot):
    table = hand_table(rules)
    most = min(10, table.n_cards // 3)
    for n_players in {2, 3, most}:
        players, dead = [None] * n_players, ()
        if spot != "random":
            players[1], dead = (0, 5, 9), (1, 14)
            if 3 * n_players + 2 > table.n_cards:
                continue
        work = block_work(arrange(table, players, dead=dead))
        block = make_blocks(7, 30_000, block_size=30_000)[0]
        counts = []
        for by_formula in (True, False):
            monkeypatch.setattr(kernels, "permutes_bytes", lambda chosen=by_formula: chosen)
            counts.append(work(block).tolist())
        assert counts[0] == counts[1]
        assert sum(counts[0]) == 30_000
