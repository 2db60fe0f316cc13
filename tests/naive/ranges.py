"""What a range expression means, given that it has been cut into terms.

A term is one of::

    ("points", low, high)             22 is ("points", 22, 22), 22+ is ("points", 22, None)
    ("cards", ["7c", "K", "x"])       7cKx; each card is rank and suit, a rank alone ("K" or "Kx"), or "x"
    ("word", "triple")                one of WORDS

and an expression is a list of (term, excluded, weight).
"""

from collections.abc import Callable
from fractions import Fraction
from itertools import permutations

from tests.naive.scoring import RULES, all_scores

Hand = frozenset[str]
Term = tuple
Expression = list[tuple[Term, bool, Fraction]]

WORDS = ("random", "suited", "rainbow", "triple", "pair", "joker")


def card_fits(card: str, token: str) -> bool:
    """Tell whether the card is one that the token allows; a joker is only ever the card it is printed as."""
    if token == "x":
        return True
    if len(token) == 1 or token[1] == "x":
        return card[0] == token[0]
    return card == token


def matches_pattern(cards: Hand, tokens: list[str]) -> bool:
    """Each token takes one card, in some order. AAx therefore holds three aces too."""
    assert len(tokens) == 3
    return any(
        all(card_fits(card, token) for card, token in zip(order, tokens, strict=True)) for order in permutations(cards)
    )


def matches_points(rules: str, cards: Hand, low: Fraction, high: Fraction | None) -> bool:
    points = Fraction(all_scores(rules)[cards], 2)
    return points >= low and (high is None or points <= high)


def matches_word(rules: str, cards: Hand, word: str) -> bool:
    suits, ranks = {card[1] for card in cards}, {card[0] for card in cards}
    if word == "random":
        return True
    # The words speak of the cards as printed: a joker neither completes a suit nor a triple here.
    if word == "suited":
        return len(suits) == 1
    if word == "rainbow":
        return len(suits) == 3
    if word == "triple":
        return len(ranks) == 1
    # Three alike are not called a pair.
    if word == "pair":
        return len(ranks) == 2
    if word == "joker":
        return any(card in RULES[rules].jokers for card in cards)
    raise ValueError(word)


def matches(rules: str, cards: Hand, term: Term) -> bool:
    kind, *arguments = term
    if kind == "points":
        return matches_points(rules, cards, *arguments)
    if kind == "cards":
        return matches_pattern(cards, *arguments)
    return matches_word(rules, cards, *arguments)


def weight(
    rules: str,
    cards: Hand,
    expression: Expression,
    overlap: Callable[[list[Fraction]], Fraction] = max,
) -> Fraction:
    """How much of the hand is in the range.

    An exclusion takes the hand out wherever it stands; nothing but exclusions starts from every hand. Where
    several terms hold the hand, ``overlap`` picks from their weights, given in the order of writing.
    """
    if any(excluded and matches(rules, cards, term) for term, excluded, _ in expression):
        return Fraction(0)
    if all(excluded for _, excluded, _ in expression):
        return Fraction(1)
    held = [Fraction(w) for term, excluded, w in expression if not excluded and matches(rules, cards, term)]
    return overlap(held) if held else Fraction(0)


def members(rules: str, expression: Expression, overlap=max) -> dict[Hand, Fraction]:
    """Every hand of the deck that has some weight."""
    weights = {cards: weight(rules, cards, expression, overlap) for cards in all_scores(rules)}
    return {cards: w for cards, w in weights.items() if w}


def cuts(text: str) -> list[list[str]]:
    """Every way to cut card text such as ``KsKxx`` into exactly three tokens."""

    def every_cut(rest: str) -> list[list[str]]:
        if not rest:
            return [[]]
        found = [[rest[0], *tail] for tail in every_cut(rest[1:])]
        if len(rest) > 1 and rest[0] != "x" and rest[1] in "cdhsx":
            found += [[rest[:2], *tail] for tail in every_cut(rest[2:])]
        return found

    return [cut for cut in every_cut(text) if len(cut) == 3 and all(token[0] in "6789TJQKAx" for token in cut)]
