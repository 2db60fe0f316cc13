"""Who may win what: the pots at the end of a line, where some seats had too few chips to match the others."""

from __future__ import annotations

from collections.abc import Sequence

from svara_odds.solver.tree import Leaf, Pot

__all__ = ["settle"]


def settle(paid: Sequence[float], live: int, all_in: int, *, carried: float = 0.0, matched: bool = True) -> Leaf:
    """Part the money into pots.

    A seat that went all-in wins from each other seat no more than it paid itself. What a seat that is out has paid
    stays in the pots.

    Parameters
    ----------
    paid : sequence of float
        What each seat has put in.
    live : int
        Bit `i` is set where seat `i` is still in.
    all_in : int
        Live seats that have no chips left.
    carried : float
        What lay in the pot before.
    matched : bool
        Whether live seats match one another's bets, so that what nobody else could match goes back to its owner;
        else every payment is a price by itself, and comes back only where nobody was left to play for it.

    Returns
    -------
    Leaf
        The amounts of the pots add up to those paid and `carried`.

    Examples
    --------
    >>> settle([5.0, 2.0, 9.0, 9.0], 0b1110, 0b0010).pots  # seat 1 went all-in, seat 0 paid 5 before it folded
    [Pot(amount=8.0, seats=14), Pot(amount=17.0, seats=12)]
    >>> settle([3.0, 1.0], 0b01, 0b00)  # the bet that nobody called goes back
    Leaf(paid=[1.0, 1.0], pots=[Pot(amount=2.0, seats=1)])
    """
    paid = list(paid)
    if matched:
        second, most = sorted(paid)[-2:]
        if second < most and live >> paid.index(most) & 1:
            paid[paid.index(most)] = second
    all_in &= live
    if not all_in:
        return Leaf(paid, [Pot(sum(paid) + carried, live)])
    return _layers(paid, live, all_in, carried)


def _layers(paid: list[float], live: int, all_in: int, carried: float) -> Leaf:
    """One pot up to what each all-in seat has paid, and one of the rest."""
    pots: list[Pot] = []
    low = 0.0
    for high in sorted({amount for seat, amount in enumerate(paid) if all_in >> seat & 1}):
        amount = sum(min(each, high) - min(each, low) for each in paid) + (0 if pots else carried)
        short = sum(1 << seat for seat, each in enumerate(paid) if all_in >> seat & 1 and each < high)
        pots.append(Pot(amount, live & ~short))
        low = high
    over = [seat for seat, amount in enumerate(paid) if amount > low]
    rest = sum(paid[seat] - low for seat in over)
    free = live & ~all_in
    if free and free == sum(1 << seat for seat in over):
        if free & (free - 1):
            pots.append(Pot(rest, free))
        else:
            paid[over[0]] = low
    elif rest and free:
        pots.append(Pot(rest, free))
    elif rest:  # paid by seats that are out
        pots[-1] = Pot(pots[-1].amount + rest, pots[-1].seats)
    return Leaf(paid, pots)
