"""Which hands a pattern of three cards, or a word, stands for: the meaning of a term, apart from how it is written."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from svara_odds.cards.deck import RANKS, SUITS, Deck
from svara_odds.tables.handtable import HandTable

__all__ = ["ANY", "ANY_CARD", "WORDS", "Place", "pattern_hands", "pattern_text", "word_hands"]

ANY = -1
# Each word with a spelling that means the same.
WORDS = {
    "random": "random",
    "suited": "suited",
    "flush": "suited",
    "rainbow": "rainbow",
    "pair": "pair",
    "triple": "triple",
    "joker": "joker",
}
_SEQUENCES = ((0, 1, 2), (0, 2, 1), (1, 0, 2), (1, 2, 0), (2, 0, 1), (2, 1, 0))


class Place(NamedTuple):
    """One of the three places of a pattern: a rank (0–12) and a suit (0–3), either of which may be `ANY`.

    A card is what is printed on it: a joker takes no other place than its own rank and suit.
    """

    rank: int
    suit: int

    @property
    def is_card(self) -> bool:
        """Whether only one card can take this place."""
        return self.rank != ANY and self.suit != ANY

    def cards(self, deck: Deck) -> NDArray[np.bool_]:
        """Which cards of the deck may take this place: bool, shape (n_cards,)."""
        fits = np.ones(deck.n_cards, dtype=np.bool_)
        if self.rank != ANY:
            fits &= deck.ranks == self.rank
        if self.suit != ANY:
            fits &= deck.suits == self.suit
        return fits


ANY_CARD = Place(ANY, ANY)


def pattern_text(places: Sequence[Place]) -> str:
    """Text of a pattern in the grammar of ranges.

    Examples
    --------
    >>> pattern_text([Place(11, 3), Place(11, ANY), ANY_CARD])
    'KsKx'
    >>> pattern_text([Place(ANY, 0)] * 3)
    'xcxcxc'
    """
    return "".join(
        ("x" if place.rank == ANY else RANKS[place.rank]) + ("" if place.suit == ANY else SUITS[place.suit])
        for place in places
    )


def pattern_hands(places: Sequence[Place], table: HandTable) -> NDArray[np.intp]:
    """Rows of the hands whose three cards can take the three places, one card each, in some sequence.

    Parameters
    ----------
    places : sequence of three Place
    table : HandTable

    Returns
    -------
    ndarray
        Ascending rows of the table; empty if no hand fits.

    Examples
    --------
    >>> from svara_odds.tables.handtable import hand_table
    >>> aces = [Place(12, ANY), Place(12, ANY), ANY_CARD]
    >>> len(pattern_hands(aces, hand_table("bulgarian")))
    172
    """
    columns = np.ascontiguousarray(table.hands.T)
    fits = [None if place == ANY_CARD else place.cards(table.deck)[columns] for place in places]
    held = np.zeros(table.n_hands, dtype=np.bool_)
    for sequence in _SEQUENCES:
        ways = np.ones(table.n_hands, dtype=np.bool_)
        for fit, column in zip(fits, sequence, strict=True):
            if fit is not None:
                ways &= fit[column]
        held |= ways
    return np.flatnonzero(held)


def word_hands(word: str, table: HandTable) -> NDArray[np.intp]:
    """Rows of the hands that a word of `WORDS` stands for; the cards count as printed, jokers too.

    Examples
    --------
    >>> from svara_odds.tables.handtable import hand_table
    >>> {word: len(word_hands(word, hand_table("bulgarian"))) for word in ("suited", "pair", "triple")}
    {'suited': 224, 'pair': 1344, 'triple': 32}
    """
    word = WORDS[word]
    if word == "random":
        return np.arange(table.n_hands)
    if word == "joker":
        jokers = np.zeros(table.n_cards, dtype=np.bool_)
        jokers[list(table.rules.terms.jokers)] = True
        return np.flatnonzero(jokers[table.hands].any(axis=1))
    signs = table.deck.suits if word in ("suited", "rainbow") else table.deck.ranks
    first, second, third = signs[table.hands].T
    alike = (first == second).astype(np.int8) + (first == third) + (second == third)
    # Three cards of which no, two or three signs are alike have 0, 1 or 3 pairs of alike signs.
    return np.flatnonzero(alike == {"suited": 3, "triple": 3, "pair": 1, "rainbow": 0}[word])
