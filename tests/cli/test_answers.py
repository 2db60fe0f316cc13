"""What every command prints: one JSON object with the keys that scripts rely on, the same table as CSV, a table."""

import csv
import io
import json
from fractions import Fraction

import pytest

from svara_odds.studies.charts import CHARTS
from tests.naive.equity import brute, seat_summary
from tests.naive.scoring import RULES, all_scores, distribution

SHIPPED = [
    "bulgarian", "begench-seka", "bulgarian-low-triples", "forte-seka", "fortegames", "latvian-seka",
    "russian", "russian-plain-jokers", "trynka",
]  # fmt: skip

TABLES = [
    (["rules", "list"], "rules", {"name", "title", "cards", "hands", "source", "kind"}),
    (["rules", "diff", "bulgarian", "fortegames"], "hands", {"hand", "a", "b"}),
    (["score", "7cKhKd", "8h 9s 7c"], "hands", {"hand", "points", "label"}),
    (["score", "--all", "--rules", "trynka"], "hands", {"hand", "points", "label"}),
    (["distribution", "--rules", "russian"], "scores", {"points", "count", "probability", "at_least", "below"}),
    (["range", "33+"], "rows", {"hand", "points", "weight"}),
    (["range", "22+:0.5", "--by-points"], "scores", {"points", "hands", "weight"}),
    (["ranking"], "classes", {"example", "hands", "points", "equity", "win", "svara"}),
    (["ranking", "--players", "10", "--rules", "fortegames"], "classes", {"example", "hands", "points", "equity"}),
    (
        ["equity", "7cKhKd", "22+"],
        "players",
        {"hand", "win", "svara", "lose", "equity", "stderr", "win_count", "svara_count"},
    ),
    (
        ["equity", "7cKhKd", "random", "--method", "monte-carlo", "--deals", "4000", "--seed", "1"],
        "players",
        {"hand", "win", "svara", "lose", "equity", "stderr", "win_interval", "svara_interval"},
    ),
    (
        ["call", "7cKhKd", "--pot", "6", "--price", "2", "--opponents", "22+"],
        "calls",
        {"hand", "equity", "stderr", "break_even", "ev", "ev_stderr"},
    ),
    (["svara", "--pot", "6", "--tied", "3", "--joiners", "2"], "seats", {"seat", "place", "pays", "owns", "value"}),
    (["svara", "--pot", "6", "--tied", "3", "--running"], "seats", {"seat", "place", "pays", "owns", "value"}),
    (["svara", "--pot", "6", "--tied", "3", "--chain"], "rounds", {"round", "played", "won", "players", "pot"}),
    (
        ["svara", "--pot", "6", "--tied", "3", "--outsiders", "3"],
        "decisions",
        {"outsider", "joined_before", "price", "join", "stay_out", "choice"},
    ),
    (["svara", "--sizes", "--players", "6"], "svaras", {"players", "tied", "probability"}),
    (["chart", "list"], "charts", {"chart", "shows"}),
]


@pytest.mark.parametrize(
    ("words", "rows", "keys"), TABLES, ids=lambda part: " ".join(part) if type(part) is list else ""
)
def test_json_csv_and_text_are_one_table(done, words, rows, keys):
    value = json.loads(done(*words, "--json"))
    assert keys <= set(value[rows][0])
    table = list(csv.DictReader(io.StringIO(done(*words, "--csv"))))
    assert len(table) == len(value[rows])
    for line, row in zip(table, value[rows], strict=True):
        for key, inner in row.items():
            if isinstance(inner, list):
                assert [float(line[f"{key}_low"]), float(line[f"{key}_high"])] == inner
            elif isinstance(inner, int | float):
                assert float(line[key]) == inner
            else:
                assert line[key].removeprefix("'") == inner
    text = done(*words).splitlines()
    assert len(text) > len(value[rows])
    heading = next(place for place, line in enumerate(text) if line.split() and line.split()[0] in value[rows][0])
    assert len(text) == heading + 1 + len(value[rows])


@pytest.mark.parametrize(
    ("words", "rows", "keys"), TABLES, ids=lambda part: " ".join(part) if type(part) is list else ""
)
def test_json_is_one_line_of_ascii(done, words, rows, keys):
    out = done(*words, "--json")
    assert out.isascii()
    assert out.count("\n") == 1
    assert out.endswith("}\n")


