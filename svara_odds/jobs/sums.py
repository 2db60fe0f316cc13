"""A sample whose blocks each give arrays that are added up, and no more than the sums are kept."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from concurrent.futures import Executor
from dataclasses import dataclass
from itertools import islice
from typing import Any, Self

from numpy.typing import NDArray

from svara_odds.jobs.blocks import Block, iter_blocks
from svara_odds.jobs.checkpoint import unfit
from svara_odds.jobs.keeper import Keeper, State
from svara_odds.jobs.run import Progress, run_blocks

__all__ = ["Arrays", "Sums", "add_up"]

Arrays = Mapping[str, NDArray[Any]]


@dataclass(frozen=True, eq=False)
class Sums:
    """What the first blocks came to, name by name.

    Attributes
    ----------
    blocks : int
    arrays : mapping of str to ndarray
    """

    blocks: int
    arrays: Arrays

    @classmethod
    def resumed(cls, keeper: Keeper, nothing: Arrays) -> Self:
        """Those of the checkpoint, or of no block.

        Raises
        ------
        DamagedFileError
            If the checkpoint holds other arrays than `nothing` has, or does not say of how many blocks.
        """
        said, arrays = keeper.kept or ({"blocks": 0}, nothing)
        blocks = said.get("blocks")
        if not isinstance(blocks, int) or blocks < 0 or _kinds(arrays) != _kinds(nothing):
            raise unfit(keeper.path)
        return cls(blocks, arrays)

    def plus(self, answer: Arrays) -> Self:
        """The sums with those of the next block."""
        return type(self)(self.blocks + 1, {name: array + answer[name] for name, array in self.arrays.items()})

    def state(self) -> State:
        """The sums as a checkpoint holds them."""
        return {"blocks": self.blocks}, dict(self.arrays)


def _kinds(arrays: Arrays) -> dict[str, tuple[Any, ...]]:
    return {name: (array.shape, array.dtype) for name, array in arrays.items()}


def add_up(
    work: Callable[[Block], Arrays],
    deals: int,
    nothing: Arrays,
    keeper: Keeper,
    *,
    block_size: int,
    threads: int = 1,
    executor: Executor | None = None,
    progress: Progress | None = None,
) -> Arrays:
    """Deal a sample block by block, and add up what the blocks give, in their order.

    Parameters
    ----------
    work : callable
        Takes a block, gives arrays of the names, shapes and types of `nothing`.
    deals : int
        Deals of the sample.
    nothing : mapping of str to ndarray
        What no block adds up to: zeros.
    keeper : Keeper
        Keeps the sums; blocks that are in them are not done again.
    block_size : int
        Deals of a block.
    threads, executor
        As for `run_blocks`.
    progress : callable, optional
        Told ``(done, deals)`` after each block.

    Returns
    -------
    mapping of str to ndarray

    Raises
    ------
    DamagedFileError
        If the checkpoint cannot be trusted.

    Examples
    --------
    >>> import numpy as np
    >>> count = lambda block: {"deals": np.array([block.deals])}
    >>> add_up(count, 10, {"deals": np.array([0])}, Keeper(None, {}), block_size=4)["deals"].tolist()
    [10]
    """
    sums = Sums.resumed(keeper, nothing)
    blocks = islice(iter_blocks(keeper.seed, deals, block_size=block_size), sums.blocks, None)
    answers = run_blocks(work, blocks, threads=threads, executor=executor)

    def told(sums: Sums) -> None:
        if progress is not None:
            progress(min(sums.blocks * block_size, deals), deals)

    return keeper.gather(answers, sums, told).arrays
