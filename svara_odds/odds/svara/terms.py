"""On what terms a svara is played: prices as shares of the pot, read from rules, texts and numbers, all exact."""

from __future__ import annotations

import math
import re
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from numbers import Rational, Real
from operator import index
from typing import Any

from svara_odds.errors import DealError, shortened
from svara_odds.rules.schema import SvaraRules

__all__ = ["MOST_POT", "MOST_SHARE", "Terms", "exact_number", "read_price", "whole_number"]

MOST_POT = 10**15  # with MOST_SHARE it keeps every amount of a svara among the numbers that a float can hold
MOST_SHARE = 100

_OF_RULES = re.compile(r"P(/(k|[1-9][0-9]?))?")
_DECIMAL = re.compile(r"[0-9]{1,30}(\.[0-9]{0,30})?|\.[0-9]{1,30}")
_RATIO = re.compile(r"[0-9]{1,30}/0*[1-9][0-9]{0,29}")
PRICES = f"P/k, P, P/2, P/3 …, or a share of the pot above 0 and at most {MOST_SHARE}, such as 1/3 or 0.5"


@dataclass(frozen=True)
class Terms:
    """What joining a svara costs and what the house keeps.

    Attributes
    ----------
    price : str or Fraction
        What one joiner pays: ``P``, ``P/k``, ``P/2`` … as in a rule file, or a share of the pot.
    running : bool
        Whether each joiner's price is that of the pot as it has grown, else that of the pot at the tie.
    tied_pay : bool
        Whether the tied hands pay the price of the pot at the tie too, before anyone joins.
    rake : Fraction
        Share of the pot that the house keeps, once, when the pot is won.
    """

    price: str | Fraction = "P/k"
    running: bool = False
    tied_pay: bool = False
    rake: Fraction = Fraction(0)

    @classmethod
    def of(
        cls, rules: SvaraRules, *, price: Any = None, running: bool | None = None, rake: float | Rational | None = None
    ) -> Terms:
        """The terms of a rule file, but for what is given here; texts and numbers are read exactly as written.

        Examples
        --------
        >>> Terms.of(SvaraRules(price="P/2", rake=0.05)).rake, Terms.of(SvaraRules(), price="0.4").price
        (Fraction(1, 20), Fraction(2, 5))
        """
        return cls(
            read_price(rules.price if price is None else price),
            rules.running if running is None else bool(running),
            rules.tied_pay,
            exact_number("rake", rules.rake if rake is None else rake, "a number from 0 to below 1", _is_rake),
        )

    def share(self, tied: int) -> Fraction:
        """The price as a share of the pot that `tied` hands tied for."""
        if isinstance(self.price, Fraction):
            return self.price
        return SvaraRules(price=self.price).price_share(tied)


def read_price(price: Any) -> str | Fraction:
    """A price as a rule file writes it, or as a share of the pot.

    Raises
    ------
    DealError
        If it is neither.

    Examples
    --------
    >>> read_price("P/k"), read_price("1/3"), read_price(0.1)
    ('P/k', Fraction(1, 3), Fraction(1, 10))
    """
    if isinstance(price, str) and _OF_RULES.fullmatch(price.strip()):
        return price.strip()
    return exact_number("price", price, PRICES, lambda share: 0 < share <= MOST_SHARE)


def exact_number(name: str, value: Any, allowed: str, accepts: Callable[[Fraction], bool]) -> Fraction:
    """A number as it is written: 0.1 is a tenth, "1/3" a third.

    Parameters
    ----------
    name : str
        The argument, for the message.
    value : str, int, float or Fraction
        The number; texts are plain decimals or ratios.
    allowed : str
        What is allowed, for the message.
    accepts : callable
        Whether a fraction is in bounds.

    Raises
    ------
    DealError
        If it is no number, or out of bounds.
    """
    number = _fraction(value)
    if number is None or not accepts(number):
        shown = shortened(value) if isinstance(value, str) else shortened(str(value))[1:-1]
        raise DealError(f"{name}: {shown} is not allowed; give {allowed}")
    return number


def whole_number(name: str, value: Any, low: int, high: int, why: str = "") -> int:
    """A whole number between bounds, both allowed; `why` says where the upper one comes from."""
    try:
        number = index(value)
    except TypeError:
        number = low - 1
    if not low <= number <= high:
        allowed = f"a whole number from {low} to {high}" if low < high else f"{low}"
        raise DealError(f"{name}: {shortened(str(value))[1:-1]} is not allowed; give {allowed}{why}")
    return number


def _fraction(value: Any) -> Fraction | None:
    if isinstance(value, str):
        text = value.strip()
        return Fraction(text) if _DECIMAL.fullmatch(text) or _RATIO.fullmatch(text) else None
    if isinstance(value, Rational):  # numpy's integers too, whose parts are numpy's own
        return Fraction(int(value.numerator), int(value.denominator))
    if isinstance(value, Real) and math.isfinite(value):
        return Fraction(repr(float(value)))
    return None


def _is_rake(share: Fraction) -> bool:
    return 0 <= share < 1