def test_text_columns_are_aligned(done):
    lines = done("distribution", "--rules", "russian").splitlines()
    assert lines[0].split() == ["points", "count", "probability", "at_least", "below"]
    # Numbers stand point under point: 32.5 sticks out behind 32.
    assert len({len(line) - len(line.lstrip()) + len(line.split()[0].split(".")[0]) for line in lines[1:]}) == 1
    assert len({line.index(".", 10) for line in lines[1:]}) == 1
    hands = done("score", "7cKhKd", "AcAhAd").splitlines()
    assert len({line.index(word) for line, word in zip(hands, ("label", "pair", "three"), strict=True)}) == 1


# --- rules -------------------------------------------------------------------------------------------------------


def test_rules_list(done):
    listed = json.loads(done("rules", "list", "--json"))["rules"]
    kinds = {rules["name"]: rules["kind"] for rules in listed}
    assert list(kinds) == sorted([*SHIPPED, "swara"], key=lambda name: (name != "bulgarian", name))
    assert kinds == dict.fromkeys(SHIPPED, "showdown") | {"swara": "tricks"}
    assert {rules["name"]: rules["hands"] for rules in listed}["russian"] == 7140
    assert all(rules["source"] for rules in listed)


@pytest.mark.parametrize("name", [*SHIPPED, "swara"])
def test_rules_show_and_check(done, name):
    words = done("rules", "show", name)
    assert words.startswith(f"{name}: ")
    assert max(map(len, words.splitlines())) < 120
    value = json.loads(done("rules", "show", name, "--json"))
    assert value["name"] == name
    assert value["words"] == words.removesuffix("\n")
    told = {lang: done("rules", "show", name, "--lang", lang) for lang in ("en", "bg", "ru", "pl")}
    assert told["en"] == words
    assert len(set(told.values())) == 4
    answer = json.loads(done("rules", "check", name, "--json"))
    assert answer == {"name": name, "ok": True, "examples": len(value["examples"])}
    assert f"{answer['examples']} worked examples hold" in done("rules", "check", name)
    assert done("rules", "check", name, "--csv") == f"name,ok,examples\n{name},True,{answer['examples']}\n"


@pytest.mark.parametrize(("number", "says"), [(0, "0 worked examples hold"), (1, "1 worked example holds")])
def test_rules_check_counts_in_words(done, tmp_path, number, says):
    path = tmp_path / "own.toml"
    example = '[[examples]]\nhand = "7c Kh Kd"\npoints = 31\n'
    path.write_text('name = "own"\nextends = "bulgarian"\ntitle = "Own"\n' + number * example)
    assert done("rules", "check", path) == f"own: ok, 32 cards, {says}\n"
    assert f"{says.removesuffix('s').removesuffix(' hold')} checked." in done("rules", "show", path)


def test_rules_check_says_which_example_fails(run, tmp_path):
    path = tmp_path / "wrong.toml"
    path.write_text(
        'name = "wrong"\nextends = "bulgarian"\ntitle = "Wrong"\n[[examples]]\nhand = "7c Kh Kd"\npoints = 30\n'
    )
    ran = run("rules", "check", path)
    assert (ran.status, ran.out) == (2, "")
    assert all(word in ran.err for word in (str(path), "7c Kh Kd", "30", "31"))


def test_rules_diff_is_what_the_slow_twin_finds(done):
    value = json.loads(done("rules", "diff", "bulgarian", "bulgarian-low-triples", "--json"))
    slow = {
        hand: (RULES["bulgarian"].half_points(sorted(hand)), RULES["bulgarian-low-triples"].half_points(sorted(hand)))
        for hand in all_scores("bulgarian")
    }
    wanted = {hand: pair for hand, pair in slow.items() if pair[0] != pair[1]}
    found = {
        frozenset(row["hand"][i : i + 2] for i in (0, 2, 4)): (row["a"] * 2, row["b"] * 2) for row in value["hands"]
    }
    assert found == wanted
    assert value["shared"] == 4960


def test_rules_diff_of_two_decks(done):
    value = json.loads(done("rules", "diff", "bulgarian", "russian", "--json"))
    assert value["only_in"] == {"bulgarian": 0, "russian": 7140 - 4960}
    assert "2180 hands only in russian" in done("rules", "diff", "bulgarian", "russian")
    assert json.loads(done("rules", "diff", "russian", "russian", "--json"))["hands"] == []
    assert done("rules", "diff", "russian", "russian", "--csv") == "hand,a,b\n"


