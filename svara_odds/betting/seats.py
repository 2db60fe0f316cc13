"""Seats as bits of a number: whose turn is next, and is there only one."""

from __future__ import annotations

from functools import cache
from typing import TypeVar

__all__ = ["after", "one", "replaced"]

Value = TypeVar("Value")


@cache
def after(seats: int, seat: int, n_players: int) -> int:
    """The first of `seats` (bit `i` for seat `i`, at least one) that comes after `seat`, going round the table.

    Examples
    --------
    >>> after(0b0101, 0, 4), after(0b0101, 2, 4), after(0b0001, 0, 4)
    (2, 0, 0)
    """
    return next(place % n_players for place in range(seat + 1, seat + n_players + 1) if seats >> place % n_players & 1)


def one(seats: int) -> bool:
    """Whether exactly one seat is among `seats`."""
    return seats > 0 and not seats & (seats - 1)


def replaced(values: tuple[Value, ...], seat: int, value: Value) -> tuple[Value, ...]:
    """The values with that of `seat` changed."""
    return (*values[:seat], value, *values[seat + 1 :])
