"""The grammar of ranges, and the reader of it.

::

    range   = item { "," item }
    item    = [ "!" ] term [ ":" weight ]            an exclusion takes no weight
    term    = points | cards | word

    points  = [ "=" ] number                         22   32.5   =120
            | [ "=" ] number "+"                     22+          so many or more
            | [ "=" ] number "-" number              20-22        both ends included; – does as well
            | "<=" number                            <=20         so many or fewer; ≤ does as well
    number  = digits [ ".5" | ".0" ]

    cards   = three places, in any sequence          7cKhKd   AAx   7cxx   KsKxx   xsxsx   AKQ
    place   = rank suit                              7c     that card
            | rank | rank "x"                        K  Kx  a card of that rank
            | "x" suit                               xs     a card of that suit
            | "x"                                    x      any card
    rank    = 2 … 9, T or 10, J, Q, K, A             in any case
    suit    = c d h s, or ♣ ♦ ♥ ♠                    in any case

    word    = random | suited | flush | rainbow | pair | triple | joker
    weight  = decimal | percentage "%"               above 0, at most 1 or 100 %; 0.25   .5   12.5%

**Meaning.** A hand fits a pattern if its three cards can take the three places, one card each: ``AAx`` holds
three aces too. Cards count as printed, so a joker completes no suit and no pair of a pattern or word; points are
those of the rule set, jokers included. ``suited`` (or ``flush``) is three cards of one suit, ``rainbow`` three
cards of three suits, ``pair`` exactly two cards of one rank, ``triple`` three cards of one rank, ``joker`` a
hand that holds a joker of the rule set. Items add up, in any sequence; where they overlap the largest weight
holds. An exclusion takes its hands out wherever it stands; nothing but exclusions takes them out of ``random``.

**One reading.** A suit belongs to what stands before it. An ``x`` behind a bare rank may belong to it (``Kx``)
or be a place of its own; that never matters: where `r` places name a rank or suit, exactly 3 - `r` of the ``x``
are any card, and the others must stand behind bare ranks. ``KsKxx`` is the king of spades, a king, any card.
Digits alone that make three ranks, such as ``777`` or ``71010``, are cards; ``=777`` is points, and so are
digits with ``+``, ``-`` or ``.5``. White space may stand between any two of these signs, but not inside a
number, a word or ``10``. Every term must fit some hand of the deck, so that no slip passes for an empty range.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Sequence

import numpy as np
from numpy.typing import NDArray

from svara_odds.cards.deck import RANKS, SUIT_WORDS
from svara_odds.cards.hands import hand_index, parse_cards
from svara_odds.errors import DealError, NotationError
from svara_odds.ranges.canonical import WEIGHT_UNITS
from svara_odds.ranges.handrange import HandRange
from svara_odds.ranges.patterns import ANY, pattern_hands, pattern_text, word_hands
from svara_odds.ranges.reader import Cards, Item, Points, Term, Word, read_items
from svara_odds.tables.handtable import HandTable
from svara_odds.text.wording import list_words, points_text

__all__ = ["MAX_LENGTH", "MAX_PATTERNS", "parse_range"]

# Room for every hand of 52 cards with a weight of its own, so that any range can be read back.
MAX_LENGTH = 400_000
# Different patterns with open places; each is tried against every hand of the table.
MAX_PATTERNS = 2_000
_ONLY_DIGITS = re.compile(r"[0-9\s]+(?=[,:]|\Z)")


def parse_range(text: str, table: HandTable, *, dead: str | Iterable[int] = ()) -> HandRange:
    """Read a range of hands, such as ``"22+,!joker"`` or ``"AAx:0.5"``.

    Parameters
    ----------
    text : str
        Items with commas between them. Points ``22``, ``22+``, ``20-22``, ``<=20``; cards ``7cKhKd``, ``AAx``,
        ``KsKxx``, ``xsxsx``; words ``random``, ``suited``, ``rainbow``, ``pair``, ``triple``, ``joker``; ``!``
        before an item takes its hands out; ``:0.5`` or ``:50%`` behind it is its weight.
        :mod:`svara_odds.ranges.grammar` has the whole grammar.
    table : HandTable
        The hands and their points.
    dead : str or iterable of int
        Cards that no hand of the range may hold: text, or positions in the deck.

    Returns
    -------
    HandRange

    Raises
    ------
    NotationError
        If the text cannot be read, or holds no hand; `position` says where.

    Examples
    --------
    >>> from svara_odds.tables.handtable import hand_table
    >>> table = hand_table("bulgarian")
    >>> parse_range("33+", table).n_hands
    14
    >>> parse_range("AAx, !triple", table).n_hands == 6 * 28
    True
    >>> half = parse_range("7c K K, <=8 : 50%", table)
    >>> half.denominator, str(half)
    (2, '8:0.5,KsKh7c,KsKd7c,KsKc7c,KhKd7c,KhKc7c,KdKc7c')
    >>> parse_range("22+", table, dead="7c Ac").n_hands < parse_range("22+", table).n_hands
    True
    >>> parse_range("31, 7cZ", table)
    Traceback (most recent call last):
        ...
    svara_odds.errors.NotationError: expected a card, a rank or x, found 'Z' (at character 7 of '31, 7cZ')
    """
    if len(text) > MAX_LENGTH:
        raise NotationError(f"a range of {len(text)} characters; at most {MAX_LENGTH} are allowed")
    items = read_items(text)
    held = _weights([item for item in items if not item.excluded], text, table)
    if all(item.excluded for item in items):
        held[:] = WEIGHT_UNITS
    held[_weights([item for item in items if item.excluded], text, table) > 0] = 0
    if not held.any():
        raise NotationError("the exclusions leave no hand in this range", text, 0)
    found = HandRange(table, held, WEIGHT_UNITS, written=text.strip())
    try:
        return found.without(parse_cards(dead, table.deck) if isinstance(dead, str) else dead)
    except DealError as trouble:
        raise NotationError(str(trouble)) from None


def _weights(items: Sequence[Item], text: str, table: HandTable) -> NDArray[np.int64]:
    """The largest weight that any of the items gives to each hand, in ten-thousandths."""
    # Every different term is looked up once, however often it stands there.
    first: dict[Term, Item] = {}
    largest: dict[Term, int] = {}
    for item in items:
        first.setdefault(item.term, item)
        largest[item.term] = max(item.weight, largest.get(item.term, 0))
    levels = np.zeros(len(table.levels), dtype=np.int64)
    hands = np.zeros(table.n_hands, dtype=np.int64)
    n_patterns = 0
    for term, weight in largest.items():
        start = first[term].start
        if isinstance(term, Points):
            chosen = _levels(term, start, text, table)
            levels[chosen] = np.maximum(levels[chosen], weight)
            continue
        if isinstance(term, Word):
            rows: NDArray[np.intp] | list[int] = word_hands(term.name, table)
        else:
            rows = _pattern(first[term].term, text, table)
            n_patterns += not isinstance(rows, list)
        if not len(rows):
            raise NotationError("no hand of this deck and its rules fits this term", text, start)
        if n_patterns > MAX_PATTERNS:
            raise NotationError(f"more than {MAX_PATTERNS} different patterns with open places", text, start)
        hands[rows] = np.maximum(hands[rows], weight)
    return np.maximum(hands, levels[table.order])


def _levels(term: Points, start: int, text: str, table: HandTable) -> slice:
    levels = table.levels.tolist()
    low = 0 if term.low is None else bisect_left(levels, term.low)
    high = len(levels) if term.high is None else bisect_right(levels, term.high)
    if low < high:
        return slice(low, high)
    bounds = [points_text(bound) for bound in (term.low, term.high) if bound is not None]
    wanted = " to ".join(dict.fromkeys(bounds))
    wanted += " or more" if term.high is None else " or fewer" if term.low is None else ""
    nearest = list_words([points_text(level) for level in levels[max(low - 1, 0) : low + 1]])
    raise NotationError(f"no hand is worth {wanted} points in {table.rules.name}; near it: {nearest}", text, start)


def _pattern(term: Term, text: str, table: HandTable) -> NDArray[np.intp] | list[int]:
    """Rows of a pattern: a list of one where it names all three cards."""
    assert isinstance(term, Cards)
    deck = table.deck
    cards = f"this deck of {deck.n_cards} cards ({deck.cards[0]} to {deck.cards[-1]})"
    for number, (place, at) in enumerate(zip(term.places, term.starts, strict=True)):
        name = pattern_text([place])
        if place.is_card and name not in deck:
            raise NotationError(f"{name} is not in {cards}", text, at)
        if place.is_card and place in term.places[:number]:
            raise NotationError(f"{name} stands twice; every card is there once", text, at)
        if not place.cards(deck).any():
            what = RANKS[place.rank] if place.suit == ANY else SUIT_WORDS[place.suit]
            digits = _ONLY_DIGITS.match(text, term.starts[0])
            hint = f"; points are written ={''.join(digits.group().split())}" if digits else ""
            raise NotationError(f"there is no {what} in {cards}{hint}", text, at)
    if all(place.is_card for place in term.places):
        return [hand_index(deck.position(pattern_text([place])) for place in term.places)]
    return pattern_hands(term.places, table)
