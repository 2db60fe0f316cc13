"""``svara-odds tree``: the betting written out."""

import csv
import io
import json

import pytest

from tests.naive.betting_size import decisions


def test_text(done):
    assert done("tree", "--no-blind", "--max-raises", "0", "--rules", "fortegames").splitlines() == [
        "2 decisions, 3 leaves",
        "0 fold: 1 takes 2; paid 1, 1",
        "0 bet 2",
        "  1 fold: 0 takes 2; paid 1, 1",
        "  1 call 2: 0 and 1 show for 6; paid 3, 3",
    ]


def test_json(done):
    answer = json.loads(done("tree", "--rules", "russian", "--laps", "2", "--json"))
    assert {"rules", "players", "decisions", "leaves", "nodes", "betting", "lines", "info"} <= set(answer)
    assert answer["betting"]["laps"] == 2
    assert answer["leaves"] == len(answer["lines"])
    assert answer["nodes"] == answer["decisions"] + answer["leaves"]
    first = answer["lines"][0]
    assert first == {
        "line": "0 dark 0.5 / 1 dark 0.5 / 0 fold",
        "paid": [1.5, 1.5],
        "pots": [{"amount": 3.0, "seats": [1]}],
    }


def test_csv(done):
    rows = list(csv.DictReader(io.StringIO(done("tree", "--players", "3", "--stacks", "3,6,50", "--csv"))))
    assert list(rows[0]) == ["line", "paid_0", "paid_1", "paid_2", "pots"]
    two = [row for row in rows if "+" in row["pots"]]
    assert two
    for row in two:
        amounts = [float(part.split(" for ")[0]) for part in row["pots"].split(" + ")]
        assert sum(amounts) == sum(float(row[f"paid_{seat}"]) for seat in range(3))


def test_count(done):
    answer = json.loads(done("tree", "--players", "10", "--count", "--json"))
    assert answer["decisions"] == decisions(10, 3, blind=True)
    assert answer["nodes"] == answer["decisions"] + answer["leaves"]
    assert done("tree", "--players", "10", "--count") == "450 million decisions, 470 million leaves\n"


def test_limits(done):
    text = done("tree", "--players", "10", "--lines", "5").splitlines()
    assert text[0] == "450 million decisions, 470 million leaves"
    assert text[-1] == "... and more lines"
    assert len(text) == 7
    assert len(json.loads(done("tree", "--players", "10", "--lines", "5", "--json"))["lines"]) == 5


@pytest.mark.parametrize(
    ("words", "labels"),
    [
        (["--bets", "2,1.5p"], ["0 fold", "0 bet 2", "0 bet 3"]),
        (["--ante", "2", "--bets", "3b"], ["0 fold", "0 bet 3"]),
        (["--check"], ["0 check", "0 bet 2"]),
        (["--stacks", "2"], ["0 fold", "0 all-in 1"]),
        (["--max-bet", "1"], ["0 fold", "0 bet 1"]),
        (["--rules", "russian", "--bet", "2"], ["0 fold", "0 pay 2", "0 raise to 4"]),
        (["--rules", "russian", "--raises", "1,3x"], ["0 fold", "0 pay 1", "0 raise to 2", "0 raise to 3"]),
        (["--rules", "russian", "--open-after-laps", "0"], ["0 fold", "0 pay 1", "0 raise to 2", "0 open"]),
    ],
    ids=lambda words: " ".join(words),
)
def test_options_reach_the_game(done, words, labels):
    lines = done("tree", *words, "--no-blind", "--depth", "1").splitlines()[1:]
    assert [line.split(":")[0].removesuffix(" ...") for line in lines] == labels


def test_blind_options_reach_the_game(done):
    words = ["--blind", "2", "--blind-factor", "3", "--blind-laps", "2", "--over-blind", "1.5"]
    text = done("tree", *words, "--max-raises", "0", "--lines", "1000")
    assert "      1 blind 54 (unseen)" in text
    assert "bet 81" in text


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["--rules", "russian", "--blind-laps", "1"], ["blind_laps", "russian"]),
        (["--laps", "3"], ["laps", "bulgarian"]),
        (["--bet", "3"], ["bet", "bulgarian", "bets"]),
        (["--bets", "2q"], ["bets", "2q", "0.5p"]),
        (["--bets", ""], ["bets", "''"]),
        (["--bets", "2,,3"], ["bets", "''"]),
        (["--bets", "9" * 5000], ["bets", "…"]),
        (["--stacks", "1,2,3"], ["stacks", "3 amounts"]),
        (["--stacks", "-1"], ["stacks", "-1"]),
        (["--rake", "1"], ["rake", "1"]),
        (["--rake", "-0.5"], ["--rake", "-0.5"]),
        (["--ante", "0"], ["ante", "0"]),
        (["--ante", "x"], ["--ante", "'x'", "number"]),
        (["--max-raises", "21"], ["--max-raises", "21"]),
        (["--raise-factor", "1"], ["raise_factor", "1"]),
        (["--cap-scope", "each"], ["--cap-scope", "each", "first_bettor"]),
        (["--players", "11"], ["players", "11", "10"]),
        (["--players", "7", "--rules", "russian"], ["players", "7", "6"]),
        (["--players", "1"], ["--players", "1"]),
        (["--depth", "0"], ["--depth", "0"]),
        (["--lines", "0"], ["--lines", "0"]),
        (["--depth", "2", "--json"], ["--depth", "--lines"]),
        (["--blind", "3", "--over-blind", "2,3"], ["over_blind", "2, 3", "blind of 6"]),
        (["extra"], ["extra"]),
    ],
    ids=lambda words: ascii(" ".join(words))[:40],
)
def test_bad_input(run, words, says):
    ran = run("tree", *words)
    assert (ran.status, ran.out) == (2, "")
    assert ran.err.startswith("svara-odds: ")
    assert ran.err.count("\n") == 1
    assert len(ran.err) < 700
    for word in says:
        assert word in ran.err
