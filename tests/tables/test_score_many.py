"""Batch scoring against the slow scores, at every length, and its refusals."""

import itertools

import numpy as np
import pytest

from svara_odds.errors import DealError
from svara_odds.tables import _kernels as kernels
from svara_odds.tables.handtable import hand_table
from svara_odds.tables.scoring import score_many
from tests.naive.scoring import RULES, all_scores


@pytest.fixture(autouse=True, params=["formula", "table"])
def way(request, monkeypatch):
    """Everything here holds whichever way hands are scored; which it is depends on the processor."""
    monkeypatch.setattr(kernels, "permutes_bytes", lambda: request.param == "formula")


def shuffled_hands(n_cards, size, seed=0):
    """Rows of three different cards in any sequence."""
    rng = np.random.default_rng(seed)
    return rng.permuted(np.tile(np.arange(n_cards, dtype=np.uint8), (size, 1)), axis=1)[:, :3].copy()


@pytest.mark.parametrize("rules", RULES)
def test_every_hand_in_every_sequence(rules):
    deck = hand_table(rules).deck
    slow = all_scores(rules)
    rows = np.array(list(itertools.permutations(range(deck.n_cards), 3)), dtype=np.uint8)
    expected = [slow[frozenset(deck.cards[card] for card in row)] for row in rows.tolist()]
    assert score_many(rows, rules).tolist() == expected
    assert score_many(tuple(rows.T), rules).tolist() == expected


@pytest.mark.parametrize("size", [0, 1, 2, 63, 64, 65, 255, 256, 257, 511, 512, 700])
def test_every_length(size):
    table = hand_table("russian")
    rows = shuffled_hands(36, size)
    expected = [int(table.half_points[table.index_of(row)]) for row in rows.tolist()]
    assert score_many(rows, table).tolist() == expected
    assert score_many(tuple(rows.T.copy()), table).tolist() == expected
    out = np.full(size + 2, -7, dtype=np.int16)
    assert score_many(rows, table, out=out[1:-1]).tolist() == expected
    assert out[0] == out[-1] == -7


def test_any_integers_and_lists_will_do():
    rows = shuffled_hands(32, 300)
    expected = score_many(rows).tolist()
    assert score_many(rows.astype(np.int64)).tolist() == expected
    assert score_many(rows.tolist()).tolist() == expected
    assert score_many(np.asfortranarray(rows)).tolist() == expected
    assert score_many(tuple(rows.T.tolist())).tolist() == expected
    assert score_many(rows[::2]).tolist() == expected[::2]
    assert score_many(tuple(column[::-3] for column in rows.T)).tolist() == expected[::-3]


@pytest.mark.parametrize("size", [1, 100, 256, 600])
@pytest.mark.parametrize("bad", [[3, 3, 4], [4, 3, 4], [3, 4, 4], [0, 1, 32], [255, 1, 2], [0, 64, 1], [7, 7, 7]])
def test_a_row_that_is_no_hand_is_refused_wherever_it_stands(size, bad):
    for place in {0, size // 2, size - 1}:
        rows = shuffled_hands(32, size)
        rows[place] = bad
        with pytest.raises(DealError, match=rf"row {place} is \[{bad[0]}, {bad[1]}, {bad[2]}\]"):
            score_many(rows)
        with pytest.raises(DealError, match=f"row {place} is"):
            score_many(tuple(rows.T))


def test_numbers_that_do_not_fit_a_byte_do_not_wrap_around():
    for card in (-1, 256, 259, 2**40):
        with pytest.raises(DealError, match=rf"row 0 is \[0, 1, {card}\]; a hand is three different positions"):
            score_many([[0, 1, card]])


def test_other_shapes_and_kinds_are_refused():
    with pytest.raises(DealError, match=r"shape \(2, 4\)"):
        score_many([[0, 1, 2, 3], [0, 1, 2, 3]])
    with pytest.raises(DealError, match=r"shape \(3,\)"):
        score_many([0, 1, 2])
    with pytest.raises(DealError, match="one shape"):
        score_many(([0, 1], [2, 3], [4]))
    with pytest.raises(DealError, match="integers"):
        score_many([[0.0, 1.0, 2.0]])
    with pytest.raises(DealError, match="several lengths"):
        score_many([[0, 1, 2], [3, 4]])


def test_what_cannot_be_filled_is_refused():
    read_only = np.empty(1, dtype=np.int16)
    read_only.setflags(write=False)
    for out in (
        np.empty(1, np.int32),
        np.empty(1, ">i2"),
        np.empty(2, np.int16),
        np.empty((1, 1), np.int16),
        read_only,
    ):
        with pytest.raises(DealError, match=r"^out: .+ of shape .+; contiguous int16 of shape \(1,\)"):
            score_many([[0, 1, 2]], out=out)
    with pytest.raises(DealError, match="out: list;"):
        score_many([[0, 1, 2]], out=[0])
