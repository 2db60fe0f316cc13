import json
import math
from fractions import Fraction
from pathlib import Path
from types import MappingProxyType

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
