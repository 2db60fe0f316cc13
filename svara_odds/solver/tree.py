"""The public tree of a game: who decides on which line, what may be done, and how the pots stand at the end."""

from __future__ import annotations

import gc
from array import array
from collections.abc import Callable, Hashable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from svara_odds.errors import SolveError

__all__ = ["CHANCE", "LEAF", "SEEN", "UNSEEN", "Chance", "Decision", "Leaf", "Pot", "PublicTree", "grow"]

# What stands in `player` where no seat decides.
CHANCE, LEAF = -1, -2
# Partitions that every tree has: each hand class is told apart, or none is (cards not looked at yet).
SEEN, UNSEEN = 0, 1


class Pot(NamedTuple):
    """Money that the best hand among some seats wins.

    Attributes
    ----------
    amount : float
        In antes.
    seats : int
        Bit `i` is set where seat `i` may win it; a single bit is a pot won without a showdown.
    """

    amount: float
    seats: int


class Decision(NamedTuple):
    """A seat's turn: `actions` are pairs of a label and the state that follows; `partition` is what it tells apart."""

    player: int
    actions: Sequence[tuple[str, Any]]
    partition: int = SEEN


class Chance(NamedTuple):
    """A card or another event that everybody sees: pairs of a label and the state that follows."""

    outcomes: Sequence[tuple[str, Any]]


class Leaf(NamedTuple):
    """The end of a line: what each seat has paid, and the pots to be won."""

    paid: Sequence[float]
    pots: Sequence[Pot]


@dataclass(frozen=True, eq=False)
class PublicTree:
    """The public part of a game, as flat arrays.

    Nodes are numbered level by level: node 0 is the root, a parent comes before its children, and the children of
    a node are consecutive. Leaves are numbered in the order of their nodes.

    Attributes
    ----------
    n_players : int
    parent : ndarray
        int32, shape (n_nodes,); -1 for the root.
    player : ndarray
        int8, shape (n_nodes,): the seat that decides, `CHANCE` or `LEAF`.
    first_child, n_children : ndarray
        int32, shape (n_nodes,).
    action : ndarray
        int32, shape (n_nodes,): place in `actions` of the action or outcome that leads to the node; -1 for the root.
    actions : tuple of str
        Labels, each once.
    partition : ndarray
        int16, shape (n_nodes,): what the deciding seat tells apart, `SEEN`, `UNSEEN` or ``2 + k`` for
        ``partitions[k]``; 0 where no seat decides.
    partitions : tuple of ndarray
        int32, shape (n_classes,) each: the cell of every hand class.
    paid : ndarray
        float64, shape (n_leaves, n_players): what each seat has put in when the line ends.
    pot_leaf, pot_amount, pot_seats : ndarray
        int32, float64 and int32, shape (n_pots,): see `Pot`; ordered by leaf, every leaf has at least one.
    rake : float
        Share of every pot that the house keeps when it is won.
    """

    n_players: int
    parent: NDArray[np.int32]
    player: NDArray[np.int8]
    first_child: NDArray[np.int32]
    n_children: NDArray[np.int32]
    action: NDArray[np.int32]
    actions: tuple[str, ...]
    partition: NDArray[np.int16]
    partitions: tuple[NDArray[np.int32], ...]
    paid: NDArray[np.float64]
    pot_leaf: NDArray[np.int32]
    pot_amount: NDArray[np.float64]
    pot_seats: NDArray[np.int32]
    rake: float = 0.0

    def __repr__(self) -> str:
        return (
            f"<{type(self).__name__}: {self.n_players} players, {self.n_decisions} decisions, {self.n_leaves} leaves>"
        )

    @property
    def n_nodes(self) -> int:
        """Number of nodes of every kind."""
        return len(self.parent)

    @property
    def n_decisions(self) -> int:
        """Number of nodes at which a seat decides."""
        return int((self.player >= 0).sum())

    @property
    def n_leaves(self) -> int:
        """Number of lines that end."""
        return len(self.paid)

    @cached_property
    def leaves(self) -> NDArray[np.int32]:
        """Node of each leaf, int32, shape (n_leaves,)."""
        return np.flatnonzero(self.player == LEAF).astype(np.int32)

    def children(self, node: int) -> range:
        """The nodes that follow `node`."""
        first = int(self.first_child[node])
        return range(first, first + int(self.n_children[node]))

    def label(self, node: int) -> str:
        """The action or outcome that leads to `node`; empty for the root."""
        return self.actions[self.action[node]] if node else ""

    def path(self, node: int) -> list[int]:
        """The nodes from the root's child down to `node`."""
        nodes: list[int] = []
        while node:
            nodes.append(node)
            node = int(self.parent[node])
        return nodes[::-1]

    def line(self, node: int) -> str:
        """The public line that leads to `node`, such as ``"0 blind 1 / 1 call"``; empty for the root."""
        return " / ".join(self._step(step) for step in self.path(node))

    @property
    def root(self) -> int:
        """The node at which every line starts."""
        return 0

    def expand(self, node: int) -> Decision | Chance | Leaf:
        """What `grow` was told of the node, with nodes in the place of states."""
        player = int(self.player[node])
        if player == LEAF:
            leaf = int(np.searchsorted(self.leaves, node))
            return Leaf(self.paid[leaf].tolist(), list(self.pots(leaf)))
        follow = [(self.label(child), child) for child in self.children(node)]
        return Chance(follow) if player == CHANCE else Decision(player, follow, int(self.partition[node]))

    def _step(self, node: int) -> str:
        player = int(self.player[self.parent[node]])
        return self.label(node) if player == CHANCE else f"{player} {self.label(node)}"

    def pots(self, leaf: int) -> Iterator[Pot]:
        """The pots of a leaf."""
        first, end = np.searchsorted(self.pot_leaf, [leaf, leaf + 1])
        for amount, seats in zip(self.pot_amount[first:end].tolist(), self.pot_seats[first:end].tolist(), strict=True):
            yield Pot(amount, seats)


