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
from svara_odds.solver.tree import CHANCE, PublicTree
from svara_odds.solver.treeplex import Game, LeafSources, partition_cells, treeplexes
from svara_odds.tables.handtable import HandTable

__all__ = ["ThreeWayPayoffs", "threeway_game"]

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]

# Hand classes that a thread takes at once; what is computed does not depend on it.
_CHUNK = 8
# How an opponent's hand compares with one's own: the axes of a leaf's weights.
_BELOW, _TIED, _ANY = 0, 1, 2


class Batch(NamedTuple):
    """The leaves as one seat sees them; those that only need the chance to get there stand first.

    Attributes
    ----------
    n_plain : int
        Leaves whose payoff does not depend on the hands.
    n_left : int
        Columns of the left opponent; those of the right one follow.
    left, right : ndarray
        int64, shape (n_leaves,): column of each opponent.
    weights : ndarray
        float64, shape (n_leaves, 3, 3): payoff where the left hand is below, tied or anything, and the right one.
    same : ndarray
        float64, shape (3, n_leaves): the sum of the weights that would count a hand below, tied or above for both.
    """

    n_plain: int
    n_left: int
    left: Ints
    right: Ints
    weights: Floats
    same: Floats


class Outsiders(NamedTuple):
    """Leaves at which a seat owns part of a pot that its two opponents tie for.

    Attributes
    ----------
    leaf, left, right : ndarray
        int64, shape (n_outsiders,): place in the batch, and the columns.
    anywhere, above : ndarray
        float64, shape (n_outsiders,): what it owns whatever it holds, and if it holds less than they do.
    """

    leaf: Ints
    left: Ints
    right: Ints
    anywhere: Floats
    above: Floats


class Room(NamedTuple):
    """What a thread writes over; see the kernels."""

    regions: Ints
    held: Floats
    turned: Floats


class _View(NamedTuple):
    """All that is fixed about one seat."""

    batch: Batch
    outsiders: Outsiders
    sources: tuple[tuple[int, Ints], ...]  # of each column: the opponent, and where its plan stands for every class
    targets: Ints  # shape (n_leaves, n_classes): the own sequence that earns the payoff


