"""The chain of svaras after svaras until somebody wins: an absorbing Markov chain, solved in fractions.

Every round is dealt from the whole deck, so nothing but the number of players in it matters for who wins, and all who
are in have the same prospects. All amounts are in pots at the beginning of the round.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple, TypeVar

from svara_odds.errors import DealError
from svara_odds.odds.svara.buyin import BuyIn, buy_in
from svara_odds.odds.svara.elimination import solve_exactly
from svara_odds.odds.svara.terms import Terms

__all__ = ["Prospects", "Round", "Sizes", "Table", "Tie", "prospects", "reachable", "rounds"]

# By number of players n, the probability of exactly k best hands, k = 0 … n (none of 0).
Sizes = Mapping[int, Sequence[Fraction]]
Key = TypeVar("Key", bound=Hashable)


@dataclass(frozen=True)
class Table:
    """Who may join the svaras that follow, and who does.

    Attributes
    ----------
    players : int
        Players at the table, in the round or not.
    joiners : int
        So many join each svara, or all who may if they are fewer; who they are and in which order is drawn by lot.
    terms : Terms
        What joining costs.
    showed_only : bool
        Whether only those may join who were in the round and lost, else anyone at the table.
    """

    players: int
    joiners: int
    terms: Terms
    showed_only: bool = False

    def after(self, players: int, tied: int) -> BuyIn:
        """What is paid after a round of so many players that so many tied for."""
        return buy_in(tied, min(self.joiners, self.may_join(players, tied)), self.terms)

    def may_join(self, players: int, tied: int) -> int:
        """How many may join after a round of so many players that so many tied for."""
        return (players if self.showed_only else self.players) - tied


class Tie(NamedTuple):
    """One way for a round to end without a winner: how likely it is, and what follows."""

    probability: Fraction
    buy_in: BuyIn


@dataclass(frozen=True)
class Prospects:
    """What lies ahead of a round, before its cards are dealt.

    Attributes
    ----------
    svara : Fraction
        Probability that the round is tied.
    growth : Fraction
        What a svara multiplies the pot by, on average over the svaras after this round; 1 where there is none.
    rounds : Fraction
        Expected number of rounds, this one included, until somebody wins.
    pot : Fraction or None
        Expected pot when it is won; None where the expectation is infinite.
    inside, outside : Fraction or None
        What a player in the round, and one at the table beside it, wins on average, less what he pays from now on;
        None where the pot has no expectation, and of an outsider where nobody is beside it.
    """

    svara: Fraction
    growth: Fraction
    rounds: Fraction
    pot: Fraction | None
    inside: Fraction | None
    outside: Fraction | None


class Round(NamedTuple):
    """One round of the chain.

    Attributes
    ----------
    number : int
        Counted from 1.
    played, won : Fraction
        Probabilities that the chain comes to it, and that it is won in it.
    players, pot : Fraction
        Expected numbers of players in it and of pots played for, if the chain comes to it; 0 if it never does.
    """

    number: int
    played: Fraction
    won: Fraction
    players: Fraction
    pot: Fraction


def reachable(players: int, table: Table, sizes: Sizes | None = None) -> tuple[int, ...]:
    """Numbers of players that a later round may have, the first round's own among them, ascending.

    With `sizes` only those that come about with some probability.
    """
    found: set[int] = set()
    waiting = {players}
    while waiting:
        here = waiting.pop()
        found.add(here)
        ties = (tied for tied in range(2, here + 1) if sizes is None or sizes[here][tied])
        waiting |= {table.after(here, tied).players for tied in ties} - found
    return tuple(sorted(found))


def prospects(players: int, table: Table, sizes: Sizes) -> dict[int, Prospects]:
    """What lies ahead of a round of each number of players that the chain may come to.

    Parameters
    ----------
    players : int
        Players in the first round, 2 or more.
    table : Table
        Who joins later svaras.
    sizes : Sizes
        How many tie, at least for the `reachable` numbers of players.

    Returns
    -------
    dict of int to Prospects

    Raises
    ------
    DealError
        If no round is ever won.

    Notes
    -----
    The expected pot solves ``f = won + A f`` with ``A`` not negative. It is finite just where the spectral radius of
    ``A`` is below 1, that is where ``x = 1 + A x`` has a solution that is nowhere below 1 (Berman and Plemmons,
    "Nonnegative Matrices in the Mathematical Sciences", chapter 6, on M-matrices): checked here in fractions.
    """
    states = reachable(players, table, sizes)
    ties = {here: _ties(here, table, sizes) for here in states}
    ones = dict.fromkeys(states, Fraction(1))
    chances = {here: _weights(ties[here], by_pot=False) for here in states}
    growths = {here: _weights(ties[here], by_pot=True) for here in states}
    length = _fixed_point(chances, ones)
    if length is None:
        raise DealError("no deal of these hands is ever won; the chain of svaras never ends")
    bounded = _fixed_point(growths, ones)
    finite = bounded is not None and min(bounded.values()) >= 1
    won = {here: sizes[here][1] for here in states}
    pots = _fixed_point(growths, won) if finite else None
    values = _values(table, ties, won) if finite else None
    return {
        here: Prospects(
            svara=sum(chances[here].values(), Fraction(0)),
            growth=_average_growth(ties[here]),
            rounds=length[here],
            pot=pots[here] if pots else None,
            inside=values[here, True] if values else None,
            outside=values[here, False] if values and here < table.players else None,
        )
        for here in states
    }


def rounds(players: int, table: Table, sizes: Sizes, *, n_rounds: int) -> list[Round]:
    """The first rounds of the chain, one by one.

    Parameters
    ----------
    players, table, sizes
        As for :func:`prospects`.
    n_rounds : int
        How many.
    """
    here = {players: (Fraction(1), Fraction(1))}  # probability, and the pot weighed with it
    told: list[Round] = []
    for number in range(1, n_rounds + 1):
        played = sum((chance for chance, _ in here.values()), Fraction(0))
        won = sum((chance * sizes[n][1] for n, (chance, _) in here.items()), Fraction(0))
        heads = sum((chance * n for n, (chance, _) in here.items()), Fraction(0))
        pots = sum((pot for _, pot in here.values()), Fraction(0))
        told.append(Round(number, played, won, heads / (played or 1), pots / (played or 1)))
        after: dict[int, tuple[Fraction, Fraction]] = {}
        for n, (chance, pot) in here.items():
            for tie in _ties(n, table, sizes):
                before = after.get(tie.buy_in.players, (Fraction(0), Fraction(0)))
                after[tie.buy_in.players] = (
                    before[0] + chance * tie.probability,
                    before[1] + pot * tie.probability * tie.buy_in.pot,
                )
        here = after
    return told


def _ties(players: int, table: Table, sizes: Sizes) -> list[Tie]:
    chances = sizes[players]
    return [Tie(chances[tied], table.after(players, tied)) for tied in range(2, players + 1) if chances[tied]]


def _weights(ties: Sequence[Tie], *, by_pot: bool) -> dict[int, Fraction]:
    """By number of players in the next round, the probability of it, times what the pot grows by if so asked."""
    weights: dict[int, Fraction] = {}
    for tie in ties:
        weight = tie.probability * tie.buy_in.pot if by_pot else tie.probability
        weights[tie.buy_in.players] = weights.get(tie.buy_in.players, Fraction(0)) + weight
    return weights


def _average_growth(ties: Sequence[Tie]) -> Fraction:
    chance = sum((tie.probability for tie in ties), Fraction(0))
    return sum((tie.probability * tie.buy_in.pot for tie in ties), Fraction(0)) / chance if chance else Fraction(1)


def _fixed_point(
    weights: Mapping[Key, Mapping[Key, Fraction]], constant: Mapping[Key, Fraction]
) -> dict[Key, Fraction] | None:
    """The only x with ``x[here] = constant[here] + sum of weights[here][there] * x[there]``, or None."""
    keys = list(weights)
    matrix = [[(here == there) - weights[here].get(there, Fraction(0)) for there in keys] for here in keys]
    solution = solve_exactly(matrix, [constant[here] for here in keys])
    return None if solution is None else dict(zip(keys, solution, strict=True))


def _values(
    table: Table, ties: Mapping[int, Sequence[Tie]], won: Mapping[int, Fraction]
) -> dict[tuple[int, bool], Fraction] | None:
    """What a player in a round of so many (True) and one beside it (False) owns, less all payments to come."""
    weights: dict[tuple[int, bool], dict[tuple[int, bool], Fraction]] = {}
    constant: dict[tuple[int, bool], Fraction] = {}
    for here, ways in ties.items():
        inside, outside = (here, True), (here, False)
        weights[inside], weights[outside] = {}, {}
        constant[inside], constant[outside] = won[here] * (1 - table.terms.rake) / here, Fraction(0)
        for chance, deal in ways:
            stays = chance * deal.tied / here
            constant[inside] -= stays * deal.tied_price
            _add(weights[inside], (deal.players, True), stays * deal.pot)
            losers = chance - stays
            able = table.may_join(here, deal.tied)
            joins = Fraction(len(deal.prices), able or 1)
            for seat, weight, may in ((inside, losers, True), (outside, chance, not table.showed_only)):
                chosen = weight * joins if may else Fraction(0)
                constant[seat] -= chosen * sum(deal.prices, Fraction(0)) / (len(deal.prices) or 1)
                _add(weights[seat], (deal.players, True), chosen * deal.pot)
                _add(weights[seat], (deal.players, False), (weight - chosen) * deal.pot)
    return _fixed_point(weights, constant)


def _add(weights: dict[tuple[int, bool], Fraction], key: tuple[int, bool], weight: Fraction) -> None:
    weights[key] = weights.get(key, Fraction(0)) + weight
