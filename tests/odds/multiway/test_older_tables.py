"""A table that an older version has kept on this machine: unharmed by its own checksum, and yet not to be read."""

import hashlib
import json
import warnings

import pytest

from svara_odds.errors import DamagedFileError
from svara_odds.odds.multiway.exact_table import exact_table
from svara_odds.odds.multiway.table_files import file_name, load_exact, read_exact, save_exact
from svara_odds.studies.ranking import ranking
from svara_odds.tables.handtable import hand_table


def rewritten(content, **changed):
    """The file with other values in its header, under a checksum that agrees with them."""
    line, _, payload = content.partition(b"\n")
    header = {key: value for key, value in json.loads(line).items() if key != "sha256"}
    header |= changed
    header = {key: value for key, value in header.items() if value is not None}
    said = json.dumps(header, sort_keys=True).encode() + payload
    header["sha256"] = hashlib.sha256(said).hexdigest()
    return json.dumps(header).encode() + b"\n" + payload


@pytest.fixture(scope="module")
def made():
    return exact_table(hand_table("trynka"), n_players=(2,))


@pytest.fixture
def kept(made, tmp_path, monkeypatch):
    """The file of a kept table of 21 cards, two players."""
    monkeypatch.setenv("SVARA_ODDS_CACHE", str(tmp_path))
    return save_exact(hand_table("trynka"), made)


OLDER = [
    {"field": True},
    {"field": False},
    {"field": None},
    {"field": ["2"]},
    {"field": [True]},
    {"n_players": 2},
    {"n_players": None},
    {"n_players": [2.0]},
    {"n_players": [-3]},
    {"n_players": {"2": 5}},
    {"n_players": [2, [3]]},
]


@pytest.mark.parametrize("changed", OLDER, ids=str)
def test_a_header_that_this_version_would_not_write(kept, changed):
    content = rewritten(kept.read_bytes(), **changed)
    (key,) = changed
    with pytest.raises(DamagedFileError, match=f"it: {key} is .*, expected a list of numbers"):
        read_exact(content, hand_table("trynka"), name="it")


def test_the_same_header_rewritten_is_read(kept):
    assert read_exact(rewritten(kept.read_bytes()), hand_table("trynka")).n_players == (2,)


def test_it_is_passed_over_with_one_warning_and_made_anew(kept):
    expected = ranking(2, "trynka").columns
    kept.write_bytes(rewritten(kept.read_bytes(), field=True))
    with warnings.catch_warnings(record=True) as said:
        warnings.simplefilter("always")
        assert ranking(2, "trynka").columns == expected
    assert [str(one.message).partition(":")[0] for one in said] == ["not used"]
    assert kept.name == file_name(hand_table("trynka"))
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert load_exact(hand_table("trynka")).n_players == (2,)
