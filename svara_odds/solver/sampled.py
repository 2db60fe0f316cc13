"""Sampled CFR for any number of seats, and what each seat could still gain, with standard errors.

External sampling (Lanctot and others, 2009) in which the walking seat holds all hands that the drawn ones leave, at
once. Early walks are discounted round by round, as in linear CFR (Brown and Sandholm, 2019). For three and more seats
no theory says that the strategies approach an equilibrium: the gains say how far they are from one.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

import numpy as np
from numpy.typing import NDArray

from svara_odds.errors import SolveError
from svara_odds.jobs.blocks import Block, draw_seed, make_blocks
from svara_odds.jobs.run import run_blocks
from svara_odds.solver.deal import equal_division
from svara_odds.solver.strategy import HandNames, Strategy
from svara_odds.solver.tree import LEAF, SEEN, UNSEEN, PublicTree
from svara_odds.tables.handtable import HandTable
from svara_odds.tables.symmetry import Symmetry

if TYPE_CHECKING:
    from svara_odds.solver._kernels_sampled import Cards, Lines, Room

__all__ = [
    "Gains",
    "Information",
    "Played",
    "Response",
    "SampledGame",
    "SampledState",
    "advance_sampled",
    "appraise",
    "best_response",
    "gain_of",
    "measure_gains",
    "play_deals",
]

Floats = NDArray[np.float64]
Information = Literal["classes", "points"]

ROUND_WALKS = 100  # walks of each seat after which its plan is added up, in games whose plans are quickly added
ROUND_SHARE = 1_000  # infosets times actions for each walk of all seats, so that adding up stays the smaller work
MEASURE_BLOCK = 5_000
PLAY_BLOCK = 100_000
MAX_ENTRIES = 500_000_000  # of infosets times actions; twelve bytes each with a response


@dataclass(frozen=True, eq=False)
class SampledGame:
    """A public tree with the hands of a deck, made ready for walks.

    Attributes
    ----------
    tree : PublicTree
    table : HandTable
    symmetry : Symmetry
        The hand classes.
    information : str
        ``"classes"``: seats that have looked tell all hand classes apart, nothing is lost; ``"points"``: only scores.
    cell_of : ndarray
        int32, shape (n_hands,): what a seat that has looked knows of each hand.
    n_cells : int
    start, cells : ndarray
        int64, shape (n_nodes,): action `a` in cell `c` of a node is entry ``start + a * cells + c`` of flat arrays.
    n_entries : int
    division : ndarray
        float64, shape (2 ** n_players, n_players), as in `equal_division`.
    """

    tree: PublicTree
    table: HandTable
    symmetry: Symmetry
    information: Information
    cell_of: NDArray[np.int32]
    n_cells: int
    start: NDArray[np.int64]
    cells: NDArray[np.int64]
    n_entries: int
    division: Floats

    @classmethod
    def of(
        cls,
        tree: PublicTree,
        table: HandTable,
        *,
        information: Information = "classes",
        symmetry: Symmetry | None = None,
        division: Floats | None = None,
    ) -> SampledGame:
        """Make a tree ready; hands are told apart by the classes of `symmetry`, if given, in place of the table's.

        Raises
        ------
        SolveError
            If the deck is too small for so many seats, or there would be too many infosets to keep.
        """
        if tree.n_players * 3 > table.n_cards:
            raise SolveError(f"{tree.n_players} players need {3 * tree.n_players} cards; the deck has {table.n_cards}")
        if not set(np.unique(tree.partition)) <= {SEEN, UNSEEN}:
            raise SolveError("sampled CFR knows seats that have looked at their cards and seats that have not")
        if information not in ("classes", "points"):
            raise SolveError(f"information is {information!r}; it must be classes or points")
        by_class = information == "classes"
        symmetry = symmetry or table.symmetry
        cell_of = symmetry.class_of if by_class else table.order.astype(np.int32)
        n_cells = int(cell_of.max()) + 1
        cells = np.where(tree.partition == SEEN, n_cells, 1).astype(np.int64)
        sizes = np.where(tree.player >= 0, cells * tree.n_children, 0)
        start = np.cumsum(sizes) - sizes
        n_entries = int(sizes.sum())
        if n_entries > MAX_ENTRIES:
            raise SolveError(
                f"the game has {n_entries:,} infosets times actions; up to {MAX_ENTRIES:,} are allowed: "
                + ("tell hands apart by points only, or " if by_class else "")
                + "fewer players, raises or bet sizes"
            )
        shares = equal_division(tree.n_players, rake=tree.rake) if division is None else division
        return cls(tree, table, symmetry, information, cell_of, n_cells, start, cells, n_entries, shares)

    def lines(self) -> Lines:
        """The tree as the kernels read it."""
        from svara_odds.solver._kernels_sampled import Lines

        tree = self.tree
        leaf = np.full(tree.n_nodes, -1, dtype=np.int32)
        leaf[tree.player == LEAF] = np.arange(tree.n_leaves)
        first_pot = np.searchsorted(tree.pot_leaf, np.arange(tree.n_leaves + 1)).astype(np.int32)
        pots = (tree.pot_amount, tree.pot_seats.astype(np.int64), tree.paid, self.division)
        return Lines(tree.player, tree.first_child, tree.n_children, self.start, self.cells, leaf, first_pot, *pots)

    def cards(self) -> Cards:
        """The hands as the kernels read them, with room for one deal."""
        from svara_odds.solver._kernels_sampled import Cards

        n_cards, players = self.table.n_cards, self.tree.n_players
        order_of = self.table.order.astype(np.int32)
        order_of_cell = np.zeros(self.n_cells, dtype=np.int32)
        order_of_cell[self.cell_of] = order_of
        cell, order = np.zeros((2, players), dtype=np.int64)
        live, live_order, counts = np.zeros((3, self.n_cells), dtype=np.int32)
        return Cards(
            cell_of=np.ascontiguousarray(self.cell_of),
            order_of=order_of,
            order_of_cell=order_of_cell,
            dense=math.comb(n_cards - 3 * (players - 1), 3) >= self.n_cells,
            deck=np.arange(n_cards),
            rest=np.zeros(n_cards + 1, dtype=np.int64),
            cell=cell,
            order=order,
            live=live,
            live_order=live_order,
            chance=np.zeros(self.n_cells, dtype=np.float32),
            counts=counts,
        )

    def room(self) -> Room:
        """Scratch for one walk."""
        from svara_odds.solver._kernels_sampled import Room

        visits, actions = self._most_visits(), int(self.tree.n_children.max(initial=1))
        node, above, below = np.zeros((3, visits), dtype=np.int32)
        values, others = np.zeros((2, visits, self.n_cells), dtype=np.float32)
        strategy, other = np.zeros((2, actions + 1, self.n_cells), dtype=np.float32)
        return Room(node, above, below, np.zeros(visits, dtype=np.int64), values, others, strategy, other)

    @property
    def round_walks(self) -> int:
        """Walks of each seat in a round of training."""
        return max(ROUND_WALKS, self.n_entries // (ROUND_SHARE * self.tree.n_players))

    @cached_property
    def above(self) -> NDArray[np.int64]:
        """Of every node at which a seat decides, that seat's last action before, int64, shape (n_nodes,).

        Twice that action's first entry, plus 1 where the seat tells its hands apart there; -1 where there is none.
        """
        tree = self.tree
        found = np.full(tree.n_nodes, -1, dtype=np.int64)
        for seat in range(tree.n_players):
            last = np.full(tree.n_nodes, -1, dtype=np.int64)
            for level in _levels(tree):
                above = tree.parent[level]
                entry = self.start[above] + (level - tree.first_child[above]) * self.cells[above]
                own = 2 * entry + (self.cells[above] > 1)
                last[level] = np.where(tree.player[above] == seat, own, last[above])
            found[tree.player == seat] = last[tree.player == seat]
        return found

    def _most_visits(self) -> int:
        """Most decisions of one seat, and leaves, that a walk can come to."""
        tree = self.tree
        most = np.ones((tree.n_nodes, tree.n_players), dtype=np.int64)
        own = np.arange(tree.n_players) == tree.player[:, None]
        for level in reversed(_levels(tree)):
            parents, first = np.unique(tree.parent[level], return_index=True)
            every = np.add.reduceat(most[level], first, axis=0) + 1
            worst = np.maximum.reduceat(most[level], first, axis=0)
            most[parents] = np.where(own[parents], every, worst)
        return int(most[0].max())


def _levels(tree: PublicTree) -> list[NDArray[np.int64]]:
    """The nodes below the root, level by level: a tree is numbered that way."""
    levels = []
    first, end = 1, 1 + int(tree.n_children[0])
    while first < end:
        levels.append(np.arange(first, end))
        first, end = end, end + int(tree.n_children[first:end].sum())
    return levels


@dataclass
class SampledState:
    """Where a run of sampled CFR stands; goes on from here bit for bit.

    Attributes
    ----------
    seed : int
    rounds : int
        Rounds that are done, of `SampledGame.round_walks` walks of each seat; round `i` has the stream of block `i`.
    regrets, sums : ndarray
        float32, shape (n_entries,): regrets, and plans added up.
    """

    seed: int
    rounds: int
    regrets: NDArray[np.float32]
    sums: NDArray[np.float32]

    @classmethod
    def start(cls, game: SampledGame, *, seed: int | None = None) -> SampledState:
        """The state before the first walk."""
        zeros = (np.zeros(game.n_entries, dtype=np.float32) for _ in range(2))
        return cls(draw_seed() if seed is None else seed, 0, *zeros)

    def arrays(self) -> tuple[dict[str, Any], dict[str, NDArray[Any]]]:
        """The state as a checkpoint holds it; see `from_arrays`."""
        return {"seed": str(self.seed), "rounds": self.rounds}, {"regrets": self.regrets, "sums": self.sums}

    @classmethod
    def from_arrays(cls, meaning: Mapping[str, Any], arrays: Mapping[str, NDArray[Any]]) -> SampledState:
        """The state that `arrays` has written down."""
        return cls(int(meaning["seed"]), meaning["rounds"], arrays["regrets"].copy(), arrays["sums"].copy())


def advance_sampled(game: SampledGame, state: SampledState, rounds: int) -> None:
    """Train for some rounds of `SampledGame.round_walks` walks; round `t` has the weight t, in regrets and sums."""
    from svara_odds.solver._kernels_sampled import realize_flat, train_walks

    lines, cards, room = game.lines(), game.cards(), game.room()
    plan, walks = np.empty_like(state.sums), game.round_walks
    for number in range(state.rounds, state.rounds + rounds):
        stream = Block(number, walks, (state.seed, number)).words(4)
        cards.deck[:] = np.arange(len(cards.deck))  # a round does not depend on how the last one left the deck
        weight = np.float32(number + 1)
        train_walks(walks, weight, lines, cards, state.regrets, room, stream)
        realize_flat(lines, game.above, state.regrets, room.strategy[0], plan)
        plan *= weight
        state.sums += plan
        state.rounds = number + 1


@dataclass(frozen=True)
class Gains:
    """What each seat's best response that was found adds, measured on deals that it was not made from.

    The response is trained on its own deals against the others' average strategies and measured on fresh ones, so
    that in the mean it never says more than there is to gain. On the deals that it was made from, it seems to add
    more than there is: what there is to gain lies between the two.

    Attributes
    ----------
    gains, stderr : tuple of float
        In antes, one for each seat.
    at_most : tuple of float
        What the responses seem to add on their own deals: in the mean no less than there is to gain.
    """

    gains: tuple[float, ...]
    stderr: tuple[float, ...]
    at_most: tuple[float, ...]

    @property
    def nashconv(self) -> float:
        """Sum of all seats' gains."""
        return sum(self.gains)

    @property
    def nashconv_stderr(self) -> float:
        """Standard error of their sum; the seats are measured on different deals."""
        return math.hypot(*self.stderr)


