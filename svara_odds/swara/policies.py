"""What a seat does before play: codes for it, policies over all hands, and hands that are alike under a trump suit."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache

import numpy as np
from numpy.typing import NDArray

from svara_odds.cards.hands import all_hands, format_hand, hand_index
from svara_odds.errors import DealError, shortened
from svara_odds.rules.trickset import TrickRules
from svara_odds.swara.objective import check_players
from svara_odds.swara.state import forced_seats

__all__ = [
    "PASS",
    "PLAY",
    "POLICIES",
    "action_text",
    "code_of",
    "hand_classes",
    "legal_codes",
    "policy_codes",
    "seat_codes",
    "spread_codes",
    "thrown_cards",
]

PASS, PLAY = 0, 1  # else 1 + the set of cards that are exchanged, bit k for the k-th card from below
Cards = tuple[int, ...]


def thrown_cards(hand: Sequence[int], code: int) -> Cards:
    """The cards of an ascending hand that a code throws away.

    Examples
    --------
    >>> thrown_cards((3, 9, 20), 1 + 0b101)
    (3, 20)
    """
    return tuple(card for place, card in enumerate(hand) if code > PLAY and (code - 1) >> place & 1)


def code_of(hand: Sequence[int], thrown: Iterable[int]) -> int:
    """The code that throws these cards of an ascending hand away."""
    return 1 + sum(1 << list(hand).index(card) for card in thrown)


def action_text(rules: TrickRules, hand: Sequence[int], code: int) -> str:
    """``"pass"``, ``"play"`` or ``"exchange 9d7c"``."""
    if code <= PLAY:
        return "pass" if code == PASS else "play"
    return f"exchange {format_hand(thrown_cards(hand, code), rules.deck)}"


def legal_codes(rules: TrickRules, n_players: int, seat: int) -> tuple[int, ...]:
    """What a seat may do before play, the stock being long enough: play first, then pass, then exchanges."""
    forced = seat in forced_seats(rules, n_players)
    codes = [PLAY] if forced else [PLAY, PASS]
    if rules.game.exchanges and (not forced or rules.game.forced_exchange):
        masks = sorted(range(1, 8), key=lambda mask: (mask.bit_count(), mask))
        codes += [1 + mask for mask in masks if mask.bit_count() <= rules.game.exchange_cards]
    return tuple(codes)


def _play(rules: TrickRules, hand: Cards, trump: int) -> int:
    """Everyone plays what it was dealt."""
    return PLAY


def _sensible(rules: TrickRules, hand: Cards, trump: int) -> int:
    """Play a whip or two trumps; else keep two of a suit, trumps and the strongest cards, and change the rest.

    A hand in which nothing is worth keeping passes.
    """
    suits = [rules.suits[card] for card in hand]
    if rules.is_whip(hand):
        return PLAY
    strongest = len(rules.game.order) - 1
    kept = [
        card
        for card, suit in zip(hand, suits, strict=True)
        if suit == trump or suits.count(suit) == 2 or rules.strengths[card] == strongest
    ]
    if suits.count(trump) == 2 or len(kept) == 3:
        return PLAY
    return code_of(hand, [card for card in hand if card not in kept]) if kept else PASS


POLICIES: dict[str, Callable[[TrickRules, Cards, int], int]] = {"play": _play, "sensible": _sensible}


@cache
def policy_codes(rules: TrickRules, name: str, trump: int) -> NDArray[np.uint8]:
    """What a policy does with each hand, whether its seat may or not: uint8, shape (hands,), by colex index.

    Raises
    ------
    DealError
        If there is no such policy.
    """
    if name not in POLICIES:
        raise DealError(
            f"against: no policy {shortened(name)}; there are {', '.join(POLICIES)}, or give a .csv file of a table"
        )
    hands = all_hands(rules.deck.n_cards).tolist()
    codes = np.array([POLICIES[name](rules, tuple(hand), trump) for hand in hands], dtype=np.uint8)
    codes.setflags(write=False)
    return codes


def seat_codes(
    rules: TrickRules, n_players: int, codes: NDArray[np.uint8] | Sequence[NDArray[np.uint8]]
) -> NDArray[np.uint8]:
    """The codes of each seat, those that it is not allowed made a play: uint8, shape (players, hands).

    Parameters
    ----------
    codes : ndarray or sequence of ndarray
        One policy for all seats, or one for each.

    Raises
    ------
    DealError
        If so many cannot play.
    """
    check_players(rules, n_players)
    each = np.broadcast_to(np.asarray(codes, dtype=np.uint8), (n_players, np.shape(codes)[-1])).copy()
    for seat in range(n_players):
        each[seat, ~np.isin(each[seat], legal_codes(rules, n_players, seat))] = PLAY
    return each


def hand_classes(rules: TrickRules, turn_up: int) -> Mapping[Cards, tuple[Cards, ...]]:
    """Hands that differ only in the names of the suits that are not trump, by the one that stands for them.

    The sides of a deck are alike where they hold the same ranks; suits that do not are not exchanged.

    Returns
    -------
    mapping
        A hand as three ascending cards to all hands of its class, without those that hold the card turned up.
    """
    names = _maps_of_equal_ranks(rules, rules.suits[turn_up])
    classes: dict[Cards, list[Cards]] = {}
    for low, middle, high in all_hands(rules.deck.n_cards).tolist():
        if turn_up in (low, middle, high):
            continue
        images = [tuple(sorted((names_of[low], names_of[middle], names_of[high]))) for names_of in names]
        classes.setdefault(min(images), []).append((low, middle, high))
    return {example: tuple(hands) for example, hands in classes.items()}


def _maps_of_equal_ranks(rules: TrickRules, trump: int) -> list[list[int]]:
    """For each exchange of side suits that hold the same ranks, where it takes each card: a card keeps its rank."""
    sides = [suit for suit in range(4) if suit != trump]
    ranks = {suit: [n[0] for c, n in enumerate(rules.deck.cards) if rules.suits[c] == suit] for suit in range(4)}
    maps = []
    for images in itertools.permutations(sides):
        moved = dict(zip(sides, images, strict=True)) | {trump: trump}
        if all(ranks[suit] == ranks[image] for suit, image in moved.items()):
            maps.append(
                [
                    rules.deck.position(name[0] + "cdhs"[moved[rules.suits[card]]])
                    for card, name in enumerate(rules.deck.cards)
                ]
            )
    return maps


def spread_codes(
    rules: TrickRules, turn_up: int, choices: Mapping[Cards, int], default: NDArray[np.uint8]
) -> NDArray[np.uint8]:
    """A policy for all hands from one choice for each class; a hand that is in none does as `default` says.

    Hands with the card turned up in them cannot be dealt beside it.
    """
    codes = default.copy()
    maps = _maps_of_equal_ranks(rules, rules.suits[turn_up])
    for example, code in choices.items():
        for names in maps:
            hand = tuple(sorted(names[card] for card in example))
            codes[hand_index(hand)] = (
                code if code <= PLAY else code_of(hand, [names[card] for card in thrown_cards(example, code)])
            )
    return codes
