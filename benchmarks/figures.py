"""What races hand over: rows of figures, kept as JSON beside this file, from which the README's tables are rendered."""

from __future__ import annotations

import dataclasses
import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

__all__ = ["FILE", "Curve", "Handed", "Row", "read", "replace", "write"]

FILE = Path(__file__).with_name("figures.json")


@dataclass(frozen=True)
class Row:
    """Ours beside a rival, measured in turn in one run.

    Attributes
    ----------
    what : str
        The work, and of what size.
    ours, theirs : float
        Medians, in `unit`, for each `per`.
    rival : str
        Who did the same, or the nearest work, said so; or the yardstick.
    ratio : float
        Median of the paired ratios: ours / theirs, or, where `faster`, theirs / ours.
    per : str
        Unit of work: a deal, a hand; empty where it is all of `what`.
    unit : str
        ``s``, ``B``, or a noun that is counted.
    limit : float or None
        What we set ourselves for the ratio: at most this, or, where `faster`, at least.
    race : str
        Name of the race, filled in by who started it; its command is ``python -m benchmarks RACE``.
    machine : str
        Processor, cores and versions; filled in likewise.
    others : float or None
        Cores that other work took meanwhile, on average; None where the system does not say.
    """

    what: str
    ours: float
    rival: str
    theirs: float
    ratio: float
    per: str = ""
    unit: str = "s"
    limit: float | None = None
    faster: bool = False
    race: str = ""
    machine: str = ""
    others: float | None = None

    @property
    def met(self) -> bool:
        """Whether the limit, if there is one, was kept."""
        if self.limit is None:
            return True
        return self.ratio >= self.limit if self.faster else self.ratio <= self.limit

    @property
    def command(self) -> str:
        """What measures it again."""
        return f"python -m benchmarks {self.race}"


@dataclass(frozen=True)
class Curve:
    """How the time of one work grows: seconds for each size."""

    panel: str
    name: str
    sizes: Sequence[float]
    seconds: Sequence[float]


@dataclass(frozen=True)
class Handed:
    """All that one race hands over; `missing` names the rivals that are not installed."""

    rows: list[Row] = field(default_factory=list)
    curves: list[Curve] = field(default_factory=list)
    missing: list[str] = field(default_factory=list)

    def json(self) -> str:
        """One line a record."""
        parts = dataclasses.asdict(self)
        lines = [f" {json.dumps(name)}: [\n  " + ",\n  ".join(map(json.dumps, parts[name])) + "\n ]" for name in parts]
        return "{\n" + ",\n".join(lines).replace("[\n  \n ]", "[]") + "\n}\n"


def read(file: Path) -> Handed:
    """What `Handed.json` wrote; nothing where there is no file."""
    if not file.exists():
        return Handed()
    found = json.loads(file.read_text(encoding="utf-8"))
    rows, curves = [Row(**row) for row in found["rows"]], [Curve(**curve) for curve in found["curves"]]
    return Handed(rows, curves, found["missing"])


def write(file: Path, handed: Handed) -> None:
    """Write figures; the rivals that were missing are not kept."""
    file.write_text(dataclasses.replace(handed, missing=[]).json(), encoding="utf-8")


def replace(kept: Handed, measured: dict[str, Handed], sequence: Iterable[str]) -> Handed:
    """Figures of the races that were run in place of their old ones, in the sequence of all races.

    A row stays if its race was not run, or if its rival was missing this time.
    """

    def stays(row: Row) -> bool:
        return row.race not in measured or any(row.rival.startswith(peer) for peer in measured[row.race].missing)

    rows = [row for row in kept.rows if stays(row)]
    curves = next((each.curves for each in measured.values() if each.curves), kept.curves)
    for each in measured.values():
        rows += each.rows
    place = {race: number for number, race in enumerate(sequence)}
    return Handed(sorted((row for row in rows if row.race in place), key=lambda row: place[row.race]), list(curves))
