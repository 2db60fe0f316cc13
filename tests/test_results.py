import json
import math
from fractions import Fraction
from pathlib import Path
from types import MappingProxyType
from xml.etree import ElementTree

import numpy as np
import pandas as pd
import pytest

from svara_odds.results import Result, RunInfo

INFO = RunInfo(
    version="1",
    rules="bulgarian",
    digest="d" * 64,
    parameters=MappingProxyType(
        {"pot": Fraction(1, 2), "file": Path("a.toml"), "hands": ("a", "b"), "limit": math.inf}
    ),
    method="exact",
    deals=10**30,
)
RESULT = Result(
    INFO,
    {
        "hand": ["KhKd7c", "AsAdTc"],
        "equity": [Fraction(3, 4), Fraction(1, 4)],
        "count": [10**30, np.int64(3)],
        "stderr": [0.5, math.nan],
    },
    name="hands",
    extra={
        "levels": np.array([1, 2]),
        "share": np.float64(0.5),
        "size": {2: Fraction(1, 2)},
        "none": None,
        "yes": True,
    },
)


def test_rows():
    assert [row["hand"] for row in RESULT.rows()] == ["KhKd7c", "AsAdTc"]
    assert RESULT.rows()[0]["equity"] == Fraction(3, 4)
    with pytest.raises(ValueError, match="shorter"):
        Result(INFO, {"a": [1, 2], "b": [1]}).rows()
    assert Result(INFO, {"a": []}).rows() == []


def test_json_is_plain_and_whole():
    text = json.dumps(RESULT.json(), allow_nan=False)
    value = json.loads(text)
    assert value["rules"] == "bulgarian"
    assert value["hands"] == [
        {"hand": "KhKd7c", "equity": 0.75, "count": 10**30, "stderr": 0.5},
        {"hand": "AsAdTc", "equity": 0.25, "count": 3, "stderr": None},
    ]
    assert value["levels"] == [1, 2]
    assert value["share"] == 0.5
    assert value["size"] == {"2": 0.5}
    assert value["none"] is None
    assert value["yes"] is True
    info = value["info"]
    assert info["parameters"] == {"pot": 0.5, "file": "a.toml", "hands": ["a", "b"], "limit": None}
    assert info["deals"] == 10**30
    assert "rules" not in info
    assert set(info) == {"version", "digest", "parameters", "method", "seed", "deals", "seconds", "note"}


def test_frame():
    frame = RESULT.frame()
    assert isinstance(frame, pd.DataFrame)
    assert list(frame.columns) == ["hand", "equity", "count", "stderr"]
    assert frame["equity"].dtype == float
    assert frame["count"].tolist() == [10**30, 3]
    assert math.isnan(frame["stderr"][1])


def test_results_are_frozen():
    with pytest.raises(AttributeError):
        RESULT.name = "rows"
    with pytest.raises(AttributeError):
        INFO.seed = 1


# --- in a notebook -----------------------------------------------------------------------------------------------


def cells(result, tag="td"):
    """Texts of the cells, row by row; the parser fails on what is no markup."""
    table = ElementTree.fromstring("<div>" + result._repr_html_() + "</div>").find("table")
    return [[cell.text or "" for cell in row.iter(tag)] for row in table.iter("tr") if row.find(tag) is not None]


def test_html_is_a_table_with_digits_under_digits():
    assert cells(RESULT, "th") == [["hand", "equity", "count", "stderr"]]
    assert cells(RESULT) == [["KhKd7c", "0.75", str(10**30), "0.5"], ["AsAdTc", "0.25", "3", ""]]
    numbers = Result(INFO, {"x": [1, 0.5, Fraction(1, 3), 1.2e-9, -0.25, None]})
    assert [row[0] for row in cells(numbers)] == ["1", "0.500000", "0.333333", "1.2e-09", "-0.250000", ""]
    assert RESULT._repr_html_().count("text-align: right") == 3 * 3
    assert RESULT._repr_html_().count("text-align: left") == 3


def test_html_takes_no_text_for_markup():
    info = RunInfo(version="1", rules="<b>x</b>&", digest="")
    result = Result(info, {"<i>": ["<script>alert(1)</script>", 'a "b" & c']})
    text = result._repr_html_()
    assert "<script" not in text
    assert "<b>" not in text
    assert "<i>" not in text
    assert cells(result) == [["<script>alert(1)</script>"], ['a "b" & c']]


def test_html_of_a_long_table_shows_its_two_ends():
    shown = [row[0] for row in cells(Result(INFO, {"n": list(range(1000)), "t": ["x"] * 1000}))]
    assert shown == [*map(str, range(30)), "…", *map(str, range(970, 1000))]
    assert len(cells(Result(INFO, {"n": list(range(60))}))) == 60


def test_html_of_nothing():
    assert cells(Result(INFO, {"a": []})) == []
    assert "<table>" in Result(INFO, {})._repr_html_()


def test_text_is_a_table_too():
    assert repr(RESULT).splitlines()[0] == "hands, rules bulgarian, exact"
    assert "KhKd7c" in repr(RESULT)
