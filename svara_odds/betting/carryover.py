"""A tie that leads to a svara: the same game again for the pot that lies there, so that a tie is worth what that is.

The tied seats play on, in the order in which they sit, for a pot that none of them pays for again; nobody else joins.
What each of them owns of the pot is then the value of that round, which may end in another svara. Where every size is
a share of the pot, all these rounds are one game at different scales, and the shares are a fixed point. Where sizes
are fixed, rounds with larger pots are solved first, from a pot on at which a tie is taken to be shared equally.
"""

from __future__ import annotations

import dataclasses
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from svara_odds.betting.build import betting_tree
from svara_odds.betting.solution import Settings, Solution, solve_structure
from svara_odds.betting.structure import Structure
from svara_odds.errors import SolveError
from svara_odds.solver.deal import equal_division
from svara_odds.solver.tree import PublicTree
from svara_odds.tables.handtable import HandTable

__all__ = ["DEFAULT_CAP", "Carryover", "is_scale_free", "solve_recursive"]

Floats = NDArray[np.float64]

DEFAULT_CAP = 32.0  # times the pot at the start
MOST_PLAYERS = 3
CLOSE = 1e-9  # pots that differ by less, relatively, are one
DECIMALS = 9
MOST_ROUNDS = 60


@dataclass
class Carryover:
    """What the seats of a svara own of its pot.

    Attributes
    ----------
    shares : dict
        By the number of seats and the pot (0 where all pots are alike): float64, shape (seats,).
    scale_free : bool
    residual : float
        How much the shares, or for fixed sizes the values of the seats at the start, still change: by one more round
        of the iteration, or by doubling the cap from half of it.
    cap : float
        Pot from which on a tie is shared equally; infinite where no cap is needed.
    """

    scale_free: bool
    cap: float
    shares: dict[tuple[int, float], Floats] = field(default_factory=dict)
    residual: float = 0.0


def is_scale_free(structure: Structure) -> bool:
    """Whether the game for twice the pot is the same game with all amounts twice as large."""
    once, twice = (betting_tree(_round(structure, structure.n_players, pot)) for pot in (1.0, 2.0))
    if once.n_nodes != twice.n_nodes:
        return False
    return all(
        np.allclose(2 * small, large, rtol=CLOSE, atol=0)
        for small, large in ((once.paid, twice.paid), (once.pot_amount, twice.pot_amount))
    )


def solve_recursive(
    structure: Structure, table: HandTable, settings: Settings, *, cap: float | None = None
) -> tuple[Solution, Carryover]:
    """Solve a betting game in which a tie leads to a svara of the same game.

    Parameters
    ----------
    structure : Structure
    table : HandTable
    settings : Settings
        Of every game that is solved on the way.
    cap : float, optional
        Pot, in antes, from which on a tie is shared equally; 32 times the pot at the start if not given. Not used
        where the game is the same for all pots.

    Returns
    -------
    solution : Solution
        Of the game at the start.
    carryover : Carryover

    Raises
    ------
    SolveError
        If there are more than three seats, or stacks: a round would depend on what each seat has left.
    """
    if structure.n_players > MOST_PLAYERS:
        raise SolveError(f"svara: recursive is for 2 or 3 players, not for {structure.n_players}; give share")
    if structure.limited:
        raise SolveError(
            "svara: recursive needs unlimited stacks, for a round would depend on what is left; give share"
        )
    if cap is not None and not cap > structure.pot:
        raise SolveError(f"pot cap: {cap:g} is not allowed; give more than the pot at the start, {structure.pot:g}")
    quiet = dataclasses.replace(settings, checkpoint=None)
    if is_scale_free(structure):
        carryover = _fixed_point(structure, table, quiet)
        rounds = _Rounds(structure, table, quiet, carryover)
        return solve_structure(structure, table, settings, division=rounds.division(betting_tree(structure))), carryover
    cap = cap or DEFAULT_CAP * structure.pot
    earlier = _Rounds(structure, table, quiet, Carryover(False, max(cap / 2, structure.pot)))
    before = earlier.solve(structure).standing.values
    rounds = _Rounds(structure, table, quiet, Carryover(False, cap))
    division = rounds.division(betting_tree(structure))
    solution = solve_structure(structure, table, settings, division=division)
    changes = zip(solution.standing.values, before, strict=True)
    rounds.carryover.residual = max(abs(value - other) for value, other in changes)
    return solution, rounds.carryover