def measure_gains(
    game: SampledGame,
    state: SampledState,
    *,
    train: int = 100_000,
    measure: int = 100_000,
    threads: int = 1,
    progress: Callable[[int], Any] | None = None,
) -> Gains:
    """Train a best response for every seat against the others' average strategies, and measure it on fresh deals.

    Parameters
    ----------
    game : SampledGame
    state : SampledState
    train, measure : int
        Walks of each seat.
    threads : int
        Threads that measure; the answer is the same for any number.
    progress : callable, optional
        Called with the number of walks after each block.

    Returns
    -------
    Gains
    """
    found, promised = [], []
    for seat in range(game.tree.n_players):
        response = best_response(game, state.sums, seat, train, seed=_other_seed(state, 2 * seat))
        fresh = _other_seed(state, 2 * seat + 1)
        promised.append(response.promised)
        found.append(
            gain_of(game, state.sums, response.weights, seat, measure, seed=fresh, threads=threads, progress=progress)
        )
    return Gains(tuple(gain for gain, _ in found), tuple(error for _, error in found), tuple(promised))


def gain_of(
    game: SampledGame,
    usual: NDArray[np.float32],
    response: NDArray[np.float32],
    seat: int,
    walks: int,
    *,
    seed: int,
    threads: int = 1,
    progress: Callable[[int], Any] | None = None,
) -> tuple[float, float]:
    """What a seat gains by `response` over `usual`, by which all others play, and its standard error, in antes."""
    blocks = make_blocks(seed, walks, block_size=MEASURE_BLOCK)
    work = _Measuring(game, usual, response, seat)
    totals = sum(run_blocks(work, blocks, threads=threads, progress=progress), np.zeros(2))
    mean = float(totals[0]) / walks
    return mean, math.sqrt(max(float(totals[1]) / walks - mean * mean, 0.0) / walks)


