"""What is said to readers of four languages: one file of messages for each, with plural forms and decimal signs."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cache
from importlib.resources import files
from string import Formatter
from types import MappingProxyType
from typing import Any

from svara_odds.errors import SvaraError, shortened

__all__ = [
    "LANGUAGES",
    "Said",
    "Speech",
    "checked_language",
    "message",
    "messages",
    "number",
    "own_words",
    "plural_form",
    "rules_title",
    "said_price",
]

LANGUAGES = ("en", "bg", "ru", "pl")
_COMMA = frozenset({"bg", "ru", "pl"})  # languages that write 32,5
_RAISED = str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹")
_PLURALS = frozenset({"one", "few", "many", "other"})
_REFERENCE = "@"  # "{half:@least}" is the message unit.least with n = half


def checked_language(lang: str) -> str:
    """The language itself.

    Raises
    ------
    SvaraError
        If there are no messages in it.
    """
    if lang not in LANGUAGES:
        raise SvaraError(f"lang: {shortened(str(lang))} is not allowed; there are {', '.join(LANGUAGES)}")
    return lang


@cache
def messages(lang: str) -> Mapping[str, str | Mapping[str, str]]:
    """All messages of a language.

    Parameters
    ----------
    lang : str
        One of :data:`LANGUAGES`.

    Returns
    -------
    mapping
        From a key with dots such as ``"chart.at_least.x"`` to a template or, where the words depend on a number, to
        the templates of the language's plural forms.
    """
    text = files("svara_odds.text").joinpath("messages", f"{checked_language(lang)}.toml").read_text(encoding="utf-8")
    return MappingProxyType(dict(_flat(tomllib.loads(text), "")))


def _flat(table: Mapping[str, Any], before: str) -> Iterator[tuple[str, str | Mapping[str, str]]]:
    for key, value in table.items():
        if isinstance(value, str) or value.keys() <= _PLURALS:
            yield before + key, value
        else:
            yield from _flat(value, f"{before}{key}.")


def message(lang: str, key: str, **values: Any) -> str:
    """A message in a language.

    Parameters
    ----------
    lang : str
        One of :data:`LANGUAGES`.
    key : str
        Which message.
    **values
        What its template names. Numbers are written as the language writes them; a message with plural forms goes by
        the number `n`.

    Returns
    -------
    str

    Raises
    ------
    SvaraError
        If there are no messages in that language.
    KeyError
        If it has no such message, or the template names a value that was not given.

    Examples
    --------
    >>> message("ru", "unit.points", n=21), message("ru", "unit.points", n=22), message("ru", "unit.points", n=32.5)
    ('21 очко', '22 очка', '32,5 очка')
    >>> message("pl", "unit.least", n=22), message("pl", "unit.least", n=18)
    ('co najmniej 22 punkty', 'co najmniej 18 punktów')
    """
    template = messages(lang)[key]
    if not isinstance(template, str):
        template = template[plural_form(lang, values["n"])]
    return _Writer(lang).vformat(template, (), values)


def number(lang: str, value: float | Fraction, spec: str = "") -> str:
    """A number as the language writes it; `spec` as for :func:`format`, by default the shortest.

    Examples
    --------
    >>> number("en", 32.5), number("bg", 32.5), number("pl", 12.25, ".1f"), number("ru", 4960)
    ('32.5', '32,5', '12,2', '4960')
    >>> number("ru", 0.000035), number("en", 1e-12)
    ('3,5·10⁻⁵', '10⁻¹²')
    """
    if isinstance(value, Fraction):
        value = float(value)
    text = format(value, spec or ("" if isinstance(value, int) else "g"))
    if "e" in text:
        digits, power = text.split("e")
        text = f"{'' if digits == '1' else f'{digits}·'}10{str(int(power)).translate(_RAISED)}"
    return text.replace(".", ",") if lang in _COMMA else text


def plural_form(lang: str, n: float | Fraction) -> str:
    """Which plural form goes with a number: ``one``, ``few``, ``many`` or ``other``, by the rules of Unicode's CLDR.

    Examples
    --------
    >>> [plural_form("ru", n) for n in (1, 3, 5, 11, 21, 32.5)]
    ['one', 'few', 'many', 'many', 'one', 'other']
    >>> [plural_form("pl", n) for n in (1, 3, 5, 21, 22)]
    ['one', 'few', 'many', 'many', 'few']
    """
    if n != int(n):
        return "other"
    n = abs(int(n))
    if lang in ("en", "bg"):
        return "one" if n == 1 else "other"
    if (n % 10 == 1 and n % 100 != 11) if lang == "ru" else n == 1:
        return "one"
    return "few" if n % 10 in (2, 3, 4) and n % 100 not in (12, 13, 14) else "many"


def rules_title(lang: str, name: str, title: str) -> str:
    """The title of a rule set in a language, where it is a shipped one; that of anybody's own game as it is.

    Parameters
    ----------
    lang : str
        One of :data:`LANGUAGES`.
    name, title : str
        As the rule file says them.
    """
    return own_words(lang, "rules", name, title)


def own_words(lang: str, section: str, name: str, text: str) -> str:
    """What a rule file says of itself, in a language, where that is known; else as it stands there.

    Parameters
    ----------
    lang : str
        One of :data:`LANGUAGES`.
    section : str
        ``rules`` for titles, ``note`` or ``source``.
    name, text : str
        Name of the rule set, and the text as its file says it. Somebody's own file of a known name keeps its text.
    """
    key = f"{section}.{name}"
    return message(lang, key) if messages("en").get(key) == text else text


@dataclass(frozen=True)
class Said:
    """A value of a message that is a message itself, such as the name of an action: said in whatever language asks."""

    key: str
    values: Mapping[str, Any] = field(default_factory=dict)


def said_price(price: str) -> Said | str:
    """What joining a svara costs, as the studies name it, to be said in a language.

    Examples
    --------
    >>> message("bg", "chart.svara_prices.line", price=said_price("P/2, running"), tied=3)
    'P/2 (растящ под): 3 равни'
    """
    share, running, _ = price.partition(", running")
    return Said("unit.running", {"n": share}) if running else share


@dataclass(frozen=True)
class Speech:
    """The messages of one section in one language: ``Speech("bg", "chart.at_least")("x")``."""

    lang: str
    section: str

    def __call__(self, key: str, **values: Any) -> str:
        """The message of that name in the section."""
        return message(self.lang, f"{self.section}.{key}", **values)

    def shared(self, key: str, **values: Any) -> str:
        """A message of any section, by its whole key."""
        return message(self.lang, key, **values)

    def number(self, value: float | Fraction, spec: str = "") -> str:
        """A number as the language writes it."""
        return number(self.lang, value, spec)


class _Writer(Formatter):
    """Fills a template: numbers in the language's way, references by another message."""

    def __init__(self, lang: str) -> None:
        self.lang = lang

    def format_field(self, value: Any, format_spec: str) -> str:
        """The text of one field."""
        if format_spec.startswith(_REFERENCE):
            return message(self.lang, f"unit.{format_spec[1:]}", n=value)
        if isinstance(value, Said):
            return message(self.lang, value.key, **value.values)
        if isinstance(value, int | float | Fraction):
            return number(self.lang, value, format_spec)
        return str(format(value, format_spec))
