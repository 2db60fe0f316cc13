"""Counts over sets of cards, and the kernels beneath the multiway engine, beside plain Python."""

import random
from itertools import combinations

import numpy as np
import pytest

from svara_odds.odds.multiway._kernels_sums import power_sums
from svara_odds.odds.multiway.levelforms import card_cube, frame_of, level_form, unpack_cells
from svara_odds.odds.multiway.subsets import Split, Subsets, count_subsets, group_equal, pack


def members(mask):
    return [bit for bit in range(int(mask).bit_length()) if mask >> bit & 1]


@pytest.mark.parametrize("largest", [0, 2, 4, 9])
def test_subsets_and_the_weights_inside(largest):
    n = 7
    draw = np.random.default_rng(largest)
    singles, pairs, triples = (draw.integers(0, 9, (n,) * degree).astype(np.int32) for degree in (1, 2, 3))
    pairs = pairs + pairs.T
    triples = card_cube(
        np.array(list(combinations(range(n), 3)), np.uint8), draw.integers(0, 3, 35).astype(np.int32), n
    )
    subsets = Subsets(n, largest)
    assert len(set(subsets.masks.tolist())) == len(subsets.masks) == count_subsets(n, largest)
    for row, mask in enumerate(subsets.masks.tolist()):
        inside = members(mask)
        assert subsets.sizes[row] == len(inside) <= largest
        assert subsets.singles(singles)[row] == sum(singles[i] for i in inside)
        assert subsets.pairs(pairs)[row] == sum(pairs[i, j] for i, j in combinations(inside, 2))
        assert subsets.triples(triples)[row] == sum(triples[ijk] for ijk in combinations(inside, 3))


def test_equal_rows_are_grouped_by_their_first():
    draw = random.Random(5)
    rows = [tuple(draw.choice((0, 1, 1 << 30)) for _ in range(4)) for _ in range(300)]
    groups = group_equal([np.array(column, np.int32) for column in zip(*rows, strict=True)])
    assert [rows[groups.first[number]] for number in groups.ids] == rows
    assert [rows.index(rows[first]) for first in groups.first] == groups.first.tolist()
    assert len(groups.first) == len(set(rows))


def test_packing_stays_exact_beyond_62_bits():
    draw = np.random.default_rng(3)
    columns = [draw.integers(-(2**31), 2**31, 50).astype(np.int32) for _ in range(5)]
    columns = [np.concatenate([column, column[::-1]]) for column in columns]
    keys = pack(columns).tolist()
    rows = list(zip(*(column.tolist() for column in columns), strict=True))
    assert len(set(keys)) == len(set(rows)) == 50
    assert keys == keys[::-1]


@pytest.mark.parametrize("largest", [3, 6, 9])
def test_the_form_of_a_level_and_its_cells(largest):
    n = 9
    hands = np.array(list(combinations(range(n), 3)), np.uint8)
    order = np.random.default_rng(largest).integers(0, 3, len(hands))
    below, equal = order < 1, order == 1
    shift = int(equal.sum() + 1).bit_length()
    weight = (below.astype(np.int32) << shift) + equal.astype(np.int32)
    split = Split([0, 2, 3, 7, 8], [1, 4, 5, 6], largest)
    level = level_form(split, card_cube(hands, weight, n), shift)
    box, cells = frame_of(level.form)
    seen = set()
    for left_row, left in enumerate(split.subsets[0].masks.tolist()):
        for right_row, right in enumerate(split.subsets[1].masks.tolist()):
            cards = {split.cards[0][i] for i in members(left)} | {split.cards[1][i] for i in members(right)}
            inside = [row for row, hand in enumerate(hands.tolist()) if set(hand) <= cards]
            a, b = int(below[inside].sum()), int(equal[inside].sum())
            product = level.form.x[level.left_ids[left_row]] @ level.form.y[:, level.right_ids[right_row]]
            assert product == (a << shift) + b
            if len(cards) <= largest:
                p = len(cards)
                seen.add((p, a, b, int(box.offset[p] + (a - box.low_a[p]) * box.span[p] + b - box.low_b[p])))
    assert all(0 <= cell < cells for *_, cell in seen)
    where = unpack_cells(box, np.array([cell for *_, cell in seen]))
    assert where.tolist() == [[p, a, b] for p, a, b, _ in seen]


@pytest.mark.parametrize("kind", [np.uint64, np.float64])
def test_power_sums_modulo_two_to_the_128(kind):
    draw = np.random.default_rng(8)
    powers, classes, cells = 10, 3, 60
    where = np.unique(draw.integers((0, 0, 0), (2, 4, 4000), (cells, 3)), axis=0)
    where[:, 1] *= 1000
    rows = draw.permutation(len(where))
    histogram = draw.integers(0, 1 << 52, (len(where), classes)).astype(kind)
    out = np.zeros((2, powers, powers, 2, classes), np.uint64)
    power_sums(histogram, rows, where, np.zeros((powers, 2, classes), np.uint64), out)
    for p, i, j, c in np.ndindex(2, powers, powers, classes):
        if i + j < powers:
            expected = sum(
                int(histogram[row, c]) * a**i * b**j
                for row, (q, a, b) in zip(rows, where.tolist(), strict=True)
                if q == p
            )
            low, high = out[p, i, j, :, c].tolist()
            assert low + (high << 64) == expected % (1 << 128)