def grow(
    root: Hashable,
    expand: Callable[[Any], Decision | Chance | Leaf],
    *,
    n_players: int,
    partitions: Sequence[NDArray[np.int32]] = (),
    rake: float = 0.0,
    limit: int | None = None,
) -> PublicTree:
    """Write out the public tree of a game from its first state and its rules.

    Parameters
    ----------
    root : object
        The first state.
    expand : callable
        Says of a state what it is: `Decision`, `Chance` or `Leaf`.
    n_players : int
    partitions : sequence of ndarray
        What seats tell apart besides `SEEN` and `UNSEEN`; numbered from 2.
    rake : float
        Share of every pot that the house keeps when it is won.
    limit : int, optional
        Most nodes that the tree may have.

    Returns
    -------
    PublicTree

    Raises
    ------
    SolveError
        If a state has no action, an action's label appears twice, a leaf has no pot, or there are too many nodes.

    Examples
    --------
    >>> def matching(state):  # two seats show a side each, one after the other
    ...     if len(state) < 2:
    ...         return Decision(len(state), [(side, state + side) for side in "HT"])
    ...     return Leaf([1.0, 1.0], [Pot(2.0, 1 if state[0] == state[1] else 2)])
    >>> tree = grow("", matching, n_players=2)
    >>> tree, tree.line(int(tree.leaves[1]))
    (<PublicTree: 2 players, 3 decisions, 4 leaves>, '0 H / 1 T')
    """
    states: list[Any] = [root]
    follow: Sequence[tuple[str, Any]]
    parent, action = array("i", [-1]), array("i", [-1])
    player, first_child, n_children, partition = (array("i") for _ in range(4))
    numbers, leaves = dict[str, int](), _Leaves(n_players)
    # A list that grows is walked to its last state. Nothing here is cyclic, and the collector of cycles, which would
    # look at millions of states again and again, takes as long as the rest.
    with _no_collector():
        for place, state in enumerate(states):
            what = expand(state)
            states[place] = None  # a state is needed once; large trees would keep them all
            first_child.append(len(states))
            if isinstance(what, Leaf):
                leaves.add(what)
                follow, who, told = (), LEAF, SEEN
            else:
                follow = _checked_actions(what, n_players, len(partitions))
                who, told = (what.player, what.partition) if isinstance(what, Decision) else (CHANCE, SEEN)
            player.append(who)
            partition.append(told)
            n_children.append(len(follow))
            for label, after in follow:
                states.append(after)
                parent.append(place)
                action.append(numbers.setdefault(label, len(numbers)))
            if limit is not None and len(states) > limit:
                raise SolveError(f"tree: it has more than the {limit:,} nodes that may be built")
    return PublicTree(
        n_players,
        np.array(parent, dtype=np.int32),
        np.array(player, dtype=np.int8),
        np.array(first_child, dtype=np.int32),
        np.array(n_children, dtype=np.int32),
        np.array(action, dtype=np.int32),
        tuple(numbers),
        np.array(partition, dtype=np.int16),
        tuple(np.asarray(cells, dtype=np.int32) for cells in partitions),
        *leaves.arrays(),
        rake,
    )


class _Leaves:
    """What lies at the leaves, in the order in which they are come to."""

    def __init__(self, n_players: int) -> None:
        self.n_players, self.count = n_players, 0
        self.paid, self.pot_leaf, self.pot_amount, self.pot_seats = array("d"), array("i"), array("d"), array("i")

    def add(self, leaf: Leaf) -> None:
        _check_leaf(leaf, self.n_players)
        self.paid.extend(leaf.paid)
        for amount, seats in leaf.pots:
            self.pot_leaf.append(self.count)
            self.pot_amount.append(amount)
            self.pot_seats.append(seats)
        self.count += 1

    def arrays(self) -> tuple[NDArray[np.float64], NDArray[np.int32], NDArray[np.float64], NDArray[np.int32]]:
        return (
            np.array(self.paid, dtype=np.float64).reshape(self.count, self.n_players),
            np.array(self.pot_leaf, dtype=np.int32),
            np.array(self.pot_amount, dtype=np.float64),
            np.array(self.pot_seats, dtype=np.int32),
        )


@contextmanager
def _no_collector() -> Iterator[None]:
    enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if enabled:
            gc.enable()


def _check_leaf(leaf: Leaf, n_players: int) -> None:
    if len(leaf.paid) != n_players:
        raise SolveError(f"a leaf says what {len(leaf.paid)} seats paid; it must be {n_players}")
    if not leaf.pots or any(not 0 < pot.seats < 1 << n_players for pot in leaf.pots):
        raise SolveError(f"a leaf has the pots {list(leaf.pots)}; it must have one, each for some of {n_players} seats")


def _checked_actions(what: Decision | Chance, n_players: int, n_partitions: int) -> Sequence[tuple[str, Any]]:
    follow = what.actions if isinstance(what, Decision) else what.outcomes
    if isinstance(what, Decision) and not (0 <= what.player < n_players and 0 <= what.partition < 2 + n_partitions):
        raise SolveError(f"player {what.player} with partition {what.partition} is not in a game of {n_players} seats")
    labels = [label for label, _ in follow]
    if not labels or len(set(labels)) < len(labels):
        raise SolveError(f"a turn has the actions {labels}; it must have one or more, each with its own label")
    return follow
