"""How fast does a solve come near an equilibrium, by one variant of CFR and another?"""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import Any

from svara_odds.betting.solution import Progress
from svara_odds.errors import SolveError
from svara_odds.results import Result
from svara_odds.solver.cfr import VARIANTS, Variant
from svara_odds.studies.arguments import refuse
from svara_odds.studies.provenance import run_info
from svara_odds.studies.solve import solve
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
    target, max_iterations, threads, progress
        As for `svara_odds.solve`.
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
    for variant in dict.fromkeys(variants):
        solved = solve(
            rules,
            n_players=n_players,
            method="cfr",
            variant=variant,
            target=target,
            max_iterations=max_iterations,
            threads=threads,
            progress=progress,
            **betting,
        )
        for iteration, nashconv in solved.history:
            columns["method"].append(variant.upper())
            columns["iteration"].append(iteration)
            columns["exploitability"].append(nashconv / n_players)
    parameters = {"players": n_players, "variants": list(variants), "target": target, **betting}
    info = run_info(hand_table(rules).rules, start, **parameters)
    return Result(info, columns, name="checks", extra={"players": n_players})
