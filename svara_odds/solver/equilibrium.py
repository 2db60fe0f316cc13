"""How good plans are: the value of a game under them, and what each player could gain by a best response."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from svara_odds.solver.treeplex import Game, Treeplex

__all__ = ["Standing", "behaviour_of", "best_response", "plan_of", "standing"]

Floats = NDArray[np.float64]


@dataclass(frozen=True)
class Standing:
    """What plans are worth and how far they are from an equilibrium.

    Attributes
    ----------
    values : tuple of float
        Expected payoff of each player where all follow their plans.
    gains : tuple of float
        What each player's best response would add, the others keeping to their plans; 0 and more up to rounding.
    """

    values: tuple[float, ...]
    gains: tuple[float, ...]

    @property
    def nashconv(self) -> float:
        """Sum of all players' gains."""
        return sum(self.gains)

    @property
    def exploitability(self) -> float | None:
        """Half of NashConv for two players; None for more, where it has no such meaning."""
        return self.nashconv / 2 if len(self.gains) == 2 else None


def plan_of(plex: Treeplex, behaviour: Floats) -> Floats:
    """The plan of a behaviour, float64, shape (n_sequences,)."""
    from svara_odds.solver._kernels_plex import realize

    plan = np.empty(plex.n_sequences)
    realize(plex, behaviour, plan)
    return plan


def behaviour_of(plex: Treeplex, plan: Floats) -> Floats:
    """The behaviour of a plan, also of one that is not scaled; even where the plan does not come to an infoset."""
    from svara_odds.solver._kernels_plex import normalize

    behaviour = np.empty(plex.n_sequences)
    normalize(plex, plan, behaviour)
    return behaviour


def best_response(game: Game, player: int, plans: list[Floats]) -> tuple[float, Floats]:
    """The most that a player can get against the others' plans, and a behaviour that gets it.

    Parameters
    ----------
    game : Game
    player : int
    plans : list of ndarray
        A plan for every player; the player's own is not looked at.

    Returns
    -------
    value : float
    behaviour : ndarray
        float64, shape (n_sequences,): 1 for the first best action of every infoset, else 0.
    """
    from svara_odds.solver._kernels_plex import respond

    plex = game.plexes[player]
    gradient, behaviour = np.empty(plex.n_sequences), np.ones(plex.n_sequences)
    game.payoffs.gradient(player, plans, gradient)
    respond(plex, gradient, behaviour, scratch(plex))
    return float(gradient[0]), behaviour


def standing(game: Game, plans: list[Floats]) -> Standing:
    """Value and possible gain of every player under these plans."""
    from svara_odds.solver._kernels_plex import respond

    values, gains = [], []
    for player, plex in enumerate(game.plexes):
        gradient, behaviour = np.empty(plex.n_sequences), np.empty(plex.n_sequences)
        game.payoffs.gradient(player, plans, gradient)
        values.append(float((gradient * plans[player]).sum()))
        respond(plex, gradient, behaviour, scratch(plex))
        gains.append(float(gradient[0]) - values[-1])
    return Standing(tuple(values), tuple(gains))


def scratch(plex: Treeplex) -> Floats:
    """Room for the kernels: float64, shape (2, most cells of a block)."""
    return np.empty((2, int(plex.cells.max(initial=1))))
