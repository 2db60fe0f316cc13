"""What the kernels for three seats take of each seat's ends: columns of the opponents' plans, and what they earn."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from svara_odds.solver._kernels_rows import WIDTH
from svara_odds.solver.threeway_ends import ANY, BELOW, TIED, Ends, last_turns
from svara_odds.solver.tree import UNSEEN, PublicTree
from svara_odds.solver.treeplex import Treeplex, partition_cells

__all__ = ["Batch", "Columns", "Outsiders", "Places", "View", "make_view"]

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]
Flags = NDArray[np.bool_]


class Batch(NamedTuple):
    """The ends, those first where no hand matters, then those where one opponent's does.

    Attributes
    ----------
    n_ranked : int
        Blocks of columns whose hands are compared; those that may hold anything follow.
    n_plain, n_single : int
        Where the ends begin at which one opponent's hand matters (the right one's), and those where both do.
    left, right : ndarray
        int64, shape (n_ends,): row of each opponent's features in `Room.turned`, that for hands of any strength;
        those for hands below and tied stand just above it where they matter.
    weights : ndarray
        float64, shape (n_ends, 3, 3): see `Ends`.
    same : ndarray
        float64, shape (3, n_ends): what the weights give a hand that is counted for both, below, tied or above.
    """

    n_ranked: int
    n_plain: int
    n_single: int
    left: Ints
    right: Ints
    weights: Floats
    same: Floats


class Outsiders(NamedTuple):
    """The ends at which a seat is paid where its two opponents tie.

    Attributes
    ----------
    end, left, right : ndarray
        int64, shape (n_outsiders,): place in the batch, and the opponents' columns.
    anywhere, above : ndarray
        float64, shape (n_outsiders,): see `Ends`.
    """

    end: Ints
    left: Ints
    right: Ints
    anywhere: Floats
    above: Floats


class Columns(NamedTuple):
    """How likely the opponents play to the ends with each hand, one column for each that is needed.

    Attributes
    ----------
    where : ndarray
        int64, shape (n_columns, n_classes): place in the two opponents' plans, one after the other. Columns are
        filled up to whole blocks.
    left, right : ndarray
        int64, shape (n_ends,): the columns of each end.
    """

    where: Ints
    left: Ints
    right: Ints

    @property
    def n_blocks(self) -> int:
        """Number of blocks."""
        return len(self.where) // WIDTH


class View(NamedTuple):
    """All that is fixed about one seat.

    Attributes
    ----------
    opponents : tuple of int
    batch : Batch
    columns : Columns
        For `batch`.
    outsiders : Outsiders
    outside : Columns
        For `outsiders`.
    targets : ndarray
        int64, shape (n_ends, n_classes): the own sequence that earns what an end pays.
    """

    opponents: tuple[int, int]
    batch: Batch
    columns: Columns
    outsiders: Outsiders
    outside: Columns
    targets: Ints


class Places:
    """Where each seat's plan stands that leads to a node."""

    def __init__(self, tree: PublicTree, plexes: Sequence[Treeplex], n_classes: int) -> None:
        self.last = last_turns(tree)
        self.sizes = [plex.n_sequences for plex in plexes]
        self.n_classes = n_classes
        self._tree = tree
        self._cells = [partition_cells(tree, n_classes, number) for number in range(2 + len(tree.partitions))]
        # First sequence of the action that leads to each node.
        self._start = np.zeros(tree.n_nodes, dtype=np.int64)
        for plex in plexes:
            for node, start, cells in zip(plex.node.tolist(), plex.start, plex.cells, strict=True):
                children = tree.children(node)
                self._start[children.start : children.stop] = start + cells * np.arange(len(children))

    def of(self, node: int) -> Ints:
        """Sequence of every hand class of the action that leads to `node`, int64, shape (n_classes,)."""
        partition = self._tree.partition[self._tree.parent[node]] if node else UNSEEN
        return self._start[node] + self._cells[partition]


def make_view(ends: Ends, places: Places, player: int) -> View:
    """Sort a seat's ends, and give each its columns."""
    left, right = (seat for seat in range(3) if seat != player)
    matters = [ends.weights[:, :ANY].any(axis=(1, 2)), ends.weights[:, :, :ANY].any(axis=(1, 2))]
    order = np.argsort(matters[0].astype(int) + matters[1], kind="stable")
    ends = Ends(*(part[order] for part in ends))
    ranked = [here[order] for here in matters]
    columns, n_ranked = _columns(places, ends.node, (left, right), ranked)
    outside = np.flatnonzero((ends.anywhere != 0) | (ends.above != 0))
    far, _ = _columns(places, ends.node[outside], (left, right), [np.zeros(len(outside), dtype=bool)] * 2)
    return View(
        (left, right),
        _batch(ends, columns, ranked, n_ranked),
        columns,
        Outsiders(outside, far.left, far.right, ends.anywhere[outside], ends.above[outside]),
        far,
        np.stack([places.of(node) for node in places.last[ends.node, player].tolist()]),
    )


def _columns(
    places: Places, nodes: Ints, opponents: tuple[int, int], ranked: list[Flags]
) -> tuple[Columns, int]:
    """The columns that some ends need, and how many blocks hold those whose hands are compared."""
    needed = [[(side, node) for node in places.last[nodes, seat].tolist()] for side, seat in enumerate(opponents)]
    compared = {keys[end] for keys, here in zip(needed, ranked, strict=True) for end in np.flatnonzero(here)}
    shift = (0, places.sizes[opponents[0]])
    where: list[Ints] = []
    column_of: dict[tuple[int, int], int] = {}
    n_ranked = 0
    for keys in (sorted(compared), sorted({*needed[0], *needed[1]} - compared)):
        n_ranked = len(where) // WIDTH  # blocks before the last group
        column_of |= {key: len(where) + lane for lane, key in enumerate(keys)}
        where += [shift[side] + places.of(node) for side, node in keys]
        where += [np.zeros(places.n_classes, dtype=np.int64)] * (-len(where) % WIDTH)
    left, right = (np.array([column_of[key] for key in keys], dtype=np.int64) for keys in needed)
    return Columns(np.array(where, dtype=np.int64).reshape(len(where), places.n_classes), left, right), n_ranked


def _batch(ends: Ends, columns: Columns, ranked: list[Flags], n_ranked: int) -> Batch:
    limit = n_ranked * WIDTH
    left, right = (
        np.where(column < limit, 3 * column + 2, column + 2 * limit) for column in (columns.left, columns.right)
    )
    # Where one hand matters it is to be the right one: the two change places where it is the left one's.
    swapped = ranked[0] & ~ranked[1]
    left, right = np.where(swapped, right, left), np.where(swapped, left, right)
    weights = np.where(swapped[:, None, None], ends.weights.transpose(0, 2, 1), ends.weights)
    either, both = ranked[0] | ranked[1], ranked[0] & ranked[1]
    sizes = int((~either).sum()), int((~both).sum())
    return Batch(n_ranked, *sizes, left, right, np.ascontiguousarray(weights), _same(weights))


def _same(weights: Floats) -> Floats:
    """What the weights of each end give a hand that both opponents hold, by how it compares."""
    below, tied = (
        weights[:, [where, where, ANY, ANY], [where, ANY, where, ANY]].sum(axis=1) for where in (BELOW, TIED)
    )
    return np.stack([below, tied, weights[:, ANY, ANY]])
