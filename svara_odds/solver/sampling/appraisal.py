"""The average strategy of a run with the value and the reach of every infoset."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from svara_odds.jobs.blocks import Block, make_blocks
from svara_odds.solver.sampling.estimate import ALONE, Run
from svara_odds.solver.sampling.game import SampledGame
from svara_odds.solver.sampling.training import SampledState, other_seed
from svara_odds.solver.strategy import HandNames, Strategy
from svara_odds.solver.tree import SEEN

__all__ = ["appraise"]

Floats = NDArray[np.float64]

APPRAISE_BLOCK = 25_000


def appraise(
    game: SampledGame, state: SampledState, hands: HandNames, *, walks: int = 100_000, run: Run = ALONE
) -> Strategy:
    """The average strategy with the value and the reach of every infoset, estimated by walks.

    Parameters
    ----------
    game : SampledGame
    state : SampledState
    hands : HandNames
        Of what seats that have looked tell apart.
    walks : int
        Of each seat.
    run : Run
        Where they are walked.

    Returns
    -------
    Strategy
        What no walk came to has reach 0 and no value.
    """
    tree = game.tree
    sizes = np.where(tree.player >= 0, game.cells, 0)
    infoset = np.cumsum(sizes) - sizes
    # Blocks are so long that to add up what they find is the smaller work.
    blocks = make_blocks(other_seed(state, -1), walks, block_size=max(APPRAISE_BLOCK, game.round_walks))
    answers = run.blocks(_Appraising(game, state.sums, infoset, int(sizes.sum())), blocks, at_once=game.at_once)
    worth, coming, reach = next(answers)
    for more in answers:
        for total, part in zip((worth, coming, reach), more, strict=True):
            total += part
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


@dataclass(frozen=True, eq=False)
class _Appraising:
    """The work of one block of walks, see the kernel's `Appraisal`."""

    game: SampledGame
    weights: NDArray[np.float32]
    infoset: NDArray[np.int64]
    n_infosets: int

    def __call__(self, block: Block) -> tuple[Floats, Floats, Floats]:
        from svara_odds.solver.sampling._kernels_sampled import Appraisal, appraise_walks

        game = self.game
        found = np.zeros(game.n_entries), np.zeros(self.n_infosets), np.zeros(self.n_infosets)
        appraisal = Appraisal(self.weights, self.infoset, *found)
        appraise_walks(block.deals, game.lines(), game.cards(), appraisal, game.room(), block.words(4))
        return found


def _shares(weights: NDArray[np.float32]) -> NDArray[np.float32]:
    """Each column as shares; even where all is 0."""
    total = weights.sum(axis=0)
    shares: NDArray[np.float32] = np.where(total > 0, weights / np.where(total > 0, total, 1), 1 / len(weights))
    return shares
