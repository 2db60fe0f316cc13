"""The whole ranking at once: every hand class against two to nine random hands, exactly."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from threading import Lock
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from svara_odds.errors import DealError
from svara_odds.odds.multiway.deal_counts import (
    MultiwayCounts,
    Progress,
    add_limbs,
    all_deals,
    checked_limbs,
    deals_from_sums,
    player_numbers,
    sums_as_integers,
)
from svara_odds.odds.multiway.hero import LIST_LIMIT, block_cards, check_visits, estimate_operations, hero_counts
from svara_odds.odds.multiway.levelforms import LevelForm, card_cube, frame_of, level_form, unpack_cells
from svara_odds.odds.multiway.subsets import count_subsets

if TYPE_CHECKING:
    from svara_odds.odds.multiway.heroparts import HeroParts
    from svara_odds.tables.handtable import HandTable

__all__ = ["ExactTable", "exact_table", "table_steps"]

# Bytes of one histogram; classes that do not fit beside each other are counted one lot after another.
HISTOGRAM_BYTES = 1 << 28
LEFT_ROWS = 16


@dataclass(frozen=True, eq=False, repr=False)
class ExactTable:
    """Exact counts of every hand class against random opponents.

    Attributes
    ----------
    digest : str
        Digest of the hand table.
    n_cards : int
        Cards in the deck.
    limbs : dict of int to uint64 (classes, columns, 2)
        By number of players n, low and high 64 bits of: deals won, svaras of 2 … n, and, where the field is known,
        deals lost to exactly 1 … n - 1 best opponents; for one hand of the class.
    """

    digest: str
    n_cards: int
    limbs: dict[int, NDArray[np.uint64]]

    @property
    def n_players(self) -> tuple[int, ...]:
        """Numbers of players, ascending."""
        return tuple(sorted(self.limbs))

    @property
    def n_classes(self) -> int:
        """Number of hand classes."""
        return len(next(iter(self.limbs.values())))

    def __repr__(self) -> str:
        """Name the table in a line."""
        players = ", ".join(map(str, self.n_players))
        return f"<ExactTable {self.digest[:8]}: {self.n_classes} classes, {players} players>"

    def has_field(self, n_players: int) -> bool:
        """Whether it is known, for so many players, how many opponents are best when the hero is not."""
        return n_players in self.limbs and self.limbs[n_players].shape[1] > n_players

    def beside(self, other: ExactTable) -> ExactTable:
        """Join to this table those numbers of players of `other`, of the same hands, that it does not have itself."""
        return replace(self, limbs=other.limbs | self.limbs)

    def counts(self, hero: int, n_players: int) -> MultiwayCounts:
        """Counts of one hand of a class.

        Parameters
        ----------
        hero : int
            Class of the hand.
        n_players : int
            One of the numbers of players of the table.

        Returns
        -------
        MultiwayCounts
        """
        if n_players not in self.limbs:
            raise DealError(f"n_players is {n_players}; this table has {', '.join(map(str, self.n_players))}")
        numbers = [low + (high << 64) for low, high in self.limbs[n_players][hero].tolist()]
        svara = dict(zip(range(2, n_players + 1), numbers[1:n_players], strict=True))
        best = dict(zip(range(1, n_players), numbers[n_players:], strict=True)) if self.has_field(n_players) else None
        return MultiwayCounts(n_players, all_deals(self.n_cards - 3, n_players - 1), numbers[0], svara, best)


def exact_table(
    table: HandTable,
    *,
    n_players: Iterable[int] = range(2, 11),
    field: bool = False,
    threads: int = 2,
    progress: Progress | None = None,
) -> ExactTable:
    """Count all deals of every hand class against random opponents, for several numbers of players at once.

    Parameters
    ----------
    table : HandTable
        The table of the rules.
    n_players : iterable of int
        Numbers of players.
    field : bool
        Whether to count how many opponents are best in the deals that the hero loses: some ten times the work.
    threads : int
        Threads to use; the counts do not depend on it.
    progress : callable, optional
        Called with (steps done, steps in all).

    Returns
    -------
    ExactTable

    Raises
    ------
    DealError
        If so many players cannot be dealt, or the count is out of reach.
    """
    numbers = player_numbers(n_players, table.n_cards)
    if not _all_at_once(table, numbers):
        return _class_by_class(table, numbers, field, threads, progress)
    return _Builder(table, numbers, field).run(threads, progress)


def table_steps(table: HandTable, *, n_players: Iterable[int] = range(2, 11), field: bool = False) -> int:
    """How many elementary steps `exact_table` would take: some two nanoseconds each.

    Parameters
    ----------
    table, n_players, field
        As in `exact_table`.

    Returns
    -------
    int
        Visits of a pair of groups of sets, times eight and a step for every four classes that are counted there.

    Raises
    ------
    DealError
        If so many players cannot be dealt, or the count is out of reach.
    """
    numbers = player_numbers(n_players, table.n_cards)
    if not _all_at_once(table, numbers):
        heroes = table.hands[table.symmetry.representatives].tolist()
        one = estimate_operations(table, heroes[0], n_players=numbers, opponents_best=field)
        return one * len(heroes)
    return sum(_Builder(table, numbers, field).work())


def _all_at_once(table: HandTable, numbers: tuple[int, ...]) -> bool:
    """Whether the classes can be counted together: their sets of cards listed, their histograms exact as floats."""
    most = 3 * numbers[-1] - 3
    listed = count_subsets(table.n_cards - len(block_cards(table)), most)
    # A class meets at most so many sets of cards with each of its hands.
    met = int(table.symmetry.sizes.max()) * count_subsets(table.n_cards - 3, most)
    return listed <= LIST_LIMIT and met < 1 << 53


class _Builder:
    """Counts level after level, adding up what each tells about each class."""

    def __init__(self, table: HandTable, numbers: tuple[int, ...], field: bool) -> None:
        from svara_odds.odds.multiway.heroparts import HeroParts

        self.table, self.numbers, self.field = table, numbers, field
        self.parts: HeroParts = HeroParts(table, 3 * numbers[-1] - 3)
        sizes = table.symmetry.sizes
        if int(sizes.max()) * all_deals(table.n_cards - 3, numbers[-1] - 1) >= 1 << 128:
            raise DealError(f"{numbers[-1]} players from {table.n_cards} cards: the deals do not fit in 128 bits")
        powers = numbers[-1]
        shape = (table.n_cards + 1, powers, powers, 2, len(sizes))
        self.own = np.zeros(shape, np.uint64)
        self.above = np.zeros(shape if field else (0, 0, 0, 2, 0), np.uint64)
        self.level_of_class = table.order[table.symmetry.representatives].astype(np.int64)
        self.lock = Lock()

    def run(self, threads: int, progress: Progress | None) -> ExactTable:
        """Go through all levels, largest first, and read the counts off."""
        work = self.work()
        done, total = 0, sum(work)
        sequence = sorted(range(len(work)), key=lambda s: -work[s])
        with ThreadPoolExecutor(max(1, threads)) as pool:
            for level, _ in zip(sequence, pool.map(self._level, sequence), strict=True):
                done += work[level]
                if progress is not None:
                    progress(done, total)
        return self._read_off()

    def work(self) -> list[int]:
        """Elementary steps of each level."""
        levels = range(int(self.table.order.max()) + 1)
        return [self._form(s).visits * (8 + len(self._heroes(s)) // 4) for s in levels]

    def _form(self, s: int) -> LevelForm:
        order = self.table.order
        shift = int((order == s).sum() + 1).bit_length()
        weight = (order < s).astype(np.int32) * np.int32(1 << shift) + (order == s).astype(np.int32)
        cube = card_cube(self.table.hands, weight, self.table.n_cards)
        level = level_form(self.parts.split, cube, shift, self.parts.keep)
        check_visits(level.visits)
        return level

    def _heroes(self, s: int) -> list[int]:
        """Classes that want to know this level, those with most kinds of parts first: full lanes."""
        wanted = self.level_of_class <= s if self.field else self.level_of_class == s
        heroes: list[int] = np.flatnonzero(wanted).tolist()
        return sorted(heroes, key=lambda hero: -len(self.parts.left_parts[hero]))

    def _level(self, s: int) -> None:
        """Count one level for all the classes that want to know it."""
        from svara_odds.odds.multiway._kernels import mark

        level = self._form(s)
        box, cells = frame_of(level.form)
        rows = np.full(cells, -1, np.int32)
        found = mark(level.form, box, np.empty(level.form.y.shape[1], np.int32), rows)
        occupied = np.flatnonzero(rows >= 0)
        where = unpack_cells(box, occupied)
        for heroes in _lots(self._heroes(s), max(8, HISTOGRAM_BYTES // (8 * found) // 8 * 8)):
            sums = self._sums(level, box, rows, occupied, where, found, heroes)
            with self.lock:
                for position, hero in enumerate(heroes):
                    target = self.own if self.level_of_class[hero] == s else self.above
                    add_limbs(target[: len(sums), ..., hero], sums[..., position])

    def _sums(
        self, level: LevelForm, box: Any, rows: Any, occupied: Any, where: Any, found: int, heroes: Sequence[int]
    ) -> NDArray[np.uint64]:
        """Power sums (P, J, J, 2, classes) of some classes on one level."""
        from svara_odds.odds.multiway._kernels_classes import tally
        from svara_odds.odds.multiway._kernels_sums import power_sums

        columns = self.parts.columns(level, heroes)
        width = 8 * (len(columns.lane_starts) - 1)
        histogram = np.zeros((found, width))
        scratch = np.empty((LEFT_ROWS, columns.right.shape[1]))
        tally(
            level.form, box, rows, columns, scratch, np.empty((LEFT_ROWS, columns.right.shape[0]), np.int32), histogram
        )
        powers = self.numbers[-1]
        out = np.zeros((len(box.offset), powers, powers, 2, width), np.uint64)
        power_sums(histogram, rows[occupied].astype(np.int64), where, np.zeros((powers, 2, width), np.uint64), out)
        return out

    def _read_off(self) -> ExactTable:
        """Turn power sums into numbers of deals, and check all that must hold of them."""
        unseen = self.table.n_cards - 3
        own = sums_as_integers(self.own)
        above = sums_as_integers(self.above) if self.field else None
        sizes = self.table.symmetry.sizes.astype(object)
        limbs = {}
        for n in self.numbers:
            columns = deals_from_sums(own[: unseen + 1], unseen, n - 1)
            if above is not None:
                columns += deals_from_sums(above[: unseen + 1], unseen, n - 1)[1:]
            limbs[n] = checked_limbs(np.array(columns, dtype=object).T, sizes, all_deals(unseen, n - 1), n)
        return ExactTable(self.table.digest, self.table.n_cards, limbs)


def _lots(items: list[int], size: int) -> Iterator[list[int]]:
    for start in range(0, len(items), size):
        yield items[start : start + size]


def _class_by_class(
    table: HandTable, numbers: tuple[int, ...], field: bool, threads: int, progress: Progress | None
) -> ExactTable:
    """Count one representative after another, for decks without a block of equal ranks."""
    counts: dict[int, list[list[int]]] = {n: [] for n in numbers}
    for done, index in enumerate(table.symmetry.representatives):
        hero = hero_counts(table, table.hands[index].tolist(), n_players=numbers, opponents_best=field, threads=threads)
        for n in numbers:
            row = hero[n]
            lost = list(row.opponents_best.values()) if row.opponents_best is not None else []
            counts[n].append([row.win, *row.svara.values(), *lost])
        if progress is not None:
            progress(done + 1, table.symmetry.n_classes)
    sizes = table.symmetry.sizes.astype(object)
    limbs = {}
    for n in numbers:
        whole = np.array(counts[n], dtype=object) * sizes[:, None]
        limbs[n] = checked_limbs(whole, sizes, all_deals(table.n_cards - 3, n - 1), n)
    return ExactTable(table.digest, table.n_cards, limbs)
