"""Linear equations in fractions, solved without any rounding."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

__all__ = ["solve_exactly"]


def solve_exactly(matrix: Sequence[Sequence[Fraction]], right: Sequence[Fraction]) -> list[Fraction] | None:
    """Solve ``matrix @ x = right`` by Gauss's elimination.

    Parameters
    ----------
    matrix : sequence of rows (n, n)
    right : sequence (n)

    Returns
    -------
    list of Fraction, or None
        The solution; None where it is not unique.

    Examples
    --------
    >>> solve_exactly([[Fraction(2), Fraction(1)], [Fraction(1), Fraction(1)]], [Fraction(3), Fraction(2)])
    [Fraction(1, 1), Fraction(1, 1)]
    """
    rows = [[*row, value] for row, value in zip(matrix, right, strict=True)]
    for column in range(len(rows)):
        pivot = next((place for place in range(column, len(rows)) if rows[place][column]), None)
        if pivot is None:
            return None
        rows[column], rows[pivot] = rows[pivot], rows[column]
        first = rows[column] = [value / rows[column][column] for value in rows[column]]
        for place, row in enumerate(rows):
            factor = row[column]
            if place != column and factor:
                rows[place] = [value - factor * lead for value, lead in zip(row, first, strict=True)]
    return [row[-1] for row in rows]
