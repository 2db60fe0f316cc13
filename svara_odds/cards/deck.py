"""A deck: the cards of one game, in one fixed order, and their names."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

__all__ = ["RANKS", "RANK_WORDS", "SUITS", "SUIT_SYMBOLS", "SUIT_WORDS", "Deck", "rank_and_suit"]

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
        object.__setattr__(self, "cards", tuple(sorted(self.cards, key=rank_and_suit)))

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
        return _frozen([rank_and_suit(name)[0] for name in self.cards])

    @cached_property
    def suits(self) -> NDArray[np.uint8]:
        """Suit of each card in the order clubs, diamonds, hearts, spades: uint8 array of shape (n_cards,)."""
        return _frozen([rank_and_suit(name)[1] for name in self.cards])


def rank_and_suit(name: str) -> tuple[int, int]:
    """Rank of a card, 0 for a two to 12 for an ace, and suit in the order clubs, diamonds, hearts, spades.

    Examples
    --------
    >>> rank_and_suit("Kh")
    (11, 2)
    """
    return RANKS.index(name[0]), SUITS.index(name[1])


def _frozen(values: list[int]) -> NDArray[np.uint8]:
    import numpy as np  # here: names of cards are read without it, and it doubles the start of a command

    array = np.array(values, dtype=np.uint8)
    array.setflags(write=False)
    return array