def _other_seed(state: SampledState, purpose: int) -> int:
    """A seed for one purpose, apart from that of the training and of all other purposes."""
    words = np.random.SeedSequence(state.seed, spawn_key=(1 << 31, state.rounds, purpose + 1)).generate_state(4)
    return int.from_bytes(words.tobytes(), "little")


class Response(NamedTuple):
    """What a seat does best against the others, as far as some walks tell.

    Attributes
    ----------
    weights : ndarray
        float32, shape (n_entries,): 1 for the best action of every infoset of the seat that the walks came to; all
        else as usual.
    promised : float
        What it adds on these very walks, in antes: in the mean no less than a best response would.
    """

    weights: NDArray[np.float32]
    promised: float


def best_response(game: SampledGame, weights: NDArray[np.float32], seat: int, walks: int, *, seed: int) -> Response:
    """What a seat does best against the others' weights, by what its actions earned in so many walks.

    Parameters
    ----------
    game : SampledGame
    weights : ndarray
        float32, shape (n_entries,): every seat's actions are drawn in proportion to them.
    seat : int
    walks : int
    seed : int

    Returns
    -------
    Response
    """
    from svara_odds.solver._kernels_sampled import gradient_walks, realize_flat, respond_flat

    stream = Block(0, walks, (seed, 0)).words(4)
    gradient, plan = np.zeros(game.n_entries), np.empty_like(weights)
    lines, room = game.lines(), game.room()
    gradient_walks(walks, seat, lines, game.cards(), weights, room, stream, gradient)
    realize_flat(lines, game.above, weights, room.strategy[0], plan)
    usual = float(gradient @ plan)  # a seat's gradient is 0 at the others' entries
    response = plan
    response[:] = weights
    best = respond_flat(seat, lines, game.above, gradient, weights, response)
    return Response(response, (best - usual) / walks)


