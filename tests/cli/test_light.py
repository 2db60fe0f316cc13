"""What the commands load: the start of a command is the time of its imports."""

import pytest

from svara_odds.cli.app import COMMANDS
from tests.test_imports import heavy_after

RUN = """
import io, sys
from contextlib import redirect_stdout
from svara_odds.cli import main
out = io.StringIO()
with redirect_stdout(out):
    try:
        main({words!r})
    except SystemExit as end:
        assert not end.code, (end.code, out.getvalue())
assert out.getvalue()
"""


@pytest.mark.parametrize(
    "words",
    [
        ["--version"],
        *[[command, "--help"] for command in COMMANDS],
        *[["rules", command, "--help"] for command in ("list", "show", "check", "diff")],
        ["score", "7cKhKd", "--json"],
        ["score", "--all", "--csv"],
        ["distribution"],
        ["range", "22+:0.5,AAx"],
        ["rules", "list"],
        ["tree", "--players", "4", "--lines", "50"],
        ["tree", "--rules", "russian", "--json"],
        ["rules", "diff", "bulgarian", "russian"],
        ["chart", "list"],
        ["equity", "AcAhAd", "--players", "6"],
        ["equity", "22+", "--players", "10", "--json"],
        ["call", "7cKhKd", "--pot", "6", "--price", "2", "--opponents", "random", "random"],
        ["svara", "--pot", "6", "--tied", "3", "--json"],
        ["svara", "--pot", "6", "--tied", "3", "--chain", "--players", "10", "--later", "everyone"],
        ["svara", "--pot", "6", "--tied", "3", "--outsiders", "4", "--csv"],
        ["ranking", "--players", "10"],
        ["ranking", "--players", "10", "--rules", "fortegames", "--csv"],
    ],
    ids=" ".join,
)
def test_light(words):
    assert heavy_after(RUN.format(words=words)) == []


SOLVE = """
from svara_odds.studies.blind import blind_value
from svara_odds.studies.solve import solve
"""


def test_only_the_linear_program_needs_scipy():
    assert "scipy" not in heavy_after(SOLVE)
