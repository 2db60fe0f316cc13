"""Where the play of three tricks stands for one player: what lies open, what it holds, what others can hold."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from dataclasses import dataclass, field
from math import comb, prod
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from svara_odds.cards.hands import format_hand
from svara_odds.errors import DealError
from svara_odds.swara.objective import MOST_PLAYERS
from svara_odds.swara.play import LANE, card_bits

if TYPE_CHECKING:
    from svara_odds.rules.trickset import TrickRules
    from svara_odds.swara._kernels_hidden import Hidden
    from svara_odds.swara._kernels_play import Position

__all__ = ["Situation"]

HAND = 3


@dataclass(frozen=True)
class Situation:
    """The view of the player whose turn it is.

    Cards are positions in the deck, seats places among those who play. Nobody who plays has a whip, which would have
    won without play.

    Parameters
    ----------
    rules : TrickRules
    hand : tuple of int
        Cards that the player still holds.
    turned : int
        The card turned up, whose suit is trump; nobody holds it.
    n_players : int
        Players in play, 2 to 6.
    leader : int
        Who led to the first trick.
    played : tuple of int
        Cards played so far, in order.

    Attributes
    ----------
    turn : int
        Seat to play.
    trick : tuple of int
        Cards of the trick that is being played.
    takers : tuple of int
        Seats that took the tricks before.
    shown : tuple of tuple of int
        Cards that each seat has played.
    excluded : tuple of frozenset of int
        Cards that each seat cannot hold, since it would have had to play them.

    Raises
    ------
    DealError
        If a card stands twice, the numbers do not fit, or a card could not have been played.

    Examples
    --------
    >>> from svara_odds.rules.catalog import load_rules
    >>> from svara_odds.cards.hands import parse_cards
    >>> rules = load_rules("swara")
    >>> turned, led, *hand = parse_cards("7c 9h Ac Kh 8d", rules.deck)
    >>> where = Situation(rules, tuple(hand), turned=turned, n_players=2, played=(led,))
    >>> where.turn, [rules.deck.cards[card] for card in where.legal]
    (1, ['Kh'])
    """

    rules: TrickRules
    hand: tuple[int, ...]
    turned: int
    n_players: int
    leader: int = 0
    played: tuple[int, ...] = ()
    turn: int = field(init=False)
    trick: tuple[int, ...] = field(init=False)
    takers: tuple[int, ...] = field(init=False)
    shown: tuple[tuple[int, ...], ...] = field(init=False)
    excluded: tuple[frozenset[int], ...] = field(init=False)

    def __post_init__(self) -> None:
        self._check_cards()
        self._replay()
        own = self.shown[self.turn]
        if len(self.hand) + len(own) != HAND:
            raise DealError(
                f"hand has {len(self.hand)} cards; after {len(self.played)} cards played seat {self.turn} holds "
                f"{HAND - len(own)}"
            )
        for card in self.hand:
            if card in self.excluded[self.turn]:
                raise DealError(f"hand holds {self._name(card)}, which seat {self.turn} would have had to play before")
        if self.rules.is_whip((*self.hand, *own)):
            raise DealError(
                f"hand: {format_hand(self.hand, self.rules.deck)} makes three cards of one suit with what was played "
                "before; that is a whip and wins without play"
                if own
                else f"hand: {format_hand(self.hand, self.rules.deck)} is a whip and wins without play"
            )

    def _name(self, card: int) -> str:
        return self.rules.deck.cards[card]

    def _check_cards(self) -> None:
        n_cards = self.rules.deck.n_cards
        if not 2 <= self.n_players <= MOST_PLAYERS:
            raise DealError(f"n_players is {self.n_players}; 2 to {MOST_PLAYERS} can play")
        if not 0 <= self.leader < self.n_players:
            raise DealError(f"leader is {self.leader}; it must be a seat in play, 0 to {self.n_players - 1}")
        if len(self.played) >= HAND * self.n_players:
            raise DealError(f"played has {len(self.played)} cards; the play is over after {HAND * self.n_players}")
        cards = [*self.hand, self.turned, *self.played]
        for card in cards:
            if not 0 <= card < n_cards:
                raise DealError(f"card {card} is not in the deck; it has 0 to {n_cards - 1}")
            if cards.count(card) > 1:
                raise DealError(f"{self._name(card)} stands twice: in hand, turned up or played")
        needed = HAND * self.n_players - len(self.played) - len(self.hand)
        if n_cards - len(cards) < needed:
            raise DealError(f"the others hold {needed} cards more, and only {n_cards - len(cards)} are left")

    def _replay(self) -> None:
        """Play the cards again and note who took the tricks and what nobody can hold who played as it did."""
        rules, trump = self.rules, self.trump
        shown: list[list[int]] = [[] for _ in range(self.n_players)]
        excluded: list[set[int]] = [set() for _ in range(self.n_players)]
        first, trick, takers = self.leader, [], []  # type: int, list[int], list[int]
        for card in self.played:
            seat = (first + len(trick)) % self.n_players
            if len(shown[seat]) == HAND or card in excluded[seat]:
                raise DealError(f"played: seat {seat} could not play {self._name(card)}")
            for other in range(rules.deck.n_cards):
                if other != card and card not in rules.legal_cards((card, other), trick, trump):
                    excluded[seat].add(other)
            shown[seat].append(card)
            trick.append(card)
            if len(trick) == self.n_players:
                first = (first + rules.trick_winner(trick, trump)) % self.n_players
                takers.append(first)
                trick = []
        values = {
            "turn": (first + len(trick)) % self.n_players,
            "trick": tuple(trick),
            "takers": tuple(takers),
            "shown": tuple(map(tuple, shown)),
            "excluded": tuple(map(frozenset, excluded)),
        }
        for name, value in values.items():
            object.__setattr__(self, name, value)

    @property
    def trump(self) -> int:
        """Suit of trumps."""
        return self.rules.suits[self.turned]

    @property
    def legal(self) -> tuple[int, ...]:
        """Cards that may be played now, weakest first, trumps last."""
        return self.ascending(self.rules.legal_cards(self.hand, self.trick, self.trump))

    def ascending(self, cards: Sequence[int]) -> tuple[int, ...]:
        """Cards suit by suit, weakest first, trumps last: the order in which kernels have them."""
        return tuple(sorted(cards, key=card_bits(self.rules)[self.trump].__getitem__))

    @property
    def unseen(self) -> tuple[int, ...]:
        """Cards that others may hold or that lie in the stock."""
        known = {*self.hand, self.turned, *self.played}
        return tuple(card for card in range(self.rules.deck.n_cards) if card not in known)

    @property
    def needs(self) -> tuple[int, ...]:
        """Cards of each seat that the player has not seen."""
        return tuple(0 if seat == self.turn else HAND - len(cards) for seat, cards in enumerate(self.shown))

    def position(self) -> Position:
        """The same as the kernels read it."""
        from svara_odds.swara._kernels_play import Position

        bits = card_bits(self.rules)[self.trump]
        best, taker, takers = np.uint64(0), 0, 0
        if self.trick:
            place = self.rules.trick_winner(self.trick, self.trump)
            best, taker = bits[self.trick[place]], (self.turn - len(self.trick) + place) % self.n_players
        for seat in self.takers:
            takers = takers * self.n_players + seat
        first = bits[self.trick[0]] if self.trick else np.uint64(0)
        return Position(self.turn, len(self.trick), first, best, taker, takers, len(self.takers))

    def hidden(self) -> Hidden:
        """What the kernel that deals the unseen cards has to know."""
        from svara_odds.swara._kernels_hidden import Hidden

        bits = card_bits(self.rules)[self.trump]
        held = np.zeros(self.n_players, dtype=np.uint64)
        held[self.turn] = _union(bits, self.hand)
        order = self._order()
        return Hidden(
            held=held,
            shown=np.array([_union(bits, cards) for cards in self.shown]),
            seats=np.array(order, dtype=np.int64),
            needs=np.array([self.needs[seat] for seat in order], dtype=np.int64),
            allowed=np.array([_union(bits, self._possible(seat)) for seat in order], dtype=np.uint64),
            ways=np.array(self._most_ways(), dtype=np.uint64),
        )

    def _order(self) -> list[int]:
        """Seats with unseen cards, those first that may hold the fewest."""
        seats = [seat for seat in range(self.n_players) if self.needs[seat]]
        return sorted(seats, key=lambda seat: len(self._possible(seat)))

    def _most_ways(self) -> list[int]:
        """Most ways to deal each seat in that order its cards after those before it.

        Cards of an earlier seat that could only hold what this one may hold are gone in any case.
        """
        order, ways = self._order(), []
        for at, seat in enumerate(order):
            mine = set(self._possible(seat))
            gone = sum(self.needs[other] for other in order[:at] if mine.issuperset(self._possible(other)))
            ways.append(comb(max(0, len(mine) - gone), self.needs[seat]))
        return ways

    def _possible(self, seat: int) -> list[int]:
        return [card for card in self.unseen if card not in self.excluded[seat]]

    def most_deals(self) -> int:
        """At least as many as there are ways to deal the unseen cards so that they fit."""
        return prod(self._most_ways())

    def all_hands(self) -> NDArray[np.uint64]:
        """Every way to deal the unseen cards so that they fit what was played: uint64, shape (deals, players)."""
        deals, bits = self.hidden().held[None, :], card_bits(self.rules)[self.trump]
        for seat, need in enumerate(self.needs):
            if not need:
                continue
            threes = np.array(list(itertools.combinations(self._possible(seat), need)), dtype=np.int64)
            hands = np.bitwise_or.reduce(bits[threes.reshape(-1, need)], axis=1)
            hands = hands[~_one_suit(hands | _union(bits, self.shown[seat]))]
            used = np.bitwise_or.reduce(deals, axis=1)
            row, column = np.nonzero((used[:, None] & hands) == 0)
            deals = deals[row]
            deals[:, seat] = hands[column]
        return deals


def _union(bits: NDArray[np.uint64], cards: Sequence[int]) -> np.uint64:
    """Cards as one number."""
    return np.bitwise_or.reduce(bits[list(cards)]) if len(cards) else np.uint64(0)


def _one_suit(hands: NDArray[np.uint64]) -> NDArray[np.bool_]:
    """Whether each hand is of one suit."""
    lanes = (hands[:, None] >> (LANE * np.arange(4)).astype(np.uint64)) & np.uint64((1 << LANE) - 1)
    one: NDArray[np.bool_] = (lanes != 0).sum(axis=1) == 1
    return one
