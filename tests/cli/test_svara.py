"""``svara-odds svara``: the keys that scripts rely on, words on a terminal, bad input."""

import json
import math

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.cli.test_bad_input import AMOUNTS, NUMBERS, check
from tests.cli.test_fuzz import TEXTS, answer

KEYS = {"price", "pot", "joiner_value", "tied_value", "fair_price"}


def asked(done, *words):
    return json.loads(done("svara", *words, "--json"))


def test_half_the_pot_with_three_tied(done):
    """Rules: an eighth of the pot is lost at P/2 by one who joins three."""
    value = asked(done, "--pot", "8", "--tied", "3", "--joiners", "1", "--price", "P/2")
    assert value.keys() >= KEYS
    assert [value[key] for key in ("price", "pot", "joiner_value", "tied_value")] == [4, 12, -1, 3]
    assert value["fair_price"] == pytest.approx(8 / 3, rel=1e-15)


@pytest.mark.parametrize("price", ["P/2", "1/2", "0.5", ".5"])
def test_a_running_price(done, price):
    words = ["--pot", "16", "--tied", "2", "--joiners", "2", "--price", price, "--running"]
    value = asked(done, *words)
    assert value["price"] == [8, 12]
    assert value["joiner_value"] == [1, -3]
    assert (value["pot"], value["tied_value"], value["fair_price"]) == (36, 9, 8)


@pytest.mark.parametrize(("rules", "price"), [("bulgarian", 3), ("fortegames", 3), ("russian", 4.5)])
def test_without_a_price_that_of_the_rules(done, rules, price):
    assert asked(done, "--pot", "9", "--tied", "3", "--rules", rules)["price"] == price


@pytest.mark.parametrize("joiners", range(9))
def test_a_share_of_the_tied_is_fair_with_and_without_rake(done, joiners):
    value = asked(done, "--pot", "0.3", "--tied", "2", "--joiners", joiners)
    assert value["joiner_value"] == (0 if joiners else None)
    assert value["tied_value"] == 0.15
    raked = asked(done, "--pot", "1", "--tied", "2", "--joiners", joiners, "--rake", "0.1")
    assert raked["pot"] == 1 + joiners / 2
    assert raked["tied_value"] == pytest.approx(0.45, rel=1e-15)
    assert raked["joiner_value"] == (pytest.approx(-0.05, rel=1e-14) if joiners else None)
    assert raked["fair_price"] == pytest.approx(0.9 / (2 + 0.1 * max(joiners, 1)), rel=1e-15)


def test_the_chain(done):
    words = ["--pot", "6", "--tied", "2", "--chain"]
    value = asked(done, *words, "--players", "6", "--later", "everyone")
    assert value.keys() >= {"price", "pot", "joiner_value", "tied_value", "expected_rounds", "expected_pot"}
    assert (value["pot"], value["joiner_value"], value["tied_value"], value["outside_value"]) == (9, 0, 3, 0)
    assert value["expected_pot"] > 9
    assert asked(done, *words)["expected_pot"] == 9
    endless = asked(done, *words, "--players", "10", "--later", "everyone", "--price", "P")
    assert (endless["expected_pot"], endless["tied_value"]) == (None, None)
    assert "expected pot infinite" in done("svara", *words, "--players", "10", "--later", "everyone", "--price", "P")


def test_outsiders(done):
    value = asked(done, "--pot", "15", "--tied", "2", "--outsiders", "2", "--price", "2/5", "--running")
    assert (value["joiners"], value["possible"], value["tied_value"]) == (1, [1], 7)
    assert [row["choice"] for row in value["decisions"]] == ["joins", "stays out"]


def test_sizes(done):
    """246409 of 2265480 deals to two are tied by the Bulgarian rules."""
    rows = json.loads(done("svara", "--sizes", "--json"))["svaras"]
    assert [(row["players"], row["tied"]) for row in rows] == [(n, k) for n in range(2, 11) for k in range(2, n + 1)]
    assert rows[0]["probability"] == pytest.approx(246409 / 2265480, rel=1e-15)
    six = json.loads(done("svara", "--sizes", "--players", "6", "--json"))["svaras"]
    assert six == [row for row in rows if row["players"] == 6]


