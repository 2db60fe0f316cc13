"""``svara-odds solve``, ``export`` and ``blind``: the keys that scripts rely on, files, words, bad input."""

import csv
import io
import json
import re

import pytest

from svara_odds import load_result
from tests.cli.test_bad_input import AMOUNTS, NUMBERS, check
from tests.solver.decks import LOPSIDED, rule_file

KEYS = {
    *("rules", "players", "method", "value", "stdev", "exploitability", "nashconv", "iterations", "blind", "nodes"),
    "classes",
}
SAVED = ["line", "seat", "hand", "hands", "points", "action", "frequency", "value", "reach"]


@pytest.fixture
def small(tmp_path):
    return rule_file(tmp_path, LOPSIDED)


def asked(done, *words):
    return json.loads(done("solve", *words, "--json"))


def test_two_seats(done, small):
    value = asked(done, "--rules", small, "--max-raises", "1", "--target", "1e-4")
    assert value.keys() >= KEYS
    assert (value["players"], value["method"], value["classes"]) == (2, "cfr", 84)
    assert value["exploitability"] == value["nashconv"] / 2
    assert 0 < value["exploitability"] <= 1e-4
    assert value["nashconv"] == pytest.approx(sum(value["gains"]), rel=1e-12)
    assert sum(value["value"]) == pytest.approx(0, abs=1e-12)
    assert value["stdev"][0] == pytest.approx(value["stdev"][1], rel=1e-9)
    assert 0 <= value["blind"]["frequency"] <= 1
    assert len(value["blind"]["double"]) == 1
    assert "value_share" not in value
    parameters = value["info"]["parameters"]
    assert (parameters["max_raises"], parameters["target"], parameters["players"]) == (1, 1e-4, 2)


def test_three_seats_are_no_equilibrium(done, small):
    value = asked(done, "--rules", small, "--players", "3", "--max-raises", "0", "--no-blind", "--target", "0.01")
    assert value.keys() >= KEYS
    assert value["exploitability"] is None
    assert value["nashconv"] <= 0.03
    assert value["blind"] is None
    assert "no theory makes this an equilibrium" in value["info"]["note"]
    text = done("solve", "--rules", small, "--players", "3", "--max-raises", "0", "--no-blind", "--target", "0.01")
    assert text.splitlines()[0] == f"NashConv {value['nashconv']:.3g} antes"
    assert "equilibrium" in text


@pytest.mark.slow
def test_four_seats_by_sampling(done):
    words = ["--players", "4", "--max-raises", "0", "--iterations", "20000", "--seed", "1"]
    value = asked(done, *words)
    assert value.keys() >= KEYS
    assert (value["method"], value["exploitability"], value["info"]["seed"]) == ("sampled", None, 1)
    assert value["nashconv_stderr"] > 0
    assert len(value["value"]) == len(value["gain_stderr"]) == 4
    assert sum(value["value"]) == pytest.approx(0, abs=1e-9)
    first = done("solve", *words).splitlines()[0]
    assert re.fullmatch(r"NashConv \S+ antes \(standard error \S+\)", first)


def test_the_distance_is_the_first_number_printed(done, small):
    lines = done("solve", "--rules", small, "--max-raises", "1").splitlines()
    assert re.fullmatch(r"exploitability 0\.000\d+ antes", lines[0])
    assert re.fullmatch(r"cfr, \d+ iterations, 11 decision nodes, 84 hand classes", lines[1])
    assert lines[2].startswith("blind ")
    assert lines[3].split() == ["seat", "value", "stdev", "gain"]


def test_the_linear_program(done, small):
    words = ["--rules", small, "--max-raises", "1"]
    exact, near = asked(done, *words, "--method", "lp"), asked(done, *words, "--target", "1e-5")
    assert (exact["method"], exact["iterations"]) == ("lp", 0)
    assert exact["exploitability"] < 1e-8
    assert near["value"] == pytest.approx(exact["value"], abs=2e-5)


