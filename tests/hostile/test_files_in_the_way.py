"""Files to write whose place is taken, is a folder, or is full: replaced whole, or left as they were."""

import re
import shutil
import subprocess

import pytest

ONE_LINE = re.compile(r"svara-odds: [^\n]+\n")
QUICK = ["--no-blind", "--iterations", "3", "--max-raises", "0"]
# What each command writes, and the option that names the file.
WRITERS = {
    "chart": (["chart", "cumulative", "--out"], "chart.png"),
    "page": (["page", "--rules", "fortegames", "--out"], "page.html"),
    "strategy": (["solve", *QUICK, "--save"], "strategy.csv"),
    "checkpoint": (["solve", *QUICK, "--checkpoint"], "work.state"),
    "export": (["export", "--no-blind", "--max-raises", "0", "--rules", "tiny.toml", "--out"], "game.efg"),
}
TINY = """
name = "tiny"
title = "A game of nine cards"
source = "made for a test"
[deck]
ranks = "QKA"
suits = "cdh"
[scoring]
points = { Q = 10, K = 10, A = 11 }
"""
# A disk that takes no more than so many bytes of a file; and one that is mounted, small, and full.
CRAMPED = (
    "import resource, sys; resource.setrlimit(resource.RLIMIT_FSIZE, (200, 200));"
    "from svara_odds.cli import main; main(sys.argv[1:])"
)


@pytest.fixture
def room(tmp_path):
    (tmp_path / "tiny.toml").write_text(TINY, encoding="utf-8")
    return tmp_path


def files(folder):
    return {path.name for path in folder.iterdir()} - {"tiny.toml"}


def quick(*names):
    """All writers as parameters, those that are not named in the slow tier."""
    return [name if name in names else pytest.param(name, marks=pytest.mark.slow) for name in WRITERS]


@pytest.mark.parametrize("name", quick("export"))
def test_a_file_that_is_there_is_replaced(fresh, room, name):
    words, file = WRITERS[name]
    if name == "checkpoint":  # which is gone on from, if it is one
        ran = fresh("-m", "svara_odds", *words, file, cwd=room)
        assert (ran.returncode, ran.stderr) == (0, ""), ran
    else:
        (room / file).write_bytes(b"old" * 10_000_000)
    ran = fresh("-m", "svara_odds", *words, file, cwd=room)
    assert (ran.returncode, ran.stderr) == (0, ""), ran
    assert files(room) == {file}
    assert 100 < (room / file).stat().st_size < 10_000_000
    assert not (room / file).read_bytes().startswith(b"old")


@pytest.mark.parametrize("name", quick("checkpoint", "strategy"))
def test_a_folder_in_its_place_is_left_alone(fresh, room, name):
    words, file = WRITERS[name]
    (room / file / "inside").mkdir(parents=True)
    ran = fresh("-m", "svara_odds", *words, file, cwd=room)
    assert ran.returncode in (1, 2), ran
    assert ran.stdout == ""
    assert ONE_LINE.fullmatch(ran.stderr), ran.stderr
    assert file in ran.stderr
    assert (files(room), files(room / file)) == ({file}, {"inside"})


@pytest.mark.parametrize("name", quick("checkpoint", "export"))
def test_what_was_there_survives_a_full_disk(fresh, room, name):
    words, file = WRITERS[name]
    if name != "checkpoint":
        (room / file).write_bytes(b"old")
    before = files(room)
    ran = fresh("-c", CRAMPED, *words, file, cwd=room)
    assert ran.returncode == 1, ran
    assert ONE_LINE.fullmatch(ran.stderr), ran.stderr
    assert "File too large" in ran.stderr
    assert files(room) == before
    assert not before or (room / file).read_bytes() == b"old"


def can_mount():
    if shutil.which("unshare") is None:
        return False
    tried = ["unshare", "-m", "sh", "-c", "mount -t tmpfs -o size=64k none /mnt"]
    return subprocess.run(tried, capture_output=True, check=False).returncode == 0


@pytest.mark.skipif(not can_mount(), reason="needs leave to mount a small disk")
@pytest.mark.parametrize("name", ["export"])
def test_a_disk_of_a_few_blocks(fresh, room, name):
    words, file = WRITERS[name]
    script = 'mount -t tmpfs -o size=8k none /mnt && "$@"; status=$?; ls -A /mnt >&2; exit $status'
    ran = fresh(
        "-m", "svara_odds", *words, f"/mnt/{file}", cwd=room, before=["unshare", "-m", "sh", "-c", script, "sh"]
    )
    assert ran.returncode == 1, ran
    assert re.fullmatch(r"svara-odds: [^\n]*No space left on device\n", ran.stderr), ran.stderr
