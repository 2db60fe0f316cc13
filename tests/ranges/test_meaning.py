"""What the grammar reads is what the slow way says it means."""

from __future__ import annotations

from fractions import Fraction
from itertools import permutations

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from svara_odds.errors import NotationError
from svara_odds.ranges.grammar import parse_range
from tests.naive.ranges import cuts, members
from tests.naive.scoring import RULES, all_scores

ONE, HALF = Fraction(1), Fraction(1, 2)
QUICK = settings(deadline=None, max_examples=150, suppress_health_check=[HealthCheck.filter_too_much])


def weights_of(found):
    """Weights by hand, in the shape of the slow way."""
    table = found.table
    return {frozenset(table.deck.cards[card] for card in table.hands[i]): found.weight(i) for i in found.indices}


def points(low, high):
    return ("points", Fraction(low), None if high is None else Fraction(high))


EXPRESSIONS = [
    ("22+", [(points(22, None), False, ONE)]),
    ("=22", [(points(22, 22), False, ONE)]),
    ("20 - 22", [(points(20, 22), False, ONE)]),
    ("20.5–30.5", [(points(20.5, 30.5), False, ONE)]),
    ("<=20", [(points(0, 20), False, ONE)]),
    ("≤ 20.0", [(points(0, 20), False, ONE)]),
    ("AAx", [(("cards", ["A", "A", "x"]), False, ONE)]),
    ("xaX", [(("cards", ["A", "x", "x"]), False, ONE)]),
    ("AcXx", [(("cards", ["Ac", "x", "x"]), False, ONE)]),
    ("KsKxx", [(("cards", ["Ks", "K", "x"]), False, ONE)]),
    ("KxKx", [(("cards", ["K", "K", "x"]), False, ONE)]),
    ("k X ax jx", [(("cards", ["K", "A", "J"]), False, ONE)]),
    ("1010♦Q", [(("cards", ["T", "Td", "Q"]), False, ONE)]),
    ("A d, 10 ♥️ K S", None),
    ("Ad 10 ♥️ K S", [(("cards", ["Ad", "Th", "Ks"]), False, ONE)]),
    ("101010", [(("cards", ["T", "T", "T"]), False, ONE)]),
    ("Flush", [(("word", "suited"), False, ONE)]),
    ("rainbow,\n pair", [(("word", "rainbow"), False, ONE), (("word", "pair"), False, ONE)]),
    ("!triple", [(("word", "triple"), True, ONE)]),
    ("! AAx, RANDOM : 50 %", [(("cards", ["A", "A", "x"]), True, ONE), (("word", "random"), False, HALF)]),
    ("22+:.25,AAx:0.5", [(points(22, None), False, ONE / 4), (("cards", ["A", "A", "x"]), False, HALF)]),
    ("AAx:0.5000,22+:25%", [(points(22, None), False, ONE / 4), (("cards", ["A", "A", "x"]), False, HALF)]),
    ("suited:12.34%", [(("word", "suited"), False, Fraction(1234, 10000))]),
    ("suited:1,!31+", [(("word", "suited"), False, ONE), (points(31, None), True, ONE)]),
]


@pytest.mark.parametrize("rules", ["bulgarian", "russian", "trynka"])
@pytest.mark.parametrize(("text", "expression"), EXPRESSIONS)
def test_expressions(tables, rules, text, expression):
    if expression is None:
        with pytest.raises(NotationError, match="expected three cards"):
            parse_range(text, tables[rules])
        return
    assert weights_of(parse_range(text, tables[rules])) == members(rules, expression)


@pytest.mark.parametrize("rules", ["fortegames", "russian"])
def test_digits_that_make_three_ranks_are_cards(tables, rules):
    for text in ("777", "7 8 9", "998", "71010"):
        tokens = text.replace(" ", "").replace("10", "T")
        assert weights_of(parse_range(text, tables[rules])) == members(rules, [(("cards", list(tokens)), False, ONE)])


def test_points_of_three_digits(tables):
    table = tables["nine"]
    for text, low, high in (("=777", 777, 777), ("777+", 777, None), ("=222-234", 222, 234), ("222.0", 222, 222)):
        assert weights_of(parse_range(text, table)) == members("nine", [(points(low, high), False, ONE)])
    # Not three ranks, so there is no doubt.
    assert parse_range("121.5", table) == parse_range("=121.5", table)
    assert weights_of(parse_range("777", table)) == {frozenset(["7c", "7d", "7h"]): 1}


def test_jokers(tables):
    for rules in ("bulgarian", "russian", "trynka"):
        expected = members(rules, [(("word", "joker"), False, ONE)])
        assert weights_of(parse_range("joker", tables[rules])) == expected


