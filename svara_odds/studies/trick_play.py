"""Which card is best now?"""

from __future__ import annotations

import os
import time
from concurrent.futures import Executor
from typing import TYPE_CHECKING, Any

from svara_odds.cards.hands import format_hand, parse_cards
from svara_odds.errors import DealError
from svara_odds.jobs.run import Progress
from svara_odds.results import Result
from svara_odds.rules.catalog import load_trick_rules
from svara_odds.rules.trickset import TrickRules
from svara_odds.studies.arguments import read_turn_up, reading
from svara_odds.studies.provenance import TrickRulesLike, played_info
from svara_odds.swara.objective import check_players

if TYPE_CHECKING:
    from svara_odds.swara.search import Advice

__all__ = ["best_card"]


def best_card(
    hand: str,
    trump: str,
    *,
    n_players: int = 4,
    played: str = "",
    leader: int = 0,
    rules: TrickRulesLike = "swara",
    pot: float | None = None,
    deals: int | None = None,
    seed: int | None = None,
    threads: int = 1,
    executor: Executor | None = None,
    checkpoint: str | os.PathLike[str] | None = None,
    progress: Progress | None = None,
) -> Result:
    """Weigh each card that may be played now.

    Every deal that fits the cards seen is played out with open cards, each seat doing the best for itself, and the
    payments are averaged.

    Parameters
    ----------
    hand : str
        One to three cards: those still held by the player whose turn it is.
    trump : str
        The card turned up.
    n_players : int
        Players who play, 2 to 6.
    played : str
        The cards played so far, in order; they say whose turn it is.
    leader : int
        Who led to the first trick, as a place among those who play.
    rules : str, path or TrickRules
        The rule set.
    pot : float, optional
        What lies in the pot, in antes; by default a stake of each player.
    deals : int, optional
        Deals to play. If left out, all that fit where they are few, else a sample.
    seed : int, optional
        Seed of a sample; drawn and recorded where none is given.
    threads : int
        Threads; the answer does not depend on them.
    executor : concurrent.futures.Executor, optional
        Where to play a sample instead, such as ``so.cluster_executor("local")``.
    checkpoint : path, optional
        File that the counts of a sample are kept in, and taken from if it is there; it stays when all is done.
    progress : callable, optional
        Told ``(done, total)`` deals now and then.

    Returns
    -------
    Result
        One row for each ``card`` that may be played, the best first: its ``value`` in antes, the stakes being in the
        pot and gone, its ``stderr`` (0 where every deal was played), and how often the player ends with three tricks
        (``sweep``), ``two``, ``one`` or ``none``. Of equal values the card that sweeps more often is the better one,
        then the one that takes more tricks, then the weaker. Beside the rows: the ``best`` card, the others that are
        worth as much (``same_value``), and the ``turn``.

    Raises
    ------
    RulesError
        If the rules cannot be read, or are of a game without tricks.
    NotationError
        If a card cannot be read.
    DealError
        If so many cannot play, the cards do not fit together, hands that fit what was played are too rare to be dealt,
        there is no such leader or pot, or there are fewer than 2 deals, no thread or no such seed.
    SvaraError, DamagedFileError
        If the checkpoint is of another job, or cannot be trusted.

    Examples
    --------
    >>> best_card("Ac 7d", "Kc", n_players=3, played="9h 8h Jh Ts 8s").extra["best"]
    'Ac'
    """
    from svara_odds.swara import search

    start = time.perf_counter()
    loaded = load_trick_rules(rules)
    check_players(loaded, n_players)
    with reading("played"):
        gone = parse_cards(played, loaded.deck)
    with reading("hand"):
        held = parse_cards(hand, loaded.deck)
    if not held:
        raise DealError("hand: no card; name the one to three cards that are still held")
    turn_up = read_turn_up(trump, loaded.deck, (*held, *gone))
    spot: dict[str, Any] = {"turned": turn_up, "n_players": n_players, "leader": leader, "played": gone, "pot": pot}
    work: dict[str, Any] = {"threads": threads, "executor": executor, "checkpoint": checkpoint, "progress": progress}
    advice = search.best_card(loaded, held, **spot, deals=deals, seed=seed, **work)
    parameters = {"hand": hand, "trump": trump, "players": n_players, "played": played, "leader": leader, "pot": pot}
    info = played_info(loaded, start, seed=advice.seed, deals=advice.deals, note="open cards", **parameters)
    extra = {
        "hand": format_hand(held, loaded.deck),
        "trump": loaded.deck.cards[turn_up],
        "players": n_players,
        "turn": advice.turn,
        "method": info.method,
        "deals": advice.deals,
        "best": loaded.deck.cards[advice.best],
        "same_value": [loaded.deck.cards[card] for card in advice.same_value],
        **({} if advice.seed is None else {"seed": advice.seed}),
    }
    return Result(info, _columns(loaded, advice), name="cards", extra=extra)


def _columns(rules: TrickRules, advice: Advice) -> dict[str, list[Any]]:
    """The cards, the best first."""
    places, values, stderrs = advice.order, advice.values, advice.stderrs
    columns: dict[str, list[Any]] = {
        "card": [rules.deck.cards[advice.cards[place]] for place in places],
        "value": [float(values[place]) for place in places],
        "stderr": [float(stderrs[place]) for place in places],
    }
    for name, number in (("sweep", 3), ("two", 2), ("one", 1), ("none", 0)):
        columns[name] = [float(advice.counts[place][advice.tricks == number].sum() / advice.deals) for place in places]
    return columns
