"""Many deals that fit what a player sees, dealt in blocks or one and all, played with open cards and counted."""

from __future__ import annotations

import hashlib
import os
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from svara_odds.errors import DealError
from svara_odds.jobs.blocks import Block
from svara_odds.jobs.keeper import Keeper
from svara_odds.jobs.sums import Arrays, add_up
from svara_odds.swara.tally import check_sample

if TYPE_CHECKING:
    from svara_odds.swara._kernels_hidden import Hidden
    from svara_odds.swara._kernels_play import Goal, Position
    from svara_odds.swara.situation import Situation

__all__ = ["CardTally", "count_outcomes"]

DEFAULT_DEALS = 100_000
EXACT_DEALS = 200_000  # where no more deals fit, all of them are played
BLOCK_SIZE = 4_096  # part of what makes a sample: another size deals other hands


@dataclass(frozen=True)
class CardTally:
    """Plays every deal after each card that the seat to play may play.

    Attributes
    ----------
    position : Position
    goal : Goal
    n_outcomes : int
    columns : tuple of int
        The cards to be tried, as places among those held, weakest first.
    """

    position: Position
    goal: Goal
    n_outcomes: int
    columns: tuple[int, ...]

    def __call__(self, hands: NDArray[np.uint64]) -> NDArray[np.int64]:
        """Deals by outcome for hands of shape (deals, players): int64, shape (cards, outcomes)."""
        from svara_odds.swara._kernels_play import play_positions

        out = np.empty((len(hands), 3), dtype=np.uint8)
        play_positions(hands, self.position, self.goal, out)
        return np.stack([np.bincount(out[:, column], minlength=self.n_outcomes) for column in self.columns])

    @property
    def shape(self) -> tuple[int, ...]:
        """Shape of the counts."""
        return len(self.columns), self.n_outcomes


@dataclass(frozen=True)
class _Sample:
    """Deals a block of what is hidden and counts how it is played; numbers and arrays only, to be sent anywhere."""

    hidden: Hidden
    tally: CardTally

    def __call__(self, block: Block) -> Arrays:
        from svara_odds.swara._kernels_hidden import deal_hidden

        hands = np.empty((block.deals, len(self.hidden.held)), dtype=np.uint64)
        if deal_hidden(block.words(4), self.hidden, hands) < block.deals:
            raise DealError("played: hands that fit these cards are too rare to be dealt")
        return {"counts": self.tally(hands)}


def count_outcomes(
    view: Situation,
    tally: CardTally,
    *,
    deals: int | None,
    seed: int | None,
    checkpoint: str | os.PathLike[str] | None,
    **work: Any,
) -> tuple[NDArray[np.int64], bool, int | None]:
    """Counts of the tally over all deals that fit or over a sample, whether it was all, and the seed.

    A sample is kept in the checkpoint; `work` is said where :func:`add_up` has it.
    """
    most = view.most_deals()
    if most == 0 or (deals is None and most <= EXACT_DEALS):
        hands = view.all_hands()
        if not len(hands):
            raise DealError("played: no hands of the others fit these cards")
        return tally(hands), True, None
    deals = DEFAULT_DEALS if deals is None else deals
    check_sample(deals)
    keeper = Keeper(checkpoint, _job(view, tally, deals), seed=seed)
    nothing = {"counts": np.zeros(tally.shape, dtype=np.int64)}
    sums = add_up(_Sample(view.hidden(), tally), deals, nothing, keeper, block_size=BLOCK_SIZE, **work)
    return sums["counts"], False, keeper.seed


def _job(view: Situation, tally: CardTally, deals: int) -> dict[str, str | int]:
    """What the counts of a sample depend on beside its seed, as its checkpoint names it."""
    cards = view.rules.deck.cards
    wishes = hashlib.sha256(b"".join(np.asarray(part).tobytes() for part in tally.goal))
    return {
        "kind": "worth of cards",
        "rules": view.rules.digest,
        "hand": " ".join(cards[card] for card in view.hand),
        "trump": cards[view.turned],
        "players": view.n_players,
        "leader": view.leader,
        "played": " ".join(cards[card] for card in view.played),
        "what players want": wishes.hexdigest(),
        "number of deals": deals,
    }
