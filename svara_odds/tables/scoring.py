"""Half points of many hands at once."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from svara_odds.errors import DealError
from svara_odds.rules.catalog import DEFAULT_RULES
from svara_odds.rules.ruleset import RuleSet
from svara_odds.tables.handtable import HandTable, hand_table

__all__ = ["score_many"]


def score_many(
    hands: ArrayLike | tuple[ArrayLike, ArrayLike, ArrayLike],
    rules: HandTable | RuleSet | str = DEFAULT_RULES,
    *,
    out: NDArray[np.int16] | None = None,
) -> NDArray[np.int16]:
    """Score many hands at once, as an array of half points.

    Parameters
    ----------
    hands : array_like, or tuple of three
        Integers, shape (N, 3): three different positions in the deck per row, in any sequence. A tuple of three
        arrays of shape (N,) is taken as columns. Contiguous uint8 is read as it is, without a copy.
    rules : HandTable, RuleSet or str
        What hands are worth; a name as `hand_table` takes it.
    out : ndarray, optional
        int16, shape (N,), contiguous, writeable: filled and returned, so that no memory need be found.

    Returns
    -------
    ndarray
        int16, shape (N,): half points.

    Raises
    ------
    DealError
        If `hands` or `out` is of another kind or shape, or a row is not three different cards of the deck.

    Examples
    --------
    >>> score_many([[0, 26, 25], [0, 1, 2]], "bulgarian").tolist()  # 7c Kh Kd and 7c 7d 7h
    [62, 68]
    """
    from svara_odds.tables import _kernels as kernels

    table = rules if isinstance(rules, HandTable) else hand_table(rules)
    given = _columns(hands) if isinstance(hands, tuple) and len(hands) == 3 else (_rows(hands),)
    size = given[0].size if len(given) == 3 else given[0].size // 3
    scores = np.empty(size, dtype=np.int16) if out is None else out
    if not _is_plain(scores) or scores.shape != (size,):
        found = f"{scores.dtype} of shape {scores.shape}" if isinstance(scores, np.ndarray) else type(scores).__name__
        raise DealError(f"out: {found}; contiguous int16 of shape ({size},) that can be written to is needed")
    formula = table.formula if kernels.permutes_bytes() else None
    lines = None if formula is None else formula.lines
    scored = kernels.score_hands(given, table.n_cards, table.half_points, lines, scores)
    if scored < size:
        columns: Any = hands if len(given) == 3 else np.asarray(hands).T
        raise DealError(_complaint(columns, scored, table))
    return scores


def _is_plain(out: Any) -> bool:
    return isinstance(out, np.ndarray) and out.dtype == np.int16 and out.flags.carray


def _columns(hands: tuple[ArrayLike, ...]) -> tuple[NDArray[np.uint8], ...]:
    first, second, third = [_bytes(column) for column in hands]
    if first.ndim != 1 or not first.shape == second.shape == third.shape:
        shapes = [first.shape, second.shape, third.shape]
        raise DealError(f"hands: columns of shapes {shapes}; one shape (N,) is needed")
    return first, second, third


def _rows(hands: ArrayLike) -> NDArray[np.uint8]:
    """The rows one after the other."""
    rows = _bytes(hands)
    if rows.size and (rows.ndim != 2 or rows.shape[1] != 3):
        raise DealError(f"hands: shape {rows.shape}; (N, 3) is needed, three cards a row")
    return rows.reshape(-1)


def _bytes(cards: ArrayLike) -> NDArray[np.uint8]:
    """Cards as contiguous uint8; what does not fit becomes 255, which is in no deck."""
    try:
        array: NDArray[Any] = np.asarray(cards)
    except ValueError:
        raise DealError("hands: rows of several lengths; three cards a row are needed") from None
    if array.size == 0:
        return np.empty(array.shape, dtype=np.uint8)
    if array.dtype != np.uint8:
        if array.dtype.kind not in "iu":
            raise DealError(f"hands: {array.dtype}; positions in the deck are integers")
        array = np.where((array < 0) | (array > 255), 255, array).astype(np.uint8)
    return np.ascontiguousarray(array)


def _complaint(columns: Iterable[ArrayLike], start: int, table: HandTable) -> str:
    """What is wrong with the first bad hand from `start` on, in the numbers that were given."""
    rows = zip(*[np.asarray(column)[start:].tolist() for column in columns], strict=True)
    for number, row in enumerate(map(list, rows), start=start):
        if len(set(row)) < 3 or not 0 <= min(row) <= max(row) < table.n_cards:
            return f"hands: row {number} is {row}; a hand is three different positions from 0 to {table.n_cards - 1}"
    raise AssertionError("the kernel stopped at a good hand")
