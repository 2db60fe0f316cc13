"""Hands: three cards of a deck, their index, and their text in both directions."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from math import comb
from typing import TYPE_CHECKING

from svara_odds.cards.deck import RANKS, SUIT_SYMBOLS, SUITS, Deck
from svara_odds.errors import NotationError, shortened

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

__all__ = [
    "Hand",
    "all_hands",
    "format_hand",
    "hand_index",
    "parse_cards",
    "parse_hand",
    "read_rank",
    "read_suit",
]

Hand = tuple[int, int, int]

_SEPARATORS = ",;"
_SUIT_SIGNS = {
    sign: suit
    for signs in (SUITS, SUITS.upper(), SUIT_SYMBOLS, "♧♢♡♤")
    for suit, sign in zip(SUITS, signs, strict=True)
}
_IGNORED_AFTER_SUIT = "\ufe0e\ufe0f"  # variation selectors that phones put behind a suit symbol


@lru_cache(maxsize=8)
def all_hands(n_cards: int) -> NDArray[np.uint8]:
    """Every hand of a deck in colexicographic order.

    Parameters
    ----------
    n_cards : int
        Number of cards in the deck, at least 3.

    Returns
    -------
    ndarray
        uint8, shape (C(n_cards, 3), 3), each row ascending, not writeable. Row `i` is the hand whose
        :func:`hand_index` is `i`.
    """
    import numpy as np  # here: hands are read without it

    high, middle, low = np.nonzero(
        (np.arange(n_cards)[:, None, None] > np.arange(n_cards)[:, None])
        & (np.arange(n_cards)[:, None] > np.arange(n_cards))
    )
    hands = np.stack([low, middle, high], axis=1).astype(np.uint8)
    hands.setflags(write=False)
    return hands


def hand_index(cards: Iterable[int]) -> int:
    """Colexicographic index of a hand: C(c3, 3) + C(c2, 2) + c1 for ascending cards c1 < c2 < c3.

    Examples
    --------
    >>> hand_index((2, 0, 1)), hand_index((0, 1, 3))
    (0, 1)
    """
    low, middle, high = sorted(cards)
    return comb(high, 3) + comb(middle, 2) + low


def read_rank(text: str, start: int) -> tuple[str, int] | None:
    """Rank that stands in `text` at `start`, with the place behind it; None if there is no rank."""
    if text.startswith("10", start):
        return "T", start + 2
    if start < len(text) and text[start].upper() in RANKS:
        return text[start].upper(), start + 1
    return None


def read_suit(text: str, start: int) -> tuple[str, int] | None:
    """Suit (one of c d h s) that stands in `text` at `start`, with the place behind it; None if there is none."""
    if start < len(text) and text[start] in _SUIT_SIGNS:
        suit = _SUIT_SIGNS[text[start]]
        end = start + 1
        while end < len(text) and text[end] in _IGNORED_AFTER_SUIT:
            end += 1
        return suit, end
    return None


def parse_cards(text: str, deck: Deck) -> tuple[int, ...]:
    """Read any number of cards.

    Parameters
    ----------
    text : str
        Cards such as ``"7cKhKd"``, ``"7♣ K♥ 10♦"``; spaces and commas may stand between them.
    deck : Deck
        The deck that must hold them.

    Returns
    -------
    tuple of int
        Positions in the deck, in the order of the text.

    Raises
    ------
    NotationError
        If the text is not cards, a card is not in the deck or stands twice.
    """
    found: list[int] = []
    at = 0
    while at < len(text):
        if text[at].isspace() or text[at] in _SEPARATORS:
            at += 1
            continue
        start = at
        rank = read_rank(text, at)
        if rank is None:
            raise NotationError(f"expected a rank (one of {' '.join(RANKS)} or 10), found {text[at]!r}", text, at)
        suit = read_suit(text, rank[1])
        if suit is None:
            what = repr(text[rank[1]]) if rank[1] < len(text) else "the end"
            raise NotationError(f"expected a suit (c d h s or ♣ ♦ ♥ ♠), found {what}", text, rank[1])
        name, at = rank[0] + suit[0], suit[1]
        if name not in deck:
            held = f"{deck.cards[0]} to {deck.cards[-1]}"
            raise NotationError(f"{name} is not in this deck of {deck.n_cards} cards ({held})", text, start)
        if deck.position(name) in found:
            raise NotationError(f"{name} stands twice; every card is there once", text, start)
        found.append(deck.position(name))
    return tuple(found)


def parse_hand(text: str, deck: Deck) -> Hand:
    """Read one hand of three cards.

    Parameters
    ----------
    text : str
        Such as ``"7cKhKd"``, ``"7♣ K♥ K♦"`` or ``"10h 10d Ac"``.
    deck : Deck
        The deck that must hold the cards.

    Returns
    -------
    tuple of three int
        Positions in the deck, ascending.

    Raises
    ------
    NotationError
        If `text` is not exactly three different cards of the deck.

    Examples
    --------
    >>> parse_hand("As 7c Ac", Deck(("7c", "Ac", "Ad", "As")))
    (0, 1, 3)
    """
    cards = parse_cards(text, deck)
    if len(cards) != 3:
        raise NotationError(f"a hand is three cards, found {len(cards)} in {shortened(text)}")
    low, middle, high = sorted(cards)
    return low, middle, high


def format_hand(cards: Sequence[int], deck: Deck, *, symbols: bool = False) -> str:
    """Text of cards, highest rank first, as ``"AsAc7c"`` or, with `symbols`, ``"A♠A♣7♣"``."""
    names = [deck.cards[card] for card in sorted(cards, reverse=True)]
    if symbols:
        names = [name[0] + SUIT_SYMBOLS[SUITS.index(name[1])] for name in names]
    return "".join(names)
