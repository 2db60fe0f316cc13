"""The house rules that tools check: style, types, floors."""

import subprocess
import sys
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
