"""Shall this hand play, pass or exchange, and which cards?"""

from __future__ import annotations

import os
import time
from concurrent.futures import Executor
from typing import Any

from svara_odds.cards.hands import format_hand
from svara_odds.jobs.keeper import Keeper
from svara_odds.jobs.run import Progress
from svara_odds.results import Result, RunInfo
from svara_odds.rules.catalog import load_trick_rules
from svara_odds.rules.trickset import TrickRules
from svara_odds.studies.arguments import read_hand, read_turn_up
from svara_odds.studies.provenance import TrickRulesLike, job_of, played_info
from svara_odds.studies.trick_policies import Policy, policy_mark, policy_name, read_policy
from svara_odds.swara.decisions import Spot, all_orders, tally_actions, tally_sample
from svara_odds.swara.objective import fresh_pot
from svara_odds.swara.policies import PASS, PLAY, action_text, seat_codes
from svara_odds.swara.tally import ENDS, Tally, check_sample

__all__ = ["hand_value"]

DEALS = 20_000


def hand_value(
    hand: str,
    trump: str,
    *,
    n_players: int = 4,
    seat: int = 1,
    rules: TrickRulesLike = "swara",
    against: Policy = "play",
    pot: float | None = None,
    deals: int | None = None,
    seed: int | None = None,
    threads: int = 1,
    executor: Executor | None = None,
    checkpoint: str | os.PathLike[str] | None = None,
    progress: Progress | None = None,
) -> Result:
    """Weigh play, pass and every exchange of a hand.

    The tricks are played with open cards, every seat doing the best for itself: an approximation of the hidden game,
    and the same for every action. A pot that stays for the next deal belongs to all seats alike.

    Parameters
    ----------
    hand : str
        Three cards.
    trump : str
        The card turned up.
    n_players : int
        2 to 6.
    seat : int
        0 is left of the dealer, the last deals.
    rules : str, path or TrickRules
        The rule set.
    against : str, path or Result
        What the other seats do: ``play`` (all play what they were dealt), ``sensible``, or the table of
        :func:`svara_odds.swara.policy_table`, also as a CSV file.
    pot : float, optional
        What lies in the pot, in antes; by default a stake of each player.
    deals : int, optional
        Deals to sample, 20 000 by default; every action meets the same ones. With one opponent, nobody drawing
        cards, every deal is counted.
    seed : int, optional
        Seed of the sample; drawn and recorded where none is given.
    threads : int
        Threads; the answer does not depend on them.
    executor : concurrent.futures.Executor, optional
        Where to deal a sample instead, such as ``so.cluster_executor("local")``.
    checkpoint : path, optional
        File that the sums of a sample are kept in, and taken from if it is there; it stays when all is done.
    progress : callable, optional
        Told ``(done, total)`` deals now and then.

    Returns
    -------
    Result
        One row for each ``action`` (``play``, ``pass``, ``exchange`` with the cards), the best first: its ``value`` in
        antes, counted from the choice on, and its ``stderr``; the ``gain`` over playing the hand as it is, and the
        ``gain_stderr`` of that; the exact chance ``whip`` that the hand is a whip then; and how often the deal ends
        with the own whip (``whip_wins``), a payment for another's (``whip_paid``), or in ``sweep``, ``two``, ``one`` or
        ``none`` of the tricks. Beside the rows: ``best``, ``best_exchange`` and ``exchange_gain``, what that is worth
        beyond the better of play and pass, with its ``exchange_gain_stderr``; and ``stake`` and
        ``point_value``, what a point of a whip's payment is worth, as the rules have them.

    Raises
    ------
    RulesError
        If the rules cannot be read, or are of a game without tricks.
    NotationError
        If a card cannot be read.
    DealError
        If so many cannot play, the cards do not fit together, there is no such seat, policy or pot, the rules allow
        more than one exchange, or there are fewer than 2 deals, no thread or no such seed.
    SvaraError, DamagedFileError
        If the checkpoint is of another job, or cannot be trusted.

    Examples
    --------
    >>> hand_value("Ac Kc Ah", "7c", n_players=2, seat=0).info.method
    'exact'
    """
    start = time.perf_counter()
    loaded = load_trick_rules(rules)
    spot = read_spot(loaded, hand, trump, n_players=n_players, seat=seat, against=against, pot=pot)
    if spot.is_countable and deals is None:
        seed, tally = None, tally_actions(spot, spot.actions, *all_orders(spot))
    else:
        deals = DEALS if deals is None else deals
        check_sample(deals)
        keeper = Keeper(checkpoint, _job(spot, against, deals), seed=seed)
        tally = tally_sample(spot, deals, keeper, threads=threads, executor=executor, progress=progress)
        seed = keeper.seed
    parameters = {
        "hand": hand,
        "trump": trump,
        "players": n_players,
        "seat": seat,
        "against": policy_name(against),
        "pot": spot.pot,
    }
    info = played_info(loaded, start, seed=seed, deals=tally.deals, note="tricks with open cards", **parameters)
    return _result(spot, tally, info)


