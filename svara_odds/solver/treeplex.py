"""A player's decision space in sequence form, and a game as one such space per player and their payoffs."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

from svara_odds.errors import SolveError
from svara_odds.solver.tree import SEEN, UNSEEN, PublicTree

__all__ = ["Game", "LeafSources", "Payoffs", "Treeplex", "partition_cells", "treeplexes"]

Floats = NDArray[np.float64]


class Treeplex(NamedTuple):
    """All that one player decides, as blocks of infosets that have the same actions.

    A sequence is an infoset with one of its actions; sequence 0 is the empty one. Block `b` has ``cells[b]``
    infosets, and its sequences are numbered from ``start[b]`` on: action `a` in cell `c` is
    ``start[b] + a * cells[b] + c``, so that the cells of an action stand side by side. A *behaviour* gives every
    sequence the probability of its action in its infoset; a *plan* the product of these along the player's own
    path (the empty sequence has 1). A block comes after the blocks that its parents are in.

    Attributes
    ----------
    n_sequences : int
    start : ndarray
        int64, shape (n_blocks,).
    cells, actions : ndarray
        int64, shape (n_blocks,).
    first_infoset : ndarray
        int64, shape (n_blocks,): number of the block's first infoset.
    parent : ndarray
        int64, shape (n_infosets,): the sequence that leads to the infoset.
    run : ndarray
        int64, shape (n_blocks,): the parent of the block's first infoset where those of all its infosets are
        consecutive, else -1.
    node : ndarray
        int64, shape (n_blocks,): the public node that the block belongs to.
    """

    n_sequences: int
    start: NDArray[np.int64]
    cells: NDArray[np.int64]
    actions: NDArray[np.int64]
    first_infoset: NDArray[np.int64]
    parent: NDArray[np.int64]
    run: NDArray[np.int64]
    node: NDArray[np.int64]

    @property
    def n_infosets(self) -> int:
        """Number of infosets."""
        return len(self.parent)

    def uniform(self) -> Floats:
        """The behaviour that takes every action equally often, float64, shape (n_sequences,)."""
        behaviour = np.ones(self.n_sequences)
        behaviour[1:] = np.repeat(1.0 / self.actions, self.cells * self.actions)
        return behaviour

    def infoset_of_sequence(self) -> NDArray[np.int64]:
        """The infoset of each sequence, int64, shape (n_sequences,); -1 for the empty one."""
        owner = np.full(self.n_sequences, -1, dtype=np.int64)
        blocks = np.repeat(np.arange(len(self.start)), self.cells * self.actions)
        within = np.arange(self.n_sequences - 1) + 1 - self.start[blocks]
        owner[1:] = self.first_infoset[blocks] + within % self.cells[blocks]
        return owner


class Payoffs(Protocol):
    """What the players' plans are worth, without a word on how that is found."""

    @property
    def n_players(self) -> int:
        """Number of players."""

    def gradient(self, player: int, plans: list[Floats], out: Floats) -> None:
        """Fill `out` with what each of the player's sequences earns at the leaves that it is the last one of.

        Parameters
        ----------
        player : int
        plans : list of ndarray
            A plan for every player; the player's own is not looked at.
        out : ndarray
            float64, shape (n_sequences,): expected payoff to `player`, chance and the others' plans counted, its
            own probabilities not.
        """


class Game(NamedTuple):
    """A game that can be solved: one treeplex per player, and the payoffs."""

    plexes: tuple[Treeplex, ...]
    payoffs: Payoffs


class LeafSources(NamedTuple):
    """Where the plan of each player stands that reaches a leaf.

    Hand class `h` of player `q` reaches leaf `k` with ``plan[start[q, k] + partition_cells(...)[h]]``; where the
    player has not decided anything, that is the empty sequence.

    Attributes
    ----------
    start : ndarray
        int64, shape (n_players, n_leaves).
    partition : ndarray
        int16, shape (n_players, n_leaves): number of the partition of the player's last decision.
    """

    start: NDArray[np.int64]
    partition: NDArray[np.int16]


