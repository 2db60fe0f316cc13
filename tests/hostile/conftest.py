"""Processes of their own, in places as we make them."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


@pytest.fixture
def fresh():
    """Run Python words in a process of its own; None among the environment takes a variable away."""

    def go(*words, cwd=ROOT, before=(), timeout=300, **environment):
        names = {**os.environ, "PYTHONPATH": str(ROOT), **environment}
        return subprocess.run(
            [*before, sys.executable, *map(str, words)],
            cwd=cwd,
            env={name: str(value) for name, value in names.items() if value is not None},
            capture_output=True,
            text=True,
            timeout=timeout,
            check=False,
        )

    return go


@pytest.fixture
def answered(fresh):
    """The JSON that a process prints which must succeed and say nothing else."""

    def go(*words, **places):
        ran = fresh(*words, **places)
        assert (ran.returncode, ran.stderr) == (0, ""), ran
        return json.loads(ran.stdout)

    return go
