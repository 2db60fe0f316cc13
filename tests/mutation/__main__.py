"""Try a sample and keep a line for each: ``python -m tests.mutation RECORD.csv [SIZE [SEED [WORKERS]]]``.

Mutants that the record holds come first in the sample, and are not tried again unless they survived.
"""

import csv
import sys
import tempfile
from pathlib import Path

from tests.mutation.mutants import key_of, sample
from tests.mutation.record import FIELDS, read, row_of
from tests.mutation.trying import SURVIVED, try_all


def main(record, size=500, seed=0, workers=2):
    """Try what the record does not hold, and write it there."""
    held, new = read(record), not Path(record).exists()
    done = {key for key, row in held.items() if row["outcome"] != SURVIVED}
    wanted = [mutant for mutant in sample(int(size), int(seed), held) if key_of(mutant) not in done]
    with Path(record).open("a", encoding="utf-8", newline="") as lines, tempfile.TemporaryDirectory() as folder:
        writer = csv.DictWriter(lines, FIELDS, lineterminator="\n")
        if new:
            writer.writeheader()
        for trial in try_all(wanted, folder, int(workers)):
            writer.writerow(row_of(trial))
            lines.flush()


if __name__ == "__main__":
    main(*sys.argv[1:])
