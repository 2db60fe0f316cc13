"""Output on streams that are narrow, closed, full, watched, or interrupted."""

import codecs
import json
import os
import pty
import re
import select
import signal
import subprocess
import sys
import time

import pytest

from svara_odds.cli import app, output
from svara_odds.errors import DamagedFileError
from tests.cli.conftest import ROOT

ONE_LINE = re.compile(r"svara-odds: [^\n]+\n")


# --- narrow encodings --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("encoding", ["ascii", "cp1252", "cp437", "utf-8"])
def test_every_encoding_prints(start, tmp_path, encoding):
    path = tmp_path / "own.toml"
    path.write_text('name = "own"\nextends = "bulgarian"\ntitle = "Моята сварка ♠"\n', encoding="utf-8")
    ran = start("rules", "show", path, PYTHONIOENCODING=encoding)
    assert (ran.returncode, ran.stderr) == (0, b"")
    first = ran.stdout.decode(encoding).splitlines()[0]
    assert first == ("own: Моята сварка ♠" if encoding == "utf-8" else "own: ????? ?????? s")


@pytest.mark.parametrize("encoding", ["ascii", "cp1252", "cp437"])
def test_errors_print_in_every_encoding(start, encoding):
    ran = start("score", "7♣K♥", PYTHONIOENCODING=encoding)
    assert (ran.returncode, ran.stdout) == (2, b"")
    assert ran.stderr == b"svara-odds: hand 1: a hand is three cards, found 2 in '7cKh'\n"


def test_the_c_locale(start):
    ran = start("score", "7♣ K♥ K♦", LANG="C", LC_ALL="C")
    assert (ran.returncode, ran.stderr) == (0, b"")
    assert b"KhKd7c" in ran.stdout


def test_signs_that_an_encoding_lacks():
    codecs.register_error("svara-odds", output._stand_in)
    assert "7♣ – 22 ≤ … Ж".encode("ascii", errors="svara-odds") == b"7c - 22 <= ... ?"
    assert "♥é".encode("cp1252", errors="svara-odds") == b"h\xe9"


# --- closed and full ---------------------------------------------------------------------------------------------


def test_a_reader_may_stop_early(start):
    ran = start("score", "--all", shell="| head -1")
    assert (ran.returncode, ran.stderr) == (0, b"")
    assert ran.stdout.split() == [b"hand", b"points", b"label"]


@pytest.mark.parametrize("words", [["score", "--all"], ["rules", "list"], ["--help"], ["--version"]])
def test_a_full_disk(start, words):
    ran = start(*words, shell="> /dev/full")
    assert ran.returncode == 1
    assert ran.stderr == b"svara-odds: No space left on device\n"


def test_closed_streams(start):
    ran = start("rules", "list", shell=">&-")
    assert (ran.returncode, ran.stderr) == (1, b"svara-odds: standard output is closed\n")
    assert start("score", "7z", shell="2>&-").returncode == 2
    assert start("score", "7z", shell="2> /dev/full").returncode == 2
    assert start("score", "7cKhKd", shell="2> /dev/full").returncode == 0


# --- terminals ---------------------------------------------------------------------------------------------------


def on_terminal(*words, stderr_only=False, **environment):
    """Everything that a command writes to a terminal; its stdout goes to a pipe if only stderr is one."""
    master, slave = pty.openpty()
    process = subprocess.Popen(
        [sys.executable, "-m", "svara_odds", *words],
        cwd=ROOT,
        stdout=subprocess.PIPE if stderr_only else slave,
        stderr=slave,
        stdin=subprocess.DEVNULL,
        env={**{k: v for k, v in os.environ.items() if k != "NO_COLOR"}, "COLUMNS": "100", **environment},
    )
    os.close(slave)
    seen = b""
    while process.poll() is None or select.select([master], [], [], 0)[0]:
        if select.select([master], [], [], 0.1)[0]:
            try:
                read = os.read(master, 65536)
            except OSError:
                break
            if not read:
                break
            seen += read
    os.close(master)
    out = process.stdout.read() if process.stdout else b""
    if process.stdout:
        process.stdout.close()
    assert process.wait() == 0
    return seen.decode(), out.decode()


def test_suits_in_colour_on_a_terminal():
    seen, _ = on_terminal("score", "7cKhKd", PYTHONIOENCODING="utf-8")
    assert "\x1b[31mK♥\x1b[0m\x1b[34mK♦\x1b[0m\x1b[32m7♣\x1b[0m" in seen
    assert "pair of kings joined by the seven of clubs" in seen


@pytest.mark.parametrize(
    "environment",
    [{"NO_COLOR": "1", "PYTHONIOENCODING": "utf-8"}, {"PYTHONIOENCODING": "cp1252"}],
    ids=["no", "narrow"],
)
def test_plain_text_where_colour_is_not_wanted_or_the_signs_are_not_there(environment):
    seen, _ = on_terminal("score", "7cKhKd", **environment)
    assert "\x1b" not in seen
    assert "KhKd7c" in seen


