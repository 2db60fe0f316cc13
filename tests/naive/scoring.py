"""What a hand is worth, one plain function per rule set, each read straight from the prose of its rules.

Nothing here is shared with the package and nothing is fast: this is what the package is checked against.
Cards are names such as ``7c``; results are half points, so that 32.5 is the integer 65.
"""

from collections import Counter
from collections.abc import Callable, Iterable
from fractions import Fraction
from functools import cache
from itertools import combinations
from typing import NamedTuple

SUITS = "cdhs"
FACE = {"6": 6, "7": 7, "8": 8, "9": 9, "T": 10, "J": 10, "Q": 10, "K": 10, "A": 11}


class Game(NamedTuple):
    deck: list[str]
    jokers: list[str]
    half_points: Callable[[list[str]], int]


def face(card: str) -> int:
    return FACE[card[0]]


def three_alike(cards: list[str]) -> str | None:
    a, b, c = cards
    return a[0] if a[0] == b[0] == c[0] else None


def best_suit(cards: list[str]) -> int:
    """Sum of the cards of the best suit, each card at its face; a single card counts as itself."""
    return max(sum(face(card) for card in cards if card[1] == suit) for suit in SUITS)


def how_many(cards: list[str], rank: str) -> int:
    return sum(card[0] == rank for card in cards)


# --- the three texts ---------------------------------------------------------------------------------------


def bulgarian(cards: list[str]) -> int:
    rank = three_alike(cards)
    # Reading: any three sevens, although the text only shows 7c with two others.
    if rank == "7":
        return 2 * 34
    if rank == "A":
        return 2 * 33
    # Three eights or three nines are not listed, so they fall through and are worth one card.
    if rank in ("T", "J", "Q", "K"):
        return 2 * 30
    if "7c" in cards:
        a, b = [card for card in cards if card != "7c"]
        if a[0] == b[0] and a[0] in "TJQKA":
            return 2 * (11 + face(a) + face(b))
        return 2 * (11 + best_suit([a, b]))
    if how_many(cards, "A") == 2:
        return 2 * max(22, best_suit(cards))
    return 2 * best_suit(cards)


def bulgarian_low_triples(cards: list[str]) -> int:
    rank = three_alike(cards)
    if rank == "8":
        return 2 * 24
    if rank == "9":
        return 2 * 27
    if "7c" in cards and how_many(cards, "8") == 2:
        return 2 * 27
    if "7c" in cards and how_many(cards, "9") == 2:
        return 2 * 29
    return bulgarian(cards)


def fortegames(cards: list[str]) -> int:
    rank = three_alike(cards)
    if rank == "7":
        return 2 * 34
    if rank is not None:
        return 2 * 3 * FACE[rank]
    found = [best_suit(cards)]
    if how_many(cards, "A") == 2:
        found.append(22)
    # Reading: two sevens are one more way to count the hand, so 7c 7h Kh is still 28.
    if how_many(cards, "7") == 2:
        found.append(23)
    if "7c" in cards:
        a, b = [card for card in cards if card != "7c"]
        found.append(11 + best_suit([a, b]))
        if a[0] == b[0]:
            found.append(11 + face(a) + face(b))
    return 2 * max(found)


def russian_triple(rank: str) -> int:
    if rank == "6":
        return 2 * 36
    if rank == "A":
        return 2 * 33
    return 65


def russian_without_joker(cards: list[str]) -> int:
    rank = three_alike(cards)
    if rank is not None:
        return russian_triple(rank)
    if how_many(cards, "A") == 2:
        return 2 * max(22, best_suit(cards))
    return 2 * best_suit(cards)


def russian(cards: list[str]) -> int:
    others = [card for card in cards if card not in ("Ad", "6c")]
    if len(others) == 3:
        return russian_without_joker(cards)
    if len(others) == 2:
        a, b = others
        # Reading: the joker becomes the third card of the pair. This covers 6c 6 6 and Ad A A as well.
        if a[0] == b[0]:
            return russian_triple(a[0])
        # Joker and an ace make two aces, 22; the joker's 11 beside the ace's 11 says the same.
        return 2 * (11 + best_suit(others))
    # Both jokers: they copy the third card, or add 22 to it; the triple is never the smaller.
    (only,) = others
    return max(russian_triple(only[0]), 2 * (22 + face(only)))


