"""What is each hand worth, and how many hands have each score?"""

from __future__ import annotations

import time
from collections.abc import Iterable
from fractions import Fraction
from typing import Any

import numpy as np

from svara_odds.cards.hands import format_hand, parse_hand
from svara_odds.errors import RulesError
from svara_odds.results import Result
from svara_odds.rules.catalog import load_showdown_rules
from svara_odds.studies.arguments import reading
from svara_odds.studies.provenance import run_info
from svara_odds.tables.handtable import RulesLike, describe_term, hand_table
from svara_odds.text.wording import points_number

__all__ = ["compare_distributions", "distribution", "score", "score_all"]


def score(hands: str | Iterable[str], rules: RulesLike = "bulgarian") -> Result:
    """Score hands and say what makes their points.

    Parameters
    ----------
    hands : str or iterable of str
        One hand such as ``"7cKhKd"``, or several.
    rules : str, path or RuleSet
        The rule set.

    Returns
    -------
    Result
        One row a hand, in the order given: ``hand``, ``points``, ``label``.

    Raises
    ------
    NotationError
        If a text is not a hand of the deck.

    Examples
    --------
    >>> score("7c Kh Kd").columns["points"]
    [31]
    """
    start = time.perf_counter()
    rules = load_showdown_rules(rules)
    columns: dict[str, list[Any]] = {"hand": [], "points": [], "label": []}
    for number, text in enumerate([hands] if isinstance(hands, str) else hands, start=1):
        with reading(f"hand {number}"):
            hand = parse_hand(text, rules.deck)
        term = rules.best_term(hand)
        columns["hand"].append(format_hand(hand, rules.deck))
        columns["points"].append(points_number(term.half_points))
        columns["label"].append(describe_term(term, rules.deck))
    return Result(run_info(rules, start), columns, name="hands")


def score_all(rules: RulesLike = "bulgarian") -> Result:
    """Score every hand of the deck.

    Parameters
    ----------
    rules : str, path or RuleSet
        The rule set.

    Returns
    -------
    Result
        Rows as in :func:`score`, best hands first.

    Raises
    ------
    RulesError
        If the rules cannot be loaded, or are of another game.
    """
    start = time.perf_counter()
    table = hand_table(rules)
    best_first = np.argsort(-table.half_points.astype(np.int32), kind="stable").tolist()
    columns: dict[str, list[Any]] = {
        "hand": [table.text(index) for index in best_first],
        "points": [points_number(int(table.half_points[index])) for index in best_first],
        "label": [table.label(index) for index in best_first],
    }
    return Result(run_info(table.rules, start), columns, name="hands")


def distribution(rules: RulesLike = "bulgarian") -> Result:
    """Count the hands of each score.

    Parameters
    ----------
    rules : str, path or RuleSet
        The rule set.

    Returns
    -------
    Result
        One row a score, ascending: ``points``, ``count``, and as fractions ``probability`` of exactly this
        score, ``at_least`` this score and ``below`` it. Beside the rows: ``hands``, their number.

    Raises
    ------
    RulesError
        If the rules cannot be loaded, or are of another game.

    Examples
    --------
    >>> distribution("fortegames").rows()[-1]["count"]
    4
    """
    start = time.perf_counter()
    table = hand_table(rules)
    counts = np.bincount(table.order, minlength=len(table.levels)).tolist()
    total, below = table.n_hands, 0
    columns: dict[str, list[Any]] = {key: [] for key in ("points", "count", "probability", "at_least", "below")}
    for level, count in zip(table.levels.tolist(), counts, strict=True):
        columns["points"].append(points_number(level))
        columns["count"].append(count)
        columns["probability"].append(Fraction(count, total))
        columns["at_least"].append(Fraction(total - below, total))
        columns["below"].append(Fraction(below, total))
        below += count
    return Result(run_info(table.rules, start), columns, name="scores", extra={"hands": total})


def compare_distributions(rule_sets: Iterable[RulesLike]) -> Result:
    """Put the distributions of several rule sets under one another.

    Parameters
    ----------
    rule_sets : iterable of str, path or RuleSet
        At least one.

    Returns
    -------
    Result
        The rows of :func:`distribution` of each rule set, and before them its name in ``rules``.

    Raises
    ------
    RulesError
        If no rule set is given.

    Examples
    --------
    >>> compare_distributions(["bulgarian", "fortegames"]).frame().groupby("rules")["count"].sum().to_dict()
    {'bulgarian': 4960, 'fortegames': 4960}
    """
    start = time.perf_counter()
    loaded = [load_showdown_rules(rules) for rules in rule_sets]
    if not loaded:
        raise RulesError("rules: none given; at least one is needed")
    columns: dict[str, list[Any]] = {"rules": []}
    for rules in loaded:
        result = distribution(rules)
        columns["rules"] += [rules.name] * len(result.columns["points"])
        for key, values in result.columns.items():
            columns.setdefault(key, []).extend(values)
    return Result(run_info(loaded[0], start, rule_sets=[rules.name for rules in loaded]), columns, name="scores")
