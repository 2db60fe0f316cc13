"""Sizes of bets."""

import pytest

from svara_odds.errors import RulesError
from svara_odds.rules.sizes import Size, parse_size, parse_sizes


@pytest.mark.parametrize(
    ("text", "size"),
    [
        (2, Size(2, "")),
        (0.5, Size(0.5, "")),
        ("2", Size(2, "")),
        ("2b", Size(2, "b")),
        (" 0.5p ", Size(0.5, "p")),
        ("1.5x", Size(1.5, "x")),
        (".5p", Size(0.5, "p")),
    ],
)
def test_read(text, size):
    assert parse_size(text) == size


@pytest.mark.parametrize(
    "text",
    [
        *["", " ", "b", "p", "-1", "0", "0p", "nan", "nanp", "inf", "infb", "1e7", "1_0", "٣p", "2 3", "2bb", "2q"],
        *["0x", "1x", "0.5x", "1,5", "\x00", float("nan"), float("inf"), 0, -3],
    ],
)
def test_refused(text):
    with pytest.raises(RulesError, match=r"bets: .* is not a size; give one above 0 such as 2 \(an amount\)") as caught:
        parse_size(text, name="bets")
    assert "\n" not in str(caught.value)


def test_only_the_units_that_are_named():
    with pytest.raises(RulesError, match=r"blind: '2b' .* 2 \(an amount\), 0.5p \(half the pot\)$"):
        parse_size("2b", units=("", "p"), name="blind")


def test_what_a_raise_makes_of_a_bet():
    # The bet is 4, the last blind 2, the pot after a call 10.
    raised = {text: parse_size(text).raised(4, blind=2, pot=10) for text in ("3", "3b", "0.5p", "3x")}
    assert raised == {"3": 7, "3b": 10, "0.5p": 9, "3x": 12}


def test_a_menu_has_each_size_once():
    assert parse_sizes(["2", 2, "1p", "1.0p"]) == (Size(2, ""), Size(1, "p"))
