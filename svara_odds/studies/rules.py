"""Which rule sets are there, and which hands do two of them score differently?"""

from __future__ import annotations

import os
import time
from math import comb
from typing import Any

from svara_odds.cards.hands import hand_index
from svara_odds.results import Result
from svara_odds.rules.catalog import DEFAULT_RULES, list_rules, load_rules
from svara_odds.studies.provenance import run_info
from svara_odds.text.wording import points_number

__all__ = ["rules_diff", "rules_listing"]


def rules_listing() -> Result:
    """The shipped rule sets.

    Returns
    -------
    Result
        One row a rule set: ``name``, ``title``, ``kind``, ``cards``, ``hands``, ``source``.
    """
    start = time.perf_counter()
    sets = [load_rules(name) for name in list_rules()]
    columns: dict[str, list[Any]] = {
        "name": [rules.name for rules in sets],
        "title": [rules.title for rules in sets],
        "kind": [rules.file.kind for rules in sets],
        "cards": [rules.deck.n_cards for rules in sets],
        "hands": [comb(rules.deck.n_cards, 3) for rules in sets],
        "source": [rules.source for rules in sets],
    }
    return Result(run_info(load_rules(DEFAULT_RULES), start), columns, name="rules")


def rules_diff(first: str | os.PathLike[str], second: str | os.PathLike[str]) -> Result:
    """The hands that two rule sets score differently.

    Parameters
    ----------
    first, second : str or path
        Names or rule files. Where their decks differ, the hands that both have are compared.

    Returns
    -------
    Result
        One row a hand: ``hand``, ``a`` and ``b`` in points. Beside the rows: ``shared``, the hands in both
        decks, and ``only_in``, how many hands each deck has alone.
    """
    from svara_odds.tables.handtable import hand_table  # here: a listing needs no numpy

    start = time.perf_counter()
    a, b = hand_table(first), hand_table(second)
    columns: dict[str, list[Any]] = {"hand": [], "a": [], "b": []}
    shared = 0
    for index, hand in enumerate(a.hands.tolist()):
        names = [a.deck.cards[card] for card in hand]
        if not all(name in b.deck for name in names):
            continue
        shared += 1
        other = hand_index(b.deck.position(name) for name in names)
        if a.half_points[index] != b.half_points[other]:
            columns["hand"].append(a.text(index))
            columns["a"].append(points_number(int(a.half_points[index])))
            columns["b"].append(points_number(int(b.half_points[other])))
    extra = {
        "a": a.rules.name,
        "b": b.rules.name,
        "shared": shared,
        "only_in": {a.rules.name: a.n_hands - shared, b.rules.name: b.n_hands - shared},
    }
    return Result(run_info(a.rules, start, first=a.rules.name, second=b.rules.name), columns, name="hands", extra=extra)
