"""Which card is best now?"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

from svara_odds import __version__
from svara_odds.cards.hands import format_hand, parse_cards
from svara_odds.errors import DealError
from svara_odds.results import Result, RunInfo
from svara_odds.rules.catalog import load_trick_rules
from svara_odds.studies.arguments import read_turn_up, reading
from svara_odds.studies.provenance import TrickRulesLike

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
    progress: Callable[[int], object] | None = None,
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
        What lies in the pot; by default a stake of each player.
    deals : int, optional
        Deals to play. If left out, all that fit where they are few, else a sample.
    seed : int, optional
        Seed of a sample; drawn and recorded where none is given.
    threads : int
        Threads; the answer does not depend on them.
    progress : callable, optional
        Told the number of deals of each block played.

    Returns
    -------
    Result
        One row for each ``card`` that may be played, the best first: its ``value`` in antes, the stakes being in the
        pot and gone, its ``stderr`` (0 where every deal was played), and how often the player ends with three tricks
        (``sweep``), ``two``, ``one`` or ``none``. Beside the rows: the ``best`` card and the ``turn``.

    Raises
    ------
    NotationError
        If a card cannot be read.
    DealError
        If the cards do not fit together.

    Examples
    --------
    >>> best_card("Ac 7d", "Kc", n_players=3, played="9h 8h Jh Ts 8s").extra["best"]
    'Ac'
    """
    from svara_odds.swara import search
    from svara_odds.swara.objective import MOST_PLAYERS, outcome_tricks
    from svara_odds.swara.situation import Situation

    start = time.perf_counter()
    loaded = load_trick_rules(rules)
    with reading("played"):
        gone = parse_cards(played, loaded.deck)
    with reading("hand"):
        held = parse_cards(hand, loaded.deck)
    if not held:
        raise DealError("hand: no card; name the one to three cards that are still held")
    turn_up = read_turn_up(trump, loaded.deck, (*held, *gone))
    most = min(MOST_PLAYERS, loaded.max_players)
    if not 2 <= n_players <= most:
        raise DealError(f"players: {n_players}; card play is known for 2 to {most}")
    turn = Situation(loaded, held, turn_up, n_players, leader, gone).turn
    advice = search.best_card(
        loaded,
        held,
        turned=turn_up,
        n_players=n_players,
        leader=leader,
        played=gone,
        pot=pot,
        deals=deals,
        seed=seed,
        threads=threads,
        progress=progress,
    )
    places = sorted(
        range(len(advice.cards)), key=lambda place: (advice.cards[place] != advice.best, -advice.values[place])
    )
    tricks = outcome_tricks(n_players)[:, turn]
    columns: dict[str, list[Any]] = {
        "card": [loaded.deck.cards[advice.cards[place]] for place in places],
        "value": [float(advice.values[place]) for place in places],
        "stderr": [float(advice.stderrs[place]) for place in places],
    }
    for name, number in (("sweep", 3), ("two", 2), ("one", 1), ("none", 0)):
        columns[name] = [float(advice.counts[place][tricks == number].sum() / advice.deals) for place in places]
    method = "exact" if advice.exact else "monte-carlo"
    parameters = {"hand": hand, "trump": trump, "players": n_players, "played": played, "leader": leader, "pot": pot}
    seconds = time.perf_counter() - start
    info = RunInfo(
        __version__, loaded.name, loaded.digest, parameters, method, advice.seed, advice.deals, seconds, "open cards"
    )
    extra: dict[str, Any] = {
        "hand": format_hand(held, loaded.deck),
        "trump": loaded.deck.cards[turn_up],
        "players": n_players,
        "turn": turn,
        "method": method,
        "deals": advice.deals,
        "best": loaded.deck.cards[advice.best],
    }
    if advice.seed is not None:
        extra["seed"] = advice.seed
    return Result(info, columns, name="cards", extra=extra)
