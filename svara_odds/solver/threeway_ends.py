"""Where lines are decided for one of three seats, and what it is paid there by how the others' hands compare."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from svara_odds.solver.tree import PublicTree

__all__ = ["ANY", "BELOW", "TIED", "Ends", "find_ends", "last_turns"]

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]

# How an opponent's hand compares with one's own: the axes of an end's weights.
BELOW, TIED, ANY = 0, 1, 2


class Ends(NamedTuple):
    """Where a line is decided for one seat: nothing that follows changes what it is paid.

    That is the leaves; in place of all leaves below a node at which the seat is paid the same, whatever the others
    do and hold, it is that node, such as the seat's own fold.

    Attributes
    ----------
    node : ndarray
        int64, shape (n_ends,).
    weights : ndarray
        float64, shape (n_ends, 3, 3): what it is paid where the hand of the opponent in the lower seat is below its
        own, tied with it or anything (`BELOW`, `TIED`, `ANY`), and that of the other opponent; these add up.
    anywhere, above : ndarray
        float64, shape (n_ends,): what it is paid besides where the opponents' hands tie, whatever it holds, and
        where they are above its own.
    """

    node: Ints
    weights: Floats
    anywhere: Floats
    above: Floats


def find_ends(tree: PublicTree, shares: Floats, player: int) -> Ends:
    """The ends of a tree for one seat.

    Parameters
    ----------
    tree : PublicTree
        Of three players, without public chance.
    shares : ndarray
        float64, shape (n_pots, 8, 3): what each seat owns of each pot by who is best in it.
    player : int

    Returns
    -------
    Ends
    """
    leaves = _leaf_weights(tree, shares, player)
    fixed = ~leaves.weights.any(axis=(1, 2), where=~_anything()) & (leaves.anywhere == 0) & (leaves.above == 0)
    # The one payment that can be had below a node without the seat's doing, whatever the hands; else nan.
    payment = np.full(tree.n_nodes, np.nan)
    payment[tree.leaves] = np.where(fixed, leaves.weights[:, ANY, ANY], np.nan)
    for node in np.flatnonzero((tree.player >= 0) & (tree.player != player))[::-1].tolist():
        below = payment[tree.children(node)]
        payment[node] = below[0] if (below == below[0]).all() else np.nan
    decided = ~np.isnan(payment)
    inside = decided[tree.parent] & (tree.parent >= 0)
    nodes = np.flatnonzero(decided & ~inside)
    weights = np.zeros((len(nodes), 3, 3))
    weights[:, ANY, ANY] = payment[nodes]
    none = np.zeros(len(nodes))
    early = Ends(nodes, weights, none, none)
    late = (part[~fixed] for part in leaves)
    return Ends(*(np.concatenate(parts) for parts in zip(early, late, strict=True)))


def last_turns(tree: PublicTree) -> Ints:
    """For every node and seat the node that the seat's last action led to: int64, shape (n_nodes, 3); 0 for none."""
    last = np.zeros((tree.n_nodes, tree.n_players), dtype=np.int64)
    for node in range(1, tree.n_nodes):
        parent = tree.parent[node]
        last[node] = last[parent]
        last[node, tree.player[parent]] = node
    return last


def _anything() -> NDArray[np.bool_]:
    where = np.zeros((3, 3), dtype=bool)
    where[ANY, ANY] = True
    return where


def _leaf_weights(tree: PublicTree, shares: Floats, player: int) -> Ends:
    """Every leaf as an end of its own."""
    own, left, right = (1 << seat for seat in (player, *(seat for seat in range(3) if seat != player)))
    weights = np.zeros((tree.n_leaves, 3, 3))
    ties = np.zeros((2, tree.n_leaves))
    weights[:, ANY, ANY] -= tree.paid[:, player]
    pots = zip(tree.pot_leaf, tree.pot_amount, tree.pot_seats, shares[:, :, player], strict=True)
    for leaf, amount, seats, share in pots:
        if seats & own:
            for i, beside in _rivals(int(seats), left):
                for j, beyond in _rivals(int(seats), right):
                    weights[leaf, i, j] += amount * share[own | beside | beyond]
        if seats & left and seats & right:
            ties[int(seats & own != 0), leaf] += amount * share[left | right]
    return Ends(tree.leaves.astype(np.int64), weights, ties[0], ties[1])


def _rivals(seats: int, rival: int) -> list[tuple[int, int]]:
    """How an opponent's hand may compare for the pot to be won, and the bit that it adds to the best seats."""
    return [(BELOW, 0), (TIED, rival)] if seats & rival else [(ANY, 0)]
