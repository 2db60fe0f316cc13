"""The average strategy of a run with the value and the reach of every infoset."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from svara_odds.jobs.blocks import Block
from svara_odds.solver.sampling.game import SampledGame
from svara_odds.solver.sampling.training import SampledState, other_seed
from svara_odds.solver.strategy import HandNames, Strategy
from svara_odds.solver.tree import SEEN

__all__ = ["appraise"]

Floats = NDArray[np.float64]


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
    from svara_odds.solver.sampling._kernels_sampled import Appraisal, appraise_walks

    tree = game.tree
    sizes = np.where(tree.player >= 0, game.cells, 0)
    infoset = np.cumsum(sizes) - sizes
    worth, (coming, reach) = np.zeros(game.n_entries), np.zeros((2, int(sizes.sum())))
    appraisal = Appraisal(state.sums, infoset, worth, coming, reach)
    stream = Block(0, walks, (other_seed(state, -1), 0)).words(4)
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
