"""Which scores may an opponent hold against a hand, and how often: what beats it, what ties it."""

from __future__ import annotations

import time
from fractions import Fraction
from typing import Any

import numpy as np
from numpy.typing import NDArray

from svara_odds.cards.hands import parse_hand
from svara_odds.results import Result
from svara_odds.studies.arguments import reading
from svara_odds.studies.provenance import run_info
from svara_odds.tables.handtable import HandTable, RulesLike, hand_table
from svara_odds.text.wording import points_number

__all__ = ["opposing_counts", "what_beats"]


def what_beats(hand: str, rules: RulesLike = "bulgarian") -> Result:
    """The scores of the game, the highest first, and how many hands of an opponent have each beside `hand`.

    Parameters
    ----------
    hand : str
        Three cards.
    rules : str, path or RuleSet
        The rule set.

    Returns
    -------
    Result
        One row a score: ``points``, ``hands`` of an opponent that have it, their ``probability``, and what such a
        hand does against `hand`: its ``outcome`` is ``beats``, ``ties`` or ``loses``.

    Raises
    ------
    NotationError
        If `hand` is not three different cards of the deck.

    Examples
    --------
    >>> result = what_beats("7cKhKd")
    >>> [(row["points"], row["hands"]) for row in result.rows() if row["outcome"] == "beats"]
    [(34, 1), (33, 4), (32, 0)]
    """
    start = time.perf_counter()
    table = hand_table(rules)
    with reading("hand"):
        index = table.index_of(parse_hand(hand, table.deck))
    counts = _counted(table, int(table.masks[index])).tolist()
    mine, total = int(table.order[index]), sum(counts)
    columns: dict[str, list[Any]] = {key: [] for key in ("points", "hands", "probability", "outcome")}
    for level in reversed(range(len(counts))):
        columns["points"].append(points_number(int(table.levels[level])))
        columns["hands"].append(counts[level])
        columns["probability"].append(Fraction(counts[level], total))
        columns["outcome"].append("beats" if level > mine else "ties" if level == mine else "loses")
    return Result(run_info(table.rules, start, hand=hand), columns, name="scores", extra={"hand": table.text(index)})


def opposing_counts(table: HandTable) -> NDArray[np.int64]:
    """Hands of each score that share no card with a hand, for all hand classes.

    Parameters
    ----------
    table : HandTable

    Returns
    -------
    ndarray
        int64, shape (n_classes, n_levels).
    """
    masks = table.masks[table.symmetry.representatives]
    return np.stack([_counted(table, mask) for mask in masks.tolist()])


def _counted(table: HandTable, mask: int) -> NDArray[np.int64]:
    apart = table.masks & np.uint64(mask) == 0
    return np.bincount(table.order[apart], minlength=len(table.levels))
