"""What should every hand do before play?"""

from __future__ import annotations

import os
import time
from collections.abc import Sequence
from concurrent.futures import Executor
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from svara_odds.cards.hands import format_hand
from svara_odds.errors import DealError
from svara_odds.jobs.blocks import Block
from svara_odds.jobs.keeper import Keeper
from svara_odds.jobs.run import Progress
from svara_odds.jobs.sweep import sweep
from svara_odds.results import Result
from svara_odds.rules.catalog import load_trick_rules
from svara_odds.rules.trickset import TrickRules
from svara_odds.studies.arguments import read_turn_up
from svara_odds.studies.provenance import TrickRulesLike, job_of, played_info
from svara_odds.studies.trick_policies import Policy, policy_mark, policy_name, read_policy
from svara_odds.swara.decisions import Spot, tally_block
from svara_odds.swara.objective import fresh_pot
from svara_odds.swara.policies import PASS, PLAY, action_text, hand_classes, seat_codes
from svara_odds.swara.tally import Tally

__all__ = ["policy_table"]

DEALS = 500
FIRST_LOOK = 5  # of so many deals one is spent on finding out which actions are worth a closer look
STDERRS_BEHIND = 3.0  # an action that is further behind the best after the first look is given up


def policy_table(
    n_players: int = 4,
    rules: TrickRulesLike = "swara",
    *,
    trump: str = "7c",
    seat: int = 1,
    against: Policy = "play",
    pot: float | None = None,
    deals: int = DEALS,
    seed: int | None = None,
    threads: int = 1,
    executor: Executor | None = None,
    checkpoint: str | os.PathLike[str] | None = None,
    progress: Progress | None = None,
) -> Result:
    """The best action of every hand, up to the names of the suits that are not trump.

    Each action gets a first look over a fifth as many deals; those that may still be best then, and play and pass,
    are weighed over fresh deals, so that the values shown are not the luckiest of many.

    Parameters
    ----------
    n_players, rules, seat, against, pot, seed, threads
        As for :func:`svara_odds.swara.hand_value`.
    trump : str
        The card turned up.
    deals : int
        Deals for each hand, at least 20.
    executor : concurrent.futures.Executor, optional
        Where to weigh instead, a hand a worker, such as ``so.cluster_executor("local")``.
    checkpoint : path, optional
        File that finished hands are kept in, and taken from if it is there; it stays when all is done.
    progress : callable, optional
        Told ``(done, total)`` hands now and then.

    Returns
    -------
    Result
        One row for each class of hands: an example ``hand``, the card turned up (``trump``), how many ``hands`` are in
        it and how many ``trumps`` they hold; the ``action`` that was best, its ``value`` and ``stderr``; the value of
        ``play`` and ``pass`` (none where it is not allowed), the ``best_exchange``, the value of it, ``exchange``, and
        its gain over the better of play and pass, ``exchange_gain``, with its ``gain_stderr``. Amounts in antes. The
        table can be given as `against` to make the next.

    Raises
    ------
    RulesError
        If the rules cannot be read, or are of a game without tricks.
    NotationError
        If the card cannot be read.
    DealError
        If so many cannot play, there is no such seat, policy or pot, the rules allow more than one exchange, or there
        are fewer than 20 deals, no thread or no such seed.
    SvaraError, DamagedFileError
        If the checkpoint is of another job, or cannot be trusted.
    """
    start = time.perf_counter()
    loaded = load_trick_rules(rules)
    turn_up = read_turn_up(trump, loaded.deck)
    if deals < 4 * FIRST_LOOK:
        raise DealError(f"deals: {deals}; for each hand it is {4 * FIRST_LOOK} or more")
    codes = seat_codes(loaded, n_players, read_policy(against, loaded, turn_up))
    pot = fresh_pot(loaded, n_players) if pot is None else pot
    classes = hand_classes(loaded, turn_up)
    weigh = _Weigh(loaded, turn_up, n_players, seat, codes, pot, deals, tuple(classes))
    weigh.spot(0)  # complains of players and seat before the work
    where = {"players": n_players, "trump": loaded.deck.cards[turn_up], "seat": seat, "pot": pot}
    job = job_of("actions of all hands", loaded, **where, against=policy_mark(against, codes), deals_a_hand=deals)
    keeper = Keeper(checkpoint, job, seed=seed)
    each = sweep(weigh, len(classes), keeper, threads=threads, executor=executor, progress=progress)
    rows = [
        {"hand": format_hand(hand, loaded.deck), "trump": trump, "hands": len(alike), **found}
        for (hand, alike), found in zip(classes.items(), each, strict=True)
    ]
    columns = {key: [row[key] for row in rows] for key in rows[0]}
    parameters = {"players": n_players, "trump": trump, "seat": seat, "against": policy_name(against), "pot": pot}
    note = "tricks with open cards"
    info = played_info(loaded, start, seed=keeper.seed, deals=deals * len(classes), note=note, **parameters)
    extra = {**parameters, "deals": deals, "seed": keeper.seed}
    return Result(info, columns, name="hands", extra=extra)


@dataclass(frozen=True, eq=False)
class _Weigh:
    """Weighs the actions of the hand that a block is numbered by."""

    rules: TrickRules
    turn_up: int
    n_players: int
    seat: int
    codes: NDArray[np.uint8]
    pot: float
    deals: int
    hands: Sequence[tuple[int, ...]]

    def spot(self, number: int) -> Spot:
        return Spot(self.rules, self.hands[number], self.turn_up, self.n_players, self.seat, self.codes, self.pot)

    def __call__(self, block: Block) -> dict[str, Any]:
        spot = self.spot(block.index)
        actions = self._worth_a_look(spot, block)
        tally = tally_block(spot, actions, Block(block.index, self.deals, (*block.seed, 1)))
        return _row(spot, actions, tally)

    def _worth_a_look(self, spot: Spot, block: Block) -> tuple[int, ...]:
        actions = spot.actions
        look = Block(block.index, self.deals // FIRST_LOOK, (*block.seed, 0))
        tally = tally_block(spot, actions, look)
        best = max(range(len(actions)), key=tally.mean)
        exchanges = [place for place, action in enumerate(actions) if action > PLAY]
        kept = {max(exchanges, key=tally.mean)} if exchanges else set()
        for place in exchanges:
            if tally.gain(best, place) <= STDERRS_BEHIND * tally.gain_stderr(best, place):
                kept.add(place)
        return tuple(action for place, action in enumerate(actions) if action <= PLAY or place in kept)


def _row(spot: Spot, actions: Sequence[int], tally: Tally) -> dict[str, Any]:
    places = range(len(actions))
    best = max(places, key=tally.mean)
    plain = max((place for place in places if actions[place] <= PLAY), key=tally.mean)
    exchange = max((place for place in places if actions[place] > PLAY), key=tally.mean, default=None)
    row: dict[str, Any] = {
        "trumps": sum(spot.rules.suits[card] == spot.trump for card in spot.hand),
        "action": action_text(spot.rules, spot.hand, actions[best]),
        "value": tally.mean(best),
        "stderr": tally.stderr(best),
        "play": tally.mean(actions.index(PLAY)),
        "pass": tally.mean(actions.index(PASS)) if PASS in actions else None,
        "best_exchange": None,
        "exchange": None,
        "exchange_gain": None,
        "gain_stderr": None,
    }
    if exchange is not None:
        row |= {
            "best_exchange": action_text(spot.rules, spot.hand, actions[exchange]),
            "exchange": tally.mean(exchange),
            "exchange_gain": tally.gain(exchange, plain),
            "gain_stderr": tally.gain_stderr(exchange, plain),
        }
    return row
