"""Which outsiders join a svara, when they decide one after the other?"""

from __future__ import annotations

import time
from collections.abc import Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from svara_odds.errors import DealError
from svara_odds.odds.svara.buyin import buy_in
from svara_odds.odds.svara.chain import Table, prospects, reachable
from svara_odds.odds.svara.joining import Decision, joining_game
from svara_odds.odds.svara.terms import Terms
from svara_odds.results import Result
from svara_odds.rules.catalog import load_showdown_rules
from svara_odds.rules.ruleset import RuleSet
from svara_odds.studies.provenance import run_info
from svara_odds.studies.svara import read_joiners, read_pot, read_tied, told_terms
from svara_odds.studies.svara_chain import NOBODY, chances_of, read_table

if TYPE_CHECKING:
    from svara_odds.tables.handtable import RulesLike

__all__ = ["svara_demand", "svara_joining"]

SHARES = ("1/10", "1/8", "1/6", "1/5", "1/4", "1/3", "2/5", "1/2", "2/3", "1")


def svara_joining(
    pot: float | Fraction,
    tied: int,
    *,
    outsiders: int,
    players: int | None = None,
    later: str | int = NOBODY,
    price: str | float | Fraction | None = None,
    running: bool | None = None,
    rake: float | Fraction | None = None,
    join_if_equal: bool = False,
    rules: RulesLike = "bulgarian",
    **work: Any,
) -> Result:
    """Let outsiders decide in turn whether to join a svara, each seeing what those before did, all playing their best.

    Parameters
    ----------
    pot, tied, price, running, rake, rules
        As for :func:`svara_odds.svara_value`.
    outsiders : int
        Players who decide, in the order of their seats.
    players, later, **work
        As for :func:`svara_odds.svara_chain`: who joins the svaras that this one may end in. By default nobody, and
        who stays out now gets nothing.
    join_if_equal : bool
        What an outsider does to whom both are worth the same.

    Returns
    -------
    Result
        One row for each ``outsider``: how many ``joined_before``, the ``price``, what to ``join`` and to ``stay_out``
        are worth, net of all payments to come, and the ``choice``: ``joins``, ``stays out``, or ``joins (or not)``
        and ``stays out (or not)`` where both are worth the same. Beside the rows: ``joiners``, ``possible``, all
        numbers of joiners that subgame-perfect play may lead to where the indifferent do as they like, ``pot`` after
        everyone joined, and ``tied_value``.

    Raises
    ------
    DealError
        If an argument is out of bounds, so many cannot be dealt in, or the expected pot is infinite.

    Examples
    --------
    >>> game = svara_joining(15, 2, outsiders=2, price="2/5", running=True)
    >>> game.columns["choice"], game.columns["join"]
    (['joins', 'stays out'], [Fraction(1, 1), Fraction(-21, 20)])
    """
    start = time.perf_counter()
    rules = load_showdown_rules(rules)
    amount, tied = read_pot(pot), read_tied(tied, rules)
    outsiders = read_joiners(outsiders, tied, rules, name="outsiders")
    terms = Terms.of(rules.svara, price=price, running=running, rake=rake)
    table = read_table(players, tied + outsiders, later, terms, rules)
    values = _values(tied, outsiders, table, rules, work)
    game = joining_game(tied, outsiders, terms, values, join_if_equal=join_if_equal)
    deal = buy_in(tied, game.joiners, terms)
    columns: dict[str, list[Any]] = {
        "outsider": list(range(1, outsiders + 1)),
        "joined_before": [each.joined_before for each in game.decisions],
        "price": [each.price * amount for each in game.decisions],
        "join": [each.join * amount for each in game.decisions],
        "stay_out": [each.stay_out * amount for each in game.decisions],
        "choice": [_choice(each) for each in game.decisions],
    }
    extra = {
        "joiners": game.joiners,
        "possible": list(game.possible),
        "pot": deal.pot * amount,
        "tied_value": (deal.pot * values[deal.players][0] - deal.tied_price) * amount,
    }
    asked = {"pot": amount, "tied": tied, "outsiders": outsiders, "players": table.players, "later": later}
    info = run_info(rules, start, **asked, join_if_equal=join_if_equal, **told_terms(terms))
    return Result(info, columns, name="decisions", extra=extra)


def svara_demand(
    tied: int,
    rules: RulesLike = "bulgarian",
    *,
    outsiders: int,
    prices: Sequence[str | float | Fraction] = SHARES,
    players: int | None = None,
    later: str | int = NOBODY,
    running: bool | None = None,
    rake: float | Fraction | None = None,
    **work: Any,
) -> Result:
    """How many of several outsiders, deciding in turn, join at which price.

    Parameters
    ----------
    tied, outsiders, players, later, running, rake, rules, **work
        As for :func:`svara_joining`.
    prices : sequence
        Prices as for :func:`svara_odds.svara_value`.

    Returns
    -------
    Result
        One row for each ``price``: the ``fewest`` and the ``most`` who join in subgame-perfect play, which differ only
        where somebody is indifferent, and in pots at the tie the ``tied_value`` when fewest and when most join.

    Raises
    ------
    DealError
        As for :func:`svara_joining`.

    Examples
    --------
    >>> svara_demand(3, outsiders=4, prices=["0.3", "1/3", "0.4"]).columns["most"]
    [4, 4, 0]
    """
    start = time.perf_counter()
    rules = load_showdown_rules(rules)
    tied = read_tied(tied, rules)
    outsiders = read_joiners(outsiders, tied, rules, name="outsiders")
    names = ("price", "fewest", "most", "tied_value_fewest", "tied_value_most")
    columns: dict[str, list[Any]] = {key: [] for key in names}
    for price in prices:
        terms = Terms.of(rules.svara, price=price, running=running, rake=rake)
        table = read_table(players, tied + outsiders, later, terms, rules)
        values = _values(tied, outsiders, table, rules, work)
        possible = joining_game(tied, outsiders, terms, values).possible
        owned = []
        for joiners in (possible[0], possible[-1]):
            deal = buy_in(tied, joiners, terms)
            owned.append(deal.pot * values[deal.players][0] - deal.tied_price)
        for column, value in zip(columns.values(), (str(terms.price), possible[0], possible[-1], *owned), strict=True):
            column.append(value)
    asked = {"tied": tied, "outsiders": outsiders, "players": players, "later": later, "running": running, "rake": rake}
    return Result(run_info(rules, start, **asked), columns, name="prices")


def _values(
    tied: int, outsiders: int, table: Table, rules: RuleSet, work: dict[str, Any]
) -> dict[int, tuple[Fraction, Fraction | None]]:
    """What a round of each number that may come about is worth to one in it and one beside it."""
    numbers = range(tied, tied + outsiders + 1)
    if not table.joiners and not table.terms.tied_pay:  # who is in owns the same share, whatever the cards
        return {number: ((1 - table.terms.rake) / number, Fraction(0)) for number in numbers}
    sizes = chances_of(rules, {state for number in numbers for state in reachable(number, table)}, **work)
    values: dict[int, tuple[Fraction, Fraction | None]] = {}
    for number in numbers:
        ahead = prospects(number, table, sizes)[number]
        if ahead.inside is None:
            raise DealError(
                f"price: {table.terms.price} is not allowed where so many join later; the expected pot is infinite, "
                "give a lower price"
            )
        values[number] = ahead.inside, ahead.outside
    return values


def _choice(decision: Decision) -> str:
    does = "joins" if decision.joins else "stays out"
    return f"{does} (or not)" if decision.indifferent else does
