"""The house rules that tools check: style, types, floors."""

import ast
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


# What is written to while it grows; all other records are made once.
GROWING = {"Carryover", "CfrState", "SampledState", "SwaraDeal", "_Growing"}


def test_records_cannot_be_changed():
    made = set()
    for path in sorted((ROOT / "svara_odds").rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ClassDef):
                said = [ast.unparse(line) for line in (*node.decorator_list, *node.bases, *node.keywords)]
                if any(line.startswith(("dataclass", "msgspec.Struct")) for line in said):
                    made |= {node.name} if "frozen=True" not in " ".join(said) else set()
    assert made == GROWING


def functions():
    """Every function of the package, with the path of its file."""
    for path in sorted((ROOT / "svara_odds").rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.FunctionDef):
                yield path, node


def test_functions_are_short():
    """Their docstrings aside: 40 lines, kernels 80 and eight arguments."""
    for path, node in functions():
        kernel = path.name.startswith("_kernels")
        body = node.body[1:] if ast.get_docstring(node) else node.body
        lines = body[-1].end_lineno - body[0].lineno + 1 if body else 0
        assert lines <= (80 if kernel else 40), (path, node.name, lines)
        assert not kernel or len(node.args.args) <= 8, (path, node.name)


def test_types_are_checked_everywhere_but_in_kernels():
    for path in (ROOT / "svara_odds").rglob("*.py"):
        if not path.name.startswith("_kernels"):
            text = path.read_text(encoding="utf-8")
            assert "type: ignore" not in text, path
            assert "ignore-errors" not in text, path


def test_every_room_has_its_floor():
    """The layers name all that lies in the package, but what starts it."""
    rules = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["importlinter"]["contracts"]
    floors = {name.strip() for layer in rules[0]["layers"] for name in layer.split("|")}
    package = ROOT / "svara_odds"
    rooms = {path.stem for path in package.iterdir() if path.suffix == ".py" or (path / "__init__.py").exists()}
    assert floors == {f"svara_odds.{room}" for room in rooms - {"__init__", "__main__"}}
