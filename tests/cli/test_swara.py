"""The commands of the trick game: what they print, what they refuse, what they load."""

import contextlib
import csv
import io
import json
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from svara_odds.cli.app import main
from tests.test_imports import heavy_after

SAMPLED = ("--deals", "60", "--seed", "1")
TABLES = [
    (["whip"], "whips", {"whips", "probability", "at_least"}),
    (["whip", "--players", "10"], "whips", {"whips", "probability", "at_least"}),
    (["value", "AcKc7d", "--trump", "9c", *SAMPLED], "actions", {"action", "value", "stderr", "gain", "gain_stderr"}),
    (["value", "AcKc7d", "--trump", "9c", "--players", "2"], "actions", {"action", "value", "stderr", "whip"}),
    (
        ["play", "AcAh7d", "--trump", "Kc", *SAMPLED],
        "cards",
        {"card", "value", "stderr", "sweep", "two", "one", "none"},
    ),
    (["play", "Ac7d", "--trump", "Kc", "--players", "3", "--played", "9h8hJhTs8s"], "cards", {"card", "value"}),
]


@pytest.mark.parametrize(
    ("words", "rows", "keys"), TABLES, ids=lambda part: " ".join(part) if type(part) is list else ""
)
def test_json_csv_and_text_are_one_table(done, words, rows, keys):
    same_everywhere(done, words, rows, keys)


def test_the_table_of_all_hands(done, few_cards):
    words = ["table", "--players", "3", "--trump", "Tc", "--deals", "20", "--seed", "1", "--rules", few_cards]
    value = same_everywhere(
        done, words, "hands", {"hand", "trump", "hands", "action", "value", "stderr", "gain_stderr"}
    )
    assert sum(row["hands"] for row in value["hands"]) == 969  # C(19, 3)


def same_everywhere(done, words, rows, keys):
    """The JSON, once it has been found to be the table that CSV and text give."""
    value = json.loads(done("swara", *words, "--json"))
    assert keys <= set(value[rows][0])
    table = list(csv.DictReader(io.StringIO(done("swara", *words, "--csv"))))
    assert len(table) == len(value[rows])
    for line, row in zip(table, value[rows], strict=True):
        for key, inner in row.items():
            if isinstance(inner, int | float) and not isinstance(inner, bool):
                assert float(line[key]) == pytest.approx(inner)
            else:
                assert line[key] == ("" if inner is None else str(inner))
    text = done("swara", *words).splitlines()
    assert len(text) >= len(value[rows]) + 2
    return value


def test_whips_of_a_hand(done):
    value = json.loads(done("swara", "whip", "--hand", "AhKh7c", "--trump", "9d", "--json"))
    chances = {row["exchange"]: row["probability"] for row in value["exchange"]}
    assert chances["7c"] == pytest.approx(6 / 28)
    assert chances["Kh"] == 0
    whip = json.loads(done("swara", "whip", "--hand", "AcKcQc", "--trump", "7c", "--json"))
    assert whip["income"]["wins"] == 1
    assert whip["income"]["payment"] == pytest.approx((216 - 18 - 7) / 28)
    assert "wins with 1;" in done("swara", "whip", "--hand", "AcKcQc", "--trump", "7c")


def test_cards_of_the_same_value_are_named(done):
    words = ("swara", "play", "AcKcAh", "--trump", "7c", "--players", "3", *SAMPLED)
    value = json.loads(done(*words, "--json"))
    assert (value["best"], value["same_value"]) == ("Kc", ["Ac", "Ah"])
    assert [row["card"] for row in value["cards"]] == ["Kc", "Ac", "Ah"]
    assert "best: Kc (worth the same: Ac, Ah)" in done(*words)


def test_summaries_say_of_whom_and_of_what(done, tmp_path):
    assert "exact: another hand 0.044567, any other player" in done(
        "swara", "whip", "--hand", "AhKh7c", "--trump", "9d"
    )
    assert "exact: one hand 0.045161, anyone" in done("swara", "whip")
    assert "the only deal" in done("swara", "play", "Ac", "--trump", "Kc", "--players", "2", "--played", "9h8hJhThTd")
    path = tmp_path / "own.toml"
    path.write_text('name = "own"\nextends = "swara"\ntitle = "Own"\n[tricks]\npoint_value = 0.1\nstake = 2.0\n')
    words = ("swara", "value", "AcKc7d", "--trump", "9c", "--rules", path, *SAMPLED)
    assert "a stake is 2, a point of a whip 0.1" in done(*words)
    value = json.loads(done(*words, "--json"))
    assert (value["stake"], value["point_value"], value["pot"]) == (2, 0.1, 8)
    assert "a point is worth 0.1, where a stake is 2." in " ".join(done("rules", "show", path).split())


def test_more_suits_and_spaces(done):
    one = json.loads(done("swara", "value", "A♣ K♣ 10♦", "--trump", "9♣", "--players", "2", "--json"))
    two = json.loads(done("swara", "value", "AcKcTd", "--trump", "9c", "--players", "2", "--json"))
    assert one["actions"] == two["actions"]
    assert (one["hand"], one["trump"], one["method"], one["deals"]) == ("AcKcTd", "9c", "exact", 3276)


