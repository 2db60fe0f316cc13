"""Outsiders who decide one after the other whether to join a svara: a game of its own, solved from its end."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple

from svara_odds.odds.svara.buyin import buy_in
from svara_odds.odds.svara.terms import Terms

__all__ = ["Decision", "Joining", "joining_game"]


class Decision(NamedTuple):
    """What one outsider faces, in pots at the tie.

    Attributes
    ----------
    joined_before : int
        Outsiders who joined before.
    price : Fraction
        What joining costs.
    join, stay_out : Fraction
        What either is worth, net of the price, when all who come after play their best.
    joins : bool
        What this outsider does.
    """

    joined_before: int
    price: Fraction
    join: Fraction
    stay_out: Fraction
    joins: bool

    @property
    def indifferent(self) -> bool:
        """Whether both are worth the same."""
        return self.join == self.stay_out


@dataclass(frozen=True)
class Joining:
    """How the game is played.

    Attributes
    ----------
    decisions : tuple of Decision
        Along the line that is played, in the order of the outsiders.
    possible : tuple of int
        Every number of joiners that some subgame-perfect play leads to: more than one only where somebody is
        indifferent on the way.
    """

    decisions: tuple[Decision, ...]
    possible: tuple[int, ...]

    @property
    def joiners(self) -> int:
        """How many join."""
        return sum(decision.joins for decision in self.decisions)


def joining_game(
    tied: int,
    outsiders: int,
    terms: Terms,
    values: Mapping[int, tuple[Fraction, Fraction | None]],
    *,
    join_if_equal: bool = False,
) -> Joining:
    """Solve the game by backward induction; every outsider sees what those before did.

    Parameters
    ----------
    tied, outsiders : int
        Hands that tied, and players who decide in turn.
    terms : Terms
    values : mapping of int to (inside, outside)
        What a round of `tied` up to `tied` + `outsiders` players is worth, in pots, to one in it and one beside it.
    join_if_equal : bool
        What an indifferent outsider does.

    Returns
    -------
    Joining

    Notes
    -----
    What matters of the past is how many have joined, so that there are about outsiders² / 2 places to decide at.
    `possible` is found without a rule for indifference: in a place where neither choice is worse, whatever may
    follow either of them may follow.
    """
    prices = buy_in(tied, outsiders, terms).prices
    pots = [buy_in(tied, joiners, terms).pot for joiners in range(outsiders + 1)]

    def inside(place: int, joiners: int) -> Fraction:
        return pots[joiners] * values[tied + joiners][0] - prices[place]

    def outside(joiners: int) -> Fraction:
        value = values[tied + joiners][1]
        assert value is not None  # while somebody stays out, somebody is beside the round
        return pots[joiners] * value

    played: list[list[int]] = [list(range(outsiders + 1))]  # by outsider from the last, and number who joined before
    possible: list[set[int]] = [{joiners} for joiners in range(outsiders + 1)]
    for remaining in range(1, outsiders + 1):
        after, before = played[-1], range(outsiders - remaining + 1)
        played.append(
            [_choose(inside(j, after[j + 1]), outside(after[j]), after[j + 1], after[j], join_if_equal) for j in before]
        )
        possible = [_all_ways(j, possible[j + 1], possible[j], inside, outside) for j in before]
    decisions: list[Decision] = []
    joined = 0
    for after in reversed(played[:-1]):
        join, stay_out = inside(joined, after[joined + 1]), outside(after[joined])
        joins = join > stay_out or (join == stay_out and join_if_equal)
        decisions.append(Decision(joined, prices[joined], join, stay_out, joins))
        joined += joins
    return Joining(tuple(decisions), tuple(sorted(possible[0])))


def _choose(join: Fraction, stay_out: Fraction, with_me: int, without_me: int, join_if_equal: bool) -> int:
    """How many join in the end when the outsider in turn does the better thing."""
    return with_me if join > stay_out or (join == stay_out and join_if_equal) else without_me


def _all_ways(
    joined: int,
    with_me: set[int],
    without_me: set[int],
    inside: Callable[[int, int], Fraction],
    outside: Callable[[int], Fraction],
) -> set[int]:
    """Numbers who may have joined in the end, over all choices of the outsider in turn that nothing betters.

    A later player may answer either choice in any way that is possible there, which decides what this one compares.
    """
    join, stay_out = {end: inside(joined, end) for end in with_me}, {end: outside(end) for end in without_me}
    joined_at = {end for end, value in join.items() if value >= min(stay_out.values())}
    return joined_at | {end for end, value in stay_out.items() if value >= min(join.values())}
