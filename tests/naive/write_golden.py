"""Writes the recorded distributions: ``python -m tests.naive.write_golden``.

Run it only when a reading of the rules is changed on purpose; the diff then shows what the change does.
"""

import csv
from pathlib import Path

from tests.naive.scoring import RULES, distribution

GOLDEN = Path(__file__).parents[1] / "golden"


def main() -> None:
    for rules in RULES:
        with open(GOLDEN / f"distribution_{rules}.csv", "w", newline="") as file:
            writer = csv.writer(file, lineterminator="\n")
            writer.writerow(["points", "count"])
            for points, count in distribution(rules):
                # Half points are the only fractions there are, so the decimal is exact.
                writer.writerow([f"{float(points):g}", count])


if __name__ == "__main__":
    main()