def test_the_same_seed_on_any_threads(done):
    words = ("swara", "value", "AcKc7d", "--trump", "9c", "--deals", "5000", "--seed", "7", "--json")
    one, two = (json.loads(done(*words, "--threads", n)) for n in ("1", "2"))
    assert one["actions"] == two["actions"]
    assert one["seed"] == 7


def test_a_table_is_a_policy(done, tmp_path, few_cards):
    path = tmp_path / "policy.csv"
    words = ("--players", "4", "--deals", "20", "--seed", "1", "--trump", "Tc", "--rules", few_cards)
    path.write_text(done("swara", "table", *words, "--csv"))
    words = (
        "swara",
        "value",
        "AcKcTd",
        "--trump",
        "Jh",
        "--seed",
        "3",
        "--deals",
        "500",
        "--rules",
        few_cards,
        "--json",
    )
    others = json.loads(done(*words, "--against", path))
    assert others["info"]["parameters"]["against"] == str(path)
    assert others["actions"] != json.loads(done(*words))["actions"]


def test_own_rules(done, tmp_path):
    path = tmp_path / "own.toml"
    path.write_text('name = "own"\nextends = "swara"\ntitle = "Own"\n[tricks]\nmust_trump = true\n')
    assert json.loads(done("rules", "check", path, "--json")) == {"name": "own", "ok": True, "examples": 0}
    assert "must trump if it can" in " ".join(done("rules", "show", path).split())
    assert json.loads(done("swara", "whip", "--rules", path, "--json"))["rules"] == "own"


BAD = [
    (["nothing"], ["swara", "play, table, value, whip"]),
    (["whip", "--players", "11"], ["--players", "11", "2 to 10"]),
    (["whip", "--players", "x"], ["--players", "'x'"]),
    (["whip", "--hand", "Ac"], ["hand", "three cards"]),
    (["whip", "--hand", "AcKcQc", "--trump", "Ac"], ["trump", "Ac"]),
    (["play", "AcKcQc", "--trump", "7c"], ["hand: AcKcQc is a whip and wins without play\n"]),
    (["play", "KcQc", "--trump", "7c", "--players", "2", "--played", "Ac8c"], ["KcQc", "played before", "a whip"]),
    (["value", "AcKc7d", "--trump", "9c", "--against", "nobody"], ["'nobody'", "play, sensible", ".csv"]),
    (["whip", "--seat", "4"], ["seat", "4", "0 to 3"]),
    (["whip", "--rules", "russian"], ["russian", "tricks", "swara"]),
    (["whip", "--rules", "no-such"], ["no-such"]),
    (["value"], ["HAND"]),
    (["value", "AcKc7d"], ["--trump"]),
    (["value", "AcKc7d", "--trump", ""], ["trump", "one card"]),
    (["value", "AcKc7d", "--trump", "9c8c"], ["trump", "one card", "2"]),
    (["value", "AcKc7d", "--trump", "7d"], ["trump", "7d"]),
    (["value", "AcKc7d", "--trump", "6d"], ["trump", "6d"]),
    (["value", "AcKcAc", "--trump", "9c"], ["hand", "Ac stands twice"]),
    (["value", "AcKc7d", "--trump", "9c", "--players", "7"], ["players", "7", "2 to 6"]),
    (["value", "AcKc7d", "--trump", "9c", "--seat", "4"], ["seat", "4", "0 to 3"]),
    (["value", "AcKc7d", "--trump", "9c", "--against", "bluff"], ["against", "bluff", "play, sensible"]),
    (["value", "AcKc7d", "--trump", "9c", "--against", "no-such.csv"], ["against", "no-such.csv"]),
    (["value", "AcKc7d", "--trump", "9c", "--pot", "-1"], ["--pot", "-1"]),
    (["value", "AcKc7d", "--trump", "9c", "--deals", "1"], ["--deals", "1"]),
    (["play", "", "--trump", "9c"], ["hand", "no card"]),
    (["play", "AcKc7d", "--trump", "9c", "--players", "7"], ["players", "7", "2 to 6"]),
    (["play", "AcKc7d", "--trump", "9c", "--played", "9c"], ["9c", "trump"]),
    (["play", "AcKc7d", "--trump", "9c", "--played", "Ac"], ["Ac"]),
    (["play", "AcKc", "--trump", "9c"], ["hand", "2 cards"]),
    (["play", "AcKc7d", "--trump", "9c", "--leader", "4"], ["leader", "4"]),
    (["table", "--deals", "19"], ["--deals", "19"]),
    (["table", "--trump", "x"], ["trump"]),
    (["table", "--players", "7"], ["players", "7"]),
]


