"""Machine code on disk: loaded again by every kernel, and never trusted where it is torn, mixed up or gone."""

import functools
import json
import os
import shutil
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.hostile.conftest import ROOT
from tests.naive.scoring import all_scores
from tests.pairs import PAIRS

# Kernels that Python never calls: they are built into their callers.
BUILT_IN = {
    "odds.enumeration._kernels.deal_last_two",
    "solver._kernels_plex.add_up",
    "tables._kernels_formula.load_formula",
    "tables._kernels_formula.score_lanes",
}

KERNELS = """
import sys
from svara_odds._jit import jit
@jit
def twice(x):
    return x + x
@jit
def thrice(x):
    return x + twice(x)
print([thrice(eval(word)) for word in sys.argv[1:]], dict(hits=sum(thrice.stats.cache_hits.values())))
"""


def assert_loaded_again(answered, cache):
    reports = []
    for _ in range(2):
        shutil.rmtree(Path(cache) / "svara-odds" / "exact", ignore_errors=True)  # else there were nothing to count
        reports.append(answered("-m", "tests.hostile.every_kernel", SVARA_ODDS_CACHE=cache))
    first, second = reports
    assert second["answers"] == first["answers"]
    assert second["compiled"] == []
    assert set(second["loaded"]) >= set(PAIRS) - BUILT_IN
    return first


def test_every_kernel_is_loaded_by_a_second_process(answered):
    """With the machine code of the other tests, so that little is left to compile."""
    assert_loaded_again(answered, os.environ["SVARA_ODDS_CACHE"])


@pytest.mark.slow
def test_every_kernel_is_compiled_and_then_loaded(answered, tmp_path):
    assert set(assert_loaded_again(answered, tmp_path)["compiled"]) >= set(PAIRS) - BUILT_IN


# --- one small kernel ------------------------------------------------------------------------------------------------


@pytest.fixture
def small(fresh, tmp_path):
    """Call a kernel of our own on some numbers, in a process of its own: what it says."""
    (tmp_path / "own.py").write_text(KERNELS, encoding="utf-8")

    def go(*words):
        ran = fresh(tmp_path / "own.py", *words, SVARA_ODDS_CACHE=tmp_path)
        assert (ran.returncode, ran.stderr) == (0, ""), ran
        return ran.stdout.strip()

    return go


def kept(folder, ending):
    return sorted(folder.rglob(f"*thrice*{ending}"))


def test_code_is_loaded_and_damaged_code_is_compiled_again(small, tmp_path):
    assert small("7") == "[21] {'hits': 0}"
    for ending, size in ((".nbc", 60), (".nbi", 0), (".nbi", 60)):
        (path,) = kept(tmp_path, ending)
        path.write_bytes(path.read_bytes()[:size])
        assert small("7") == "[21] {'hits': 0}"
    assert small("7") == "[21] {'hits': 1}"


def test_code_of_another_signature_is_not_run(small, tmp_path):
    """Two processes that compile at the same time may leave an index that leads to the code of the other."""
    assert small("7", "1.5") == "[21, 4.5] {'hits': 0}"
    whole, real = kept(tmp_path, ".nbc")
    whole.write_bytes(real.read_bytes())
    assert small("7", "1.5") == "[21, 4.5] {'hits': 1}"
    assert small("7", "1.5") == "[21, 4.5] {'hits': 2}"


def test_a_cache_that_vanishes_or_fills_up_does_not_matter(fresh, tmp_path):
    (tmp_path / "own.py").write_text(
        "import resource, shutil, signal\n" + KERNELS.replace("print(", "print(thrice(2)); {}; print("),
        encoding="utf-8",
    )
    text = (tmp_path / "own.py").read_text(encoding="utf-8")
    full = "signal.signal(signal.SIGXFSZ, signal.SIG_IGN); resource.setrlimit(resource.RLIMIT_FSIZE, (0, 0))"
    for trouble in (f"shutil.rmtree({str(tmp_path / 'kept')!r})", full):
        (tmp_path / "own.py").write_text(text.replace("{}", trouble), encoding="utf-8")
        ran = fresh(tmp_path / "own.py", "7.5", SVARA_ODDS_CACHE=tmp_path / "kept")
        assert (ran.returncode, ran.stderr) == (0, ""), ran
        assert ran.stdout == "6\n[22.5] {'hits': 0}\n"


