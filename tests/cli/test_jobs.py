"""Long jobs on the command line: kept in a file, broken off, sent to a cluster."""

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from svara_odds.jobs import dask
from svara_odds.jobs.checkpoint import read_checkpoint

ROOT = Path(__file__).parents[2]
SAMPLE = ("equity", "22+", "random", "--deals", "200000")


def answer(text):
    """What was answered, without how long it took."""
    found = json.loads(text)
    del found["info"]["seconds"]
    return found


def test_a_sample_that_was_kept_is_taken_up(done, tmp_path):
    words = (*SAMPLE, "--json", "--checkpoint", tmp_path / "job")
    first = answer(done(*words))
    assert (tmp_path / "job").exists()
    assert answer(done(*words)) == first  # also its seed, which nobody gave
    assert answer(done(*SAMPLE, "--json", "--seed", first["seed"])) == first


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("equity", "22+", "random", "--deals", "200001"), "another job: number of deals '200000', here '200001'"),
        ((*SAMPLE, "--seed", "4"), "another job: seed '3', here '4'"),
        ((*SAMPLE, "--dead", "7c"), "another job: players"),
        (("equity", "random", "random", "--deals", "200000"), "another job: players"),
        ((*SAMPLE, "--rules", "fortegames"), "another job: table of hands"),
    ],
)
def test_another_job_is_bad_input(run, done, tmp_path, words, message):
    path = tmp_path / "job"
    done(*SAMPLE, "--seed", "3", "--checkpoint", path)
    ran = run(*words, "--checkpoint", path)
    assert (ran.status, ran.out) == (2, "")
    assert message in ran.err
    assert str(path) in ran.err
    assert len(ran.err.splitlines()) == 1


@pytest.mark.parametrize(
    ("words", "other"),
    [
        (("value", "AcKc7d", "--trump", "9c", "--deals", "5000"), ("--pot", "7")),
        (("play", "AcAh7d", "--trump", "Kc", "--deals", "9000"), ("--pot", "90")),
        (("table", "--players", "3", "--deals", "20"), ("--against", "sensible")),
    ],
    ids=["value", "play", "table"],
)
def test_a_sample_of_the_trick_game_is_taken_up(done, run, tmp_path, monkeypatch, few_cards, words, other):
    """Also its seed, which nobody gave; and another pot, or other opponents, make it another job."""
    words = ("swara", *words, *(("--rules", few_cards, "--trump", "Tc") if words[0] == "table" else ()))
    kept = (*words, "--checkpoint", tmp_path / "job")
    table = done(*kept, "--csv")
    first = answer(done(*kept, "--json"))
    anew = (*words, "--seed", first["seed"], "--threads", "1")
    assert (answer(done(*anew, "--json")), done(*anew, "--csv")) == (first, table)
    monkeypatch.setattr("svara_odds.swara.decisions.tally_actions", lambda *_: pytest.fail("done again"))
    monkeypatch.setattr("svara_odds.swara._kernels_play.play_positions", lambda *_: pytest.fail("done again"))
    assert (answer(done(*kept, "--json")), done(*kept, "--csv")) == (first, table)
    ran = run(*kept, *other)
    assert (ran.status, ran.out) == (2, "")
    assert "is of another job" in ran.err


def test_a_damaged_file_is_not_trusted(run, done, tmp_path):
    path = tmp_path / "job"
    done(*SAMPLE, "--seed", "3", "--checkpoint", path)
    path.write_bytes(path.read_bytes()[:-1])
    ran = run(*SAMPLE, "--seed", "3", "--checkpoint", path)
    assert (ran.status, ran.out) == (1, "")
    assert f"checkpoint: {str(path)!r} is damaged" in ran.err
    assert len(ran.err.splitlines()) == 1


@pytest.mark.parametrize("place", ["none/job", "."])
def test_a_place_where_nothing_can_be_kept(run, tmp_path, place):
    ran = run(*SAMPLE, "--checkpoint", tmp_path / place)
    assert (ran.status, ran.out) == (2, "")
    assert "checkpoint: '/" in ran.err
    assert len(ran.err.splitlines()) == 1


def test_exact_answers_are_not_kept(run, tmp_path):
    ran = run("equity", "22+", "random", "--method", "exact", "--checkpoint", tmp_path / "job")
    assert ran.status == 2
    assert "cluster and checkpoint go with auto or monte-carlo" in ran.err


SWEEP = ("chart", "blind-value", "--rules", "fortegames", "--max-raises", "1", "--players", "2,3")
WITH_A_CLUSTER = (
    SAMPLE,
    ("call", "7cKhKd", "--pot", "6", "--price", "2", "--opponents", "22+"),
    ("ranking",),
    ("solve", "--method", "sampled"),
    ("blind", "--opponents", "21+"),
    (*SWEEP, "--out", "none.png"),
    ("chart", "equity-heat", "--out", "none.png"),
    ("swara", "value", "AcKc7d", "--trump", "9c"),
    ("swara", "play", "AcAh7d", "--trump", "Kc"),
    ("swara", "table"),
    ("chart", "trick-shares", "--out", "none.png"),
    ("chart", "trump-values", "--out", "none.png"),
)


