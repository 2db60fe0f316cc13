"""A showdown to be dealt: who holds what, which cards are dead, and whether it can be dealt at all."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

import numpy as np
from numpy.typing import NDArray

from svara_odds.cards.hands import all_hands
from svara_odds.errors import DealError
from svara_odds.rules.schema import MAX_PLAYERS

if TYPE_CHECKING:
    from svara_odds.ranges.handrange import HandRange
    from svara_odds.tables.handtable import HandTable

    Player: TypeAlias = Sequence[int] | HandRange | None

__all__ = ["Arrangement", "WeightedHands", "arrange"]

_SEARCH_STEPS = 5_000


@dataclass(frozen=True, eq=False)
class WeightedHands:
    """The hands of a range that dead cards and fixed hands leave.

    Attributes
    ----------
    seat : int
    hands : ndarray
        int64: rows of the table.
    weights : tuple of int
        Positive, without a common factor.
    """

    seat: int
    hands: NDArray[np.int64]
    weights: tuple[int, ...]


@dataclass(frozen=True, eq=False)
class Arrangement:
    """A checked showdown, ready to be dealt.

    Attributes
    ----------
    table : HandTable
    n_players : int
    fixed : tuple of (seat, row of the table)
    ranges : tuple of WeightedHands
    random_seats : tuple of int
    cards : ndarray
        uint8, ascending: cards that are neither dead nor in a fixed hand.
    """

    table: HandTable
    n_players: int
    fixed: tuple[tuple[int, int], ...]
    ranges: tuple[WeightedHands, ...]
    random_seats: tuple[int, ...]
    cards: NDArray[np.uint8]

    def remaining_orders(self) -> NDArray[np.uint8]:
        """Score orders of the hands of `cards` alone, in the colex order of their places in `cards`."""
        # The places ascend with the cards: the hand stays ascending, and its row in the table is its colex index.
        low, middle, high = self.cards.astype(np.int64)[all_hands(len(self.cards)).T.astype(np.intp)]
        rows = high * (high - 1) * (high - 2) // 6 + middle * (middle - 1) // 2 + low
        return np.ascontiguousarray(self.table.order[rows])

    def split_ranges(self) -> tuple[list[WeightedHands], list[WeightedHands]]:
        """The ranges whose hands are drawn and may clash, and those that are dealt cards which may not fit them.

        Whatever is chosen here, the sample is exact; this is about how many deals are made in vain. A range with
        the share s of all (weighted) hands fits cards dealt at random about as often as s; a drawn hand is free of
        clashes with those drawn before about as often as a random hand is. So the narrow ranges are drawn.
        """
        whole = math.comb(len(self.cards), 3)
        shares = [sum(spread.weights) / max(spread.weights) / whole for spread in self.ranges]
        drawn: list[WeightedHands] = []
        weighing: list[WeightedHands] = []
        for share, spread in sorted(zip(shares, self.ranges, strict=True), key=lambda pair: pair[0]):
            free = math.comb(max(0, len(self.cards) - 3 * len(drawn)), 3) / whole
            (drawn if free >= share else weighing).append(spread)
        return drawn, weighing


def arrange(table: HandTable, players: Sequence[Player], *, dead: Sequence[int] = ()) -> Arrangement:
    """Check a showdown and sort its players by what is known of them.

    Parameters
    ----------
    table : HandTable
    players : sequence
        For each seat three cards, a HandRange of the same table, or None for a random hand.
    dead : sequence of int
        Cards that nobody can hold.

    Raises
    ------
    DealError
        If there are fewer than 2 players or more than 16, too few cards, a card is used twice, or a range has
        no hand left, or the ranges cannot all be dealt at once.
    """
    n_players = len(players)
    if not 2 <= n_players <= MAX_PLAYERS:
        raise DealError(f"{n_players} players; 2 to {MAX_PLAYERS} can be sampled")
    fixed: dict[int, tuple[int, ...]] = {}
    ranges: dict[int, HandRange] = {}
    random_seats: list[int] = []
    for seat, player in enumerate(players):
        _seat_player(table, seat, player, fixed, ranges, random_seats)
    used = _claim_cards(table, fixed, dead)
    cards = np.array([card for card in range(table.n_cards) if not used >> card & 1], dtype=np.uint8)
    needed = 3 * (n_players - len(fixed))
    if needed > len(cards):
        raise DealError(
            f"{n_players} players need {3 * n_players} cards; the deck has {table.n_cards}, "
            f"of which {len(set(dead))} are dead"
        )
    if len(cards) > 52:
        raise DealError(f"{len(cards)} cards are left to deal; decks of up to 52 cards can be sampled")
    left = tuple(_hands_left(table, seat, spread, used) for seat, spread in ranges.items())
    _check_possible(table, left)
    rows = tuple((seat, table.index_of((hand[0], hand[1], hand[2]))) for seat, hand in fixed.items())
    return Arrangement(table, n_players, rows, left, tuple(random_seats), cards)


def _seat_player(
    table: HandTable,
    seat: int,
    player: Player,
    fixed: dict[int, tuple[int, ...]],
    ranges: dict[int, HandRange],
    random_seats: list[int],
) -> None:
    if player is None:
        random_seats.append(seat)
    elif isinstance(player, Sequence):
        cards = tuple(int(card) for card in player)
        if len(cards) != 3:
            raise DealError(f"player {seat + 1} holds {len(cards)} cards; a hand has 3")
        fixed[seat] = cards
    else:
        if player.table.digest != table.digest:
            raise DealError(
                f"player {seat + 1}: the range was made for {player.table.rules.name}, the deal is "
                f"{table.rules.name}; both need the same rules"
            )
        numerators = player.numerators
        held = np.flatnonzero(numerators)
        if len(held) == 1:
            fixed[seat] = tuple(table.hands[held[0]].tolist())
        elif len(held) == table.n_hands and bool((numerators == numerators[0]).all()):
            random_seats.append(seat)
        else:
            ranges[seat] = player


def _claim_cards(table: HandTable, fixed: dict[int, tuple[int, ...]], dead: Sequence[int]) -> int:
    """Bits of the cards that are dead or in a fixed hand, each claimed once."""
    owners: dict[int, str] = {}
    claims = [(f"the hand of player {seat + 1}", hand) for seat, hand in fixed.items()]
    for owner, cards in [*claims, ("the dead cards", tuple(dict.fromkeys(dead)))]:
        for card in cards:
            if not 0 <= card < table.n_cards:
                raise DealError(f"card {card} in {owner}; this deck has cards 0 to {table.n_cards - 1}")
            if card in owners:
                raise DealError(
                    f"{table.deck.cards[card]} is in {owners[card]} and in {owner}; every card is there once"
                )
            owners[card] = owner
    return sum(1 << card for card in owners)


def _hands_left(table: HandTable, seat: int, spread: HandRange, used: int) -> WeightedHands:
    free = (table.masks & np.uint64(used)) == 0
    rows = np.flatnonzero(free & (spread.numerators > 0))
    if len(rows) == 0:
        raise DealError(
            f"player {seat + 1}: no hand of the range {spread.text!r} is left; every one holds a dead card or a "
            "card of another hand"
        )
    weights: list[int] = spread.numerators[rows].tolist()
    factor = math.gcd(*weights)
    return WeightedHands(seat, rows, tuple(weight // factor for weight in weights))


def _check_possible(table: HandTable, ranges: tuple[WeightedHands, ...]) -> None:
    """Search one hand for every range without a clash; where the search is too long, leave it to the dealing."""
    masks = [table.masks[spread.hands] for spread in ranges]
    steps = 0

    def place(open_ranges: list[NDArray[np.uint64]]) -> bool:
        nonlocal steps
        if not open_ranges:
            return True
        tightest = min(range(len(open_ranges)), key=lambda i: len(open_ranges[i]))
        others = open_ranges[:tightest] + open_ranges[tightest + 1 :]
        for mask in open_ranges[tightest]:
            steps += 1
            if steps > _SEARCH_STEPS or place([other[(other & mask) == 0] for other in others]):
                return True
        return False

    if not place(masks):
        seats = ", ".join(str(spread.seat + 1) for spread in ranges)
        raise DealError(f"the ranges of players {seats} cannot all be dealt at once: they need the same cards")
