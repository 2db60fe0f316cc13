"""How races are run and timed."""

import subprocess
import sys
from pathlib import Path

import pytest

from benchmarks import __main__ as command
from benchmarks import figures, handover, report, timing
from benchmarks.figures import Curve, Handed, Row

ROOT = Path(__file__).parents[2]


class Clock:
    """A clock that only work moves on."""

    def __init__(self):
        self.now = 0.0

    def work(self, *seconds):
        """Work that takes so long, in turn."""
        left = list(seconds)

        def work():
            self.now += left.pop(0) if len(left) > 1 else left[0]

        return work


@pytest.fixture
def clock(monkeypatch):
    clock = Clock()
    monkeypatch.setattr(timing.time, "perf_counter", lambda: clock.now)
    return clock


def test_ratios_are_paired(clock):
    ours, theirs = clock.work(1.0, 2.0, 30.0), clock.work(2.0, 2.0, 10.0)
    result = timing.race({"ours": ours, "C": theirs}, rounds=3, units={"ours": 10.0, "C": 5.0}, warm=False)
    assert result.seconds == {"ours": [0.1, 0.2, 3.0], "C": [0.4, 0.4, 2.0]}
    assert result.ratio("ours", "C") == 0.5  # of 1/4, 1/2 and 3/2, where the medians' is 0.2 / 0.4
    assert result.row("deal", "ours", "C", limit=2.0, per="deal") == Row(
        "deal", 0.2, "C", 0.4, 0.5, per="deal", limit=2.0
    )
    assert result.row("deal", "ours", "C", faster=True).ratio == 2.0
    assert [row.rival for row in result.rows("deal", "ours", {"C": None, "eval7": 0.1})] == ["C"]


def test_quick_work_is_repeated(clock):
    result = timing.race({"quick": clock.work(0.001), "slow": clock.work(3.0)}, rounds=2, least_seconds=0.01)
    assert result.median("quick") == pytest.approx(0.001)
    assert clock.now == pytest.approx(2 * 0.001 + 2 * 10 * 0.001 + 2 * 3.0 + 2 * 3.0)


def test_a_rival_that_is_not_installed_is_said_and_left_out(monkeypatch, capsys):
    monkeypatch.setattr(handover, "MISSING", [])
    assert handover.peer("no_such_package", "Nobody") is None
    assert capsys.readouterr().out == "  Nobody is not installed: pip install svara-odds[bench]; left out\n"
    assert handover.MISSING == ["Nobody"]
    assert handover.peer("json", "json").dumps([]) == "[]"
    assert handover.MISSING == ["Nobody"]


def test_what_a_race_hands_over(monkeypatch, tmp_path):
    monkeypatch.setattr(handover, "MISSING", ["eval7"])
    monkeypatch.setattr(sys, "argv", ["bench_some.py", "--quick", "--rows", str(tmp_path / "rows.json")])
    asked = []

    def measure(quick):
        asked.append(quick)
        yield Row("deal", 1.0, "C", 2.0, 0.5)
        yield Curve("players", "deal", [1, 2], [3, 4])

    handover.hand_over("some", measure, "A race.")
    assert asked == [True]
    found = figures.read(tmp_path / "rows.json")
    (row,) = found.rows
    assert (row.what, row.ratio, row.race) == ("deal", 0.5, "some")
    assert "numba" in row.machine
    assert row.others is None or row.others >= 0
    assert found.curves == [Curve("players", "deal", [1, 2], [3, 4])]
    assert found.missing == ["eval7"]


# --- the command -----------------------------------------------------------------------------------------------------


@pytest.fixture
def readme(monkeypatch, tmp_path):
    """A README and figures of its own, and races that only say that they were run."""
    path = tmp_path / "README.md"
    path.write_text(f"{report.BEGIN}\n{report.END}\n", encoding="utf-8")
    monkeypatch.setattr(report, "README", path)
    monkeypatch.setattr(figures, "FILE", tmp_path / "figures.json")
    monkeypatch.setattr(command, "PICTURE", tmp_path / "growth.svg")

    def run(race, *, quick):
        if race == "swara":
            return None
        curves = [Curve("players", "deal", [2, 3], [1e-3, 1e-2])]
        return Handed([Row(f"of {race}", 1.0, "C", 1.0, 1.0, race=race, machine="a machine")], curves)

    monkeypatch.setattr(command, "run", run)
    return path


def test_the_table_comes_last_and_nothing_is_kept_unasked(readme, capsys):
    before = readme.read_text(encoding="utf-8")
    assert command.main(["scoring"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) == 2
    assert lines[1].startswith("of scoring  1 s   C      1 s         1 x")
    assert readme.read_text(encoding="utf-8") == before
    assert not figures.FILE.exists()


def test_figures_are_kept_where_that_is_wanted(readme):
    assert command.main(["scoring", "simulate", "--readme"]) == 0
    assert command.main(["simulate", "headsup", "--readme"]) == 0
    kept = figures.read(figures.FILE)
    assert [row.race for row in kept.rows] == ["scoring", "headsup", "simulate"]
    assert readme.read_text(encoding="utf-8") == report.insert(f"{report.BEGIN}{report.END}\n", report.markdown(kept))
    assert command.PICTURE.exists()


def test_a_race_that_fails_loses_nothing(readme):
    command.main(["scoring", "--readme"])
    before = readme.read_text(encoding="utf-8")
    assert command.main(["swara", "--readme"]) == 1
    assert readme.read_text(encoding="utf-8") == before


def test_all_races_are_run_where_none_is_named(readme, capsys):
    assert command.main(["--quick"]) == 1  # swara fails here
    assert len(capsys.readouterr().out.splitlines()) == len(command.RACES)


@pytest.mark.parametrize(
    ("words", "says"),
    [(["marathon"], "no race marathon; there are scoring,"), (["--quick", "--readme"], "a --quick run has not")],
)
def test_what_cannot_be_run(words, says, capsys):
    with pytest.raises(SystemExit) as end:
        command.main(words)
    assert end.value.code == 2
    assert says in capsys.readouterr().err


@pytest.mark.slow
@pytest.mark.parametrize("race", command.RACES)
def test_a_race_runs(race):
    words = [sys.executable, "-m", "benchmarks", "--quick", race]
    done = subprocess.run(words, cwd=ROOT, capture_output=True, text=True, timeout=600, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    rows = f"python -m benchmarks {race}" in done.stdout
    if not rows and "is not installed" in done.stdout:
        pytest.skip("the only rival is not installed")
    assert rows or race == "growth"
