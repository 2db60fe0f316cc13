"""What playing, passing and each exchange are worth before the first trick.

Deals are carried through the choices of all seats to a whip or to three tricks, which are played with open cards, each
seat doing the best for itself. All values count from the choice on: the stake is in the pot and gone.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import combinations
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from svara_odds.cards.hands import all_hands
from svara_odds.errors import DealError
from svara_odds.jobs.blocks import Block
from svara_odds.jobs.sums import Arrays, add_up
from svara_odds.rules.trickset import TrickRules
from svara_odds.swara.objective import check_players, checked_pot
from svara_odds.swara.policies import PASS, PLAY, legal_codes, thrown_cards
from svara_odds.swara.tally import ENDS, Tally
from svara_odds.swara.whips import chance_after

if TYPE_CHECKING:
    from svara_odds.jobs.keeper import Keeper
    from svara_odds.swara._kernels_choice import Reached

__all__ = ["Spot", "all_orders", "block_orders", "tally_actions", "tally_block", "tally_sample"]

BLOCK_SIZE = 2_048  # part of what makes a sample: another size deals other hands
NO_WHIP = 255
RESHUFFLE = {"never": 0, "whip": 1, "always": 2}


@dataclass(frozen=True, eq=False)
class Spot:
    """A hand in its seat before play.

    Attributes
    ----------
    rules : TrickRules
    hand : tuple of int
        Three cards, ascending.
    turn_up : int
        The card turned up.
    n_players : int
        2 to 6.
    seat : int
    codes : ndarray
        What each seat does with each hand, as :func:`svara_odds.swara.policies.seat_codes` gives it: uint8, shape
        (players, hands).
    pot : float
        What lies in the pot.
    """

    rules: TrickRules
    hand: tuple[int, ...]
    turn_up: int
    n_players: int
    seat: int
    codes: NDArray[np.uint8]
    pot: float

    def __post_init__(self) -> None:
        check_players(self.rules, self.n_players)
        if not 0 <= self.seat < self.n_players:
            raise DealError(f"seat: {self.seat}; of {self.n_players} players it is 0 to {self.n_players - 1}")
        if self.rules.game.exchanges > 1:
            raise DealError(f"rules: {self.rules.game.exchanges} exchanges; the value of play is known for one at most")
        if self.turn_up in self.hand:
            raise DealError(f"trump: {self.rules.deck.cards[self.turn_up]} is in the hand; the card turned up is not")
        checked_pot(self.pot)

    @property
    def trump(self) -> int:
        """The trump suit, 0 to 3."""
        return self.rules.suits[self.turn_up]

    @property
    def actions(self) -> tuple[int, ...]:
        """Codes of what the seat may do."""
        return legal_codes(self.rules, self.n_players, self.seat)

    @property
    def is_countable(self) -> bool:
        """Whether every deal can be counted: one opponent, and nobody draws from the stock."""
        return self.n_players == 2 and max(self.actions) <= PLAY and int(self.codes[1 - self.seat].max()) <= PLAY

    @property
    def stock_lasts(self) -> bool:
        """Whether the stock is long enough for every exchange up to the seat's own, so that its draws are any cards."""
        drawing = sum(max(legal_codes(self.rules, self.n_players, seat)) > PLAY for seat in range(self.seat + 1))
        stock = self.rules.deck.n_cards - 1 - 3 * self.n_players
        return drawing * self.rules.game.exchange_cards <= stock

    def whip_chance(self, action: int) -> Fraction:
        """Chance that the hand is a whip once it has done so; one that passes shows none."""
        if action == PASS:
            return Fraction(0)
        return chance_after(self.rules, self.hand, thrown_cards(self.hand, action), self.turn_up)

    def known_whips(self, actions: Sequence[int]) -> NDArray[np.float64]:
        """Those chances of several actions where they are known before anyone draws, else nan: shape (actions,)."""
        return np.array([self.whip_chance(action) if self.stock_lasts else math.nan for action in actions], np.float64)

    @property
    def unseen(self) -> NDArray[np.uint8]:
        """Cards that are neither in the hand nor turned up: uint8, ascending."""
        seen = {*self.hand, self.turn_up}
        return np.array([card for card in range(self.rules.deck.n_cards) if card not in seen], dtype=np.uint8)


