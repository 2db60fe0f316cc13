"""Aligned text tables for a terminal, and CSV that a spreadsheet cannot take for formulas."""

from __future__ import annotations

import csv
import io
import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from typing import Any

__all__ = ["aligned", "as_csv", "cell_text", "spoken_number"]

FORMULA_SIGNS = ("=", "+", "-", "@", "\t", "\r")


def cell_text(value: Any) -> str:
    """Short text of one value: six digits for what is not whole, nothing for None.

    Examples
    --------
    >>> cell_text(Fraction(1, 3)), cell_text(31), cell_text(32.5), cell_text(None)
    ('0.333333', '31', '32.5', '')
    """
    if value is None:
        return ""
    if isinstance(value, Fraction):
        value = float(value)
    if isinstance(value, float):
        return f"{value:.6g}"
    if isinstance(value, Mapping):
        return " ".join(f"{key}:{cell_text(inner)}" for key, inner in value.items())
    if isinstance(value, tuple | list):
        return " to ".join(cell_text(inner) for inner in value)
    return str(value)


def spoken_number(value: float) -> str:
    """A count that a person reads.

    Examples
    --------
    >>> spoken_number(3_400_000), spoken_number(4960), spoken_number(2.18e27)
    ('3.4 million', '4960', '2.18e+27')
    """
    for size, word in ((1e15, ""), (1e12, "trillion"), (1e9, "billion"), (1e6, "million")):
        if value >= size:
            return f"{value / size:.3g} {word}" if word else f"{value:.3g}"
    return f"{value:.0f}"


def _width(text: str) -> int:
    return sum(2 if unicodedata.east_asian_width(sign) in "WF" else 1 for sign in text)


def aligned(columns: Mapping[str, Sequence[Any]]) -> list[str]:
    """Lines of a table with a heading; numbers stand to the right, text to the left.

    Parameters
    ----------
    columns : mapping of str to sequence
        Columns of equal length.

    Returns
    -------
    list of str
    """
    parts: list[list[str]] = []
    for heading, values in columns.items():
        cells = [heading, *(cell_text(value) for value in values)]
        width = max(_width(cell) for cell in cells)
        right = bool(values) and all(isinstance(value, int | float | Fraction | None) for value in values)
        parts.append([" " * (width - _width(c)) + c if right else c + " " * (width - _width(c)) for c in cells])
    return ["  ".join(row).rstrip() for row in zip(*parts, strict=True)]


def as_csv(headings: Iterable[str], rows: Iterable[Iterable[Any]]) -> str:
    """CSV text of a table. A text that a spreadsheet would run as a formula gets an apostrophe before it."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(headings)
    for row in rows:
        writer.writerow([_csv_cell(value) for value in row])
    return out.getvalue()


def _csv_cell(value: Any) -> Any:
    if isinstance(value, Fraction):
        return float(value)
    if isinstance(value, Mapping | tuple | list):
        value = cell_text(value)
    return f"'{value}" if isinstance(value, str) and value.startswith(FORMULA_SIGNS) else value
