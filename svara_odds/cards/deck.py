"""A deck: the cards of one game, in one fixed order, and their names."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

__all__ = ["RANKS", "RANK_WORDS", "SUITS", "SUIT_SYMBOLS", "SUIT_WORDS", "Deck"]

RANKS = "23456789TJQKA"
SUITS = "cdhs"
SUIT_SYMBOLS = "♣♦♥♠"
RANK_WORDS = (
    *("two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"),
    *("jack", "queen", "king", "ace"),
)
SUIT_WORDS = ("clubs", "diamonds", "hearts", "spades")


@dataclass(frozen=True)
class Deck:
    """The cards of one game, by ascending rank and, within a rank, clubs, diamonds, hearts, spades.

    Everywhere else in the package a *card* is its position in the deck.

    Parameters
    ----------
    cards : tuple of str
        Names such as ``"7c"``, all different; any order, sorted here.

    Examples
    --------
    >>> deck = Deck(("As", "7c", "Ac"))
    >>> deck.cards
    ('7c', 'Ac', 'As')
    >>> deck.position("As")
    2
    """

    cards: tuple[str, ...]

    def __post_init__(self) -> None:
        object.__setattr__(self, "cards", tuple(sorted(self.cards, key=_rank_then_suit)))

    @property
    def n_cards(self) -> int:
        """Number of cards."""
        return len(self.cards)

    @cached_property
    def _positions(self) -> dict[str, int]:
        return {name: position for position, name in enumerate(self.cards)}

    def __contains__(self, name: str) -> bool:
        return name in self._positions

    def position(self, name: str) -> int:
        """Position of the card called `name`; KeyError if the deck does not hold it."""
        return self._positions[name]

    @cached_property
    def ranks(self) -> NDArray[np.uint8]:
        """Rank of each card, 0 for a two to 12 for an ace: uint8 array of shape (n_cards,)."""
        return _frozen([RANKS.index(name[0]) for name in self.cards])

    @cached_property
    def suits(self) -> NDArray[np.uint8]:
        """Suit of each card in the order clubs, diamonds, hearts, spades: uint8 array of shape (n_cards,)."""
        return _frozen([SUITS.index(name[1]) for name in self.cards])


def _rank_then_suit(name: str) -> tuple[int, int]:
    return RANKS.index(name[0]), SUITS.index(name[1])


def _frozen(values: list[int]) -> NDArray[np.uint8]:
    array = np.array(values, dtype=np.uint8)
    array.setflags(write=False)
    return array
