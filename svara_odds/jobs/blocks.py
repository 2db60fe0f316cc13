"""Blocks: a large job cut into pieces that each know their number of deals and their random stream."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from svara_odds.errors import DealError

__all__ = ["Block", "checked_seed", "draw_seed", "iter_blocks", "make_blocks"]


@dataclass(frozen=True)
class Block:
    """A piece of work; any worker that runs it gets the same integers.

    Attributes
    ----------
    index : int
        Place in the job, from 0.
    deals : int
        Deals to count in this block.
    seed : tuple of int
        ``(seed of the job, index)``: block i has the stream of
        ``numpy.random.SeedSequence(entropy=seed of the job, spawn_key=(i,))``.
    """

    index: int
    deals: int
    seed: tuple[int, ...]

    def sequence(self) -> np.random.SeedSequence:
        """The block's stream, from which any generator of numpy can be seeded."""
        entropy, *key = self.seed
        return np.random.SeedSequence(entropy, spawn_key=tuple(key))

    def words(self, count: int) -> NDArray[np.uint64]:
        """First `count` 64-bit words of the block's stream, enough to seed any generator: uint64, shape (count,)."""
        return self.sequence().generate_state(count, np.uint64).astype(np.uint64, copy=False)


def draw_seed() -> int:
    """A fresh 128-bit seed from the operating system, for a job that was given none; to be recorded."""
    entropy = np.random.SeedSequence().entropy
    assert isinstance(entropy, int)
    return entropy


def checked_seed(seed: int) -> int:
    """The seed, which is 0 or more; else a DealError."""
    if seed < 0:
        raise DealError(f"seed is {seed}; it must be 0 or more")
    return seed


def iter_blocks(seed: int, deals: int | None, *, block_size: int) -> Iterator[Block]:
    """Blocks in order, the last one cut so that their deals add up to `deals`; endless where `deals` is None.

    Raises
    ------
    DealError
        If `seed` is negative, or `deals` or `block_size` is below 1.
    """
    checked_seed(seed)
    if block_size < 1:
        raise DealError(f"block_size is {block_size}; it must be 1 or more")
    if deals is not None and deals < 1:
        raise DealError(f"deals is {deals}; it must be 1 or more")
    return _iter_blocks(seed, deals, block_size)


def _iter_blocks(seed: int, deals: int | None, block_size: int) -> Iterator[Block]:
    for index in itertools.count():
        size = block_size if deals is None else min(block_size, deals - index * block_size)
        if size <= 0:
            return
        yield Block(index, size, (seed, index))


def make_blocks(seed: int, deals: int, *, block_size: int) -> list[Block]:
    """All blocks of a job.

    Parameters
    ----------
    seed : int
        Seed of the job, 0 or more, of any length.
    deals : int
        Deals to count, at least 1.
    block_size : int
        Deals in every block but the last. It is part of what makes a result: never derive it from the number of cores.

    Examples
    --------
    >>> [(block.index, block.deals, block.seed) for block in make_blocks(7, 10, block_size=4)]
    [(0, 4, (7, 0)), (1, 4, (7, 1)), (2, 2, (7, 2))]
    """
    return list(iter_blocks(seed, deals, block_size=block_size))
