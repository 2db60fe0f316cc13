"""The whole ranking at once: every hand class against two to nine random hands, exactly."""

from __future__ import annotations

import os
from collections.abc import Iterable
from concurrent.futures import Executor
from dataclasses import dataclass, replace
from itertools import accumulate
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from svara_odds.errors import DealError
from svara_odds.jobs.keeper import Keeper
from svara_odds.jobs.run import Progress, run_blocks
from svara_odds.odds.multiway.deal_counts import MultiwayCounts, all_deals, player_numbers
from svara_odds.odds.multiway.hero import LIST_LIMIT, block_cards, estimate_operations
from svara_odds.odds.multiway.subsets import count_subsets
from svara_odds.odds.multiway.table_parts import ByClass, ByLevel

if TYPE_CHECKING:
    from svara_odds.tables.handtable import HandTable

__all__ = ["ExactTable", "exact_table", "table_steps"]


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
    n_players: Iterable[int],
    field: bool = False,
    threads: int = 2,
    executor: Executor | None = None,
    checkpoint: str | os.PathLike[str] | None = None,
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
    executor : concurrent.futures.Executor, optional
        Where to count instead of on threads of this process, such as :func:`~svara_odds.jobs.dask.cluster_executor`.
    checkpoint : path, optional
        File that finished parts of the work are kept in, and taken from if it is there; it stays when all is done.
        A part is a level of the scores, or a class where classes are counted one after the other.
    progress : callable, optional
        Called with (steps done, steps in all).

    Returns
    -------
    ExactTable

    Raises
    ------
    DealError
        If so many players cannot be dealt, or the count is out of reach.
    SvaraError, DamagedFileError
        If the checkpoint is of another job, or cannot be trusted.
    """
    numbers = player_numbers(n_players, table.n_cards)
    parts: Any = (ByLevel if _all_at_once(table, numbers) else ByClass)(table, numbers, field)
    blocks = parts.blocks()
    keeper = Keeper(checkpoint, _job(table, numbers, field), seed=0)
    tally = parts.resumed(keeper)
    done = list(accumulate((block.deals for block in blocks), initial=0))
    answers = run_blocks(parts, blocks[tally.parts :], threads=threads, executor=executor)

    def told(tally: Any) -> None:
        if progress is not None:
            progress(done[tally.parts], done[-1])

    return ExactTable(table.digest, table.n_cards, parts.limbs(keeper.gather(answers, tally, told)))


def _job(table: HandTable, numbers: tuple[int, ...], field: bool) -> dict[str, str | int]:
    """What a table is of, as the checkpoint names it."""
    return {
        "kind": "exact table",
        "table of hands": table.digest,
        "numbers of players": ", ".join(map(str, numbers)),
        "field": str(field),
    }


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
    return sum(block.deals for block in ByLevel(table, numbers, field).blocks())


def _all_at_once(table: HandTable, numbers: tuple[int, ...]) -> bool:
    """Whether the classes can be counted together: their sets of cards listed, their histograms exact as floats."""
    most = 3 * numbers[-1] - 3
    listed = count_subsets(table.n_cards - len(block_cards(table)), most)
    # A class meets at most so many sets of cards with each of its hands.
    met = int(table.symmetry.sizes.max()) * count_subsets(table.n_cards - 3, most)
    return listed <= LIST_LIMIT and met < 1 << 53
