"""Arguments that several studies read alike; every error names its argument."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any

from svara_odds.cards.deck import Deck
from svara_odds.cards.hands import Hand, parse_cards, parse_hand
from svara_odds.errors import DealError, NotationError, SolveError, SvaraError, shortened
from svara_odds.text.wording import list_words

__all__ = ["SEED", "one_number", "read_hand", "read_turn_up", "reading", "refuse"]

SEED = 4  # of charts that are sampled: the same picture on every run


@contextmanager
def reading(argument: str) -> Iterator[None]:
    """Say in every error about notation inside which argument could not be read."""
    try:
        yield
    except NotationError as trouble:
        named = NotationError(f"{argument}: {trouble}")
        named.text, named.position = trouble.text, trouble.position
        raise named from None


def read_hand(text: str, deck: Deck) -> Hand:
    """Three cards of the argument ``hand``, ascending."""
    with reading("hand"):
        return parse_hand(text, deck)


def read_turn_up(text: str, deck: Deck, others: Collection[int] = ()) -> int:
    """The one card of the argument ``trump``, which is turned up and in nobody's hand."""
    with reading("trump"):
        cards = parse_cards(text, deck)
        if len(cards) != 1:
            raise NotationError(f"one card is turned up, found {len(cards)} in {shortened(text)}")
    if cards[0] in others:
        raise DealError(f"trump: {deck.cards[cards[0]]} is turned up and cannot be among the other cards")
    return cards[0]


def one_number(players: Sequence[int]) -> int:
    """The number of players of a chart that shows one."""
    if len(players) > 1:
        raise SvaraError(f"players: {list_words([str(n) for n in players])}; this chart shows one number of players")
    return players[0]


def refuse(options: Mapping[str, Any], **instead: str) -> None:
    """Refuse options that a study settles itself; `SolveError` says what to do instead."""
    for name, what in instead.items():
        if name in options:
            raise SolveError(f"{name}: {shortened(str(options[name]))} is not allowed here; {what}")
