"""Other questions put to the same tree: how often a leaf is come to, and how far results scatter."""

from __future__ import annotations

import dataclasses

import numpy as np
from numpy.typing import NDArray

from svara_odds.errors import SolveError
from svara_odds.solver.deal import equal_division
from svara_odds.solver.tree import PublicTree

__all__ = ["squared", "unit_tree"]

Floats = NDArray[np.float64]


def unit_tree(tree: PublicTree) -> PublicTree:
    """The same tree with every leaf paying each seat 1: a value in it is the probability of coming to a leaf."""
    return dataclasses.replace(
        tree, paid=np.full_like(tree.paid, -1.0), pot_amount=np.zeros_like(tree.pot_amount), rake=0.0
    )


def squared(
    tree: PublicTree, division: Floats | None = None, *, variance: Floats | None = None
) -> tuple[PublicTree, Floats]:
    """The same tree with every payoff squared: a value in it is the mean square of what a seat wins or loses.

    A leaf gives a seat the square of what it paid, and the pot what is missing to the square of its payoff: where
    another wins alone that is nothing, as payoffs of three seats want it.

    Parameters
    ----------
    tree : PublicTree
    division : ndarray, optional
        As in `svara_odds.solver.deal.ExplicitPayoffs`.
    variance : ndarray, optional
        float64, shape (n_pots, 2 ** n_players, n_players): by how much each share scatters, as a share of the pot
        squared, where a division gives means only.

    Returns
    -------
    tree : PublicTree
    division : ndarray
        float64, shape (n_pots, 2 ** n_players, n_players).

    Raises
    ------
    SolveError
        If a leaf has several pots: a square of a sum is no sum over pots.
    """
    if len(tree.pot_leaf) != tree.n_leaves:
        raise SolveError("payoffs of leaves with side pots cannot be squared pot by pot")
    shares = equal_division(tree.n_players, rake=tree.rake) if division is None else division
    shares = np.broadcast_to(shares, (tree.n_leaves, *shares.shape[-2:]))
    payoffs = tree.pot_amount[:, None, None] * shares - tree.paid[:, None, :]
    lost = tree.paid**2
    flat = dataclasses.replace(tree, paid=-lost, pot_amount=np.ones_like(tree.pot_amount), rake=0.0)
    squares = payoffs**2 - lost[:, None, :]
    return flat, squares if variance is None else squares + tree.pot_amount[:, None, None] ** 2 * variance
