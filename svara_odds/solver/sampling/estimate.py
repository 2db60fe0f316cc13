"""Means over deals, from blocks that give sums and sums of squares."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Executor
from dataclasses import dataclass
from functools import reduce
from operator import add
from typing import Any

import numpy as np
from numpy.typing import NDArray

from svara_odds.jobs.blocks import Block, make_blocks
from svara_odds.jobs.run import run_blocks

__all__ = ["ALONE", "Run", "mean_over"]

Floats = NDArray[np.float64]


@dataclass(frozen=True)
class Run:
    """Where blocks of walks are run; what they find does not depend on it.

    Attributes
    ----------
    threads, executor, progress
        As for `run_blocks`.
    """

    threads: int = 1
    executor: Executor | None = None
    progress: Callable[[int], Any] | None = None

    def blocks(self, work: Callable[[Block], Any], blocks: list[Block], *, at_once: int | None = None) -> Any:
        """What the blocks find, in their order, on no more than `at_once` threads where that is given."""
        threads = self.threads if at_once is None else min(self.threads, at_once)
        return run_blocks(work, blocks, threads=threads, executor=self.executor, progress=self.progress)


ALONE = Run()


def mean_over(
    work: Callable[[Block], Floats], deals: int, *, block_size: int, seed: int, run: Run
) -> tuple[Floats, Floats]:
    """Mean and standard deviation of what deals come to.

    Parameters
    ----------
    work : callable
        Gives, for a block, the sums and the sums of squares, float64, shape (2, n).
    deals, block_size, seed
        As for `make_blocks`.
    run : Run

    Returns
    -------
    mean, stdev : ndarray
        float64, shape (n,).
    """
    totals = reduce(add, run.blocks(work, make_blocks(seed, deals, block_size=block_size)))
    mean = totals[0] / deals
    return mean, np.sqrt(np.maximum(totals[1] / deals - mean**2, 0.0))
