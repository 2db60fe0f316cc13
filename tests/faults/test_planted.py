"""The fast tests notice every planted fault, in a copy of the package; and none of them fails without one."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.faults.faults import FAULTS

ROOT = Path(__file__).parents[2]
PASSED, FAILED, NOT_COLLECTED = 0, 1, 2  # what pytest ends with


@pytest.fixture(scope="module")
def copy(tmp_path_factory):
    """The package and its tests in a folder of their own, with kernels of its own beside it."""
    room = tmp_path_factory.mktemp("faults") / "copy"
    skipped = shutil.ignore_patterns("__pycache__", ".*")
    for name in ("svara_odds", "tests"):
        shutil.copytree(ROOT / name, room / name, ignore=skipped)
    shutil.copy(ROOT / "pyproject.toml", room)
    return room


def run_in(copy, tests):
    # One process: several that stop at the first failure may end as if they had been interrupted.
    command = [sys.executable, "-m", "pytest", "-x", "-q", "-n", "0", "-p", "no:cacheprovider", *tests]
    return subprocess.run(
        command,
        cwd=copy,
        env={**os.environ, "SVARA_ODDS_CACHE": str(copy.parent / "cache"), "PYTHONDONTWRITEBYTECODE": "1"},
        capture_output=True,
        text=True,
        timeout=600,
        check=False,
    )


@pytest.mark.slow
def test_without_a_fault_they_pass(copy):
    ran = run_in(copy, sorted({test for fault in FAULTS.values() for test in fault.tests}))
    assert ran.returncode == PASSED, ran.stdout


@pytest.mark.slow
@pytest.mark.parametrize("name", FAULTS)
def test_it_is_noticed(copy, name):
    fault = FAULTS[name]
    path = copy / fault.file
    text = path.read_text(encoding="utf-8")
    assert text.count(fault.right) == 1
    path.write_text(text.replace(fault.right, fault.wrong), encoding="utf-8")
    try:
        ran = run_in(copy, fault.tests)
    finally:
        path.write_text(text, encoding="utf-8")
    # Where a shipped game contradicts the examples in its own file, tests that name the games are not even collected.
    contradicted = ran.returncode == NOT_COLLECTED and "examples[" in ran.stdout
    assert ran.returncode == FAILED or contradicted, ran.stdout


@pytest.mark.parametrize("name", FAULTS)
def test_it_can_be_planted(name):
    """Fast: a place that has been rewritten is missed at once, and not in the slow tier."""
    fault = FAULTS[name]
    assert (ROOT / fault.file).read_text(encoding="utf-8").count(fault.right) == 1
    assert all((ROOT / test.partition("::")[0]).is_file() for test in fault.tests)


def test_there_are_twelve():
    assert len(FAULTS) == 12
