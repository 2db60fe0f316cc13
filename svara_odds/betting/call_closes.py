"""The referee of betting in which a call closes: what may be done on a line, and what follows."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import NamedTuple

from svara_odds.betting.pots import settle
from svara_odds.betting.seats import after, one, replaced
from svara_odds.betting.structure import Structure
from svara_odds.rules.schema import CallCloses
from svara_odds.rules.sizes import Size, parse_sizes
from svara_odds.solver.tree import SEEN, UNSEEN, Decision, Leaf

__all__ = ["CallClosesReferee", "Line"]

BLIND, BEFORE, AFTER, OVER = range(4)
Moves = list[tuple[str, "Line"]]


class Opening(NamedTuple):
    """How the betting began: what stays as it is once somebody has bet.

    Attributes
    ----------
    blind : float
        The last blind bet; 0 where there was none.
    taker : int
        The seat that takes the pot where nobody bets: the last blind bettor, else the dealer.
    first : int
        The first bettor; -1 before there is one.
    """

    blind: float
    taker: int
    first: int


class Line(NamedTuple):
    """Where a line of betting stands; sets of seats have bit `i` set for seat `i`.

    Attributes
    ----------
    phase : int
        Blind betting, before the first bet, after it, or over.
    turn : int
        The seat that decides; -1 when it is over.
    waiting : int
        Seats that still have to act, the one whose turn it is among them.
    live : int
        Seats that are in.
    able : int
        Live seats that have chips left.
    paid : tuple of float
        What each seat has put in, the ante included.
    level : float
        What it takes to be in, the ante not included.
    tally : int
        Blind bets so far while the blind betting goes on, then raises.
    raised : tuple of int
        Raises of each seat; empty where they are counted of all seats together.
    opening : Opening
    """

    phase: int
    turn: int
    waiting: int
    live: int
    able: int
    paid: tuple[float, ...]
    level: float
    tally: int
    raised: tuple[int, ...]
    opening: Opening


class CallClosesReferee:
    """Says of every line what may be done, by the rules of a structure.

    The seat that takes the pot where nobody bets need not bet or fold: until somebody bets it may wait. A seat that
    has less than a bet, call or raise would take may put in what is left; a raise by such a seat counts as one.

    Parameters
    ----------
    structure : Structure
        One whose rules are `CallCloses`.
    """

    def __init__(self, structure: Structure) -> None:
        rules = structure.rules
        assert isinstance(rules, CallCloses)
        self.structure, self.rules, self.n = structure, rules, structure.n_players
        self.ante, self.stacks, self.most = structure.ante, structure.stacks, structure.max_bet
        over = rules.over_blind
        self._bets = parse_sizes(rules.bets)
        self._over = parse_sizes(over) if isinstance(over, tuple) else (Size(over, "b"),)
        self._blind = structure.at_start(rules.blind)
        self._per_seat = rules.cap_scope == "first_bettor"
        menus = (self._bets, self._over, structure.raises)
        self._needs_pot = structure.shares_the_pot
        # Sizes of one unit stay apart, and above the bet, whatever the amounts are; those of several may meet.
        mixed = [menu for menu in menus if len({size.unit for size in menu}) > 1]
        limited = structure.limited or self.most < math.inf
        self._pot_matters = self._needs_pot and (limited or any(size.unit == "p" for menu in mixed for size in menu))
        self._paid_matters = limited or self._pot_matters
        self._level_matters = self._paid_matters or bool(mixed) or any(not size.unit for size in self._over)

    @property
    def root(self) -> Line:
        """The line before anybody has acted."""
        able = sum(1 << seat for seat, stack in enumerate(self.stacks) if stack > self.ante)
        raised = (0,) * self.n if self._per_seat else ()
        opening = Opening(0.0, self.n - 1, -1)
        start = Line(BLIND, 0, able, (1 << self.n) - 1, able, (self.ante,) * self.n, 0.0, 0, raised, opening)
        wanted = self.structure.allow_blind and self.rules.blind_laps > 0 and self._blind > 0
        return self._blind_turn(start, 0) if wanted else self._look(start)

    def expand(self, line: Line) -> Decision | Leaf:
        """What `line` is: somebody's turn, with the lines that follow, or the end with its pots."""
        if line.phase == AFTER:
            return Decision(line.turn, self._after_bet(line), SEEN)
        if line.phase == OVER:
            return settle(line.paid, line.live, line.live & ~line.able, carried=self.structure.carried)
        if line.phase == BEFORE:
            return Decision(line.turn, self._before_bet(line), SEEN)
        return Decision(line.turn, self._blind_moves(line), UNSEEN)

    def signature(self, line: Line) -> tuple[object, ...]:
        """What two lines have in common under which equally much can follow.

        Seats that are out do not matter, nor do names of seats: those left are told in the order of their turns.
        """
        phase, turn, waiting, live, _, paid, level, tally, raised, (blind, taker, first) = line
        if phase == OVER:
            return (OVER,)
        seats = [seat for seat in (*range(turn, self.n), *range(turn)) if live >> seat & 1]
        told = tuple(
            (
                waiting >> seat & 1,
                phase != AFTER and seat == taker,
                raised and (raised[seat], seat == first),
                self._paid_matters and (paid[seat], self.stacks[seat]),
            )
            for seat in seats
        )
        place = turn if phase == BLIND else 0
        first_out = bool(raised) and first >= 0 and not live >> first & 1 and raised[first]
        amounts = self._level_matters and (level, blind)
        return phase, place, told, tally, blind > 0, amounts, first_out, self._pot_matters and sum(paid)

    # --- blind betting -------------------------------------------------------------------------------------------

    def _next_blind(self, line: Line) -> float:
        return line.opening.blind * self.rules.blind_factor if line.tally else self._blind

    def _blind_turn(self, line: Line, seat: int) -> Line:
        """The blind betting goes on with `seat`, unless it may not, or cannot pay."""
        amount = self._next_blind(line)
        can_pay = line.able >> seat & 1 and self.ante + amount <= self.stacks[seat]
        goes_on = line.tally < self.n * self.rules.blind_laps and amount <= self.most and can_pay
        return line._replace(turn=seat) if goes_on else self._look(line)

    def _blind_moves(self, line: Line) -> Moves:
        amount, seat = self._next_blind(line), line.turn
        doubles = line.tally and self.rules.blind_factor == 2
        label = f"double to {amount:g}" if doubles else f"blind {amount:g}"
        paid = replaced(line.paid, seat, self.ante + amount)
        made = line._replace(
            paid=paid,
            able=self._still_able(line.able, seat, paid[seat]),
            level=amount,
            tally=line.tally + 1,
            opening=Opening(amount, seat, -1),
        )
        return [(label, self._blind_turn(made, (seat + 1) % self.n)), ("look", self._look(line))]

    def _look(self, line: Line) -> Line:
        """Everyone looks at the cards, and the seen betting begins."""
        after_blind = line.opening.blind > 0 and self.rules.first_to_act == "after_last_blind"
        seen = line._replace(phase=BEFORE, waiting=line.able, tally=0)
        return self._passed(seen, line.opening.taker if after_blind else self.n - 1)

    # --- before the first bet ------------------------------------------------------------------------------------

    def _before_bet(self, line: Line) -> Moves:
        seat, bit = line.turn, 1 << line.turn
        waits = seat == line.opening.taker or self.rules.check_before_bet
        keep = line.waiting & ~bit
        if waits:
            moves = [("check", self._passed(line._replace(waiting=keep), seat))]
        else:
            out = line._replace(waiting=keep, live=line.live & ~bit, able=line.able & ~bit)
            moves = [("fold", self._passed(out, seat))]
        if not line.able & ~bit:  # everyone else is all-in: there is nobody to bet against
            return [*moves, self._call(line)]
        for label, level in self._sizes(line, self._over if line.opening.blind else self._bets, first=True):
            moves.append((label, self._bet(line, level)))
        return moves

    def _bet(self, line: Line, level: float) -> Line:
        """The line after the first bet, or after a seat put in the last of its chips and did not reach the blind."""
        seat = line.turn
        paid = replaced(line.paid, seat, self.ante + level)
        able = self._still_able(line.able, seat, paid[seat])
        if level > line.level:
            others = able & ~(1 << seat)
        elif able >> seat & 1:  # the blind stands at the table maximum already
            owing = sum(1 << other for other in range(self.n) if paid[other] < self.ante + level)
            others = able & owing
        else:
            short = line._replace(paid=paid, able=able, waiting=line.waiting & ~(1 << seat))
            return self._passed(short, seat)
        opening = line.opening._replace(first=seat)
        opened = line._replace(phase=AFTER, waiting=others, able=able, paid=paid, level=level, opening=opening)
        return self._passed(opened, seat)

    # --- after it ------------------------------------------------------------------------------------------------

    def _after_bet(self, line: Line) -> Moves:
        _, seat, waiting, live, able, paid, level, tally, raised, opening = line
        bit = 1 << seat
        rest, out = waiting & ~bit, live & ~bit
        # Written out without `_replace`: nearly all lines of a tree come from here.
        fold = Line(*self._turn(seat, rest, out), rest, out, able & ~bit, paid, level, tally, raised, opening)
        moves = [("fold", fold), self._call(line)]
        if able & ~bit and self.stacks[seat] > self.ante + level and self._may_raise(line):
            for label, target in self._sizes(line, self.structure.raises, first=False):
                put = self.ante + target
                left = self._still_able(able, seat, put)
                rest, higher = left & ~bit, replaced(paid, seat, put)
                counts = raised and replaced(raised, seat, raised[seat] + 1)
                turn = self._turn(seat, rest, live)
                moves.append((label, Line(*turn, rest, live, left, higher, target, tally + 1, counts, opening)))
        return moves

    def _call(self, line: Line) -> tuple[str, Line]:
        _, seat, waiting, live, able, paid, level, tally, raised, opening = line
        full = self.ante + level
        put = min(full, self.stacks[seat])
        label = f"{'call' if put == full else 'all-in'} {put - paid[seat]:g}"
        rest, able, called = waiting & ~(1 << seat), self._still_able(able, seat, put), replaced(paid, seat, put)
        return label, Line(*self._turn(seat, rest, live), rest, live, able, called, level, tally, raised, opening)

    def _turn(self, seat: int, waiting: int, live: int) -> tuple[int, int]:
        """Phase and turn once `seat` has acted after the first bet."""
        return (AFTER, after(waiting, seat, self.n)) if waiting and live & (live - 1) else (OVER, -1)

    def _may_raise(self, line: Line) -> bool:
        if not self._per_seat:
            return line.tally < self.rules.max_raises
        own, firsts = line.raised[line.turn], line.raised[line.opening.first]
        return own < self.rules.max_raises if line.turn == line.opening.first else own <= firsts

    # --- both ----------------------------------------------------------------------------------------------------

    def _sizes(self, line: Line, menu: tuple[Size, ...], *, first: bool) -> Iterator[tuple[str, float]]:
        """Label and bet of each size of a menu that the seat can pay and that is above the bet, each bet once."""
        seat, level = line.turn, line.level
        blind = line.opening.blind or self._blind
        pot = 0.0
        if self._needs_pot:
            pot = self.structure.carried + sum(line.paid) + self.ante + level - line.paid[seat]
        reach = self.stacks[seat] - self.ante
        told = set()
        for size in menu:
            base = 0.0 if first and size.unit != "p" else level
            target = min(size.raised(base, blind=blind, pot=pot), self.most)
            label = f"{'bet' if first else 'raise to'} {target:g}"
            if target > reach:
                target, label = reach, f"all-in {self.stacks[seat] - line.paid[seat]:g}"
            elif target <= level and not (first and target == level == self.most):
                continue
            if target not in told:
                told.add(target)
                yield label, target

    def _still_able(self, able: int, seat: int, put: float) -> int:
        return able if put < self.stacks[seat] else able & ~(1 << seat)

    def _passed(self, line: Line, seat: int) -> Line:
        """The line once `seat` has acted before the first bet: whose turn it is, or that it is over."""
        waiting, able = line.waiting, line.able
        alone = one(able) and line.paid[able.bit_length() - 1] >= self.ante + line.level
        if waiting and not alone and not one(line.live):
            return line._replace(turn=after(waiting, seat, self.n))
        live, opening = line.live, line.opening
        if line.phase == BEFORE and (opening.blind or self.rules.nobody_bets == "taken"):
            # Nobody bet: who could have and did not has given up its claim.
            live &= ~(able & ~waiting & ~(1 << opening.taker))
        return line._replace(phase=OVER, live=live, turn=-1)
