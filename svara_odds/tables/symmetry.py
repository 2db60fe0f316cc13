"""Symmetries of a deck, found from the scores: which exchanges of suits and of ranks change nothing."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import permutations

import numpy as np
from numpy.typing import NDArray

from svara_odds.cards.deck import RANKS, SUITS, Deck

__all__ = ["Symmetry", "find_symmetry"]

# Names for exchangeable ranks and suits in class names, one string for each block of them.
_RANK_NAMES = ("XYZ", "UVW", "MNO", "DEF", "GHI", "BCL")
_SUIT_NAMES = ("xyz", "uvw")


@dataclass(frozen=True, eq=False)
class Symmetry:
    """The symmetries of one hand table and the classes of hands that they make.

    Two hands are of one class where some sequence of exchanges carries one into the other; all hands of a
    class have the same score and the same odds. Classes are numbered by ascending score, then by their first
    hand.

    Attributes
    ----------
    deck : Deck
        The cards.
    hands : ndarray
        uint8, shape (n_hands, 3): the hands of the table.
    generators : ndarray
        uint8, shape (n_generators, n_cards): row `g` sends card `c` to card ``generators[g, c]``.
    suit_blocks, rank_blocks : tuple of tuple of int
        Suits (0–3) and ranks (0–12) that may be exchanged freely among each other; blocks of two or more.
    class_of : ndarray
        int32, shape (n_hands,): class of each hand.
    sizes : ndarray
        int64, shape (n_classes,): hands in each class.
    representatives : ndarray
        int32, shape (n_classes,): the first hand of each class.
    """

    deck: Deck
    hands: NDArray[np.uint8]
    generators: NDArray[np.uint8]
    suit_blocks: tuple[tuple[int, ...], ...]
    rank_blocks: tuple[tuple[int, ...], ...]
    class_of: NDArray[np.int32]
    sizes: NDArray[np.int64]
    representatives: NDArray[np.int32]

    def __repr__(self) -> str:
        return f"<{type(self).__name__}: {self.n_classes} classes of {len(self.hands)} hands>"

    @property
    def n_classes(self) -> int:
        """Number of hand classes."""
        return len(self.sizes)

    @cached_property
    def names(self) -> tuple[str, ...]:
        """A readable name for each class.

        Capitals are ranks, small letters suits. X, Y, Z stand for any different ranks that may be exchanged,
        x, y, z for any different suits: with ten, jack, queen and king exchangeable ``AcXxXy`` is the ace of
        clubs beside a pair of one of them in two exchangeable suits.
        """
        return tuple(self._name(self.hands[index].tolist()) for index in self.representatives)

    def _name(self, hand: Sequence[int]) -> str:
        rank_names: dict[int, str] = {}
        suit_names: dict[int, str] = {}
        parts = []
        for card in sorted(hand, reverse=True):
            rank, suit = int(self.deck.ranks[card]), int(self.deck.suits[card])
            parts.append(
                _letter(rank, self.rank_blocks, _RANK_NAMES, rank_names, RANKS)
                + _letter(suit, self.suit_blocks, _SUIT_NAMES, suit_names, SUITS)
            )
        return "".join(parts)


def _letter(
    value: int, blocks: tuple[tuple[int, ...], ...], names: tuple[str, ...], given: dict[int, str], own: str
) -> str:
    for block, letters in zip(blocks, names, strict=False):
        if value in block:
            used = sum(1 for other in given if other in block)
            return given.setdefault(value, letters[used] if value not in given else "")
    return own[value]


def find_symmetry(hands: NDArray[np.uint8], half_points: NDArray[np.int16], deck: Deck) -> Symmetry:
    """Find every permutation of the suits, and every exchange of two ranks, that leaves all scores unchanged.

    Parameters
    ----------
    hands : ndarray
        uint8, shape (n_hands, 3), in colexicographic order.
    half_points : ndarray
        int16, shape (n_hands,).
    deck : Deck

    Returns
    -------
    Symmetry
    """
    suit_moves = [move for move in permutations(range(4)) if _keeps(_moved(deck, suits=move), hands, half_points)]
    rank_swaps = [
        swap
        for swap in _swaps(sorted({int(rank) for rank in deck.ranks}))
        if _keeps(_moved(deck, ranks=_swapped(swap, len(RANKS))), hands, half_points)
    ]
    suit_swaps = [
        swap for swap in _swaps(sorted({int(suit) for suit in deck.suits})) if _swapped(swap, 4) in suit_moves
    ]
    moves = [_moved(deck, suits=move) for move in suit_moves] + [
        _moved(deck, ranks=_swapped(swap, len(RANKS))) for swap in rank_swaps
    ]
    generators = np.array(sorted({move for move in moves if move is not None}), dtype=np.uint8)
    class_of, sizes, representatives = _classes(generators, hands, half_points)
    for array in (generators, class_of, sizes, representatives):
        array.setflags(write=False)
    return Symmetry(deck, hands, generators, _blocks(suit_swaps), _blocks(rank_swaps), class_of, sizes, representatives)


def _swaps(values: Sequence[int]) -> list[tuple[int, int]]:
    return [(low, high) for low in values for high in values if low < high]


def _swapped(swap: tuple[int, int], size: int) -> tuple[int, ...]:
    low, high = swap
    return tuple(high if value == low else low if value == high else value for value in range(size))


def _moved(
    deck: Deck, *, ranks: Sequence[int] = range(len(RANKS)), suits: Sequence[int] = range(4)
) -> tuple[int, ...] | None:
    """Where each card goes under a permutation of ranks and suits; None if some card leaves the deck."""
    names = [RANKS[ranks[RANKS.index(name[0])]] + SUITS[suits[SUITS.index(name[1])]] for name in deck.cards]
    return tuple(deck.position(name) for name in names) if all(name in deck for name in names) else None


def _images(move: Sequence[int], hands: NDArray[np.uint8]) -> NDArray[np.int64]:
    """Row of the hand that each hand is carried to."""
    low, middle, high = np.sort(np.asarray(move, dtype=np.int64)[hands], axis=1).T
    index: NDArray[np.int64] = high * (high - 1) * (high - 2) // 6 + middle * (middle - 1) // 2 + low
    return index


def _keeps(move: tuple[int, ...] | None, hands: NDArray[np.uint8], half_points: NDArray[np.int16]) -> bool:
    return move is not None and bool((half_points[_images(move, hands)] == half_points).all())


def _blocks(swaps: Iterable[tuple[int, int]]) -> tuple[tuple[int, ...], ...]:
    """Blocks of values that the swaps connect; exchangeability is transitive, so a block is all its swaps."""
    blocks: list[set[int]] = []
    for swap in swaps:
        touched = [block for block in blocks if block & set(swap)]
        blocks = [block for block in blocks if block not in touched] + [set(swap).union(*touched)]
    return tuple(sorted(tuple(sorted(block)) for block in blocks))


def _classes(
    generators: NDArray[np.uint8], hands: NDArray[np.uint8], half_points: NDArray[np.int16]
) -> tuple[NDArray[np.int32], NDArray[np.int64], NDArray[np.int32]]:
    first = np.arange(len(hands))
    while True:
        before = first.copy()
        for move in generators:
            images = _images(move, hands)
            first = np.minimum(first, first[images])
            np.minimum.at(first, images, first)
        if (first == before).all():
            break
    representatives = np.unique(first)
    representatives = representatives[np.argsort(half_points[representatives], kind="stable")]
    number = np.empty(len(hands), dtype=np.int32)
    number[representatives] = np.arange(len(representatives))
    class_of = number[first]
    return class_of, np.bincount(class_of).astype(np.int64), representatives.astype(np.int32)
