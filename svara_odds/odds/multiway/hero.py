"""Exact odds of one hand against two to nine opponents, by inclusion–exclusion over sets of cards.

The number of ordered m-tuples of disjoint hands, all from a family F, drawn from R cards is

    sum over sets S of cards of (-1)**(3m - |S|) * C(R - |S|, 3m - |S|) * a(S)**m,

a(S) being the number of hands of F inside S (Björklund and Husfeldt's set packing). With F split in hands below
the hero, a, and hands equal to the hero, b, the terms of (a + b)**m count the deals that the hero wins and the
svaras of each size. Only how many sets have which (|S|, a, b) matters, so one pass serves every number of players.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from itertools import count
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from svara_odds.errors import DealError
from svara_odds.jobs.run import Progress
from svara_odds.odds.multiway.deal_counts import (
    MultiwayCounts,
    all_deals,
    deals_from_sums,
    player_numbers,
    sums_as_integers,
)
from svara_odds.odds.multiway.levelforms import card_cube, frame_of, level_form, unpack_cells
from svara_odds.odds.multiway.subsets import Split, count_subsets

if TYPE_CHECKING:
    from svara_odds.tables.handtable import HandTable

__all__ = ["HeroCounts", "MultiwayCounts", "estimate_operations", "hero_counts"]

# Pairs of subset groups per level. About two nanoseconds each: beyond this a level takes ten minutes and more.
HARD_LIMIT = 1 << 38
# Subsets listed on one side of the split (16 bytes each and some columns of 4).
LIST_LIMIT = 1 << 22


@dataclass(frozen=True)
class HeroCounts:
    """Exact counts of one hand, by number of players.

    Attributes
    ----------
    hand : tuple of int
        The hero's cards.
    dead : tuple of int
        Cards known to be out of play.
    counts : dict of int to MultiwayCounts
        By number of players.
    """

    hand: tuple[int, ...]
    dead: tuple[int, ...]
    counts: dict[int, MultiwayCounts]

    def __getitem__(self, n_players: int) -> MultiwayCounts:
        return self.counts[n_players]


def check_visits(visits: int) -> None:
    """Refuse what would take for ever."""
    if visits > HARD_LIMIT:
        raise DealError(
            f"exact counting would visit {visits:.3g} pairs of sets of cards; the limit is {HARD_LIMIT}. "
            "Ask for fewer players, or take a sample"
        )


class _Unseen:
    """The cards that the opponents can hold, split for the kernels."""

    def __init__(self, table: HandTable, gone: Sequence[int], largest: int) -> None:
        self.n_cards = int(table.n_cards)
        cards = [card for card in range(self.n_cards) if card not in gone]
        self.count = len(cards)
        block = set(block_cards(table))
        right = [card for card in cards if card in block]
        if not right:
            right = cards[: len(cards) // 2]
        left = [card for card in cards if card not in set(right)]
        # Sides far apart in length: what the longer list costs is more than equal groups save.
        while count_subsets(len(left), largest) > LIST_LIMIT and len(right) < len(left):
            right.append(left.pop())
        for side in (left, right):
            listed = count_subsets(len(side), largest)
            if listed > LIST_LIMIT:
                raise DealError(
                    f"exact counting would list {listed:.3g} sets of {len(side)} cards; the limit is {LIST_LIMIT}. "
                    "Ask for fewer players, or take a sample"
                )
        self.split = Split(left, right, largest)


def block_cards(table: HandTable) -> tuple[int, ...]:
    """Cards of up to four ranks to cut off: of ranks that are worth the same where there are such.

    The right side of every split is what is unseen of these cards. Equal ranks leave few groups of its subsets; any
    other whole ranks will do, as exchanges of suits keep to the two sides.
    """
    blocks = sorted(table.symmetry.rank_blocks, key=len)
    ranks = sorted({int(rank) for rank in table.deck.ranks})
    chosen = blocks[-1][:4] if blocks else ranks[-min(4, len(ranks) // 2) :]
    return tuple(card for card, rank in enumerate(table.deck.ranks) if rank in chosen)


def _gone(table: HandTable, hero: Sequence[int], dead: Sequence[int]) -> tuple[int, ...]:
    gone = (*(int(c) for c in hero), *(int(c) for c in dead))
    if len(hero) != 3 or len(set(gone)) != len(gone) or not all(0 <= c < table.n_cards for c in gone):
        raise DealError(
            f"hand {tuple(hero)} with dead cards {tuple(dead)}: three cards and the dead ones must all be "
            f"different positions from 0 to {table.n_cards - 1}"
        )
    return gone


def _hero_level(table: HandTable, hero: Sequence[int]) -> int:
    same = (table.hands == np.array(sorted(int(c) for c in hero), np.uint8)).all(axis=1)
    return int(table.order[same][0])


class _Levels:
    """Counts of one level after another over the same unseen cards."""

    def __init__(
        self, table: HandTable, unseen: _Unseen, allowed: NDArray[np.bool_] | None, numbers: tuple[int, ...]
    ) -> None:
        self.table, self.unseen, self.numbers = table, unseen, numbers
        self.allowed = np.ones(len(table.order), np.bool_) if allowed is None else allowed
        self.shift = int(self.allowed.sum() + 1).bit_length()

    def form(self, below: NDArray[np.bool_], equal: NDArray[np.bool_]) -> Any:
        """The bilinear form of the two families of hands."""
        weight = (below & self.allowed).astype(np.int32) * np.int32(1 << self.shift)
        weight += (equal & self.allowed).astype(np.int32)
        cube = card_cube(self.table.hands, weight, self.unseen.n_cards)
        level = level_form(self.unseen.split, cube, self.shift)
        check_visits(level.visits)
        return level

    def deals(self, below: NDArray[np.bool_], equal: NDArray[np.bool_], threads: int = 1) -> dict[int, list[int]]:
        """For each number of players, the deals with exactly k opponents equal and the others below, by k."""
        from svara_odds.odds.multiway._kernels_sums import power_sums

        level = self.form(below, equal)
        box, cells = frame_of(level.form)
        histogram = _histogram(level, box, cells, threads)
        rows = np.flatnonzero(histogram)
        powers = self.numbers[-1]
        cards = len(box.offset)
        out = np.zeros((cards, powers, powers, 2, 1), np.uint64)
        where = unpack_cells(box, rows)
        power_sums(histogram.reshape(-1, 1), rows, where, np.zeros((powers, 2, 1), np.uint64), out)
        sums = sums_as_integers(out)
        return {n: [int(deals[0]) for deals in deals_from_sums(sums, self.unseen.count, n - 1)] for n in self.numbers}

    def best(self, levels: Iterable[int], threads: int, tick: Callable[[], None]) -> dict[int, list[int] | None]:
        """For each number of players, the deals whose best level is one of `levels`, by how many reach it."""
        order = self.table.order
        lost = {n: [0] * n for n in self.numbers}
        with ThreadPoolExecutor(max(1, threads)) as pool:
            for found in pool.map(lambda s: self.deals(order < s, order == s), levels):
                for n in self.numbers:
                    lost[n] = [old + new for old, new in zip(lost[n], found[n], strict=True)]
                tick()
        return dict(lost)


def _histogram(level: Any, box: Any, cells: int, threads: int) -> NDArray[np.uint64]:
    """How many sets of cards lie in each cell; several threads take slices of the left rows."""
    from svara_odds.odds.multiway._kernels import fill

    form = level.form
    left = np.bincount(level.left_ids, minlength=len(form.size)).astype(np.uint64)
    right = np.bincount(level.right_ids, minlength=form.y.shape[1]).astype(np.uint64)

    def part(start: int, stop: int) -> NDArray[np.uint64]:
        histogram = np.zeros(cells, np.uint64)
        piece = form._replace(x=form.x[start:stop], size=form.size[start:stop])
        fill(piece, box, left[start:stop], right, np.empty(form.y.shape[1], np.int32), histogram)
        return histogram

    if threads == 1 or level.visits < 1 << 20:
        return part(0, len(form.size))
    edges = np.linspace(0, len(form.size), threads + 1).astype(int)
    with ThreadPoolExecutor(threads) as pool:
        pieces = list(pool.map(part, edges[:-1], edges[1:]))
    total: NDArray[np.uint64] = np.add.reduce(pieces)
    return total


def estimate_operations(
    table: HandTable,
    hero: Sequence[int],
    *,
    n_players: int | Iterable[int],
    dead: Sequence[int] = (),
    opponents: NDArray[np.bool_] | None = None,
    opponents_best: bool = False,
) -> int:
    """How many pairs of sets of cards `hero_counts` would go through: one to two nanoseconds each.

    Parameters
    ----------
    table : HandTable
        The table of the rules.
    hero : sequence of int
        The hero's three cards.
    n_players, dead, opponents, opponents_best
        As in `hero_counts`.

    Returns
    -------
    int
        An estimate where `opponents_best` is asked for (the levels above the hero are taken to cost what the hero's
        own level costs), exact otherwise.

    Raises
    ------
    DealError
        If the sets cannot even be listed, or the cards or the number of players are wrong.
    """
    gone = _gone(table, hero, dead)
    numbers = player_numbers(n_players, table.n_cards - len(dead))
    levels = _Levels(table, _Unseen(table, gone, 3 * numbers[-1] - 3), opponents, numbers)
    order = table.order
    own = _hero_level(table, hero)
    visits = int(levels.form(order < own, order == own).visits)
    above = int(order.max()) - own if opponents_best else 0
    return visits * (1 + above + (opponents is not None))


def hero_counts(
    table: HandTable,
    hero: Sequence[int],
    *,
    n_players: int | Iterable[int],
    dead: Sequence[int] = (),
    opponents: NDArray[np.bool_] | None = None,
    opponents_best: bool = False,
    progress: Progress | None = None,
    threads: int = 1,
) -> HeroCounts:
    """Count all deals of one hand against opponents who all hold a random hand, or a hand of one range.

    Parameters
    ----------
    table : HandTable
        The table of the rules.
    hero : sequence of int
        The hero's three cards, as positions in the deck.
    n_players : int or iterable of int
        Numbers of players, the hero included; asking for several costs no more than asking for the largest.
    dead : sequence of int
        Cards that nobody can hold.
    opponents : bool (H,), optional
        The hands that every opponent's range allows; all hands by default.
    opponents_best : bool
        Whether to count, for the deals that the hero loses, how many opponents are best. One more pass for each
        level above the hero.
    progress : callable, optional
        Called with (levels done, levels in all).
    threads : int
        Threads to use; the counts do not depend on it.

    Returns
    -------
    HeroCounts
        Exact integers.

    Raises
    ------
    DealError
        If the cards or the number of players are wrong, if no deal is possible, or if the count is out of reach.

    Notes
    -----
    All sums are kept modulo 2**128; the numbers of deals that they make lie between 0 and the number of all deals,
    which is checked to be below 2**128 beforehand.
    """
    gone = _gone(table, hero, dead)
    numbers = player_numbers(n_players, table.n_cards - len(dead))
    unseen = _Unseen(table, gone, 3 * numbers[-1] - 3)
    if all_deals(unseen.count, numbers[-1] - 1) >= 1 << 128:
        raise DealError(f"{numbers[-1]} players from {table.n_cards} cards: the deals do not fit in 128 bits")
    levels = _Levels(table, unseen, opponents, numbers)
    order, own = table.order, _hero_level(table, hero)
    above = range(own + 1, int(order.max()) + 1) if opponents_best else range(0)
    tick = _ticker(1 + len(above) + (opponents is not None), progress)

    mine = levels.deals(order < own, order == own, threads)
    tick()
    totals = {n: all_deals(unseen.count, n - 1) for n in numbers}
    if opponents is not None:
        every = np.ones(len(order), np.bool_)
        totals = {n: deals[0] for n, deals in levels.deals(every, ~every, threads).items()}
        tick()
    lost = levels.best(above, threads, tick) if opponents_best else dict.fromkeys(numbers)
    counts = {n: _counts(n, totals[n], mine[n], lost[n]) for n in numbers}
    return HeroCounts(tuple(int(c) for c in hero), tuple(int(c) for c in dead), counts)


def _ticker(steps: int, progress: Progress | None) -> Callable[[], None]:
    """A function to be called at the end of each step."""
    done = count(1)

    def tick() -> None:
        if progress is not None:
            progress(next(done), steps)

    return tick


def _counts(n: int, total: int, mine: list[int], lost: list[int] | None) -> MultiwayCounts:
    """Put the counts of one number of players together, and check what must hold of them."""
    if total == 0:
        raise DealError(f"no deal to {n} players is possible with these cards and this range")
    best = None if lost is None else {k: lost[k] for k in range(1, n)}
    counts = MultiwayCounts(n, total, mine[0], {k + 1: mine[k] for k in range(1, n)}, best)
    if counts.lose < 0 or (best is not None and sum(best.values()) != counts.lose):
        raise AssertionError(f"counts of {n} players do not add up: {counts}")
    return counts
