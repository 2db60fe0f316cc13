"""What players of the trick game want: outcomes of three tricks, what they pay, and who likes which how much."""

from __future__ import annotations

import itertools
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from svara_odds.errors import DealError

if TYPE_CHECKING:
    from svara_odds.rules.trickset import TrickRules
    from svara_odds.swara._kernels_play import Goal

__all__ = [
    "MOST_PLAYERS",
    "Objective",
    "Payments",
    "aims_of",
    "check_players",
    "checked_pot",
    "fresh_pot",
    "most_players",
    "outcome_index",
    "outcome_tricks",
    "payments_of",
]

MOST_PLAYERS = 6
MOST_POT = 1e12  # squares of more add up to what no number holds


def most_players(rules: TrickRules) -> int:
    """As many as may play and the play of tricks is known for."""
    return min(MOST_PLAYERS, rules.max_players)


def check_players(rules: TrickRules, n_players: int) -> None:
    """Refuse numbers of players that the play of tricks is not known for.

    Raises
    ------
    DealError
        If there are fewer than 2 or more than 6, or more than the rules allow.
    """
    most = most_players(rules)
    if not 2 <= n_players <= most:
        raise DealError(f"players: {n_players}; the play of tricks is known for 2 to {most}")


def fresh_pot(rules: TrickRules, n_players: int) -> float:
    """A stake of each player: what lies in a pot that was not carried over, in antes."""
    return float(rules.stake) * n_players


def checked_pot(pot: float, *, may_be_empty: bool = True) -> float:
    """The pot in antes, if it can be one.

    Raises
    ------
    DealError
        If it is negative, no number or too large; where it may not be empty, if it is 0.
    """
    if not (0 <= pot <= MOST_POT and (pot or may_be_empty)):
        least = "0 or more" if may_be_empty else "above 0"
        raise DealError(f"pot: {pot:g}; it is {least}, at most {MOST_POT:g}")
    return pot


@dataclass(frozen=True)
class Payments:
    """What three tricks are paid, in antes.

    Attributes
    ----------
    pot : float
        What lies in the pot; whoever takes all three tricks has it.
    share : float
        What a loser pays to the player of two tricks.
    trickless : bool
        Whether only those without a trick pay it.
    two_tricks_win : bool
        Whether two tricks take the pot too.
    carry_value : float, optional
        What a pot that stays for the next deal is worth to each player, as a share of it. Everyone who plays has the
        same prospects then, so each owns an equal part if it is left out: a half for two.
    """

    pot: float
    share: float
    trickless: bool = False
    two_tricks_win: bool = False
    carry_value: float | None = None

    def __post_init__(self) -> None:
        checked_pot(self.pot)

    def table(self, n_players: int) -> NDArray[np.float64]:
        """Payment to each player under each outcome: float64, shape (outcomes, players).

        Counted from the deal on, stakes in the pot being gone: a player who takes nothing of a pot has 0. With
        the default `carry_value` every row adds up to the pot.

        Examples
        --------
        >>> Payments(pot=2, share=1).table(2).tolist()
        [[2.0, 0.0], [2.0, 0.0], [0.0, 2.0], [0.0, 2.0]]
        >>> outcome_tricks(2).tolist()
        [[3, 0], [2, 1], [1, 2], [0, 3]]
        """
        tricks = outcome_tricks(n_players)
        carried = self.pot * (1 / n_players if self.carry_value is None else self.carry_value)
        wins = tricks >= (2 if self.two_tricks_win else 3)
        paid = np.where(wins, self.pot, np.where(wins.any(axis=1, keepdims=True), 0.0, carried))
        double = tricks == 2
        pays = (tricks < (1 if self.trickless else 2)) & double.any(axis=1, keepdims=True)
        paid -= self.share * pays
        return np.where(double, paid + self.share * pays.sum(axis=1, keepdims=True), paid)


def payments_of(
    rules: TrickRules, n_players: int, *, pot: float | None = None, carry_value: float | None = None
) -> Payments:
    """What the rules pay: a pot of one stake a player, unless another is given."""
    return Payments(
        pot=fresh_pot(rules, n_players) if pot is None else pot,
        share=float(rules.two_trick_payment),
        trickless=rules.game.two_trick_payers == "trickless",
        two_tricks_win=rules.game.no_sweep == "two_tricks",
        carry_value=carry_value,
    )


