"""What a plain import must not pull in: the start of a command is the time of its imports."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
HEAVY = ("numba", "llvmlite", "pandas", "scipy", "matplotlib", "distributed", "tqdm")
REPORT = f"import sys; print(*[name for name in {HEAVY!r} if name in sys.modules])"


def heavy_after(code):
    """Which heavy packages a fresh interpreter holds after running `code`."""
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", f"{code}\n{REPORT}"],
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert done.stderr == ""
    return done.stdout.splitlines()[-1].split()


@pytest.mark.parametrize(
    "code",
    [
        "import svara_odds",
        "import svara_odds.errors, svara_odds.results, svara_odds.cards.hands, svara_odds.text.wording",
        "from svara_odds.rules.catalog import load_rules, list_rules\nfor name in list_rules(): load_rules(name)",
        "from svara_odds.rules.explain import explain\nfrom svara_odds.rules.catalog import load_rules\n"
        "explain(load_rules())",
        "from svara_odds.tables.handtable import hand_table\ntable = hand_table('russian')\n"
        "table.lookup, table.symmetry.names, table.label(0)",
    ],
    ids=["package", "ground floor", "rules", "explain", "table"],
)
def test_light(code):
    assert heavy_after(code) == []


def test_importing_prints_nothing_and_takes_no_files():
    done = subprocess.run(
        [sys.executable, "-c", "import svara_odds; print(svara_odds.__version__)"],
        cwd="/",
        env={"PYTHONPATH": str(ROOT), "PATH": os.environ.get("PATH", ""), "PYTHONDONTWRITEBYTECODE": "1"},
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.strip().count(".") == 2
    assert done.stderr == ""


NOT_EVEN_NUMPY = """
import runpy, sys
sys.argv = ["svara-odds", *{words!r}.split()]
try:
    runpy.run_module("svara_odds", run_name="__main__")
except SystemExit as end:
    assert not end.code, end.code
assert "numpy" not in sys.modules
"""


@pytest.mark.parametrize(
    "words",
    [
        "--help",
        "--version",
        "equity --help",
        "rules list",
        "rules show russian",
        "svara --pot 8 --tied 3 --joiners 1 --price P/2",
    ],
)
def test_numpy_is_left_out_where_nothing_is_counted(words):
    assert heavy_after(NOT_EVEN_NUMPY.format(words=words)) == []


def test_help_of_the_command_line_is_light():
    code = (
        "import sys\nsys.argv = ['svara-odds', '--help']\nimport runpy\n"
        "try:\n    runpy.run_module('svara_odds', run_name='__main__')\nexcept SystemExit as end:\n"
        "    assert not end.code, end.code"
    )
    assert heavy_after(code) == []
