"""How fast does a solve come near an equilibrium, by one variant of CFR and another?"""

from __future__ import annotations

import os
import time
from collections.abc import Mapping, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass
from typing import Any

from svara_odds.errors import SolveError
from svara_odds.jobs.blocks import Block
from svara_odds.jobs.keeper import Keeper
from svara_odds.jobs.run import Progress
from svara_odds.jobs.sweep import sweep, threads_within
from svara_odds.results import Result
from svara_odds.rules.ruleset import RuleSet
from svara_odds.solver.cfr import VARIANTS, Variant
from svara_odds.studies.arguments import refuse
from svara_odds.studies.provenance import job_of, run_info
from svara_odds.studies.solve import solve
from svara_odds.studies.solved import whole
from svara_odds.tables.handtable import RulesLike, hand_table

__all__ = ["convergence"]


def convergence(
    rules: RulesLike = "bulgarian",
    *,
    n_players: int = 2,
    variants: Sequence[Variant] = ("dcfr", "cfr+"),
    target: float = 1e-3,
    max_iterations: int | None = None,
    threads: int = 1,
    executor: Executor | None = None,
    checkpoint: str | os.PathLike[str] | None = None,
    progress: Progress | None = None,
    **betting: Any,
) -> Result:
    """Solve a betting game by several variants of CFR and keep how far each was from an equilibrium, check by check.

    Parameters
    ----------
    rules : str, path or RuleSet
    n_players : int
        Two or three.
    variants : sequence of str
        ``"dcfr"``, ``"cfr+"`` and ``"cfr"``, or some of them.
    target, max_iterations
        As for `svara_odds.solve`.
    threads, executor, checkpoint, progress
        As for `svara_odds.blind_sweep`, a setting being a variant.
    **betting
        How it is bet, as for `svara_odds.betting_game`.

    Returns
    -------
    Result
        One row a check: ``method`` (the variant, in capitals), ``iteration`` and ``exploitability``, in antes: by how
        much each seat gains on average if it alone does its best, found exactly.

    Raises
    ------
    SolveError
        If a variant is not there, or the game cannot be as asked.
    SvaraError, DamagedFileError
        If the checkpoint is of another job, or cannot be trusted.

    Examples
    --------
    >>> from svara_odds import convergence
    >>> answer = convergence("fortegames", variants=["dcfr"], max_raises=1, target=0.01)
    >>> answer.columns["exploitability"][-1] <= 0.01
    True
    """
    start = time.perf_counter()
    refuse(betting, method="CFR converges", variant="give variants")
    if not variants:
        raise SolveError(f"variants: none given; give one or more of {', '.join(VARIANTS)}")
    columns: dict[str, list[Any]] = {"method": [], "iteration": [], "exploitability": []}
    loaded, each = hand_table(rules).rules, tuple(dict.fromkeys(variants))
    asked = {"n_players": n_players, "target": target, "max_iterations": max_iterations}
    work = _Variant(loaded, each, {**asked, "threads": threads_within(len(each), threads, executor), **betting})
    keeper = Keeper(checkpoint, job_of("convergence", loaded, variants=each, **asked, **betting), seed=0)
    found = sweep(work, len(each), keeper, threads=threads, executor=executor, progress=progress)
    for variant, history in zip(each, found, strict=True):
        for iteration, nashconv in history:
            columns["method"].append(variant.upper())
            columns["iteration"].append(iteration)
            columns["exploitability"].append(nashconv / n_players)
    parameters = {"players": n_players, "variants": list(variants), "target": target, **betting}
    info = run_info(loaded, start, **parameters)
    return Result(info, columns, name="checks", extra={"players": n_players})


@dataclass(frozen=True, eq=False)
class _Variant:
    """The checks of a solve by the variant that a block is numbered by."""

    rules: RuleSet
    variants: tuple[Variant, ...]
    options: Mapping[str, Any]

    def __call__(self, block: Block) -> list[tuple[int, float]]:
        solved = solve(self.rules, method="cfr", variant=self.variants[block.index], **self.options)
        return list(whole(solved).history)
