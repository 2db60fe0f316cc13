"""The referee of betting in which every turn costs the bet until someone opens the hands."""

from __future__ import annotations

from typing import NamedTuple

from svara_odds.betting.pots import settle
from svara_odds.betting.seats import after, one, replaced
from svara_odds.betting.structure import Structure
from svara_odds.rules.schema import PayToStay
from svara_odds.solver.tree import SEEN, UNSEEN, Decision, Leaf

__all__ = ["PayToStayReferee", "Turn"]

DARK, LOOKED, OVER = range(3)
Moves = list[tuple[str, "Turn"]]


class Turn(NamedTuple):
    """Where a line of betting stands.

    Attributes
    ----------
    phase : int
        Dark play, seen play, or over.
    turn : int
        The seat that decides; -1 when it is over.
    lap : int
        Counted from 1.
    live : int
        Seats that are in (bit `i` for seat `i`).
    able : int
        Live seats that have chips left.
    paid : tuple of float
        What each seat has put in, the ante included.
    bet : float
        What a turn costs.
    """

    phase: int
    turn: int
    lap: int
    live: int
    able: int
    paid: tuple[float, ...]
    bet: float


class PayToStayReferee:
    """Says of every line what may be done, by the rules of a structure.

    A seat that has less than the bet may put in what is left: it stays to the end, and cannot open. The hands are
    also shown when nobody is left who could still pay for something to win.

    Parameters
    ----------
    structure : Structure
        One whose rules are `PayToStay`.
    """

    def __init__(self, structure: Structure) -> None:
        assert isinstance(structure.rules, PayToStay)
        self.structure, self.rules = structure, structure.rules
        self.n, self.stacks = structure.n_players, structure.stacks

    @property
    def root(self) -> Turn:
        """The line before anybody has acted."""
        ante = self.structure.ante
        able = sum(1 << seat for seat, stack in enumerate(self.stacks) if stack > ante)
        dark = DARK if self.rules.dark and self.structure.allow_blind else LOOKED
        start = Turn(dark, -1, 1, (1 << self.n) - 1, able, (ante,) * self.n, self.structure.at_start(self.rules.bet))
        return self._passed(start, *start[3:])

    def expand(self, line: Turn) -> Decision | Leaf:
        """What `line` is: somebody's turn, with the lines that follow, or the end with its pots."""
        if line.phase == LOOKED:
            return Decision(line.turn, self._moves(line), SEEN)
        if line.phase == DARK:
            price = self.rules.dark_share * line.bet
            played = self._passed(line, line.live, *self._put(line, price), line.bet)
            look = line._replace(phase=LOOKED)
            return Decision(line.turn, [(f"dark {price:g}", played), ("look", look)], UNSEEN)
        carried = self.structure.carried
        return settle(line.paid, line.live, line.live & ~line.able, carried=carried, matched=False)

    def signature(self, line: Turn) -> tuple[object, ...]:
        """What two lines have in common under which equally much can follow; seats that are out do not matter."""
        phase, turn, lap, live, _, paid, bet = line
        if phase == OVER:
            return (OVER,)
        if self.structure.limited:
            seats = [seat for seat in range(self.n) if live >> seat & 1]
            place: object = tuple((seat < turn, paid[seat], self.stacks[seat]) for seat in seats), live.bit_length()
        else:
            place = (live & ((1 << turn) - 1)).bit_count(), (live >> turn).bit_count()
        # While some play dark, a lap is not over for the seats behind them; the seat itself tells how many did.
        return phase, lap, bet, place, turn if phase == DARK else 0, sum(paid) if self.structure.shares_the_pot else 0

    def _moves(self, line: Turn) -> Moves:
        _, seat, lap, live, able, paid, bet = line
        bit, left = 1 << seat, self.stacks[seat] - paid[seat]
        moves: Moves = [("fold", self._passed(line, live & ~bit, able & ~bit, paid, bet))]
        if left < bet:
            return [*moves, (f"all-in {left:g}", self._passed(line, live, *self._put(line, left), bet))]
        stays = self._put(line, bet)
        if lap < self.rules.laps:
            moves.append((f"pay {bet:g}", self._passed(line, live, *stays, bet)))
            if able & ~bit:
                moves += self._raises(line, left)
        if lap > self.rules.open_after_laps:
            moves.append(("open", Turn(OVER, -1, lap, live, *stays, bet)))
        return moves

    def _raises(self, line: Turn, left: float) -> Moves:
        pot = self.structure.carried + sum(line.paid) + line.bet if self.structure.shares_the_pot else 0.0
        moves: dict[float, tuple[str, Turn]] = {}
        for size in self.structure.raises:
            bet = min(size.raised(line.bet, blind=0.0, pot=pot), self.structure.max_bet)
            label = f"raise to {bet:g}"
            if bet > left:
                bet, label = left, f"all-in {left:g}"
            if bet > line.bet and bet not in moves:
                moves[bet] = label, self._passed(line, line.live, *self._put(line, bet), bet)
        return list(moves.values())

    def _put(self, line: Turn, price: float) -> tuple[int, tuple[float, ...]]:
        """Who has chips left and what everyone has paid, once the seat whose turn it is has paid `price`."""
        seat = line.turn
        put = line.paid[seat] + price
        able = line.able if put < self.stacks[seat] else line.able & ~(1 << seat)
        return able, replaced(line.paid, seat, put)

    def _passed(self, line: Turn, live: int, able: int, paid: tuple[float, ...], bet: float) -> Turn:
        """What follows `line` once its seat has acted: somebody's turn, or the end."""
        phase, lap = line.phase, line.lap + (not able >> (line.turn + 1))
        alone = one(able) and self._covers(paid, live, able.bit_length() - 1)
        if alone or not able or one(live) or lap > self.rules.laps:
            return Turn(OVER, -1, lap, live, able, paid, bet)
        seat = after(able, line.turn if line.turn >= 0 else self.n - 1, self.n)
        if phase == DARK and (lap > 1 or paid[seat] + self.rules.dark_share * bet > self.stacks[seat]):
            phase = LOOKED
        return Turn(phase, seat, lap, live, able, paid, bet)

    def _covers(self, paid: tuple[float, ...], live: int, seat: int) -> bool:
        """Whether a seat has paid what every other live seat has, so that there is nothing left to play for."""
        return all(paid[seat] >= each for other, each in enumerate(paid) if live >> other & 1)
