"""Finding and reading rule files: the shipped ones by name, anybody's by path."""

from __future__ import annotations

import difflib
import errno
import os
import stat
from collections.abc import Mapping
from functools import cache
from importlib import resources
from pathlib import Path
from typing import Any

import msgspec

from svara_odds.errors import RulesError, shortened
from svara_odds.rules.ruleset import RuleSet, build_ruleset
from svara_odds.rules.schema import RuleFile
from svara_odds.rules.trick_schema import TrickFile
from svara_odds.rules.trickset import TrickRules, build_trick_rules

__all__ = [
    "DEFAULT_RULES",
    "DEFAULT_TRICK_RULES",
    "AnyRules",
    "list_rules",
    "load_rules",
    "load_showdown_rules",
    "load_trick_rules",
]

AnyRules = RuleSet | TrickRules

DEFAULT_RULES = "bulgarian"
DEFAULT_TRICK_RULES = "swara"
MAX_BYTES = 64 * 1024
MAX_LINE = 4096  # the TOML reader takes seconds over a dotted key of ten thousand parts
MAX_DEPTH = 8
OWN = ("name", "examples", "note")  # what a file that extends another never inherits
NONE = "none"  # in a file that extends another: this entry of a table is not inherited


@cache
def list_rules(kind: str | None = None) -> tuple[str, ...]:
    """Names of the shipped rule sets, the default first, then alphabetically.

    Parameters
    ----------
    kind : str, optional
        ``showdown`` or ``tricks``: the games of that kind alone.

    Returns
    -------
    tuple of str

    Examples
    --------
    >>> list_rules()[0], "russian" in list_rules()
    ('bulgarian', True)
    >>> list_rules("tricks")
    ('swara',)
    """
    if kind is not None:
        return tuple(name for name in list_rules() if _shipped(name).file.kind == kind)
    folder = resources.files(__package__) / "variants"
    names = sorted(entry.name.removesuffix(".toml") for entry in folder.iterdir() if entry.name.endswith(".toml"))
    return (DEFAULT_RULES, *(name for name in names if name != DEFAULT_RULES))


def load_rules(rules: str | os.PathLike[str] | AnyRules = DEFAULT_RULES) -> AnyRules:
    """Load a rule set of any kind and check it, worked examples included.

    Parameters
    ----------
    rules : str, path, RuleSet or TrickRules
        A shipped name (see :func:`list_rules`) or the path of a TOML file; a rule set is given back as it is.

    Returns
    -------
    RuleSet or TrickRules
        As the file's ``kind`` says: ``showdown`` or ``tricks``.

    Raises
    ------
    RulesError
        If there is no such rule set, or the file cannot be read or breaks a rule of the format; the
        message names the file, the field, the value and what is allowed.

    Examples
    --------
    >>> load_rules("fortegames").deck.n_cards
    32
    """
    if isinstance(rules, RuleSet | TrickRules):
        return rules
    if isinstance(rules, str) and rules in list_rules():
        return _shipped(rules)
    path = Path(rules)
    if isinstance(rules, str) and not _is_path(rules, path):
        raise RulesError(f"rules: {_no_such_rules(rules)}")
    return _build(str(path), _read(path), path.parent)


def load_showdown_rules(rules: str | os.PathLike[str] | AnyRules = DEFAULT_RULES) -> RuleSet:
    """Load the rules of a game in which the best hand wins, as :func:`load_rules` does.

    Raises
    ------
    RulesError
        Also where the rules are those of a trick game.
    """
    loaded = load_rules(rules)
    if isinstance(loaded, TrickRules):
        raise RulesError(
            f"rules: {loaded.name} is a trick game; needed is one of the kind showdown: "
            f"{', '.join(list_rules('showdown'))}"
        )
    return loaded


def load_trick_rules(rules: str | os.PathLike[str] | AnyRules = DEFAULT_TRICK_RULES) -> TrickRules:
    """Load the rules of a trick game, as :func:`load_rules` does.

    Raises
    ------
    RulesError
        Also where the rules are of the kind ``showdown``.

    Examples
    --------
    >>> load_trick_rules().max_players
    10
    """
    loaded = load_rules(rules)
    if isinstance(loaded, RuleSet):
        raise RulesError(
            f"rules: {loaded.name} is a showdown game; needed is one of the kind tricks: "
            f"{', '.join(list_rules('tricks'))}"
        )
    return loaded


