"""A slow reading of the whole rule vocabulary, for decks and rules that no text has.

It takes the file as plain dictionaries and cards as names, and tries every way in which the cards of a hand
may serve: each joker either adds its points, or stands for a card, or is the card that it is.
"""

from fractions import Fraction
from itertools import chain, combinations

RANKS = "23456789TJQKA"


def cards_of(deck):
    full = [rank + suit for rank in deck.get("ranks", "") for suit in deck.get("suits", "cdhs")]
    kept = [card for card in full if card not in deck.get("without", [])]
    return sorted([*kept, *deck.get("extra", []), *deck.get("cards", [])], key=lambda c: (RANKS.index(c[0]), c[1]))


def card_worth(scoring, card):
    points = scoring["points"]
    return Fraction(points[card] if card in points else points[card[0]])


def subsets(cards):
    return chain.from_iterable(combinations(cards, size) for size in range(len(cards) + 1))


def natural(scoring, cards):
    """What the cards make as the cards that they are."""
    best = Fraction(0)
    for some in subsets(cards):
        if len({card[1] for card in some}) <= 1 and (len(some) <= 1 or scoring.get("suit_sum", True)):
            best = max(best, sum((card_worth(scoring, card) for card in some), Fraction(0)))
        if len(some) >= 2 and len({card[0] for card in some}) == 1:
            if len(some) == 2:
                best = max(best, Fraction(scoring.get("pairs", {}).get(some[0][0], 0)))
            elif some[0][0] in scoring.get("triples", {}):
                best = max(best, triple(scoring, some))
    return best


def triple(scoring, held):
    """Points of three of the rank of `held`; in a sum the cards that are stood for count as the dearest of them."""
    set_points = scoring["triples"][held[0][0]]
    if set_points != "sum":
        return Fraction(set_points)
    worths = [card_worth(scoring, card) for card in held]
    return sum(worths) + (3 - len(held)) * max(worths)


def standing_in(scoring, cards, jokers):
    """What the cards make where some of them stand for a missing card."""
    best = Fraction(0)
    for wild in subsets([card for card in cards if card in jokers]):
        held = [card for card in cards if card not in wild]
        # A joker of the rank itself is the card that it is: no card is missing that it could stand for.
        for rank in {card[0] for card in held} - {card[0] for card in wild}:
            alike = [card for card in held if card[0] == rank]
            if wild and rank in scoring.get("pairs", {}):
                best = max(best, Fraction(scoring["pairs"][rank]))
            if wild and len(alike) + len(wild) == 3 and rank in scoring.get("triples", {}):
                best = max(best, triple(scoring, alike))
    return best


def points(scoring, hand):
    """What a hand is worth."""
    jokers = scoring.get("jokers", {})
    mode = scoring.get("joker_mode", "add")
    best = Fraction(0)
    for adding in subsets([card for card in hand if card in jokers]):
        rest = [card for card in hand if card not in adding]
        added = sum((Fraction(jokers[card]) for card in adding), Fraction(0))
        made = natural(scoring, rest)
        if mode == "wild":
            made = max(made, standing_in(scoring, rest, jokers))
        best = max(best, added + made)
        if mode == "join" and len(adding) == 1:
            one, other = rest
            if one[0] == other[0] != adding[0][0] and one[0] in scoring.get("triples", {}):
                best = max(best, added + card_worth(scoring, one) + card_worth(scoring, other))
    return best
