"""The house rules that tools check: style, types, floors."""

import itertools
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent


@pytest.mark.parametrize(
    "tool",
    [
        ("ruff", "check", "."),
        ("ruff", "format", "--check", "."),
        ("mypy",),
        ("importlinter.cli", "lint_imports_command"),
    ],
    ids=["style", "format", "types", "floors"],
)
def test_tool_is_content(tool):
    name, *arguments = tool
    if name == "importlinter.cli":
        command = [sys.executable, "-c", "from importlinter.cli import lint_imports_command as run; run()"]
    else:
        command = [sys.executable, "-m", name, *arguments]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=600, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


def test_lower_bounds_are_those_that_were_tried():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    extras = (project["optional-dependencies"][name] for name in ("test", "charts", "parquet", "browser", "cluster"))
    wanted = [*project["dependencies"], *itertools.chain.from_iterable(extras)]
    bounds = dict(line.split(">=") for line in wanted if ">=" in line)
    lines = (ROOT / "tests" / "lowest.txt").read_text(encoding="utf-8").splitlines()
    tried = dict(line.split("==") for line in lines if not line.startswith("#"))
    assert tried.items() <= bounds.items()
    # What is left only knows types.
    assert set(bounds) - set(tried) == {"mypy", "pandas-stubs", "scipy-stubs", "types-tqdm"}
