"""Two players' card play with hidden hands as a game for the solver, and the play of determinisation in it.

The game: the card turned up is known, so that the trump suit has a card less and which one no longer matters. Both
hold three cards, which only they see; seat 0 leads. Where a whip wins without play, nobody who plays has one, and
both know it. What is paid is counted from an even division of the pot, so that one's gain is the other's loss: a pot
that stays is worth a half to each, all three tricks win half the pot, and two tricks the share that the rules say.
"""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import cached_property
from math import comb
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from svara_odds.errors import SolveError
from svara_odds.solver.equilibrium import plan_of
from svara_odds.solver.treeplex import Game
from svara_odds.swara.infosets import Infosets, find_board, player_infosets
from svara_odds.swara.objective import Objective, checked_pot, payments_of
from svara_odds.swara.play import card_bits

if TYPE_CHECKING:
    from svara_odds.rules.trickset import TrickRules
    from svara_odds.swara._kernels_infosets import Board

__all__ = ["HeadsupPlay", "LeafPayoffs", "Plans", "headsup_play"]

Floats = NDArray[np.float64]
Plans = list[Floats]
Leaves = tuple[NDArray[np.int64], NDArray[np.int32], NDArray[np.uint16]]

MOST_CHOICES = 25_000_000  # what the tables of 36 cards hold
LEVEL = 1e-9  # values no further apart are the same but for rounding


class LeafPayoffs:
    """Payoffs of both seats as a sparse matrix over pairs of sequences, kept row by row for each of them.

    Attributes
    ----------
    leaves : tuple
        For each seat `start` (int64), `index` (int32: sequence of the other) and `code` (uint16).
    values : tuple of ndarray
        For each seat float64: what a leaf of each code adds, its probability counted.
    threads : int
        Threads that share the rows; the answer is the same for any number.
    """

    n_players = 2

    def __init__(self, leaves: tuple[Leaves, ...], values: tuple[Floats, Floats], *, threads: int = 1) -> None:
        self.leaves = leaves
        self.values = values
        self.threads = threads

    @property
    def n_leaves(self) -> int:
        """Number of leaves."""
        return len(self.leaves[0][1])

    def gradient(self, player: int, plans: list[Floats], out: Floats) -> None:
        """See `Payoffs`."""
        from svara_odds.swara._kernels_headsup import weigh_rows

        start = self.leaves[player][0]
        parts = np.searchsorted(start, np.linspace(0, start[-1], self.threads + 1)[1:-1])
        ends = [0, *parts.tolist(), len(start) - 1]

        def work(first: int, last: int) -> None:
            weigh_rows(self.leaves[player], self.values[player], plans[1 - player], first, last, out)

        if self.threads == 1:
            work(*ends)
            return
        with ThreadPoolExecutor(self.threads) as pool:
            list(pool.map(work, ends, ends[1:]))