# --- hands -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("text", ["7cKhKd", "7c Kh Kd", "7♣ K♥ K♦", "7C kH KD", "7c,Kh,Kd", " kd7ckh "])
def test_a_hand_may_be_written_in_many_ways(done, text):
    value = json.loads(done("score", text, "--json"))
    assert value["rules"] == "bulgarian"
    assert value["hands"] == [
        {"hand": "KhKd7c", "points": 31, "label": "pair of kings joined by the seven of clubs"}
    ]  # fmt: skip


def test_tens(done):
    value = json.loads(done("score", "10h10d10c", "ThTdTc", "10♥ T♦ tc", "--json"))
    assert {row["hand"] for row in value["hands"]} == {"ThTdTc"}


@pytest.mark.parametrize("rules", ["bulgarian", "russian"])
def test_all_scores(done, rules):
    rows = json.loads(done("score", "--all", "--rules", rules, "--json"))["hands"]
    found = {frozenset(row["hand"][i : i + 2] for i in (0, 2, 4)): round(2 * row["points"]) for row in rows}
    assert found == all_scores(rules)
    points = [row["points"] for row in rows]
    assert points == sorted(points, reverse=True)


@pytest.mark.parametrize("rules", SHIPPED)
def test_distribution(done, rules):
    value = json.loads(done("distribution", "--rules", rules, "--json"))
    slow = distribution(rules)
    assert [(row["points"], row["count"]) for row in value["scores"]] == [(float(p), n) for p, n in slow]
    assert value["hands"] == sum(n for _, n in slow)
    below = 0
    for row in value["scores"]:
        assert row["probability"] == float(Fraction(row["count"], value["hands"]))
        assert row["below"] == float(Fraction(below, value["hands"]))
        assert row["at_least"] == float(1 - Fraction(below, value["hands"]))
        below += row["count"]


def test_range(done):
    value = json.loads(done("range", "33+", "--json"))
    assert (value["hands"], value["of"], value["weight"]) == (14, 4960, 14)
    assert {row["hand"]: row["points"] for row in value["rows"]}["AsAhAd"] == 33
    assert done("range", "33+").splitlines()[0] == "33+: 14 of 4960 hands"
    dead = json.loads(done("range", "33+", "--dead", "7c", "--json"))
    assert dead["hands"] == sum("7c" not in hand and points >= 66 for hand, points in all_scores("bulgarian").items())


@pytest.mark.parametrize("players", [2, 6, 10])
def test_ranking(done, players):
    rows = json.loads(done("ranking", "--players", players, "--json"))["classes"]
    assert sum(row["hands"] for row in rows) == 4960
    assert rows[0]["points"] == 34
    equities = [row["equity"] for row in rows]
    assert equities == sorted(equities, reverse=True)
    assert sum(row["equity"] * row["hands"] for row in rows) / 4960 == pytest.approx(1 / players, abs=1e-12)


# --- showdowns ---------------------------------------------------------------------------------------------------


def test_exact_equity_is_what_the_slow_twin_counts(done):
    value = json.loads(done("equity", "7cKhKd", "AcAhAd", "TcTd9c", "--players", "3", "--dead", "Kc", "--json"))
    hands = [[frozenset(("7c", "Kh", "Kd"))], [frozenset(("Ac", "Ah", "Ad"))], [frozenset(("Tc", "Td", "9c"))]]
    scores = all_scores("bulgarian")
    counts = brute(scores.__getitem__, hands, {card for hand in scores for card in hand}, ["Kc"])
    assert (value["method"], value["deals"]) == ("exact", 1)
    for seat, row in enumerate(value["players"]):
        slow = seat_summary(counts, seat)
        assert (row["win_count"], row["svara_count"], row["equity"]) == (slow["win"], slow["svara"], slow["equity"])


