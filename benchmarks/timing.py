"""Race candidates side by side: in turn, many short rounds, and the median of the paired ratios.

Absolute times on a shared machine wander by a factor of two; the ratio of two neighbours in time does not.
"""

from __future__ import annotations

import gc
import statistics
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from benchmarks.figures import Row

__all__ = ["Race", "race"]


@dataclass(frozen=True)
class Race:
    """Seconds per unit of work, one list per candidate, round by round.

    Attributes
    ----------
    seconds : dict of str to list of float
        ``seconds[name][r]``: time of round r, divided by the units of work that the candidate did.
    """

    seconds: dict[str, list[float]]

    def median(self, name: str) -> float:
        """Median seconds per unit of work."""
        return statistics.median(self.seconds[name])

    def ratio(self, name: str, base: str) -> float:
        """Median over the rounds of time(name) / time(base) in that same round."""
        pairs = zip(self.seconds[name], self.seconds[base], strict=True)
        return statistics.median(a / b for a, b in pairs)

    def row(self, what: str, ours: str, rival: str, *, faster: bool = False, **more: Any) -> Row:
        """Ours beside a rival, named as the candidates are; `more` goes to the row."""
        ratio = self.ratio(rival, ours) if faster else self.ratio(ours, rival)
        more = {"rival": rival, "faster": faster, **more}
        return Row(what, ours=self.median(ours), theirs=self.median(rival), ratio=ratio, **more)

    def rows(self, what: str, ours: str, limits: dict[str, float | None], **more: Any) -> Iterator[Row]:
        """A row for each rival in `limits` that took part."""
        return (
            self.row(what, ours, rival, limit=limit, **more) for rival, limit in limits.items() if rival in self.seconds
        )

    def table(self, base: str, *, unit: float = 1e-9, unit_name: str = "ns") -> str:
        """Lines of name, median time in `unit` and paired ratio to `base`."""
        width = max(map(len, self.seconds))
        return "\n".join(
            f"  {name:<{width}}  {self.median(name) / unit:10.3f} {unit_name}  {self.ratio(name, base):8.2f} x {base}"
            for name in self.seconds
        )


def _seconds(work: Callable[[], object]) -> float:
    start = time.perf_counter()
    work()
    return time.perf_counter() - start


def race(
    candidates: dict[str, Callable[[], object]],
    *,
    rounds: int = 15,
    units: dict[str, float] | float = 1.0,
    least_seconds: float = 0.01,
    warm: bool = True,
) -> Race:
    """Time the candidates in turn.

    Parameters
    ----------
    candidates : dict of str to callable
        Each does its work once per call. All are called twice before the clock starts (compilation, caches).
    rounds : int
        Every round times each candidate once; the order is reversed in every other round.
    units : float or dict
        Units of work per call (deals, hands), for all or per candidate.
    least_seconds : float
        A candidate that is quicker than this is called several times per round.
    warm : bool
        False for work of many seconds that has warmed up already: it is called once per round and not before.

    Returns
    -------
    Race
    """
    per_call = {name: units[name] if isinstance(units, dict) else units for name in candidates}
    repeats: dict[str, int] = {}
    for name, work in candidates.items():
        if warm:
            work()
        repeats[name] = max(1, round(least_seconds / max(_seconds(work), 1e-9))) if warm else 1
    seconds: dict[str, list[float]] = {name: [] for name in candidates}
    collecting = gc.isenabled()
    gc.disable()
    try:
        for turn in range(rounds):
            names = list(candidates) if turn % 2 == 0 else list(reversed(candidates))
            for name in names:
                work, times = candidates[name], repeats[name]
                start = time.perf_counter()
                for _ in range(times):
                    work()
                seconds[name].append((time.perf_counter() - start) / times / per_call[name])
    finally:
        if collecting:
            gc.enable()
    return Race(seconds)