class ThreeWayPayoffs:
    """Payoffs of three seats over the hand classes of a table.

    Parameters
    ----------
    tree : PublicTree
        Of three players, without public chance.
    table : HandTable
    sources : LeafSources
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
        sources: LeafSources,
        *,
        division: Floats | None = None,
        threads: int = 1,
    ) -> None:
        shares = _checked_shares(tree, division)
        if threads < 1:
            raise SolveError(f"threads is {threads}; it must be 1 or more")
        self.plan: JointPlan = joint_plan(table)
        order = table.order[table.symmetry.representatives]
        self._levels = np.searchsorted(order, np.arange(len(table.levels) + 1)).astype(np.int64)
        cells = [partition_cells(tree, self.plan.n_classes, number) for number in range(2 + len(tree.partitions))]
        self._views = [_view(tree, sources, shares, cells, player) for player in range(3)]
        self.threads = threads
        self._pool = ThreadPoolExecutor(threads, thread_name_prefix="svara-odds") if threads > 1 else None

    def gradient(self, player: int, plans: list[Floats], out: Floats) -> None:
        """See `Payoffs`."""
        view = self._views[player]
        columns = np.stack([plans[seat][where] for seat, where in view.sources], axis=1)
        values = self._leaf_values(view, columns)
        out[:] = np.bincount(view.targets.ravel(), weights=values.T.ravel(), minlength=len(out))

    def _leaf_values(self, view: _View, columns: Floats) -> Floats:
        """Payoff at each leaf by own class, times how likely chance and the others lead there."""
        from svara_odds.solver._kernels_threeway import leaf_values, multiply, outsider_values

        n_classes, n_leaves = self.plan.n_classes, len(view.batch.left)
        products, out = np.empty((n_classes, n_leaves)), np.empty((n_classes, n_leaves))
        multiply(columns, view.batch, products)

        def work(firsts: Sequence[int]) -> None:
            room = self._room(columns.shape[1])
            levels = np.empty((len(self._levels) - 1, *room.held.shape[1:])) if len(view.outsiders.leaf) else None
            for first in firsts:
                owns = (first, min(first + _CHUNK, n_classes))
                leaf_values(self.plan, owns, columns, products, view.batch, room, out)
                if levels is not None:
                    outsider_values(self.plan, owns, columns, view.outsiders, self._levels, levels, out)

        shares = [range(thread * _CHUNK, n_classes, self.threads * _CHUNK) for thread in range(self.threads)]
        for _ in map(work, shares) if self._pool is None else self._pool.map(work, shares):
            pass
        return out

    def _room(self, n_columns: int) -> Room:
        most = self.plan.most_features
        padded = -(-most // 16) * 16
        return Room(np.empty(4, dtype=np.int64), np.empty((3, most, n_columns)), np.empty((3, n_columns, padded)))


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
    plexes, sources = treeplexes(tree, table.symmetry.n_classes)
    return Game(plexes, ThreeWayPayoffs(tree, table, sources, division=division, threads=threads))


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


def _view(
    tree: PublicTree, sources: LeafSources, shares: Floats, cells: list[NDArray[np.int32]], player: int
) -> _View:
    weights, ties = _leaf_weights(tree, shares, player)
    hands_matter = weights.any(axis=(1, 2), where=~_only(_ANY, _ANY))
    order = np.argsort(hands_matter, kind="stable")
    left, right = (seat for seat in range(3) if seat != player)
    places, columns = [], []
    for seat in (left, right):
        keys = np.stack([sources.start[seat], sources.partition[seat]])[:, order]
        distinct, place = np.unique(keys, axis=1, return_inverse=True)
        places.append(place.ravel().astype(np.int64))
        columns.append([(seat, start + cells[partition].astype(np.int64)) for start, partition in distinct.T])
    n_left = len(columns[0])
    weights, ties = weights[order], ties[:, order]
    columns_of = (places[0], n_left + places[1])
    batch = Batch(int((~hands_matter).sum()), n_left, *columns_of, weights, _same(weights))
    outside = np.flatnonzero(ties.any(axis=0))
    outsiders = Outsiders(outside, *(place[outside] for place in columns_of), *ties[:, outside])
    own = zip(sources.start[player, order], sources.partition[player, order], strict=True)
    targets = np.stack([start + cells[partition].astype(np.int64) for start, partition in own])
    return _View(batch, outsiders, (*columns[0], *columns[1]), targets)


def _only(left: int, right: int) -> NDArray[np.bool_]:
    """True in one place of a leaf's weights."""
    where = np.zeros((3, 3), dtype=bool)
    where[left, right] = True
    return where


def _leaf_weights(tree: PublicTree, shares: Floats, player: int) -> tuple[Floats, Floats]:
    """Weights of every leaf as in `Batch`, and shape (2, n_leaves) those of `Outsiders`: anywhere, above."""
    own, left, right = (1 << seat for seat in (player, *(seat for seat in range(3) if seat != player)))
    weights, ties = np.zeros((tree.n_leaves, 3, 3)), np.zeros((2, tree.n_leaves))
    weights[:, _ANY, _ANY] -= tree.paid[:, player]
    pots = zip(tree.pot_leaf, tree.pot_amount, tree.pot_seats, shares[:, :, player], strict=True)
    for leaf, amount, seats, share in pots:
        if seats & own:
            # An opponent who cannot win the pot may hold anything.
            for beside, behind in ((left, _BELOW), (left, _TIED)) if seats & left else ((0, _ANY),):
                for beyond, further in ((right, _BELOW), (right, _TIED)) if seats & right else ((0, _ANY),):
                    best = own | (beside if behind == _TIED else 0) | (beyond if further == _TIED else 0)
                    weights[leaf, behind, further] += amount * share[best]
        if seats & left and seats & right:
            ties[1 if seats & own else 0, leaf] += amount * share[left | right]
    return weights, ties


def _same(weights: Floats) -> Floats:
    """What the weights of each leaf would give a hand that both opponents hold, by how it compares."""
    below, tied = (
        weights[:, [where, where, _ANY, _ANY], [where, _ANY, where, _ANY]].sum(axis=1) for where in (_BELOW, _TIED)
    )
    return np.stack([below, tied, weights[:, _ANY, _ANY]])