def test_equity_against_one_random_hand(done):
    value = json.loads(done("equity", "QcJdTh", "random", "--json"))
    scores = all_scores("bulgarian")
    hero = frozenset(("Qc", "Jd", "Th"))
    others = [points for hand, points in scores.items() if not hand & hero]
    row = value["players"][0]
    assert value["deals"] == len(others) == 3654
    assert row["win_count"] == sum(points < scores[hero] for points in others)
    assert row["svara_count"] == sum(points == scores[hero] for points in others)
    assert row["stderr"] == 0
    assert value["svara_size"] == {"2": row["svara"]}
    assert row["win"] + row["svara"] + row["lose"] == pytest.approx(1, abs=1e-15)


def test_equity_of_ten_has_counts_beyond_64_bits(done):
    value = json.loads(done("equity", "random", "--players", "10", "--json"))
    assert value["method"] == "exact"
    assert value["deals"] > 2**64
    assert [row["equity"] for row in value["players"]] == [pytest.approx(0.1)] * 10
    wins = [row["win_count"] for row in value["players"]]
    assert len(set(wins)) == 1
    assert wins[0] > 2**64
    assert set(value["svara_size"]) == {str(size) for size in range(2, 11)}


def test_a_sample_says_so(done):
    words = ["equity", "7cKhKd", "22+", "random", "--deals", "20000", "--seed", "5"]
    value = json.loads(done(*words, "--json"))
    assert (value["method"], value["deals"], value["seed"]) == ("monte-carlo", 20000, 5)
    for row in value["players"]:
        assert row["stderr"] > 0
        assert row["win_interval"][0] <= row["win"] <= row["win_interval"][1]
        assert row["svara_interval"][0] <= row["svara"] <= row["svara_interval"][1]
    assert done(*words).startswith("monte-carlo, a sample of 20000 random deals, seed 5\n")


def test_a_standard_error_is_kept(done):
    value = json.loads(done("equity", "AAx", "20+", "random", "--max-stderr", "0.001", "--seed", "1", "--json"))
    assert value["method"] == "monte-carlo"
    assert max(row["stderr"] for row in value["players"]) <= 0.001


def test_no_seed_is_drawn_recorded_and_good_for_the_same_again(done):
    words = ["equity", "22+", "20+", "random", "--method", "monte-carlo", "--deals", "3000", "--json"]
    one, two = (json.loads(done(*words)) for _ in range(2))
    assert one["seed"] != two["seed"]
    assert one["seed"] == one["info"]["seed"]
    assert json.loads(done(*words, "--seed", one["seed"]))["players"] == one["players"]


@pytest.mark.parametrize("words", [["22+", "20+", "--players", "4"], ["7cKhKd", "--players", "10"]])
def test_threads_change_nothing(done, words):
    words = ["equity", *words, "--method", "monte-carlo", "--deals", "300000", "--seed", "3", "--json"]
    answers = [json.loads(done(*words, "--threads", n)) for n in (1, 2, 8)]
    for answer in answers:
        answer["info"].pop("seconds")
    assert answers[0] == answers[1] == answers[2]


@pytest.mark.parametrize(
    "words",
    [
        ["--opponents", "22+", "random"],
        ["--opponents", "22+", "--opponents", "random"],
        ["--opponents=22+", "random"],
        ["--opponents=22+", "--opponents=random"],
        ["--opponents", "22+", "--seed", "1", "--opponents", "random"],
    ],
)
def test_opponents_in_one_option_or_in_several(done, words):
    value = json.loads(done("call", "7cKhKd", "--pot", "6", "--price", "2", *words, "--json"))
    assert value["info"]["parameters"]["players"] == ["KhKd7c", "22+", "random"]
    wanted = json.loads(done("equity", "7cKhKd", "22+", "random", "--json"))["players"][0]["equity"]
    assert value["equity"] == wanted
    assert value["break_even"] == 0.25
    assert value["ev"] == pytest.approx(wanted * 8 - 2)


@pytest.mark.parametrize("place", [0, 2, 4, 6])
def test_the_hand_of_a_call_may_stand_between_its_options(done, place):
    words = ["--pot", "6", "--price", "2", "--seed", "1", "--opponents", "22+"]
    words.insert(place, "7cKhKd")
    value = json.loads(done("call", *words, "--json"))
    assert value["info"]["parameters"]["players"] == ["KhKd7c", "22+"]


