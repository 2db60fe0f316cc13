"""The tables of the README are those of the figures, and the figures those of the races."""

import re
from dataclasses import replace
from pathlib import Path

import pytest

from benchmarks import figures, report
from benchmarks.__main__ import RACES
from benchmarks.draw import PICTURE, draw
from benchmarks.figures import Curve, Handed, Row

ROOT = Path(__file__).parents[2]
README = (ROOT / "README.md").read_text(encoding="utf-8")
ROW = Row("deal", 2e-9, "C", 1e-9, 2.0, per="deal", limit=2.5, race="simulate", machine="a machine", others=0.25)


def test_the_readme_shows_the_figures():
    kept = figures.read(figures.FILE)
    assert kept.rows
    assert report.insert(README, report.markdown(kept)) == README
    assert f"({PICTURE.relative_to(ROOT).as_posix()})" in README
    assert PICTURE.exists()


def test_every_race_has_figures_and_every_figure_a_race():
    kept = figures.read(figures.FILE)
    assert {row.race for row in kept.rows} | {"growth"} == set(RACES)
    assert kept.curves
    assert {path.stem for path in (ROOT / "benchmarks").glob("bench_*.py")} == {f"bench_{race}" for race in RACES}
    assert set(re.findall(r"python -m benchmarks ([a-z]+)", README)) <= set(RACES)


def test_figures_are_kept_as_they_are(tmp_path):
    handed = Handed([ROW, replace(ROW, what="µ", limit=None)], [Curve("players", "a deal", [2, 3.5], [1e-9, 2e-9])])
    figures.write(tmp_path / "figures.json", replace(handed, missing=["eval7"]))
    assert figures.read(tmp_path / "figures.json") == handed
    figures.write(tmp_path / "figures.json", Handed())
    assert figures.read(tmp_path / "figures.json") == Handed() == figures.read(tmp_path / "nothing")


def test_a_limit_is_kept_or_missed():
    assert ROW.met
    assert replace(ROW, limit=None).met
    assert not replace(ROW, ratio=2.6).met
    assert replace(ROW, ratio=2.5, faster=True).met
    assert not replace(ROW, ratio=2.4, faster=True).met
    assert ROW.command == "python -m benchmarks simulate"


def test_a_run_replaces_what_it_measured():
    rows = {
        "not run": replace(ROW, race="swara"),
        "measured anew": replace(ROW, ratio=3.0),
        "of that name no more": replace(ROW, what="an older name"),
        "its rival missing": replace(ROW, rival="eval7 (hold'em)"),
        "a race that is gone": replace(ROW, race="marathon"),
    }
    curve = Curve("players", "a deal", [2, 3], [1, 2])
    found = figures.replace(
        Handed(list(rows.values()), [curve]),
        {"simulate": Handed([ROW], missing=["eval7"]), "scoring": Handed([replace(ROW, race="scoring")])},
        ["scoring", "simulate", "swara"],
    )
    assert found.rows == [replace(ROW, race="scoring"), rows["its rival missing"], ROW, rows["not run"]]
    assert found.curves == [curve]
    other = Curve("cards", "a deal", [2, 3], [1, 2])
    assert figures.replace(found, {"growth": Handed(curves=[other])}, ["simulate"]).curves == [other]


@pytest.mark.parametrize(
    ("value", "unit", "per", "text"),
    [
        (2.534e-9, "s", "deal", "2.53 ns a deal"),
        (1.0, "s", "", "1 s"),
        (0.9996, "s", "", "1,000 ms"),
        (86_400, "s", "", "86,400 s"),
        (1.3e-13, "s", "hand", "0.13 ps a hand"),
        (0, "s", "", "0 ps"),
        (966367641.6, "B", "", "922 MiB"),
        (2**30, "B", "", "1 GiB"),
        (1103, "iterations", "", "1,103 iterations"),
        (0.0056, "antes", "", "0.0056 antes"),
    ],
)
def test_amounts_can_be_read(value, unit, per, text):
    assert report.amount(value, unit, per) == text


