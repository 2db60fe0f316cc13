"""The one loop that runs blocks, on this thread, on several, or on whatever an executor stands for."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Executor, ThreadPoolExecutor
from typing import Any, TypeVar

from svara_odds.errors import DealError
from svara_odds.jobs.blocks import Block

__all__ = ["run_blocks"]

Answer = TypeVar("Answer")

_AHEAD = 2  # blocks in flight per thread: one running, one waiting, so that no thread idles


def run_blocks(
    function: Callable[[Block], Answer],
    blocks: Iterable[Block],
    *,
    threads: int = 1,
    executor: Executor | None = None,
    progress: Callable[[int], object] | None = None,
) -> Iterator[Answer]:
    """Answers of the blocks, in the order of the blocks.

    The caller may stop early: blocks are taken from `blocks` only a few ahead of the answers, and what was started in
    vain is dropped. As answers come in order, an early stop sees the same answers for any number of threads.

    Parameters
    ----------
    function : callable
        Takes a block, returns its answer. To profit from threads it must release the GIL; to be sent to another
        process it must be picklable.
    blocks : iterable of Block
        May be endless.
    threads : int
        Threads of this process; 1 works on the caller's own thread.
    executor : concurrent.futures.Executor, optional
        Anything with its ``submit``; then `threads` says how many workers it has. It is not shut down.
    progress : callable, optional
        Called on the caller's thread with the number of deals of each block whose answer is handed out.

    Raises
    ------
    DealError
        If `threads` is below 1.

    Examples
    --------
    >>> from svara_odds.jobs.blocks import make_blocks
    >>> list(run_blocks(lambda block: block.deals, make_blocks(1, 5, block_size=2), threads=2))
    [2, 2, 1]
    """
    if threads < 1:
        raise DealError(f"threads is {threads}; it must be 1 or more")
    if executor is not None:
        return _told(_in_flight(function, blocks, executor, threads), progress)
    if threads == 1:
        return _told(((block, function(block)) for block in blocks), progress)
    return _told(_on_threads(function, blocks, threads), progress)


def _told(answers: Iterator[tuple[Block, Answer]], progress: Callable[[int], object] | None) -> Iterator[Answer]:
    for block, answer in answers:
        if progress is not None:
            progress(block.deals)
        yield answer


def _on_threads(
    function: Callable[[Block], Answer], blocks: Iterable[Block], threads: int
) -> Iterator[tuple[Block, Answer]]:
    with ThreadPoolExecutor(threads, thread_name_prefix="svara-odds") as pool:
        yield from _in_flight(function, blocks, pool, threads)


def _in_flight(
    function: Callable[[Block], Answer], blocks: Iterable[Block], executor: Executor, workers: int
) -> Iterator[tuple[Block, Answer]]:
    waiting: deque[tuple[Block, Any]] = deque()
    source = iter(blocks)
    try:
        while True:
            while len(waiting) < _AHEAD * workers and (block := next(source, None)) is not None:
                waiting.append((block, executor.submit(function, block)))
            if not waiting:
                return
            block, future = waiting.popleft()
            yield block, future.result()
    finally:
        for _, future in waiting:
            future.cancel()
