"""How a race is run in a process of its own and gives back its figures."""

from __future__ import annotations

import argparse
import dataclasses
import os
import platform
import resource
import time
from collections.abc import Callable, Iterable
from importlib import import_module
from importlib.metadata import version
from pathlib import Path
from types import ModuleType

from benchmarks.figures import Curve, Handed, Row

__all__ = ["MISSING", "hand_over", "leave_out", "machine", "peer"]

MISSING: list[str] = []  # rivals that this process looked for in vain
Measure = Callable[[bool], Iterable[Row | Curve]]


def leave_out(name: str, why: str) -> None:
    """Say that a rival does not take part; its old figures are kept."""
    print(f"  {name} {why}; left out")
    MISSING.append(name)


def peer(module: str, name: str) -> ModuleType | None:
    """A package to race against, or None and a line that says so."""
    try:
        return import_module(module)
    except ImportError:
        leave_out(name, "is not installed: pip install svara-odds[bench]")
        return None


def machine() -> str:
    """Processor, cores and versions."""
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
        name = next(line.split(":", 1)[1].strip() for line in lines if line.startswith("model name"))
    except (OSError, StopIteration):
        name = platform.processor() or platform.machine()
    versions = ", ".join(f"{package} {version(package)}" for package in ("numba", "numpy"))
    return f"{name}, {os.cpu_count()} cores, Python {platform.python_version()}, {versions}"


def _busy() -> float | None:
    """Seconds that all cores together have worked since the system started."""
    try:
        ticks = Path("/proc/stat").read_text(encoding="ascii").split("\n", 1)[0].split()[1:9]
    except OSError:
        return None
    user, nice, system, _, _, interrupts, soft, stolen = map(int, ticks)
    return (user + nice + system + interrupts + soft + stolen) / os.sysconf("SC_CLK_TCK")


def _own() -> float:
    """Seconds of processors that this process and its finished children took."""
    parts = (resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    return sum(part.ru_utime + part.ru_stime for part in parts)


def hand_over(race: str, measure: Measure, description: str | None) -> None:
    """Run a race as a command: it prints its details, and its figures go to the file given as ``--rows``."""
    parser = argparse.ArgumentParser(prog=f"python -m benchmarks.bench_{race}", description=description)
    parser.add_argument("--quick", action="store_true", help="fewer rounds and smaller work: a trial, no figures")
    parser.add_argument("--rows", type=Path, help="write the figures there, as JSON")
    chosen = parser.parse_args()
    began, busy, own = time.perf_counter(), _busy(), _own()
    found = list(measure(chosen.quick))
    after, spent, took = _busy(), _own() - own, time.perf_counter() - began
    others = None
    if busy is not None and after is not None:
        others = round(max(0.0, after - busy - spent) / took, 2)
    print(f"  {race} took {took:.0f} s, and {spent:.0f} s of processors")
    facts = {"race": race, "machine": machine(), "others": others}
    rows = [dataclasses.replace(each, **facts) for each in found if isinstance(each, Row)]
    handed = Handed(rows, [each for each in found if isinstance(each, Curve)], MISSING)
    if chosen.rows:
        chosen.rows.write_text(handed.json(), encoding="utf-8")
