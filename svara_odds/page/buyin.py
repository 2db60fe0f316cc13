"""The buy-in calculator: what a svara costs and is worth, as fractions of the pot, whatever it is asked."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from svara_odds.rules.ruleset import RuleSet
from svara_odds.studies.svara import svara_value

__all__ = ["buy_in_cases"]

PRICES = (("P/k", False), ("P/2", False), ("P/3", False), ("P", False), ("P/k", True), ("P/2", True))

Pair = tuple[int, int]


def buy_in_cases(rules: RuleSet) -> dict[str, Any] | None:
    """Price and value of joining a svara for the pot of 1, for all prices, numbers of tied hands and of joiners.

    Parameters
    ----------
    rules : RuleSet

    Returns
    -------
    dict or None
        ``most`` players; ``prices``, the game's own first, each a rule and whether it is running; ``cases`` by
        ``rule|running|tied|joiners``: what joiners ``pay``, their ``part`` of the pot then, what that is ``net``, in
        order of joining where that matters and else once for all, the ``pot`` then, and what a ``tied`` hand owns.
        Every amount is numerator and denominator. None where nobody may join.
    """
    most = rules.max_players
    if rules.svara.joiners == "nobody" or most < 3:
        return None
    prices = list(dict.fromkeys([(rules.svara.price, rules.svara.running), *PRICES]))
    cases = {
        f"{price}|{int(running)}|{tied}|{joiners}": _case(rules, price, running, tied, joiners)
        for price, running in prices
        for tied in range(2, most)
        for joiners in range(1, most - tied + 1)
    }
    return {"most": most, "prices": prices, "cases": cases}


def _case(rules: RuleSet, price: str, running: bool, tied: int, joiners: int) -> dict[str, Any]:
    result = svara_value(1, tied, joiners=joiners, price=price, running=running, rules=rules)
    joining = result.rows()[tied:]
    shown = joining if running else joining[:1]
    return {
        "pay": [_pair(row["pays"]) for row in shown],
        "part": [_pair(row["owns"]) for row in shown],
        "net": [_pair(row["value"]) for row in shown],
        "pot": _pair(result.extra["pot"]),
        "tied": _pair(result.extra["tied_value"]),
    }


def _pair(amount: Fraction) -> Pair:
    return amount.numerator, amount.denominator