def test_recursive_ties(done, small):
    words = ["--rules", small, "--max-raises", "1", "--svara", "recursive"]
    value = asked(done, *words, "--pot-cap", "20")
    assert value.keys() >= KEYS | {"value_share", "svara_residual", "svara_pot_cap", "svara_shares"}
    assert value["svara_pot_cap"] == 20
    assert [each["pot"] for each in value["svara_shares"]] == [6, 10, 14, 18]
    assert value["value_share"] == asked(done, *words[:4])["value"]
    assert 0 <= value["svara_residual"] < 0.01
    free = asked(done, *words, "--bets", "1p", "--raises", "1p", "--no-blind")
    assert free["svara_pot_cap"] is None
    assert [each["pot"] for each in free["svara_shares"]] == [None]
    text = done("solve", *words, "--pot-cap", "20")
    assert "value, ties shared" in text
    assert "a tie leads to a svara" in text


def test_rake_and_stacks(done, small):
    plain = asked(done, "--rules", small, "--max-raises", "1")
    raked = asked(done, "--rules", small, "--max-raises", "1", "--rake", "0.1")
    assert -0.1 * 2 * 15 < sum(raked["value"]) < -0.1 * 2 + 1e-9
    short = asked(done, "--rules", small, "--max-raises", "1", "--stacks", "2,4")
    assert sum(short["value"]) == pytest.approx(0, abs=1e-12)
    assert max(short["stdev"]) < max(plain["stdev"])
    assert short["nodes"] != plain["nodes"]


def test_csv(done, small):
    rows = list(csv.DictReader(io.StringIO(done("solve", "--rules", small, "--max-raises", "0", "--csv"))))
    assert list(rows[0]) == SAVED
    assert rows[0]["line"] == ""
    assert rows[0]["hand"] == "unseen"
    first = [row for row in rows if row["line"] == "0 look"]
    assert len(first) == 2 * 84
    assert {row["action"] for row in first} == {"fold", "bet 2"}
    for fold, bet in zip(first[::2], first[1::2], strict=True):
        assert fold["hand"] == bet["hand"]
        assert float(fold["frequency"]) + float(bet["frequency"]) == pytest.approx(1, abs=1e-12)
        assert float(fold["value"]) == pytest.approx(-1, abs=1e-9)


@pytest.mark.parametrize("suffix", [".csv", ".parquet"])
def test_saving(done, small, tmp_path, suffix):
    path = tmp_path / f"strategy{suffix}"
    value = asked(done, "--rules", small, "--max-raises", "0", "--save", path)
    saved = load_result(path)
    assert list(saved.columns) == SAVED
    assert saved.extra["exploitability"] == value["exploitability"]
    assert saved.info.digest == value["info"]["digest"]
    assert {file.name for file in tmp_path.iterdir()} == {path.name, small.name}


def test_the_strategy_as_text(done, small):
    words = ["--rules", small, "--max-raises", "0", "--no-blind"]
    text = done("solve", *words, "--strategy")
    assert text.startswith(done("solve", *words))
    assert "seat 0, at the start (come to in 100.0% of deals)\n  in all: fold" in text
    assert re.search(r"^  points +fold +bet 2$", text, flags=re.MULTILINE)


def test_a_checkpoint(done, run, small, tmp_path):
    path = tmp_path / "job"
    words = ["--rules", small, "--max-raises", "1", "--checkpoint", path]
    first = asked(done, *words)
    assert asked(done, *words)["value"] == first["value"]
    further = asked(done, *words, "--target", "1e-6")
    assert further["iterations"] > first["iterations"]
    check(run("solve", *words, "--ante", "2"), ["checkpoint", "another job", "game"])
    whole = path.read_bytes()
    path.write_bytes(whole[:-1])
    ran = run("solve", *words)
    assert (ran.status, ran.out) == (1, "")
    assert re.fullmatch(r"svara-odds: checkpoint: '.*job' is damaged; delete it to begin again\n", ran.err)
    path.write_text("a letter to a friend")
    ran = run("solve", *words)
    assert (ran.status, ran.out) == (1, "")
    assert "is not a checkpoint" in ran.err
    assert path.read_text() == "a letter to a friend"


