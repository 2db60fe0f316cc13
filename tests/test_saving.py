"""Results in files: what is read is what was written, or an error says that it is not."""

import errno
import math
import sys
from fractions import Fraction

import pytest

from svara_odds import load_result, save_result, solve
from svara_odds.errors import DamagedFileError, MissingPackageError, SvaraError
from svara_odds.results import Result, RunInfo
from svara_odds.saving import SUFFIXES
from tests.solver.decks import LOPSIDED, rule_file

COLUMNS = {
    "line": ["", "0 bet 2", "NA", 'a "quoted", one', "Ж ♠"],
    "hand": ["777", "AcXx7c", "None", "nan", "1e5"],  # texts that look like something else
    "hands": [1, 2, 3, 4, 5],
    "points": [None, 22.5, 0.1 + 0.2, 1 / 3, 5e-324],
    "value": [math.nan, -0.0, 1e300, -1.0, 7.0],
}
INFO = RunInfo("1.2.3", "small", "ab" * 32, {"bets": (2, "1p")}, "cfr", 2**100, 12, 0.25, "a note\nof two lines")
RESULT = Result(INFO, COLUMNS, "strategy", {"exploitability": 1 / 3, "pots": [1, None], "cap": math.inf})


def same(mine, other):
    """Equal to the last bit, and of one kind; what is no number counts as not there."""
    if isinstance(mine, float) and math.isnan(mine):
        mine = None
    return mine == other and type(mine) is type(other)


@pytest.mark.parametrize("suffix", SUFFIXES)
def test_a_round_trip(tmp_path, suffix):
    path = tmp_path / f"strategy{suffix}"
    save_result(RESULT, path)
    assert [each.name for each in tmp_path.iterdir()] == [path.name]
    found = load_result(path)
    assert list(found.columns) == list(COLUMNS)
    for name, values in COLUMNS.items():
        assert all(map(same, values, found.columns[name])), name
        assert len(found.columns[name]) == 5
    assert found.name == "strategy"
    assert found.extra == {"exploitability": 1 / 3, "pots": [1, None], "cap": None}
    assert vars(found.info) == {**vars(INFO), "parameters": {"bets": [2, "1p"]}}


@pytest.mark.parametrize("suffix", SUFFIXES)
def test_fractions_intervals_and_no_rows(tmp_path, suffix):
    path = tmp_path / f"rows{suffix}"
    save_result(Result(INFO, {"equity": [Fraction(1, 3)], "interval": [(0.25, 0.5)]}), path)
    assert load_result(path).columns == {"equity": [1 / 3], "interval_low": [0.25], "interval_high": [0.5]}
    save_result(Result(INFO, {"line": [], "value": []}), path)
    assert load_result(path).columns == {"line": [], "value": []}


@pytest.mark.parametrize("suffix", SUFFIXES)
def test_a_strategy(tmp_path, suffix):
    answer = solve(rule_file(tmp_path, LOPSIDED), max_raises=1, max_iterations=20)
    path = tmp_path / f"strategy{suffix}"
    answer.save(path)
    found = load_result(path)
    assert found.extra["value"] == answer.extra["value"]
    assert found.info.digest == answer.info.digest
    assert found.info.parameters["max_raises"] == 1
    assert list(found.columns) == [
        *("line", "seat", "hand", "hands", "points"),
        *("action", "frequency", "value", "reach"),
    ]
    for name, values in answer.columns.items():
        assert all(map(same, values, found.columns[name])), name
    assert found.columns["line"][0] == ""


def test_a_name_of_another_kind(tmp_path):
    for name in ("strategy", "strategy.xlsx", "strategy.csv.gz", ".csv"):
        with pytest.raises(SvaraError, match=r"ends in .*; it may end in \.csv or \.parquet") as trouble:
            save_result(RESULT, tmp_path / name)
        assert not isinstance(trouble.value, DamagedFileError)
        with pytest.raises(SvaraError, match=r"it may end in"):
            load_result(tmp_path / name)
    assert list(tmp_path.iterdir()) == []


def test_capital_letters(tmp_path):
    save_result(RESULT, tmp_path / "A.CSV")
    assert load_result(tmp_path / "A.CSV").columns["hands"] == [1, 2, 3, 4, 5]


def test_without_pyarrow(tmp_path, monkeypatch):
    monkeypatch.setattr("svara_odds.saving.find_spec", lambda name: None)
    with pytest.raises(MissingPackageError, match=r"svara-odds\[parquet\]"):
        save_result(RESULT, tmp_path / "a.parquet")
    with pytest.raises(MissingPackageError, match=r"svara-odds\[parquet\]"):
        load_result(tmp_path / "a.parquet")
    save_result(RESULT, tmp_path / "a.csv")
    assert load_result(tmp_path / "a.csv").name == "strategy"


def test_csv_needs_no_pyarrow(tmp_path, monkeypatch):
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    save_result(RESULT, tmp_path / "a.csv")
    assert load_result(tmp_path / "a.csv").columns["hands"] == [1, 2, 3, 4, 5]


def test_no_such_file(tmp_path):
    with pytest.raises(FileNotFoundError):
        load_result(tmp_path / "none.csv")


@pytest.mark.parametrize("suffix", SUFFIXES)
@pytest.mark.parametrize("share", [0, 0.1, 0.5, 0.9])
def test_a_truncated_file(tmp_path, suffix, share):
    path = tmp_path / f"a{suffix}"
    save_result(Result(INFO, {name: values * 20 for name, values in COLUMNS.items()}), path)
    whole = path.read_bytes()
    path.write_bytes(whole[: int(share * len(whole))])
    with pytest.raises(DamagedFileError, match=r"a\.\w+: this is not a saved result, or not a whole one"):
        load_result(path)


@pytest.mark.parametrize("suffix", SUFFIXES)
@pytest.mark.parametrize(
    "content", [b"", b"\n", b"# svara-odds {}\nline\n", b"line,value\n1,2\n", b"\xff" * 100, b"PAR1"]
)
def test_another_file(tmp_path, suffix, content):
    path = tmp_path / f"a{suffix}"
    path.write_bytes(content)
    with pytest.raises(DamagedFileError, match="this is not a saved result"):
        load_result(path)


@pytest.mark.parametrize("suffix", SUFFIXES)
def test_another_programs_table(tmp_path, suffix):
    path = tmp_path / f"a{suffix}"
    frame = RESULT.frame()
    frame.to_csv(path) if suffix == ".csv" else frame.to_parquet(path)
    with pytest.raises(DamagedFileError, match="this is not a saved result"):
        load_result(path)


@pytest.mark.parametrize("suffix", SUFFIXES)
def test_a_full_disk_keeps_what_was_there(tmp_path, suffix, monkeypatch):
    path = tmp_path / f"a{suffix}"
    save_result(RESULT, path)
    before = path.read_bytes()

    def full(handle):
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr("os.fsync", full)
    with pytest.raises(OSError, match="No space left"):
        save_result(Result(INFO, {"value": [1.0]}), path)
    assert path.read_bytes() == before
    assert list(tmp_path.iterdir()) == [path]