def block_orders(spot: Spot, block: Block) -> tuple[NDArray[np.uint8], NDArray[np.uint64]]:
    """Shuffled unseen cards, and a random number, for each deal of a block."""
    generator = np.random.Generator(np.random.PCG64(block.sequence()))
    orders = generator.permuted(np.tile(spot.unseen, (block.deals, 1)), axis=1)
    return orders, generator.integers(0, 2**64, size=block.deals, dtype=np.uint64)


def all_orders(spot: Spot) -> tuple[NDArray[np.uint8], NDArray[np.uint64]]:
    """Every hand of the only opponent; of the stock behind it no card is drawn but for a whip, whatever its order."""
    unseen = spot.unseen.tolist()
    orders = []
    for hand in combinations(unseen, 3):
        orders.append([*hand, *(card for card in unseen if card not in hand)])
    return np.array(orders, dtype=np.uint8), np.zeros(len(orders), dtype=np.uint64)


def tally_block(spot: Spot, actions: Sequence[int], block: Block) -> Tally:
    """Carry the deals of a block through every action."""
    return tally_actions(spot, actions, *block_orders(spot, block))


def tally_sample(spot: Spot, deals: int, keeper: Keeper, **work: Any) -> Tally:
    """Carry a sample of deals through every action, in blocks; `work` is said where :func:`add_up` has it."""
    several = 2 * len(spot.actions)
    nothing = {
        "sums": np.zeros(several),
        "products": np.zeros((several, several)),
        "ends": np.zeros((len(spot.actions), len(ENDS)), dtype=np.int64),
    }
    found = add_up(_Sample(spot), deals, nothing, keeper, block_size=BLOCK_SIZE, **work)
    return Tally(deals, spot.known_whips(spot.actions), **found)


@dataclass(frozen=True, eq=False)
class _Sample:
    """Carries the deals of a block through every action."""

    spot: Spot

    def __call__(self, block: Block) -> Arrays:
        return tally_block(self.spot, self.spot.actions, block).arrays


def tally_actions(spot: Spot, actions: Sequence[int], orders: NDArray[np.uint8], spare: NDArray[np.uint64]) -> Tally:
    """Carry the same deals through every action.

    Parameters
    ----------
    spot : Spot
    actions : sequence of int
        Codes, of :attr:`Spot.actions`.
    orders : ndarray
        uint8, shape (deals, unseen): three cards for each other seat in turn, then the stock.
    spare : ndarray
        uint64, shape (deals,): random numbers, used where discards are shuffled in.
    """
    deals = len(orders)
    reached = _reach(spot, actions, orders, spare)  # the deals of one action behind those of another
    values, how = _values(spot, reached)
    both = np.concatenate([values, _holds_whip(spot, reached)]).reshape(-1, deals)
    ends = [np.bincount(each, minlength=len(ENDS)) for each in how.reshape(-1, deals)]
    return Tally(deals, spot.known_whips(actions), both.sum(axis=1), both @ both.T, np.array(ends))


def _holds_whip(spot: Spot, reached: Reached) -> NDArray[np.bool_]:
    """In which deals the seat plays a whip."""
    suits = np.array(spot.rules.suits)[reached.hands[:, spot.seat]]
    whips: NDArray[np.bool_] = (suits == suits[:, :1]).all(axis=1) & (reached.plays[:, spot.seat] == 1)
    return whips


def _values(spot: Spot, reached: Reached) -> tuple[NDArray[np.float64], NDArray[np.int64]]:
    """What one action is worth in each deal, and how the deal ends for the seat, as a place in `ENDS`."""
    values = np.full(len(reached.whip), spot.pot / spot.n_players)  # the share in a pot that stays
    ends = np.where(reached.plays[:, spot.seat] == 1, ENDS.index("none"), ENDS.index("out"))
    _settle_whips(spot, reached, values, ends)
    players = reached.plays.sum(axis=1)
    alone = (players == 1) & (reached.plays[:, spot.seat] == 1)
    values[alone] = spot.pot
    values[(players == 1) & ~alone] = 0.0
    ends[alone] = ENDS.index("sweep")
    for count in range(2, spot.n_players + 1):
        chosen = np.flatnonzero((players == count) & (reached.whip == NO_WHIP))
        if len(chosen):
            values[chosen], ends[chosen] = _trick_values(spot, reached, chosen, count, ends[chosen])
    return values, ends


