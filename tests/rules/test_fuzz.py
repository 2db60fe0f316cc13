"""Whatever stands in a rule file, it loads or is refused in one line."""

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from svara_odds.errors import RulesError
from svara_odds.rules.catalog import list_rules, load_rules
from svara_odds.rules.ruleset import RuleSet
from svara_odds.rules.trickset import TrickRules
from svara_odds.tables.handtable import hand_table
from tests.rules.test_bad_files import GOOD

BYTES = GOOD.encode()
LINES = GOOD.splitlines()
VALUES = [
    "0",
    "-1",
    "1e99",
    "nan",
    "inf",
    "true",
    '""',
    '"none"',
    '"sum"',
    "[]",
    "{}",
    "[[]]",
    '"\\u0000"',
    "1979-05-27",
    "9" * 99,
]

fuzzed = settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])


def refusal(load):
    """The message of the error that rules are refused with, empty where they load."""
    try:
        rules = load()
    except RulesError as trouble:
        return str(trouble)
    assert isinstance(rules, RuleSet | TrickRules)
    return ""


def loads_or_is_refused(path, content):
    path.write_bytes(content)
    message = refusal(lambda: hand_table(path).rules)
    assert "\n" not in message
    assert len(message) < 1000


@fuzzed
@given(st.binary(max_size=400))
def test_any_bytes(tmp_path, content):
    loads_or_is_refused(tmp_path / "f.toml", content)


@fuzzed
@given(st.integers(0, len(BYTES)), st.integers(0, 30), st.binary(max_size=12))
def test_bytes_replaced(tmp_path, start, length, new):
    loads_or_is_refused(tmp_path / "f.toml", BYTES[:start] + new + BYTES[start + length :])


@fuzzed
@given(st.lists(st.sampled_from(LINES), max_size=30))
def test_lines_mixed(tmp_path, lines):
    loads_or_is_refused(tmp_path / "f.toml", "\n".join(lines).encode())


@fuzzed
@given(st.sampled_from([line for line in LINES if "=" in line]), st.sampled_from(VALUES), st.booleans())
def test_values_replaced(tmp_path, line, value, inside):
    """The value of a field, or the first value in its table, becomes another."""
    if inside and "{" in line:
        head, rest = line.split("{", 1)
        new = head + "{" + rest.split("=", 1)[0] + "= " + value + rest[rest.index(rest.split("=", 1)[1].lstrip()[2:]) :]
    else:
        new = line.split("=", 1)[0] + "= " + value
    loads_or_is_refused(tmp_path / "f.toml", GOOD.replace(line, new, 1).encode())


@fuzzed
@given(st.text() | st.sampled_from([*list_rules(), ".", "..", "/", "~", "a/b", "\ud800"]))
def test_any_name(name):
    assert "\n" not in refusal(lambda: load_rules(name))


@fuzzed
@given(st.text() | st.sampled_from([*list_rules(), ".", "..", "/", "f.toml", "./f.toml", "\ud800"]))
def test_any_base(tmp_path, base):
    quoted = '"' + "".join(f"\\U{ord(sign):08x}" for sign in base) + '"'
    loads_or_is_refused(
        tmp_path / "f.toml", GOOD.replace('name = "house"', f'name = "house"\nextends = {quoted}').encode()
    )


@pytest.mark.parametrize("name", ["\ud800", "a\ud800.toml"])
def test_half_a_surrogate(name):
    with pytest.raises(RulesError):
        load_rules(name)
