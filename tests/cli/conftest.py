"""The command line in this process, and in one of its own."""

import os
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

import pytest

from svara_odds.cli.app import main

ROOT = Path(__file__).parents[2]


class Ran(NamedTuple):
    status: int
    out: str
    err: str


@pytest.fixture
def run(capsys):
    """Run the command line on these words; anything but its own ending is an error of the test."""

    def go(*words):
        with pytest.raises(SystemExit) as ended:
            main([str(word) for word in words])
        out, err = capsys.readouterr()
        return Ran(ended.value.code, out, err)

    return go


@pytest.fixture
def done(run):
    """Run a command that must succeed and give its stdout."""

    def go(*words):
        ran = run(*words)
        assert (ran.status, ran.err) == (0, "")
        return ran.out

    return go


@pytest.fixture
def start():
    """Run the command line in a process of its own."""

    def go(*words, shell=None, warnings="error", **environment):
        command = [sys.executable, "-W", warnings, "-m", "svara_odds", *map(str, words)]
        if shell:
            command = ["bash", "-o", "pipefail", "-c", f'"$@" {shell}', "bash", *command]
        return subprocess.run(
            command,
            cwd=ROOT,
            env={**os.environ, **environment},
            capture_output=True,
            timeout=120,
            check=False,
        )

    return go