def _reach(spot: Spot, actions: Sequence[int], orders: NDArray[np.uint8], spare: NDArray[np.uint64]) -> Reached:
    from svara_odds.swara._kernels_choice import Reached, Seats, choose_and_show

    game = spot.rules.game
    deals, n = len(orders), spot.n_players
    total = len(actions) * deals
    reached = Reached(
        hands=np.empty((total, n, 3), dtype=np.uint8),
        plays=np.empty((total, n), dtype=np.uint8),
        whip=np.empty(total, dtype=np.uint8),
        paid=np.empty(total),
    )
    seats = Seats(
        hero=spot.seat,
        cards=np.array(spot.hand, dtype=np.uint8),
        action=PLAY,
        codes=spot.codes,
        whips=whip_worth(spot.rules, spot.trump),
        points=np.array(spot.rules.whip_points, dtype=np.int64),
        reshuffle=RESHUFFLE[game.reshuffle],
        aside=game.passed_hands == "aside",
        kept_out=game.drawn_cards == "discard",
    )
    for place, action in enumerate(actions):
        part = slice(place * deals, (place + 1) * deals)
        view = Reached(reached.hands[part], reached.plays[part], reached.whip[part], reached.paid[part])
        choose_and_show(orders, spare, seats._replace(action=action), view)
    return reached


def _settle_whips(spot: Spot, reached: Reached, values: NDArray[np.float64], ends: NDArray[np.int64]) -> None:
    """Write what a whip brings the seat, or costs it, where one wins."""
    game = spot.rules.game
    shown = reached.whip != NO_WHIP
    own = reached.whip == spot.seat
    pays = shown & ~own & (reached.plays[:, spot.seat] == 1)
    paid = reached.paid * float(spot.rules.point_value)
    if game.whip_takes_pot:
        values[shown] = np.where(own, spot.pot, 0.0)[shown]
    values[own] += paid[own]
    # Every payer can expect to draw the same, so each bears its part of the whole.
    payers = reached.plays.sum(axis=1) - 1.0
    values[pays] -= paid[pays] / payers[pays]
    ends[own] = ENDS.index("whip")
    ends[pays] = ENDS.index("whipped")


def _trick_values(
    spot: Spot, reached: Reached, chosen: NDArray[np.intp], count: int, ends: NDArray[np.int64]
) -> tuple[NDArray[np.float64], NDArray[np.int64]]:
    """What the seat gets of the tricks where so many play."""
    from svara_odds.swara.play import trick_outcomes

    plays = reached.plays[chosen].astype(bool)
    hands = reached.hands[chosen][plays].reshape(len(chosen), count, 3)
    leader = np.where(plays[:, -1], count - 1, 0) if spot.rules.game.leader == "dealer" else 0
    played = trick_outcomes(
        spot.rules, hands, trump=spot.trump, leader=leader, pot=spot.pot, carry_value=1 / spot.n_players
    )
    rows = np.arange(len(chosen))
    place = plays[:, : spot.seat].sum(axis=1)
    inside = plays[:, spot.seat]
    place[~inside] = 0
    most = played.tricks.max(axis=1)
    stays = most < (2 if spot.rules.game.no_sweep == "two_tricks" else 3)
    outside = np.where(stays, spot.pot / spot.n_players, 0.0)
    own = played.tricks[rows, place]
    names = np.array([ENDS.index(end) for end in ("none", "one", "two", "sweep")])
    return (
        np.where(inside, played.payments[rows, place], outside),
        np.where(inside, names[own], ends),
    )


@cache
def whip_worth(rules: TrickRules, trump: int) -> NDArray[np.uint8]:
    """What each hand counts among whips, 0 for one that is none: uint8, shape (hands,), by colex index."""
    hands = [tuple(hand) for hand in all_hands(rules.deck.n_cards).tolist()]
    ranks = {hand: rules.whip_rank(hand, trump) for hand in hands if rules.is_whip(hand)}
    order = {rank: number for number, rank in enumerate(sorted(set(ranks.values())), start=1)}
    worth = np.array([order[ranks[hand]] if hand in ranks else 0 for hand in hands], dtype=np.uint8)
    worth.setflags(write=False)
    return worth
