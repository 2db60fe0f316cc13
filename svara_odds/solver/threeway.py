"""Payoffs of three seats, exactly: no table of all triples of hands, but the factors that it is a product of."""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from svara_odds.errors import SolveError
from svara_odds.showdown.joint import JointPlan, joint_plan
from svara_odds.solver.deal import equal_division
from svara_odds.solver.threeway_ends import ANY, BELOW, TIED, Ends, find_ends, last_turns
from svara_odds.solver.tree import CHANCE, UNSEEN, PublicTree
from svara_odds.solver.treeplex import Game, Treeplex, partition_cells, treeplexes
from svara_odds.tables.handtable import HandTable

__all__ = ["ThreeWayPayoffs", "threeway_game"]

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]

# Hand classes that a thread takes at once; what is computed does not depend on it.
_CHUNK = 8


class Batch(NamedTuple):
    """The ends as the kernel takes them: first those where hands do not matter, then those where one does.

    Attributes
    ----------
    n_ranked : int
        Blocks of columns whose hands are compared; those that may hold anything follow.
    n_plain, n_single : int
        Where the ends begin at which one opponent's hand matters (the right one's), and those where both do.
    left, right : ndarray
        int64, shape (n_ends,): row of each opponent's features in `Room.turned`, that for hands of any strength;
        those tied and below stand just above it where they matter.
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


class Room(NamedTuple):
    """What a thread writes over; see the kernels."""

    regions: Ints
    whole: Ints
    sign: Floats
    held: Floats
    turned: Floats


class _Columns(NamedTuple):
    """How likely the opponents play to the ends, as blocks of columns.

    Attributes
    ----------
    where : ndarray
        int64, shape (n_columns, n_classes): place in the opponents' plans, one after the other.
    left, right : ndarray
        int64, shape (n_ends,): the columns of each end.
    """

    where: Ints
    left: Ints
    right: Ints


class _View(NamedTuple):
    """All that is fixed about one seat; `targets` is the own sequence that earns an end, shape (n_ends, n_classes)."""

    opponents: tuple[int, int]
    batch: Batch
    columns: _Columns
    outsiders: Outsiders
    outside: _Columns
    targets: Ints


class ThreeWayPayoffs:
    """Payoffs of three seats over the hand classes of a table.

    Parameters
    ----------
    tree : PublicTree
        Of three players, without public chance.
    table : HandTable
    plexes : sequence of Treeplex
        Those of the tree.
    division : ndarray, optional
        As in `ExplicitPayoffs`: what a seat owns of a pot by who is best in it. A seat may own part of a pot that
        two others tie for, but none of one that another wins alone.
    threads : int
        Threads that share the work; the result is the same, bit for bit, for any number.

    Raises
    ------
    SolveError
        If the tree has not three players or has public chance, the shares have another shape or give a seat part
        of a pot that another wins alone, or `threads` is below 1.
    """

    n_players = 3

    def __init__(
        self,
        tree: PublicTree,
        table: HandTable,
        *,
        plexes: Sequence[Treeplex],
        division: Floats | None = None,
        threads: int = 1,
    ) -> None:
        shares = _checked_shares(tree, division)
        if threads < 1:
            raise SolveError(f"threads is {threads}; it must be 1 or more")
        self.plan: JointPlan = joint_plan(table)
        order = table.order[table.symmetry.representatives]
        self._levels = np.searchsorted(order, np.arange(len(table.levels) + 1)).astype(np.int64)
        places = _Places(tree, plexes, self.plan.n_classes)
        self._views = [_view(find_ends(tree, shares, player), places, player) for player in range(3)]
        self.threads = threads
        self._pool = ThreadPoolExecutor(threads, thread_name_prefix="svara-odds") if threads > 1 else None

    def gradient(self, player: int, plans: list[Floats], out: Floats) -> None:
        """See `Payoffs`."""
        view = self._views[player]
        values = self._end_values(view, np.concatenate([plans[seat] for seat in view.opponents]))
        out[:] = np.bincount(view.targets.ravel(), weights=values.T.ravel(), minlength=len(out))

    def _end_values(self, view: _View, plans: Floats) -> Floats:
        """Payoff at each end by own class, times how likely chance and the others lead there."""
        from svara_odds.solver._kernels_threeway import end_values, multiply, outsider_values

        n_classes, n_ends = self.plan.n_classes, len(view.columns.left)
        products, out = np.empty((n_classes, n_ends)), np.empty((n_classes, n_ends))
        columns, outside = _spread(plans, view.columns), _spread(plans, view.outside)
        multiply(columns, view.columns.left, view.columns.right, products)

        def work(firsts: Sequence[int]) -> None:
            room = self._room(view.batch.n_ranked, len(columns))
            levels = np.empty((len(outside), len(self._levels) - 1, *room.held.shape[1:]))
            for first in firsts:
                owns = (first, min(first + _CHUNK, n_classes))
                end_values(self.plan, owns, columns, products, view.batch, room, out)
                if len(outside):
                    outsider_values(self.plan, owns, outside, view.outsiders, self._levels, levels, out)

        shares = [range(thread * _CHUNK, n_classes, self.threads * _CHUNK) for thread in range(self.threads)]
        for _ in map(work, shares) if self._pool is None else self._pool.map(work, shares):
            pass
        return out

    def _room(self, n_ranked: int, n_blocks: int) -> Room:
        from svara_odds.solver._kernels_rows import WIDTH

        most = -(-self.plan.most_features // 16) * 16
        held, turned = np.empty((3, most, WIDTH)), np.empty(((n_blocks + 2 * n_ranked) * WIDTH, most))
        return Room(np.empty(4, dtype=np.int64), np.empty(2, dtype=np.int64), np.empty(most), held, turned)


def threeway_game(tree: PublicTree, table: HandTable, *, division: Floats | None = None, threads: int = 1) -> Game:
    """The game of a public tree of three seats over the hands of a table; arguments as in `ThreeWayPayoffs`.

    Examples
    --------
    >>> from svara_odds.solver.equilibrium import plan_of, standing
    >>> from svara_odds.solver.tree import Leaf, Pot, grow
    >>> from svara_odds.tables.handtable import hand_table
    >>> showdown = grow("", lambda state: Leaf([1.0, 1.0, 1.0], [Pot(3.0, 0b111)]), n_players=3)
    >>> game = threeway_game(showdown, hand_table("fortegames"))
    >>> plans = [plan_of(plex, plex.uniform()) for plex in game.plexes]
    >>> [round(value, 12) + 0.0 for value in standing(game, plans).values]
    [0.0, 0.0, 0.0]
    """
    plexes, _ = treeplexes(tree, table.symmetry.n_classes)
    return Game(plexes, ThreeWayPayoffs(tree, table, plexes=plexes, division=division, threads=threads))


def _checked_shares(tree: PublicTree, division: Floats | None) -> Floats:
    """What each seat owns of every pot by who is best in it, shape (n_pots, 8, 3)."""
    if tree.n_players != 3:
        raise SolveError(f"the tree has {tree.n_players} players; it must have 3")
    if (tree.player == CHANCE).any():
        raise SolveError("the tree has public chance; three seats can be solved without it only")
    shares = equal_division(3, rake=tree.rake) if division is None else np.asarray(division, dtype=np.float64)
    n_pots = len(tree.pot_leaf)
    if shares.shape not in ((8, 3), (n_pots, 8, 3)):
        raise SolveError(f"division has the shape {shares.shape}; it must be (8, 3) or ({n_pots}, 8, 3)")
    shares = np.broadcast_to(shares, (n_pots, 8, 3))
    for seat in range(3):
        others = [1 << other for other in range(3) if other != seat]
        if shares[:, others, seat].any():
            raise SolveError(f"division gives seat {seat} part of a pot that another wins alone; it must be 0")
    return shares


class _Places:
    """Where each seat's plan stands that leads to a node."""

    def __init__(self, tree: PublicTree, plexes: Sequence[Treeplex], n_classes: int) -> None:
        self.last = last_turns(tree)
        self.sizes = [plex.n_sequences for plex in plexes]
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


