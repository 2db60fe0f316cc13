"""Every hand of a deck scored once: the frozen arrays that everything faster reads."""

from __future__ import annotations

import hashlib
import os
from dataclasses import dataclass
from functools import cache, cached_property
from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray

from svara_odds.cards.deck import Deck
from svara_odds.cards.hands import Hand, all_hands, format_hand, hand_index
from svara_odds.errors import RulesError
from svara_odds.rules.catalog import DEFAULT_RULES, load_showdown_rules
from svara_odds.rules.ruleset import RuleSet
from svara_odds.rules.terms import Term
from svara_odds.tables.formula import Formula, find_formula
from svara_odds.tables.symmetry import Symmetry, find_symmetry
from svara_odds.text.wording import describe

__all__ = ["NO_HAND", "HandTable", "RulesLike", "describe_term", "hand_table"]

RulesLike = RuleSet | str | os.PathLike[str]

Kind = TypeVar("Kind", bound=np.generic)

MAX_LEVELS = 255
NO_HAND = 255  # in `lookup`: not three different cards


@dataclass(frozen=True, eq=False)
class HandTable:
    """The hands of one rule set, in colexicographic order, and what they are worth; no array can be written to.

    Attributes
    ----------
    rules : RuleSet
    hands : ndarray
        uint8, shape (n_hands, 3): positions in the deck, ascending.
    masks : ndarray
        uint64, shape (n_hands,): bit `c` is set where the hand holds card `c`.
    levels : ndarray
        int16, shape (n_levels,): the half points that hands can have, ascending.
    order : ndarray
        uint8, shape (n_hands,): place of the hand's half points in `levels`. The higher order wins,
        equal orders tie.
    """

    rules: RuleSet
    hands: NDArray[np.uint8]
    masks: NDArray[np.uint64]
    levels: NDArray[np.int16]
    order: NDArray[np.uint8]

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {self.rules.name}: {self.n_hands} hands, {len(self.levels)} scores>"

    def __reduce__(self) -> tuple[Any, ...]:
        """Travel to another process as the rules, and be made, or found, there: as read-only as here."""
        return hand_table, (self.rules,)

    @property
    def deck(self) -> Deck:
        """The cards."""
        return self.rules.deck

    @property
    def n_cards(self) -> int:
        """Number of cards in the deck."""
        return self.deck.n_cards

    @property
    def n_hands(self) -> int:
        """Number of hands, C(n_cards, 3)."""
        return len(self.hands)

    @cached_property
    def half_points(self) -> NDArray[np.int16]:
        """Half points of each hand: int16, shape (n_hands,)."""
        return _frozen(self.levels[self.order])

    @property
    def card_bits(self) -> int:
        """Bits that one card takes in an index of `lookup`: 5 up to 32 cards, else 6."""
        return 5 if self.n_cards <= 32 else 6

    @cached_property
    def lookup(self) -> NDArray[np.uint8]:
        """Order of three cards in any sequence: uint8, shape (2 ** (3 * card_bits),).

        The index is ``c1 << 2 * card_bits | c2 << card_bits | c3``; `NO_HAND` where cards are equal or not in the deck.
        """
        bits = self.card_bits
        table = np.full(1 << 3 * bits, NO_HAND, dtype=np.uint8)
        cards = self.hands.astype(np.int64).T
        for first, second, third in ((0, 1, 2), (0, 2, 1), (1, 0, 2), (1, 2, 0), (2, 0, 1), (2, 1, 0)):
            table[cards[first] << 2 * bits | cards[second] << bits | cards[third]] = self.order
        return _frozen(table)

    @cached_property
    def digest(self) -> str:
        """Hex SHA-256 of the deck and every hand's points: two tables with one digest give the same odds."""
        content = hashlib.sha256(" ".join(self.deck.cards).encode())
        content.update(self.half_points.astype("<i2").tobytes())
        return content.hexdigest()

    @cached_property
    def symmetry(self) -> Symmetry:
        """The exchanges of suits and ranks that leave every score as it is, and the hand classes they make."""
        return find_symmetry(self.hands, self.half_points, self.deck)

    @cached_property
    def formula(self) -> Formula | None:
        """The scores as arithmetic on bytes, or None where they are not of that form."""
        return find_formula(self.rules.terms, self.hands, self.half_points)

    def index_of(self, hand: Hand) -> int:
        """Row of a `hand` (three positions in the deck), whatever the sequence of its cards."""
        return hand_index(hand)

    def text(self, index: int, *, symbols: bool = False) -> str:
        """Text of the hand in row `index`, such as ``"KhKd7c"``; with `symbols` as ``"K♥K♦7♣"``."""
        return format_hand(self.hands[index].tolist(), self.deck, symbols=symbols)

    def label(self, index: int) -> str:
        """What makes the points of the hand in row `index`, in words."""
        low, middle, high = self.hands[index].tolist()
        return describe_term(self.rules.best_term((low, middle, high)), self.deck)


def describe_term(term: Term, deck: Deck) -> str:
    """A combination in words, such as ``"pair of kings joined by the seven of clubs"``."""
    inner = describe_term(term.inner, deck) if term.inner else ""
    return describe(
        term.kind,
        [deck.cards[card] for card in term.cards],
        [deck.cards[card] for card in term.jokers],
        inner,
    )


def hand_table(rules: RulesLike = DEFAULT_RULES) -> HandTable:
    """The table of all hands of a rule set, made once and kept.

    Parameters
    ----------
    rules : RuleSet, str or path
        A rule set, a shipped name or the path of a rule file.

    Returns
    -------
    HandTable

    Raises
    ------
    RulesError
        If the rules cannot be loaded, or give hands more than 255 different scores.

    Examples
    --------
    >>> table = hand_table("fortegames")
    >>> table.n_hands, int(table.half_points.max())
    (4960, 68)
    """
    return _table(load_showdown_rules(rules))


@cache
def _table(rules: RuleSet) -> HandTable:
    hands = all_hands(rules.deck.n_cards)
    best = rules.terms.best
    half_points = np.array(
        [best((low, middle, high)).half_points for low, middle, high in hands.tolist()], dtype=np.int16
    )
    levels, order = np.unique(half_points, return_inverse=True)
    if len(levels) > MAX_LEVELS:
        raise RulesError(
            f"{rules.name}: scoring: hands have {len(levels)} different scores; at most {MAX_LEVELS} are allowed"
        )
    masks = (np.uint64(1) << hands.astype(np.uint64)).sum(axis=1, dtype=np.uint64)
    return HandTable(rules, hands, _frozen(masks), _frozen(levels), _frozen(order.astype(np.uint8)))


def _frozen(array: NDArray[Kind]) -> NDArray[Kind]:
    array.setflags(write=False)
    return array
