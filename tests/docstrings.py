"""Public names, their docstrings taken apart, and the errors that their code raises."""

import ast
import dataclasses
import functools
import inspect
import re
import sys
import textwrap

import svara_odds as so
from svara_odds import errors

# What public functions give and take, so that users meet it without importing it by name.
MET = {
    "svara_odds.betting.game": ("BettingGame",),
    "svara_odds.ranges.handrange": ("HandRange",),
    "svara_odds.rules.ruleset": ("RuleSet",),
    "svara_odds.rules.trickset": ("TrickRules",),
    "svara_odds.solver.strategy": ("Strategy",),
    "svara_odds.tables.symmetry": ("Symmetry",),
}


def public_names():
    """Every public name with what it stands for: dotted names of functions, classes and what hangs on classes."""
    found = {name: getattr(so, name) for name in so.__all__}
    for room in ("swara", "charts"):
        found |= {f"{room}.{name}": getattr(getattr(so, room), name) for name in getattr(so, room).__all__}
    for home, names in MET.items():
        __import__(home)
        found |= {name: getattr(sys.modules[home], name) for name in names}
    for name, thing in list(found.items()):
        if inspect.isclass(thing):
            found |= {f"{name}.{member}": getattr_static(thing, member) for member in members(thing)}
    return found


def members(cls):
    """Public methods and properties that the package gives a class."""
    for base in cls.__mro__:
        if base.__module__.startswith("svara_odds"):
            for name, value in vars(base).items():
                if not name.startswith("_") and isinstance(
                    value, property | functools.cached_property | staticmethod | classmethod
                ) | inspect.isfunction(value):
                    yield name


def getattr_static(cls, name):
    value = inspect.getattr_static(cls, name)
    return value.__func__ if isinstance(value, staticmethod | classmethod) else value


def sections(thing):
    """A docstring by its sections; what stands before the first is under the empty name."""
    found, name, lines = {"": ""}, "", inspect.cleandoc(thing.__doc__ or "").splitlines()
    for number, line in enumerate(lines):
        if number + 1 < len(lines) and re.fullmatch("-{3,}", lines[number + 1]) and line:
            name = line
            found[name] = ""
        elif not re.fullmatch("-{3,}", line):
            found[name] += line + "\n"
    return found


def described(section):
    """Names that a section describes: those that begin a line that is not indented."""
    heads = [line.partition(" :")[0] for line in section.splitlines() if line and not line[0].isspace()]
    return {name.strip().lstrip("*") for head in heads for name in head.split(",")}


def parameters(function):
    """Names of what a function takes, itself aside."""
    names = [name for name in inspect.signature(function).parameters if not name.startswith("_")]
    return {name for name in names if name not in ("self", "cls")}


def raised(function):
    """Errors of the package that the code raises, itself or in private functions of its module that it calls."""
    function = inspect.unwrap(function)
    module = ast.parse(inspect.getsource(sys.modules[function.__module__]))
    private = {node.name: node for node in ast.walk(module) if isinstance(node, ast.FunctionDef)}
    todo, seen, found = [ast.parse(textwrap.dedent(inspect.getsource(function)))], set(), set()
    while todo:
        for node in ast.walk(todo.pop()):
            if isinstance(node, ast.Raise) and isinstance(node.exc, ast.Call) and isinstance(node.exc.func, ast.Name):
                found.add(node.exc.func.id)
            called = getattr(node, "func", None)
            name = getattr(called, "id", getattr(called, "attr", ""))
            if isinstance(node, ast.Call) and name.startswith("_") and name in private and name not in seen:
                seen.add(name)
                todo.append(private[name])
    return {getattr(errors, name) for name in found if hasattr(errors, name)}


def fields(cls):
    """Names of the fields of a dataclass that are no secret."""
    return {field.name for field in dataclasses.fields(cls) if not field.name.startswith("_")}
