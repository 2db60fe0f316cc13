"""Whatever words come: an answer, or one line that says what is wrong."""

import contextlib
import io
import json

from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from svara_odds.cli.app import main

SIGNS = "23456789TJQKA10cdhs♣♦♥♠xX ,:;.+-=<≤!%randomflushpairtriplejoker\t\x00Жé🂡"
WORDS = [
    *("7c", "Kh", "Kd", "Ac", "6c", "A", "K", "T", "x", "10h", "♠"),
    *("22", "20-22", "+", "=", "<=", ",", ":", "0.5", "50%", "!", " "),
    *("random", "suited", "joker", "pair"),
]
TEXTS = st.one_of(
    st.text(alphabet=SIGNS, max_size=8),
    st.text(max_size=6),
    st.lists(st.sampled_from(WORDS), max_size=5).map("".join),
)
RULES = st.sampled_from(["bulgarian", "fortegames", "trynka"])


def answer(*words):
    out, err = io.StringIO(), io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        try:
            main(list(words))
        except SystemExit as end:
            status = end.code
    assert status in (0, 2), (words, status, err.getvalue())
    if status == 0:
        assert err.getvalue() == ""
        return json.loads(out.getvalue())
    assert out.getvalue() == ""
    assert err.getvalue().startswith("svara-odds: ")
    assert err.getvalue().count("\n") == 1
    return None


def fuzz(examples):
    return settings(max_examples=examples, deadline=None, suppress_health_check=[HealthCheck.too_slow])


@fuzz(300)
@given(TEXTS, RULES)
@example("7cKhKd", "bulgarian")
@example("--", "bulgarian")
@example("-1", "bulgarian")
def test_score(text, rules):
    value = answer("score", "--json", "--rules", rules, "--", text)
    if value:
        assert len(value["hands"]) == 1
        assert len(value["hands"][0]["hand"]) == 6


@fuzz(300)
@given(TEXTS, TEXTS, RULES)
def test_range(text, dead, rules):
    value = answer("range", "--json", "--by-points", "--rules", rules, "--dead", dead, "--", text)
    if value:
        assert 0 < value["hands"] <= value["of"]
        again = answer("range", "--json", "--by-points", "--rules", rules, "--", value["range"])
        assert again["scores"] == value["scores"]


@fuzz(150)
@given(st.lists(TEXTS, min_size=1, max_size=3), RULES, st.sampled_from(["", "8d", "Kh Kd"]))
def test_equity(texts, rules, dead):
    words = ["equity", "--json", "--rules", rules, "--dead", dead, "--deals", "50", "--seed", "1", "--threads", "1"]
    value = answer(*words, "--", *texts)
    if value:
        assert value["deals"] == 50
        assert abs(sum(row["equity"] for row in value["players"]) - 1) < 1e-12


@fuzz(100)
@given(TEXTS, TEXTS, RULES)
def test_exact_equity(hand, opponent, rules):
    value = answer("equity", "--json", "--method", "exact", "--rules", rules, "--", hand, opponent)
    if value:
        row = value["players"][0]
        assert row["win"] + row["svara"] + row["lose"] - 1 < 1e-12


SIZES = st.lists(st.sampled_from(["2", "0.5", "1", "b", "p", "x", ",", " ", "-", "e", "1p", "3b", "inf"]), max_size=5)


@fuzz(300)
@given(
    st.sampled_from(
        ["bets", "bet", "raises", "blind", "over-blind", "max-bet", "stacks", "ante", "rake", "dark-share"]
    ),
    st.one_of(TEXTS, SIZES.map("".join)),
    st.sampled_from(["bulgarian", "russian"]),
)
def test_tree(option, text, rules):
    value = answer(
        "tree", "--json", f"--{option}={text}", "--rules", rules, "--max-raises=1" if rules[0] == "b" else "--laps=2"
    )
    if value:
        assert value["nodes"] == value["decisions"] + value["leaves"]
        for line in value["lines"]:
            assert abs(sum(line["paid"]) - sum(pot["amount"] for pot in line["pots"])) < 1e-6 * (1 + sum(line["paid"]))


@fuzz(200)
@given(
    st.lists(
        st.one_of(TEXTS, st.sampled_from(["score", "range", "rules", "--json", "--csv", "--rules", "--all"])),
        max_size=4,
    )
)
def test_any_words(words):
    out, err = io.StringIO(), io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        try:
            main(words)
        except SystemExit as end:
            status = end.code
    assert status in (0, 2)
    assert (status == 0) == bool(out.getvalue())
    assert err.getvalue().count("\n") == (status == 2)