def test_without_compilation_nothing_is_kept(fresh, tmp_path):
    (tmp_path / "own.py").write_text(KERNELS.replace(", dict(hits=sum(thrice.stats.cache_hits.values()))", ""))
    ran = fresh(tmp_path / "own.py", "7", SVARA_ODDS_CACHE=tmp_path / "kept", NUMBA_DISABLE_JIT=1)
    assert (ran.stdout, ran.stderr) == ("[21]\n", "")
    assert not (tmp_path / "kept").exists()


def test_folders_that_nobody_has_used_for_a_month_are_thrown_away(small, tmp_path):
    home = tmp_path / "svara-odds"
    days = {"kernels-old": 31, "kernels-used": 29, "exact": 400, "kernels-new": -2}
    for name, age in days.items():
        (home / name / "part").mkdir(parents=True)
        (home / name / "part" / "file").touch()
        then = time.time() - age * 86_400
        os.utime(home / name, (then, then))
    small("7")
    (mine,) = (path for path in home.iterdir() if path.name not in days)
    assert {path.name for path in home.iterdir()} == {"exact", "kernels-new", "kernels-used", mine.name}
    # Use keeps a folder, even use that adds nothing to it.
    os.utime(mine, (0, 0))
    assert small("7") == "[21] {'hits': 1}"
    assert time.time() - mine.stat().st_mtime < 60
    # Only a version's first start looks for old ones: later starts have better things to do.
    os.utime(home / "kernels-used", (0, 0))
    small("7")
    assert (home / "kernels-used").exists()


# --- many at once ----------------------------------------------------------------------------------------------------

QUESTION = ["-m", "svara_odds", "equity", "AhKhQh", "20+", "--json", "--threads", "1"]


def odds(out):
    return json.loads(out)["players"]


def assert_all_answer(count, cache):
    """So many processes that find an empty cache together all give the answer, and leave a cache that works."""
    environment = {**os.environ, "SVARA_ODDS_CACHE": str(cache)}
    pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "text": True}
    games = ("bulgarian", "russian") * (count // 2)
    running = [
        subprocess.Popen([sys.executable, *QUESTION, "--rules", rules], cwd=ROOT, env=environment, **pipes)
        for rules in games
    ]
    try:
        ended = [(*process.communicate(timeout=500), process.returncode) for process in running]
    finally:
        for process in running:
            process.kill()
    assert {(err, status) for _, err, status in ended} == {("", 0)}
    for rules, (out, _, _) in zip(games, ended, strict=True):
        wins, svaras, deals = plain_odds(rules)
        assert [odds(out)[0][key] for key in ("win_count", "svara_count")] == [wins, svaras]
        assert json.loads(out)["info"]["deals"] == deals
    assert not list(cache.rglob("*.tmp.*"))
    assert not list(cache.rglob(".probe-*"))


@functools.cache
def plain_odds(rules):
    """Wins, svaras and deals of the question, from the scores that the slow twin gives."""
    scores = all_scores(rules)
    hero = frozenset(("Ah", "Kh", "Qh"))
    others = [half_points for hand, half_points in scores.items() if half_points >= 40 and not hand & hero]
    return sum(each < scores[hero] for each in others), others.count(scores[hero]), len(others)


def test_four_cold_starts_at_once(fresh, tmp_path):
    assert_all_answer(4, tmp_path)
    again = fresh(*QUESTION, "--rules", "russian", SVARA_ODDS_CACHE=tmp_path)
    assert odds(again.stdout)[0]["win_count"] == plain_odds("russian")[0]


@pytest.mark.slow
def test_sixteen_cold_starts_at_once(tmp_path):
    assert_all_answer(16, tmp_path)
