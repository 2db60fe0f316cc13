"""Sizes of bets as a menu writes them: an amount, so many blinds, a share of the pot, so many times the bet."""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import NamedTuple

from svara_odds.errors import RulesError, shortened

__all__ = ["Size", "parse_size", "parse_sizes"]

LARGEST = 1_000_000
UNITS = {
    "": ("2", "an amount"),
    "b": ("2b", "twice the blind"),
    "p": ("0.5p", "half the pot"),
    "x": ("2x", "twice the bet"),
}


class Size(NamedTuple):
    """A size: `amount` of the `unit`.

    Attributes
    ----------
    amount : float
    unit : str
        Empty for the unit in which everything is paid, ``b`` for blinds, ``p`` for pots, ``x`` for the bet itself.
    """

    amount: float
    unit: str = ""

    def raised(self, level: float, *, blind: float, pot: float) -> float:
        """The bet that a raise by this size makes of the bet `level`.

        Parameters
        ----------
        level : float
            The bet before.
        blind : float
            What one blind is.
        pot : float
            The pot as it would be after a call, which a share of it goes by.

        Examples
        --------
        >>> [parse_size(text).raised(2, blind=1, pot=6) for text in ("2", "3b", "0.5p", "2x")]
        [4.0, 5.0, 5.0, 4.0]
        """
        if self.unit == "x":
            return level * self.amount
        return level + self.amount * (blind if self.unit == "b" else pot if self.unit == "p" else 1.0)


def parse_size(value: float | str, *, units: Iterable[str] = UNITS, name: str = "size") -> Size:
    """Read one size.

    Parameters
    ----------
    value : float or str
        ``2`` or ``"2"``, ``"2b"``, ``"0.5p"``, ``"2x"``.
    units : iterable of str
        Units that are allowed here.
    name : str
        What the size is for, the head of an error's message.

    Returns
    -------
    Size

    Raises
    ------
    RulesError
        If it cannot be read, or is not above 0 (with ``x``: above 1) or too large.

    Examples
    --------
    >>> parse_size("0.5p"), parse_size(2)
    (Size(amount=0.5, unit='p'), Size(amount=2.0, unit=''))
    """
    text = value.strip() if isinstance(value, str) else f"{float(value)!r}"
    unit = text[-1:] if text[-1:] in UNITS else ""
    digits = text.removesuffix(unit)
    try:
        amount = float(digits) if digits.isascii() and "_" not in digits else math.nan
    except ValueError:
        amount = math.nan
    if unit not in tuple(units) or not (1 if unit == "x" else 0) < amount <= LARGEST:
        known = ", ".join(f"{UNITS[each][0]} ({UNITS[each][1]})" for each in units)
        raise RulesError(f"{name}: {shortened(text)} is not a size; give one above 0 such as {known}")
    return Size(amount, unit)


def parse_sizes(
    values: Iterable[float | str], *, units: Iterable[str] = UNITS, name: str = "sizes"
) -> tuple[Size, ...]:
    """Read a menu of sizes, each once; see `parse_size`."""
    return tuple(dict.fromkeys(parse_size(value, units=units, name=name) for value in values))
