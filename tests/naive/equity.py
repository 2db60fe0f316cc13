"""Showdowns by dealing every deal there is, one player after the other.

A player is a list of hands (frozensets of card names), a dict from hands to weights, or None for any hand.
Outcomes are keyed by the sorted tuple of the seats that share the best score.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from fractions import Fraction
from itertools import combinations

Hand = frozenset[str]
ScoreOf = Callable[[Hand], int]
Winners = tuple[int, ...]


def deals(players: list, deck: Iterable[str], dead: Iterable[str] = ()) -> Iterator[tuple[Hand, ...]]:
    """Every way to give each player one of its hands so that no card is used twice."""
    left = frozenset(deck) - frozenset(dead)
    if not players:
        yield ()
        return
    first, *others = players
    hands = [frozenset(three) for three in combinations(sorted(left), 3)] if first is None else first
    for hand in hands:
        if hand <= left:
            for rest in deals(others, left - hand):
                yield (hand, *rest)


def winners(score_of: ScoreOf, deal: tuple[Hand, ...]) -> Winners:
    scores = [score_of(hand) for hand in deal]
    return tuple(seat for seat, points in enumerate(scores) if points == max(scores))


def brute(score_of: ScoreOf, players: list, deck: Iterable[str], dead: Iterable[str] = ()) -> Counter[Winners]:
    """Count the deals by their set of winners. A hand listed twice is counted twice."""
    return Counter(winners(score_of, deal) for deal in deals(players, deck, dead))


def brute_weighted(
    score_of: ScoreOf, players: list, deck: Iterable[str], dead: Iterable[str] = ()
) -> dict[Winners, Fraction]:
    """The same with a weight per hand; a deal weighs the product, and a player without weights weighs 1."""
    total: dict[Winners, Fraction] = {}
    for deal in deals(players, deck, dead):
        weight = Fraction(1)
        for player, hand in zip(players, deal, strict=True):
            if isinstance(player, dict):
                weight *= Fraction(player[hand])
        key = winners(score_of, deal)
        total[key] = total.get(key, Fraction(0)) + weight
    return {key: weight for key, weight in total.items() if weight}


def seat_summary(counts: dict[Winners, int | Fraction], seat: int) -> dict[str, int | Fraction]:
    """Win and svara as counted, and equity as a share of all deals, a tie of k giving 1/k."""
    everything = sum(counts.values())
    shares = sum(Fraction(n) / len(key) for key, n in counts.items() if seat in key)
    return {
        "win": counts.get((seat,), 0),
        "svara": sum(n for key, n in counts.items() if seat in key and len(key) > 1),
        "equity": Fraction(shares) / everything,
    }


def headsup_row(score_of: ScoreOf, hand: Hand, deck: Iterable[str], dead: Iterable[str] = ()) -> tuple[int, int, int]:
    """How many hands that one opponent may hold are below, tied with and above this hand."""
    below = tied = above = 0
    for three in combinations(set(deck) - set(dead) - hand, 3):
        other = score_of(frozenset(three))
        if other < score_of(hand):
            below += 1
        elif other == score_of(hand):
            tied += 1
        else:
            above += 1
    return below, tied, above
