"""Card play against hidden hands: play out many deals that fit, each with open cards, and average."""

from __future__ import annotations

import math
import os
from collections.abc import Sequence
from concurrent.futures import Executor
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from svara_odds.jobs.run import Progress
from svara_odds.swara.objective import aims_of, outcome_tricks
from svara_odds.swara.playouts import CardTally, count_outcomes
from svara_odds.swara.situation import Situation

if TYPE_CHECKING:
    from svara_odds.rules.trickset import TrickRules

__all__ = ["Advice", "best_card"]


@dataclass(frozen=True)
class Advice:
    """What each card is worth that may be played now.

    Attributes
    ----------
    turn : int
        Whose they are, as a place among those who play.
    cards : tuple of int
        Legal cards, weakest first, trumps last.
    counts : ndarray
        int64, shape (cards, outcomes): deals by outcome of the play after the card.
    payments : ndarray
        float64, shape (outcomes,): what the player is paid.
    tricks : ndarray
        uint8, shape (outcomes,): tricks that the player takes.
    exact : bool
        Whether every deal that fits was played, rather than a sample of them.
    seed : int or None
        Seed of the sample.
    """

    turn: int
    cards: tuple[int, ...]
    counts: NDArray[np.int64]
    payments: NDArray[np.float64]
    tricks: NDArray[np.uint8]
    exact: bool
    seed: int | None

    @property
    def deals(self) -> int:
        """Deals played after each card."""
        return int(self.counts[0].sum())

    @property
    def values(self) -> NDArray[np.float64]:
        """Mean payment after each card, in antes."""
        return np.array([_mean(row, self.payments)[0] for row in self.counts])

    @property
    def stderrs(self) -> NDArray[np.float64]:
        """Standard error of each value; 0 where every deal was played."""
        if self.exact:
            return np.zeros(len(self.cards))
        return np.array([_mean(row, self.payments)[1] for row in self.counts])

    @property
    def order(self) -> list[int]:
        """Places of the cards, the best first.

        Of equal values the one that sweeps more often, then the one that takes more tricks, so that others take fewer;
        of cards that are level in all that the weakest, which gives the least away.
        """
        worth, sweeps, taken = self._worth, self.counts @ (self.tricks == 3), self.counts @ self.tricks.astype(np.int64)
        return sorted(range(len(self.cards)), key=lambda place: (-worth[place], -sweeps[place], -taken[place]))

    @property
    def best(self) -> int:
        """The card to play, the first in :attr:`order`."""
        return self.cards[self.order[0]]

    @property
    def same_value(self) -> tuple[int, ...]:
        """The other cards that are worth as much as the best, in :attr:`order`."""
        first, *rest = self.order
        return tuple(self.cards[place] for place in rest if self._worth[place] == self._worth[first])

    @property
    def _worth(self) -> NDArray[np.float64]:
        """Values in parts of the largest payment, without the last bits, in which two equal sums can differ."""
        return np.round(self.values / max(1.0, float(np.abs(self.payments).max())), 12)


def best_card(
    rules: TrickRules,
    hand: Sequence[int],
    *,
    turned: int,
    n_players: int,
    leader: int = 0,
    played: Sequence[int] = (),
    pot: float | None = None,
    deals: int | None = None,
    seed: int | None = None,
    threads: int = 1,
    executor: Executor | None = None,
    checkpoint: str | os.PathLike[str] | None = None,
    progress: Progress | None = None,
) -> Advice:
    """Value of each card that may be played, by determinisation.

    Every deal that fits the cards played and what they showed (suits that a player does not have) is equally
    likely; each is played out with open cards, and the payments are averaged. Open cards flatter: a player who will
    learn nothing before its next choice is credited with the right choice in each deal, and nobody bluffs.
    :mod:`svara_odds.swara.headsup` says how much that costs against a perfect opponent.

    Parameters
    ----------
    rules : TrickRules
    hand : sequence of int
        Cards still held by the player whose turn it is.
    turned, n_players, leader, played
        As in :class:`~svara_odds.swara.situation.Situation`.
    pot : float, optional
        In antes; a stake of each player if left out.
    deals : int, optional
        Deals to play. If left out, all that fit where there are at most 200 000 of them, else 100 000 drawn at random.
    seed : int, optional
        0 or more; None draws one and records it.
    threads : int
        The answer is the same for any number.
    executor : concurrent.futures.Executor, optional
        Where to play a sample instead, such as ``so.cluster_executor("local")``.
    checkpoint : path, optional
        File that the counts of a sample are kept in, and taken from if it is there; it stays when all is done.
    progress : callable, optional
        Told ``(done, total)`` deals now and then.

    Raises
    ------
    DealError
        If the situation is none, the deals that fit are too rare to be drawn, there is no such pot, or there are fewer
        than 2 deals, no thread or no such seed.
    SvaraError, DamagedFileError
        If the checkpoint is of another job, or cannot be trusted.

    Examples
    --------
    >>> from svara_odds.rules.catalog import load_rules
    >>> from svara_odds.cards.hands import parse_cards
    >>> rules = load_rules("swara")
    >>> turned, *hand = parse_cards("Kc Ac Jh 7d", rules.deck)
    >>> advice = best_card(rules, hand, turned=turned, n_players=2, pot=4)
    >>> advice.exact, advice.deals  # 3276 hands of three of the 28 cards unseen, less 146 whips
    (True, 3130)
    >>> {rules.deck.cards[card]: round(float(value), 2) for card, value in zip(advice.cards, advice.values)}
    {'7d': 2.14, 'Jh': 2.21, 'Ac': 2.71}
    """
    view = Situation(rules, tuple(hand), turned, n_players, leader, tuple(played))
    objective, goal = aims_of(rules, n_players, pot)
    columns = tuple(view.ascending(view.hand).index(card) for card in view.legal)
    tally = CardTally(view.position(), goal, len(objective.payments), columns)
    work: dict[str, Any] = {"threads": threads, "executor": executor, "progress": progress}
    counts, exact, seed = count_outcomes(view, tally, deals=deals, seed=seed, checkpoint=checkpoint, **work)
    tricks = outcome_tricks(n_players)[:, view.turn]
    return Advice(view.turn, view.legal, counts, objective.payments[:, view.turn], tricks, exact, seed)


def _mean(counts: NDArray[np.int64], values: NDArray[np.float64]) -> tuple[float, float]:
    """Mean of the values so often counted, and its standard error."""
    total = int(counts.sum())
    mean = float(counts @ values) / total
    variance = float(counts @ (values - mean) ** 2) / max(1, total - 1)
    return mean, math.sqrt(variance / total)
