"""Counterfactual regret minimisation over treeplexes: CFR, CFR+ and discounted CFR, one player after the other."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal, NamedTuple

import numpy as np
from numpy.typing import NDArray

from svara_odds.errors import SolveError
from svara_odds.solver.equilibrium import Standing, scratch, standing
from svara_odds.solver.treeplex import Game

__all__ = ["VARIANTS", "CfrState", "Variant", "advance", "solve_cfr", "start_cfr"]

Floats = NDArray[np.float64]
Progress = Callable[["CfrState", Standing], bool | None]

_KEPT = ("regrets", "behaviours", "plans", "sums")  # what a state holds for every player
CHECK_EVERY = 20  # a check costs about one iteration: one in twenty is five per cent


class Weights(NamedTuple):
    """What iteration `t` does with the past.

    Attributes
    ----------
    gain, loss : float
        Power `a` of the factor t^a / (t^a + 1) of old positive and negative regrets; infinity keeps them whole.
    least : float
        The least that a regret may be.
    average : float
        Power of `t` that weighs the plan of iteration `t` in the average.
    """

    gain: float
    loss: float
    least: float
    average: float


Variant = Literal["cfr", "cfr+", "dcfr"]

# CFR: Zinkevich et al. (2007); CFR+: Tammelin (2014), with the average weighted by t squared; DCFR: Brown and Sandholm
# (2019), "Solving imperfect-information games via discounted regret minimization", their 3/2, 0, 2.
# Of these, predictive CFR+ (Farina, Kroer and Sandholm, 2021) and other powers for each, DCFR needed the fewest
# iterations in Svara's heads-up games: half as many as CFR+ to 1e-5 antes.
VARIANTS: dict[str, Weights] = {
    "cfr": Weights(np.inf, np.inf, -np.inf, 0.0),
    "cfr+": Weights(np.inf, np.inf, 0.0, 2.0),
    "dcfr": Weights(1.5, 0.0, -np.inf, 2.0),
}


@dataclass
class CfrState:
    """Where a run of CFR stands; goes on from here bit for bit.

    Attributes
    ----------
    variant : str
    iteration : int
    regrets, behaviours, plans, sums : list of ndarray
        float64, shape (n_sequences,), for every player: regrets, current behaviour and plan, weighted sum of plans.
    weight : float
        Weight of the summed plans.
    """

    variant: str
    iteration: int
    regrets: list[Floats]
    behaviours: list[Floats]
    plans: list[Floats]
    sums: list[Floats]
    weight: float = 0.0
    history: list[tuple[int, float]] = field(default_factory=list)

    def average(self) -> list[Floats]:
        """The average plans, which approach an equilibrium in games of two players."""
        if not self.iteration:
            return [plan.copy() for plan in self.plans]
        return [total / self.weight for total in self.sums]

    def arrays(self) -> tuple[dict[str, Any], dict[str, NDArray[Any]]]:
        """The state as a checkpoint holds it; see `from_arrays`."""
        meaning = {
            "variant": self.variant,
            "iteration": self.iteration,
            "weight": self.weight.hex(),
            "history": self.history,
            "players": len(self.plans),
        }
        arrays = {f"{name}_{player}": array for name in _KEPT for player, array in enumerate(getattr(self, name))}
        return meaning, arrays

    @classmethod
    def from_arrays(cls, meaning: Mapping[str, Any], arrays: Mapping[str, NDArray[Any]]) -> CfrState:
        """The state that `arrays` has written down, to the last bit."""
        lists = {name: [arrays[f"{name}_{player}"].copy() for player in range(meaning["players"])] for name in _KEPT}
        history = [(int(iteration), float(gain)) for iteration, gain in meaning["history"]]
        weight = float.fromhex(meaning["weight"])
        return cls(meaning["variant"], meaning["iteration"], weight=weight, history=history, **lists)


def start_cfr(game: Game, *, variant: Variant = "dcfr") -> CfrState:
    """The state before the first iteration: no regrets, every action equally often.

    Raises
    ------
    SolveError
        If the variant is unknown.
    """
    from svara_odds.solver.equilibrium import plan_of

    if variant not in VARIANTS:
        raise SolveError(f"variant is {variant!r}; it must be one of: {', '.join(VARIANTS)}")
    behaviours = [plex.uniform() for plex in game.plexes]
    plans = [plan_of(plex, behaviour) for plex, behaviour in zip(game.plexes, behaviours, strict=True)]
    zeros = [[np.zeros(plex.n_sequences) for plex in game.plexes] for _ in range(2)]
    return CfrState(variant, 0, zeros[0], behaviours, plans, zeros[1])


def advance(game: Game, state: CfrState, iterations: int) -> None:
    """Run some iterations; in each the players take turns against the others' latest plans."""
    from svara_odds.solver._kernels_plex import accumulate, realize, update_regrets

    weights = VARIANTS[state.variant]
    room = [scratch(plex) for plex in game.plexes]
    gradients = [np.empty(plex.n_sequences) for plex in game.plexes]
    for iteration in range(state.iteration + 1, state.iteration + iterations + 1):
        keep = (_kept(iteration - 1, weights.gain), _kept(iteration - 1, weights.loss), weights.least)
        weight = float(iteration) ** weights.average
        for player, plex in enumerate(game.plexes):
            gradient, plan = gradients[player], state.plans[player]
            game.payoffs.gradient(player, state.plans, gradient)
            update_regrets(plex, gradient, state.behaviours[player], state.regrets[player], keep, room[player])
            realize(plex, state.behaviours[player], plan)
            accumulate(plan, weight, state.sums[player])
        state.weight += weight
        state.iteration = iteration


def _kept(before: int, power: float) -> float:
    """Share of old regrets that is kept after `before` iterations."""
    if np.isinf(power):
        return 1.0
    grown: float = float(before) ** power
    return grown / (grown + 1.0)


def solve_cfr(
    game: Game,
    *,
    target: float,
    max_iterations: int = 10_000_000,
    variant: Variant = "dcfr",
    state: CfrState | None = None,
    progress: Progress | None = None,
) -> tuple[CfrState, Standing]:
    """Iterate until nobody can gain much.

    Parameters
    ----------
    game : Game
    target : float
        Stops where NashConv divided by the number of players (for two: exploitability) is no more than this, in
        antes.
    max_iterations : int
        Stops here at the latest.
    variant : str
        ``"dcfr"``, ``"cfr+"`` or ``"cfr"``.
    state : CfrState, optional
        Where to go on from; one that has come to its end already stays as it is.
    progress : callable, optional
        Called with the state and its standing after every check; returning True stops the run.

    Returns
    -------
    state : CfrState
    standing : Standing
        Of the average plans, by exact best responses.
    """
    state = state or start_cfr(game, variant=variant)

    def ended(found: Standing) -> bool:
        return found.nashconv <= target * len(game.plexes) or state.iteration >= max_iterations

    if state.history and ended(found := standing(game, state.average())):
        return state, found
    while True:
        steps = max(CHECK_EVERY, state.iteration // CHECK_EVERY)
        advance(game, state, min(steps, max_iterations - state.iteration))
        found = standing(game, state.average())
        state.history.append((state.iteration, found.nashconv))
        stopped = progress is not None and progress(state, found)
        if stopped or ended(found):
            return state, found
