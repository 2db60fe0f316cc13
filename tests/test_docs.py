"""Every public name says what it is, what it takes, what it gives and how it fails."""

import dataclasses
import inspect
import re

import pytest

import svara_odds as so
from svara_odds import errors
from tests.docstrings import described, fields, parameters, public_names, raised, sections
from tests.reference import README, groups, renewed

NAMES = public_names()
FUNCTIONS = [name for name, thing in NAMES.items() if callable(thing) and not inspect.isclass(thing)]
SURE = ("list_rules",)  # reads shipped files only, by what also reads files that may be bad
METHODS = [name for name in FUNCTIONS if "." in name and name[0].isupper()]
CLASSES = [name for name, thing in NAMES.items() if inspect.isclass(thing)]


def is_short(name):
    """Whether this is a method that its first line describes: what it gives, and in backticks what it takes."""
    return name in METHODS and not {"Parameters", "Returns"} & set(sections(NAMES[name]))


def test_there_is_something_to_read():
    assert len(FUNCTIONS) > 60
    assert {"Result", "HandTable", "RuleSet"} <= set(CLASSES)
    assert {"Result.frame", "HandTable.digest", "BettingGame.printout"} <= set(NAMES)


@pytest.mark.parametrize("name", [name for name, thing in NAMES.items() if not isinstance(thing, str)])
def test_it_begins_with_one_line(name):
    first, *rest = sections(NAMES[name])[""].strip().splitlines()
    assert first.endswith("."), first
    assert not rest or rest[0] == "", rest[0]


@pytest.mark.parametrize("name", [name for name in FUNCTIONS if name not in METHODS])
def test_only_two_arguments_go_by_their_place(name):
    given = inspect.signature(NAMES[name]).parameters.values()
    assert sum(each.kind is each.POSITIONAL_OR_KEYWORD for each in given) <= 2


@pytest.mark.parametrize("name", FUNCTIONS)
def test_it_says_what_it_takes(name):
    told = sections(NAMES[name])
    if is_short(name):
        assert parameters(NAMES[name]) <= set(re.findall(r"`(\w+)`", told[""]))
    else:
        assert described(told.get("Parameters", "")) == parameters(NAMES[name])


@pytest.mark.parametrize("name", FUNCTIONS)
def test_it_says_what_it_gives(name):
    gives = inspect.signature(NAMES[name]).return_annotation not in ("None", None)
    if not is_short(name):
        assert bool({"Returns", "Yields"} & set(sections(NAMES[name]))) == gives


@pytest.mark.parametrize("name", FUNCTIONS)
def test_it_says_how_it_fails(name):
    told = described(sections(NAMES[name]).get("Raises", ""))
    known = {getattr(errors, error) for error in told if hasattr(errors, error)}
    for error in raised(NAMES[name]) if name not in SURE else ():
        assert any(issubclass(error, each) for each in known), error.__name__


@pytest.mark.parametrize("name", [name for name in FUNCTIONS if "checkpoint" in parameters(NAMES[name])])
def test_a_checkpoint_that_cannot_be_trusted_is_told_of(name):
    told = described(sections(NAMES[name]).get("Raises", ""))
    assert {"SvaraError", "DamagedFileError"} <= told


@pytest.mark.parametrize("name", [name for name in FUNCTIONS if "rules" in parameters(NAMES[name])])
def test_rules_can_always_be_refused(name):
    """Rules that are named may not be there, and a study that takes any has others that it cannot answer for."""
    assert described(sections(NAMES[name]).get("Raises", ""))


@pytest.mark.parametrize("name", [name for name in CLASSES if dataclasses.is_dataclass(NAMES[name])])
def test_a_class_names_what_it_holds(name):
    told = {key for base in NAMES[name].__mro__ for key in described(sections(base).get("Attributes", ""))}
    told |= {key for base in NAMES[name].__mro__ for key in described(sections(base).get("Parameters", ""))}
    assert fields(NAMES[name]) <= told


def test_every_name_answers_one_question():
    told = [name.removeprefix("so.") for names in groups().values() for name in names]
    assert len(told) == len(set(told))
    rooms = {name for name in NAMES if name.startswith(("swara.", "charts."))} - {"charts.STYLE"}
    assert set(told) == set(so.__all__) - {"__version__", "swara"} | rooms


def test_the_table_of_the_readme_is_that_of_the_docstrings():
    text = README.read_text(encoding="utf-8")
    assert text == renewed(text), "python -m tests.reference writes it anew"
