"""Text of a range into items: the syntax alone, with no table in sight. The grammar stands in :mod:`.grammar`."""

from __future__ import annotations

import difflib
import re
from dataclasses import dataclass, field
from typing import NoReturn

from svara_odds.cards.deck import RANKS, SUITS
from svara_odds.cards.hands import read_rank, read_suit
from svara_odds.errors import NotationError
from svara_odds.ranges.canonical import WEIGHT_UNITS, reads_as_ranks
from svara_odds.ranges.patterns import ANY, ANY_CARD, WORDS, Place

__all__ = ["Cards", "Item", "Points", "Term", "Word", "read_items"]

MAX_DIGITS = 6
_NUMBER_SIGNS = set("0123456789.+-–")
_DASHES = ("-", "–")
_CARD_LETTERS = set("acdhjkqstx")
_NUMBER = re.compile(r"[0-9]+(?:\.[0-9]*)?")
_WEIGHT = re.compile(r"([0-9]*)(?:\.([0-9]*))?\s*(%?)")
_LETTERS = re.compile(r"[^\W\d_]+")


@dataclass(frozen=True)
class Points:
    """Half points from `low` to `high`, both included; None where there is no bound."""

    low: int | None
    high: int | None


@dataclass(frozen=True)
class Cards:
    """Three places, and where each stands in the text; that does not make it another term."""

    places: tuple[Place, ...]
    starts: tuple[int, ...] = field(compare=False)


@dataclass(frozen=True)
class Word:
    """One of the words, in the spelling that others are reduced to."""

    name: str


Term = Points | Cards | Word


@dataclass(frozen=True)
class Item:
    """One item of the list: where its term starts, and the weight in ten-thousandths."""

    start: int
    excluded: bool
    weight: int
    term: Term


def read_items(text: str) -> list[Item]:
    """Cut a range expression into its items.

    Raises
    ------
    NotationError
        Where the text breaks the grammar.

    Examples
    --------
    >>> read_items("22+, !triple")[1]
    Item(start=6, excluded=True, weight=10000, term=Word(name='triple'))
    """
    items, start = [], 0
    for part in text.split(","):
        items.append(_Item(text, start, start + len(part)).read())
        start += len(part) + 1
    return items


