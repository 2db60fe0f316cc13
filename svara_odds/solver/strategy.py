"""A strategy as people read it: on every public line, for every hand, how often each action is taken, and what for."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from svara_odds.errors import SolveError, shortened
from svara_odds.solver.equilibrium import behaviour_of
from svara_odds.solver.tree import SEEN, PublicTree
from svara_odds.solver.treeplex import Game

__all__ = ["HandNames", "Strategy", "strategy_of_plans"]

Floats = NDArray[np.float64]

UNSEEN_NAME = "unseen"
# Reaches are sums in which some terms are taken away again: what is left of never is below this, and counts as never.
NEVER = 1e-12


class HandNames(NamedTuple):
    """What the cells of a seat that has looked stand for.

    Attributes
    ----------
    names : sequence of str
    hands : ndarray
        int64, shape (n_cells,): hands in each cell; they weigh the cells.
    half_points : ndarray
        int64, shape (n_cells,).
    """

    names: tuple[str, ...]
    hands: NDArray[np.int64]
    half_points: NDArray[np.int64]


@dataclass(frozen=True, eq=False)
class Strategy:
    """Action frequencies of every infoset, with the value and the reach of each.

    Attributes
    ----------
    tree : PublicTree
    hands : HandNames
        Of the cells at nodes where the seat has looked; where it has not, there is one cell.
    start, cells : ndarray
        int64, shape (n_nodes,): action `a` in cell `c` of a node is entry ``start + a * cells + c`` of `frequencies`
        and `values`, and the cell itself is entry ``infoset + c`` of `reach`.
    infoset : ndarray
        int64, shape (n_nodes,).
    frequencies : ndarray
        Shape (n_entries,).
    values : ndarray
        float64, shape (n_entries,): what the seat expects of the deal if it takes the action here, in antes, all that
        it has paid counted; not a number where the others never let it come to the line.
    reach : ndarray
        float64, shape (n_infosets,): probability that play comes to the line, given the seat's hand.
    """

    tree: PublicTree
    hands: HandNames
    start: NDArray[np.int64]
    cells: NDArray[np.int64]
    infoset: NDArray[np.int64]
    frequencies: NDArray[Any]
    values: Floats
    reach: Floats

    def __repr__(self) -> str:
        return f"<{type(self).__name__}: {self.tree.n_decisions} lines, {len(self.reach)} infosets>"

    def nodes(self) -> Iterator[int]:
        """The nodes at which a seat decides."""
        yield from np.flatnonzero(self.tree.player >= 0).tolist()

    def node_of(self, line: str) -> int:
        """The node at the end of a public `line` that is written as in `PublicTree.line`.

        Raises
        ------
        SolveError
            If there is no such line, or nobody decides at its end.
        """
        node = 0
        for step in filter(None, (part.strip() for part in line.split("/"))):
            children = {self.tree.line(child).split(" / ")[-1]: child for child in self.tree.children(node)}
            if step not in children:
                ways = f"there it may go on with: {', '.join(children)}" if children else "it is at an end there"
                raise SolveError(f"line {shortened(line)} has no step {shortened(step)}; {ways}")
            node = children[step]
        if self.tree.player[node] < 0:
            raise SolveError(f"line {shortened(line)} is at an end; nobody decides there")
        return node

    def main_node(self) -> int:
        """Of the nodes at which a seat that has looked decides, the one that play comes to most often.

        Raises
        ------
        SolveError
            If no seat ever looks.
        """
        seen = [node for node in self.nodes() if self.tree.partition[node] == SEEN]
        if not seen:
            raise SolveError("nobody who has looked at the cards decides in this game")
        return max(seen, key=lambda node: (float(self.weights(node) @ self.reached(node)), -node))

    def frequency(self, node: int) -> NDArray[Any]:
        """Frequencies at a `node`, shape (n_actions, n_cells)."""
        first, cells, actions = int(self.start[node]), int(self.cells[node]), int(self.tree.n_children[node])
        return self.frequencies[first : first + actions * cells].reshape(actions, cells)

    def value(self, node: int) -> Floats:
        """Value of every action at a `node`, shape (n_actions, n_cells)."""
        first, cells, actions = int(self.start[node]), int(self.cells[node]), int(self.tree.n_children[node])
        return self.values[first : first + actions * cells].reshape(actions, cells)

    def reached(self, node: int) -> Floats:
        """Reach of every cell at a `node`, shape (n_cells,)."""
        return self.reach[self.infoset[node] : self.infoset[node] + self.cells[node]]

    def labels(self, node: int) -> list[str]:
        """The actions of a `node`."""
        return [self.tree.label(child) for child in self.tree.children(node)]

    def weights(self, node: int) -> Floats:
        """Probability of every cell at a `node` before the deal, shape (n_cells,)."""
        if self.tree.partition[node] != SEEN:
            return np.ones(1)
        share: Floats = self.hands.hands / self.hands.hands.sum()
        return share

    def mean_frequency(self, node: int) -> Floats:
        """How often each action is taken at a `node` over all hands that come there, shape (n_actions,)."""
        weight = self.weights(node) * self.reached(node)
        if weight.sum() <= 0:
            weight = self.weights(node)
        mean: Floats = self.frequency(node) @ weight / weight.sum()
        return mean

    def columns(self, nodes: Iterable[int] | None = None, *, least_reach: float = 0.0) -> dict[str, list[Any]]:
        """The strategy as columns, one row for every line, hand class and action.

        Parameters
        ----------
        nodes : iterable of int, optional
            Which lines; all if not given.
        least_reach : float
            Hands that come to a line more seldom are left out.

        Returns
        -------
        dict
            ``line``, ``seat``, ``hand``, ``hands``, ``points``, ``action``, ``frequency``, ``value``, ``reach``.
        """
        names = ("line", "seat", "hand", "hands", "points", "action", "frequency", "value", "reach")
        columns: dict[str, list[Any]] = {name: [] for name in names}
        for node in self.nodes() if nodes is None else nodes:
            self._add(columns, node, least_reach)
        return columns

    def _add(self, columns: dict[str, list[Any]], node: int, least_reach: float) -> None:
        frequency, value, reach = self.frequency(node), self.value(node), self.reached(node)
        labels, line, seat = self.labels(node), self.tree.line(node), int(self.tree.player[node])
        seen = self.tree.partition[node] == SEEN
        for cell in np.flatnonzero(reach >= least_reach).tolist():
            name = self.hands.names[cell] if seen else UNSEEN_NAME
            hands = int(self.hands.hands[cell] if seen else self.hands.hands.sum())
            points = float(self.hands.half_points[cell]) / 2 if seen else None
            for action, label in enumerate(labels):
                row = (line, seat, name, hands, points, label, float(frequency[action, cell]))
                for column, entry in zip(
                    columns.values(), (*row, float(value[action, cell]), float(reach[cell])), strict=True
                ):
                    column.append(entry)


def strategy_of_plans(tree: PublicTree, game: Game, unit: Game, plans: list[Floats], hands: HandNames) -> Strategy:
    """The strategy that plans stand for, with exact values and reaches.

    Parameters
    ----------
    tree : PublicTree
    game : Game
        Of this tree.
    unit : Game
        The same tree with every leaf paying each seat 1: its values are the probabilities of getting there.
    plans : list of ndarray
    hands : HandNames

    Returns
    -------
    Strategy
    """
    cells = np.where(tree.partition == SEEN, len(hands.names), 1).astype(np.int64)
    decides = tree.player >= 0
    sizes, infosets = np.where(decides, cells * tree.n_children, 0), np.where(decides, cells, 0)
    start, infoset = np.cumsum(sizes) - sizes, np.cumsum(infosets) - infosets
    frequencies, values = np.empty((2, int(sizes.sum())))
    reach = np.empty(int(infosets.sum()))
    chance = hands.hands / hands.hands.sum()
    for player, plex in enumerate(game.plexes):
        behaviour = behaviour_of(plex, plans[player])
        worth, coming = (_action_worth(each, player, plans, behaviour) for each in (game, unit))
        for block, node in enumerate(plex.node.tolist()):
            own = slice(int(plex.start[block]), int(plex.start[block] + sizes[node]))
            entries = slice(int(start[node]), int(start[node] + sizes[node]))
            first = int(plex.first_infoset[block])
            parents = plex.parent[first : first + int(cells[node])]
            weight = chance if tree.partition[node] == SEEN else np.ones(1)
            let = coming[own] / np.tile(weight, int(tree.n_children[node]))
            let[let < NEVER] = 0.0
            frequencies[entries] = behaviour[own]
            values[entries] = worth[own] / np.where(let > 0, coming[own], np.nan)
            reach[infoset[node] : infoset[node] + cells[node]] = let[: cells[node]] * plans[player][parents]
    return Strategy(tree, hands, start, cells, infoset, frequencies, values, reach)


def _action_worth(game: Game, player: int, plans: list[Floats], behaviour: Floats) -> Floats:
    """Payoff of each sequence, chance and the others counted and the player taken to have come there."""
    plex = game.plexes[player]
    worth = np.empty(plex.n_sequences)
    game.payoffs.gradient(player, plans, worth)
    for block in range(len(plex.start) - 1, -1, -1):
        first, cells, actions = int(plex.start[block]), int(plex.cells[block]), int(plex.actions[block])
        entries = slice(first, first + cells * actions)
        infoset = int(plex.first_infoset[block])
        below = (worth[entries] * behaviour[entries]).reshape(actions, cells).sum(axis=0)
        np.add.at(worth, plex.parent[infoset : infoset + cells], below)
    return worth