@dataclass(frozen=True, eq=False)
class HeadsupPlay:
    """The play of two hidden hands.

    Attributes
    ----------
    rules : TrickRules
    turned : int
        The card turned up.
    pot : float
        In antes.
    cards : tuple of int
        Cards that may be dealt, suit by suit, weakest first, trumps last.
    board : Board
    infosets : tuple of Infosets
        Of both seats.
    game : Game
        For the solver.
    payments : ndarray
        float64, shape (4, 2): gain of each seat over half the pot by tricks of seat 0.
    """

    rules: TrickRules
    turned: int
    pot: float
    cards: tuple[int, ...]
    board: Board
    infosets: tuple[Infosets, Infosets]
    game: Game
    payments: Floats

    @cached_property
    def own_payments(self) -> Floats:
        """Gain of each seat by its own tricks: float64, shape (2, 4)."""
        return np.stack([self.payments[:, 0], self.payments[::-1, 1]])

    def plans(self, behaviours: Sequence[Floats] | None) -> Plans:
        """Plans of both seats for their behaviours, or where every legal card is as likely."""
        if behaviours is None:
            behaviours = [self._even(infosets) for infosets in self.infosets]
        return [plan_of(plex, behaviour) for plex, behaviour in zip(self.game.plexes, behaviours, strict=True)]

    def value(self, plans: Plans) -> float:
        """Expected gain of seat 0 over half the pot, in antes."""
        gradient = np.empty(self.game.plexes[0].n_sequences)
        self.game.payoffs.gradient(0, plans, gradient)
        return float((gradient * plans[0]).sum())

    def determinised(self) -> list[Floats]:
        """Behaviour of both seats that play by :func:`~svara_odds.swara.search.best_card`, every deal being counted.

        Of several cards of the highest value each is as likely.
        """
        return [self._open_card_behaviour(infosets) for infosets in self.infosets]

    def _even(self, infosets: Infosets) -> Floats:
        """Every legal card alike: an action that stands for two cards is twice as likely."""
        from svara_odds.swara._kernels_infosets import SHIFT

        plex, behaviour = infosets.plex, np.ones(infosets.plex.n_sequences)
        for block, stage in enumerate(infosets.stage.tolist()):
            start, cells, actions = (int(part[block]) for part in (plex.start, plex.cells, plex.actions))
            rows = infosets.tables[stage][infosets.found[plex.first_infoset[block] :][:cells]]
            cards = np.bincount((rows[rows >= 0] // SHIFT) - start, minlength=actions * cells).reshape(actions, cells)
            behaviour[start : start + actions * cells] = (cards / cards.sum(axis=0)).ravel()
        return behaviour

    def _open_card_behaviour(self, infosets: Infosets) -> Floats:
        from svara_odds.swara._kernels_headsup import open_card_counts
        from svara_odds.swara._kernels_infosets import SHIFT

        objective = Objective(payments_of(self.rules, 2, pot=self.pot).table(2))
        goal = objective.goal(must_trump=self.board.must_trump, must_overtake=self.board.must_overtake)
        plex, behaviour = infosets.plex, np.ones(infosets.plex.n_sequences)
        for block, stage in enumerate(infosets.stage.tolist()):
            start, cells, actions = (int(part[block]) for part in (plex.start, plex.cells, plex.actions))
            places = infosets.found[plex.first_infoset[block] :][:cells]
            counts = np.empty((cells, 3, 4), dtype=np.int64)
            open_card_counts(infosets.seat, stage, self.board, places, goal, counts)
            worth = np.full((actions, cells), -np.inf)
            rows = infosets.tables[stage][places] // SHIFT
            for place in range(3):
                here = np.flatnonzero(rows[:, place] >= 0)
                sums = counts[here, place] @ self.own_payments[infosets.seat]
                # A choice that nothing the other may hold leads to comes about in no deal; any card will do there.
                total = np.maximum(counts[here, place].sum(axis=1), 1)
                worth[(rows[here, place] - start) // cells, here] = sums / total
            best = worth >= worth.max(axis=0) - LEVEL
            behaviour[start : start + actions * cells] = (best / best.sum(axis=0)).ravel()
        return behaviour


def headsup_play(rules: TrickRules, *, turned: int, pot: float | None = None, threads: int = 1) -> HeadsupPlay:
    """Write the play of two hidden hands as a game.

    Parameters
    ----------
    rules : TrickRules
    turned : int
        The card turned up. Only its suit changes the game, and only by a name.
    pot : float, optional
        In antes; two stakes if left out. As a rule a pot that was carried over is larger.
    threads : int
        Threads of the payoffs.

    Raises
    ------
    DealError
        If there is no such pot.
    SolveError
        If the deck is so large that the game would not fit into some gigabytes.

    Notes
    -----
    The full deck gives 300 thousand infosets and 600 thousand sequences to the leader, 480 and 980 thousand to the
    other, and 58 million leaves; suits that are alike being taken for one saves five sixths.
    """
    payments = payments_of(rules, 2, pot=pot)
    checked_pot(payments.pot, may_be_empty=False)  # how near to the equilibrium is told in shares of it
    size = comb(rules.deck.n_cards - 1, 3) * 3 * (rules.deck.n_cards - 1) ** 2
    if size > MOST_CHOICES:
        raise SolveError(f"deck: {rules.deck.n_cards} cards are too many; the play of two hands is solved for up to 36")
    # Numbered by suit and strength, trumps last: which card is turned up then makes no difference at all.
    order = np.argsort(card_bits(rules)[rules.suits[turned]])
    cards = tuple(int(card) for card in order if card != turned)
    board = find_board(rules, cards, rules.suits[turned])
    seats = player_infosets(0, board), player_infosets(1, board)
    gains = payments.table(2)[::-1] - payments.pot / 2  # by tricks of seat 0, ascending
    payoffs = _leaf_payoffs(board, seats, gains, threads)
    game = Game((seats[0].plex, seats[1].plex), payoffs)
    return HeadsupPlay(rules, turned, payments.pot, cards, board, seats, game, gains)


def _leaf_payoffs(board: Board, seats: tuple[Infosets, Infosets], gains: Floats, threads: int) -> LeafPayoffs:
    """Deal all hands, play them in all ways, and write down the pairs of sequences that this ends in."""
    from svara_odds.swara._kernels_headsup import Tables, count_leaves, fill_rows, turn_over

    symmetries = len(board.maps)
    firsts = (board.moved >= np.arange(len(board.hands))).all(axis=0)
    orbits = 1 + (np.diff(np.sort(board.moved, axis=0), axis=0) != 0).sum(axis=0)
    (_, *after), (answer, *after1) = (infosets.tables for infosets in seats)
    weights = np.where(firsts, orbits, 0)
    tables = Tables(answer, after[0], after1[0], after[1], after1[1], weights, symmetries**2)
    counts = tuple(np.zeros(infosets.plex.n_sequences + 1, dtype=np.int64) for infosets in seats)
    deals = count_leaves(board, tables, counts[0][1:], counts[1][1:])
    starts = tuple(np.cumsum(count) for count in counts)
    leaves: list[Leaves] = [
        (start, np.empty(start[-1], dtype=np.int32), np.empty(start[-1], dtype=np.uint16)) for start in starts
    ]
    fill_rows(board, tables, starts[0][:-1].copy(), *leaves[0][1:])
    turn_over(*leaves[0], starts[1][:-1].copy(), *leaves[1][1:])
    code = np.arange(4 * (symmetries**3 + 1))
    chance = (code // 4) / (symmetries**2 * deals)
    return LeafPayoffs(tuple(leaves), (gains[code % 4, 0] * chance, gains[code % 4, 1] * chance), threads=threads)
