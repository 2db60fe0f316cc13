"""How a betting game is to be solved."""

from __future__ import annotations

import math
import os
from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

from svara_odds.errors import SolveError
from svara_odds.solver.cfr import Variant

__all__ = ["METHODS", "Method", "Progress", "Settings"]

Method = Literal["auto", "cfr", "lp", "sampled"]
# Called with the iterations done and the exploitability or NashConv per seat so far (None where it is not known yet).
Progress = Callable[[int, float | None], object]

METHODS: tuple[Method, ...] = ("auto", "cfr", "lp", "sampled")


@dataclass(frozen=True)
class Settings:
    """How a game is solved.

    Attributes
    ----------
    method : str
        ``"auto"``, ``"cfr"``, ``"lp"`` or ``"sampled"``.
    target : float
        Exploitability for two seats, NashConv per seat for more, in antes, at which CFR stops.
    max_iterations : int, optional
        Iterations of CFR, or walks of each seat of sampled CFR.
    variant : str
        Of CFR, see `svara_odds.solver.cfr.VARIANTS`.
    seed : int, optional
        Of sampled CFR.
    threads : int
    checkpoint : path, optional
        Where to keep how far the work is, and to go on from.
    progress : callable, optional
    """

    method: Method = "auto"
    target: float = 1e-3
    max_iterations: int | None = None
    variant: Variant = "dcfr"
    seed: int | None = None
    threads: int = 1
    checkpoint: str | os.PathLike[str] | None = None
    progress: Progress | None = None

    def __post_init__(self) -> None:
        if self.method not in METHODS:
            raise SolveError(f"method: {self.method!r} is not allowed; give one of: {', '.join(METHODS)}")
        if not 0 < self.target < math.inf:
            raise SolveError(f"target: {self.target} is not allowed; give a positive number of antes")
        if self.max_iterations is not None and self.max_iterations < 1:
            raise SolveError(f"max_iterations: {self.max_iterations} is not allowed; give 1 or more")
