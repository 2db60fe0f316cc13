"""Cards that are gone, and ranges without the hands that would need them: checked at the door."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from svara_odds.cards.hands import format_hand
from svara_odds.errors import DealError
from svara_odds.tables.handtable import HandTable

__all__ = ["checked_weights", "dead_mask", "without_dead"]


def dead_mask(table: HandTable, dead: Sequence[int]) -> int:
    """Bits of the dead cards.

    Raises
    ------
    DealError
        If one is not a card of the deck or stands twice.
    """
    mask = 0
    for card in map(int, dead):
        if not 0 <= card < table.n_cards:
            raise DealError(f"dead: {card} is not a card; the deck has cards 0 to {table.n_cards - 1}")
        if mask >> card & 1:
            raise DealError(f"dead: {format_hand([card], table.deck)} stands twice; every card is there once")
        mask |= 1 << card
    return mask


def checked_weights(table: HandTable, numerators: NDArray[Any], *, name: str) -> NDArray[np.int64]:
    """Weights of a range as int64, one per hand.

    Raises
    ------
    DealError
        If there is not one weight per hand, or one is not a whole number of 0 or more that fits 64 bits.
    """
    values = np.asarray(numerators)
    if values.shape != (table.n_hands,):
        raise DealError(f"{name}: weights have shape {values.shape}; one per hand is needed: ({table.n_hands},)")
    if values.dtype.kind not in "biu" or (values.dtype.kind == "u" and int(values.max()) >= 1 << 63):
        raise DealError(f"{name}: weights are {values.dtype}; whole numbers below 2**63 are needed")
    if values.min() < 0:
        raise DealError(f"{name}: a weight is {values.min()}; 0 and more is allowed")
    return values.astype(np.int64)


def without_dead(table: HandTable, weights: NDArray[np.int64], mask: int) -> NDArray[np.int64]:
    """The weights with 0 for every hand that holds a card of `mask`."""
    if not mask:
        return weights
    return np.where(table.masks & np.uint64(mask) == 0, weights, 0)
