"""A public tree with the hands of a deck, made ready for walks."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Literal

import numpy as np
from numpy.typing import NDArray

from svara_odds.errors import SolveError
from svara_odds.solver.deal import equal_division
from svara_odds.solver.tree import LEAF, SEEN, UNSEEN, PublicTree
from svara_odds.tables.handtable import HandTable
from svara_odds.tables.symmetry import Symmetry

if TYPE_CHECKING:
    from svara_odds.solver.sampling._kernels_walks import Cards, Lines, Room

__all__ = ["Information", "SampledGame"]

Floats = NDArray[np.float64]
Information = Literal["classes", "points"]

ROUND_WALKS = 100  # walks of each seat after which its plan is added up, in games whose plans are quickly added
ROUND_SHARE = 1_000  # infosets times actions for each walk of all seats, so that adding up stays the smaller work
MAX_ENTRIES = 500_000_000  # of infosets times actions; twelve bytes each with a response


@dataclass(frozen=True, eq=False)
class SampledGame:
    """A public tree with the hands of a deck, made ready for walks.

    Attributes
    ----------
    tree : PublicTree
    table : HandTable
    symmetry : Symmetry
        The hand classes.
    information : str
        ``"classes"``: seats that have looked tell all hand classes apart, nothing is lost; ``"points"``: only scores.
    cell_of : ndarray
        int32, shape (n_hands,): what a seat that has looked knows of each hand.
    n_cells : int
    start, cells : ndarray
        int64, shape (n_nodes,): action `a` in cell `c` of a node is entry ``start + a * cells + c`` of flat arrays.
    n_entries : int
    division : ndarray
        float64, shape (2 ** n_players, n_players), as in `equal_division`.
    """

    tree: PublicTree
    table: HandTable
    symmetry: Symmetry
    information: Information
    cell_of: NDArray[np.int32]
    n_cells: int
    start: NDArray[np.int64]
    cells: NDArray[np.int64]
    n_entries: int
    division: Floats

    @classmethod
    def of(
        cls,
        tree: PublicTree,
        table: HandTable,
        *,
        information: Information = "classes",
        symmetry: Symmetry | None = None,
        division: Floats | None = None,
    ) -> SampledGame:
        """Make a tree ready; hands are told apart by the classes of `symmetry`, if given, in place of the table's.

        Raises
        ------
        SolveError
            If the deck is too small for so many seats, or there would be too many infosets to keep.
        """
        if tree.n_players * 3 > table.n_cards:
            raise SolveError(f"{tree.n_players} players need {3 * tree.n_players} cards; the deck has {table.n_cards}")
        if not set(np.unique(tree.partition)) <= {SEEN, UNSEEN}:
            raise SolveError("sampled CFR knows seats that have looked at their cards and seats that have not")
        if information not in ("classes", "points"):
            raise SolveError(f"information is {information!r}; it must be classes or points")
        by_class = information == "classes"
        symmetry = symmetry or table.symmetry
        cell_of = symmetry.class_of if by_class else table.order.astype(np.int32)
        n_cells = int(cell_of.max()) + 1
        cells = np.where(tree.partition == SEEN, n_cells, 1).astype(np.int64)
        sizes = np.where(tree.player >= 0, cells * tree.n_children, 0)
        start = np.cumsum(sizes) - sizes
        n_entries = int(sizes.sum())
        if n_entries > MAX_ENTRIES:
            raise SolveError(
                f"the game has {n_entries:,} infosets times actions; up to {MAX_ENTRIES:,} are allowed: "
                + ("tell hands apart by points only, or " if by_class else "")
                + "fewer players, raises or bet sizes"
            )
        shares = equal_division(tree.n_players, rake=tree.rake) if division is None else division
        return cls(tree, table, symmetry, information, cell_of, n_cells, start, cells, n_entries, shares)

    def lines(self) -> Lines:
        """The tree as the kernels read it."""
        from svara_odds.solver.sampling._kernels_walks import Lines

        tree = self.tree
        leaf = np.full(tree.n_nodes, -1, dtype=np.int32)
        leaf[tree.player == LEAF] = np.arange(tree.n_leaves)
        first_pot = np.searchsorted(tree.pot_leaf, np.arange(tree.n_leaves + 1)).astype(np.int32)
        pots = (tree.pot_amount, tree.pot_seats.astype(np.int64), tree.paid, self.division)
        return Lines(tree.player, tree.first_child, tree.n_children, self.start, self.cells, leaf, first_pot, *pots)

    def cards(self) -> Cards:
        """The hands as the kernels read them, with room for one deal."""
        from svara_odds.solver.sampling._kernels_walks import Cards

        n_cards, players = self.table.n_cards, self.tree.n_players
        order_of = self.table.order.astype(np.int32)
        order_of_cell = np.zeros(self.n_cells, dtype=np.int32)
        order_of_cell[self.cell_of] = order_of
        cell, order = np.zeros((2, players), dtype=np.int64)
        live, live_order, counts = np.zeros((3, self.n_cells), dtype=np.int32)
        return Cards(
            cell_of=np.ascontiguousarray(self.cell_of),
            order_of=order_of,
            order_of_cell=order_of_cell,
            dense=math.comb(n_cards - 3 * (players - 1), 3) >= self.n_cells,
            deck=np.arange(n_cards),
            rest=np.zeros(n_cards + 1, dtype=np.int64),
            cell=cell,
            order=order,
            live=live,
            live_order=live_order,
            chance=np.zeros(self.n_cells, dtype=np.float32),
            counts=counts,
        )

    def room(self) -> Room:
        """Scratch for one walk."""
        from svara_odds.solver.sampling._kernels_walks import Room

        visits, actions = self._most_visits(), int(self.tree.n_children.max(initial=1))
        node, above, below = np.zeros((3, visits), dtype=np.int32)
        values, others = np.zeros((2, visits, self.n_cells), dtype=np.float32)
        strategy, other = np.zeros((2, actions + 1, self.n_cells), dtype=np.float32)
        return Room(node, above, below, np.zeros(visits, dtype=np.int64), values, others, strategy, other)

    @property
    def round_walks(self) -> int:
        """Walks of each seat in a round of training."""
        return max(ROUND_WALKS, self.n_entries // (ROUND_SHARE * self.tree.n_players))

    @property
    def at_once(self) -> int:
        """Threads that may each have numbers for all entries: together no more than the largest game has."""
        return max(1, MAX_ENTRIES // max(1, self.n_entries))

    def entries(self, seat: int) -> NDArray[np.bool_]:
        """Which entries are of a seat, bool, shape (n_entries,)."""
        tree = self.tree
        sizes = np.where(tree.player >= 0, self.cells * tree.n_children, 0)
        return np.repeat(tree.player == seat, sizes)

    @cached_property
    def above(self) -> NDArray[np.int64]:
        """Of every node at which a seat decides, that seat's last action before, int64, shape (n_nodes,).

        Twice that action's first entry, plus 1 where the seat tells its hands apart there; -1 where there is none.
        """
        tree = self.tree
        found = np.full(tree.n_nodes, -1, dtype=np.int64)
        for seat in range(tree.n_players):
            last = np.full(tree.n_nodes, -1, dtype=np.int64)
            for level in _levels(tree):
                above = tree.parent[level]
                entry = self.start[above] + (level - tree.first_child[above]) * self.cells[above]
                own = 2 * entry + (self.cells[above] > 1)
                last[level] = np.where(tree.player[above] == seat, own, last[above])
            found[tree.player == seat] = last[tree.player == seat]
        return found

    def _most_visits(self) -> int:
        """Most decisions of one seat, and leaves, that a walk can come to."""
        tree = self.tree
        most = np.ones((tree.n_nodes, tree.n_players), dtype=np.int64)
        own = np.arange(tree.n_players) == tree.player[:, None]
        for level in reversed(_levels(tree)):
            parents, first = np.unique(tree.parent[level], return_index=True)
            every = np.add.reduceat(most[level], first, axis=0) + 1
            worst = np.maximum.reduceat(most[level], first, axis=0)
            most[parents] = np.where(own[parents], every, worst)
        return int(most[0].max())


def _levels(tree: PublicTree) -> list[NDArray[np.int64]]:
    """The nodes below the root, level by level: a tree is numbered that way."""
    levels = []
    first, end = 1, 1 + int(tree.n_children[0])
    while first < end:
        levels.append(np.arange(first, end))
        first, end = end, end + int(tree.n_children[first:end].sum())
    return levels
