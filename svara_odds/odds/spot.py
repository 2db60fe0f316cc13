"""A showdown question: who holds what, and which cards are gone."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from svara_odds.cards.hands import Hand, format_hand
from svara_odds.errors import DealError
from svara_odds.ranges.handrange import HandRange
from svara_odds.tables.handtable import HandTable

__all__ = ["Spot", "make_spot"]


@dataclass(frozen=True, eq=False)
class Spot:
    """Players with their ranges, and cards that nobody can hold; built by :func:`make_spot`.

    Attributes
    ----------
    table : HandTable
    players : tuple of HandRange
        What each seat may hold.
    dead : tuple of int
        Cards that are gone, ascending.
    """

    table: HandTable
    players: tuple[HandRange, ...]
    dead: tuple[int, ...]

    @property
    def n_players(self) -> int:
        """Number of seats."""
        return len(self.players)

    @cached_property
    def known(self) -> dict[int, Hand]:
        """Hand of each seat that has only one."""
        hands = {}
        for seat, player in enumerate(self.players):
            if player.n_hands == 1:
                low, middle, high = self.table.hands[player.indices[0]].tolist()
                hands[seat] = (low, middle, high)
        return hands

    @cached_property
    def unknown(self) -> tuple[int, ...]:
        """Seats with more than one hand."""
        return tuple(seat for seat in range(self.n_players) if seat not in self.known)

    def is_random(self, seat: int) -> bool:
        """Whether the seat holds any hand, each with the same weight."""
        player = self.players[seat]
        return player.n_hands == self.table.n_hands and self.is_plain(seat)

    def is_plain(self, seat: int) -> bool:
        """Whether all hands of the seat have the same weight."""
        weights: NDArray[np.int64] = self.players[seat].numerators
        held = weights[weights > 0]
        return bool((held == held[0]).all())


def make_spot(table: HandTable, players: Sequence[HandRange], *, dead: Sequence[int] = ()) -> Spot:
    """Check a showdown question.

    Parameters
    ----------
    table : HandTable
    players : sequence of HandRange
        Two or more.
    dead : sequence of int
        Cards that nobody can hold.

    Returns
    -------
    Spot

    Raises
    ------
    DealError
        If there are fewer than two players, more than the rules allow or the cards suffice for, a range belongs to
        other rules, or two known hands share a card, or one holds a dead card.
    """
    spot = Spot(table, tuple(players), tuple(sorted(set(dead))))
    left = table.n_cards - len(spot.dead)
    most = table.rules.max_players
    if not 2 <= spot.n_players <= most:
        raise DealError(f"players: {spot.n_players}; {table.rules.name} is played by 2 to {most}")
    if 3 * spot.n_players > left:
        raise DealError(
            f"players: {spot.n_players} need {3 * spot.n_players} cards; {left} are left of {table.n_cards}"
        )
    for seat, player in enumerate(spot.players):
        if player.table.digest != table.digest:
            name, other = table.rules.name, player.table.rules.name
            raise DealError(f"player {seat + 1}: a range of the rules {other}; it must be one of {name}, as the table")
    holder: dict[int, str] = dict.fromkeys(spot.dead, "is dead")
    for seat, hand in spot.known.items():
        for card in hand:
            if card in holder:
                name = format_hand([card], table.deck)
                raise DealError(
                    f"player {seat + 1}: {format_hand(hand, table.deck)} holds {name}, which {holder[card]}"
                )
        holder |= dict.fromkeys(hand, f"player {seat + 1} holds")
    return spot
