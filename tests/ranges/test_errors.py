"""Text that is no range is refused with a sentence that says where and why, never otherwise."""

from __future__ import annotations

import time

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from svara_odds.errors import NotationError
from svara_odds.ranges.grammar import MAX_LENGTH, MAX_PATTERNS, parse_range

QUICK = settings(deadline=None, max_examples=400, suppress_health_check=[HealthCheck.filter_too_much])

# Text, the character where the trouble is (from 0), what the message must say.
REFUSED = [
    ("", 0, "found nothing"),
    ("   ", 3, "found nothing"),
    ("22,", 3, "found nothing"),
    ("22,,31", 3, "found nothing"),
    ("!", 1, "found nothing"),
    (":0.5", 0, "found nothing"),
    ("!!22", 1, "found '!'"),
    # points
    ("35", 0, "no hand is worth 35 points in bulgarian; near it: 34"),
    ("22, 32.5", 4, "no hand is worth 32.5 points in bulgarian; near it: 32 and 33"),
    ("34.5+", 0, "34.5 or more"),
    ("<=7.5", 0, "7.5 or fewer points in bulgarian; near it: 8"),
    ("20.5-20.5", 0, "near it: 20 and 21"),
    ("33.5 - 33.5", 0, "near it: 33 and 34"),
    ("22-20", 0, "from the lower to the higher"),
    ("22-", 3, "expected points, a number such as 22 or 32.5, found the end of the item"),
    ("22-+", 3, "found '+'"),
    ("+22", 0, "found '+'"),
    ("22++", 3, "expected a comma after these points, found '+'"),
    ("22 31", 3, "expected a comma after these points, found '3'"),
    ("2 2", 2, "expected a comma"),
    ("22.3", 0, "multiples of 0.5"),
    ("22.", 0, "multiples of 0.5"),
    ("1234567", 0, "at most 6 signs"),
    ("9" * 5000, 0, "at most 6 signs"),
    ("<20", 1, "expected <= and points"),
    ("=", 1, "found the end of the item"),
    ("=AAx", 1, "found 'A'"),
    ("<=20+", 4, "expected a comma"),
    # cards
    ("AA", 0, "expected three cards, such as 7cKhKd or AAx, found 2"),
    ("AAxxx", 0, "expected three cards"),
    ("22+,7cKhKd9d", 4, "found 4"),
    ("7c,Kh,Kd", 0, "found 1"),
    ("xxxx", 0, "found 4"),
    ("Kz x", 1, "expected a card, a rank or x, found 'z'"),
    ("sKx", 0, "found 's'"),
    ("1 0KK", 0, "found '1'"),
    ("KK1", 2, "found '1'"),
    ("A+x", 1, "found '+'"),
    ("KsKsx", 2, "Ks stands twice"),
    ("7c 7C Kd", 3, "7c stands twice"),
    ("AA 6c", 3, "6c is not in this deck of 32 cards (7c to As)"),
    ("A6x", 1, "there is no 6 in this deck"),
    ("222", 0, "points are written =222"),
    ("AA,2 2 2:0.5", 0, "found 2"),
    ("AAx,2 2 2:0.5", 4, "points are written =222"),
    # words
    ("foo", 0, "'foo' is neither cards nor one of the words random, suited"),
    ("jokr", 0, "did you mean joker?"),
    ("tripple", 0, "did you mean triple?"),
    ("ran dom", 0, "'ran'"),
    ("random x", 0, "did you mean random?"),
    ("w" * 5000, 0, "is neither cards"),
    # weights
    ("22:", 3, "expected a weight"),
    ("22: x", 4, "expected a weight"),
    ("22:.", 3, "expected a weight"),
    ("22:-1", 3, "expected a weight"),
    ("22:1/2", 3, "expected a weight"),
    ("22:0.5:0.5", 3, "expected a weight"),
    ("22:0", 3, "above 0 and at most 1"),
    ("22:1.0001", 3, "above 0 and at most 1"),
    ("22:101%", 3, "above 0 and at most 1"),
    ("22:" + "9" * 5000, 3, "above 0 and at most 1"),
    ("22:0.12345", 3, "at most 4 digits"),
    ("22:0.123%", 3, "2 where it is a percentage"),
    ("!22:0.5", 3, "an exclusion takes no weight"),
    # nothing left
    ("22+,!random", 0, "leave no hand"),
    ("AAx,!Axx", 0, "leave no hand"),
]


