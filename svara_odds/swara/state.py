"""The referee of the trick game: slow and obvious, card by card, and every payment of it.

What play, pass and each exchange are worth is held to what is paid here.
"""

from __future__ import annotations

import itertools
import random
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Literal, NamedTuple

from svara_odds.cards.hands import format_hand
from svara_odds.errors import DealError
from svara_odds.rules.trickset import TrickRules

__all__ = ["Action", "SwaraDeal", "forced_seats"]


class Action(NamedTuple):
    """What a seat does in its turn.

    Attributes
    ----------
    kind : str
        ``pass``, ``play``, ``exchange`` (throws `cards` away and draws as many) or ``card`` (plays the one card).
    cards : tuple of int
        Cards as positions in the deck, ascending.
    """

    kind: Literal["pass", "play", "exchange", "card"]
    cards: tuple[int, ...] = ()


def forced_seats(rules: TrickRules, n_players: int) -> frozenset[int]:
    """Seats that must play: 0 is left of the dealer, the last one deals."""
    named = {"first": 0, "dealer": n_players - 1}
    return frozenset(named[seat] for seat in rules.game.forced_seats)


@dataclass
class SwaraDeal:
    """One deal, from the choice before play to the last payment.

    Attributes
    ----------
    rules : TrickRules
    hands : list of tuple of int
        Cards that each seat holds, ascending.
    turn_up : int
        The card turned up; its suit is trump.
    stock : list of int
        What is left, the next card to be drawn first.
    rng : random.Random
        Shuffles the discards in where the stock runs out.
    carried : Fraction
        What lay in the pot before this deal.
    money : list of Fraction
        What each seat has gained so far, its stake taken off.
    pot : Fraction
        What lies in the pot; after the deal, what stays for the next.
    in_play : list of int
        Seats that did not pass.
    tricks : list of int
        Seats that took the tricks, in order.
    whip : int, optional
        Seat whose whip won.
    history : list of tuple of (int, Action)
        Who did what.
    """

    rules: TrickRules
    hands: list[tuple[int, ...]]
    turn_up: int
    stock: list[int]
    rng: random.Random
    carried: Fraction = Fraction(0)
    discards: list[int] = field(default_factory=list)
    money: list[Fraction] = field(init=False)
    pot: Fraction = field(init=False)
    in_play: list[int] = field(init=False, default_factory=list)
    trick: list[tuple[int, int]] = field(init=False, default_factory=list)
    tricks: list[int] = field(init=False, default_factory=list)
    whip: int | None = field(init=False, default=None)
    drawn: list[tuple[int, int]] = field(init=False, default_factory=list)
    history: list[tuple[int, Action]] = field(init=False, default_factory=list)
    turn: int = field(init=False, default=0)
    phase: Literal["choice", "tricks", "done"] = field(init=False, default="choice")
    exchanged: int = field(init=False, default=0)

    def __post_init__(self) -> None:
        self.money = [-self.rules.stake] * self.n_players
        self.pot = self.carried + self.rules.stake * self.n_players

    @property
    def n_players(self) -> int:
        """Seats at the table."""
        return len(self.hands)

    @property
    def trump(self) -> int:
        """The trump suit, 0 to 3."""
        return self.rules.suits[self.turn_up]

    def tricks_of(self, seat: int) -> int:
        """Tricks that the seat has taken."""
        return self.tricks.count(seat)

    def legal_actions(self) -> list[Action]:
        """What the seat whose turn it is may do; none after the deal."""
        if self.phase == "choice":
            return self._choices()
        if self.phase == "tricks":
            played = [card for _, card in self.trick]
            cards = self.rules.legal_cards(self.hands[self.turn], played, self.trump)
            return [Action("card", (card,)) for card in cards]
        return []

    def _choices(self) -> list[Action]:
        forced = self.turn in forced_seats(self.rules, self.n_players)
        actions = [Action("play")]
        if not forced and not self.exchanged:
            actions.append(Action("pass"))
        if self.exchanged < self.rules.game.exchanges and (not forced or self.rules.game.forced_exchange):
            most = min(self.rules.game.exchange_cards, self._drawable())
            for size in range(1, most + 1):
                for cards in itertools.combinations(self.hands[self.turn], size):
                    actions.append(Action("exchange", cards))
        return actions

    def _drawable(self) -> int:
        """Cards that may be drawn in an exchange."""
        return len(self.stock) + (len(self.discards) if self.rules.game.reshuffle == "always" else 0)

    def apply(self, action: Action) -> None:
        """Do what the seat whose turn it is has chosen, and all that follows of itself.

        Raises
        ------
        DealError
            If the rules do not allow it.
        """
        if action not in self.legal_actions():
            cards = f" {format_hand(action.cards, self.rules.deck)}" if action.cards else ""
            raise DealError(f"action: {action.kind}{cards} is not allowed to seat {self.turn} now")
        self.history.append((self.turn, action))
        if action.kind == "card":
            self._play_card(action.cards[0])
        else:
            self._choose(action)

    def _choose(self, action: Action) -> None:
        seat = self.turn
        if action.kind == "exchange":
            kept = [card for card in self.hands[seat] if card not in action.cards]
            drawn = [self._draw(reshuffle=self.rules.game.reshuffle == "always") for _ in action.cards]
            self.hands[seat] = tuple(sorted([*kept, *(card for card in drawn if card is not None)]))
            self.discards += action.cards  # only now: nobody draws what it has thrown away itself
            self.exchanged += 1
            if self.exchanged < self.rules.game.exchanges:
                return  # the same seat may exchange again
        if action.kind == "pass":
            if self.rules.game.passed_hands == "discards":
                self.discards += self.hands[seat]
                self.hands[seat] = ()
        else:
            self.in_play.append(seat)
        self.exchanged = 0
        self.turn += 1
        if self.turn == self.n_players:
            self._start_play()

    def _draw(self, *, reshuffle: bool) -> int | None:
        """The next card of the stock, the discards shuffled in where it has run out; None if there is none."""
        if not self.stock and reshuffle:
            self.stock, self.discards = self.discards, []
            self.rng.shuffle(self.stock)
        return self.stock.pop(0) if self.stock else None

    def _start_play(self) -> None:
        if len(self.in_play) < 2:
            for seat in self.in_play:
                self._win_pot(seat)
            self.phase = "done"
            return
        self.whip = self.rules.whip_winner({seat: self.hands[seat] for seat in self.in_play}, self.trump)
        if self.whip is not None:
            self._pay_whip(self.whip)
            self.phase = "done"
            return
        first = 0 if self.rules.game.leader == "first" else self.n_players - 1
        self.turn = next(seat for seat in self._round_from(first) if seat in self.in_play)
        self.phase = "tricks"

    def _round_from(self, seat: int) -> list[int]:
        return [(seat + step) % self.n_players for step in range(self.n_players)]

    def _pay_whip(self, winner: int) -> None:
        game = self.rules.game
        for seat in self._round_from(winner)[1:]:
            if seat not in self.in_play:
                continue
            card = self._draw(reshuffle=game.reshuffle != "never")
            if card is None:
                continue
            self.drawn.append((seat, card))
            payment = self.rules.whip_points[card] * self.rules.point_value
            self.money[seat] -= payment
            self.money[winner] += payment
            if game.drawn_cards == "return":
                self.stock.insert(self.rng.randrange(len(self.stock) + 1), card)
            else:
                self.discards.append(card)
        if game.whip_takes_pot:
            self._win_pot(winner)

    def _win_pot(self, seat: int) -> None:
        self.money[seat] += self.pot
        self.pot = Fraction(0)

    def _play_card(self, card: int) -> None:
        self.hands[self.turn] = tuple(held for held in self.hands[self.turn] if held != card)
        self.trick.append((self.turn, card))
        if len(self.trick) < len(self.in_play):
            self.turn = next(seat for seat in self._round_from(self.turn)[1:] if seat in self.in_play)
            return
        self.turn, _ = self.trick[self.rules.trick_winner([card for _, card in self.trick], self.trump)]
        self.tricks.append(self.turn)
        self.trick = []
        if not any(self.hands[seat] for seat in self.in_play):
            self._settle()
            self.phase = "done"

    def _settle(self) -> None:
        game = self.rules.game
        best = max(self.in_play, key=self.tricks_of)
        if self.tricks_of(best) == 3:
            self._win_pot(best)
        elif self.tricks_of(best) == 2:
            for seat in self.in_play:
                if seat != best and (game.two_trick_payers == "all" or self.tricks_of(seat) == 0):
                    self.money[seat] -= self.rules.two_trick_payment
                    self.money[best] += self.rules.two_trick_payment
            if game.no_sweep == "two_tricks":
                self._win_pot(best)
