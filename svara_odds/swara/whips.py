"""How likely whips are, counted exactly: in dealt hands, after an exchange, and what one that wins is paid."""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from functools import cache
from math import comb, perm
from typing import NamedTuple

from svara_odds.errors import DealError
from svara_odds.rules.trickset import TrickRules

__all__ = ["WhipIncome", "chance_after", "suit_sizes", "whip_distribution", "whip_income"]


def suit_sizes(rules: TrickRules, seen: Iterable[int] = ()) -> tuple[int, ...]:
    """Cards of each suit that are not among those seen, in the order clubs, diamonds, hearts, spades."""
    counts = Counter(rules.suits)
    counts.subtract(rules.suits[card] for card in seen)
    return tuple(counts[suit] for suit in range(4))


def whip_distribution(sizes: Sequence[int], n_players: int) -> tuple[Fraction, ...]:
    """Chances that 0, 1, ... of so many random hands are whips.

    By inclusion and exclusion: the number of ways to choose k hands that all are whips, whatever the others hold.

    Parameters
    ----------
    sizes : sequence of int
        Cards of each suit that the hands are dealt from.
    n_players : int
        Hands, at most as many as the cards allow.

    Returns
    -------
    tuple of Fraction
        Length n_players + 1, adding up to 1.

    Raises
    ------
    DealError
        If so many hands cannot be dealt.

    Examples
    --------
    >>> whip_distribution((8, 8, 8, 8), 1)[1] == Fraction(224, 4960)
    True
    """
    cards = sum(sizes)
    if not 1 <= n_players <= cards // 3:
        raise DealError(f"players: {n_players}; {cards} cards are enough for 1 to {cards // 3}")
    ways = _whip_ways(tuple(sizes), n_players)
    # Mean number of sets of k hands that all are whips.
    means = [Fraction(comb(n_players, k) * ways[k] * 6**k, perm(cards, 3 * k)) for k in range(n_players + 1)]
    return tuple(
        sum((Fraction((-1) ** (k - w) * comb(k, w)) * means[k] for k in range(w, n_players + 1)), Fraction(0))
        for w in range(n_players + 1)
    )


