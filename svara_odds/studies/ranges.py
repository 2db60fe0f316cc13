"""Which hands are in this range?"""

from __future__ import annotations

import time
from typing import Any

from svara_odds.cards.hands import parse_cards
from svara_odds.ranges.grammar import parse_range
from svara_odds.results import Result
from svara_odds.studies.arguments import reading
from svara_odds.studies.provenance import run_info
from svara_odds.tables.handtable import RulesLike, hand_table
from svara_odds.text.wording import points_number

__all__ = ["range_hands"]


def range_hands(text: str, rules: RulesLike = "bulgarian", *, dead: str = "", by_points: bool = False) -> Result:
    """List the hands of a range, or count them by score, the best first.

    Parameters
    ----------
    text : str
        The range; its grammar stands with :func:`svara_odds.parse_range`.
    rules : str, path or RuleSet
        The rule set.
    dead : str
        Cards that nobody can hold.
    by_points : bool
        Count the hands of each score instead of listing them.

    Returns
    -------
    Result
        One row a hand: ``hand``, ``points``, ``weight``; or one row a score: ``points``, ``hands``, ``weight``.
        Beside the rows: ``range`` in its shortest writing, ``hands`` in it and ``of`` how many, its ``weight``.

    Raises
    ------
    NotationError
        If the range cannot be read; the message names the position.

    Examples
    --------
    >>> range_hands("33+", "fortegames", by_points=True).columns["hands"]
    [4, 10]
    """
    start = time.perf_counter()
    table = hand_table(rules)
    with reading("dead"):
        gone = parse_cards(dead, table.deck)
    with reading("range"):
        spread = parse_range(text, table, dead=gone)
    columns: dict[str, list[Any]]
    if by_points:
        levels = spread.by_points()
        columns = {
            "points": [points_number(level.half_points) for level in levels],
            "hands": [level.hands for level in levels],
            "weight": [level.weight for level in levels],
        }
    else:
        hands = spread.listing()
        columns = {
            "hand": [hand.hand for hand in hands],
            "points": [points_number(hand.half_points) for hand in hands],
            "weight": [hand.weight for hand in hands],
        }
    extra = {
        "range": str(spread),
        "hands": spread.n_hands,
        "of": table.n_hands,
        "weight": sum(level.weight for level in spread.by_points()),
    }
    info = run_info(table.rules, start, range=text, dead=dead)
    return Result(info, columns, name="scores" if by_points else "rows", extra=extra)