@pytest.mark.parametrize("text", ["xsxx", "xsxsx", "x♠ X♠ xs", "Axsx", "A xs x", "AcxdKx", "xcxdxh", "AxXhx"])
def test_suit_places(tables, text):
    """No cut is in doubt: a suit belongs to what stands before it."""
    places = {
        "xsxx": ["xs", "x", "x"],
        "xsxsx": ["xs", "xs", "x"],
        "x♠ X♠ xs": ["xs", "xs", "xs"],
        "Axsx": ["A", "xs", "x"],
        "A xs x": ["A", "xs", "x"],
        "AcxdKx": ["Ac", "xd", "K"],
        "xcxdxh": ["xc", "xd", "xh"],
        "AxXhx": ["A", "xh", "x"],
    }[text]

    def fits(card, place):
        return all(sign in ("x", printed) for sign, printed in zip(place, card, strict=False))

    expected = {
        cards
        for cards in all_scores("bulgarian")
        if any(all(map(fits, order, places)) for order in permutations(cards))
    }
    assert weights_of(parse_range(text, tables["bulgarian"])).keys() == expected


@QUICK
@given(st.text(alphabet="7KAcdx", min_size=1, max_size=8))
def test_every_cut_means_the_same(tables, text):
    """Read against every way to cut the text; refused where there is no way, or no hand."""
    assume(not text.isdigit())
    # A suit behind an x is a place that the slow way does not know.
    assume(not any(text[at - 1] == "x" and sign in "cd" for at, sign in enumerate(text) if at))
    meanings = [members("nine", [(("cards", cut), False, ONE)]) for cut in cuts(text)]
    assert all(meaning == meanings[0] for meaning in meanings)
    try:
        found = weights_of(parse_range(text, tables["nine"]))
    except NotationError:
        found = {}
    assert found == (meanings[0] if meanings else {})


RANK_TOKENS = ["7", "K", "A"]
TOKENS = [*RANK_TOKENS, *(rank + "x" for rank in RANK_TOKENS), "x", "7c", "7h", "Kd", "Kh", "Ac", "Ad", "As"]


@st.composite
def items(draw):
    """Text of one item, the term that it means, whether it is excluded and its weight."""
    kind = draw(st.sampled_from(["points", "cards", "word"]))
    if kind == "points":
        low = Fraction(draw(st.sampled_from([42, 43, 64, 222, 244, 444, 468, 1554])), 2)
        text, high = draw(st.sampled_from([(f"={float(low):g}", low), (f"{float(low)}+", None)]))
        term = ("points", low, high)
    elif kind == "cards":
        tokens = draw(st.lists(st.sampled_from(TOKENS), min_size=3, max_size=3))
        text, term = draw(st.sampled_from(["", " "])).join(tokens), ("cards", tokens)
        # Two places that are one card, and digits that need no reading as points, are tested elsewhere.
        assume(all(tokens.count(token) == 1 for token in tokens if token[-1] in "cdhs"))
    else:
        text = draw(st.sampled_from(["random", "suited", "rainbow", "triple", "pair", "joker"]))
        term = ("word", text)
    excluded = draw(st.booleans())
    weight = Fraction(1) if excluded else Fraction(draw(st.integers(1, 10_000)), 10_000)
    spaces = draw(st.sampled_from(["", " "]))
    shown = "!" + spaces + text if excluded else text if weight == 1 else f"{text}{spaces}:{float(weight):.4f}"
    return shown, (term, excluded, weight)


@QUICK
@given(st.lists(items(), min_size=1, max_size=6))
def test_lists_of_items(tables, drawn):
    table = tables["nine"]
    expression = [item for _, item in drawn]
    empty = [text for text, (term, _, _) in drawn if not members("nine", [(term, False, ONE)])]
    expected = members("nine", expression)
    text = ",".join(text for text, _ in drawn)
    if empty or not expected:
        with pytest.raises(NotationError):
            parse_range(text, table)
        return
    found = parse_range(text, table)
    assert weights_of(found) == expected
    # The order of the items makes no difference, and what is printed reads back as the same.
    assert parse_range(",".join(text for text, _ in drawn[::-1]), table) == found
    again = parse_range(str(found), table)
    assert again == found
    assert hash(again) == hash(found)
    assert str(again) == str(found)


def test_dead_cards(tables):
    table = tables["bulgarian"]
    found = parse_range("AAx", table, dead="Ac 7c")
    expected = members("bulgarian", [(("cards", ["A", "A", "x"]), False, ONE)]).keys()
    assert weights_of(found).keys() == {cards for cards in expected if not cards & {"Ac", "7c"}}
    positions = [table.deck.position("7c"), table.deck.position("Ac")]
    assert parse_range("AAx", table, dead=positions) == found == parse_range("AAx", table).without(positions)
    assert parse_range(str(found), table) == found


def test_decks_of_the_slow_way_and_of_the_table_agree(tables):
    for rules, table in tables.items():
        assert sorted(RULES[rules].deck) == sorted(table.deck.cards)
        hands = [frozenset(table.deck.cards[card] for card in hand) for hand in table.hands]
        assert dict(zip(hands, table.half_points.tolist(), strict=True)) == all_scores(rules)