def _is_path(text: str, path: Path) -> bool:
    """Whether `text` means a file, be it there or not, rather than a misspelt name."""
    return path.suffix == ".toml" or (bool(text) and os.path.exists(path))


def _no_such_rules(name: str) -> str:
    close = difflib.get_close_matches(name, list_rules(), n=1)
    hint = f" (did you mean {close[0]}?)" if close else ""
    return f"no rule set {shortened(name)}{hint}; there are {', '.join(list_rules())}, or give the path of a .toml file"


@cache
def _shipped(name: str) -> AnyRules:
    return _build(f"{name}.toml", _parse(f"{name}.toml", _shipped_bytes(name)), None)


def _shipped_bytes(name: str) -> bytes:
    return (resources.files(__package__) / "variants" / f"{name}.toml").read_bytes()


def _read(path: Path) -> dict[str, Any]:
    try:
        mode = path.stat().st_mode
        # A pipe may keep its reader waiting for ever, a device never end. A folder says itself what it is.
        if not stat.S_ISREG(mode) and not stat.S_ISDIR(mode):
            raise OSError(errno.EINVAL, "it is not a regular file")
        with path.open("rb") as stream:
            data = stream.read(MAX_BYTES + 1)
    except (OSError, ValueError) as trouble:
        reason = trouble.strerror if isinstance(trouble, OSError) else str(trouble)
        raise RulesError(f"rules: cannot read {str(path)!r}: {reason}") from None
    if len(data) > MAX_BYTES:
        raise RulesError(f"rules: {path} is larger than {MAX_BYTES // 1024} kB, the most a rule file may have")
    return _parse(str(path), data)


def _parse(place: str, data: bytes) -> dict[str, Any]:
    for number, line in enumerate(data.split(b"\n"), start=1):
        if len(line) > MAX_LINE:
            raise RulesError(f"{place}: line {number} is longer than {MAX_LINE} bytes")
    try:
        content = msgspec.toml.decode(data.decode("utf-8-sig"))
    except UnicodeDecodeError as trouble:
        raise RulesError(f"{place}: not UTF-8 text (byte {trouble.start})") from None
    except (msgspec.DecodeError, ValueError, RecursionError) as trouble:  # also a number of too many digits
        raise RulesError(f"{place}: not a TOML file: {trouble}") from None
    assert isinstance(content, dict)
    return content


def _build(place: str, content: dict[str, Any], folder: Path | None) -> AnyRules:
    try:
        resolved = _resolved(content, folder, depth=0)
        kind = resolved.get("kind", "showdown")
        if kind == "tricks":
            return build_trick_rules(msgspec.convert(resolved, TrickFile))
        if kind != "showdown":
            raise RulesError(f"kind: {shortened(str(kind))}; it is showdown or tricks")
        return build_ruleset(msgspec.convert(resolved, RuleFile))
    except (msgspec.ValidationError, RulesError) as trouble:
        raise RulesError(f"{place}: {trouble}") from None


def _resolved(content: dict[str, Any], folder: Path | None, depth: int) -> dict[str, Any]:
    """The content with what it extends filled in; its name, examples and note are its own."""
    base_name = content.get("extends", "")
    if not isinstance(base_name, str) or not base_name:
        return content
    if depth == MAX_DEPTH:
        raise RulesError(f"extends: more than {MAX_DEPTH} files extend one another (do they go in a circle?)")
    if base_name in list_rules():
        base, base_folder = _parse(base_name, _shipped_bytes(base_name)), None
    elif folder is not None:
        path = folder / base_name
        if not _is_path(base_name, path):
            raise RulesError(f"extends: {_no_such_rules(base_name)}")
        base, base_folder = _read(path), path.parent
    else:
        raise RulesError(f"extends: {_no_such_rules(base_name)}")
    inherited = {key: value for key, value in _resolved(base, base_folder, depth + 1).items() if key not in OWN}
    return _merged(inherited, content)


def _merged(base: Mapping[str, Any], over: Mapping[str, Any]) -> dict[str, Any]:
    """Tables are merged entry by entry, anything else is replaced; ``"none"`` takes an entry away."""
    result = dict(base)
    for key, value in over.items():
        if isinstance(value, dict) and isinstance(result.get(key), dict):
            result[key] = _merged(result[key], value)
        elif value == NONE:
            result.pop(key, None)
        else:
            result[key] = value
    return result
