"""Svaras played to their end: with cards from a shuffled deck, or over every set of winners. Nothing is solved here.

Seats are 0 … players - 1; the first `tied` of them tied for a pot of 1, the next `joiners` join them, in this order.
A price is a function of the number of tied hands. All that a player pays goes into the pot, and the winner of a round
takes it but for the rake.
"""

from collections.abc import Callable, Iterable, Iterator
from fractions import Fraction
from functools import cache
from itertools import permutations
from math import perm
from random import Random
from typing import Any, NamedTuple

from tests.naive.equity import ScoreOf, brute


class House(NamedTuple):
    """How a table plays its svaras; `later` join each later one, or all who may if they are fewer."""

    players: int
    tied: int
    joiners: int
    later: int
    price: Callable[[int], Any]
    running: bool = False
    tied_pay: bool = False
    rake: Any = 0
    showed_only: bool = False


def collect(house: House, tied: Iterable[int], joiners: Iterable[int], pot: Any) -> tuple[dict[int, Any], Any]:
    """Who pays what for a svara, one payment after the other, and the pot then."""
    tied = sorted(tied)
    share, at_the_tie, paid = house.price(len(tied)), pot, {}
    for seat in tied if house.tied_pay else []:
        paid[seat] = share * at_the_tie
        pot += paid[seat]
    for seat in joiners:
        paid[seat] = share * (pot if house.running else at_the_tie)
        pot += paid[seat]
    return paid, pot


def allowed(house: House, inside: Iterable[int], tied: Iterable[int]) -> list[int]:
    """Seats that may join after a round."""
    return sorted(set(inside if house.showed_only else range(house.players)) - set(tied))


# --- with cards --------------------------------------------------------------------------------------------------


def play_out(house: House, score: ScoreOf, deck: list[str], random: Random) -> tuple[list[float], int, float]:
    """One chain from the tie to its end: what each seat won less what it paid, the rounds, and the pot won."""
    money = [0.0] * house.players
    tied, joiners = list(range(house.tied)), list(range(house.tied, house.tied + house.joiners))
    pot, n_rounds = 1.0, 0
    while True:
        paid, pot = collect(house, tied, joiners, pot)
        for seat, amount in paid.items():
            money[seat] -= amount
        inside = tied + joiners
        cards = random.sample(deck, 3 * len(inside))
        points = {seat: score(frozenset(cards[3 * place : 3 * place + 3])) for place, seat in enumerate(inside)}
        n_rounds += 1
        tied = [seat for seat in inside if points[seat] == max(points.values())]
        if len(tied) == 1:
            money[tied[0]] += pot * (1 - house.rake)
            return money, n_rounds, pot
        may = allowed(house, inside, tied)
        joiners = random.sample(may, min(house.later, len(may)))


def simulate(
    house: House, score: ScoreOf, deck: list[str], *, chains: int, seed: int
) -> dict[str, tuple[float, float]]:
    """Means and their standard errors: of what each seat wins, of the rounds, and of the pot."""
    random = Random(seed)
    sums: dict[str, list[float]] = {}
    for _ in range(chains):
        money, n_rounds, pot = play_out(house, score, deck, random)
        seats = ((f"seat {seat}", won) for seat, won in enumerate(money))
        for key, value in [*seats, ("rounds", n_rounds), ("pot", pot)]:
            total = sums.setdefault(key, [0.0, 0.0])
            total[0] += value
            total[1] += value * value
    answer = {}
    for key, (first, second) in sums.items():
        mean = first / chains
        answer[key] = mean, ((second / chains - mean * mean) / (chains - 1)) ** 0.5
    return answer


# --- over every set of winners -----------------------------------------------------------------------------------


@cache
def winner_sets(score: ScoreOf, deck: tuple[str, ...], players: int) -> dict[tuple[int, ...], Fraction]:
    """Every set of seats that may be best among so many random hands, and how likely it is."""
    counts = brute(score, [None] * players, deck)
    return {places: Fraction(count, counts.total()) for places, count in counts.items()}


def follow(house: House, score: ScoreOf, deck: list[str], *, n_rounds: int) -> tuple[list[dict[str, Any]], list[Any]]:
    """So many rounds of the chain, by who is in them: every deal of every round is counted.

    Returns what is known of each round (``played``, ``won``, and the means of ``players`` and ``pot`` weighed with the
    probability that it is played), and what each seat has won net of its payments by then.
    """
    money = [Fraction(0)] * house.players
    here: dict[frozenset[int], list[Fraction]] = {}  # who is in: probability, and the pot weighed with it
    _enter(house, here, money, frozenset(range(house.tied)), range(house.tied, house.tied + house.joiners), 1, 1)
    told = []
    for _ in range(n_rounds):
        row = {
            "played": sum(chance for chance, _ in here.values()),
            "won": Fraction(0),
            "players": sum(chance * len(inside) for inside, (chance, _) in here.items()),
            "pot": sum(pot for _, pot in here.values()),
        }
        after: dict[frozenset[int], list[Fraction]] = {}
        for inside, (chance, pot) in here.items():
            seats = sorted(inside)
            for places, share in winner_sets(score, tuple(deck), len(seats)).items():
                tied = frozenset(seats[place] for place in places)
                if len(tied) == 1:
                    row["won"] += chance * share
                    money[min(tied)] += pot * share * (1 - house.rake)
                    continue
                for joiners, part in _orders(allowed(house, inside, tied), house.later):
                    _enter(house, after, money, tied, joiners, chance * share * part, pot * share * part)
        told.append(row)
        here = after
    return told, money


def _orders(may: list[int], later: int) -> Iterator[tuple[tuple[int, ...], Fraction]]:
    """Every sequence of joiners, each as likely as any other."""
    number = min(later, len(may))
    for joiners in permutations(may, number):
        yield joiners, Fraction(1, perm(len(may), number))


def _enter(house, table, money, tied, joiners, chance, pot):
    """Collect the payments of all deals that come to this svara at once."""
    paid, grown = collect(house, tied, joiners, Fraction(pot))
    for seat, amount in paid.items():
        money[seat] -= amount
    row = table.setdefault(tied | frozenset(joiners), [Fraction(0), Fraction(0)])
    row[0] += Fraction(chance)
    row[1] += grown


# --- sizes, straight from the cards --------------------------------------------------------------------------------


def sizes(score: ScoreOf, deck: list[str], players: int) -> list[Fraction]:
    """Probability that exactly k of so many random hands are best, k = 0 … players."""
    sets = winner_sets(score, tuple(deck), players)
    return [sum((p for key, p in sets.items() if len(key) == k), Fraction(0)) for k in range(players + 1)]


# --- joining in turn -----------------------------------------------------------------------------------------------


def all_outcomes(pay: Callable[[tuple[bool, ...]], list[Any]], outsiders: int, past: tuple[bool, ...] = ()) -> set:
    """Every line of play, as who joined, that some choice of best replies at every place leads to.

    `pay` gives what each outsider gets once all have decided.
    """
    if len(past) == outsiders:
        return {past}
    lines = set()
    answers = {choice: all_outcomes(pay, outsiders, (*past, choice)) for choice in (True, False)}
    for mine, other in ((True, False), (False, True)):
        for line in answers[mine]:
            if any(pay(line)[len(past)] >= pay(instead)[len(past)] for instead in answers[other]):
                lines.add(line)
    return lines