def russian_plain_jokers(cards: list[str]) -> int:
    others = [card for card in cards if card not in ("Ad", "6c")]
    if len(others) == 3:
        return russian_without_joker(cards)
    # A joker keeps its own rank: 6c beside two sixes. Aces need no line, Ad A A is 11 + 22 below.
    if three_alike(cards) == "6":
        return 2 * 36
    if len(others) == 2:
        if how_many(others, "A") == 2:
            return 2 * (11 + 22)
        return 2 * (11 + best_suit(others))
    (only,) = others
    return 2 * (22 + face(only))


# --- the relatives -----------------------------------------------------------------------------------------


def forte_seka(cards: list[str]) -> int:
    rank = three_alike(cards)
    others = [card for card in cards if card != "7c"]
    # Before the joker is looked at: 7c 7 7 is three sevens by its own rank, 21.
    if rank is None and len(others) == 2 and others[0][0] == others[1][0]:
        rank = others[0][0]
    if rank == "6":
        return 2 * 34
    if rank is not None:
        return 2 * 3 * FACE[rank]
    if len(others) == 2:
        return 2 * (11 + best_suit(others))
    if how_many(cards, "A") == 2:
        return 2 * max(22, best_suit(cards))
    return 2 * best_suit(cards)


def latvian_seka(cards: list[str]) -> int:
    rank = three_alike(cards)
    if rank == "A":
        return 2 * 33
    if rank == "6":
        return 2 * 32
    if rank is not None:
        return 61
    if how_many(cards, "A") == 2:
        return 2 * max(22, best_suit(cards))
    return 2 * best_suit(cards)


def begench_seka(cards: list[str]) -> int:
    if "6c" in cards:
        a, b = [card for card in cards if card != "6c"]
        if a[0] == b[0]:
            return 2 * 3 * face(a)
        return 2 * (11 + best_suit([a, b]))
    rank = three_alike(cards)
    if rank is not None:
        return 2 * 3 * FACE[rank]
    if how_many(cards, "A") == 2:
        return 2 * max(22, best_suit(cards))
    return 2 * best_suit(cards)


def trynka(cards: list[str]) -> int:
    scale = {"T": 33, "J": 34, "Q": 35, "K": 36, "A": 37}
    if "6c" in cards:
        a, b = [card for card in cards if card != "6c"]
        if a[0] == b[0]:
            return 2 * scale[a[0]]
        return 2 * (11 + best_suit([a, b]))
    rank = three_alike(cards)
    if rank is not None:
        return 2 * scale[rank]
    if how_many(cards, "A") == 2:
        return 2 * max(22, best_suit(cards))
    return 2 * best_suit(cards)


# --- the table of rule sets --------------------------------------------------------------------------------

DECK_32 = [rank + suit for rank in "789TJQKA" for suit in SUITS]
DECK_36 = [rank + suit for rank in "6789TJQKA" for suit in SUITS]
DECK_33 = ["6c", *DECK_32]
DECK_21 = ["6c"] + [rank + suit for rank in "TJQKA" for suit in SUITS]

RULES = {
    "bulgarian": Game(DECK_32, ["7c"], bulgarian),
    "bulgarian-low-triples": Game(DECK_32, ["7c"], bulgarian_low_triples),
    "fortegames": Game(DECK_32, ["7c"], fortegames),
    "russian": Game(DECK_36, ["Ad", "6c"], russian),
    "russian-plain-jokers": Game(DECK_36, ["Ad", "6c"], russian_plain_jokers),
    "forte-seka": Game(DECK_36, ["7c"], forte_seka),
    "latvian-seka": Game(DECK_36, [], latvian_seka),
    "begench-seka": Game(DECK_33, ["6c"], begench_seka),
    "trynka": Game(DECK_21, ["6c"], trynka),
}


def score(rules: str, cards: Iterable[str]) -> int:
    """Half points of three different cards of the deck, in any order."""
    game, hand = RULES[rules], list(cards)
    assert len(hand) == len(set(hand)) == 3, hand
    assert set(hand) <= set(game.deck), hand
    return game.half_points(hand)


@cache
def all_scores(rules: str) -> dict[frozenset[str], int]:
    """Every hand of the deck with its half points."""
    return {frozenset(hand): score(rules, hand) for hand in combinations(RULES[rules].deck, 3)}


def distribution(rules: str) -> list[tuple[Fraction, int]]:
    """Points and how many hands have them, lowest first."""
    counts = Counter(all_scores(rules).values())
    return [(Fraction(half, 2), counts[half]) for half in sorted(counts)]