def _view(ends: Ends, places: _Places, player: int) -> _View:
    left, right = (seat for seat in range(3) if seat != player)
    matters = [ends.weights[:, :ANY].any(axis=(1, 2)), ends.weights[:, :, :ANY].any(axis=(1, 2))]
    order = np.argsort(matters[0].astype(int) + matters[1], kind="stable")
    ends = Ends(*(part[order] for part in ends))
    ranked = [here[order] for here in matters]
    columns, n_ranked = _columns(places, ends.node, (left, right), ranked)
    outside = np.flatnonzero((ends.anywhere != 0) | (ends.above != 0))
    far, _ = _columns(places, ends.node[outside], (left, right), [np.zeros(len(outside), dtype=bool)] * 2)
    return _View(
        (left, right),
        _batch(ends, columns, ranked, n_ranked),
        columns,
        Outsiders(outside, far.left, far.right, ends.anywhere[outside], ends.above[outside]),
        far,
        np.stack([places.of(node) for node in places.last[ends.node, player].tolist()]),
    )


def _columns(
    places: _Places, nodes: Ints, opponents: tuple[int, int], ranked: list[NDArray[np.bool_]]
) -> tuple[_Columns, int]:
    """The columns that some ends need, in blocks, and how many blocks hold those whose hands are compared."""
    from svara_odds.solver._kernels_rows import WIDTH

    needed = [[(side, node) for node in places.last[nodes, seat].tolist()] for side, seat in enumerate(opponents)]
    compared = {key for keys, here in zip(needed, ranked, strict=True) for key, yes in zip(keys, here, strict=True) if yes}
    blocks = [sorted(compared), sorted({key for keys in needed for key in keys} - compared)]
    where: list[Ints] = []
    column_of: dict[tuple[int, int], int] = {}
    n_ranked = 0
    for keys in blocks:
        n_ranked = len(where) // WIDTH
        column_of |= {key: len(where) + lane for lane, key in enumerate(keys)}
        where += [places.of(node) + (places.sizes[opponents[0]] if side else 0) for side, node in keys]
        where += [np.zeros_like(places.of(0))] * (-len(where) % WIDTH)
    columns = [np.array([column_of[key] for key in keys], dtype=np.int64) for keys in needed]
    return _Columns(np.array(where, dtype=np.int64).reshape(len(where), len(places.of(0))), *columns), n_ranked


def _batch(ends: Ends, columns: _Columns, ranked: list[NDArray[np.bool_]], n_ranked: int) -> Batch:
    from svara_odds.solver._kernels_rows import WIDTH

    limit = n_ranked * WIDTH
    left, right = (
        np.where(column < limit, 3 * column + 2, column + 2 * limit) for column in (columns.left, columns.right)
    )
    # Where one hand matters it is the right one: the two change places where it was the left one's.
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


def _spread(plans: Floats, columns: _Columns) -> Floats:
    from svara_odds.solver._kernels_rows import WIDTH
    from svara_odds.solver._kernels_threeway import spread

    made = np.empty((len(columns.where) // WIDTH, columns.where.shape[1], WIDTH))
    spread(plans, columns.where, made)
    return made
