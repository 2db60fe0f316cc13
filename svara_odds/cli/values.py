"""Numbers among the options: what is wrong with one is said with its value and what is allowed."""

from __future__ import annotations

import math
from collections.abc import Callable

import click

from svara_odds.errors import shortened

__all__ = ["amount", "not_negative", "whole_number", "whole_numbers"]

MOST_DIGITS = 40
Callback = Callable[[click.Context, click.Parameter, str | None], int | None]


def whole_number(low: int, high: int, *, spoken: str = "") -> Callback:
    """A callback of an option whose value is a whole number in plain digits.

    Parameters
    ----------
    low, high : int
        The smallest and the largest number allowed.
    spoken : str, optional
        How a message writes `high`.
    """

    def read(ctx: click.Context, parameter: click.Parameter, value: str | None) -> int | None:
        if value is None:
            return None
        digits = str(value)
        if digits.isascii() and digits.isdigit() and len(digits) <= MOST_DIGITS and low <= int(digits) <= high:
            return int(digits)
        raise _refused(ctx, parameter, digits, f"a whole number from {low} to {spoken or high}")

    return read


def whole_numbers(low: int, high: int) -> Callable[[click.Context, click.Parameter, str | None], list[int] | None]:
    """A callback of an option that takes whole numbers: ``4``, ``2-6`` or ``2,6-8``.

    Parameters
    ----------
    low, high : int
        The smallest and the largest number allowed.
    """
    read = whole_number(low, high)

    def read_all(ctx: click.Context, parameter: click.Parameter, value: str | None) -> list[int] | None:
        if value is None:
            return None
        numbers: set[int] = set()
        for part in str(value).split(","):
            ends = [read(ctx, parameter, end.strip()) for end in part.split("-", 1)]
            first, last = ends[0] or 0, ends[-1] or 0
            if first > last:
                raise _refused(ctx, parameter, part, "the smaller number first")
            numbers.update(range(first, last + 1))
        return sorted(numbers)

    return read_all


def amount(ctx: click.Context, parameter: click.Parameter, value: str | None) -> float | None:
    """Callback of an option whose value is a finite number above 0."""
    if value is None:
        return None
    if 0 < (number := _number(value)) < math.inf:
        return number
    raise _refused(ctx, parameter, value, "a number above 0")


def not_negative(ctx: click.Context, parameter: click.Parameter, value: str | None) -> float | None:
    """Callback of an option whose value is a finite number, 0 or above."""
    if value is None:
        return None
    if 0 <= (number := _number(value)) < math.inf:
        return number
    raise _refused(ctx, parameter, value, "a number, 0 or above")


def _number(text: str) -> float:
    try:
        return float(text) if text.isascii() and "_" not in text else math.nan
    except ValueError:
        return math.nan


def _refused(ctx: click.Context, parameter: click.Parameter, text: str, allowed: str) -> click.BadParameter:
    return click.BadParameter(f"{shortened(text)} is not allowed; give {allowed}", ctx, parameter)
