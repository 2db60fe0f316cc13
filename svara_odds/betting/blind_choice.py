"""To go on blind or to look: what either is worth to a seat that then does its best against players by ranges."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from svara_odds.betting.policy import RangePolicy, against_policy
from svara_odds.betting.structure import Structure
from svara_odds.jobs.blocks import Block
from svara_odds.solver.equilibrium import best_response as exact_response
from svara_odds.solver.equilibrium import plan_of, standing
from svara_odds.solver.headsup import HeadsUpPayoffs
from svara_odds.solver.moments import squared
from svara_odds.solver.sampling.estimate import ALONE, Run
from svara_odds.solver.sampling.gains import best_response, gain_of
from svara_odds.solver.sampling.game import SampledGame
from svara_odds.solver.sampling.playing import Played, play_deals
from svara_odds.solver.tree import SEEN, PublicTree
from svara_odds.solver.treeplex import Game, treeplexes
from svara_odds.tables.handtable import HandTable

__all__ = ["BlindChoice", "blind_choice"]

Floats = NDArray[np.float64]
# What a random stream is for.
_FIND, _COMPARE, _PLAY = range(3)


@dataclass(frozen=True)
class BlindChoice:
    """What looking, and going on blind, are worth to one seat, and what follows for all.

    Attributes
    ----------
    edge, stderr : float
        What going on blind brings over looking, in antes, and its standard error; 0 where exact.
    looking, blindly : Played
        Results of all seats after either.
    """

    edge: float
    stderr: float
    looking: Played
    blindly: Played


def blind_choice(
    structure: Structure, table: HandTable, policy: RangePolicy, *, seat: int, deals: int, seed: int, run: Run = ALONE
) -> BlindChoice | None:
    """Value the choice between looking and going on blind, against others who follow a policy.

    Exact for two seats; for more, the seat's answers are found on one sample of deals and valued on another.

    Parameters
    ----------
    structure : Structure
    table : HandTable
    policy : RangePolicy
    seat : int
        The seat that chooses; those before it go on blind.
    deals, seed
        Of the sample.
    run : Run
        Where deals are dealt.

    Returns
    -------
    BlindChoice, optional
        None if the seat has no such choice.
    """
    game, weights = against_policy(structure, table, policy, free=seat)
    node = _choosing(game.tree, seat)
    if node is None:
        return None
    looks = np.array([game.tree.label(child) == "look" for child in game.tree.children(node)])
    if structure.n_players == 2:
        return _exact(game, weights, seat, node, looks)
    streams = [int(Block(0, deals, (seed, seat, purpose)).words(1)[0]) for purpose in range(3)]
    best = best_response(game, weights, seat, deals, seed=streams[_FIND]).weights
    entries = slice(int(game.start[node]), int(game.start[node]) + len(looks))
    looking, blindly = best.copy(), best.copy()
    looking[entries], blindly[entries] = looks, ~looks
    edge, stderr = gain_of(game, looking, blindly, seat, deals, seed=streams[_COMPARE], run=run)
    # Both on the same deals: what is not due to the choice is the same.
    results = (play_deals(game, each, deals, seed=streams[_PLAY], run=run) for each in (looking, blindly))
    return BlindChoice(edge, stderr, *results)


def _choosing(tree: PublicTree, seat: int) -> int | None:
    """The node at which the seat may go on blind."""
    node = 0
    while tree.player[node] >= 0 and tree.partition[node] != SEEN:
        if tree.player[node] == seat:
            return node
        node = tree.children(node)[-1]
    return None


def _exact(
    game: SampledGame, weights: NDArray[np.float32], seat: int, node: int, looks: NDArray[np.bool_]
) -> BlindChoice:
    """Both choices over all deals of two hands."""
    tree, table, symmetry = game.tree, game.table, game.symmetry
    plexes, sources = treeplexes(tree, symmetry.n_classes)

    def over(tree: PublicTree, division: Floats) -> Game:
        payoffs = HeadsUpPayoffs(tree, table, symmetry=symmetry, sources=sources, division=division)
        return Game(plexes, payoffs)

    solved = over(tree, game.division)
    plans = [np.ones(plex.n_sequences) for plex in plexes]
    other = plexes[1 - seat]
    for block, (first, cells, actions) in enumerate(zip(other.start, other.cells, other.actions, strict=True)):
        start = game.start[other.node[block]]
        plans[1 - seat][first : first + cells * actions] = weights[start : start + cells * actions]
    plans[1 - seat] = plan_of(other, plans[1 - seat])
    _, behaviour = exact_response(solved, seat, plans)
    first = int(plexes[seat].start[np.flatnonzero(plexes[seat].node == node)[0]])
    results = []
    for choice in (looks, ~looks):
        behaviour[first : first + len(looks)] = choice
        plans[seat] = plan_of(plexes[seat], behaviour)
        results.append(_moments(game, solved, over, plans))
    return BlindChoice(results[1].values[seat] - results[0].values[seat], 0.0, *results)


def _moments(
    game: SampledGame, solved: Game, over: Callable[[PublicTree, Floats], Game], plans: list[Floats]
) -> Played:
    """Means and standard deviations of both seats' results; the latter are unknown where there are side pots."""
    values = standing(solved, plans).values
    if len(game.tree.pot_leaf) > game.tree.n_leaves:
        return Played(values, (0.0, 0.0), (math.nan, math.nan))
    squares = standing(over(*squared(game.tree, game.division)), plans).values
    stdev = tuple(math.sqrt(max(mean - value**2, 0.0)) for mean, value in zip(squares, values, strict=True))
    return Played(values, (0.0, 0.0), stdev)
