"""The built wheel answers without the clone: everything it needs is in it."""

import json
import os
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]


@pytest.fixture(scope="module")
def installed(tmp_path_factory):
    """A folder that holds nothing but the unpacked wheel."""
    room = tmp_path_factory.mktemp("wheel")
    subprocess.run(
        [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", room],
        cwd=ROOT,
        check=True,
        capture_output=True,
    )
    (wheel,) = room.glob("*.whl")
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(room / "site")
    return room / "site"


def answer(site, *words):
    """What the command prints as JSON, run in an empty folder from the unpacked wheel alone."""
    empty = site.parent / "empty"
    empty.mkdir(exist_ok=True)
    done = subprocess.run(
        [sys.executable, "-P", "-m", "svara_odds", *words, "--json"],
        cwd=empty,
        env={**os.environ, "PYTHONPATH": str(site)},
        capture_output=True,
        text=True,
        check=True,
    )
    return json.loads(done.stdout)


def test_it_scores(installed):
    hands = answer(installed, "score", "7cKhKd", "8c8h7d")["hands"]
    assert [hand["points"] for hand in hands] == [31, 8]


def test_it_answers_from_the_shipped_table(installed):
    odds = answer(installed, "equity", "7c7d7h", "--players", "10", "--rules", "fortegames")
    assert odds["method"] == "exact"
    assert odds["players"][0]["equity"] == 1


def test_it_compiles_what_it_needs(installed):
    odds = answer(installed, "equity", "7cKhKd", "22+", "--dead", "Ac")
    assert odds["method"] == "exact"


def test_it_holds_the_package_and_nothing_else(installed):
    assert {path.name.split("-")[0] for path in installed.iterdir()} == {"svara_odds"}
    for data in (
        "rules/variants/russian.toml",
        "charts/svara.mplstyle",
        "text/messages/bg.toml",
        "page/web/page.html",
        "page/texts/bg.toml",
        "py.typed",
    ):
        assert (installed / "svara_odds" / data).is_file()
    assert len(list((installed / "svara_odds/odds/multiway/exact").glob("*.exact"))) == 4
