"""What each seat could still gain, with standard errors: a response found on some deals, measured on others."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from svara_odds.jobs.blocks import Block
from svara_odds.jobs.interrupt import heed
from svara_odds.solver.sampling.estimate import ALONE, Run, mean_over
from svara_odds.solver.sampling.game import SampledGame
from svara_odds.solver.sampling.training import SampledState, other_seed

__all__ = ["Gains", "Response", "best_response", "gain_of", "measure_gains"]

Floats = NDArray[np.float64]

MEASURE_BLOCK = 5_000
BROKEN_OFF = 10_000  # walks of a response after which it can be broken off


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
    run: Run = ALONE,
) -> Gains:
    """Train a best response for every seat against the others' average strategies, and measure it on fresh deals.

    Parameters
    ----------
    game : SampledGame
    state : SampledState
    train, measure : int
        Walks of each seat.
    run : Run
        Where the responses, one a seat, are trained, and where all is measured.

    Returns
    -------
    Gains
    """
    seats = range(game.tree.n_players)
    blocks = [Block(seat, train, (other_seed(state, 2 * seat), 0)) for seat in seats]
    answers = run.blocks(_Answering(game, state.sums), blocks, at_once=game.at_once)
    found, promised = [], []
    for seat, (own, promise) in zip(seats, answers, strict=True):
        response = state.sums.copy()
        response[game.entries(seat)] = own
        promised.append(promise)
        fresh = other_seed(state, 2 * seat + 1)
        found.append(gain_of(game, state.sums, response, seat, measure, seed=fresh, run=run))
    return Gains(tuple(gain for gain, _ in found), tuple(error for _, error in found), tuple(promised))


def gain_of(
    game: SampledGame,
    usual: NDArray[np.float32],
    response: NDArray[np.float32],
    seat: int,
    walks: int,
    *,
    seed: int,
    run: Run = ALONE,
) -> tuple[float, float]:
    """What a seat gains by `response` over `usual`, by which all others play, and its standard error, in antes."""
    work = _Measuring(game, usual, response, seat)
    (mean,), (stdev,) = mean_over(work, walks, block_size=MEASURE_BLOCK, seed=seed, run=run)
    return float(mean), float(stdev) / math.sqrt(walks)


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
    from svara_odds.solver.sampling._kernels_sampled import gradient_walks, realize_flat, respond_flat

    stream = Block(0, walks, (seed, 0)).words(4)
    gradient, plan = np.zeros(game.n_entries), np.empty_like(weights)
    lines, cards, room = game.lines(), game.cards(), game.room()
    for first in range(0, walks, BROKEN_OFF):  # the stream and the deck go on as in one piece
        heed()
        gradient_walks(min(BROKEN_OFF, walks - first), seat, lines, cards, weights, room, stream, gradient)
    realize_flat(lines, game.above, weights, room.strategy[0], plan)
    usual = float((gradient * plan).sum())  # a seat's gradient is 0 at the others' entries
    response = plan
    response[:] = weights
    best = respond_flat(seat, lines, game.above, gradient, weights, response)
    return Response(response, (best - usual) / walks)


@dataclass(frozen=True, eq=False)
class _Answering:
    """The response of the seat that a block is numbered by: its own weights, for others' stay, and what it promises."""

    game: SampledGame
    usual: NDArray[np.float32]

    def __call__(self, block: Block) -> tuple[NDArray[np.float32], float]:
        response = best_response(self.game, self.usual, block.index, block.deals, seed=block.seed[0])
        return response.weights[self.game.entries(block.index)], response.promised


@dataclass(frozen=True, eq=False)
class _Measuring:
    """The work of one block of measuring walks."""

    game: SampledGame
    usual: NDArray[np.float32]
    response: NDArray[np.float32]
    seat: int

    def __call__(self, block: Block) -> Floats:
        from svara_odds.solver.sampling._kernels_sampled import Duel, measure_walks

        out = np.zeros((2, 1))
        duel = Duel(self.usual, self.response)
        game = self.game
        measure_walks(block.deals, self.seat, game.lines(), game.cards(), duel, game.room(), block.words(4), out[:, 0])
        return out