@pytest.mark.parametrize(("words", "says"), BAD, ids=lambda part: " ".join(part) if type(part) is list else "")
def test_bad_input_is_one_line(run, words, says):
    ran = run("swara", *words)
    assert (ran.status, ran.out) == (2, "")
    assert ran.err.startswith("svara-odds: ")
    assert ran.err.count("\n") == 1
    for word in says:
        assert word in ran.err


@pytest.mark.parametrize(
    ("table", "says"),
    [
        ("hand,trump\nAcKcQc,7c\n", ["row 1", "action"]),
        ("hand,trump,action\nAcKcQx,7c,play\n", ["row 1", "'x'"]),
        ("hand,trump,action\nAcKcQc,7c,fold\n", ["row 1", "fold"]),
        ("hand,trump,action\nAcKcQc,7c,exchange 8c\n", ["row 1", "8c"]),
        ("hand,trump,action\nAcKcQc,,play\n", ["row 1", "trump"]),
        ("hand,trump,action\n", ["no rows"]),
        ("", ["no rows"]),
        ("hand,trump,action\nAcKcQc\n", ["row 1"]),
    ],
)
def test_a_table_that_is_none(run, tmp_path, table, says):
    path = tmp_path / "policy.csv"
    path.write_text(table)
    ran = run("swara", "value", "AcKc7d", "--trump", "9c", "--against", path)
    assert (ran.status, ran.out, ran.err.count("\n")) == (2, "", 1)
    for word in ["against", *says]:
        assert word in ran.err


@pytest.mark.parametrize("words", [["score", "7cKhKd"], ["equity", "7cKhKd", "random"], ["distribution"], ["ranking"]])
def test_games_of_another_kind_are_refused(run, words):
    ran = run(*words, "--rules", "swara")
    assert (ran.status, ran.out, ran.err.count("\n")) == (2, "", 1)
    assert "swara is a trick game" in ran.err
    assert "bulgarian" in ran.err


def test_a_chart_of_tricks_at_a_table_of_ones_choice(done, run, few_cards, tmp_path):
    words = ("chart", "trump-values", "--rules", few_cards, "--out")
    assert done(*words, tmp_path / "a.svg", "--players", "2,3", "--seed", "0")
    done(*words, tmp_path / "b.svg", "--players", "2,3", "--seed", "1")
    assert (tmp_path / "a.svg").read_bytes() != (tmp_path / "b.svg").read_bytes()
    ran = run("chart", "trick-shares", "--players", "2,3", "--out", tmp_path / "c.svg")
    assert (ran.status, ran.err) == (2, "svara-odds: players: 2 and 3; this chart shows one number of players\n")


def test_help_says_what_a_seed_does(done, tmp_path):
    for name in ("thresholds", "trick-shares"):
        assert "the same on every run if left out" in " ".join(done("chart", name, "--help").split())
    assert "--seed" not in done("chart", "score-distribution", "--help")
    done("chart", "score-distribution", "--out", tmp_path / "a.svg", "--seed", "3")


def test_charts_know_their_kind(run, tmp_path):
    path = tmp_path / "chart.png"
    assert "trick game" in run("chart", "score-distribution", "--out", path, "--rules", "swara").err
    assert "showdown game" in run("chart", "whip-chances", "--out", path, "--rules", "russian").err
    assert not path.exists()
    assert json.loads(run("chart", "whip-chances", "--out", path, "--json").out)["rules"] == "swara"
    assert path.read_bytes().startswith(b"\x89PNG")


@pytest.mark.parametrize("words", [["--help"], *([name, "--help"] for name in ("whip", "value", "play", "table"))])
def test_help_is_plain(done, words):
    out = done("swara", *words)
    assert out.isascii()
    assert out.startswith("Usage: svara-odds swara")


@pytest.mark.parametrize("words", [["swara", "--help"], ["swara", "whip"], ["swara", "value", "--help"]])
def test_light(words):
    code = (Path(__file__).parent / "test_light.py").read_text(encoding="utf-8").split('"""')[3]
    assert heavy_after(code.format(words=words)) == []


TEXTS = st.one_of(
    st.text(alphabet="789TJQKA10cdhs♣♦♥♠ x,;\x00", max_size=8),
    st.lists(st.sampled_from(["7c", "Kh", "Ac", "9d", "Ts", "8s", "10h", ","]), max_size=5).map("".join),
)


@settings(max_examples=120, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(TEXTS, TEXTS, TEXTS, st.integers(2, 6))
def test_any_cards(hand, trump, played, n_players):
    for words in (["play", "--played", played], ["value"]):
        out, err = io.StringIO(), io.StringIO()
        line = [
            "swara",
            *words,
            "--players",
            str(n_players),
            "--trump",
            trump,
            "--deals",
            "20",
            "--threads",
            "1",
            "--json",
        ]
        with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
            try:
                main([*line, "--", hand])
            except SystemExit as end:
                status = end.code
        assert status in (0, 2), (words, err.getvalue())
        assert err.getvalue().count("\n") == (status == 2)
        assert bool(out.getvalue()) == (status == 0)
