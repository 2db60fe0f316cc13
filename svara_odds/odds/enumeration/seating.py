"""Who is dealt in which order: a question about several ranges made ready for dealing deal by deal."""

from __future__ import annotations

from collections.abc import Sequence
from math import prod
from typing import NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

from svara_odds.errors import DealError
from svara_odds.odds.removal import checked_weights, dead_mask, without_dead
from svara_odds.showdown.sweep import sweep_plan
from svara_odds.tables.handtable import HandTable

__all__ = ["Seats", "WeightedHands", "seat_players"]


class WeightedHands(Protocol):
    """What is asked of a player: a weight for every hand, as a range has it."""

    @property
    def numerators(self) -> NDArray[np.int64]:
        """Whole weights, shape (n_hands,)."""
        ...


class Seats(NamedTuple):
    """A question made ready: who is dealt in which order, and what they may hold.

    `held` are seats whose one hand is on the table before dealing begins; `dealt` are the others, at least two, small
    ranges first, equal ranges side by side. `weights` has one row per group of equal ranges, in the order of the
    sweep plan, divided by what all its weights have in common; `scale` makes up for it. `heaviest` bounds the
    weight of all deals of the last two players that go with one deal of the others.
    """

    held: tuple[int, ...]
    dealt: tuple[int, ...]
    group_of: tuple[int, ...]
    weights: NDArray[np.int64]
    best: int
    winners: tuple[int, ...]
    scale: int
    heaviest: int

    @property
    def first_hands(self) -> int:
        """Hands of the player who is dealt first; 1 if there are only the last two."""
        return int(np.count_nonzero(self.weights[0])) if len(self.dealt) > 2 else 1


def seat_players(table: HandTable, players: Sequence[WeightedHands], dead: Sequence[int]) -> Seats:
    """Check the question, drop impossible hands, and choose the order of dealing.

    Raises
    ------
    DealError
        If there are too few or too many players, weights or dead cards are none, or a player is left without a hand.
    """
    mask = dead_mask(table, dead)
    left = table.n_cards - mask.bit_count()
    if not 2 <= len(players) <= left // 3:
        raise DealError(f"players: {len(players)}; {left} cards that can be dealt allow 2 to {left // 3}")
    given = [checked_weights(table, player.numerators, name=f"player {i + 1}") for i, player in enumerate(players)]
    possible = _possible(table, [without_dead(table, column, mask) for column in given])
    common = [int(np.gcd.reduce(column)) for column in possible]
    columns = [column // divisor for column, divisor in zip(possible, common, strict=True)]
    return _ordered(table, columns, prod(common))


def _ordered(table: HandTable, columns: list[NDArray[np.int64]], scale: int) -> Seats:
    sizes = [int(np.count_nonzero(column)) for column in columns]
    known = [seat for seat in range(len(columns)) if sizes[seat] == 1][: len(columns) - 2]
    orders = {seat: int(table.order[columns[seat].argmax()]) for seat in known}
    best = max(orders.values(), default=-1)
    alike = {seat: columns[seat].tobytes() for seat in range(len(columns)) if seat not in known}
    first_alike = {content: seat for seat, content in reversed(alike.items())}
    dealt = sorted(alike, key=lambda seat: (sizes[seat], first_alike[alike[seat]], seat))
    leaders = list(dict.fromkeys(first_alike[alike[seat]] for seat in dealt))
    return Seats(
        held=tuple(known),
        dealt=tuple(dealt),
        group_of=tuple(leaders.index(first_alike[alike[seat]]) for seat in dealt),
        weights=np.stack([columns[leader][sweep_plan(table).hands] for leader in leaders]),
        best=best,
        winners=tuple(seat for seat in known if orders[seat] == best),
        scale=scale,
        heaviest=prod(int(columns[seat].max()) for seat in dealt[:-2])
        * prod(sum(columns[seat].tolist()) for seat in dealt[-2:]),
    )


def _possible(table: HandTable, columns: list[NDArray[np.int64]]) -> list[NDArray[np.int64]]:
    """Drop the hands that need a card of another player's only hand, until nothing changes."""
    settled: set[int] = set()
    while True:
        for seat, column in enumerate(columns):
            if not column.any():
                raise DealError(
                    f"player {seat + 1}: every hand of the range needs a card that is dead or held by another"
                )
        known = [seat for seat, column in enumerate(columns) if np.count_nonzero(column) == 1 and seat not in settled]
        if not known:
            return columns
        seat = known[0]
        settled.add(seat)
        used = int(table.masks[columns[seat].argmax()])
        columns = [c if other == seat else without_dead(table, c, used) for other, c in enumerate(columns)]