@lru_cache(maxsize=8)
def outcome_tricks(n_players: int) -> NDArray[np.uint8]:
    """All ways to share three tricks: uint8, shape (outcomes, players), not writeable.

    Rows descend, so that those of the first seat's sweep and of the last's stand at the ends.

    Raises
    ------
    DealError
        If there are fewer than 2 or more than 6 players.
    """
    if not 2 <= n_players <= MOST_PLAYERS:
        raise DealError(f"n_players is {n_players}; 2 to {MOST_PLAYERS} can play")
    rows = [counts for counts in itertools.product((3, 2, 1, 0), repeat=n_players) if sum(counts) == 3]
    tricks = np.array(rows, dtype=np.uint8)
    tricks.setflags(write=False)
    return tricks


@lru_cache(maxsize=8)
def outcome_index(n_players: int) -> NDArray[np.uint8]:
    """Outcome by the seats that take the tricks: uint8, shape (n_players**3,), seats as digits, first trick first."""
    place = {tuple(row): k for k, row in enumerate(outcome_tricks(n_players).tolist())}
    seats = range(n_players)
    takers = itertools.product(seats, repeat=3)
    index = np.array([place[tuple(three.count(seat) for seat in seats)] for three in takers], dtype=np.uint8)
    index.setflags(write=False)
    return index


@dataclass(frozen=True, eq=False)
class Objective:
    """A strict order of all outcomes for every player, so that play with open cards has one outcome.

    Every player prefers what pays it more; of equal payments more tricks of its own; of those more tricks for
    the next seat on its left, and so on around the table. No card enters the order, so the outcome does not depend on
    names of suits or on the order in which cards are tried.

    Attributes
    ----------
    payments : ndarray
        float64, shape (outcomes, players).
    hero : int, optional
        Then all other players want the opposite of this seat: *paranoid* play, the least that the seat can be held to.
        Without one each player looks after itself, *max^n* play (C. Luckhardt and K. Irani 1986). For two
        players whose payments add up to a constant, the two are one: minimax.
    """

    payments: NDArray[np.float64]
    hero: int | None = None

    def __post_init__(self) -> None:
        outcomes, n_players = self.payments.shape
        if outcomes != len(outcome_tricks(n_players)):
            raise DealError(f"payments have {outcomes} rows; {n_players} players have {len(outcome_tricks(n_players))}")
        if self.hero is not None and not 0 <= self.hero < n_players:
            raise DealError(f"hero is {self.hero}; it must be a seat, 0 to {n_players - 1}")

    @property
    def n_players(self) -> int:
        """Number of players."""
        return int(self.payments.shape[1])

    @cached_property
    def ranks(self) -> NDArray[np.uint8]:
        """How much each player wants each outcome, 0 for the least: uint8, shape (players, outcomes)."""
        own = np.stack([self._order(seat) for seat in range(self.n_players)])
        if self.hero is None:
            return own
        ranks = np.repeat(len(self.payments) - 1 - own[self.hero : self.hero + 1], self.n_players, axis=0)
        ranks[self.hero] = own[self.hero]
        return ranks

    def _order(self, seat: int) -> NDArray[np.uint8]:
        """A player's own ranks."""
        tricks = outcome_tricks(self.n_players)
        round_table = np.roll(tricks, -seat, axis=1)
        # lexsort takes its last key first. Payments are rounded lest two equal ones differ in the last bit.
        ascending = np.lexsort((*round_table.T[::-1], np.round(self.payments[:, seat], 9)))
        order = np.empty(len(tricks), dtype=np.uint8)
        order[ascending] = np.arange(len(tricks))
        return order

    def goal(self, *, must_trump: bool, must_overtake: bool) -> Goal:
        """The same as the kernels read it, with what the rules demand of a card."""
        from svara_odds.swara._kernels_play import Goal

        ranks, n = self.ranks, self.n_players
        taken = outcome_tricks(n) > 0
        top = np.stack([*(ranks[:, taken[:, seat]].max(axis=1) for seat in range(n)), ranks.max(axis=1)], axis=1)
        return Goal(ranks, outcome_index(n), top, self._opposed_to(ranks), must_trump, must_overtake)

    def _opposed_to(self, ranks: NDArray[np.uint8]) -> int:
        """Seat whose wish all others have upside down; -1 if there is none."""
        upside_down = len(self.payments) - 1 - ranks
        for seat in range(self.n_players):
            if all((ranks[other] == upside_down[seat]).all() for other in range(self.n_players) if other != seat):
                return seat
        return -1


@lru_cache(maxsize=64)
def aims_of(
    rules: TrickRules,
    n_players: int,
    pot: float | None = None,
    carry_value: float | None = None,
    hero: int | None = None,
) -> tuple[Objective, Goal]:
    """What the players want, for Python and for the kernels; made once for the many small calls that ask the same."""
    payments = payments_of(rules, n_players, pot=pot, carry_value=carry_value)
    objective = Objective(payments.table(n_players), hero=hero)
    return objective, objective.goal(must_trump=rules.game.must_trump, must_overtake=rules.game.must_overtake)