def test_json_and_csv_are_never_coloured():
    for style in ("--json", "--csv"):
        seen, _ = on_terminal("score", "7cKhKd", style, PYTHONIOENCODING="utf-8")
        assert "\x1b" not in seen
        assert "KhKd7c" in seen


LONG = ["equity", "22+", "20+", "15+", "14+", "13+", "--seed", "1", "--threads", "1", "--json"]


def test_progress_on_a_terminal_after_a_second():
    seen, out = on_terminal(*LONG, "--deals", "3000000", stderr_only=True)
    seconds = json.loads(out)["info"]["seconds"]
    assert ("steps" in seen) == (seconds > 1) or 0.8 < seconds < 1.5
    assert not seen or seen.endswith("\r")  # the bar is wiped away


def test_the_bar_tells_the_error_that_is_left():
    seen, out = on_terminal(*LONG, "--max-stderr", "0.00025", stderr_only=True)
    assert json.loads(out)["info"]["seconds"] > 1.2
    errors = [float(text) for text in re.findall(r"error (\d\.\de-\d\d)", seen)]
    assert errors == sorted(errors, reverse=True)
    assert 0.00025 < errors[0] < 0.002


def test_no_progress_for_quick_work_quiet_work_or_a_pipe(start):
    assert on_terminal(*LONG, "--deals", "1000", stderr_only=True)[0] == ""
    assert on_terminal(*LONG, "--deals", "1500000", "--quiet", stderr_only=True)[0] == ""
    assert start(*LONG, "--deals", "1500000").stderr == b""


# --- interrupts and other ends -----------------------------------------------------------------------------------


def test_an_interrupt_ends_with_130(tmp_path):
    with subprocess.Popen(
        [sys.executable, "-m", "svara_odds", *LONG, "--deals", "100000000000"],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        # A process in the background may ignore interrupts, and its children would with it.
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler),
    ) as process:
        try:
            time.sleep(2.5)
            process.send_signal(signal.SIGINT)
            out, err = process.communicate(timeout=30)
        finally:
            process.kill()
    assert (process.returncode, out, err) == (130, b"", b"svara-odds: interrupted\n")


@pytest.mark.parametrize(
    ("trouble", "status", "says"),
    [
        (KeyboardInterrupt(), 130, "interrupted"),
        (MemoryError(), 1, "out of memory"),
        (OSError(28, "No space left on device", "/some/file"), 1, "/some/file: No space left on device"),
        (PermissionError(13, "Permission denied", "/some/file"), 1, "/some/file: Permission denied"),
        (OSError("no words"), 1, "no words"),
        (DamagedFileError("the table: damaged"), 1, "the table: damaged"),
    ],
)
def test_other_ends(run, monkeypatch, trouble, status, says):
    def fail(*_, **__):
        raise trouble

    monkeypatch.setattr("svara_odds.studies.scores.score", fail)
    ran = run("score", "7cKhKd")
    assert (ran.status, ran.out, ran.err) == (status, "", f"svara-odds: {says}\n")


def test_a_closed_pipe_is_no_error(run, monkeypatch):
    def fail(*_, **__):
        raise BrokenPipeError(32, "Broken pipe")

    monkeypatch.setattr("svara_odds.studies.scores.score", fail)
    assert run("score", "7cKhKd") == (0, "", "")


def test_a_warning_is_one_line(run, monkeypatch):
    import warnings

    from svara_odds.studies import scores

    true_score = scores.score

    def warn(*words, **options):
        warnings.simplefilter("always")
        warnings.warn("compiled kernels\nare not kept", RuntimeWarning, stacklevel=1)
        return true_score(*words, **options)

    monkeypatch.setattr(scores, "score", warn)
    ran = run("score", "7cKhKd")
    assert ran.status == 0
    assert ran.err == "svara-odds: warning: compiled kernels are not kept\n"


def test_a_bug_is_not_hidden(monkeypatch):
    """What nobody foresaw keeps its traceback: a line without the place would help nobody."""
    monkeypatch.setattr("svara_odds.studies.scores.score", lambda *_: 1 / 0)
    with pytest.raises(ZeroDivisionError):
        app.main(["score", "7cKhKd"])


def test_the_kernels_cache_may_be_unwritable(start):
    ran = start("equity", "7cKhKd", "22+", "--json", SVARA_ODDS_CACHE="/dev/null", warnings="default")
    assert ran.returncode == 0
    assert json.loads(ran.stdout)["method"] == "exact"
    assert ONE_LINE.fullmatch(ran.stderr.decode())
    assert b"not kept" in ran.stderr