def partition_cells(tree: PublicTree, n_classes: int, partition: int) -> NDArray[np.int32]:
    """The cell of every hand class, int32, shape (n_classes,), in a partition that is given by its number."""
    if partition == SEEN:
        return np.arange(n_classes, dtype=np.int32)
    if partition == UNSEEN:
        return np.zeros(n_classes, dtype=np.int32)
    return tree.partitions[partition - 2]


@dataclass
class _Growing:
    """A treeplex while its blocks are being added."""

    n_sequences: int = 1
    n_infosets: int = 0

    def __post_init__(self) -> None:
        self.blocks: list[tuple[int, int, int, int, int, int]] = []
        self.parents: list[NDArray[np.int64]] = []

    def add(self, node: int, actions: int, parents: NDArray[np.int64]) -> int:
        """Add a block below these parents, one for each cell; gives its first sequence."""
        start, cells = self.n_sequences, len(parents)
        consecutive = bool((parents == parents[0] + np.arange(cells)).all())
        self.blocks.append((start, cells, actions, self.n_infosets, int(parents[0]) if consecutive else -1, node))
        self.parents.append(parents)
        self.n_sequences += cells * actions
        self.n_infosets += cells
        return start

    def finish(self) -> Treeplex:
        start, cells, actions, first, run, node = np.array(self.blocks, dtype=np.int64).reshape(-1, 6).T.copy()
        parent = np.concatenate([np.empty(0, dtype=np.int64), *self.parents])
        return Treeplex(self.n_sequences, start, cells, actions, first, parent, run, node)


def treeplexes(tree: PublicTree, n_classes: int) -> tuple[tuple[Treeplex, ...], LeafSources]:
    """Write a public tree as one treeplex per player.

    Parameters
    ----------
    tree : PublicTree
    n_classes : int
        Hand classes that are told apart where the cards are seen.

    Returns
    -------
    plexes : tuple of Treeplex
    sources : LeafSources

    Raises
    ------
    SolveError
        If a player would forget what it knew: the cells of a later partition must lie inside those of an earlier.

    Examples
    --------
    >>> from svara_odds.solver.tree import Decision, Leaf, Pot, grow
    >>> def matching(state):
    ...     if len(state) < 2:
    ...         return Decision(len(state), [(side, state + side) for side in "HT"])
    ...     return Leaf([1.0, 1.0], [Pot(2.0, 1 if state[0] == state[1] else 2)])
    >>> plexes, sources = treeplexes(grow("", matching, n_players=2), 3)
    >>> [plex.n_sequences for plex in plexes], sources.start[1].tolist()
    ([7, 13], [1, 4, 7, 10])
    """
    cells_of = [partition_cells(tree, n_classes, number) for number in range(2 + len(tree.partitions))]
    growing = [_Growing() for _ in range(tree.n_players)]
    # For every node and player: the first sequence of the last own action above it, and that decision's partition.
    start = np.zeros((tree.n_nodes, tree.n_players), dtype=np.int64)
    partition = np.full((tree.n_nodes, tree.n_players), UNSEEN, dtype=np.int16)
    for node in range(tree.n_nodes):
        children = tree.children(node)
        start[children.start : children.stop] = start[node]
        partition[children.start : children.stop] = partition[node]
        player = int(tree.player[node])
        if player < 0:
            continue
        here = int(tree.partition[node])
        inside = _cells_above(cells_of[here], cells_of[partition[node, player]])
        first = growing[player].add(node, len(children), start[node, player] + inside)
        start[children.start : children.stop, player] = first + np.arange(len(children)) * len(inside)
        partition[children.start : children.stop, player] = here
    sources = LeafSources(np.ascontiguousarray(start[tree.leaves].T), np.ascontiguousarray(partition[tree.leaves].T))
    return tuple(plex.finish() for plex in growing), sources


def _cells_above(fine: NDArray[np.int32], coarse: NDArray[np.int32]) -> NDArray[np.int64]:
    """For every cell of the finer partition the cell of the coarser that holds it."""
    above = np.zeros(int(fine.max()) + 1, dtype=np.int64)
    above[fine] = coarse
    if not (above[fine] == coarse).all():
        raise SolveError("a later decision tells fewer hands apart than an earlier one; a player cannot forget")
    return above
