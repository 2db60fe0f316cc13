"""The tables of the figures, as text for a terminal and as Markdown between two markers of the README."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import pairwise
from pathlib import Path

from benchmarks.figures import Handed, Row

__all__ = ["BEGIN", "END", "README", "amount", "insert", "markdown", "terminal"]

README = Path(__file__).parents[1] / "README.md"
BEGIN, END = "<!-- benchmarks:begin -->", "<!-- benchmarks:end -->"
HEADS = ("what", "ours", "rival", "its figure", "ratio", "limit", "command")
# Races whose rows stand in a table of their own, folded away, and what is said of it.
APART = {
    "start": "How long a command takes from its start to its end, each time in a fresh process, with the kernels in "
    "their cache; and the first time, when they have to be compiled.",
    "tricks": "What each trick bought: the same answer with it and without it, in one run.",
}
_SCALES = {
    "s": ((1.0, "s"), (1e-3, "ms"), (1e-6, "µs"), (1e-9, "ns"), (1e-12, "ps")),
    "B": ((2**30, "GiB"), (2**20, "MiB"), (1.0, "B")),
}


def _rounded(number: float) -> str:
    """Three digits at the most, and thousands apart."""
    if number >= 999.5:
        return f"{number:,.0f}"
    return f"{number:.3g}"


def amount(value: float, unit: str, per: str = "") -> str:
    """A figure with its unit, scaled to be read: ``2.53 ns a deal``."""
    scales = _SCALES.get(unit)
    if scales is None:
        text = f"{_rounded(value)} {unit}"
    else:
        scale, name = next((each for each in scales if value >= each[0]), scales[-1])
        text = f"{_rounded(value / scale)} {name}"
    return f"{text} a {per}" if per else text


def _times(ratio: float) -> str:
    """A ratio, small ones as fractions: ``1.84 x``, ``1/120 x``."""
    return f"{_rounded(ratio)} x" if ratio > 0.1 else f"1/{_rounded(1 / ratio)} x"


def _cells(row: Row) -> tuple[str, ...]:
    ratio = _times(row.ratio) + (" as fast" if row.faster else "")
    sign = "≥" if row.faster else "≤"
    limit = "" if row.limit is None else f"{sign} {_times(row.limit)}{'' if row.met else ', missed'}"
    figures = amount(row.ours, row.unit, row.per), row.rival, amount(row.theirs, row.unit, row.per)
    return (row.what, *figures, ratio, limit, row.command)


def _lines(rows: Sequence[Row]) -> list[tuple[str, ...]]:
    """Cells of all rows; work and command are said where they change."""
    lines = [_cells(row) for row in rows]
    shown = lines[:1]
    for above, line in pairwise(lines):
        work = ("", "") if line[:2] == above[:2] else line[:2]
        shown.append((*work, *line[2:-1], "" if line[-1] == above[-1] else line[-1]))
    return shown


def terminal(rows: Sequence[Row]) -> str:
    """One table in columns of even width."""
    lines = [HEADS, *_lines(rows)]
    widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
    texts = ("  ".join(cell.ljust(width) for cell, width in zip(line, widths, strict=True)) for line in lines)
    return "\n".join(text.rstrip() for text in texts)


def _table(heads: Sequence[str], lines: Iterable[Sequence[str]]) -> list[str]:
    return [f"| {' | '.join(line)} |" for line in (heads, ["---"] * len(heads), *lines)]


def _races(rows: Sequence[Row]) -> list[str]:
    lines = [(*cells[:-1], f"`{cells[-1]}`" if cells[-1] else "") for cells in _lines(rows)]
    return _table(HEADS, lines)


def _apart(race: str, rows: Sequence[Row]) -> list[str]:
    """A table without the columns that are alike in all its rows."""
    lines = [_cells(row) for row in rows]
    keep = [place for place, column in enumerate(zip(*lines, strict=True)) if len(set(column)) > 1]
    heads = [HEADS[place] for place in keep]
    body = _table(heads, [[cells[place] for place in keep] for cells in lines])
    folded = f"<details><summary>{APART[race]}</summary>"
    return ["", folded, "", f"`{rows[0].command}`", "", *body, "", "</details>"]


def _machines(rows: Sequence[Row]) -> str:
    """On what was measured, and what else it did."""
    names = list(dict.fromkeys(row.machine for row in rows))
    texts = []
    for name in names:
        mine = [row for row in rows if row.machine == name]
        text = name if len(names) == 1 else f"{name} ({', '.join(dict.fromkeys(row.race for row in mine))})"
        busy = [row.others for row in mine if row.others is not None]
        texts.append(text + (f"; other work took {min(busy):.2f} to {max(busy):.2f} cores meanwhile" if busy else ""))
    return f"Measured on {'; on '.join(texts)}."


def markdown(handed: Handed) -> str:
    """What stands between the markers."""
    together = [row for row in handed.rows if row.race not in APART]
    lines = [_machines(handed.rows), "", *_races(together)]
    for race in APART:
        rows = [row for row in handed.rows if row.race == race]
        if rows:
            lines += _apart(race, rows)
    return "\n".join(lines)


def insert(text: str, between: str) -> str:
    """A text with what stands between its markers replaced; ValueError where it has not each of them once, in turn."""
    if text.count(BEGIN) != 1 or text.count(END) != 1 or text.index(BEGIN) > text.index(END):
        raise ValueError(f"{README.name} must hold {BEGIN} and {END} once each, in this sequence")
    before, after = text[: text.index(BEGIN)], text[text.index(END) :]
    return f"{before}{BEGIN}\n{between}\n{after}"
