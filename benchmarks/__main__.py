"""Run every race, or those named, and print what they measured as one table."""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
from pathlib import Path

from benchmarks import figures, report
from benchmarks.draw import PICTURE, draw

RACES = (
    "scoring",
    "headsup",
    "multiway",
    "simulate",
    "solve",
    "threeway",
    "sampled",
    "swara",
    "cluster",
    "start",
    "tricks",
    "growth",
)


def run(race: str, *, quick: bool) -> figures.Handed | None:
    """Figures of a race, None where it failed; in a process of its own.

    What one race has compiled or allocated must not weigh on the next.
    """
    print(f"== {race}", flush=True)
    # Else every package that was installed without byte-compiling is compiled again by each process.
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "rows.json"
        words = [sys.executable, "-m", f"benchmarks.bench_{race}", "--rows", str(file)]
        status = subprocess.run(words + ["--quick"] * quick, env=environment, check=False).returncode
        return figures.read(file) if status == 0 else None


def main(words: list[str]) -> int:
    """Run the races, print the table, and keep it where that is wanted."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description=__doc__)
    parser.add_argument("races", nargs="*", metavar="RACE", help=f"of {', '.join(RACES)}; all where none is named")
    parser.add_argument("--quick", action="store_true", help="fewer rounds and smaller work: a trial, not to be kept")
    parser.add_argument("--readme", action="store_true", help="keep the figures and write them into README.md")
    chosen = parser.parse_args(words)
    if unknown := sorted(set(chosen.races) - set(RACES)):
        parser.error(f"no race {', '.join(unknown)}; there are {', '.join(RACES)}")
    if chosen.quick and chosen.readme:
        parser.error("--readme keeps figures, which a --quick run has not")
    found = {race: run(race, quick=chosen.quick) for race in chosen.races or RACES}
    measured = {race: handed for race, handed in found.items() if handed is not None}
    print(report.terminal([row for handed in measured.values() for row in handed.rows]))
    if chosen.readme:
        kept = figures.replace(figures.read(figures.FILE), measured, RACES)
        text = report.insert(report.README.read_text(encoding="utf-8"), report.markdown(kept))
        figures.write(figures.FILE, kept)
        report.README.write_text(text, encoding="utf-8")
        if kept.curves:
            draw(kept.curves, PICTURE)
    return int(len(measured) < len(found))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
