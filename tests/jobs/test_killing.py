"""Work that is killed or interrupted: nothing is lost, no bit changes, and one line says what happened."""

import json
import os
import signal
import subprocess
import sys
import threading
import time

import pytest

from svara_odds import solve
from svara_odds.errors import DamagedFileError, SvaraError
from svara_odds.jobs.interrupt import interruptible
from tests.cli.conftest import ROOT
from tests.solver.decks import LOPSIDED, NINE, rule_file


def killing(tmp_path, method, kills, seed):
    folder = tmp_path / "work"
    folder.mkdir()
    words = ["-m", "tests.jobs.killing", rule_file(tmp_path, LOPSIDED), folder, method, kills, seed]
    done = subprocess.run(
        [sys.executable, *map(str, words)], cwd=ROOT, capture_output=True, text=True, timeout=1800, check=False
    )
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout)
    assert found["killed"] == kills
    assert found["same"] == [True] * found["runs"]
    assert found["runs"] >= 1
    assert found["left"] == []


@pytest.mark.parametrize("method", ["cfr", "sampled", "trainings"])
def test_killed_twenty_times(tmp_path, method):
    killing(tmp_path, method, 20, 1)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("method", ["cfr", "sampled", "trainings"])
def test_killed_hundreds_of_times(tmp_path, method, seed):
    killing(tmp_path, method, 300, seed)


def test_a_finished_checkpoint_gives_the_same_again(tmp_path):
    rules, path = rule_file(tmp_path, LOPSIDED), tmp_path / "job"
    first = solve(rules, max_raises=1, checkpoint=path)
    kept = path.read_bytes()
    again = solve(rules, max_raises=1, checkpoint=path)
    assert again.columns == first.columns
    assert again.extra == first.extra
    assert again.history == first.history
    assert path.read_bytes() == kept


def test_a_checkpoint_goes_on_to_a_nearer_target(tmp_path):
    rules, path = rule_file(tmp_path, LOPSIDED), tmp_path / "job"
    first = solve(rules, max_raises=1, target=1e-2, checkpoint=path)
    further = solve(rules, max_raises=1, target=1e-5, checkpoint=path)
    straight = solve(rules, max_raises=1, target=1e-5)
    assert first.extra["iterations"] < further.extra["iterations"]
    assert further.columns == straight.columns
    assert further.history == straight.history


@pytest.mark.parametrize(
    ("other", "what"),
    [
        ({"max_raises": 0}, "game"),
        ({"ante": 2}, "game"),
        ({"rake": 0.01}, "game"),
        ({"variant": "cfr+"}, "kind 'strategy by dcfr', here 'strategy by cfr\\+'"),
        ({"method": "sampled", "max_iterations": 1}, "kind 'strategy by dcfr', here 'strategy by sampling"),
    ],
    ids=str,
)
def test_a_checkpoint_of_another_game_is_refused(tmp_path, other, what):
    rules, path = rule_file(tmp_path, LOPSIDED), tmp_path / "job"
    solve(rules, max_raises=1, max_iterations=20, checkpoint=path)
    before = path.read_bytes()
    with pytest.raises(SvaraError, match=rf"^checkpoint: .*job' is of another job: {what}.*; name another file$"):
        solve(rules, checkpoint=path, **{"max_raises": 1, "max_iterations": 20, **other})
    with pytest.raises(SvaraError, match="is of another job: table of hands"):
        solve(rule_file(tmp_path, NINE), max_raises=1, checkpoint=path)
    assert path.read_bytes() == before


def test_a_sample_goes_on_with_its_own_seed_only(tmp_path):
    words = {"max_raises": 0, "method": "sampled", "max_iterations": 1, "checkpoint": tmp_path / "job"}
    rules = rule_file(tmp_path, LOPSIDED)
    assert solve(rules, **words, seed=7).info.seed == 7
    assert solve(rules, **words).info.seed == 7
    with pytest.raises(SvaraError, match="seed '7', here '8'"):
        solve(rules, **words, seed=8)


def test_a_damaged_checkpoint_is_refused(tmp_path):
    rules, path = rule_file(tmp_path, LOPSIDED), tmp_path / "job"
    solve(rules, max_raises=1, max_iterations=20, checkpoint=path)
    whole = path.read_bytes()
    path.write_bytes(whole[:-1] + bytes([whole[-1] ^ 1]))
    with pytest.raises(DamagedFileError, match=r"checkpoint: .*job' is damaged; delete it"):
        solve(rules, max_raises=1, checkpoint=path)


# --- Ctrl-C -------------------------------------------------------------------------------------------------------


class Interrupting:
    """A progress callback that presses Ctrl-C once, at a check of its choice."""

    def __init__(self, after):
        self.calls, self.after = 0, after

    def __call__(self, iterations, exploitability):
        self.calls += 1
        if self.calls == self.after:
            signal.raise_signal(signal.SIGINT)


