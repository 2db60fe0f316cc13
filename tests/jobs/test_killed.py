"""Jobs that are killed at random moments come to what they come to undisturbed."""

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


@pytest.mark.skipif(sys.platform == "win32", reason="children are made by fork")
@pytest.mark.parametrize("kills", [20, pytest.param(500, marks=pytest.mark.slow)])
def test_kills_change_no_integer(kills):
    command = [sys.executable, "-m", "tests.jobs.killed_jobs", str(kills), "1"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=1800, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    killed, _, jobs = done.stdout.split()[:3]
    assert int(killed) >= kills
    assert int(jobs) >= 7
