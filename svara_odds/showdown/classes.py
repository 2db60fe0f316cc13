"""The order and the sums of a showdown sweep over hand classes instead of hands."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from svara_odds.tables.handtable import HandTable
from svara_odds.tables.symmetry import Symmetry

__all__ = ["ClassPlan", "class_plan"]


class ClassPlan(NamedTuple):
    """What a sweep over the hand classes of one table looks up.

    Where weights are the same for all hands of a class, their sums over the hands with a card are the same for all
    cards of an orbit of the symmetry group, and so are sums over a pair of cards for all pairs of an orbit: one sum
    per orbit is kept.

    Attributes
    ----------
    starts : ndarray
        int64, shape (n_levels + 1,): where each score begins among the classes, and the end.
    keys : ndarray
        uint64, shape (n_classes, 6): sums of the orbits of the three cards of a class's hand, then of its three
        pairs; sum 0 is that of all hands, after it come those of cards, then those of pairs.
    shares : ndarray
        float64, shape (n_classes, 6): what one unit of weight on every hand of the class adds to the sum of each
        key; a class with several cards in an orbit adds so many times.
    sizes : ndarray
        float64, shape (n_classes,): hands in the class.
    n_sums : int
    """

    starts: NDArray[np.int64]
    keys: NDArray[np.uint64]
    shares: NDArray[np.float64]
    sizes: NDArray[np.float64]
    n_sums: int


def class_plan(table: HandTable, symmetry: Symmetry) -> ClassPlan:
    """Order of the sweep for the classes of `symmetry`, which may be all that the table has or fewer.

    Examples
    --------
    >>> from svara_odds.tables.handtable import hand_table
    >>> table = hand_table("fortegames")
    >>> plan = class_plan(table, table.symmetry)
    >>> len(plan.sizes), plan.n_sums
    (337, 75)
    """
    n = table.n_cards
    order = table.order[symmetry.representatives]
    starts = np.searchsorted(order, np.arange(len(table.levels) + 1)).astype(np.int64)
    moves = symmetry.generators.astype(np.int64)
    cards = _orbits(np.arange(n), moves)
    low, high = np.triu_indices(n, 1)
    number = np.zeros((n, n), dtype=np.int64)
    number[low, high] = number[high, low] = np.arange(len(low))
    pairs = _orbits(np.arange(len(low)), number[moves[:, low], moves[:, high]])
    first, middle, last = table.hands[symmetry.representatives].astype(np.int64).T
    n_cards = int(cards.max()) + 2
    keys = np.stack(
        [
            *(1 + cards[card] for card in (first, middle, last)),
            *(n_cards + pairs[number[a, b]] for a, b in ((first, middle), (first, last), (middle, last))),
        ],
        axis=1,
    )
    members = np.concatenate([np.bincount(cards), np.bincount(pairs)])
    sizes = symmetry.sizes.astype(np.float64)
    return ClassPlan(starts, keys.astype(np.uint64), sizes[:, None] / members[keys - 1], sizes, 1 + len(members))


def _orbits(things: NDArray[np.int64], moves: NDArray[np.int64]) -> NDArray[np.int64]:
    """Number of the orbit of every thing, where row `g` of `moves` says what each is carried to."""
    least = things.copy()
    while True:
        before = least.copy()
        for move in moves:
            np.minimum.at(least, move, least.copy())
            least = np.minimum(least, least[move])
        if (least == before).all():
            return np.unique(least, return_inverse=True)[1].astype(np.int64)
