"""All hero hands cut in two, for the tables over all classes: what the symmetries of a deck save."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations, permutations, product
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from svara_odds.odds.multiway.hero import block_cards
from svara_odds.odds.multiway.levelforms import LevelForm
from svara_odds.odds.multiway.subsets import Split

if TYPE_CHECKING:
    from svara_odds.odds.multiway._kernels_classes import Columns
    from svara_odds.tables.handtable import HandTable

__all__ = ["HeroParts"]

Move = tuple[int, ...]


class HeroParts:
    """The deck split in block cards (right) and the others (left), and every hand with it.

    Left subsets that an exchange of suits carries into each other are listed once; right parts of hands that an
    exchange of block ranks carries into each other are one kind. Both exchanges are tried on the table: one that
    does not keep every score and every class is not used.

    Parameters
    ----------
    table : HandTable
    largest : int
        Most cards in a set.
    """

    def __init__(self, table: HandTable, largest: int) -> None:
        self.table = table
        block = block_cards(table)
        ranks = sorted({int(table.deck.ranks[card]) for card in block})
        rank_moves = _kept(table, [{"ranks": dict(zip(ranks, order, strict=True))} for order in permutations(ranks)])
        if len(rank_moves) < len(list(permutations(ranks))):
            rank_moves = [tuple(range(table.n_cards))]
        self.right = list(block)
        self.left = [card for card in range(table.n_cards) if card not in set(block)]
        suit_blocks = table.symmetry.suit_blocks
        suits = [
            {
                "suits": {
                    a: b for old, new in zip(suit_blocks, orders, strict=True) for a, b in zip(old, new, strict=True)
                }
            }
            for orders in product(*(permutations(suits) for suits in suit_blocks))
        ]
        self.split = Split(self.left, self.right, largest)
        self.keep, self.orbits = self._canonical(_kept(table, suits))
        self._cut_hands(rank_moves)

    def _canonical(self, moves: list[Move]) -> tuple[NDArray[np.int64], NDArray[np.float64]]:
        """Left subsets that are the smallest of those the moves make of them, and how many those are."""
        masks = self.split.subsets[0].masks
        place = {card: bit for bit, card in enumerate(self.left)}
        smallest = masks.copy()
        same = np.zeros(len(masks), np.int64)
        for move in moves:
            image = np.zeros_like(masks)
            for card, bit in place.items():
                image |= ((masks >> bit) & 1) << place[move[card]]
            np.minimum(smallest, image, out=smallest)
            same += image == masks
        keep = np.flatnonzero(smallest == masks)
        # Orbit and stabiliser: the moves that leave a set alone divide the moves evenly.
        return keep, (len(moves) // same[keep]).astype(np.float64)

    def _cut_hands(self, rank_moves: list[Move]) -> None:
        """Find the kinds of right parts, and for each (class, kind) the left parts that make its hands."""
        place = {card: 1 << bit for bit, card in enumerate(self.left)}
        kind_of: dict[tuple[int, ...], int] = {}
        self.kinds: list[list[tuple[int, ...]]] = []
        for size in range(4):
            for part in combinations(self.right, size):
                if part not in kind_of:
                    orbit = sorted({tuple(sorted(move[card] for card in part)) for move in rank_moves})
                    kind_of.update(dict.fromkeys(orbit, len(self.kinds)))
                    self.kinds.append(orbit)
        right = set(self.right)
        self.left_parts: list[dict[int, set[int]]] = [{} for _ in self.table.symmetry.sizes]
        classes = self.table.symmetry.class_of.tolist()
        for hand, hero in zip(self.table.hands.tolist(), classes, strict=True):
            kind = kind_of[tuple(card for card in hand if card in right)]
            mask = sum(place[card] for card in hand if card not in right)
            self.left_parts[hero].setdefault(kind, set()).add(mask)
        self._outside = self._right_outside()

    def _right_outside(self) -> NDArray[np.int32]:
        """How many right parts of each kind lie outside each right subset: (right subsets, kinds)."""
        place = {card: 1 << bit for bit, card in enumerate(self.right)}
        masks = self.split.subsets[1].masks
        outside = np.zeros((len(self.kinds), len(masks)), np.int32)
        for kind, orbit in enumerate(self.kinds):
            for part in orbit:
                outside[kind] += (masks & sum(place[card] for card in part)) == 0
        return np.ascontiguousarray(outside.T)

    def columns(self, level: LevelForm, classes: Sequence[int]) -> Columns:
        """The columns of some classes on one level; classes are taken in the sequence given, eight at a time."""
        from svara_odds.odds.multiway._kernels_classes import LANES, Columns

        kinds: list[int] = []
        parts: list[list[int]] = []
        lane_starts = [0]
        for start in range(0, len(classes), LANES):
            lanes = [sorted(self.left_parts[hero].items()) for hero in classes[start : start + LANES]]
            lanes += [[]] * (LANES - len(lanes))
            for j in range(max(len(lane) for lane in lanes)):
                for lane in lanes:
                    kinds.append(lane[j][0] if j < len(lane) else -1)
                    parts.append(sorted(lane[j][1]) if j < len(lane) else [])
            lane_starts.append(len(kinds))
        by_group = np.argsort(level.left_ids, kind="stable")
        masks = self.split.subsets[0].masks[self.keep]
        return Columns(
            masks=masks[by_group],
            orbits=self.orbits[by_group],
            group_starts=np.searchsorted(level.left_ids[by_group], np.arange(len(level.form.size) + 1)),
            part_starts=np.cumsum([0, *map(len, parts)]).astype(np.int32),
            parts=np.array([mask for some in parts for mask in some] or [0], np.int64),
            right=self._right_columns(level, kinds),
            lane_starts=np.array(lane_starts, np.int32),
        )

    def _right_columns(self, level: LevelForm, kinds: list[int]) -> NDArray[np.float64]:
        by_key = np.argsort(level.right_ids, kind="stable")
        starts = np.searchsorted(level.right_ids[by_key], np.arange(level.form.y.shape[1]))
        sums = np.add.reduceat(self._outside[by_key].astype(np.int64), starts, axis=0).astype(np.float64)
        padded = np.concatenate([sums, np.zeros((len(sums), 1))], axis=1)
        return np.ascontiguousarray(padded[:, kinds])


def _kept(table: HandTable, changes: list[dict[str, dict[int, int]]]) -> list[Move]:
    """Card moves of the changes of ranks or suits that keep the deck, every score and every class."""
    place = {
        (int(rank), int(suit)): card
        for card, (rank, suit) in enumerate(zip(table.deck.ranks, table.deck.suits, strict=True))
    }
    moves = []
    for change in changes:
        ranks, suits = change.get("ranks", {}), change.get("suits", {})
        move = [place.get((ranks.get(rank, rank), suits.get(suit, suit)), -1) for rank, suit in place]
        if min(move) < 0:
            continue
        low, middle, high = np.sort(np.array(move, np.int64)[table.hands], axis=1).T
        images = high * (high - 1) * (high - 2) // 6 + middle * (middle - 1) // 2 + low
        class_of = table.symmetry.class_of
        if (table.order[images] == table.order).all() and (class_of[images] == class_of).all():
            moves.append(tuple(move))
    return moves