def read_spot(
    rules: TrickRules, hand: str, trump: str, *, n_players: int, seat: int, against: Policy, pot: float | None
) -> Spot:
    """The spot that is meant by texts and numbers."""
    cards = read_hand(hand, rules.deck)
    turn_up = read_turn_up(trump, rules.deck, cards)
    codes = seat_codes(rules, n_players, read_policy(against, rules, turn_up))
    return Spot(rules, cards, turn_up, n_players, seat, codes, fresh_pot(rules, n_players) if pot is None else pot)


def _job(spot: Spot, against: Policy, deals: int) -> dict[str, str | int]:
    """What the sums of a sample depend on beside its seed, as its checkpoint names it."""
    hand = format_hand(spot.hand, spot.rules.deck)
    trump = spot.rules.deck.cards[spot.turn_up]
    where = {"hand": hand, "trump": trump, "players": spot.n_players, "seat": spot.seat, "pot": spot.pot}
    mark = policy_mark(against, spot.codes)
    return job_of("actions of a hand", spot.rules, **where, against=mark, number_of_deals=deals)


def _result(spot: Spot, tally: Tally, info: RunInfo) -> Result:
    exact = info.seed is None
    actions = spot.actions
    best_first = sorted(range(len(actions)), key=lambda place: -tally.mean(place))
    play = actions.index(PLAY)
    columns: dict[str, list[Any]] = {
        "action": [action_text(spot.rules, spot.hand, actions[place]) for place in best_first],
        "value": [tally.mean(place) for place in best_first],
        "stderr": [0.0 if exact else tally.stderr(place) for place in best_first],
        "gain": [tally.gain(place, play) for place in best_first],
        "gain_stderr": [0.0 if exact else tally.gain_stderr(place, play) for place in best_first],
        "whip": [spot.whip_chance(actions[place]) for place in best_first],
    }
    names = {"whip": "whip_wins", "whipped": "whip_paid"}
    for end in ENDS[:-1]:
        columns[names.get(end, end)] = [tally.chance(place, end) for place in best_first]
    extra: dict[str, Any] = {
        "hand": format_hand(spot.hand, spot.rules.deck),
        "trump": spot.rules.deck.cards[spot.turn_up],
        "players": spot.n_players,
        "seat": spot.seat,
        "pot": spot.pot,
        "method": info.method,
        "deals": tally.deals,
        "best": columns["action"][0],
        "stake": spot.rules.game.stake,
        "point_value": spot.rules.game.point_value,
    }
    if info.seed is not None:
        extra["seed"] = info.seed
    exchanges = [place for place in best_first if actions[place] > PLAY]
    if exchanges:
        first = exchanges[0]
        other = max((place for place in best_first if actions[place] in (PLAY, PASS)), key=tally.mean)
        extra["best_exchange"] = action_text(spot.rules, spot.hand, actions[first])
        extra["exchange_gain"] = tally.gain(first, other)
        extra["exchange_gain_stderr"] = 0.0 if exact else tally.gain_stderr(first, other)
    return Result(info, columns, name="actions", extra=extra)
