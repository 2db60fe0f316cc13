"""A list of pieces of work that have nothing to do with each other: each is done whole by one thread or worker."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Executor
from dataclasses import dataclass
from typing import Any, Self

from svara_odds.jobs.blocks import Block
from svara_odds.jobs.checkpoint import unfit
from svara_odds.jobs.keeper import Keeper, State
from svara_odds.jobs.run import Progress, run_blocks

__all__ = ["Rows", "sweep", "threads_within"]


@dataclass(frozen=True)
class Rows:
    """What the first pieces came to, each as JSON knows it.

    Attributes
    ----------
    rows : tuple
    """

    rows: tuple[Any, ...] = ()

    @classmethod
    def resumed(cls, keeper: Keeper, most: int) -> Self:
        """Those of the checkpoint, none where there is none.

        Raises
        ------
        DamagedFileError
            If the checkpoint holds no rows, or more than there are pieces.
        """
        rows = [] if keeper.kept is None else keeper.kept[0].get("rows")
        if not isinstance(rows, list) or len(rows) > most:
            raise unfit(keeper.path)
        return cls(tuple(rows))

    @property
    def parts(self) -> int:
        """How many pieces are done."""
        return len(self.rows)

    def plus(self, answer: Any) -> Self:
        """These and the next."""
        return type(self)((*self.rows, answer))

    def state(self) -> State:
        """The rows as a checkpoint holds them."""
        return {"rows": self.rows}, {}


def sweep(
    work: Callable[[Block], Any],
    pieces: int,
    keeper: Keeper,
    *,
    threads: int = 1,
    executor: Executor | None = None,
    progress: Progress | None = None,
) -> list[Any]:
    """Do pieces of work and give what they come to, in their order.

    Parameters
    ----------
    work : callable
        Takes the block of a piece, ``(its number, 1, (seed, its number))``, and gives what JSON knows.
    pieces : int
    keeper : Keeper
        Keeps what was found; pieces that it has are not done again.
    threads, executor
        As for `run_blocks`.
    progress : callable, optional
        Told ``(done, pieces)`` after each.

    Returns
    -------
    list

    Raises
    ------
    DamagedFileError
        If the checkpoint cannot be trusted.

    Examples
    --------
    >>> sweep(lambda block: block.index**2, 4, Keeper(None, {}))
    [0, 1, 4, 9]
    """
    tally = Rows.resumed(keeper, pieces)
    blocks = [Block(number, 1, (keeper.seed, number)) for number in range(tally.parts, pieces)]
    answers = run_blocks(work, blocks, threads=threads, executor=executor, alike=False)

    def told(tally: Rows) -> None:
        if progress is not None:
            progress(tally.parts, pieces)

    return list(keeper.gather(answers, tally, told).rows)


def threads_within(pieces: int, threads: int, executor: Executor | None) -> int:
    """Threads for each piece where there are fewer pieces than threads; one on a cluster, which has a piece a core.

    Examples
    --------
    >>> threads_within(1, 4, None), threads_within(3, 8, None), threads_within(9, 8, None)
    (4, 2, 1)
    """
    return 1 if executor is not None else max(1, threads // max(1, pieces))
