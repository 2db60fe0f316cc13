"""The parts that an exact table is counted in: levels of the scores, or one class after the other."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from svara_odds.errors import DealError
from svara_odds.jobs.blocks import Block
from svara_odds.jobs.checkpoint import unfit
from svara_odds.jobs.sweep import Rows
from svara_odds.odds.multiway.deal_counts import (
    add_limbs,
    all_deals,
    checked_limbs,
    deals_from_sums,
    sums_as_integers,
)
from svara_odds.odds.multiway.hero import check_visits, hero_counts
from svara_odds.odds.multiway.heroparts import HeroParts
from svara_odds.odds.multiway.levelforms import LevelForm, card_cube, frame_of, level_form, unpack_cells

if TYPE_CHECKING:
    from svara_odds.jobs.keeper import Keeper, State
    from svara_odds.tables.handtable import HandTable

__all__ = ["ByClass", "ByLevel"]

# Bytes of one histogram; classes that do not fit beside each other are counted one lot after another.
HISTOGRAM_BYTES = 1 << 28
LEFT_ROWS = 16
_NOTHING = np.zeros(())
Limbs = dict[int, NDArray[np.uint64]]


class _Lot(NamedTuple):
    """Power sums (P, J, J, 2, classes) of some classes on one level; `own` says for which it is their own."""

    heroes: list[int]
    own: list[bool]
    sums: NDArray[np.uint64]


@dataclass(frozen=True, eq=False)
class _LevelTally:
    """Power sums over the first parts, by class: of its own level, and of the levels above it."""

    parts: int
    own: NDArray[np.uint64]
    above: NDArray[np.uint64]

    def plus(self, lots: list[_Lot]) -> _LevelTally:
        own, above = self.own.copy(), self.above.copy()
        for lot in lots:
            for position, (hero, is_own) in enumerate(zip(lot.heroes, lot.own, strict=True)):
                target = own if is_own else above
                add_limbs(target[: len(lot.sums), ..., hero], lot.sums[..., position])
        return _LevelTally(self.parts + 1, own, above)

    def state(self) -> State:
        return {"parts": self.parts}, {"own": self.own, "above": self.above}


class ByLevel:
    """Counts a level of the scores for all the classes that want to know it; called with the block of a level.

    Parameters
    ----------
    table : HandTable
    numbers : tuple of int
        Numbers of players, ascending.
    field : bool
        Whether a class wants to know the levels above its own as well.
    """

    def __init__(self, table: HandTable, numbers: tuple[int, ...], field: bool) -> None:
        self.table, self.numbers, self.field = table, numbers, field
        self.parts = HeroParts(table, 3 * numbers[-1] - 3)
        if int(table.symmetry.sizes.max()) * all_deals(table.n_cards - 3, numbers[-1] - 1) >= 1 << 128:
            raise DealError(f"{numbers[-1]} players from {table.n_cards} cards: the deals do not fit in 128 bits")
        self.level_of_class = table.order[table.symmetry.representatives].astype(np.int64)

    def __reduce__(self) -> tuple[Any, ...]:
        """Travel to another process as what it is made of, some kilobytes, and be made again there."""
        return ByLevel, (self.table, self.numbers, self.field)

    def blocks(self) -> list[Block]:
        """A block for each level, largest first; its `deals` are elementary steps."""
        levels = range(int(self.table.order.max()) + 1)
        steps = [self._form(s).visits * (8 + len(self._heroes(s)) // 4) for s in levels]
        return [Block(s, steps[s], (0, s)) for s in sorted(levels, key=lambda s: -steps[s])]

    def resumed(self, keeper: Keeper) -> _LevelTally:
        """The tally of the checkpoint, or of no level."""
        powers, classes = self.numbers[-1], self.table.symmetry.n_classes
        shape = (self.table.n_cards + 1, powers, powers, 2, classes)
        above = np.zeros(shape if self.field else (0, 0, 0, 2, 0), np.uint64)
        empty = _LevelTally(0, np.zeros(shape, np.uint64), above)
        if keeper.kept is None:
            return empty
        said, arrays = keeper.kept
        tally = _LevelTally(said.get("parts", -1), arrays.get("own", _NOTHING), arrays.get("above", _NOTHING))
        fits = all(
            there.shape == here.shape and there.dtype == here.dtype
            for there, here in ((tally.own, empty.own), (tally.above, empty.above))
        )
        if not fits or not 0 <= tally.parts <= int(self.table.order.max()) + 1:
            raise unfit(keeper.path)
        return tally

    def __call__(self, block: Block) -> list[_Lot]:
        """Count the level ``block.index``."""
        from svara_odds.odds.multiway._kernels import mark

        level = self._form(block.index)
        box, cells = frame_of(level.form)
        rows = np.full(cells, -1, np.int32)
        found = mark(level.form, box, np.empty(level.form.y.shape[1], np.int32), rows)
        occupied = np.flatnonzero(rows >= 0)
        where = unpack_cells(box, occupied)
        lots = []
        for heroes in _lots(self._heroes(block.index), max(8, HISTOGRAM_BYTES // (8 * found) // 8 * 8)):
            own = [bool(self.level_of_class[hero] == block.index) for hero in heroes]
            lots.append(_Lot(heroes, own, self._sums(level, box, rows, occupied, where, found, heroes)))
        return lots

    def limbs(self, tally: _LevelTally) -> Limbs:
        """Turn the power sums of all levels into numbers of deals, and check all that must hold of them."""
        unseen = self.table.n_cards - 3
        own = sums_as_integers(tally.own)
        above = sums_as_integers(tally.above) if self.field else None
        sizes = self.table.symmetry.sizes.astype(object)
        limbs = {}
        for n in self.numbers:
            columns = deals_from_sums(own[: unseen + 1], unseen, n - 1)
            if above is not None:
                columns += deals_from_sums(above[: unseen + 1], unseen, n - 1)[1:]
            limbs[n] = checked_limbs(np.array(columns, dtype=object).T, sizes, all_deals(unseen, n - 1), n)
        return limbs

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


def _lots(items: list[int], size: int) -> Iterator[list[int]]:
    for start in range(0, len(items), size):
        yield items[start : start + size]


@dataclass(frozen=True, eq=False)
class ByClass:
    """Counts one representative, for decks without a block of equal ranks; called with the block of a class.

    Parameters
    ----------
    table, numbers, field
        As for `ByLevel`.
    """

    table: HandTable
    numbers: tuple[int, ...]
    field: bool

    def blocks(self) -> list[Block]:
        """A block for each class, each of one step."""
        return [Block(hero, 1, (0, hero)) for hero in range(self.table.symmetry.n_classes)]

    def resumed(self, keeper: Keeper) -> Rows:
        """The tally of the checkpoint, or of no class: for each class and number of players the counts of one hand."""
        return Rows.resumed(keeper, self.table.symmetry.n_classes)

    def __call__(self, block: Block) -> list[list[int]]:
        """Count the class ``block.index``."""
        hand = self.table.hands[self.table.symmetry.representatives[block.index]].tolist()
        found = hero_counts(self.table, hand, n_players=self.numbers, opponents_best=self.field)
        return [
            [found[n].win, *found[n].svara.values(), *(found[n].opponents_best or {}).values()] for n in self.numbers
        ]

    def limbs(self, tally: Rows) -> Limbs:
        """The counts of all classes, after every check there is."""
        sizes, unseen = self.table.symmetry.sizes.astype(object), self.table.n_cards - 3
        limbs = {}
        for place, n in enumerate(self.numbers):
            whole = np.array([row[place] for row in tally.rows], dtype=object) * sizes[:, None]
            limbs[n] = checked_limbs(whole, sizes, all_deals(unseen, n - 1), n)
        return limbs
