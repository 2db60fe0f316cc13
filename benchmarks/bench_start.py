"""How long each command takes from start to end, each time in a fresh process.

Compiled kernels come from their cache; what a command takes that has to compile them first is said apart.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from functools import partial
from pathlib import Path

from benchmarks.figures import Row
from benchmarks.handover import hand_over
from benchmarks.timing import race

ROOT = Path(__file__).parents[1]
BARE, NUMPY = "bare python", "import numpy"
# Answered from the rules and the tables that ship: nothing to compile, nothing large to import.
READ = """--version
--help
score 7cKhKd
distribution
ranking --players 6
equity 7cKhKd --players 4
call 7cKhKd --pot 6 --price 2 --opponents random
svara --pot 8 --tied 3 --joiners 1 --price P/2
range 22+
tree --players 3
rules list
rules show russian
rules diff bulgarian fortegames
chart list"""
# These work something out.
WORK = """equity 22+ 24+ suited random --deals 1000000
equity 7cKhKd 22+ random
solve --no-blind --max-raises 0
blind --max-raises 0
export --rules trynka --no-blind --laps 2 --max-bet 1 --out small.efg
swara whip --players 4
swara value AdKd7h --trump 9c --players 4 --seat 1 --deals 200
swara play AcAh7d --trump Kc --players 4 --deals 2000
chart cumulative --out cumulative.svg
page --out svara.html"""


def start(words: list[str], folder: Path, cache: Path | None = None) -> None:
    """Run Python on these words, with the package importable; RuntimeError where it fails."""
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    environment["PYTHONPATH"] = str(ROOT)
    if cache is not None:
        environment["SVARA_ODDS_CACHE"] = str(cache)
    done = subprocess.run(
        [sys.executable, *words], cwd=folder, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE,
        text=True, check=False,
    )  # fmt: skip
    if done.returncode:
        raise RuntimeError(f"{' '.join(words)}: {done.stderr}")


def command(line: str) -> list[str]:
    """What the script ``svara-odds`` does with such words."""
    return ["-c", "from svara_odds.cli import main; main()", *line.split()]


def warm_starts(folder: Path, lines: list[str], rounds: int) -> Iterator[Row]:
    """Commands in turn with a bare interpreter and with the import of numpy."""
    words = {BARE: ["-c", "pass"], NUMPY: ["-c", "import numpy"], **{line: command(line) for line in lines}}
    for each in words.values():
        start(each, folder)  # compiles what is to be cached
    result = race({name: partial(start, each, folder) for name, each in words.items()}, rounds=rounds, warm=False)
    print(f"in a fresh process:\n{result.table(NUMPY, unit=1e-3, unit_name='ms')}")
    yield result.row("`python -c 'import numpy'`", NUMPY, BARE)
    for line in lines:
        yield result.row(f"`svara-odds {line}`", line, NUMPY)


def first_start(folder: Path, line: str) -> Row:
    """A command that finds no compiled kernels, beside the same right after."""
    seconds = []
    with tempfile.TemporaryDirectory() as cache:
        for _ in range(2):
            began = time.perf_counter()
            start(command(line), folder, Path(cache))
            seconds.append(time.perf_counter() - began)
    first, again = seconds
    print(f"  with an empty cache {first:7.2f} s, then {again:5.2f} s: {line}")
    return Row(f"`svara-odds {line}`, the first time", first, "the second time", again, first / again)


def measure(quick: bool) -> Iterator[Row]:
    """Every command, then those whose kernels are not compiled yet."""
    work = WORK.splitlines()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        yield from warm_starts(folder, [*READ.splitlines(), *work], 1 if quick else 5)
        for line in (work[0], work[2]):
            yield first_start(folder, line)


if __name__ == "__main__":
    hand_over("start", measure, __doc__)
