"""Exact and sampled odds for Svara, the three-card betting game.

Everything a user needs hangs here and is loaded when it is first used, so that ``import svara_odds`` costs nothing:

>>> import svara_odds as so
>>> so.score("7c Kh Kd").rows()[0]["label"]
'pair of kings joined by the seven of clubs'

Where to look, by question; ``help(so.equity)`` says the rest:

What is a hand worth?
    score, score_all, score_many, distribution, compare_distributions, what_beats, parse_range

How often does it win?
    equity, ranking, equity_by_points, call_value

How is the betting played?
    betting_game, solve, play_thresholds, blind_value, blind_sweep, convergence, export_efg

Should I buy into this svara?
    svara_value, svara_prices, svara_sizes, svara_chain, svara_prospects, svara_joining, svara_demand

Which game is played?
    list_rules, load_rules, rules_diff, hand_table

What comes out, and where does it go?
    Result, RunInfo, Solved, HandTable, save_result, load_result, write_page, cluster_executor

What may go wrong?
    SvaraError, RulesError, NotationError, DealError, SolveError, MissingPackageError, DamagedFileError, ClusterError

The trick game: ``so.swara``. Charts: ``so.charts``.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

from svara_odds.errors import (
    ClusterError,
    DamagedFileError,
    DealError,
    MissingPackageError,
    NotationError,
    RulesError,
    SolveError,
    SvaraError,
)

if TYPE_CHECKING:
    from svara_odds import charts as charts
    from svara_odds import swara as swara
    from svara_odds.jobs.dask import cluster_executor
    from svara_odds.page.build import write_page
    from svara_odds.ranges.grammar import parse_range
    from svara_odds.results import Result, RunInfo
    from svara_odds.rules.catalog import list_rules, load_rules
    from svara_odds.saving import load_result, save_result
    from svara_odds.studies.blind import blind_value
    from svara_odds.studies.blind_sweep import blind_sweep, play_thresholds
    from svara_odds.studies.call import call_value
    from svara_odds.studies.convergence import convergence
    from svara_odds.studies.export import export_efg
    from svara_odds.studies.opposing import what_beats
    from svara_odds.studies.ranking import equity_by_points, ranking, svara_sizes
    from svara_odds.studies.rules import rules_diff
    from svara_odds.studies.scores import compare_distributions, distribution, score, score_all
    from svara_odds.studies.showdown import equity
    from svara_odds.studies.solve import solve
    from svara_odds.studies.solved import Solved
    from svara_odds.studies.svara import svara_prices, svara_value
    from svara_odds.studies.svara_chain import svara_chain, svara_prospects
    from svara_odds.studies.svara_joining import svara_demand, svara_joining
    from svara_odds.studies.tree import betting_game
    from svara_odds.tables.handtable import HandTable, hand_table
    from svara_odds.tables.scoring import score_many

__version__ = "0.1.0"

# "charts" is not among them: it needs an extra, and what is here works without.
__all__ = [
    "ClusterError",
    "DamagedFileError",
    "DealError",
    "HandTable",
    "MissingPackageError",
    "NotationError",
    "Result",
    "RulesError",
    "RunInfo",
    "SolveError",
    "Solved",
    "SvaraError",
    "__version__",
    "betting_game",
    "blind_sweep",
    "blind_value",
    "call_value",
    "cluster_executor",
    "compare_distributions",
    "convergence",
    "distribution",
    "equity",
    "equity_by_points",
    "export_efg",
    "hand_table",
    "list_rules",
    "load_result",
    "load_rules",
    "parse_range",
    "play_thresholds",
    "ranking",
    "rules_diff",
    "save_result",
    "score",
    "score_all",
    "score_many",
    "solve",
    "svara_chain",
    "svara_demand",
    "svara_joining",
    "svara_prices",
    "svara_prospects",
    "svara_sizes",
    "svara_value",
    "swara",
    "what_beats",
    "write_page",
]

_HOMES = {
    "Solved": "studies.solved",
    "blind_sweep": "studies.blind_sweep",
    "blind_value": "studies.blind",
    "play_thresholds": "studies.blind_sweep",
    "load_result": "saving",
    "save_result": "saving",
    "solve": "studies.solve",
    "HandTable": "tables.handtable",
    "Result": "results",
    "RunInfo": "results",
    "betting_game": "studies.tree",
    "call_value": "studies.call",
    "cluster_executor": "jobs.dask",
    "compare_distributions": "studies.scores",
    "convergence": "studies.convergence",
    "distribution": "studies.scores",
    "equity": "studies.showdown",
    "export_efg": "studies.export",
    "equity_by_points": "studies.ranking",
    "hand_table": "tables.handtable",
    "list_rules": "rules.catalog",
    "load_rules": "rules.catalog",
    "parse_range": "ranges.grammar",
    "ranking": "studies.ranking",
    "rules_diff": "studies.rules",
    "score": "studies.scores",
    "score_all": "studies.scores",
    "score_many": "tables.scoring",
    "svara_chain": "studies.svara_chain",
    "svara_demand": "studies.svara_joining",
    "svara_joining": "studies.svara_joining",
    "svara_prices": "studies.svara",
    "svara_prospects": "studies.svara_chain",
    "svara_sizes": "studies.ranking",
    "svara_value": "studies.svara",
    "what_beats": "studies.opposing",
    "write_page": "page.build",
}


def __getattr__(name: str) -> Any:
    if name == "charts":
        try:
            return importlib.import_module("svara_odds.charts")
        except ModuleNotFoundError as trouble:  # an attribute that is not there, so that hasattr() answers
            raise AttributeError("svara_odds.charts needs matplotlib; install svara-odds[charts]") from trouble
    if name == "swara":
        return importlib.import_module("svara_odds.swara")
    if name not in _HOMES:
        raise AttributeError(f"module 'svara_odds' has no attribute {name!r}")
    return getattr(importlib.import_module(f"svara_odds.{_HOMES[name]}"), name)


def __dir__() -> list[str]:
    return [*__all__, "charts"]
