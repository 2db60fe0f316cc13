"""A deal written out: every way that the cards can lie, and the payoffs of a game over it, one term for each."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import permutations
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from svara_odds.errors import SolveError
from svara_odds.showdown.sweep import sweep
from svara_odds.solver.tree import CHANCE, PublicTree
from svara_odds.solver.treeplex import Game, LeafSources, partition_cells, treeplexes
from svara_odds.tables.handtable import HandTable

if TYPE_CHECKING:
    from scipy import sparse

__all__ = ["Deal", "ExplicitPayoffs", "equal_division", "explicit_game", "leaf_payoffs", "table_deal"]

Floats = NDArray[np.float64]

MAX_DEALS = 10_000_000


@dataclass(frozen=True, eq=False)
class Deal:
    """Every way that the cards can lie, with its probability.

    Attributes
    ----------
    classes : ndarray
        int32, shape (n_deals, n_players): hand class of each seat.
    strength : ndarray
        int64, shape (n_deals, n_players): the highest takes the pot, equal ones tie.
    probability : ndarray
        float64, shape (n_deals,); they add up to 1.
    n_classes : int
    outcomes : tuple of tuple of str
        What everybody gets to see, one text per deal for each chance node on a line, in turn.
    """

    classes: NDArray[np.int32]
    strength: NDArray[np.int64]
    probability: Floats
    n_classes: int
    outcomes: tuple[Sequence[str], ...] = ()


def table_deal(table: HandTable, n_players: int) -> Deal:
    """Every deal of a hand to each seat, over the hand classes of a table.

    Parameters
    ----------
    table : HandTable
    n_players : int
        Two from any deck; more from a small one, whose deals are counted one by one.

    Returns
    -------
    Deal

    Raises
    ------
    SolveError
        If more than ten million deals would have to be counted one by one.

    Examples
    --------
    >>> from svara_odds.tables.handtable import hand_table
    >>> deal = table_deal(hand_table("fortegames"), 2)
    >>> len(deal.probability) <= 337**2, deal.n_classes
    (True, 337)
    """
    if n_players > 2 and table.n_hands**n_players > MAX_DEALS:
        raise SolveError(
            f"{table.n_hands} hands for {n_players} seats: more than {MAX_DEALS:,} deals cannot be written out; "
            "take a smaller deck"
        )
    symmetry = table.symmetry
    counts = _pair_counts(table) if n_players == 2 else _deal_counts(table, n_players)
    classes = np.array(list(counts), dtype=np.int32)
    probability = np.array(list(counts.values()), dtype=np.float64)
    strength = table.order[symmetry.representatives].astype(np.int64)[classes]
    return Deal(classes, strength, probability / probability.sum(), symmetry.n_classes)


def _pair_counts(table: HandTable) -> dict[tuple[int, ...], int]:
    """Deals of two hands by their classes: hands of each class disjoint from one of another."""
    symmetry = table.symmetry
    members = np.zeros((table.n_hands, symmetry.n_classes), dtype=np.int64)
    members[np.arange(table.n_hands), symmetry.class_of] = 1
    counts = sweep(table, members).disjoint[symmetry.representatives] * symmetry.sizes[:, None]
    return {(int(first), int(second)): int(counts[first, second]) for first, second in np.argwhere(counts)}


def _deal_counts(table: HandTable, n_players: int) -> dict[tuple[int, ...], int]:
    """Deals by classes, one by one."""
    hands = [set(hand) for hand in table.hands.tolist()]
    class_of = table.symmetry.class_of
    counts: dict[tuple[int, ...], int] = {}
    for deal in permutations(range(table.n_hands), n_players):
        if len(set().union(*(hands[hand] for hand in deal))) == 3 * n_players:
            key = tuple(class_of[list(deal)].tolist())
            counts[key] = counts.get(key, 0) + 1
    return counts


def equal_division(n_players: int, *, rake: float = 0.0) -> Floats:
    """Shares of a pot by who is best: every best seat gets an equal part of what the house leaves.

    Parameters
    ----------
    n_players : int
    rake : float
        Share of the pot that the house keeps.

    Returns
    -------
    ndarray
        float64, shape (2 ** n_players, n_players): row `mask` holds the share of each seat where the seats of
        `mask` are best.

    Examples
    --------
    >>> equal_division(2).tolist()
    [[0.0, 0.0], [1.0, 0.0], [0.0, 1.0], [0.5, 0.5]]
    """
    masks = np.arange(1 << n_players)
    best = (masks[:, None] >> np.arange(n_players)) & 1
    shares: Floats = best / np.maximum(best.sum(axis=1, keepdims=True), 1) * (1.0 - rake)
    return shares


class ExplicitPayoffs:
    """Payoffs as a list of terms, one for every deal and leaf: slow, obvious, for any number of players.

    Parameters
    ----------
    tree : PublicTree
    deal : Deal
    sources : LeafSources
    division : ndarray, optional
        float64, shape (2 ** n_players, n_players) or one such table for every pot: the share of the pot that each
        seat owns where the seats of a mask are best; equal parts less the tree's rake if not given.

    Attributes
    ----------
    spread : float
        By how much the sum of all seats' payoffs differs from leaf to leaf or with the cards, as a share of the
        largest payoff; 0 up to rounding where one's gain is the others' loss, up to a constant.
    """

    def __init__(self, tree: PublicTree, deal: Deal, sources: LeafSources, *, division: Floats | None = None) -> None:
        shares = equal_division(tree.n_players, rake=tree.rake) if division is None else division
        shares = np.broadcast_to(shares, (len(tree.pot_leaf), *shares.shape[-2:]))
        cells = [partition_cells(tree, deal.n_classes, number) for number in range(2 + len(tree.partitions))]
        sequences, payoffs, totals, largest = [], [], [], 0.0
        for leaf in range(tree.n_leaves):
            here = _possible(tree, deal, leaf)
            start, partition = sources.start[:, leaf], sources.partition[:, leaf]
            reached = [start[q] + cells[partition[q]][deal.classes[here, q]] for q in range(tree.n_players)]
            sequences.append(np.stack(reached, axis=1))
            paid_out = leaf_payoffs(tree, leaf, deal.strength[here], shares)
            payoffs.append(paid_out * deal.probability[here, None])
            totals.append(paid_out.sum(axis=1))
            largest = max(largest, float(np.abs(paid_out).max(initial=0.0)))
        self.n_players = tree.n_players
        self.sequences = np.concatenate(sequences)
        self.terms = np.concatenate(payoffs)
        self.spread = float(np.ptp(np.concatenate(totals))) / (largest or 1.0)

    def gradient(self, player: int, plans: list[Floats], out: Floats) -> None:
        """See `Payoffs`."""
        worth = self.terms[:, player].copy()
        for other in range(self.n_players):
            if other != player:
                worth *= plans[other][self.sequences[:, other]]
        out[:] = np.bincount(self.sequences[:, player], weights=worth, minlength=len(out))

    def matrix(self, shape: tuple[int, int]) -> sparse.csr_array:
        """Payoff to seat 0 of two for every pair of sequences, a sparse array of shape `shape`."""
        from scipy import sparse  # imported here: it takes longer than what most commands do

        places = (self.sequences[:, 0], self.sequences[:, 1])
        return sparse.csr_array(sparse.coo_array((self.terms[:, 0], places), shape=shape))


def explicit_game(tree: PublicTree, deal: Deal, *, division: Floats | None = None) -> Game:
    """The game of a public tree over a deal that is written out; `division` as in `ExplicitPayoffs`."""
    plexes, sources = treeplexes(tree, deal.n_classes)
    return Game(plexes, ExplicitPayoffs(tree, deal, sources, division=division))


def _possible(tree: PublicTree, deal: Deal, leaf: int) -> NDArray[np.bool_]:
    """The deals in which everybody gets to see what the leaf's line shows."""
    here = np.ones(len(deal.probability), dtype=bool)
    shown = [step for step in tree.path(int(tree.leaves[leaf])) if tree.player[tree.parent[step]] == CHANCE]
    for step, outcomes in zip(shown, deal.outcomes, strict=False):
        here &= np.array([outcome == tree.label(step) for outcome in outcomes])
    return here


def leaf_payoffs(tree: PublicTree, leaf: int, strength: NDArray[np.int64], shares: Floats) -> Floats:
    """What each seat gets less what it paid, shape (n_deals, n_players)."""
    seats = np.arange(tree.n_players)
    payoffs = np.tile(-tree.paid[leaf], (len(strength), 1))
    first = int(np.searchsorted(tree.pot_leaf, leaf))
    for number, pot in enumerate(tree.pots(leaf), start=first):
        eligible = (pot.seats >> seats) & 1 == 1
        contest = np.where(eligible, strength, np.iinfo(np.int64).min)
        best = (contest == contest.max(axis=1, keepdims=True)) & eligible
        payoffs += pot.amount * shares[number][(best << seats).sum(axis=1)]
    return payoffs