@pytest.mark.parametrize(
    "options", [{"max_raises": 1, "target": 1e-9}, {"max_raises": 0, "method": "sampled"}], ids=["cfr", "sampled"]
)
def test_ctrl_c_gives_the_strategy_so_far(tmp_path, options, monkeypatch):
    monkeypatch.setattr("svara_odds.betting.solution.PLAYED", 20_000)
    rules, path, before = rule_file(tmp_path, LOPSIDED), tmp_path / "job", signal.getsignal(signal.SIGINT)
    answer = solve(rules, checkpoint=path, progress=Interrupting(1), **options)
    assert answer.extra["interrupted"] is True
    assert "stopped before its end" in answer.info.note
    assert answer.extra["iterations"] > 0
    assert len(answer.columns["line"]) > 0
    assert path.exists()
    assert signal.getsignal(signal.SIGINT) is before


def test_what_was_interrupted_goes_on_to_the_same_end(tmp_path):
    rules, path = rule_file(tmp_path, LOPSIDED), tmp_path / "job"
    options = {"max_raises": 1, "target": 1e-5, "checkpoint": path}
    assert solve(rules, progress=Interrupting(3), **options).extra["interrupted"]
    went_on = solve(rules, **options)
    straight = solve(rules, **{**options, "checkpoint": None})
    assert went_on.columns == straight.columns
    assert went_on.extra == straight.extra
    assert not went_on.extra["interrupted"]


def test_ctrl_c_in_a_round_before_the_game(tmp_path):
    rules = rule_file(tmp_path, LOPSIDED)
    with pytest.raises(KeyboardInterrupt):
        solve(rules, max_raises=1, svara="recursive", target=1e-9, progress=Interrupting(1))


def test_a_second_ctrl_c_breaks_off():
    with interruptible() as wished:
        assert not wished()
        signal.raise_signal(signal.SIGINT)
        assert wished()
        with pytest.raises(KeyboardInterrupt):
            signal.raise_signal(signal.SIGINT)


def test_where_ctrl_c_is_ignored_it_stays_so():
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        with interruptible() as wished:
            signal.raise_signal(signal.SIGINT)
            assert not wished()
        assert signal.getsignal(signal.SIGINT) is signal.SIG_IGN
    finally:
        signal.signal(signal.SIGINT, before)


def test_in_a_thread(tmp_path):
    found = []
    rules = rule_file(tmp_path, LOPSIDED)
    thread = threading.Thread(target=lambda: found.append(solve(rules, max_raises=0, target=0.01)))
    thread.start()
    thread.join()
    assert not found[0].extra["interrupted"]


EAGER = """
import sys
from svara_odds.jobs import keeper
from svara_odds.cli.app import main
keeper.SAVE_EVERY = 0
main(sys.argv[1:])
"""


@pytest.mark.parametrize("style", ["--json", "--quiet"])
def test_ctrl_c_on_the_command_line(tmp_path, style):
    path = tmp_path / "job"
    words = ["solve", "--rules", rule_file(tmp_path, LOPSIDED), "--target", "1e-12", "--checkpoint", path, style]
    process = subprocess.Popen(
        [sys.executable, "-c", EAGER, *map(str, words)],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler),
    )
    for _ in range(1200):
        if path.exists() or process.poll() is not None:
            break
        time.sleep(0.05)
    os.kill(process.pid, signal.SIGINT)
    out, err = process.communicate(timeout=120)
    assert process.returncode == 130
    assert err == "svara-odds: interrupted\n"
    if style == "--json":
        answer = json.loads(out)
        assert answer["interrupted"] is True
        assert answer["iterations"] > 0
    else:
        assert out.startswith("exploitability ")
        assert "stopped before its end" in out
    assert [file.name for file in tmp_path.iterdir() if file.suffix != ".toml"] == ["job"]
    assert path.read_bytes().startswith(b"svara-odds checkpoint")


PROGRAM = """
import sys
import scipy.optimize
real = scipy.optimize.linprog
def linprog(*given, **options):
    print("begun", file=sys.stderr, flush=True)
    return real(*given, **options)
scipy.optimize.linprog = linprog
from svara_odds.cli.app import main
main(sys.argv[1:])
"""


def test_ctrl_c_in_the_linear_program_ends_the_command(tmp_path):
    """HiGHS lets Python hear of no signal for the half minute that this takes it."""
    words = ["solve", "--method", "lp", "--max-raises", "1", "--rules", "fortegames", "--save", tmp_path / "found.csv"]
    process = subprocess.Popen(
        [sys.executable, "-c", PROGRAM, *map(str, words)],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler),
    )
    assert process.stderr.readline() == "begun\n"
    time.sleep(0.5)
    start = time.monotonic()
    os.kill(process.pid, signal.SIGINT)
    out, err = process.communicate(timeout=120)
    assert time.monotonic() - start < 5
    assert process.returncode == -signal.SIGINT  # which a shell calls 130
    assert (out, err) == ("", "")
    assert list(tmp_path.iterdir()) == []


def test_a_handler_that_ends_the_process_is_left_alone():
    before = signal.signal(signal.SIGINT, signal.SIG_DFL)
    try:
        with interruptible() as wished:
            assert signal.getsignal(signal.SIGINT) is signal.SIG_DFL
            assert not wished()
    finally:
        signal.signal(signal.SIGINT, before)
