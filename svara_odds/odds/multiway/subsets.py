"""Subsets of a few cards, and how many hands of a given kind lie inside each of them."""

from __future__ import annotations

from math import comb
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

__all__ = ["Groups", "Split", "Subsets", "count_subsets", "group_equal", "pack"]


def count_subsets(n: int, largest: int) -> int:
    """How many subsets of n cards have at most `largest` of them."""
    return sum(comb(n, p) for p in range(min(n, largest) + 1))


class Subsets:
    """All subsets of n cards with at most `largest` members, built card by card.

    The k-th card doubles the list: the subsets without it, then those with it. A count over subsets is built in the
    same way: with the card, what was there before plus what the card brings, which is a count of one degree less.

    Parameters
    ----------
    n : int
        Cards, numbered 0 … n-1 here.
    largest : int
        No subset with more members is listed.

    Attributes
    ----------
    masks : int64 (N,)
        Bit i is card i.
    sizes : int32 (N,)
        Number of members.
    """

    def __init__(self, n: int, largest: int) -> None:
        masks = np.zeros(1, np.int64)
        sizes = np.zeros(1, np.int32)
        self.n = n
        self._room: list[NDArray[np.int64] | slice] = []
        for card in range(n):
            room = slice(None) if card < largest else np.flatnonzero(sizes < largest)
            self._room.append(room)
            masks = np.concatenate([masks, masks[room] | (1 << card)])
            sizes = np.concatenate([sizes, sizes[room] + np.int32(1)])
        self.masks = masks
        self.sizes = sizes

    def singles(self, weights: NDArray[np.int32], upto: int | None = None) -> NDArray[np.int32]:
        """Sum of the weights (n,) of the members, for each subset of the first `upto` cards."""
        total = np.zeros(1, np.int32)
        for card in range(self.n if upto is None else upto):
            total = np.concatenate([total, total[self._room[card]] + weights[card]])
        return total

    def pairs(self, weights: NDArray[np.int32], upto: int | None = None) -> NDArray[np.int32]:
        """Sum of the weights (n, n), symmetric, of the pairs inside each subset."""
        total = np.zeros(1, np.int32)
        for card in range(self.n if upto is None else upto):
            more = total
            if weights[:card, card].any():
                more = total + self.singles(weights[:card, card], card)
            total = np.concatenate([total, more[self._room[card]]])
        return total

    def triples(self, weights: NDArray[np.int32]) -> NDArray[np.int32]:
        """Sum of the weights (n, n, n), symmetric, of the triples inside each subset."""
        total = np.zeros(1, np.int32)
        for card in range(self.n):
            more = total
            if weights[:card, :card, card].any():
                more = total + self.pairs(weights[:card, :card, card], card)
            total = np.concatenate([total, more[self._room[card]]])
        return total


class Groups(NamedTuple):
    """Rows that are equal: `ids` (N,) numbers the group of each, `first` (G,) is one row of each group."""

    ids: NDArray[np.int32]
    first: NDArray[np.int64]


def _number(keys: NDArray[np.int64]) -> tuple[NDArray[np.int32], int]:
    from svara_odds.odds.multiway._kernels import dense_ids

    slots = 1 << (2 * len(keys) - 1).bit_length()
    ids = np.empty(len(keys), np.int32)
    found = dense_ids(keys, np.full(slots, -1, np.int64), np.empty(slots, np.int32), ids)
    return ids, int(found)


def pack(columns: list[NDArray[np.int32]]) -> NDArray[np.int64]:
    """One non-negative integer per row that tells rows apart exactly (mixed radix, renumbered before it is full)."""
    keys = np.zeros(len(columns[0]), np.int64)
    different = 1
    for column in columns:
        least = int(column.min())
        span = int(column.max()) - least + 1
        if span == 1:
            continue
        if different * span >= 1 << 62:
            ids, different = _number(keys)
            keys = ids.astype(np.int64)
        keys = keys * span + (column.astype(np.int64) - least)
        different *= span
    return keys


def group_equal(columns: list[NDArray[np.int32]]) -> Groups:
    """Group the rows on which all columns agree."""
    ids, found = _number(pack(columns))
    first = np.empty(found, np.int64)
    # Written backwards, so that the first row of each group is what stays.
    first[ids[::-1]] = np.arange(len(ids) - 1, -1, -1)
    return Groups(ids, first)


class Split:
    """The unseen cards in two parts, and the bilinear form that a weight on hands takes over them.

    Parameters
    ----------
    left, right : sequence of int
        The cards of the two parts.
    largest : int
        Only subsets with at most so many cards are wanted.
    """

    def __init__(self, left: list[int], right: list[int], largest: int) -> None:
        self.cards = (list(left), list(right))
        self.largest = largest
        self.subsets = (Subsets(len(left), largest), Subsets(len(right), largest))

    def form(self, weights: NDArray[np.int32]) -> tuple[list[NDArray[np.int32]], list[NDArray[np.int32]]]:
        """Columns x_r over the left and y_r over the right subsets with ``sum_r x_r y_r`` = weight inside.

        Parameters
        ----------
        weights : int32 (n, n, n)
            Weight of each hand, for its cards in any sequence; zero where two cards are equal.
        """
        x: list[NDArray[np.int32]] = []
        y: list[NDArray[np.int32]] = []
        for side, (columns, others) in enumerate(((x, y), (y, x))):
            here, there = self.cards[side], self.cards[1 - side]
            mine, theirs = self.subsets[side], self.subsets[1 - side]
            inside = weights[np.ix_(here, here, here)]
            if inside.any():
                columns.append(mine.triples(inside))
                others.append(np.ones(len(theirs.masks), np.int32))
            # Cards of the other side that make the same hands with every pair of this side count together.
            alike: dict[bytes, list[int]] = {}
            across = weights[np.ix_(here, here, there)]
            for position in range(len(there)):
                if across[:, :, position].any():
                    alike.setdefault(across[:, :, position].tobytes(), []).append(position)
            for positions in alike.values():
                member = np.zeros(len(there), np.int32)
                member[positions] = 1
                columns.append(mine.pairs(np.ascontiguousarray(across[:, :, positions[0]])))
                others.append(theirs.singles(member))
        return x, y