def test_words(done):
    lines = done("svara", "--pot", "8", "--tied", "3", "--joiners", "1", "--price", "P/2").splitlines()
    assert lines[0] == "pot 12; price 4; joiner value -1; tied value 3; fair price 2.666667"
    assert lines[1].split() == ["seat", "place", "pays", "owns", "value"]
    assert len(lines) == 6
    nobody = done("svara", "--pot", "8", "--tied", "3", "--joiners", "0", "--running")
    assert nobody.startswith("pot 8; price none; joiner value none; tied value 2.666667; ")


FINE = ["svara", "--pot", "6", "--tied", "2"]
SHARES = ["", " ", "x", "nan", "inf", "-1", "0", "1e3", "P/0", "1/0", "٣", "101", "9" * 5000, "\x00", "\udcff"]


@pytest.mark.parametrize(
    ("words", "says"),
    [
        *[([*FINE, f"--pot={n}"], ["--pot", "number above 0"]) for n in AMOUNTS],
        *[([*FINE, f"--tied={n}"], ["--tied", "whole number from 2 to 16"]) for n in [*NUMBERS, "0", "1", "17"]],
        *[([*FINE, f"--joiners={n}"], ["--joiners", "whole number from 0 to 16"]) for n in [*NUMBERS, "17"]],
        *[([*FINE, f"--outsiders={n}"], ["--outsiders", "whole number from 0 to 16"]) for n in [*NUMBERS, "17"]],
        *[([*FINE, "--chain", f"--players={n}"], ["--players", "whole number from 2 to 16"]) for n in [*NUMBERS, "1"]],
        *[([*FINE, f"--price={n}"], ["price", "P/k, P, P/2", "above 0"]) for n in SHARES],
        *[([*FINE, f"--rake={n}"], ["rake", "from 0 to below 1"]) for n in SHARES if n != "0"],
        *[([*FINE, "--chain", f"--later={n}"], ["later", "0 to 10, or nobody or everyone"]) for n in NUMBERS],
        (["svara"], ["--pot", "--sizes"]),
        (["svara", "--pot", "6"], ["--tied"]),
        (["svara", "--tied", "2"], ["--pot"]),
        (["svara", "--chain", "--tied", "2"], ["--pot"]),
        ([*FINE, "--sizes"], ["--pot does not go with --sizes"]),
        ([*FINE, "--sizes", "--chain"], ["--chain and --sizes"]),
        (["svara", "--sizes", "--later", "everyone"], ["--later", "--sizes"]),
        (["svara", "--sizes", "--players", "11"], ["players: 11", "2 to 10"]),
        ([*FINE, "extra"], ["extra"]),
        ([*FINE, "--pot", "1e17"], ["pot", "1e+15"]),
        ([*FINE, "--tied", "11"], ["tied: 11", "bulgarian is played by 2 to 10"]),
        ([*FINE, "--joiners", "9"], ["joiners: 9", "0 to 8", "2 tied", "2 to 10"]),
        ([*FINE, "--joiners", "5", "--rules", "russian"], ["joiners: 5", "0 to 4", "russian", "2 to 6"]),
        ([*FINE, "--outsiders", "9"], ["outsiders: 9", "0 to 8"]),
        ([*FINE, "--chain", "--players", "2"], ["players: 2", "3 to 10"]),
        ([*FINE, "--chain", "--outsiders", "2"], ["--chain", "--outsiders"]),
        ([*FINE, "--joiners", "1", "--outsiders", "2"], ["--joiners", "--outsiders"]),
        ([*FINE, "--later", "everyone"], ["--later", "--chain or --outsiders"]),
        ([*FINE, "--players", "5"], ["--players", "--chain, --outsiders or --sizes"]),
        (
            [*FINE, "--outsiders", "2", "--players", "10", "--later", "everyone", "--price", "P"],
            ["price: P", "the expected pot is infinite", "lower price"],
        ),
    ],
    ids=lambda part: ascii(" ".join(part))[1:60] if isinstance(part, list) else "",
)
def test_bad_input(run, words, says):
    check(run(*words), says)


@settings(max_examples=200, deadline=None)
@given(
    st.sampled_from(["--price", "--rake", "--pot", "--tied", "--joiners", "--later"]),
    st.one_of(TEXTS, st.text(alphabet="0123456789./Pk-e ", max_size=6)),
)
def test_any_text(option, text):
    value = answer("svara", "--json", "--pot=6", "--tied=2", "--chain", f"{option}={text}")
    if value and value["tied_value"] is not None:
        assert math.isfinite(value["tied_value"])
        assert sum(row["won"] for row in value["rounds"]) <= 1 + 1e-12
