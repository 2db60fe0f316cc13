"""Machines that are poor, closed or odd: the commands answer there, or say in one line why they cannot."""

import json
import os
import re
import shutil
import stat
import subprocess
import sys
import tempfile
import zipfile
from pathlib import Path

import pytest

from tests.hostile.conftest import ROOT

ONE_LINE = re.compile(r"svara-odds: [^\n]+\n")
EQUITY = ["-m", "svara_odds", "equity", "7cKhKd", "22+", "--json"]
NOBODY = 65534
root_only = pytest.mark.skipif(
    not hasattr(os, "geteuid") or os.geteuid() != 0 or shutil.which("setpriv") is None,
    reason="needs root and setpriv to become somebody else",
)


def equity_of(ran):
    assert ran.returncode == 0, ran
    return json.loads(ran.stdout)["players"][0]["equity"]


@pytest.fixture
def installed(tmp_path):
    """The package alone, in a folder that nobody may write."""
    site = tmp_path / "site"
    shutil.copytree(ROOT / "svara_odds", site / "svara_odds", ignore=shutil.ignore_patterns("__pycache__"))
    for path in [site, *site.rglob("*")]:
        path.chmod(stat.S_IMODE(path.stat().st_mode) & ~0o222 | 0o444)
    yield site
    for path in [site, *site.rglob("*")]:
        path.chmod(stat.S_IMODE(path.stat().st_mode) | 0o200)


AS_NOBODY = ["setpriv", f"--reuid={NOBODY}", f"--regid={NOBODY}", "--clear-groups"]


def open_to_all(folder):
    """Let everybody come as far as a folder of the tests, which all lie in that for temporary files."""
    base = Path(tempfile.gettempdir())
    for path in (folder, *folder.parents):
        if path == base or not path.is_relative_to(base):
            return
        path.chmod(path.stat().st_mode | 0o055)


def skip_where_nobody_reaches(*places):
    """Skip where the interpreter's packages, or the tests' folder, are closed to other users."""
    command = [*AS_NOBODY, sys.executable, "-c", f"import click, numba, os; [os.listdir(p) for p in {places!r}]"]
    if subprocess.run(command, cwd="/", capture_output=True, timeout=120, check=False).returncode:
        pytest.skip("other users cannot read this virtual environment or this folder for temporary files")


@root_only
@pytest.mark.parametrize("home", [None, pytest.param("/nonexistent", marks=pytest.mark.slow)])
def test_nobody_on_a_read_only_install_without_a_home(fresh, installed, home):
    open_to_all(installed)
    skip_where_nobody_reaches(str(installed))
    ran = fresh(
        *EQUITY,
        cwd="/",
        before=AS_NOBODY,
        HOME=home,
        SVARA_ODDS_CACHE=None,
        XDG_CACHE_HOME=None,
        PYTHONPATH=installed,
        PYTHONDONTWRITEBYTECODE=None,
    )
    assert equity_of(ran) == pytest.approx(157 / 164, abs=1e-12)
    assert ONE_LINE.fullmatch(ran.stderr), ran.stderr
    assert "compiled kernels are not kept" in ran.stderr
    assert not list(installed.rglob("__pycache__"))


@pytest.mark.slow
def test_the_install_is_left_as_it_is(fresh, installed):
    """Where the folder cannot be closed to us, as for root, nothing is written all the same."""
    before = {path: path.stat().st_mtime_ns for path in installed.rglob("*")}
    ran = fresh(*EQUITY, cwd="/", PYTHONPATH=installed, PYTHONDONTWRITEBYTECODE=1)
    assert (equity_of(ran) > 0.9, ran.stderr) == (True, "")
    assert {path: path.stat().st_mtime_ns for path in installed.rglob("*")} == before


# --- an archive ------------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def archive(tmp_path_factory):
    """The package in a zip archive, run without being unpacked."""
    path = tmp_path_factory.mktemp("zip") / "package.zip"
    with zipfile.ZipFile(path, "w") as written:
        for source in (ROOT / "svara_odds").rglob("*"):
            if source.is_file() and "__pycache__" not in source.parts:
                written.write(source, source.relative_to(ROOT))
    return path


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["score", "7cKhKd"], "pair of kings joined by the seven of clubs"),
        (["equity", "7cKhKd", "--players", "4"], "exact table of all hand classes"),
        (["rules", "show", "russian", "--lang", "ru"], "36 карт"),
        pytest.param(["page", "--out", "page.html"], "", marks=pytest.mark.slow),
    ],
    ids=lambda words: words[0] if isinstance(words, list) else "",
)
def test_what_lies_in_an_archive_is_read_there(fresh, archive, tmp_path, words, says):
    ran = fresh("-m", "svara_odds", *words, cwd=tmp_path, PYTHONPATH=archive, PYTHONIOENCODING="utf-8")
    assert (ran.returncode, ran.stderr) == (0, ""), ran
    assert says in ran.stdout
    if words[0] == "page":
        assert (tmp_path / "page.html").stat().st_size > 1_000_000


