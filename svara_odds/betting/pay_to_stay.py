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
        The seat that decides.
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
        bet = self.structure.at_start(self.rules.bet)
        dark = DARK if self.rules.dark and self.structure.allow_blind else LOOKED
        return self._passed(Turn(dark, -1, 1, (1 << self.n) - 1, able, (ante,) * self.n, bet))

    def expand(self, line: Turn) -> Decision | Leaf:
        """What `line` is: somebody's turn, with the lines that follow, or the end with its pots."""
        if line.phase == LOOKED:
            return Decision(line.turn, self._moves(line), SEEN)
        if line.phase == DARK:
            price = self.rules.dark_share * line.bet
            paid = self._put(line, price)
            return Decision(
                line.turn,
                [(f"dark {price:g}", self._passed(paid)), ("look", line._replace(phase=LOOKED))],
                UNSEEN,
            )
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
            place = (live & ((1 << max(turn, 0)) - 1)).bit_count(), (live >> max(turn, 0)).bit_count()
        # While some play dark, a lap is not over for the seats behind them; the seat itself tells how many did.
        return phase, lap, bet, place, turn if phase == DARK else 0, sum(paid) if self.structure.shares_the_pot else 0

    def _moves(self, line: Turn) -> Moves:
        seat = line.turn
        bit, left, last = 1 << seat, self.stacks[seat] - line.paid[seat], line.lap == self.rules.laps
        moves: Moves = [("fold", self._passed(line._replace(live=line.live & ~bit, able=line.able & ~bit)))]
        if left < line.bet:
            return [*moves, (f"all-in {left:g}", self._passed(self._put(line, left)))]
        stays = self._put(line, line.bet)
        if not last:
            moves.append((f"pay {line.bet:g}", self._passed(stays)))
            if line.able & ~bit:
                moves += self._raises(line, left)
        if line.lap > self.rules.open_after_laps:
            moves.append(("open", stays._replace(phase=OVER)))
        return moves

    def _raises(self, line: Turn, left: float) -> Moves:
        pot = self.structure.carried + sum(line.paid) + line.bet if self.structure.shares_the_pot else 0.0
        moves: dict[float, tuple[str, Turn]] = {}
        for size in self.structure.raises:
            bet = min(size.raised(line.bet, blind=0.0, pot=pot), self.structure.max_bet)
            label = f"raise to {bet:g}"
            if bet > left:
                bet, label = left, f"all-in {left:g}"
            if bet > line.bet:
                moves.setdefault(bet, (label, self._passed(self._put(line, bet)._replace(bet=bet))))
        return list(moves.values())

    def _put(self, line: Turn, price: float) -> Turn:
        """The line with `price` paid by the seat whose turn it is."""
        seat = line.turn
        put = line.paid[seat] + price
        able = line.able if put < self.stacks[seat] else line.able & ~(1 << seat)
        return line._replace(paid=replaced(line.paid, seat, put), able=able)

    def _passed(self, line: Turn) -> Turn:
        """The line once a seat has acted: whose turn it is, or that it is over."""
        able = line.able
        if one(line.live) or not able or (one(able) and self._covers(line, able.bit_length() - 1)):
            return line._replace(phase=OVER)
        lap = line.lap + (not able >> (line.turn + 1))
        if lap > self.rules.laps:
            return line._replace(phase=OVER)
        seat = after(able, line.turn if line.turn >= 0 else self.n - 1, self.n)
        phase = line.phase
        if phase == DARK and (lap > 1 or line.paid[seat] + self.rules.dark_share * line.bet > self.stacks[seat]):
            phase = LOOKED
        return line._replace(phase=phase, turn=seat, lap=lap)

    def _covers(self, line: Turn, seat: int) -> bool:
        """Whether a seat has paid what every other live seat has, so that there is nothing left to play for."""
        return all(line.paid[seat] >= each for other, each in enumerate(line.paid) if line.live >> other & 1)