@cache
def _whip_ways(sizes: tuple[int, ...], most: int) -> tuple[int, ...]:
    """In how many ways 0, 1, ... hands in a row can all be whips."""
    ways = [1] + [0] * most
    for size in sizes:
        ways = [
            sum(comb(k, here) * ways[k - here] * perm(size, 3 * here) // 6**here for here in range(k + 1))
            for k in range(most + 1)
        ]
    return tuple(ways)


def chance_after(rules: TrickRules, hand: Sequence[int], thrown: Sequence[int], turn_up: int) -> Fraction:
    """Chance that a hand is a whip once it has thrown these of its cards away and drawn as many.

    Parameters
    ----------
    rules : TrickRules
    hand : sequence of int
        The three cards before.
    thrown : sequence of int
        Those of them that are thrown away; none is one of the cards drawn.
    turn_up : int
        The card turned up.

    Examples
    --------
    >>> from svara_odds.rules.catalog import load_trick_rules
    >>> rules = load_trick_rules()
    >>> ace, king, seven, nine = (rules.deck.position(name) for name in ("Ah", "Kh", "7c", "9d"))
    >>> chance_after(rules, (ace, king, seven), [seven], nine)
    Fraction(3, 14)
    """
    sizes, drawn = suit_sizes(rules, (*hand, turn_up)), len(thrown)
    suits = {rules.suits[card] for card in hand if card not in thrown}
    if len(suits) > 1:
        return Fraction(0)
    return Fraction(sum(comb(sizes[suit], drawn) for suit in suits or range(4)), comb(sum(sizes), drawn))


class WhipIncome(NamedTuple):
    """What a whip can hope for, all opponents playing the cards they were dealt.

    Attributes
    ----------
    wins : Fraction
        Chance that no opponent's whip goes before it.
    payment : Fraction
        Mean points of a card that an opponent draws, given that the whip wins.
    payers : int
        Opponents who can draw a card.
    """

    wins: Fraction
    payment: Fraction
    payers: int

    @property
    def income(self) -> Fraction:
        """Mean points that all opponents together pay where the whip wins."""
        return self.payers * self.payment


def whip_income(rules: TrickRules, hand: Sequence[int], turn_up: int, n_players: int, *, seat: int) -> WhipIncome:
    """What a whip can hope for, exactly.

    Every card that is drawn is as likely to be any of the stock, be it drawn from there or shuffled in again, so the
    mean of one draw is that of the stock. The winner's own cards and the one turned up are not in it, and that the
    whip wins says something of what the opponents do not hold.

    Parameters
    ----------
    rules : TrickRules
    hand : sequence of int
        Three cards of one suit.
    turn_up : int
    n_players : int
    seat : int
        Seat of the whip: of equal whips the first wins.
    """
    unseen = [card for card in range(rules.deck.n_cards) if card not in hand and card != turn_up]
    trump = rules.suits[turn_up]
    wins = _unbeaten(rules, hand, unseen, trump, n_players, seat)
    points = Fraction(0)
    total = 0
    for card in unseen:
        # Deals in which this card stays in the stock.
        left = [other for other in unseen if other != card]
        deals = _unbeaten(rules, hand, left, trump, n_players, seat)
        points += deals * rules.whip_points[card]
        total += deals
    stock = len(unseen) - 3 * (n_players - 1)
    payers = min(stock, n_players - 1) if rules.game.reshuffle == "never" else n_players - 1
    dealt = perm(len(unseen), 3 * (n_players - 1)) // 6 ** (n_players - 1)
    return WhipIncome(Fraction(wins, dealt), points / total, payers)


def _unbeaten(
    rules: TrickRules, hand: Sequence[int], unseen: Sequence[int], trump: int, n_players: int, seat: int
) -> int:
    """Deals of hands from the unseen cards to the other seats in which none goes before the whip `hand`."""
    own = rules.whip_rank(hand, trump)
    ways: Mapping[tuple[int, int], int] = {(0, 0): 1}
    for suit in range(4):
        held = tuple(card for card in unseen if rules.suits[card] == suit)
        ways = _joined(ways, _better_ways(rules, held, own, trump))
    before, after = seat, n_players - 1 - seat
    total = 0
    for (i, j), number in ways.items():
        if i > before or j > after:
            continue
        others = n_players - 1 - i - j
        free = perm(len(unseen) - 3 * (i + j), 3 * others) // 6**others
        total += (-1) ** (i + j) * comb(before, i) * comb(after, j) * number * free
    return total


@cache
def _better_ways(
    rules: TrickRules, held: tuple[int, ...], own: tuple[int, ...], trump: int
) -> Mapping[tuple[int, int], int]:
    """Ways to give i seats before and j seats after whips of the cards of one suit that go before `own`."""
    ways: Counter[tuple[int, int]] = Counter({(0, 0): 1})

    def give(left: tuple[int, ...], i: int, j: int) -> None:
        # Those before first, then those after; each way once.
        for whip in itertools.combinations(left, 3):
            rank = rules.whip_rank(whip, trump)
            rest = tuple(card for card in left if card not in whip)
            if rank >= own and not j:
                ways[i + 1, 0] += 1
                give(rest, i + 1, 0)
            if rank > own:
                ways[i, j + 1] += 1
                give(rest, i, j + 1)

    give(held, 0, 0)
    return ways


def _joined(one: Mapping[tuple[int, int], int], other: Mapping[tuple[int, int], int]) -> Mapping[tuple[int, int], int]:
    """Ways in two suits together: which of the seats have theirs in the one suit is free."""
    ways: Counter[tuple[int, int]] = Counter()
    for (i, j), number in one.items():
        for (k, m), more in other.items():
            ways[i + k, j + m] += comb(i + k, i) * comb(j + m, j) * number * more
    return ways
