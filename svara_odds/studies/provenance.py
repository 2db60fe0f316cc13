"""The provenance that every study writes."""

from __future__ import annotations

import time
from typing import Any

from svara_odds import __version__
from svara_odds.results import RunInfo
from svara_odds.rules.catalog import AnyRules

__all__ = ["run_info"]


def run_info(rules: AnyRules, start: float, **parameters: Any) -> RunInfo:
    """Provenance of an exact result that was begun at `start` (by ``time.perf_counter``)."""
    return RunInfo(__version__, rules.name, rules.digest, parameters, seconds=time.perf_counter() - start)