# Machine code belongs to source files, and matplotlib reads its styles from files: both need the package unpacked.
@pytest.mark.slow
def test_kernels_from_an_archive_are_compiled_every_time(fresh, archive, tmp_path):
    ran = fresh(*EQUITY, cwd=tmp_path, PYTHONPATH=archive)
    assert equity_of(ran) == pytest.approx(157 / 164, abs=1e-12)
    assert ONE_LINE.fullmatch(ran.stderr), ran.stderr


def test_charts_from_an_archive_are_refused_in_one_line(fresh, archive, tmp_path):
    drawn = fresh("-m", "svara_odds", "chart", "cumulative", "--out", "c.png", cwd=tmp_path, PYTHONPATH=archive)
    assert drawn.returncode == 1
    assert ONE_LINE.fullmatch(drawn.stderr), drawn.stderr
    assert not (tmp_path / "c.png").exists()


# --- streams, screens and memory -------------------------------------------------------------------------------------


@pytest.mark.parametrize(("encoding", "cyrillic"), [("cp1251", True), ("cp1252", False)])
def test_windows_code_pages(fresh, encoding, cyrillic):
    words = [
        "-c",
        "import sys; from svara_odds.cli import main; main(sys.argv[1:])",
        "rules",
        "show",
        "bulgarian",
        "--lang",
        "bg",
    ]
    ran = subprocess.run(
        [sys.executable, *words],
        cwd=ROOT,
        env={**os.environ, "PYTHONIOENCODING": encoding, "LANG": "C"},
        capture_output=True,
        timeout=120,
        check=True,
    )
    assert ran.stderr == b""
    text = ran.stdout.decode(encoding)
    assert ("карти" in text) == cyrillic
    assert ("?????" in text) != cyrillic


def test_charts_need_no_display(fresh, tmp_path):
    """Not even where a display is named that is not there, and a backend is asked for that would open a window."""
    out = tmp_path / "chart.png"
    ran = fresh(
        *("-m", "svara_odds", "chart", "cumulative", "--out", out),
        DISPLAY=":77",
        WAYLAND_DISPLAY=None,
        MPLBACKEND="TkAgg",
        HOME="/nonexistent",
        MPLCONFIGDIR=tmp_path,
    )
    assert (ran.returncode, ran.stderr) == (0, ""), ran
    assert out.read_bytes().startswith(b"\x89PNG")


LIMITED = (
    "import resource, sys; resource.setrlimit(resource.RLIMIT_AS, (2 << 30, 2 << 30));"
    "from svara_odds.cli import main; main(sys.argv[1:])"
)
README = [
    ["score", "7cKhKd", "A♥ K♥ 10♥"],
    ["ranking", "--players", "6"],
    ["equity", "7cKhKd", "22+", "random"],
    ["equity", "22+", "24+", "suited", "random", "--max-stderr", "0.002", "--seed", "7"],
    ["svara", "--pot", "8", "--tied", "3", "--joiners", "1", "--price", "P/2"],
    ["tree", "--players", "3", "--stacks", "10"],
    ["chart", "equity-by-points", "--out", "equity.svg", "--players", "2-6", "--lang", "bg"],
]
README_SLOW = [
    ["distribution", "--rules", "russian"],
    ["equity", "7cKhKd", "--players", "4"],
    ["call", "7cKhKd", "--pot", "6", "--price", "2", "--opponents", "22+", "random"],
    ["range", "24+,!joker,AAx:0.5", "--by-points"],
    ["svara", "--pot", "8", "--tied", "2", "--chain", "--players", "6", "--later", "everyone"],
    ["svara", "--sizes", "--players", "6"],
    ["tree", "--players", "10", "--lines", "100"],
    ["ranking", "--players", "5", "--rules", "latvian-seka"],
    ["equity", "22+", "24+", "suited", "random", "--max-stderr", "0.0002", "--seed", "7"],
    ["solve", "--target", "0.01"],
    ["page", "--out", "svara.html", "--lang", "bg"],
]


@pytest.mark.parametrize(
    "words",
    [README[3], *(pytest.param(each, marks=pytest.mark.slow) for each in [*README[:3], *README[4:], *README_SLOW])],
    ids=" ".join,
)
def test_two_gibibytes_of_memory_are_enough(fresh, tmp_path, words):
    """Of address space, of which threads and libraries take more than they use."""
    ran = fresh("-c", LIMITED, *words, cwd=tmp_path, timeout=600)
    assert (ran.returncode, ran.stderr) == (0, ""), ran


def test_without_compilation_what_needs_it_ends_with_one_line(fresh):
    ran = fresh("-m", "svara_odds", "solve", "--no-blind", "--max-raises", "0", NUMBA_DISABLE_JIT=1)
    assert (ran.returncode, ran.stdout) == (1, "")
    assert ONE_LINE.fullmatch(ran.stderr)
    assert "NUMBA_DISABLE_JIT" in ran.stderr
