"""Aligned text tables for a terminal, and CSV that a spreadsheet cannot take for formulas."""

from __future__ import annotations

import csv
import io
import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from typing import Any

__all__ = ["aligned", "as_csv", "cell_text", "spoken_number", "work_text"]

DECIMALS = 6
SMALLEST, LARGEST = 1e-5, 1e9  # between them a number is written without an exponent
FORMULA_SIGNS = ("=", "+", "-", "@", "\t", "\r")


def cell_text(value: Any) -> str:
    """Short text of one value: six decimals at most of what is not whole, nothing for None.

    Examples
    --------
    >>> cell_text(Fraction(1, 3)), cell_text(31), cell_text(32.5), cell_text(None)
    ('0.333333', '31', '32.5', '')
    >>> cell_text(0.05 + 0.2), cell_text(0.00000012), cell_text(1e18), cell_text((0.5, 1))
    ('0.25', '1.2e-07', '1e+18', '0.5 to 1')
    """
    if value is None:
        return ""
    if isinstance(value, Fraction):
        value = float(value)
    if isinstance(value, float):
        return _short(value)
    if isinstance(value, Mapping):
        return " ".join(f"{key}:{cell_text(inner)}" for key, inner in value.items())
    if isinstance(value, tuple | list):
        return " to ".join(cell_text(inner) for inner in value)
    return str(value)


def _short(value: float) -> str:
    if value and not SMALLEST <= abs(value) < LARGEST:
        return f"{value:.2g}" if abs(value) < SMALLEST else f"{value:.7g}"
    text = f"{value:.{DECIMALS}f}"
    return text.rstrip("0").rstrip(".") or "0"


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


def work_text(steps: int) -> str:
    """Work of so many elementary steps, with the time that it takes, about, at two nanoseconds a step.

    Examples
    --------
    >>> work_text(600_000_000_000)
    '600 billion steps (some 20 minutes on one core)'
    """
    seconds = steps * 2e-9
    for size, word in ((86400 * 365, "years"), (86400, "days"), (3600, "hours"), (60, "minutes"), (1, "seconds")):
        if seconds >= 2 * size:
            return f"{spoken_number(steps)} steps (some {spoken_number(seconds / size)} {word} on one core)"
    return f"{spoken_number(steps)} steps"


def _width(text: str) -> int:
    return sum(2 if unicodedata.east_asian_width(sign) in "WF" else 1 for sign in text)


def aligned(columns: Mapping[str, Sequence[Any]]) -> list[str]:
    """Lines of a table with a heading; numbers stand point under point, text to the left.

    Parameters
    ----------
    columns : mapping of str to sequence
        Columns of equal length.

    Returns
    -------
    list of str

    Examples
    --------
    >>> aligned({"hand": ["KhKd7c", "22+"], "points": [31, 32.5]})
    ['hand    points', 'KhKd7c    31', '22+       32.5']
    """
    parts: list[list[str]] = []
    for heading, values in columns.items():
        cells = [cell_text(value) for value in values]
        if values and all(isinstance(value, int | float | Fraction | None) for value in values):
            cells = _point_under_point(cells)
            width = max(len(cell) for cell in (heading, *cells))
            parts.append([cell.rjust(width) for cell in (heading, *cells)])
        else:
            width = max(_width(cell) for cell in (heading, *cells))
            parts.append([cell + " " * (width - _width(cell)) for cell in (heading, *cells)])
    return ["  ".join(row).rstrip() for row in zip(*parts, strict=True)]


def _point_under_point(cells: Sequence[str]) -> list[str]:
    """Numbers padded behind, so that their points stand in one column once they are set to the right."""
    behind = [len(cell) - cell.index(".") if "." in cell else 0 for cell in cells]
    return [cell + " " * (max(behind) - here) for cell, here in zip(cells, behind, strict=True)]


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
