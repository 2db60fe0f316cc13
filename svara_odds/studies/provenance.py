"""The provenance that every study writes."""

from __future__ import annotations

import os
import time
from typing import Any

from svara_odds import __version__
from svara_odds.results import RunInfo
from svara_odds.rules.catalog import AnyRules
from svara_odds.rules.trickset import TrickRules

__all__ = ["TrickRulesLike", "job_of", "played_info", "run_info"]

TrickRulesLike = TrickRules | str | os.PathLike[str]


def run_info(rules: AnyRules, start: float, **parameters: Any) -> RunInfo:
    """Provenance of an exact result that was begun at `start` (by ``time.perf_counter``)."""
    return RunInfo(__version__, rules.name, rules.digest, parameters, seconds=time.perf_counter() - start)


def played_info(
    rules: TrickRules, start: float, *, seed: int | None, deals: int, note: str, **parameters: Any
) -> RunInfo:
    """Provenance of deals that were played out: all that there are where no seed was needed, else a sample."""
    method = "exact" if seed is None else "monte-carlo"
    seconds = time.perf_counter() - start
    return RunInfo(__version__, rules.name, rules.digest, parameters, method, seed, deals, seconds, note)


def job_of(kind: str, rules: AnyRules, **asked: Any) -> dict[str, str | int]:
    """What the numbers of a job depend on beside its seed, as its checkpoint names it."""
    job: dict[str, str | int] = {"kind": kind, "rules": rules.digest}
    return job | {name.replace("_", " "): str(value) for name, value in asked.items()}
