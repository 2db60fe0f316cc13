"""Two players, exactly: range against range, every hand against a range, and every hand against every other."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from svara_odds.errors import DealError
from svara_odds.odds.outcomes import OutcomeCounts
from svara_odds.odds.removal import checked_weights, dead_mask, without_dead
from svara_odds.showdown.sweep import sweep
from svara_odds.tables.handtable import HandTable

__all__ = ["SHARED_CARD", "HeadsupRows", "headsup_counts", "headsup_matrix", "headsup_rows"]

SHARED_CARD = -128  # in the matrix: hands that cannot be dealt together


class HeadsupRows(NamedTuple):
    """How every hand fares against one range; int64 arrays of shape (n_hands,).

    Attributes
    ----------
    win, tie : ndarray
        Weight of the opponent's hands that this hand beats, and that equal it.
    total : ndarray
        Weight of all the opponent's hands that share no card with this one.
    """

    win: NDArray[np.int64]
    tie: NDArray[np.int64]
    total: NDArray[np.int64]


def headsup_rows(table: HandTable, numerators: NDArray[Any] | None = None, *, dead: Sequence[int] = ()) -> HeadsupRows:
    """Every hand against one opponent.

    Parameters
    ----------
    table : HandTable
    numerators : ndarray, optional
        Whole weights of the opponent's hands, shape (n_hands,); any hand alike if left out.
    dead : sequence of int
        Cards that the opponent cannot hold.

    Returns
    -------
    HeadsupRows
        Rows of hands that hold a dead card are counted like the others.

    Raises
    ------
    DealError
        If the weights or the dead cards are none, or the weights add up to more than 2**61 - 1.

    Examples
    --------
    >>> from svara_odds.cards.hands import parse_hand
    >>> from svara_odds.tables.handtable import hand_table
    >>> table = hand_table("fortegames")
    >>> rows = headsup_rows(table)
    >>> hand = table.index_of(parse_hand("7c Ah Ad", table.deck))
    >>> [int(part[hand]) for part in rows]
    [3653, 0, 3654]
    """
    if numerators is None:
        numerators = np.ones(table.n_hands, dtype=np.int64)
    weights = without_dead(table, checked_weights(table, numerators, name="numerators"), dead_mask(table, dead))
    return HeadsupRows(*sweep(table, weights))


def headsup_counts(
    table: HandTable,
    hero_numerators: NDArray[Any],
    villain_numerators: NDArray[Any],
    *,
    dead: Sequence[int] = (),
) -> OutcomeCounts:
    """Range against range over all deals in which the hands share no card.

    Parameters
    ----------
    table : HandTable
    hero_numerators, villain_numerators : ndarray
        Whole weights of the hands of seat 0 and of seat 1, shape (n_hands,); a deal counts as often as the
        product of its two weights.
    dead : sequence of int
        Cards that neither can hold.

    Returns
    -------
    OutcomeCounts
        Exact, whatever the size of the weights.

    Raises
    ------
    DealError
        If weights or dead cards are none, weights add up to more than 2**61 - 1, or no deal is possible.

    Examples
    --------
    >>> from svara_odds.tables.handtable import hand_table
    >>> table = hand_table("fortegames")
    >>> anything = [1] * table.n_hands
    >>> headsup_counts(table, anything, anything).total == 4960 * 3654
    True
    """
    mask = dead_mask(table, dead)
    hero = without_dead(table, checked_weights(table, hero_numerators, name="hero"), mask)
    villain = without_dead(table, checked_weights(table, villain_numerators, name="villain"), mask)
    below, tied, disjoint = sweep(table, villain)
    held = np.flatnonzero(hero)
    win, tie, total = (_dot(hero[held], part[held]) for part in (below, tied, disjoint))
    if total == 0:
        raise DealError("no deal is possible: every hand of the one range shares a card with every hand of the other")
    return OutcomeCounts(2, (0, win, total - win - tie, tie))


def headsup_matrix(table: HandTable) -> NDArray[np.int8]:
    """Every hand against every other.

    Parameters
    ----------
    table : HandTable

    Returns
    -------
    ndarray
        int8, shape (n_hands, n_hands): 1 where the hand of the row beats the hand of the column, 0 where they
        tie, -1 where it loses, `SHARED_CARD` where they need the same card.
    """
    from svara_odds.odds._kernels_headsup import compare_all

    out = np.empty((table.n_hands, table.n_hands), dtype=np.int8)
    masks = table.masks.astype(np.uint32) if table.n_cards <= 32 else table.masks
    compare_all(masks, table.order, np.int8(SHARED_CARD), out)
    return out


def _dot(left: NDArray[np.int64], right: NDArray[np.int64]) -> int:
    """Exact sum of products; Python's integers take over where 64 bits might not do."""
    if len(left) == 0:
        return 0
    if int(left.max()) * int(right.max()) * len(left) < 1 << 63:
        return int(left @ right)
    return sum(a * b for a, b in zip(left.tolist(), right.tolist(), strict=True))
