"""What the kernels for three seats take of each seat's ends: the opponents' sequences, and what is paid."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from svara_odds.showdown._kernels_rows import WIDTH
from svara_odds.solver.threeway_ends import ANY, BELOW, TIED, Ends, last_turns
from svara_odds.solver.tree import UNSEEN, PublicTree
from svara_odds.solver.treeplex import Treeplex, partition_cells

__all__ = ["Batch", "Outsiders", "Places", "View", "make_view"]

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]
Flags = NDArray[np.bool_]

# What the kernels sum over is below a level, up to it, and anything: tied is up to it, less below.
_FROM_REGIONS = np.array([[1.0, 0.0, 0.0], [-1.0, 1.0, 0.0], [0.0, 0.0, 1.0]])


class Batch(NamedTuple):
    """Ends in blocks: first those where no hand matters, then those where one opponent's does, then the others.

    Attributes
    ----------
    n_plain, n_single : int
        Blocks where the ends begin at which one opponent's hand matters (the right one's), and those where both do.
    weights : ndarray
        float64, shape (n_blocks, 9, WIDTH): what is paid where the left hand is below, up to it or anything, and the
        right one.
    same : ndarray
        float64, shape (n_blocks, 3, WIDTH): what that gives a hand that is counted for both, below, tied or above.
    """

    n_plain: int
    n_single: int
    weights: Floats
    same: Floats


class Outsiders(NamedTuple):
    """The ends at which a seat is paid where its two opponents tie.

    Attributes
    ----------
    batch : Batch
        Pays 1 where both opponents are tied with a level.
    left, right : ndarray
        As in `View`.
    lane : ndarray
        int64, shape (n_outsiders,): place among the lanes of the view.
    anywhere, above : ndarray
        float64, shape (n_outsiders,): see `Ends`.
    """

    batch: Batch
    left: Ints
    right: Ints
    lane: Ints
    anywhere: Floats
    above: Floats


class View(NamedTuple):
    """All that is fixed about one seat.

    Attributes
    ----------
    opponents : tuple of int
    batch : Batch
    left, right : ndarray
        int64, shape (n_lanes, n_classes): where the opponent's plan stands that leads to each end, in the plans of
        the two, one after the other.
    targets : ndarray
        int64, shape (n_lanes, n_classes): the own sequence that earns what an end pays.
    outsiders : Outsiders
    """

    opponents: tuple[int, int]
    batch: Batch
    left: Ints
    right: Ints
    targets: Ints
    outsiders: Outsiders


class Places:
    """Where each seat's plan stands that leads to a node."""

    def __init__(self, tree: PublicTree, plexes: Sequence[Treeplex], n_classes: int) -> None:
        self.sizes = [plex.n_sequences for plex in plexes]
        self._last = last_turns(tree)
        self._tree = tree
        self._cells = [partition_cells(tree, n_classes, number) for number in range(2 + len(tree.partitions))]
        # First sequence of the action that leads to each node.
        self._start = np.zeros(tree.n_nodes, dtype=np.int64)
        for plex in plexes:
            for node, start, cells in zip(plex.node.tolist(), plex.start, plex.cells, strict=True):
                children = tree.children(node)
                self._start[children.start : children.stop] = start + cells * np.arange(len(children))

    def of(self, seat: int, nodes: Ints) -> Ints:
        """Sequence of every hand class of the seat's last action above each node, int64, shape (n_nodes, n_classes)."""
        rows = np.empty((len(nodes), len(self._cells[0])), dtype=np.int64)
        for row, node in zip(rows, self._last[nodes, seat].tolist(), strict=True):
            partition = self._tree.partition[self._tree.parent[node]] if node else UNSEEN
            row[:] = self._start[node] + self._cells[partition]
        return rows


def make_view(ends: Ends, places: Places, player: int) -> View:
    """Sort a seat's ends into blocks, and find what leads to each."""
    left, right = (seat for seat in range(3) if seat != player)
    groups, swapped = _groups(ends.weights)
    lanes = np.concatenate([_whole_blocks(group) for group in groups])
    weights = np.where(swapped[:, None, None], ends.weights.transpose(0, 2, 1), ends.weights)[lanes]
    weights[lanes < 0] = 0.0  # these fill a block up
    sequences = [places.of(left, ends.node), places.sizes[left] + places.of(right, ends.node)]
    outside = np.flatnonzero((ends.anywhere != 0) | (ends.above != 0))
    far = _whole_blocks(outside)
    place_of = np.empty(len(ends.node), dtype=np.int64)
    place_of[lanes[lanes >= 0]] = np.flatnonzero(lanes >= 0)
    ties = np.zeros((len(far), 3, 3))
    ties[:, TIED, TIED] = 1.0
    return View(
        (left, right),
        _batch(weights, len(_whole_blocks(groups[0])), len(_whole_blocks(groups[1]))),
        np.where(swapped[:, None], sequences[1], sequences[0])[lanes],
        np.where(swapped[:, None], sequences[0], sequences[1])[lanes],
        places.of(player, ends.node)[lanes],
        Outsiders(
            _batch(ties, 0, 0),
            sequences[0][far],
            sequences[1][far],
            place_of[outside],
            ends.anywhere[outside],
            ends.above[outside],
        ),
    )


def _groups(weights: Floats) -> tuple[list[Ints], Flags]:
    """Ends where no opponent's hand matters, one's and both's; and where that one is the left one, to be swapped."""
    left: Flags = np.asarray(weights[:, :ANY].any(axis=(1, 2)))
    right: Flags = np.asarray(weights[:, :, :ANY].any(axis=(1, 2)))
    matter = left.astype(int) + right
    return [np.flatnonzero(matter == number) for number in range(3)], left & ~right


def _whole_blocks(ends: Ints) -> Ints:
    """The ends, and -1 until the last block is full."""
    return np.concatenate([ends, np.full(-len(ends) % WIDTH, -1)]).astype(np.int64)


def _batch(weights: Floats, n_plain: int, n_single: int) -> Batch:
    """Blocks of ends of these weights; how many lanes are of the first two sorts."""
    by_region = np.einsum("nij,ir,js->rsn", weights, _FROM_REGIONS, _FROM_REGIONS).reshape(9, -1, WIDTH)
    below, tied = (
        weights[:, [where, where, ANY, ANY], [where, ANY, where, ANY]].sum(axis=1) for where in (BELOW, TIED)
    )
    same = np.stack([below, tied, weights[:, ANY, ANY]]).reshape(3, -1, WIDTH)
    return Batch(
        n_plain // WIDTH,
        (n_plain + n_single) // WIDTH,
        np.ascontiguousarray(by_region.transpose(1, 0, 2)),
        np.ascontiguousarray(same.transpose(1, 0, 2)),
    )