def test_a_call_gives_its_verdict(done):
    assert done("call", "7cKhKd", "--pot", "6", "--price", "2", "--opponents", "random").startswith("worth it: exact")
    assert done("call", "QcJdTh", "--pot", "1", "--price", "9", "--opponents", "22+").startswith("not worth it")
    sampled = done("call", "22+", "--pot", "3", "--price", "1", "--opponents", "20+", "--deals", "500", "--seed", "4")
    assert "seed 4" in sampled.splitlines()[0]


def test_a_call_too_close_to_tell(done):
    """A pot that lets the call win a twentieth of its equity: a thousand deals cannot see that."""
    scores = all_scores("bulgarian")
    hero = frozenset(("Qc", "Jd", "Th"))
    others = [points for hand, points in scores.items() if not hand & hero]
    equity = sum(Fraction(1 + (points < scores[hero]) - (points > scores[hero]), 2) for points in others) / len(others)
    pot = float((1 - equity) / equity) + 0.05  # before a call of 1: break even, and a little
    words = ["call", "QcJdTh", "--pot", pot, "--price", "1", "--opponents", "random"]
    assert done(*words).startswith("worth it: exact")
    sample = ["--method", "monte-carlo", "--seed", "2"]
    assert done(*words, *sample, "--deals", "1000").startswith("too close to tell: monte-carlo")
    value = json.loads(done(*words, *sample, "--deals", "1000", "--json"))
    assert abs(value["ev"]) < 2 * value["ev_stderr"]
    large = json.loads(done(*words, *sample, "--json"))
    assert large["deals"] == 10_000_000
    assert abs(large["ev"] - float(equity) * 0.05) < 5 * large["ev_stderr"]
    assert done(*words, *sample).startswith("worth it: monte-carlo")
    words[words.index(pot)] = pot - 0.1
    assert done(*words, *sample).startswith("not worth it: monte-carlo")


def test_an_error_of_0_is_never_claimed(done):
    """The other hand is better once in some sixteen million deals."""
    words = ["equity", "33", "9-29:1,34:0.0001", "--max-stderr", "1e-6", "--seed", "1", "--json"]
    value = json.loads(done(*words))
    assert value["deals"] > 900_000
    for row in value["players"]:
        assert 0 < row["stderr"] <= 1e-6
        assert row["equity_interval"][0] < row["equity_interval"][1]


# --- the frame of it all -----------------------------------------------------------------------------------------


def test_version_and_help(done):
    assert done("--version").split()[0] == "svara-odds,"
    assert done() == done("--help") == done("-h")
    assert done("rules") == done("rules", "--help")


COMMANDS = ["score", "distribution", "ranking", "equity", "call", "svara", "range", "page"]
RULES_COMMANDS = ["list", "show", "check", "diff"]
CHART_COMMANDS = ["list", *CHARTS]
PATHS = [
    *([command] for command in COMMANDS),
    *(["rules", command] for command in RULES_COMMANDS),
    *(["chart", command] for command in CHART_COMMANDS),
]


@pytest.mark.parametrize("words", PATHS)
def test_every_command_has_help_in_plain_ascii(done, words):
    out = done(*words, "--help")
    assert out.startswith(f"Usage: svara-odds {' '.join(words)}")
    assert out.isascii()
    assert "RANGE]" not in out.replace("[OPTIONS] RANGE", "")
    assert "--json" in out


@pytest.mark.parametrize(
    "words",
    [
        ["score", "7cKhKd"],
        ["distribution"],
        ["range", "33+"],
        ["rules", "list"],
        ["rules", "check", "russian"],
        ["chart", "list"],
        ["ranking"],
        ["equity", "7cKhKd", "random"],
        ["call", "7cKhKd", "--pot", "1", "--price", "1", "--opponents", "random"],
        ["svara", "--pot", "6", "--tied", "2"],
    ],
)
def test_the_common_options_are_taken_everywhere(done, words):
    assert done(*words, "--seed", "1", "--threads", "2", "--quiet") == done(*words)


def test_own_rules_with_a_title_in_cyrillic(done, tmp_path):
    path = tmp_path / "моя.toml"
    path.write_text('name = "own"\nextends = "bulgarian"\ntitle = "Моята сварка"\n', encoding="utf-8")
    assert json.loads(done("score", "7cKhKd", "--rules", path, "--json"))["rules"] == "own"
    assert "Моята сварка" in done("rules", "show", path)
    assert done("rules", "check", path).startswith("own: ok")
