"""The trick game Swara: whips, the choice before play, and three tricks.

The studies of it hang here, as ``svara_odds.swara``, and are loaded when they are first used:

>>> import svara_odds as so
>>> so.swara.whip_odds(4).extra["dealt"]
Fraction(7, 155)
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from svara_odds.studies.trick_duel import duel
    from svara_odds.studies.trick_play import best_card
    from svara_odds.studies.trick_strength import tricks_by_strength, value_by_trumps
    from svara_odds.studies.trick_table import policy_table
    from svara_odds.studies.trick_value import hand_value
    from svara_odds.studies.trick_whips import exchange_whips, whip_incomes, whip_odds

__all__ = [
    "best_card",
    "duel",
    "exchange_whips",
    "hand_value",
    "policy_table",
    "tricks_by_strength",
    "value_by_trumps",
    "whip_incomes",
    "whip_odds",
]

_HOMES = {
    "best_card": "trick_play",
    "duel": "trick_duel",
    "exchange_whips": "trick_whips",
    "hand_value": "trick_value",
    "policy_table": "trick_table",
    "tricks_by_strength": "trick_strength",
    "value_by_trumps": "trick_strength",
    "whip_incomes": "trick_whips",
    "whip_odds": "trick_whips",
}


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module 'svara_odds.swara' has no attribute {name!r}")
    return getattr(importlib.import_module(f"svara_odds.studies.{_HOMES[name]}"), name)


def __dir__() -> list[str]:
    return list(__all__)
