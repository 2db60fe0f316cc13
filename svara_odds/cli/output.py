"""How commands print: an aligned table, one JSON object or CSV; suits in colour where the terminal has them."""

from __future__ import annotations

import json
import os
import re
import sys
from collections.abc import Callable
from typing import Any

import click

from svara_odds.cards.deck import SUIT_SYMBOLS, SUITS
from svara_odds.results import Result
from svara_odds.text.tables import aligned, as_csv

__all__ = ["can_print", "prepare_streams", "print_json", "print_result", "progress_bar", "suited"]

# Clubs green, diamonds blue, hearts red, spades plain: the four-colour deck of card rooms.
_COLOURS = dict(zip(SUITS, ("green", "blue", "red", None), strict=True))
_CARD = re.compile(r"(10|[2-9TJQKA])([cdhs])")
_CARDS_ONLY = re.compile(r"((10|[2-9TJQKA])[cdhs])+")


def prepare_streams() -> None:
    """Let a stream whose encoding lacks a sign print a question mark instead of failing."""
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")


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


def print_json(value: Any) -> None:
    """Print one JSON object in ASCII, on one line."""
    click.echo(json.dumps(value, ensure_ascii=True, allow_nan=False))


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
        click.echo(as_csv(result.columns, zip(*result.columns.values(), strict=True)), nl=False)
    else:
        if summary:
            click.echo(suited(summary))
        for line in aligned({key: column for key, column in result.columns.items() if key not in hidden}):
            click.echo(suited(line))


def progress_bar(quiet: bool, unit: str) -> Callable[[int, int], None] | None:
    """A callback ``(done, total)`` that draws a bar on stderr after a second, or None where nobody would see it."""
    if quiet or not sys.stderr.isatty():
        return None
    from tqdm import tqdm

    bar = tqdm(total=0, unit=unit, delay=1, leave=False, file=sys.stderr)

    def show(done: int, total: int) -> None:
        bar.total = total
        bar.update(done - bar.n)
        if done >= total:
            bar.close()

    return show
