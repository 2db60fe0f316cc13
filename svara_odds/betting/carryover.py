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
from svara_odds.betting.solution import Settings, Solution, Ties, Worth, solve_structure, solve_values
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
LARGE = 2.0**40
MOST_ROUNDS = 60
MOST_POTS = 1000


@dataclass
class Carryover:
    """What the seats of a svara own of its pot.

    Attributes
    ----------
    shares : dict
        By the number of seats and the pot (0 where all pots are alike): float64, shape (seats,).
    variances : dict
        Likewise: how what a seat gets in the end scatters about its share, as a share of the pot squared. Infinite
        where pots grow too fast for their chances.
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
    variances: dict[tuple[int, float], Floats] = field(default_factory=dict)
    residual: float = 0.0


def is_scale_free(structure: Structure) -> bool:
    """Whether the game for a larger pot is the same game with all amounts larger alike."""
    # So much larger that no maximum of a table can stay out of play.
    small, large = (betting_tree(_round(structure, structure.n_players, pot)) for pot in (1.0, LARGE))
    if small.n_nodes != large.n_nodes:
        return False
    return all(
        np.allclose(LARGE * before, after, rtol=CLOSE, atol=0)
        for before, after in ((small.paid, large.paid), (small.pot_amount, large.pot_amount))
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
        If there are more than three seats, or stacks: a round would depend on what each seat has left; if the method
        is a sampled one; if more than a thousand different pots lie below the cap.
    KeyboardInterrupt
        After Ctrl-C in a round that has to be solved before the game at the start.
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
        rounds = _Rounds(structure, table, quiet, Carryover(True, np.inf))
        rounds.carryover.residual = rounds.solve_all()
        return solve_structure(structure, table, settings, division=rounds.ties), rounds.carryover
    cap = cap or DEFAULT_CAP * structure.pot
    rounds, earlier = (
        _Rounds(structure, table, quiet, Carryover(False, limit)) for limit in (cap, max(cap / 2, structure.pot))
    )
    for each in (rounds, earlier):
        each.solve_all()
    before = solve_values(structure, table, quiet, division=earlier.ties).values
    solution = solve_structure(structure, table, settings, division=rounds.ties)
    rounds.carryover.residual = float(np.abs(np.array(solution.standing.values) - before).max())
    return solution, rounds.carryover


def _round(structure: Structure, seats: int, pot: float) -> Structure:
    """The round that `seats` tied seats play for a pot."""
    return dataclasses.replace(structure, n_players=seats, ante=0.0, carried=pot, stacks=structure.stacks[:seats])


class _Rounds:
    """The rounds of svaras, each solved once, those for larger pots first."""

    def __init__(self, structure: Structure, table: HandTable, settings: Settings, carryover: Carryover) -> None:
        self.structure, self.table, self.settings, self.carryover = structure, table, settings, carryover

    def solve_all(self) -> float:
        """Solve every round that the game at the start can lead to; the most that a share still changed by."""
        if self.carryover.scale_free:
            return max(self._solve(seats, 1.0) for seats in range(2, self.structure.n_players + 1))
        # A round leads to larger pots; to its own pot only with as many seats or fewer.
        order = sorted(self._reachable(), key=lambda key: (-key[1], key[0]))
        return max((self._solve(seats, pot) for seats, pot in order), default=0.0)

    def _reachable(self) -> set[tuple[int, float]]:
        """Numbers of tied seats and pots, below the cap, that play can come to."""
        found: set[tuple[int, float]] = set()
        waiting = [self.structure]
        while waiting:
            tree = betting_tree(waiting.pop())
            for amount, seats in {*zip(tree.pot_amount.tolist(), tree.pot_seats.tolist(), strict=True)}:
                keys = {self._key(tied, amount) for tied in range(2, seats.bit_count() + 1)}
                for key in keys - found if amount < self.carryover.cap else ():
                    found.add(key)
                    waiting.append(_round(self.structure, *key))
            if len(found) > MOST_POTS:
                raise SolveError(
                    f"svara: more than {MOST_POTS} different pots lie below the cap of {self.carryover.cap:g}; give a "
                    "smaller pot cap, larger sizes, or sizes that are shares of the pot"
                )
        return found

    def _solve(self, seats: int, pot: float) -> float:
        """Find the shares of a round, its own value: by iteration where a tie can lead to the same round again."""
        game, shares, key = _round(self.structure, seats, pot), self.carryover.shares, self._key(seats, pot)
        returns = self.carryover.scale_free or self._stays(game)
        shares[key], self.carryover.variances[key] = self._equal(seats), np.zeros(seats)
        for _ in range(MOST_ROUNDS if returns else 1):
            before = shares[key]
            worth = solve_values(game, self.table, self.settings, division=self.ties)
            shares[key] = worth.values / pot
            change = float(np.abs(shares[key] - before).max())
            if change * pot <= self.settings.target:
                break
        self._scatter(worth, key, pot, returns=returns)
        return change if returns else 0.0

    def _scatter(self, worth: Worth, key: tuple[int, float], pot: float, *, returns: bool) -> None:
        """Find the variances of a round: they are linear in themselves where a tie can lead to the same round."""
        variances, seats = self.carryover.variances, key[0]

        def found(own: Floats) -> Floats:
            variances[key] = own
            return worth.squares(self.ties(worth.tree).variance) / pot**2 - self.carryover.shares[key] ** 2

        variance = found(np.zeros(seats))
        if returns and np.isfinite(variance).all():
            grown = np.stack([found(own) - variance for own in np.eye(seats)], axis=1)
            settles = np.abs(np.linalg.eigvals(grown)).max() < 1
            variance = (
                np.asarray(np.linalg.solve(np.eye(seats) - grown, variance)) if settles else np.full(seats, np.inf)
            )
        variances[key] = np.maximum(variance, 0.0)

    def _stays(self, game: Structure) -> bool:
        """Whether all seats can tie for the pot as it is."""
        tree = betting_tree(game)
        all_seats = (1 << game.n_players) - 1
        return bool(((tree.pot_amount <= game.carried * (1 + CLOSE)) & (tree.pot_seats == all_seats)).any())

    def ties(self, tree: PublicTree) -> Ties:
        """What ties are worth at every pot of a tree: where no svara follows, equal shares that do not scatter."""
        n, carryover = tree.n_players, self.carryover
        shares = np.tile(equal_division(n, rake=tree.rake), (len(tree.pot_leaf), 1, 1))
        variance = np.zeros_like(shares)
        for pot, (amount, seats) in enumerate(zip(tree.pot_amount.tolist(), tree.pot_seats.tolist(), strict=True)):
            for mask in range(1 << n) if amount < carryover.cap else ():
                if mask & ~seats == 0 and mask.bit_count() >= 2:
                    tied = [seat for seat in range(n) if mask >> seat & 1]
                    key = self._key(len(tied), amount)
                    shares[pot, mask, tied] = carryover.shares[key]
                    variance[pot, mask, tied] = carryover.variances[key]
        return Ties(shares, variance)

    def _key(self, seats: int, pot: float) -> tuple[int, float]:
        return seats, 0.0 if self.carryover.scale_free else round(pot, DECIMALS)

    def _equal(self, seats: int) -> Floats:
        return np.full(seats, (1.0 - self.structure.rake) / seats)
