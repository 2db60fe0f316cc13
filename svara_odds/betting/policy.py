"""Opponents who play by their cards alone: they pay with one range of hands, raise with another, else they are out."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from svara_odds.betting.build import MOST_NODES, referee
from svara_odds.betting.seats import replaced
from svara_odds.betting.structure import Structure
from svara_odds.solver.headsup import headsup_symmetry
from svara_odds.solver.sampling.game import SampledGame
from svara_odds.solver.tree import UNSEEN, Decision, Leaf, grow
from svara_odds.tables.handtable import HandTable

__all__ = ["RangePolicy", "against_policy"]

# What a seat does with a hand of each kind: the first of these that it may do.
_LOOKS = ("look",)
_BLINDLY = ("blind", "double", "dark")
_OUT = ("check", "look", "fold")
_PAYS = ("call", "open", "pay", "bet", "all-in", "check")
_RAISES = ("raise", "bet", *_PAYS)


@dataclass(frozen=True, eq=False)
class RangePolicy:
    """Hands with which a seat pays to stay in, and those with which it raises.

    Attributes
    ----------
    pays, raises : ndarray
        bool, shape (n_hands,).
    """

    pays: NDArray[np.bool_]
    raises: NDArray[np.bool_]

    def orders(self) -> tuple[tuple[tuple[str, ...], NDArray[np.bool_]], ...]:
        """Every order of preference, with the hands that have it."""
        pays = self.pays & ~self.raises
        return ((_OUT, ~(self.pays | self.raises)), (_PAYS, pays), (_RAISES, self.raises))


def against_policy(
    structure: Structure, table: HandTable, policy: RangePolicy, *, free: int
) -> tuple[SampledGame, NDArray[np.float32]]:
    """The game that one free seat plays against others who follow a policy.

    Seats before the free one bet blind, or pay dark, if they may, so that the free one may go on with that; seats
    behind it look. Lines that no hands take under the policy are not in the tree.

    Parameters
    ----------
    structure : Structure
    table : HandTable
    policy : RangePolicy
    free : int
        The seat that may do anything.

    Returns
    -------
    game : SampledGame
    weights : ndarray
        float32, shape (n_entries,): the others' choices; even for the free seat.

    Raises
    ------
    SolveError
        If the tree has too many nodes.
    """
    judge = referee(structure)
    used = [order for order, hands in policy.orders() if hands.any()]

    def narrowed(state: tuple[Any, tuple[frozenset[int], ...]]) -> Decision | Leaf:
        line, kinds = state  # of hands that each seat may still hold, by what it has done so far
        what = judge.expand(line)
        if isinstance(what, Leaf):
            return what
        if what.player == free:
            return what._replace(actions=[(label, (after, kinds)) for label, after in what.actions])
        words = [label.split()[0] for label, _ in what.actions]
        if what.partition == UNSEEN:
            choices = {_choice(_BLINDLY if what.player < free else _LOOKS, words): kinds[what.player]}
        else:
            choices = _sorted_by_choice(used, kinds[what.player], words)
        actions = []
        for place, kept in choices.items():
            label, after = what.actions[place]
            actions.append((label, (after, replaced(kinds, what.player, kept))))
        return what._replace(actions=actions)

    start = (judge.root, (frozenset(range(len(used))),) * structure.n_players)
    tree = grow(start, narrowed, n_players=structure.n_players, rake=structure.rake, limit=MOST_NODES)
    ranges = [policy.pays.astype(np.float64), policy.raises.astype(np.float64)]
    game = SampledGame.of(tree, table, symmetry=headsup_symmetry(table, ranges))
    return game, _weights(game, policy, free)


def _choice(order: tuple[str, ...], words: list[str]) -> int:
    """Place of the first word of an order that is on offer; the last place if none is."""
    return next((words.index(word) for word in order if word in words), len(words) - 1)


def _sorted_by_choice(
    orders: list[tuple[str, ...]], kinds: frozenset[int], words: list[str]
) -> dict[int, frozenset[int]]:
    """The choices that are taken with hands of some kinds, in their sequence, and the kinds that take each."""
    taken = [(_choice(orders[kind], words), kind) for kind in kinds]
    return {place: frozenset(kind for at, kind in taken if at == place) for place in sorted({at for at, _ in taken})}


def _weights(game: SampledGame, policy: RangePolicy, free: int) -> NDArray[np.float32]:
    weights = np.ones(game.n_entries, dtype=np.float32)
    kinds = np.zeros(game.n_cells, dtype=np.int64)
    orders = [order for order, _ in policy.orders()]
    for kind, (_, hands) in enumerate(policy.orders()):
        kinds[game.cell_of[hands]] = kind
    tree = game.tree
    for node in np.flatnonzero((tree.player >= 0) & (tree.player != free)).tolist():
        words = [tree.label(child).split()[0] for child in tree.children(node)]
        cells, first = int(game.cells[node]), int(game.start[node])
        rows = weights[first : first + len(words) * cells].reshape(len(words), cells)
        chosen: Any = 0
        if tree.partition[node] != UNSEEN:
            chosen = np.array([_choice(order, words) for order in orders])[kinds]
        rows[:] = np.arange(len(words))[:, None] == chosen
    return weights
