"""How a betting game is to be solved."""

from __future__ import annotations

import hashlib
import math
import os
from collections.abc import Callable
from concurrent.futures import Executor
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

import numpy as np
from numpy.typing import NDArray

from svara_odds.errors import SolveError, shortened
from svara_odds.jobs.keeper import Keeper
from svara_odds.solver.cfr import Variant

if TYPE_CHECKING:
    from svara_odds.solver.tree import PublicTree
    from svara_odds.tables.handtable import HandTable

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
        Iterations of CFR, or walks of each seat of sampled CFR; like `variant`, `seed` and `checkpoint` not for
        ``"lp"``.
    variant : str
        Of CFR, see `svara_odds.solver.cfr.VARIANTS`.
    seed : int, optional
        Of sampled CFR.
    threads : int
    executor : concurrent.futures.Executor, optional
        Where a sample's blocks are walked instead of on threads of this process.
    trainings : int
        Of sampled CFR: trainings that know nothing of each other, whose plans are added up.
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
    executor: Executor | None = None
    trainings: int = 1
    checkpoint: str | os.PathLike[str] | None = None
    progress: Progress | None = None

    def __post_init__(self) -> None:
        if self.method not in METHODS:
            raise SolveError(f"method: {self.method!r} is not allowed; give one of: {', '.join(METHODS)}")
        if not 0 < self.target < math.inf:
            raise SolveError(f"target: {self.target} is not allowed; give a positive number of antes")
        if self.max_iterations is not None and self.max_iterations < 1:
            raise SolveError(f"max_iterations: {self.max_iterations} is not allowed; give 1 or more")
        if self.trainings < 1 or (self.trainings > 1 and self.method != "sampled"):
            raise SolveError(f"trainings: {self.trainings} is not allowed; it is 1, or more with method sampled")
        if self.executor is not None and self.method in ("cfr", "lp"):
            raise SolveError(f"method: {self.method} works on this machine; cluster goes with auto or sampled")
        for name in ("max_iterations", "variant", "seed", "checkpoint") if self.method == "lp" else ():
            given = getattr(self, name)
            if given != getattr(type(self), name):
                raise SolveError(
                    f"{name}: {shortened(str(given))} is not used: method lp solves in one go; leave it out"
                )

    def keeper(
        self, way: str, tree: PublicTree, *, table: HandTable, division: NDArray[np.float64], seed: int | None = None
    ) -> Keeper:
        """The keeper of the checkpoint, if one was asked for.

        Parameters
        ----------
        way : str
            How the game is solved: work done one way is of no use to another.
        tree : PublicTree
        table : HandTable
        division : ndarray
            What ties are worth in the pots of the tree.
        seed : int, optional
            None stands for that of the checkpoint, or for a fresh one.

        Raises
        ------
        SvaraError
            If the checkpoint is of another game, or work done another way.
        DamagedFileError
            If it cannot be trusted.
        """
        game = hashlib.sha256(f"{tree.actions} {tree.rake}".encode())
        for array in (tree.parent, tree.player, tree.action, tree.partition, tree.paid, tree.pot_leaf, tree.pot_amount):
            game.update(np.ascontiguousarray(array).tobytes())
        for array in (tree.pot_seats, division, table.symmetry.class_of):
            game.update(np.ascontiguousarray(array).tobytes())
        job = {"kind": way, "table of hands": table.digest, "game": game.hexdigest()}
        return Keeper(self.checkpoint, job, seed=seed)
