"""Scores as arithmetic: which rules have a formula, and that it gives every hand what the slow readings give it."""

import itertools
import tomllib

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numba import njit

from svara_odds.rules.catalog import list_rules
from svara_odds.tables import _kernels_lanes as lanes
from svara_odds.tables._kernels import score_hands
from svara_odds.tables._kernels_formula import load_formula, score_lanes
from svara_odds.tables.formula import find_formula
from svara_odds.tables.handtable import hand_table
from tests.naive.scoring import RULES, all_scores
from tests.tables.any_rules import RANKS, cards_of, points
from tests.tables.test_other_decks import FILES, HEAD, TAIL, built, contents


def by_kernel(table, lines, rows):
    """What the kernel writes by arithmetic alone: the rows are filled up to whole groups of 64."""
    rows = np.concatenate([rows, np.tile(rows[:1], (-len(rows) % 64, 1))]).astype(np.uint8)
    out = np.full(len(rows), -1, dtype=np.int16)
    columns = tuple(np.ascontiguousarray(column) for column in rows.T)
    nothing = np.full_like(table.half_points, -2)  # were the table read, it would show
    assert score_hands(columns, table.n_cards, nothing, lines, out) == len(rows)
    other = np.full(len(rows), -1, dtype=np.int16)
    assert score_hands((rows.reshape(-1),), table.n_cards, nothing, lines, other) == len(rows)
    assert (out == other).all()
    return out


def slow_half_points(content, hands):
    cards = cards_of(content["deck"])
    return [int(2 * points(content["scoring"], [cards[card] for card in hand])) for hand in hands.tolist()]


def agrees(table, content, formula):
    rows = np.random.default_rng(1).permuted(table.hands, axis=1)
    expected = slow_half_points(content, table.hands)
    assert formula.half_points(rows).tolist() == expected
    assert by_kernel(table, formula.lines, rows)[: len(rows)].tolist() == expected


def test_every_shipped_game_has_a_formula():
    assert [name for name in list_rules("showdown") if hand_table(name).formula is None] == []


@pytest.mark.parametrize("rules", RULES)
def test_every_hand_in_every_sequence(rules):
    table = hand_table(rules)
    slow, names = all_scores(rules), table.deck.cards
    rows = np.array(list(itertools.permutations(range(table.n_cards), 3)), dtype=np.uint8)
    expected = [slow[frozenset(names[card] for card in row)] for row in rows.tolist()]
    assert table.formula.half_points(rows).tolist() == expected
    assert by_kernel(table, table.formula.lines, rows)[: len(rows)].tolist() == expected


@pytest.mark.parametrize("rules", RULES)
def test_some_of_the_cards_numbered_anew(rules):
    table, slow = hand_table(rules), all_scores(rules)
    cards = np.random.default_rng(2).permutation(table.n_cards)[:14].astype(np.uint8)
    lines = table.formula.of_cards(cards)
    hands = np.array(list(itertools.combinations(range(14), 3)), dtype=np.uint8)
    expected = [slow[frozenset(table.deck.cards[cards[place]] for place in hand)] for hand in hands.tolist()]
    assert by_kernel(table, lines, hands)[: len(hands)].tolist() == expected


# Files of rules that no text has, and whether arithmetic of this form can say them.
@pytest.mark.parametrize(
    ("name", "found"),
    [
        ("52 cards", True),
        ("52 cards, two jokers", True),
        ("9 cards of one suit", True),
        ("single cards", True),
        ("all jokers", True),
        ("three that add", True),
        ("three that stand in", True),
        ("four that join", True),
        ("no suit sums", False),  # a joker adds to cards that no group holds together
        ("two that join", False),  # with pairs of kings, one to 31 and one to 32: jokers have one code
    ],
)
def test_files(tmp_path, name, found):
    deck, scoring = FILES[name]
    text = f"{HEAD}[deck]\n{deck}\n[scoring]\n{scoring}\n{TAIL}"
    (tmp_path / "other.toml").write_text(text)
    table = hand_table(tmp_path / "other.toml")
    assert (table.formula is not None) == found
    if found:
        agrees(table, tomllib.loads(text), table.formula)


