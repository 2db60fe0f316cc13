"""What every study gives back: columns of plain numbers, and how they came about."""

from __future__ import annotations

import html
import math
from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from fractions import Fraction
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["Result", "RunInfo", "plain"]

DECIMALS, SMALLEST = 6, 1e-5  # what a notebook shows of a number
MOST_ROWS = 60  # what a terminal or a notebook shows of a long table


@dataclass(frozen=True)
class RunInfo:
    """How a result came about: version, rules, method, seed, deals, seconds.

    Attributes
    ----------
    version : str
        Version of the package.
    rules : str
        Name of the rule set.
    digest : str
        SHA-256 of what the rule set says.
    parameters : mapping
        What was asked.
    method : str
        ``exact``, ``monte-carlo`` or another word of the study.
    seed : int, optional
        Seed of a sampled result, also where none was given.
    deals : int, optional
        Deals counted or sampled.
    seconds : float
        Time it took.
    note : str
        Why this method was taken, in a sentence.
    """

    version: str
    rules: str
    digest: str
    parameters: Mapping[str, Any] = field(default_factory=dict)
    method: str = "exact"
    seed: int | None = None
    deals: int | None = None
    seconds: float = 0.0
    note: str = ""


@dataclass(frozen=True, eq=False, repr=False)
class Result:
    """A table of results with its provenance.

    Attributes
    ----------
    info : RunInfo
        How it came about.
    columns : mapping of str to sequence
        Columns of equal length: Python numbers, texts, fractions.
    name : str
        What a row is, in the plural, such as ``"hands"``; the key of the rows in JSON.
    extra : mapping
        Single values beside the rows.
    """

    info: RunInfo
    columns: Mapping[str, list[Any]]
    name: str = "rows"
    extra: Mapping[str, Any] = field(default_factory=dict)

    def rows(self) -> list[dict[str, Any]]:
        """The rows as dictionaries."""
        return [dict(zip(self.columns, values, strict=True)) for values in zip(*self.columns.values(), strict=True)]

    def frame(self) -> pd.DataFrame:
        """The columns as a tidy pandas frame; fractions become floats, an interval two columns."""
        import pandas as pd

        columns = self.flat_columns()
        return pd.DataFrame({key: [plain(value) for value in values] for key, values in columns.items()})

    def flat_columns(self) -> dict[str, list[Any]]:
        """The columns with every interval parted into ``…_low`` and ``…_high``."""
        flat: dict[str, list[Any]] = {}
        for key, values in self.columns.items():
            if values and all(isinstance(value, tuple) and len(value) == 2 for value in values):
                for place, end in enumerate(("low", "high")):
                    flat[f"{key}_{end}"] = [value[place] for value in values]
            else:
                flat[key] = values
        return flat

    def json(self) -> dict[str, Any]:
        """One JSON object: the rule set, the single values, then the rows under their name."""
        values = {key: plain(value) for key, value in self.extra.items()}
        rows = [{key: plain(value) for key, value in row.items()} for row in self.rows()]
        info = {item.name: plain(getattr(self.info, item.name)) for item in fields(self.info) if item.name != "rules"}
        return {"rules": self.info.rules, **values, self.name: rows, "info": info}

    def __repr__(self) -> str:
        """The table as a terminal shows it, under a line that says what it is."""
        return f"{self._heading()}\n{self.frame().to_string(index=False, max_rows=MOST_ROWS)}"

    def _repr_html_(self) -> str:
        """The table as a notebook shows it: numbers digit under digit, and nothing of a text taken for markup."""
        columns = {key: [plain(value) for value in values] for key, values in self.flat_columns().items()}
        return f"<p>{html.escape(self._heading())}</p>\n{_html_table(columns)}"

    def _heading(self) -> str:
        return f"{self.name}, rules {self.info.rules}, {self.info.method}"


def _html_table(columns: Mapping[str, list[Any]]) -> str:
    """Columns as a table in HTML; of a long one the two ends."""
    parts = []
    for heading, values in columns.items():
        numbers = all(value is None or isinstance(value, int | float) for value in values)
        cells = _digit_under_digit(values) if numbers else ["" if value is None else str(value) for value in values]
        if len(cells) > MOST_ROWS:
            cells = [*cells[: MOST_ROWS // 2], "…", *cells[-MOST_ROWS // 2 :]]
        look = "text-align: right; font-variant-numeric: tabular-nums" if numbers else "text-align: left"
        head = f'<th scope="col" style="{look}">{html.escape(heading)}</th>'
        parts.append([head, *(f'<td style="{look}">{html.escape(cell)}</td>' for cell in cells)])
    lines = [f"<tr>{''.join(row)}</tr>" for row in zip(*parts, strict=True)]
    return "<table>\n<thead>{}</thead>\n<tbody>\n{}\n</tbody>\n</table>".format(
        lines[0] if lines else "", "\n".join(lines[1:])
    )


def _digit_under_digit(values: list[Any]) -> list[str]:
    """Numbers with as many decimals as the longest of them needs, up to six; what is too small for that as a power."""
    shown = [abs(value) for value in values if isinstance(value, float) and (value == 0 or abs(value) >= SMALLEST)]
    needed = [len(f"{value:.{DECIMALS}f}".rstrip("0").partition(".")[2]) for value in shown]
    return ["" if value is None else _digits(value, max(needed, default=0)) for value in values]


def _digits(value: float, decimals: int) -> str:
    if isinstance(value, int) or not math.isfinite(value):
        return str(value)
    return f"{value:.{decimals}f}" if value == 0 or abs(value) >= SMALLEST else f"{value:.1e}"


def plain(value: Any) -> Any:
    """A value as JSON knows it: fractions as floats, what is no finite number as None, anything else as text."""
    if hasattr(value, "tolist"):  # an array or a number of numpy, which need not be imported to be told
        value = value.tolist()
    if isinstance(value, Fraction):
        value = float(value)
    if isinstance(value, float):
        return value if math.isfinite(value) else None
    if isinstance(value, Mapping):
        return {str(key): plain(inner) for key, inner in value.items()}
    if isinstance(value, tuple | list):
        return [plain(inner) for inner in value]
    return value if value is None or isinstance(value, str | int) else str(value)
