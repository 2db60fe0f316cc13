"""Should I buy into this svara?"""

from __future__ import annotations

import time
from collections.abc import Iterable
from dataclasses import asdict
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from svara_odds.errors import DealError
from svara_odds.odds.svara.buyin import BuyIn, buy_in, fair_share
from svara_odds.odds.svara.terms import MOST_POT, Terms, exact_number, whole_number
from svara_odds.results import Result
from svara_odds.rules.catalog import load_showdown_rules
from svara_odds.rules.ruleset import RuleSet
from svara_odds.rules.schema import MAX_PLAYERS
from svara_odds.studies.provenance import run_info

if TYPE_CHECKING:
    from svara_odds.tables.handtable import RulesLike

__all__ = ["read_joiners", "read_pot", "read_tied", "svara_prices", "svara_value", "told_terms"]

# What a table may agree on, beside the price of its rules; True: the price is that of the pot as it has grown.
PRICES = (("P/k", False), ("P/2", False), ("P/3", False), ("P", False), ("P/2", True))


def svara_value(
    pot: float | Fraction,
    tied: int,
    *,
    joiners: int | None = None,
    price: str | float | Fraction | None = None,
    running: bool | None = None,
    rake: float | Fraction | None = None,
    rules: RulesLike = "bulgarian",
) -> Result:
    """What a svara is worth to the tied and to those who join, before any further betting.

    Nobody joins a later svara. All hands are dealt anew, so everyone who is in owns the same share of the pot. (Where
    the tied have to pay too and the house keeps a part, it also keeps a part of what they pay in later svaras: that is
    left out here, and counted in :func:`svara_odds.svara_chain`.)

    Parameters
    ----------
    pot : float or Fraction
        The pot that was tied for, in any unit. Numbers are taken as they are written: 0.1 is a tenth.
    tied : int
        Hands that tied for it.
    joiners : int, optional
        Players who join; one, or none where the rules let nobody join.
    price : str, float or Fraction, optional
        What a joiner pays: ``"P/k"``, ``"P/2"``, ``"P"`` … or a share of the pot such as ``"1/3"`` or 0.5. By
        default as the rules say.
    running : bool, optional
        Whether the price is that of the pot as it has grown; by default as the rules say.
    rake : float or Fraction, optional
        Share of the pot that the house keeps when it is won; by default as the rules say.
    rules : str, path or RuleSet
        The rule set.

    Returns
    -------
    Result
        One row for each ``seat``: its ``place`` among the tied or in the order of joining, what it ``pays``, what it
        ``owns`` of the pot then, and its ``value``, the second less the first; all exact fractions. Beside the rows:
        ``price`` and ``joiner_value`` (lists in the order of joining where the price is running, else single
        numbers), ``pot`` after everyone joined, ``tied_value``, ``rake``, what the house keeps of the pot, and
        ``fair_price``, the price at which joining is worth 0 if all joiners pay it; None where no price is too dear.

    Raises
    ------
    DealError
        If an argument is out of bounds, or so many cannot be dealt in; the message names it.

    Examples
    --------
    >>> svara_value(8, 3, joiners=1, price="P/2").extra["joiner_value"]
    Fraction(-1, 1)
    >>> svara_value(16, 2, joiners=2, price="P/2", running=True).extra["joiner_value"]
    [Fraction(1, 1), Fraction(-3, 1)]
    """
    start = time.perf_counter()
    rules = load_showdown_rules(rules)
    amount, tied = read_pot(pot), read_tied(tied, rules)
    joiners = read_joiners(joiners, tied, rules)
    terms = Terms.of(rules.svara, price=price, running=running, rake=rake)
    deal = buy_in(tied, joiners, terms)
    fair = fair_share(tied, joiners, terms)
    prices, owned = [each * amount for each in deal.prices], deal.owned(terms.rake) * amount
    tied_price = deal.tied_price * amount
    pays = [tied_price] * tied + prices
    columns: dict[str, list[Any]] = {
        "seat": ["tied"] * tied + ["joiner"] * joiners,
        "place": [*range(1, tied + 1), *range(1, joiners + 1)],
        "pays": pays,
        "owns": [owned] * deal.players,
        "value": [owned - paid for paid in pays],
    }
    extra = {
        **_of_joiners(terms, deal, amount, [owned - paid for paid in prices]),
        "pot": deal.pot * amount,
        "tied_value": owned - tied_price,
        "fair_price": None if fair is None else fair * amount,
        "rake": terms.rake * deal.pot * amount,
    }
    info = run_info(rules, start, pot=amount, tied=tied, joiners=joiners, **told_terms(terms))
    return Result(info, columns, name="seats", extra=extra)