@pytest.mark.parametrize("words", WITH_A_CLUSTER, ids=lambda words: " ".join(words[:2]))
def test_an_unreachable_cluster_is_one_line(run, monkeypatch, words):
    monkeypatch.setattr(dask, "CONNECT_SECONDS", 0.2)
    ran = run(*words, "--cluster", "tcp://127.0.0.1:9")
    assert (ran.status, ran.out) == (1, "")
    assert ran.err.startswith("svara-odds: cluster: no scheduler answers at 'tcp://127.0.0.1:9'")
    assert len(ran.err.splitlines()) == 1


def test_a_sweep_that_was_kept_is_taken_up(done, run, tmp_path, monkeypatch):
    words = (*SWEEP, "--opponents", "24+", "--deals", "500", "--blind", "1", "--checkpoint", tmp_path / "job")
    done(*words, "--out", tmp_path / "a.svg", "--threads", "2")
    monkeypatch.setattr("svara_odds.studies.blind_sweep.blind_value", lambda *_, **__: pytest.fail("done again"))
    done(*words, "--out", tmp_path / "b.svg", "--threads", "1")
    assert (tmp_path / "a.svg").read_bytes() == (tmp_path / "b.svg").read_bytes()
    ran = run(*words, "--out", tmp_path / "c.svg", "--ante", "2")
    assert (ran.status, ran.out) == (2, "")
    assert "is of another job: ante 'None', here '2.0'" in ran.err
    (tmp_path / "job").write_text("a letter")
    ran = run(*words, "--out", tmp_path / "c.svg")
    assert (ran.status, ran.out) == (1, "")
    assert ran.err == f"svara-odds: checkpoint: {str(tmp_path / 'job')!r} is not a checkpoint; " + (
        "name another file, or move this one away\n"
    )


def broken_off(path, *words, blocks):
    """Begin a job that is too long, let so many blocks be done, and press Ctrl-C in its terminal."""
    command = [sys.executable, "-W", "error", "-c", KEEPING, *words, "--checkpoint", path]
    process = subprocess.Popen(
        list(map(str, command)), cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
        start_new_session=True,
    )  # fmt: skip
    until = time.monotonic() + 100
    while time.monotonic() < until and process.poll() is None:
        kept = read_checkpoint(path)
        if kept is not None and kept[0].get("blocks", len(kept[0].get("rows", ()))) >= blocks:
            break
        time.sleep(0.05)
    os.killpg(process.pid, signal.SIGINT)
    out, err = process.communicate(timeout=100)
    return process.returncode, out, err


LONG = 10**13
KEEPING = """
from svara_odds.cli.app import main
from svara_odds.jobs import keeper
keeper.SAVE_EVERY = 0.2
if __name__ == "__main__":
    main()
"""


@pytest.mark.skipif(sys.platform == "win32", reason="no groups of processes")
@pytest.mark.parametrize("threads", [1, 2])
def test_an_interrupted_job_is_kept(tmp_path, threads):
    path = tmp_path / "job"
    words = ("equity", "random", "random", "--deals", LONG, "--threads", threads)
    assert broken_off(path, *words, blocks=2) == (130, "", "svara-odds: interrupted\n")
    first = read_checkpoint(path)
    assert broken_off(path, *words, blocks=first[0]["blocks"] + 1) == (130, "", "svara-odds: interrupted\n")
    again = read_checkpoint(path)
    assert again[0]["job"] == first[0]["job"]
    assert again[0]["blocks"] > first[0]["blocks"]
    assert (again[1]["counts"] >= first[1]["counts"]).all()


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="no groups of processes")
def test_a_local_cluster_gives_the_same_and_ends_on_ctrl_c(start, tmp_path):
    here, there = (start(*SAMPLE, "--seed", 5, "--json", *words) for words in ((), ("--cluster", "local")))
    assert (there.returncode, there.stderr) == (0, b"")
    assert answer(there.stdout) == answer(here.stdout)
    words = ("equity", "random", "random", "--deals", LONG, "--cluster", "local", "--threads", 2)
    assert broken_off(tmp_path / "job", *words, blocks=9) == (130, "", "svara-odds: interrupted\n")


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="no groups of processes")
@pytest.mark.parametrize("where", [("--threads", 2), ("--threads", 2, "--cluster", "local")], ids=str)
def test_an_interrupted_sweep_is_kept(tmp_path, where):
    """A game of two seats is soon valued; those of five would take hours."""
    path = tmp_path / "job"
    words = (*SWEEP, "--players", "2,5", "--blind", 1, "--deals", 10**9, "--out", tmp_path / "a.png", *where)
    start = time.monotonic()
    assert broken_off(path, *words, blocks=1) == (130, "", "svara-odds: interrupted\n")
    assert time.monotonic() - start < 100
    assert len(read_checkpoint(path)[0]["rows"]) == 1
    assert not (tmp_path / "a.png").exists()