class _Item:
    """The text from `at` to `end`; `at` moves on as it is read."""

    def __init__(self, text: str, at: int, end: int) -> None:
        self.text, self.at, self.end = text, at, end

    def fail(self, message: str, at: int | None = None) -> NoReturn:
        raise NotationError(message, self.text, self.at if at is None else at)

    def skip_space(self) -> None:
        while self.at < self.end and self.text[self.at].isspace():
            self.at += 1

    def next_sign(self) -> str:
        """The sign that comes next after white space; "" at the end."""
        self.skip_space()
        return self.text[self.at] if self.at < self.end else ""

    def found(self) -> str:
        """What comes next, for a message."""
        return repr(self.next_sign()) if self.next_sign() else "the end of the item"

    def read(self) -> Item:
        excluded = self.next_sign() == "!"
        if excluded:
            self.at += 1
        colon = self.text.find(":", self.at, self.end)
        weight = WEIGHT_UNITS
        if colon >= 0:
            if excluded:
                self.fail("an exclusion takes no weight", colon)
            weight = self.weight(colon + 1)
            self.end = colon
        while self.end > self.at and self.text[self.end - 1].isspace():
            self.end -= 1
        if not self.next_sign():
            self.fail("expected points such as 22+, cards such as AAx, or a word such as random; found nothing")
        start = self.at
        return Item(start, excluded, weight, self.term())

    def term(self) -> Term:
        body = self.text[self.at : self.end]
        if body[0] in "=<≤":
            return self.points()
        if _NUMBER_SIGNS.issuperset("".join(body.split())) and not reads_as_ranks("".join(body.split())):
            return self.points()
        if body.lower() in WORDS:
            return Word(WORDS[body.lower()])
        self.refuse_unknown_word()
        return self.cards()

    def refuse_unknown_word(self) -> None:
        letters = _LETTERS.match(self.text, self.at, self.end)
        word = letters.group().lower() if letters else ""
        if not letters or _CARD_LETTERS.issuperset(word):
            return
        close = difflib.get_close_matches(word, WORDS, n=1) if len(word) <= 20 else []
        if close or word[0] not in _CARD_LETTERS:
            hint = f" (did you mean {close[0]}?)" if close else ""
            shown = letters.group() if len(word) <= 20 else word[:19] + "…"
            self.fail(f"{shown!r} is neither cards nor one of the words {', '.join(WORDS)}{hint}")

    def points(self) -> Points:
        sign = self.next_sign()
        if sign in "<≤":
            self.at += 1
            if sign == "<" and self.text[self.at : self.end][:1] != "=":
                self.fail("expected <= and points, such as <=20")
            self.at += sign == "<"
            return self.closed(Points(None, self.number()))
        if sign == "=":
            self.at += 1
        start, low = self.at, self.number()
        sign = self.next_sign()
        if sign == "+":
            self.at += 1
            return self.closed(Points(low, None))
        if sign in _DASHES:
            self.at += 1
            high = self.number()
            if low > high:
                self.fail("points go from the lower to the higher, such as 20-22", start)
            return self.closed(Points(low, high))
        return self.closed(Points(low, low))

    def closed(self, points: Points) -> Points:
        if self.next_sign():
            self.fail(f"expected a comma after these points, found {self.found()}")
        return points

    def number(self) -> int:
        """Half points."""
        self.skip_space()
        match = _NUMBER.match(self.text, self.at, self.end)
        if match is None:
            self.fail(f"expected points, a number such as 22 or 32.5, found {self.found()}")
        whole, _, part = match.group().partition(".")
        if len(match.group()) > MAX_DIGITS or part.rstrip("0") not in ("", "5") or match.group()[-1] == ".":
            shown = match.group()[: MAX_DIGITS + 1]
            self.fail(f"points are multiples of 0.5 of at most {MAX_DIGITS} signs, such as 22 or 32.5, not {shown}")
        self.at = match.end()
        return 2 * int(whole) + part.startswith("5")

    def weight(self, start: int) -> int:
        match = _WEIGHT.fullmatch(self.text[start : self.end].strip())
        while start < self.end and self.text[start].isspace():
            start += 1
        if match is None or not (match[1] or match[2]):
            self.fail("expected a weight such as 0.5 or 50% after the colon", start)
        whole, part, digits = match[1].lstrip("0"), (match[2] or "").rstrip("0"), 2 if match[3] else 4
        if len(part) > digits:
            self.fail("a weight has at most 4 digits behind the point, or 2 where it is a percentage", start)
        units = int(whole[:9] + part.ljust(digits, "0")) if whole or part else 0
        if not 0 < units <= WEIGHT_UNITS:
            self.fail("a weight is above 0 and at most 1, or 100%; to take hands out write ! before them", start)
        return units

    def cards(self) -> Cards:
        first = self.at
        named: list[tuple[int, Place]] = []
        free: list[int] = []  # where an x stands that is a place of its own, or belongs to a bare rank before it
        n_loose = 0  # how many of these stand behind a bare rank
        bare = False
        while self.next_sign():
            start, place = self.at, self.place()
            if place == ANY_CARD:
                free.append(start)
                n_loose += bare
                bare = False
            else:
                named.append((start, place))
                bare = place.suit == ANY
        n_own = 3 - len(named)
        if not 0 <= n_own <= len(free) <= n_own + n_loose:
            n_found = len(named) + len(free)
            self.fail(f"expected three cards, such as 7cKhKd or AAx, found {n_found}", first)
        # Sorted, so that a pattern is the same term in whatever sequence its places are written.
        placed = sorted([*named, *((start, ANY_CARD) for start in free[:n_own])], key=lambda found: found[1])
        return Cards(tuple(place for _, place in placed), tuple(start for start, _ in placed))

    def place(self) -> Place:
        rank = ANY
        if self.text[self.at] in "xX":
            self.at += 1
        else:
            read = read_rank(self.text, self.at)
            if read is None or read[1] > self.end:
                self.fail(f"expected a card, a rank or x, found {self.found()}")
            rank, self.at = RANKS.index(read[0]), read[1]
        self.skip_space()
        suit = read_suit(self.text, self.at)
        if suit is None or self.at >= self.end:
            return Place(rank, ANY)
        self.at = suit[1]
        return Place(rank, SUITS.index(suit[0]))
