"""What two players know at every choice of the play, as treeplexes, suits that are alike being taken for one."""

from __future__ import annotations

import itertools
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from svara_odds.cards.hands import all_hands
from svara_odds.errors import DealError
from svara_odds.solver.treeplex import Treeplex
from svara_odds.swara.play import card_bits

if TYPE_CHECKING:
    from svara_odds.rules.trickset import TrickRules
    from svara_odds.swara._kernels_infosets import Board

__all__ = ["Infosets", "find_board", "player_infosets"]

STAGES = 3
NO_ACTION = 255


@dataclass(frozen=True, eq=False)
class Infosets:
    """One player's choices.

    Attributes
    ----------
    seat : int
    plex : Treeplex
    tables : tuple of ndarray
        int32, shape (places, 3), for each stage: what every card leads to, as `assign_sequences` has it.
    found : ndarray
        int64, shape (n_infosets,): a choice that each infoset holds, as its place in the array of the stage.
    stage : ndarray
        int64, shape (n_blocks,): stage of each block.
    """

    seat: int
    plex: Treeplex
    tables: tuple[NDArray[np.int32], ...]
    found: NDArray[np.int64]
    stage: NDArray[np.int64]


def find_board(rules: TrickRules, cards: tuple[int, ...], trump: int) -> Board:
    """Cards that may be dealt, hands that may be played and the changes of suit that leave the game as it is.

    Only the order of the cards of a suit matters. So plain suits with as many cards are alike, whichever cards
    they are.

    Parameters
    ----------
    rules : TrickRules
    cards : tuple of int
        All cards but the one turned up.
    trump : int
        Suit of trumps.
    """
    from svara_odds.swara._kernels_infosets import Board

    maps = _maps_of_equal_lengths(rules, cards, trump)
    hands = all_hands(len(cards))
    suits = np.array([rules.suits[card] for card in cards])[hands]
    hands = hands[(suits != suits[:, :1]).any(axis=1)]
    if not len(hands):
        raise DealError("every hand of these cards is a whip")
    weights = len(cards) ** np.arange(3)  # hands ascend by these sums
    moved = np.searchsorted(hands @ weights, np.sort(maps[:, hands], axis=2) @ weights)
    return Board(
        bits=card_bits(rules)[trump, list(cards)],
        hands=np.ascontiguousarray(hands),
        maps=maps,
        moved=moved.astype(np.int32),
        must_trump=rules.game.must_trump,
        must_overtake=rules.game.must_overtake,
    )


def _maps_of_equal_lengths(rules: TrickRules, cards: tuple[int, ...], trump: int) -> NDArray[np.uint8]:
    """Where each exchange of plain suits with as many cards takes each card, the k-th of a suit to the k-th of another.

    uint8, shape (symmetries, cards + 1), the identity first.
    """
    by_suit: dict[int, list[int]] = {suit: [] for suit in sorted({rules.suits[card] for card in cards})}
    for number in sorted(range(len(cards)), key=lambda number: rules.strengths[cards[number]]):
        by_suit[rules.suits[cards[number]]].append(number)
    plain = [suit for suit in by_suit if suit != trump]
    maps = []
    for images in itertools.permutations(plain):
        if any(len(by_suit[suit]) != len(by_suit[image]) for suit, image in zip(plain, images, strict=True)):
            continue
        to = list(range(len(cards) + 1))
        for suit, image in zip(plain, images, strict=True):
            for number, other in zip(by_suit[suit], by_suit[image], strict=True):
                to[number] = other
        maps.append(to)
    return np.array(maps, dtype=np.uint8)


def player_infosets(seat: int, board: Board) -> Infosets:
    """Number a player's infosets and sequences.

    Parameters
    ----------
    seat : int
        0 leads to the first trick.
    board : Board
    """
    from svara_odds.swara._kernels_infosets import Choices, assign_sequences, find_infosets

    blocks: list[tuple[int, int, int, int]] = []  # stage, first sequence, cells, actions
    tables: list[NDArray[np.int32]] = []
    parents, places = [np.empty(0, dtype=np.int64)], [np.empty(0, dtype=np.int64)]
    n_sequences, n_infosets = 1, 0
    for stage in range(STAGES):
        size = _places(seat, stage, board)
        keys, actions = np.empty(size, dtype=np.int64), np.empty((size, 3), dtype=np.uint8)
        find_infosets(seat, stage, board, keys, actions)
        several = np.where(actions == NO_ACTION, 0, actions // 4 + 1).max(axis=1)
        cell, layout = np.full(size, -1, dtype=np.int32), np.zeros((4, 3), dtype=np.int64)
        before = n_infosets
        for many in (2, 3):
            here = np.flatnonzero(several == many)
            names, cell[here] = np.unique(keys[here], return_inverse=True)
            if len(names):
                layout[many] = n_sequences, len(names), n_infosets
                blocks.append((stage, n_sequences, len(names), many))
                n_sequences, n_infosets = n_sequences + many * len(names), n_infosets + len(names)
        found = np.empty((n_infosets, 2), dtype=np.int64)
        table = np.empty((size, 3), dtype=np.int32)
        choices = Choices(cell, actions, found)
        assign_sequences(seat, stage, board, layout, choices, tables[0] if stage else table, table)
        tables.append(table)
        parents.append(found[before:, 0])
        places.append(found[before:, 1])
    stages, start, cells, actions_of = np.array(blocks, dtype=np.int64).reshape(-1, 4).T.copy()
    first = np.concatenate([[0], np.cumsum(cells)[:-1]]).astype(np.int64)
    nowhere = np.full(len(blocks), -1, dtype=np.int64)
    plex = Treeplex(
        n_sequences, start, cells, actions_of, first, np.concatenate(parents), nowhere, np.arange(len(blocks))
    )
    return Infosets(seat, plex, tuple(tables), np.concatenate(places), stages)


def _places(seat: int, stage: int, board: Board) -> int:
    """Size of the array of a stage."""
    hands, cards = len(board.hands), len(board.bits)
    return hands * ((cards if seat else 1), 3 * cards, 3 * cards * cards)[stage]