@settings(max_examples=60, deadline=None)
@given(contents())
def test_no_formula_or_a_right_one(content):
    table = built(content)
    if table.formula is not None:
        agrees(table, content, table.formula)


@st.composite
def plain_contents(draw):
    """Rules of the form that has a formula: points by rank, any pairs and triples, at most one joker."""
    ranks = "".join(draw(st.lists(st.sampled_from(RANKS), min_size=3, max_size=5, unique=True)))
    cards = [rank + suit for rank in ranks for suit in "cdhs"]
    worth = st.integers(0, 70).map(lambda half: half / 2)
    scoring = {
        "points": {rank: draw(worth) for rank in ranks},
        "pairs": draw(st.dictionaries(st.sampled_from(ranks), worth)),
        "triples": draw(st.dictionaries(st.sampled_from(ranks), worth | st.just("sum"))),
        "joker_mode": draw(st.sampled_from(["add", "join", "wild"])),
    }
    joker = draw(st.sampled_from([None, *cards]))
    if joker:
        scoring["jokers"] = {joker: scoring["points"][joker[0]] + draw(worth) / 8 // 0.5 * 0.5}
    else:
        scoring["suit_sum"] = draw(st.booleans())
    return {"deck": {"cards": cards}, "scoring": scoring}


@settings(max_examples=60, deadline=None)
@given(plain_contents())
def test_rules_of_that_form_have_one(content):
    table = built(content)
    assert table.formula is not None
    agrees(table, content, table.formula)


def test_one_hand_that_does_not_fit_and_there_is_none():
    rng = np.random.default_rng(3)
    for rules in ("bulgarian", "fortegames", "russian"):
        table = hand_table(rules)
        for row in rng.integers(0, table.n_hands, 8).tolist():
            for change in (-1, 1):
                half_points = table.half_points.copy()
                half_points[row] += change
                assert find_formula(table.rules.terms, table.hands, half_points) is None


def test_what_does_not_fit_a_byte_has_none():
    content = {"deck": {"ranks": "789"}, "scoring": {"points": {"7": 7, "8": 8, "9": 43}}}
    assert built({**content, "deck": {"cards": cards_of(content["deck"])}}).formula is None


@njit
def looked_up(table, places, out):
    for k in range(np.uint64(0), np.uint64(places.size), np.uint64(64)):
        found = lanes.look_up(lanes.load_bytes(table, np.uint64(0)), lanes.load_bytes(places, k))
        lanes.store_bytes(out, k, found)


@njit
def scored(lines, a, b, c, out):
    at = np.uint64(0)
    cards = lanes.load_bytes(a, at), lanes.load_bytes(b, at), lanes.load_bytes(c, at)
    lanes.store_bytes(out, at, score_lanes(load_formula(lines), cards[0], cards[1], cards[2]))


@pytest.mark.parametrize("permutes", [True, False])
def test_look_up_with_and_without_an_instruction_for_it(monkeypatch, permutes):
    there_is = lanes.permutes_bytes()
    monkeypatch.setattr(lanes, "permutes_bytes", lambda: there_is and permutes)
    table = np.random.default_rng(4).integers(0, 256, 64).astype(np.uint8)
    places = np.arange(256, dtype=np.uint8)
    out = np.zeros(256, dtype=np.uint8)
    njit(getattr(looked_up, "py_func", looked_up))(table, places, out)  # anew, for either
    assert out.tolist() == [int(table[place % 64]) for place in range(256)]


def test_sixty_four_hands_by_themselves():
    table = hand_table("fortegames")
    rows = np.random.default_rng(5).choice(table.hands, 64)
    out = np.zeros(64, dtype=np.uint8)
    scored(table.formula.lines, *(np.ascontiguousarray(column) for column in rows.T), out)
    slow = all_scores("fortegames")
    assert out.tolist() == [slow[frozenset(table.deck.cards[card] for card in row)] for row in rows.tolist()]