def _round(structure: Structure, seats: int, pot: float) -> Structure:
    """The round that `seats` tied seats play for a pot."""
    return dataclasses.replace(
        structure, n_players=seats, ante=0.0, carried=pot, stacks=structure.stacks[:seats], rake=structure.rake
    )


def _fixed_point(structure: Structure, table: HandTable, settings: Settings) -> Carryover:
    """Shares that reproduce themselves, first of two tied seats, then of three."""
    carryover = Carryover(True, np.inf)
    for seats in range(2, structure.n_players + 1):
        game = _round(structure, seats, 1.0)
        tree = betting_tree(game)
        carryover.shares[seats, 0.0] = np.full(seats, (1.0 - structure.rake) / seats)
        for _ in range(MOST_ROUNDS):
            division = _Rounds(structure, table, settings, carryover).division(tree)
            found = np.array(solve_structure(game, table, settings, division=division).standing.values)
            change = float(np.abs(found - carryover.shares[seats, 0.0]).max())
            carryover.shares[seats, 0.0] = found
            if change <= settings.target:
                break
        carryover.residual = max(carryover.residual, change)
    return carryover


class _Rounds:
    """The rounds of svaras, each solved once, those for larger pots first."""

    def __init__(
        self,
        structure: Structure,
        table: HandTable,
        settings: Settings,
        carryover: Carryover,
    ) -> None:
        self.structure, self.table, self.settings, self.carryover = structure, table, settings, carryover

    def solve(self, structure: Structure) -> Solution:
        return solve_structure(structure, self.table, self.settings, division=self.division(betting_tree(structure)))

    def division(self, tree: PublicTree) -> Floats:
        """What ties are worth at every pot of a tree, float64, shape (n_pots, 2 ** n_players, n_players)."""
        n = tree.n_players
        shares = np.tile(equal_division(n, rake=tree.rake), (len(tree.pot_leaf), 1, 1))
        for pot, (amount, seats) in enumerate(zip(tree.pot_amount.tolist(), tree.pot_seats.tolist(), strict=True)):
            for mask in range(1 << n):
                if mask & ~seats == 0 and mask.bit_count() >= 2:
                    shares[pot, mask] = 0.0
                    tied = [seat for seat in range(n) if mask >> seat & 1]
                    shares[pot, mask, tied] = self.shares(len(tied), amount)
        return shares

    def shares(self, seats: int, pot: float) -> Floats:
        """What each of so many tied seats owns of a pot."""
        carryover = self.carryover
        if pot >= carryover.cap:
            return np.full(seats, (1.0 - self.structure.rake) / seats)
        key = (seats, 0.0 if carryover.scale_free else round(pot, DECIMALS))
        if key not in carryover.shares:
            carryover.shares[key] = self._solved(seats, pot)
        return carryover.shares[key]

    def _solved(self, seats: int, pot: float) -> Floats:
        """Shares of a round, by its own value; where a tie can leave the pot as it is, by iteration."""
        game = _round(self.structure, seats, pot)
        tree = betting_tree(game)
        open_to_all = (1 << seats) - 1
        stays = bool(((tree.pot_amount <= pot * (1 + CLOSE)) & (tree.pot_seats == open_to_all)).any())
        key = (seats, round(pot, DECIMALS))
        self.carryover.shares[key] = np.full(seats, (1.0 - self.structure.rake) / seats)
        for _ in range(MOST_ROUNDS if stays else 1):
            found = np.array(self.solve(game).standing.values) / pot
            change = float(np.abs(found - self.carryover.shares[key]).max())
            self.carryover.shares[key] = found
            if change * pot <= self.settings.target:
                break
        return self.carryover.shares[key]
