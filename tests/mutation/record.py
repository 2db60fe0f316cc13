"""What became of mutants: `record.csv` is of a sample of 500, `survivors.csv` says why no test notices some."""

import csv
from pathlib import Path

from tests.mutation.mutants import lines_changed

HERE = Path(__file__).parent
RECORD, SURVIVORS = HERE / "record.csv", HERE / "survivors.csv"
FIELDS = ("file", "line", "operator", "before", "after", "outcome")


def read(path):
    """The lines of a record by what tells a mutant, the last one of each; none where there is no file."""
    if not Path(path).exists():
        return {}
    with Path(path).open(encoding="utf-8", newline="") as lines:
        return {key(row): row for row in csv.DictReader(lines)}


def key(row):
    """As `mutants.key_of` says it of a mutant."""
    return row["file"], row["operator"], row["before"], row["after"]


def row_of(trial):
    """A trial as a line of a record."""
    mutant = trial.mutant
    place = (mutant.file, mutant.start[0], mutant.operator, *lines_changed(mutant))
    return dict(zip(FIELDS, (*place, trial.outcome), strict=True))