@dataclass(frozen=True, eq=False)
class _Measuring:
    """The work of one block of measuring walks."""

    game: SampledGame
    usual: NDArray[np.float32]
    response: NDArray[np.float32]
    seat: int

    def __call__(self, block: Block) -> Floats:
        from svara_odds.solver._kernels_sampled import Duel, measure_walks

        out = np.zeros(2)
        duel = Duel(self.usual, self.response)
        game = self.game
        measure_walks(block.deals, self.seat, game.lines(), game.cards(), duel, game.room(), block.words(4), out)
        return out


def appraise(game: SampledGame, state: SampledState, hands: HandNames, *, walks: int = 100_000) -> Strategy:
    """The average strategy with the value and the reach of every infoset, estimated by walks.

    Parameters
    ----------
    game : SampledGame
    state : SampledState
    hands : HandNames
        Of what seats that have looked tell apart.
    walks : int
        Of each seat.

    Returns
    -------
    Strategy
        What no walk came to has reach 0 and no value.
    """
    from svara_odds.solver._kernels_sampled import Appraisal, appraise_walks

    tree = game.tree
    sizes = np.where(tree.player >= 0, game.cells, 0)
    infoset = np.cumsum(sizes) - sizes
    worth, (coming, reach) = np.zeros(game.n_entries), np.zeros((2, int(sizes.sum())))
    appraisal = Appraisal(state.sums, infoset, worth, coming, reach)
    stream = Block(0, walks, (_other_seed(state, -1), 0)).words(4)
    appraise_walks(walks, game.lines(), game.cards(), appraisal, game.room(), stream)
    chance = hands.hands / hands.hands.sum()
    frequencies = np.empty_like(state.sums)
    for node in np.flatnonzero(tree.player >= 0).tolist():
        actions, cells = int(tree.n_children[node]), int(game.cells[node])
        entries = slice(int(game.start[node]), int(game.start[node]) + actions * cells)
        infosets = slice(int(infoset[node]), int(infoset[node]) + cells)
        frequencies[entries] = _shares(state.sums[entries].reshape(actions, cells)).ravel()
        came = np.where(coming[infosets] > 0, coming[infosets], np.nan)
        worth[entries] = (worth[entries].reshape(actions, cells) / came).ravel()
        reach[infosets] /= walks * (chance if tree.partition[node] == SEEN else 1.0)
    return Strategy(tree, hands, game.start, game.cells, infoset, frequencies, worth, reach)


