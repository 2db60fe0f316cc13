"""What the seats win in deals that are played to the end."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from svara_odds.jobs.blocks import Block
from svara_odds.solver.sampling.estimate import ALONE, Run, mean_over
from svara_odds.solver.sampling.game import SampledGame

__all__ = ["Played", "play_deals"]

Floats = NDArray[np.float64]

PLAY_BLOCK = 100_000


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
    run: Run = ALONE,
) -> Played:
    """Play deals with actions drawn by `weights`, such as `SampledState.sums`.

    Parameters
    ----------
    game : SampledGame
    weights : ndarray
        float32, shape (n_entries,): an infoset's actions are drawn in proportion to them.
    deals : int
    seed : int
    run : Run
        Where they are played.

    Returns
    -------
    Played
    """
    means, stdev = mean_over(_Playing(game, weights), deals, block_size=PLAY_BLOCK, seed=seed, run=run)
    return Played(tuple(means.tolist()), tuple((stdev / math.sqrt(deals)).tolist()), tuple(stdev.tolist()))


@dataclass(frozen=True, eq=False)
class _Playing:
    """The work of one block of deals that are played."""

    game: SampledGame
    weights: NDArray[np.float32]

    def __call__(self, block: Block) -> Floats:
        from svara_odds.solver.sampling._kernels_sampled import play_out

        players = self.game.tree.n_players
        out = np.zeros((2, players))
        game = self.game
        play_out(block.deals, game.lines(), game.cards(), self.weights, block.words(4), np.zeros(players), out)
        return out
