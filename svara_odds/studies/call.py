"""Is this call worth its price?"""

from __future__ import annotations

import math
import time
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from svara_odds.errors import DealError
from svara_odds.ranges.handrange import HandRange
from svara_odds.results import Result
from svara_odds.studies.arguments import reading
from svara_odds.studies.showdown import equity, read_player
from svara_odds.tables.handtable import RulesLike, hand_table

__all__ = ["call_value"]


def call_value(
    hand: str | HandRange,
    opponents: Sequence[str | HandRange],
    *,
    pot: float,
    price: float,
    rules: RulesLike = "bulgarian",
    **options: Any,
) -> Result:
    """Weigh a call that closes the betting: what it costs, what it wins.

    Parameters
    ----------
    hand : str or HandRange
        The caller's hand.
    opponents : sequence of str or HandRange
        What each opponent still in may hold.
    pot : float
        What lies in the pot before the call, in any unit.
    price : float
        What the call costs, in the same unit.
    rules : str, path or RuleSet
        The rule set.
    **options
        As for :func:`svara_odds.equity`: `dead`, `method`, `deals`, `max_stderr`, `seed`, `threads`, `executor`,
        `checkpoint`, `announce`, `progress`.

    Returns
    -------
    Result
        One row: ``equity`` of the hand (a k-way tie counts as 1/k), its ``stderr``, the ``break_even`` equity
        ``price / (pot + price)``, ``ev``, what the call earns on average: ``equity * (pot + price) - price``, and
        ``ev_stderr``, the standard error of that: ``stderr * (pot + price)``, 0 if every deal was counted. An
        ``ev`` of a sample that is not at least some two ``ev_stderr`` away from 0 decides nothing.

    Raises
    ------
    DealError
        If pot or price are not positive numbers, or no deal is possible.

    Examples
    --------
    >>> call_value("AcAhAd", ["random"], pot=3, price=1).columns["break_even"]
    [0.25]
    """
    start = time.perf_counter()
    for name, amount in (("pot", pot), ("price", price), ("pot and price", pot + price)):
        if not (math.isfinite(amount) and amount > 0):
            raise DealError(f"{name}: {amount} is not allowed; give a finite amount above 0")
    table = hand_table(rules)
    with reading("hand"):
        players = [read_player(hand, table)]
    for number, opponent in enumerate(opponents, start=1):
        with reading(f"opponent {number}"):
            players.append(read_player(opponent, table))
    odds = equity(players, rules, **options)
    share, stderr = float(odds.columns["equity"][0]), odds.columns["stderr"][0]
    columns: dict[str, list[Any]] = {
        "hand": [odds.columns["hand"][0]],
        "equity": [share],
        "stderr": [stderr],
        "break_even": [price / (pot + price)],
        "ev": [share * (pot + price) - price],
        "ev_stderr": [stderr * (pot + price)],
    }
    info = replace(
        odds.info,
        parameters={**odds.info.parameters, "pot": pot, "price": price},
        seconds=time.perf_counter() - start,
    )
    single = {key: values[0] for key, values in columns.items()}
    found = {key: odds.extra[key] for key in ("method", "deals", "how", "seed") if key in odds.extra}
    extra = {**single, **found}
    return Result(info, columns, name="calls", extra=extra)
