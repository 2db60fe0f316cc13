"""Numbers of deals to several players: from power sums over sets of cards, with every check that holds of them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from math import comb, factorial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from svara_odds.errors import DealError

__all__ = [
    "MultiwayCounts",
    "add_limbs",
    "all_deals",
    "checked_limbs",
    "deals_from_sums",
    "player_numbers",
    "sums_as_integers",
]


@dataclass(frozen=True)
class MultiwayCounts:
    """Deals of one hand against n_players - 1 opponents; opponents are told apart, cards in a hand are not.

    Attributes
    ----------
    n_players : int
        Players, the hero included.
    total : int
        All deals.
    win : int
        Deals in which the hero alone is best.
    svara : dict of int to int
        ``svara[k]``: deals in which the hero is one of exactly k best, k = 2 … n_players.
    opponents_best : dict of int to int, or None
        ``opponents_best[k]``: deals that the hero loses and exactly k opponents are best, k = 1 … n_players - 1.
    """

    n_players: int
    total: int
    win: int
    svara: dict[int, int]
    opponents_best: dict[int, int] | None = None

    @property
    def lose(self) -> int:
        """Deals in which somebody beats the hero."""
        return self.total - self.win - sum(self.svara.values())

    @property
    def equity(self) -> Fraction:
        """Share of the pot, a k-way svara counted as 1/k."""
        share = self.win + sum((Fraction(count, k) for k, count in self.svara.items()), Fraction(0))
        return Fraction(share) / self.total


def player_numbers(n_players: int | Iterable[int], n_cards: int) -> tuple[int, ...]:
    """Check and sort the numbers of players asked for."""
    numbers = (n_players,) if isinstance(n_players, int) else tuple(sorted(set(n_players)))
    most = n_cards // 3
    if not numbers or numbers[0] < 2 or numbers[-1] > most:
        raise DealError(f"n_players is {n_players}; 2 to {most} can be dealt from {n_cards} cards")
    return numbers


def signed_ways(unseen: int, opponents: int) -> list[int]:
    """The factor of the sets of p cards, p = 0 … unseen, in the number of deals to so many opponents."""
    full = 3 * opponents
    return [(-1) ** (full - p) * comb(unseen - p, full - p) if p <= full else 0 for p in range(unseen + 1)]


def all_deals(unseen: int, opponents: int) -> int:
    """Ways to deal three cards each to so many opponents."""
    deals = 1
    for seat in range(opponents):
        deals *= comb(unseen - 3 * seat, 3)
    return deals


def sums_as_integers(limbs: NDArray[np.uint64]) -> NDArray[Any]:
    """Join (…, 2, C) low and high 64 bits into an object array (…, C) of Python integers."""
    low = limbs[..., 0, :].astype(object)
    high = limbs[..., 1, :].astype(object)
    joined: NDArray[Any] = low + high * (1 << 64)
    return joined


def deals_from_sums(sums: NDArray[Any], unseen: int, opponents: int) -> list[NDArray[Any]]:
    """Numbers of deals in which k of the opponents are on the level and the others below, k = 0 … opponents.

    Parameters
    ----------
    sums : object (P, J, J, C)
        Sums of ``count * a**i * b**j`` for each number of cards, modulo 2**128.
    unseen, opponents : int
        Unseen cards; opponents < J.
    """
    ways = np.array(signed_ways(unseen, opponents)[: len(sums)], dtype=object)
    return [comb(opponents, k) * np.dot(ways, sums[:, opponents - k, k]) % (1 << 128) for k in range(opponents + 1)]


def checked_limbs(counts: NDArray[Any], sizes: NDArray[Any], total: int, n: int) -> NDArray[np.uint64]:
    """Counts of whole classes (classes, columns) as limbs per hand, after every check there is.

    The opponents' hands can be put in (n - 1)! sequences and each hand of a class has the same counts, so each count
    is a multiple of both; the players share the pot, so the equities of all hands average 1/n; and of the deals with
    k best players, a player is among these in k of n and beside them in n - k of n.
    """
    per_hand = counts // sizes[:, None]
    share = factorial(n)
    if (per_hand * sizes[:, None] != counts).any() or (per_hand % factorial(n - 1) != 0).any():
        raise AssertionError(f"counts of {n} players are not multiples of what they must be")
    equity = sum(per_hand[:, k] * (share // (k + 1)) for k in range(n))
    if int((equity * sizes).sum()) * n != int(sizes.sum()) * total * share:
        raise AssertionError(f"equities of {n} players do not add up to one")
    if counts.shape[1] > n:
        best = np.concatenate([counts[:, :n].sum(axis=0), counts[:, n:].sum(axis=0)])
        mirrored = all(best[n + k - 1] * k == best[k - 1] * (n - k) for k in range(1, n))
        if (per_hand.sum(axis=1) != total).any() or not mirrored:
            raise AssertionError(f"counts of {n} players do not add up to all deals")
    low = (per_hand % (1 << 64)).astype(np.uint64)
    return np.stack([low, (per_hand >> 64).astype(np.uint64)], axis=-1)


def add_limbs(target: NDArray[np.uint64], more: NDArray[np.uint64]) -> None:
    """Add 128-bit numbers (…, 2) in place, modulo 2**128."""
    low = target[..., 0] + more[..., 0]
    target[..., 1] += more[..., 1] + (low < more[..., 0])
    target[..., 0] = low