def test_a_solution_is_saved_even_if_nobody_reads_it(run, small, tmp_path, monkeypatch):
    def closed(*_, **__):
        raise BrokenPipeError

    monkeypatch.setattr("svara_odds.cli.solve.say", closed)
    run("solve", "--rules", small, "--max-raises", "0", "--save", tmp_path / "a.csv")
    assert load_result(tmp_path / "a.csv").extra["exploitability"] <= 1e-3


def test_a_full_disk(run, small, tmp_path, monkeypatch):
    def full(handle):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("os.fsync", full)
    words = ("solve", "--rules", small, "--max-raises", "0")
    answer = run(*words).out
    for option, name, out, what in (
        ("--save", "a.csv", answer, f"{tmp_path / 'a.csv'}: "),
        ("--checkpoint", "job", "", f"{tmp_path / 'job'}: checkpoint: "),
    ):
        ran = run(*words, option, tmp_path / name)
        # What has been found is told before it is saved.
        assert (ran.status, ran.out, ran.err) == (1, out, f"svara-odds: {what}No space left on device\n")
    assert list(tmp_path.iterdir()) == [small]


# --- export and blind --------------------------------------------------------------------------------------------


def test_export(done, small, tmp_path):
    path = tmp_path / "small.efg"
    words = ["export", "--rules", small, "--max-raises", "0", "--no-blind", "--out", path]
    assert json.loads(done(*words, "--json")) == {"rules": "small", "players": 2, "file": str(path)}
    text = path.read_text(encoding="ascii")
    assert text.startswith('EFG 2 R "A small deck, 2 players" { "seat 0" "seat 1" }\n')
    path.unlink()
    assert done(*words) == f"wrote {path}\n"
    assert path.read_text(encoding="ascii") == text


def test_blind(done, small):
    words = ["--rules", small, "--max-raises", "1", "--target", "1e-4"]
    value = json.loads(done("blind", *words, "--json"))
    assert value.keys() >= {"value_without", "value_with", "blind_frequency", "double_frequency", "gain"}
    assert value["gain"] == pytest.approx(value["value_with"][0] - value["value_without"][0], abs=1e-12)
    # The right need not be used, so that it cannot hurt.
    assert value["gain"] > -2e-4
    assert value["value_with"] == asked(done, *words)["value"]
    assert value["value_without"] == asked(done, *words, "--no-blind")["value"]
    assert done("blind", *words).startswith("the right to bet blind is worth ")
    assert done("blind", *words, "--csv").count("\n") > 1


# --- bad input ---------------------------------------------------------------------------------------------------


