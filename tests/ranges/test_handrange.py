"""The range as an object: exact weights, frozen, printed so that it reads back."""

from __future__ import annotations

from fractions import Fraction
from math import comb

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from svara_odds.errors import DealError, NotationError
from svara_odds.ranges.grammar import MAX_LENGTH, parse_range
from svara_odds.ranges.handrange import HandRange
from svara_odds.tables.handtable import hand_table

QUICK = settings(deadline=None, max_examples=100, suppress_health_check=[HealthCheck.filter_too_much])


def test_random(tables):
    everything = HandRange.random(tables["bulgarian"])
    assert everything.n_hands == everything.total == comb(32, 3)
    assert everything.denominator == 1
    assert everything.text == str(everything) == "random"
    assert everything == parse_range("random", tables["bulgarian"]) != HandRange.random(tables["fortegames"])
    assert everything != "random"


def test_single(tables):
    table = tables["bulgarian"]
    one = HandRange.single(table, (0, 30, 31))
    assert (one.n_hands, str(one), one.weight(table.index_of((0, 30, 31)))) == (1, "AsAh7c", 1)
    assert one == parse_range("7c Ah As", table)


def test_frozen(tables):
    numerators = np.ones(84, dtype=np.int64)
    found = HandRange(tables["nine"], numerators)
    numerators[0] = 0
    assert found.n_hands == 84
    for array in (found.numerators, found.indices):
        with pytest.raises(ValueError, match="read-only"):
            array[0] = 0
    with pytest.raises(AttributeError):
        found.denominator = 2


def test_lowest_terms(tables):
    """Equal weights are equal numbers, however they were written."""
    found = parse_range("AAx:0.5, KKx:25%", tables["bulgarian"])
    assert found.denominator == 4
    assert set(found.numerators.tolist()) == {0, 1, 2}
    assert found == parse_range("KKx:.25,AAx:50%", tables["bulgarian"])
    assert len({found, parse_range("KKx:.25,AAx:50%", tables["bulgarian"])}) == 1
    assert found != parse_range("KKx:.25,AAx:51%", tables["bulgarian"])


def test_written_text_is_kept_and_does_not_count(tables):
    found = parse_range(" K x x ", tables["bulgarian"])
    assert (found.text, str(found)) == ("K x x", "Kxx")
    assert found == parse_range("Kxx", tables["bulgarian"])
    assert "K x x" in repr(found)


@pytest.mark.parametrize(
    ("numerators", "denominator", "fragment"),
    [
        ([1] * 83, 1, r"\(83,\); the table has 84 hands"),
        ([0] * 84, 1, "no hand has any weight"),
        ([2] * 84, 1, "between 0 and 1"),
        ([-1] + [1] * 83, 1, "between 0 and 1"),
        ([1] * 84, 3, "3 does not divide 10000"),
        ([1] * 84, 0, "0 does not divide 10000"),
        ([1] * 84, 100_000, "100000 does not divide 10000"),
    ],
)
def test_refused_weights(tables, numerators, denominator, fragment):
    with pytest.raises(NotationError, match=fragment):
        HandRange(tables["nine"], np.array(numerators), denominator)


def test_without(tables):
    table = tables["nine"]
    everything = HandRange.random(table)
    assert everything.without([]) is everything
    assert everything.without([3, 3]).n_hands == comb(8, 3)
    assert everything.without(range(6)).n_hands == 1
    with pytest.raises(DealError, match="no hand is left without 7c 7d 7h Kc Kd Kh Ac"):
        everything.without(range(7))
    with pytest.raises(DealError, match="from 0 to 8"):
        everything.without([9])


def test_listing(tables):
    """Every hand once, best first, with its points and weight."""
    table = tables["nine"]
    rows = parse_range("AAA, 7KA:0.5", table).listing()
    assert len(rows) == 1 + 27
    assert rows[0] == ("AsAdAc", 444, Fraction(1))
    assert [row.half_points for row in rows] == sorted((row.half_points for row in rows), reverse=True)
    # A joker adds 11: 7c Kd Ad is the best of 7 K A.
    assert rows[1] == ("AdKd7c", 2 * 11 + 21 + 222, Fraction(1, 2))
    assert len({row.hand for row in rows}) == 28


def test_by_points(tables):
    table = tables["nine"]
    rows = parse_range("AAA, 7KA:0.5", table).by_points()
    assert rows[0] == (444, 1, 1)
    assert sum(row.hands for row in rows) == 28
    assert sum(row.weight for row in rows) == 1 + Fraction(27, 2)
    assert sum(row.hands for row in HandRange.random(table).by_points()) == 84


@QUICK
@given(st.lists(st.sampled_from([0, 0, 1, 1250, 2500, 9999, 10_000]), min_size=84, max_size=84).filter(any))
def test_any_weights_read_back(tables, weights):
    found = HandRange(tables["nine"], np.array(weights), 10_000)
    assert parse_range(str(found), tables["nine"]) == found


@pytest.mark.parametrize("rules", ["bulgarian", "russian", "latvian-seka"])
@pytest.mark.parametrize(
    "text",
    [
        *("22+", "20-22", "<=10", "random", "suited", "triple", "AAx", "7cxx", "KsKx", "xsxsx", "KKx,QQx"),
        *("22+,suited:0.25", "!22+", "!pair", "random:0.5,!AAx", "AAx,22+:0.5"),
    ],
)
def test_printed_short(tables, rules, text):
    """What has a short text is printed short."""
    found = parse_range(text, tables[rules])
    assert len(str(found)) <= len(text)
    assert parse_range(str(found), tables[rules]) == found


def test_every_hand_of_a_full_deck_with_a_weight_of_its_own(tmp_path):
    """The longest text that a range can have still reads back."""
    path = tmp_path / "full.toml"
    path.write_text(
        'name = "full"\ntitle = "52 cards"\nsource = "These tests"\n[deck]\nranks = "23456789TJQKA"\n[scoring]\n'
        "points = { 2 = 2, 3 = 3, 4 = 4, 5 = 5, 6 = 6, 7 = 7, 8 = 8, 9 = 9, T = 10, J = 10, Q = 10, K = 10, A = 11 }\n"
        '[betting]\nstructure = "call-closes"\n[svara]\nprice = "P/k"\n[[examples]]\nhand = "2c3d4h"\npoints = 4\n'
    )
    table = hand_table(path)
    weights = np.random.default_rng(7).integers(1, 9_999, table.n_hands)
    found = HandRange(table, weights, 10_000)
    assert 250_000 < len(str(found)) < MAX_LENGTH
    assert parse_range(str(found), table) == found
