"""Sampled CFR of a betting game, trained once or several times over, with what is done kept in the checkpoint."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from svara_odds.betting.settings import Settings
from svara_odds.errors import SolveError
from svara_odds.jobs.blocks import Block
from svara_odds.jobs.checkpoint import named
from svara_odds.jobs.interrupt import interruptible
from svara_odds.jobs.keeper import Keeper
from svara_odds.jobs.sums import Arrays, Sums
from svara_odds.solver.sampling.estimate import Run
from svara_odds.solver.sampling.game import SampledGame
from svara_odds.solver.sampling.training import SampledState, advance_sampled

__all__ = ["trained"]

DEFAULT_WALKS = 400_000
TOLD_WALKS = 2_000  # walks of each seat between two looks at the clock


def trained(game: SampledGame, settings: Settings) -> tuple[SampledState, bool]:
    """Train the strategies of a game.

    Walks of one training build on each other and are done one after the other. Several trainings know nothing of each
    other, so that each may be done by another thread or worker; their plans are added up. That takes most of the
    chance out of them, if not what they have in common: that none of them has walked for long.

    Parameters
    ----------
    game : SampledGame
    settings : Settings

    Returns
    -------
    state : SampledState
        With the rounds of all trainings; without regrets where there were several.
    interrupted : bool
        Whether it was ended early by Ctrl-C.

    Raises
    ------
    SvaraError, DamagedFileError
        If the checkpoint is of another job or of more trainings, or cannot be trusted.
    KeyboardInterrupt
        Where nothing is there to go on with.
    """
    rounds = max(1, round((settings.max_iterations or DEFAULT_WALKS) / game.round_walks))
    way = f"strategy by sampling, {game.information} told apart"
    if settings.trainings > 1:
        way += f", trainings of {rounds} rounds"
    keeper = settings.keeper(way, game.tree, table=game.table, division=game.division, seed=settings.seed)
    return (_once if settings.trainings == 1 else _often)(game, settings, keeper, rounds)


def _once(game: SampledGame, settings: Settings, keeper: Keeper, rounds: int) -> tuple[SampledState, bool]:
    kept = keeper.kept
    state = SampledState.start(game, seed=keeper.seed) if kept is None else SampledState.from_arrays(*kept)

    def told() -> None:
        if settings.progress is not None:
            settings.progress(state.rounds * game.round_walks, None)
        keeper.write(state.arrays)

    interrupted = _advance(game, state, rounds, told)
    keeper.write(state.arrays, now=True)
    return state, interrupted


def _often(game: SampledGame, settings: Settings, keeper: Keeper, rounds: int) -> tuple[SampledState, bool]:
    tally, interrupted = Sums.resumed(keeper, {"sums": np.zeros(game.n_entries, dtype=np.float32)}), False
    if tally.blocks > settings.trainings:
        held = f"{named(keeper.path)} holds {tally.blocks}"
        raise SolveError(f"trainings: {settings.trainings} are asked for, and {held}; ask for as many or more")
    blocks = [Block(number, rounds, (keeper.seed, number)) for number in range(tally.blocks, settings.trainings)]
    answers = Run(settings.threads, settings.executor).blocks(_Training(game), blocks, at_once=game.at_once)

    def told(reached: Sums) -> None:
        nonlocal tally
        tally = reached
        if settings.progress is not None:
            settings.progress(tally.blocks * rounds * game.round_walks, None)

    try:
        keeper.gather(answers, tally, told)
    except KeyboardInterrupt:
        # What is under way on a cluster cannot be broken off, and all else would have to wait for it.
        if not tally.blocks or settings.executor is not None:
            raise
        interrupted = True
    state = SampledState(keeper.seed, rounds * tally.blocks, np.zeros(0, dtype=np.float32), tally.arrays["sums"])
    return state, interrupted


def _advance(game: SampledGame, state: SampledState, rounds: int, told: Callable[[], object]) -> bool:
    """Train up to so many rounds, telling now and then; whether it was wished to stop."""
    step = max(1, TOLD_WALKS // game.round_walks)
    with interruptible() as wished:
        while state.rounds < rounds and not wished():
            advance_sampled(game, state, min(step, rounds - state.rounds))
            told()
        return wished()


@dataclass(frozen=True, eq=False)
class _Training:
    """One training, of as many rounds as its block has; gives its plans, added up."""

    game: SampledGame

    def __call__(self, block: Block) -> Arrays:
        seed = int.from_bytes(block.words(2).tobytes(), "little")
        state = SampledState.start(self.game, seed=seed)
        if _advance(self.game, state, block.deals, lambda: None):
            raise KeyboardInterrupt
        return {"sums": state.sums}