@pytest.mark.parametrize(("text", "position", "fragment"), REFUSED)
def test_refused(tables, text, position, fragment):
    with pytest.raises(NotationError) as caught:
        parse_range(text, tables["bulgarian"])
    assert fragment in str(caught.value)
    assert (caught.value.position, caught.value.text) == (position, text)


def test_terms_that_no_hand_of_the_rules_fits(tables):
    for rules, text, fragment in (
        ("latvian-seka", "22,joker", "no hand of this deck and its rules fits this term"),
        ("trynka", "6x6x6x", "no hand of this deck"),
        ("nine", "xsxsx", "no hand of this deck"),
        ("nine", "7sxx", "7s is not in this deck of 9 cards"),
    ):
        with pytest.raises(NotationError, match=fragment):
            parse_range(text, tables[rules])


def test_dead_cards(tables):
    table = tables["bulgarian"]
    with pytest.raises(NotationError, match="no hand is left without Ac Ad"):
        parse_range("AAA", table, dead="Ac Ad")
    with pytest.raises(NotationError, match="expected a suit"):
        parse_range("AAA", table, dead="A")
    with pytest.raises(NotationError, match="from 0 to 31"):
        parse_range("AAA", table, dead=[-1])


def test_too_long(tables):
    with pytest.raises(NotationError, match=f"at most {MAX_LENGTH} are allowed") as caught:
        parse_range("22," * MAX_LENGTH, tables["bulgarian"])
    assert len(str(caught.value)) < 200


def test_too_many_patterns(tables):
    deck = tables["russian"].deck.cards
    patterns = [f"{a}{b[0]}x" for a in deck for b in deck] + [f"{a}{b}x" for a in deck for b in deck if a < b]
    patterns += [f"{a}{b[0]}{c[0]}" for a in deck for b in deck[::4] for c in deck[::4]]
    with pytest.raises(NotationError, match=f"more than {MAX_PATTERNS} different patterns"):
        parse_range(",".join(patterns), tables["russian"])


@pytest.mark.parametrize(
    "piece", ["xxx,", "AsAdx,", "pair,", "22+,", "AsAdAc,", "!AAx,", "K", "x", " ", "22 ", "9", "!", ":", "1", "0."]
)
def test_long_text_takes_little_time(tables, piece):
    """Repetition is read once, and no reading goes back over the text."""
    text = piece * ((MAX_LENGTH - 3) // len(piece)) + "777"
    start = time.process_time()
    try:
        parse_range(text, tables["russian"])
    except NotationError:
        assert not piece.endswith(",")
    assert time.process_time() - start < 10


SIGNS = "0123456789.+-–=<≤,:!% xXcdhs♣♥️AaKkTtJjQq²½ßſK\t\n"
WORDS = [
    "random",
    "suited",
    "flush",
    "joker",
    "22+",
    "20-22",
    "AAx",
    "7cxx",
    "KsKxx",
    ":0.5",
    "50%",
    ",",
    "!",
    "10",
    "<=",
]


@QUICK
@given(st.one_of(st.text(), st.text(alphabet=SIGNS), st.lists(st.sampled_from(WORDS)).map("".join)))
def test_any_text_is_read_or_refused(tables, text):
    for rules in ("bulgarian", "nine"):
        found, trouble = read(text, tables[rules])
        if found is not None:
            assert parse_range(str(found), tables[rules]) == found
        else:
            assert 0 <= trouble.position <= len(text)
            assert "\n" not in str(trouble)


def read(text, table):
    try:
        return parse_range(text, table), None
    except NotationError as trouble:
        return None, trouble
