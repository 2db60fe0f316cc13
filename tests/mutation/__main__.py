"""Try a sample and keep a line for each: ``python -m tests.mutation RECORD.csv [SIZE [SEED [WORKERS [STAGES]]]]``.

Mutants that the record holds already are not tried again, unless they survived.
"""

import csv
import sys
import tempfile
from pathlib import Path

from tests.mutation.mutants import lines_changed, sample
from tests.mutation.trying import SURVIVED, try_all

FIELDS = ("file", "line", "operator", "occurrence", "before", "after", "outcome", "stage", "seconds", "said")


def row_of(trial):
    """A trial as a line of the record."""
    mutant = trial.mutant
    place = (mutant.file, mutant.start[0], mutant.operator, mutant.occurrence, *lines_changed(mutant))
    return dict(zip(FIELDS, (*place, trial.outcome, trial.stage, round(trial.seconds, 1), trial.said), strict=True))


def key_of(row):
    """What tells a mutant for as long as its own line stays as it is."""
    return row["file"], row["operator"], row["before"], row["after"]


def read(record):
    """The lines of a record, the last one of each mutant."""
    if not Path(record).exists():
        return {}
    with Path(record).open(encoding="utf-8", newline="") as lines:
        return {key_of(row): row for row in csv.DictReader(lines)}


def main(record, size=500, seed=0, workers=2, stages=None):
    """Try what the record does not hold, and write it there."""
    known = {key for key, row in read(record).items() if row["outcome"] != SURVIVED}
    drawn = sample(int(size), int(seed))
    wanted = [mutant for mutant in drawn if (mutant.file, mutant.operator, *lines_changed(mutant)) not in known]
    new = not Path(record).exists()
    with Path(record).open("a", encoding="utf-8", newline="") as lines, tempfile.TemporaryDirectory() as folder:
        writer = csv.DictWriter(lines, FIELDS)
        if new:
            writer.writeheader()
        for trial in try_all(wanted, folder, int(workers), stages and int(stages)):
            writer.writerow(row_of(trial))
            lines.flush()


if __name__ == "__main__":
    main(*sys.argv[1:])
