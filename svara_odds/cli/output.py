"""How commands print: an aligned table, one JSON object or CSV; suits in colour where the terminal has them."""

from __future__ import annotations

import codecs
import json
import os
import re
import shutil
import signal
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import click

from svara_odds.cards.deck import SUIT_SYMBOLS, SUITS
from svara_odds.results import Result
from svara_odds.text.tables import aligned, as_csv

if TYPE_CHECKING:
    from tqdm import tqdm

__all__ = [
    "announcer",
    "can_print",
    "prepare_streams",
    "print_answer",
    "print_csv",
    "print_json",
    "print_result",
    "progress_bar",
    "say",
    "solving_bar",
    "suited",
    "watched",
]

# Clubs green, diamonds blue, hearts red, spades plain: the four-colour deck of card rooms.
_COLOURS = dict(zip(SUITS, ("green", "blue", "red", None), strict=True))
_CARD = re.compile(r"(10|[2-9TJQKA])([cdhs])")
_CARDS_ONLY = re.compile(r"((10|[2-9TJQKA])[cdhs])+")


# What stands for a sign that the encoding of a stream lacks; any other sign becomes a question mark.
_STAND_INS = {**dict(zip(SUIT_SYMBOLS, SUITS, strict=True)), "…": "...", "–": "-", "—": "-", "≤": "<=", "×": "x"}
Progress = Callable[[int, int], None]


def prepare_streams() -> None:
    """Let a stream whose encoding lacks a sign print a plain one instead of failing."""
    codecs.register_error("svara-odds", _stand_in)
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="svara-odds")


def _stand_in(trouble: UnicodeError) -> tuple[str, int]:
    assert isinstance(trouble, UnicodeEncodeError)
    lost = trouble.object[trouble.start : trouble.end]
    return "".join(_STAND_INS.get(sign, "?") for sign in lost), trouble.end


def can_print(text: str) -> bool:
    """Whether the encoding of stdout has every sign of `text`."""
    try:
        text.encode(sys.stdout.encoding or "ascii")
    except (UnicodeEncodeError, LookupError):
        return False
    return True


def suited(text: str) -> str:
    """Cards of a text with coloured suit symbols on a terminal that has them; otherwise the text as it is."""
    if not sys.stdout.isatty() or os.environ.get("NO_COLOR") or not can_print(SUIT_SYMBOLS):
        return text

    def paint(card: re.Match[str]) -> str:
        name = card[1] + SUIT_SYMBOLS[SUITS.index(card[2])]
        return click.style(name, fg=_COLOURS[card[2]]) if _COLOURS[card[2]] else name

    return re.sub(r"\b" + _CARDS_ONLY.pattern + r"(?![A-Za-z0-9])", lambda found: _CARD.sub(paint, found[0]), text)


def say(text: str, *, end: str = "\n") -> None:
    """Print on stdout in its own encoding; left to itself, click writes UTF-8 on a stream that is ASCII."""
    click.echo(text + end, file=sys.stdout, nl=False)


def print_json(value: Any) -> None:
    """Print one JSON object in ASCII, on one line."""
    say(json.dumps(value, ensure_ascii=True, allow_nan=False))


def print_csv(columns: Mapping[str, list[Any]]) -> None:
    """Print columns of equal length as CSV."""
    say(as_csv(columns, zip(*columns.values(), strict=True)), end="")


def print_answer(answer: Mapping[str, Any], style: str, *, words: str) -> None:
    """Print a single answer: its names and values as ``json`` or ``csv``, else `words`."""
    if style == "json":
        print_json(answer)
    elif style == "csv":
        print_csv({key: [value] for key, value in answer.items()})
    else:
        say(words)


def print_result(result: Result, style: str, *, summary: str = "", hidden: tuple[str, ...] = ()) -> None:
    """Print a result as ``table``, ``json`` or ``csv``.

    Parameters
    ----------
    result : Result
    style : str
    summary : str
        A line above the table; not part of JSON or CSV.
    hidden : tuple of str
        Columns that the table leaves out.
    """
    if style == "json":
        print_json(result.json())
    elif style == "csv":
        print_csv(result.flat_columns())
    else:
        if summary:
            say(suited(summary))
        for line in aligned({key: column for key, column in result.columns.items() if key not in hidden}):
            say(suited(line))


def announcer(quiet: bool) -> Callable[[str], None]:
    """A callback that says on stderr what lies ahead, where somebody sits and watches."""
    return lambda text: click.echo(text, file=sys.stderr) if watched(quiet) else None


def watched(quiet: bool) -> bool:
    """Whether somebody sits and watches stderr."""
    return not quiet and sys.stderr is not None and sys.stderr.isatty()


@contextmanager
def progress_bar(quiet: bool, unit: str) -> Iterator[Progress | None]:
    """A callback ``(done, total)`` that draws a bar on stderr after a second, or None where nobody would see it."""
    if not watched(quiet):
        yield None
        return
    bar = _Bar(unit)
    try:
        yield bar
    finally:
        bar.close()


@contextmanager
def solving_bar(quiet: bool, method: str = "auto") -> Iterator[Callable[[int, float | None], None] | None]:
    """A callback that shows iterations and exploitability on stderr, or None where nobody would see it.

    While a linear program is solved Python hears of no signal: with that method Ctrl-C ends the process at once.
    """
    if method == "lp" and signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        signal.signal(signal.SIGINT, signal.SIG_DFL)
        try:
            with solving_bar(quiet) as progress:
                yield progress
        finally:
            signal.signal(signal.SIGINT, signal.default_int_handler)
        return
    if not watched(quiet):
        yield None
        return
    from tqdm import tqdm

    with tqdm(unit=" iterations", delay=1, leave=False, file=sys.stderr) as bar:

        def show(iterations: int, exploitability: float | None) -> None:
            if exploitability is not None:
                bar.set_postfix_str(f"exploitability {exploitability:.2e}", refresh=False)
            bar.update(iterations - bar.n)

        yield show


class _Bar:
    """A bar on stderr that is drawn after a second, and says how large the error still is where it is told."""

    def __init__(self, unit: str) -> None:
        self.unit = unit
        self.drawn: tqdm[Any] | None = None
        self.note = ""

    def __call__(self, done: int, total: int) -> None:
        """So much of the work is done."""
        if self.drawn is None:
            from tqdm import tqdm

            # On a terminal that does not tell its size tqdm draws nothing; this look has a size for it then.
            width, height = shutil.get_terminal_size()
            self.drawn = tqdm(
                unit=f" {self.unit}", unit_scale=True, delay=1, leave=False, file=sys.stderr, ncols=width, nrows=height
            )
        self.drawn.set_postfix_str(self.note, refresh=False)
        self.drawn.total = total
        self.drawn.update(done - self.drawn.n)

    def error(self, value: float) -> None:
        """The answer so far is uncertain by so much."""
        self.note = f"error {value:.1e}"

    def close(self) -> None:
        """Wipe the bar away."""
        if self.drawn is not None:
            self.drawn.close()
