"""Which lines of the package the tests run, those of compiled kernels among them.

Kernels run twice: compiled with the whole fast tier, when what emits their vector instructions is measured, and as
Python with the tests of `tests.pairs`, when their own lines are. ``python -m pytest -m slow -s tests/coverage`` prints
every file with lines that no test runs.
"""

import importlib
import os
import subprocess
import sys
from pathlib import Path

import coverage
import pytest

from tests.coverage.doubles import DOUBLES, intrinsics
from tests.pairs import PAIRS

ROOT = Path(__file__).parents[2]
PACKAGE = ROOT / "svara_odds"
FLOOR = 0.95  # of all lines
KERNEL_FLOOR = 0.995  # of the lines of kernels


def kernel_modules():
    for path in sorted(PACKAGE.rglob("_kernels*.py")):
        yield ".".join(path.relative_to(PACKAGE).with_suffix("").parts)


@pytest.mark.parametrize("name", list(kernel_modules()))
def test_every_vector_instruction_has_a_double(name):
    module = importlib.import_module(f"svara_odds.{name}")
    own = [key for key in intrinsics(module) if not any(key in each for home, each in DOUBLES.items() if home != name)]
    assert set(own) <= set(DOUBLES.get(name, ()))


def measure(data, *words, **environment):
    """Run tests with the lines kept in files beside `data`."""
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "tests.coverage.measure", *words],
        cwd=ROOT,
        env={**os.environ, "SVARA_COVERAGE": str(data), **environment},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout[-4000:] + done.stderr[-2000:]


def missed(data):
    """For every file of the package its number of lines, and those that did not run."""
    measured = coverage.Coverage(data_file=str(data), config_file=False, branch=True)
    measured.combine([str(path) for path in data.parent.glob(f"{data.name}.*")], keep=True)
    for path in sorted(PACKAGE.rglob("*.py")):
        _, lines, _, left, _ = measured.analysis2(str(path))
        yield path.relative_to(PACKAGE), len(lines), left


@pytest.mark.slow
def test_the_tests_run_the_package(tmp_path):
    data = tmp_path / "lines"
    measure(data, SVARA_ODDS_CACHE=str(tmp_path / "cache"))  # a fresh one: what is loaded from files emits nothing
    tests = sorted({f"tests/{test}" for _, test in PAIRS.values()})
    # What hypothesis makes up cannot be broken off: it would call the test unreliable.
    words = ("--dist", "load", "-W", "ignore::RuntimeWarning", "-m", "not slow and not hypothesis")
    measure(data, *words, *tests, NUMBA_DISABLE_JIT="1")
    found = list(missed(data))
    for path, lines, left in found:
        if left:
            print(f"{path}: {len(left)} of {lines} lines: {', '.join(map(str, left))}")
    of_kernels = [each for each in found if each[0].name.startswith("_kernels")]
    for some, what, floor in ((found, "all", FLOOR), (of_kernels, "kernels", KERNEL_FLOOR)):
        lines = sum(each for _, each, _ in some)
        share = 1 - sum(len(left) for *_, left in some) / lines
        print(f"{what}: {share:.2%} of {lines} lines")
        assert share >= floor