def _shares(weights: NDArray[np.float32]) -> NDArray[np.float32]:
    """Each column as shares; even where all is 0."""
    total = weights.sum(axis=0)
    shares: NDArray[np.float32] = np.where(total > 0, weights / np.where(total > 0, total, 1), 1 / len(weights))
    return shares


@dataclass(frozen=True)
class Played:
    """What the seats won in deals that were played to the end.

    Attributes
    ----------
    values, stderr : tuple of float
        Mean of each seat and its standard error, in antes.
    stdev : tuple of float
        Standard deviation of one deal.
    """

    values: tuple[float, ...]
    stderr: tuple[float, ...]
    stdev: tuple[float, ...]


def play_deals(
    game: SampledGame,
    weights: NDArray[np.float32],
    deals: int,
    *,
    seed: int,
    threads: int = 1,
    progress: Callable[[int], Any] | None = None,
) -> Played:
    """Play deals with actions drawn by `weights`, such as `SampledState.sums`.

    Parameters
    ----------
    game : SampledGame
    weights : ndarray
        float32, shape (n_entries,): an infoset's actions are drawn in proportion to them.
    deals : int
    seed : int
    threads : int
        The answer is the same for any number.
    progress : callable, optional
        Called with the number of deals after each block.

    Returns
    -------
    Played
    """
    blocks = make_blocks(seed, deals, block_size=PLAY_BLOCK)
    shape = (2, game.tree.n_players)
    totals = sum(run_blocks(_Playing(game, weights), blocks, threads=threads, progress=progress), np.zeros(shape))
    means = totals[0] / deals
    stdev = np.sqrt(np.maximum(totals[1] / deals - means**2, 0.0))
    return Played(tuple(means.tolist()), tuple((stdev / math.sqrt(deals)).tolist()), tuple(stdev.tolist()))


@dataclass(frozen=True, eq=False)
class _Playing:
    """The work of one block of deals that are played."""

    game: SampledGame
    weights: NDArray[np.float32]

    def __call__(self, block: Block) -> Floats:
        from svara_odds.solver._kernels_sampled import play_out

        players = self.game.tree.n_players
        out = np.zeros((2, players))
        game = self.game
        play_out(block.deals, game.lines(), game.cards(), self.weights, block.words(4), np.zeros(players), out)
        return out