BAD = [
    *[(["solve", f"--target={n}"], ["--target", "number above 0"]) for n in AMOUNTS],
    *[(["solve", f"--iterations={n}"], ["--iterations", "whole number from 1"]) for n in [*NUMBERS, "0"]],
    *[(["solve", f"--pot-cap={n}"], ["--pot-cap", "number above 0"]) for n in AMOUNTS],
    (["solve", "--method", "magic"], ["--method", "magic", "lp", "sampled"]),
    (["solve", "--variant", "cfr++"], ["--variant", "cfr++", "dcfr"]),
    (["solve", "--svara", "split"], ["--svara", "split", "recursive"]),
    (["solve", "--svara", "recursive", "--stacks", "9"], ["svara", "unlimited stacks", "share"]),
    (["solve", "--svara", "recursive", "--pot-cap", "1"], ["pot cap: 1", "pot at the start, 2"]),
    (["solve", "--svara", "recursive", "--players", "4"], ["svara", "2 or 3 players", "4"]),
    (["solve", "--svara", "recursive", "--method", "sampled"], ["method: sampled", "cfr or lp"]),
    (["solve", "--pot-cap", "9"], ["pot_cap: 9", "recursive"]),
    (["solve", "--method", "lp", "--players", "3"], ["method: lp", "2 players", "3"]),
    *[
        (["solve", "--method", "lp", option, value], [f"{option}: '{value}' is not used: --method lp solves in one go"])
        for option, value in (("--variant", "dcfr"), ("--iterations", "9"), ("--seed", "0"), ("--checkpoint", "job"))
    ],
    (["blind", "--method", "lp", "--iterations", "9"], ["--iterations: '9' is not used: --method lp"]),
    (["solve", "--method", "lp", "--rake", "0.1", "--rules", "SMALL"], ["linear program", "rake", "cfr"]),
    (["solve", "--method", "cfr", "--players", "4"], ["method: cfr", "4 players", "sampled"]),
    (["solve", "--players", "11"], ["players: 11", "2 to 10"]),
    (["solve", "--players", "1"], ["--players", "'1'"]),
    (["solve", "--stacks", "1,2,3"], ["stacks: 3 amounts for 2 seats"]),
    (["solve", "--rake", "1"], ["rake: 1", "from 0"]),
    (["solve", "--bets", "many"], ["bets", "many"]),
    (["solve", "--save", "FOLDER/a.xlsx"], ["--save", "a.xlsx", ".csv or .parquet"]),
    (["solve", "--save", "FOLDER/a"], ["--save", ".csv or .parquet"]),
    (["solve", "--save", "FOLDER/no/a.csv"], ["--save", "no/a.csv", "no folder that is there"]),
    (["solve", "--checkpoint", "FOLDER"], ["checkpoint", "is a folder"]),
    (["solve", "--checkpoint", "FOLDER/no/job"], ["checkpoint", "no/job", "no folder that is there"]),
    (["solve", "extra"], ["extra"]),
    (["export"], ["--out"]),
    (["export", "--out", "FOLDER/a.txt"], ["out", "a.txt", ".efg"]),
    (["export", "--out", "FOLDER/no/a.efg"], ["out", "no/a.efg", "no folder that is there"]),
    (["export", "--out", "FOLDER/a.efg"], ["nodes", "1,000,000", "smaller deck"]),
    (["export", "--out", "FOLDER/a.efg", "--players", "3"], ["4960 hands for 3 seats", "smaller deck"]),
    (["blind", "--opponents", "22++"], ["'+'"]),
    (["blind", "--opponents-raise", "22+"], ["opponents"]),
]


@pytest.mark.parametrize(("words", "says"), BAD, ids=lambda part: ascii(" ".join(part))[1:50])
def test_bad_input(run, small, tmp_path, words, says):
    named = [word.replace("FOLDER", str(tmp_path)).replace("SMALL", str(small)) for word in words]
    check(run(*named), says)
    assert list(tmp_path.iterdir()) == [small]


def test_without_pyarrow_the_work_is_not_begun(run, small, tmp_path, monkeypatch):
    monkeypatch.setattr("svara_odds.saving.find_spec", lambda name: None)
    monkeypatch.setattr("svara_odds.studies.solve.solve", None)
    ran = run("solve", "--rules", small, "--save", tmp_path / "a.parquet")
    assert (ran.status, ran.out) == (1, "")
    assert ran.err == ("svara-odds: Parquet files need pyarrow; install svara-odds[parquet], or save as .csv\n")


def test_that_the_scatter_is_sampled_is_said(done, small, monkeypatch):
    monkeypatch.setattr("svara_odds.betting.solution.PLAYED", 20_000)
    words = ["--rules", small, "--players", "3", "--max-raises", "0", "--no-blind", "--iterations", "20"]
    whole = asked(done, *words, "--stacks", "9")
    assert "stdev" not in whole["info"]["note"]
    parted = asked(done, *words, "--stacks", "9,2,9")
    assert "stdev is that of 20,000 deals played, as there are side pots" in parted["info"]["note"]
