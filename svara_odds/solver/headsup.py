"""Two players over hand classes: the payoffs of every leaf in one sweep."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from svara_odds.errors import SolveError
from svara_odds.showdown.classes import class_plan
from svara_odds.showdown.sweep import sweep
from svara_odds.solver.deal import equal_division
from svara_odds.solver.tree import CHANCE, SEEN, PublicTree
from svara_odds.solver.treeplex import Game, LeafSources, partition_cells, treeplexes
from svara_odds.tables.handtable import HandTable
from svara_odds.tables.symmetry import Symmetry, find_symmetry

__all__ = ["HeadsUpPayoffs", "headsup_game", "headsup_symmetry"]

Floats = NDArray[np.float64]
# What a leaf pays a seat that is best alone, ties, and is beaten.
WIN, TIE, LOSE = 0, 1, 2
TILE = 4  # vectors of leaves that are swept side by side: more do not fit the fastest cache


class Columns(NamedTuple):
    """The leaves as one seat sees them, showdowns before folds, each kind filled up to whole vectors of leaves.

    Attributes
    ----------
    tiles : ndarray
        int64, shape (n_tiles, 3): first leaf, end, and 1 where they are showdowns; a tile is swept at once.
    start : ndarray
        int64, shape (2, n_leaves): first sequence of the seat's own last decision, and of the other's.
    partition : ndarray
        int64, shape (2, n_leaves): row of `cells` of these decisions.
    plain : ndarray
        bool, shape (2, n_leaves // width): whether all classes are told apart at all leaves of a vector.
    cells : ndarray
        int32, shape (n_partitions, n_classes).
    factors : ndarray
        float64, shape (3, n_leaves): of the weight that is disjoint, below, and below or level.
    own, other : ndarray
        float64, shape (n_classes,): factors of the seat's own classes and of the other's.
    """

    tiles: NDArray[np.int64]
    start: NDArray[np.int64]
    partition: NDArray[np.int64]
    plain: NDArray[np.bool_]
    cells: NDArray[np.int32]
    factors: Floats
    own: Floats
    other: Floats


class HeadsUpPayoffs:
    """Payoffs of two players who are dealt hands from one deck: exact, and lossless over hand classes.

    Parameters
    ----------
    tree : PublicTree
        Of two players and without chance nodes.
    table : HandTable
    symmetry : Symmetry
        The classes: those of the table, or finer ones (`headsup_symmetry`).
    sources : LeafSources
        Of a treeplex with the classes of `symmetry`.
    division : ndarray, optional
        As in `svara_odds.solver.deal.ExplicitPayoffs`: shares of a pot, one table for all or one for every pot.
    weights : sequence of ndarray, optional
        float64, shape (n_hands,), for both seats: how often each hand is dealt to it, relative to others;
        every hand alike if not given.

    Raises
    ------
    SolveError
        If the tree has other than two players or a chance node, weights are none, differ within a class, or no
        two hands with a weight can be dealt together.

    Notes
    -----
    With plans that are constant on classes, one-card and two-card sums of the inclusion and exclusion
    (`svara_odds.showdown.sweep`) are constant on the orbits of cards and of pairs of cards; one sum is kept for
    each orbit. Every leaf is a column; a leaf pays ``lose * disjoint + (win - tie) * below + (tie - lose) *
    (below or level)``, and a fold the same in all three. The scratch is the object's own: one thread at a time.
    """

    n_players = 2

    def __init__(
        self,
        tree: PublicTree,
        table: HandTable,
        *,
        symmetry: Symmetry,
        sources: LeafSources,
        division: Floats | None = None,
        weights: Sequence[Floats] | None = None,
    ) -> None:
        from svara_odds.showdown._kernels_rows import WIDTH

        if tree.n_players != 2 or (tree.player == CHANCE).any():
            raise SolveError(f"{tree!r} is not a game of two players without chance between their decisions")
        per_class = _class_weights(table, symmetry, weights)
        plan = class_plan(table, symmetry)
        amounts = _amounts(tree, equal_division(2, rake=tree.rake) if division is None else division)
        scale = 1.0 / _compatible(table, symmetry, per_class)
        cells = np.stack([partition_cells(tree, symmetry.n_classes, k) for k in range(2 + len(tree.partitions))])
        self.plan = plan
        self.columns = tuple(
            _columns(sources, amounts[:, :, seat], cells, seat, WIDTH)._replace(
                own=per_class[seat] * plan.sizes * scale, other=per_class[1 - seat]
            )
            for seat in range(2)
        )
        self.room = tuple(
            np.empty(rows * TILE * WIDTH) for rows in (plan.n_sums, symmetry.n_classes, symmetry.n_classes)
        )

    def gradient(self, player: int, plans: list[Floats], out: Floats) -> None:
        """See `svara_odds.solver.treeplex.Payoffs`."""
        from svara_odds.solver._kernels_headsup import leaf_gradient

        leaf_gradient(self.plan, self.columns[player], plans[1 - player], self.room, out)


def headsup_game(
    tree: PublicTree,
    table: HandTable,
    *,
    division: Floats | None = None,
    weights: Sequence[Floats] | None = None,
) -> Game:
    """The game of a public tree for two players over the hand classes of a table.

    Parameters
    ----------
    tree : PublicTree
    table : HandTable
    division, weights : optional
        As in `HeadsUpPayoffs`. Where weights differ among hands of a class, the classes are split; ask
        `headsup_symmetry` for those that are left.

    Returns
    -------
    Game
    """
    symmetry = headsup_symmetry(table, weights)
    parent = table.symmetry.class_of[symmetry.representatives]
    tree = replace(tree, partitions=tuple(cells[parent] for cells in tree.partitions))
    plexes, sources = treeplexes(tree, symmetry.n_classes)
    payoffs = HeadsUpPayoffs(tree, table, symmetry=symmetry, sources=sources, division=division, weights=weights)
    return Game(plexes, payoffs)


def headsup_symmetry(table: HandTable, weights: Sequence[Floats] | None = None) -> Symmetry:
    """The hand classes of a game that starts from weighted ranges.

    Parameters
    ----------
    table : HandTable
    weights : sequence of ndarray, optional
        Shape (n_hands,), for every seat.

    Returns
    -------
    Symmetry
        Made by the exchanges of suits and of ranks that leave scores and all weights as they are: those of the
        table where the weights respect them, every hand a class of its own where they respect none.

    Examples
    --------
    >>> from svara_odds.tables.handtable import hand_table
    >>> table = hand_table("fortegames")
    >>> any_hand = np.ones(table.n_hands)
    >>> hearts = (table.deck.suits[table.hands] == 2).all(axis=1).astype(float)
    >>> [headsup_symmetry(table, [any_hand, other]).n_classes for other in (any_hand, hearts)]
    [337, 778]
    """
    if weights is None:
        return table.symmetry
    labels = np.stack([table.order.astype(np.float64), *_checked(table, weights)])
    kinds = np.unique(labels, axis=1, return_inverse=True)[1].reshape(-1).astype(np.int16)
    if (kinds == kinds[table.symmetry.representatives][table.symmetry.class_of]).all():
        return table.symmetry
    return find_symmetry(table.hands, kinds, table.deck)


def _checked(table: HandTable, weights: Sequence[Floats]) -> list[Floats]:
    """Weights of every hand for both seats."""
    checked = [np.asarray(each, dtype=np.float64) for each in weights]
    if [each.shape for each in checked] != [(table.n_hands,)] * 2:
        raise SolveError(
            f"weights have the shapes {[each.shape for each in checked]}; they must be two of ({table.n_hands},)"
        )
    for seat, each in enumerate(checked):
        if not (np.isfinite(each).all() and each.min() >= 0):
            raise SolveError(f"weights of seat {seat} run from {each.min()} to {each.max()}; 0 and more is allowed")
    return checked


def _class_weights(table: HandTable, symmetry: Symmetry, weights: Sequence[Floats] | None) -> list[Floats]:
    """Weight of every class for both seats."""
    if weights is None:
        return [np.ones(symmetry.n_classes)] * 2
    checked = _checked(table, weights)
    per_class = [each[symmetry.representatives] for each in checked]
    for seat, (each, of_class) in enumerate(zip(checked, per_class, strict=True)):
        if not (of_class[symmetry.class_of] == each).all():
            raise SolveError(f"weights of seat {seat} differ among the hands of a class")
    return per_class


def _compatible(table: HandTable, symmetry: Symmetry, per_class: Sequence[Floats]) -> float:
    """Weight of all pairs of hands that can be dealt together."""
    own, other = (each[symmetry.class_of] for each in per_class)
    weight = float(own @ sweep(table, other).disjoint)
    if not weight > 0:
        raise SolveError("weights leave no two hands that can be dealt together")
    return weight


def _amounts(tree: PublicTree, division: Floats) -> Floats:
    """What each leaf pays, float64, shape (3, n_leaves, 2): outcome, leaf, seat."""
    shares = np.broadcast_to(division, (len(tree.pot_leaf), 4, 2))
    seats = np.arange(2)
    # Masks of the best seats, for each outcome as each seat sees it, less the seats that a pot is not open to.
    best = np.array([1 << seats, [3, 3], 2 >> seats])
    masks = np.where(tree.pot_seats == 3, best[:, :, None], tree.pot_seats)
    parts = tree.pot_amount * np.stack([shares[np.arange(len(shares)), masks[:, seat], seat] for seat in seats], axis=1)
    amounts = np.tile(-tree.paid, (3, 1, 1))
    for outcome in range(3):
        np.add.at(amounts[outcome], tree.pot_leaf, parts[outcome].T)
    return amounts


def _columns(sources: LeafSources, amounts: Floats, cells: NDArray[np.int32], seat: int, width: int) -> Columns:
    """The leaves as one seat sees them; the factors of classes are not filled in yet."""
    folds = (amounts == amounts[LOSE]).all(axis=0)
    seen = sources.partition == SEEN
    rows = np.stack([amounts[LOSE], amounts[WIN] - amounts[TIE], amounts[TIE] - amounts[LOSE]])
    order: list[int] = []
    tiles, factors = [], []
    for showdown in (True, False):
        leaves = np.flatnonzero(folds != showdown)
        leaves = leaves[np.lexsort(~seen[:, leaves])]
        missing = -len(leaves) % width  # a leaf with the factor 0 does no harm
        first = len(order)
        order.extend([*leaves.tolist(), *leaves[-1:].tolist() * missing])
        factors += [rows[:, leaves], np.zeros((3, missing))]
        tiles += [
            (start, min(start + TILE * width, len(order)), int(showdown))
            for start in range(first, len(order), TILE * width)
        ]
    both = [seat, 1 - seat]
    return Columns(
        np.array(tiles, dtype=np.int64),
        np.ascontiguousarray(sources.start[both][:, order]),
        np.ascontiguousarray(sources.partition[both][:, order].astype(np.int64)),
        np.ascontiguousarray(seen[both][:, order].reshape(2, -1, width).all(axis=2)),
        cells,
        np.concatenate(factors, axis=1),
        np.empty(0),
        np.empty(0),
    )
