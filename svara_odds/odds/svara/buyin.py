"""Buying into one svara, in closed form: all hands are dealt anew, so all who are in own the same share of the pot."""

from __future__ import annotations

from fractions import Fraction
from typing import NamedTuple

from svara_odds.odds.svara.terms import Terms

__all__ = ["BuyIn", "buy_in", "fair_share", "tied_shares"]


class BuyIn(NamedTuple):
    """What is paid for a svara, in pots at the tie.

    Attributes
    ----------
    tied : int
        Hands that tied.
    prices : tuple of Fraction
        What each joiner pays, in order of joining.
    tied_price : Fraction
        What each tied hand pays; 0 where they are in for free.
    pot : Fraction
        The pot once everyone has paid.
    """

    tied: int
    prices: tuple[Fraction, ...]
    tied_price: Fraction
    pot: Fraction

    @property
    def players(self) -> int:
        """How many are in."""
        return self.tied + len(self.prices)

    def owned(self, rake: Fraction) -> Fraction:
        """What each of them then owns, if nobody joins a later svara."""
        return (1 - rake) * self.pot / self.players


def buy_in(tied: int, joiners: int, terms: Terms) -> BuyIn:
    """Who pays what when so many join a svara of `tied` hands.

    Parameters
    ----------
    tied, joiners : int
        Hands that tied, and players who join them.
    terms : Terms

    Returns
    -------
    BuyIn

    Notes
    -----
    Where the tied pay too, they pay the price of the pot at the tie, and a running price counts what they paid.

    Examples
    --------
    >>> buy_in(2, 2, Terms("P/2", running=True)).prices
    (Fraction(1, 2), Fraction(3, 4))
    """
    share = terms.share(tied)
    tied_price = share if terms.tied_pay else Fraction(0)
    pot = 1 + tied * tied_price
    prices: list[Fraction] = []
    for _ in range(joiners):
        prices.append(share * pot if terms.running else share)
        pot += prices[-1]
    return BuyIn(tied, tuple(prices), tied_price, pot)


def fair_share(tied: int, joiners: int, terms: Terms) -> Fraction | None:
    """The price, in pots at the tie, at which joining is worth exactly nothing if every joiner pays it.

    It solves ``(1 - rake) * (1 + payers * price) / (tied + joiners) = price``, where the payers are the joiners, and
    the tied too if they pay; of nobody who joins, it is the price for one.

    Returns
    -------
    Fraction or None
        None where no price is too dear: the tied pay as much, and the house keeps nothing.

    Examples
    --------
    >>> fair_share(3, 2, Terms()), fair_share(2, 1, Terms(rake=Fraction(1, 10)))
    (Fraction(1, 3), Fraction(3, 7))
    """
    joiners = max(joiners, 1)
    kept = 1 - terms.rake
    payers = joiners + (tied if terms.tied_pay else 0)
    rest = tied + joiners - kept * payers
    return kept / rest if rest else None


def tied_shares(winners: int, n_players: int, *, rake: Fraction = Fraction(0)) -> tuple[Fraction, ...]:
    """What each seat owns of a pot that some of them tied for, if nobody joins.

    Parameters
    ----------
    winners : int
        The tied seats as bits, one or more.
    n_players : int
        Number of seats.
    rake : Fraction
        Share that the house keeps when the pot is won.

    Returns
    -------
    tuple of Fraction
        By seat, in pots.

    Examples
    --------
    >>> tied_shares(0b101, 3)
    (Fraction(1, 2), Fraction(0, 1), Fraction(1, 2))
    """
    each = (1 - rake) / winners.bit_count()
    return tuple(each if winners >> seat & 1 else Fraction(0) for seat in range(n_players))