def svara_prices(
    rules: RulesLike = "bulgarian",
    *,
    tied: Iterable[int] = (2, 3, 4),
    joiners: Iterable[int] = (1, 2, 3, 4),
    prices: Iterable[tuple[str | float | Fraction, bool]] = PRICES,
    rake: float | Fraction | None = None,
) -> Result:
    """What buying in is worth under one price rule and another, in pots at the tie.

    Parameters
    ----------
    rules : str, path or RuleSet
        The rule set.
    tied, joiners : iterable of int
        Hands that tied, and players who join; pairs that are more players than the rules allow are left out.
    prices : iterable of (price, running)
        As for :func:`svara_value`.
    rake : float or Fraction, optional
        As for :func:`svara_value`.

    Returns
    -------
    Result
        One row for each ``price`` (its name), number ``tied`` and of ``joiners``: ``paid`` by the last who joins,
        its ``joiner_value``, and the ``tied_value`` of each tied hand.

    Raises
    ------
    DealError
        If an argument is out of bounds, or no pair can be played by the rules.

    Examples
    --------
    >>> set(svara_prices(prices=[("P/k", False)]).columns["joiner_value"])
    {Fraction(0, 1)}
    """
    start = time.perf_counter()
    rules = load_showdown_rules(rules)
    tied, joiners, prices = list(tied), list(joiners), list(prices)
    columns: dict[str, list[Any]] = {
        key: [] for key in ("price", "tied", "joiners", "paid", "joiner_value", "tied_value")
    }
    for price, running in prices:
        terms = Terms.of(rules.svara, price=price, running=running, rake=rake)
        for hands in [whole_number("tied", number, 2, MAX_PLAYERS) for number in tied]:
            for others in [whole_number("joiners", number, 1, MAX_PLAYERS) for number in joiners]:
                if hands + others <= rules.max_players:
                    deal = buy_in(hands, others, terms)
                    owned = deal.owned(terms.rake)
                    values = (
                        f"{terms.price}{', running' if running else ''}",
                        hands,
                        others,
                        deal.prices[-1],
                        owned - deal.prices[-1],
                        owned - deal.tied_price,
                    )
                    for column, value in zip(columns.values(), values, strict=True):
                        column.append(value)
    if not columns["price"]:
        raise DealError(f"joiners: {joiners} beside {tied} tied are too many{_table(rules)}; give fewer")
    info = run_info(rules, start, tied=tied, joiners=joiners, prices=prices, rake=rake)
    return Result(info, columns, name="prices")


def read_pot(pot: float | Fraction) -> Fraction:
    """A pot, exactly as it is written."""
    return exact_number("pot", pot, f"an amount above 0 and at most {MOST_POT:.0e}", lambda pot: 0 < pot <= MOST_POT)


def read_tied(tied: int, rules: RuleSet) -> int:
    """How many tied: at least two."""
    return whole_number("tied", tied, 2, rules.max_players, _table(rules))


def read_joiners(joiners: int | None, tied: int, rules: RuleSet, *, name: str = "joiners") -> int:
    """How many join; those that the rules let join, and that can be dealt in beside the tied."""
    free = rules.max_players - tied
    if rules.svara.joiners == "nobody":
        if joiners:
            raise DealError(f"{name}: {joiners} is not allowed; give 0: by {rules.name} nobody joins a svara")
        return 0
    if joiners is None:
        return min(1, free)
    return whole_number(name, joiners, 0, free, f": with {tied} tied{_table(rules)}")


def told_terms(terms: Terms) -> dict[str, Any]:
    """The terms as provenance tells them."""
    return {**asdict(terms), "price": str(terms.price)}


def _table(rules: RuleSet) -> str:
    return f", as {rules.name} is played by 2 to {rules.max_players}"


def _of_joiners(terms: Terms, deal: BuyIn, amount: Fraction, values: list[Fraction]) -> dict[str, Any]:
    """``price`` and ``joiner_value``: lists where the price is running; else what one pays, be there one or not."""
    if terms.running:
        return {"price": [price * amount for price in deal.prices], "joiner_value": values}
    return {"price": terms.share(deal.tied) * amount, "joiner_value": values[0] if values else None}
