"""Sampled CFR for any number of seats, and what each seat could still gain, with standard errors.

External sampling (Lanctot and others, 2009) in which the walking seat holds all hands that the drawn ones leave, at
once. Early walks are discounted round by round, as in linear CFR (Brown and Sandholm, 2019). For three and more seats
no theory says that the strategies approach an equilibrium: the gains say how far they are from one.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from svara_odds.jobs.blocks import Block, draw_seed
from svara_odds.solver.sampling.game import SampledGame

__all__ = ["SampledState", "advance_sampled", "other_seed"]

Floats = NDArray[np.float64]


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
    from svara_odds.solver.sampling._kernels_sampled import realize_flat, train_walks

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


def other_seed(state: SampledState, purpose: int) -> int:
    """A seed for one purpose, apart from that of the training and of all other purposes."""
    words = np.random.SeedSequence(state.seed, spawn_key=(1 << 31, state.rounds, purpose + 1)).generate_state(4)
    return int.from_bytes(words.tobytes(), "little")