def test_a_row_in_words():
    missed = replace(ROW, what="a", ratio=4.125)
    faster = replace(ROW, what="b", ratio=1.95, limit=1.8, faster=True)
    tiny = replace(ROW, what="c", ratio=1 / 1606, limit=1e-3)
    table = report.terminal([ROW, missed, faster, tiny]).splitlines()
    assert [re.split(r"\s{2,}", line)[4:6] for line in table] == [
        ["ratio", "limit"],
        ["2 x", "≤ 2.5 x"],
        ["4.12 x", "≤ 2.5 x, missed"],
        ["1.95 x as fast", "≥ 1.8 x"],
        ["1/1,606 x", "≤ 1/1,000 x"],
    ]
    assert len({line.index("C ") for line in table[1:]}) == 1, "columns are of one width"


def test_what_is_the_same_as_above_is_said_once():
    rows = [ROW, replace(ROW, rival="numpy"), replace(ROW, rival="numpy", ours=3e-9), replace(ROW, race="swara")]
    assert report.terminal(rows).splitlines()[1:] == [
        "deal  2 ns a deal  C      1 ns a deal  2 x    ≤ 2.5 x  python -m benchmarks simulate",
        "                   numpy  1 ns a deal  2 x    ≤ 2.5 x",
        "deal  3 ns a deal  numpy  1 ns a deal  2 x    ≤ 2.5 x",
        "deal  2 ns a deal  C      1 ns a deal  2 x    ≤ 2.5 x  python -m benchmarks swara",
    ]


def test_markdown_says_on_what_was_measured():
    text = report.markdown(Handed([ROW, replace(ROW, what="other", others=0.5)]))
    assert text.startswith("Measured on a machine; other work took 0.25 to 0.50 cores meanwhile.\n\n| what | ours |")
    assert "| deal | 2 ns a deal | C | 1 ns a deal | 2 x | ≤ 2.5 x | `python -m benchmarks simulate` |" in text
    text = report.markdown(Handed([ROW, replace(ROW, race="swara", machine="another", others=None)]))
    assert text.startswith("Measured on a machine (simulate); other work took 0.25 to 0.25 cores meanwhile; on another")


def test_tables_apart_leave_out_what_is_alike():
    starts = [
        replace(ROW, what=what, race="start", limit=None, ratio=ratio) for what, ratio in (("a", 2.0), ("b", 3.0))
    ]
    text = report.markdown(Handed([ROW, *starts]))
    assert "| what | ratio |\n| --- | --- |\n| a | 2 x |\n| b | 3 x |" in text
    assert "`python -m benchmarks start`" in text


def test_what_stands_between_the_markers_is_replaced():
    text = f"before\n{report.BEGIN}\nold\n{report.END}\nafter\n"
    found = report.insert(text, "new")
    assert found == f"before\n{report.BEGIN}\nnew\n{report.END}\nafter\n"
    assert report.insert(found, "new") == found


@pytest.mark.parametrize(
    "text",
    ["", report.BEGIN, report.END, report.END + report.BEGIN, 2 * (report.BEGIN + report.END)],
    ids=["none", "no end", "no beginning", "reversed", "twice"],
)
def test_markers_must_be_there(text):
    with pytest.raises(ValueError, match="once each, in this sequence"):
        report.insert(text, "new")


def test_the_picture_is_the_same_on_every_run(tmp_path):
    curves = figures.read(figures.FILE).curves
    for name in ("one.svg", "two.svg"):
        draw(curves, tmp_path / name)
    assert (tmp_path / "one.svg").read_bytes() == (tmp_path / "two.svg").read_bytes()


def promises():
    """The commands in the table of promises."""
    section = README.split("## Proof\n", 1)[1].split("## ", 1)[0]
    return re.findall(r"\| `python -m pytest ([^`]*)` \|", section)


def test_there_are_promises():
    assert len(promises()) >= 10


@pytest.mark.parametrize("command", promises())
def test_what_a_promise_names_is_there(command):
    paths = [word for word in command.split() if word.startswith("tests/")]
    assert paths
    for path in paths:
        tests = sorted((ROOT / path).glob("test_*.py")) if (ROOT / path).is_dir() else [ROOT / path]
        texts = [test.read_text(encoding="utf-8") for test in tests]
        assert texts
        if "-m slow" in command:
            assert any("pytest.mark.slow" in text for text in texts)
