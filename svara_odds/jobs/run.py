"""The one loop that runs blocks, on this thread, on several, or on whatever an executor stands for."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Executor, ThreadPoolExecutor
from functools import partial
from itertools import islice
from threading import Event
from typing import Any, TypeVar

from svara_odds.errors import DealError
from svara_odds.jobs.blocks import Block
from svara_odds.jobs.interrupt import heed, until_dropped

__all__ = ["Progress", "run_blocks"]

Answer = TypeVar("Answer")
Item = TypeVar("Item")
Progress = Callable[[int, int], object]  # told how much is done, and of how much

_AHEAD = 2  # blocks in flight per thread: one running, one waiting, so that no thread idles
# Seconds of work to send off at once: the way to a worker and back takes milliseconds, to a thread 0.1 of one.
_SENT_SECONDS = 0.5
_THREAD_SECONDS = 0.01


def run_blocks(
    function: Callable[[Block], Answer],
    blocks: Iterable[Block],
    *,
    threads: int = 1,
    executor: Executor | None = None,
    progress: Callable[[int], object] | None = None,
    alike: bool = True,
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
        Anything with its ``submit``. Its attribute ``workers``, if it has one, says how many workers it has at the
        moment, else `threads` does. It is not shut down.
    progress : callable, optional
        Called on the caller's thread with the number of deals of each block whose answer is handed out.
    alike : bool
        Whether one block takes about as long as another. Short ones are then sent several at once, for half a second
        of a worker's time or a hundredth of a thread's.

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
        portions = _Portions(blocks, _SENT_SECONDS if alike else 0.0)
        return _told(_sent(function, portions, executor, threads), progress)
    if threads == 1:
        return _told(((block, function(block)) for block in blocks), progress)
    portions = _Portions(blocks, _THREAD_SECONDS if alike else 0.0)
    return _told(_on_threads(function, portions, threads), progress)


def _told(answers: Iterator[tuple[Block, Answer]], progress: Callable[[int], object] | None) -> Iterator[Answer]:
    for block, answer in answers:
        heed()
        if progress is not None:
            progress(block.deals)
        yield answer


def _on_threads(
    function: Callable[[Block], Answer], portions: _Portions, threads: int
) -> Iterator[tuple[Block, Answer]]:
    dropped = Event()

    def work(block: Block) -> Answer:
        with until_dropped(dropped.is_set):
            return function(block)

    with ThreadPoolExecutor(threads, thread_name_prefix="svara-odds") as pool:
        try:
            yield from _sent(work, portions, pool, threads)
        finally:
            dropped.set()  # else the pool waits for what is under way, however long that is


def _sent(
    function: Callable[[Block], Answer], portions: _Portions, executor: Executor, threads: int
) -> Iterator[tuple[Block, Answer]]:
    for portion, (answers, seconds) in _in_flight(partial(_run_portion, function), portions, executor, threads):
        portions.adjust(len(portion), seconds)
        yield from zip(portion, answers, strict=True)


def _run_portion(function: Callable[[Block], Answer], portion: list[Block]) -> tuple[list[Answer], float]:
    """Answers of some blocks, and how long they took where they were run."""
    start = time.perf_counter()
    return [function(block) for block in portion], time.perf_counter() - start


class _Portions(Iterator[list[Block]]):
    """Blocks in lists of as many as take about so many seconds; what is in a list changes no answer."""

    def __init__(self, blocks: Iterable[Block], seconds: float) -> None:
        self.source, self.seconds, self.size = iter(blocks), seconds, 1

    def __next__(self) -> list[Block]:
        portion = list(islice(self.source, self.size))
        if not portion:
            raise StopIteration
        return portion

    def adjust(self, blocks: int, seconds: float) -> None:
        """Learn how long so many blocks took. A first block that waited for a compiler says too little to go far."""
        fitting = int(blocks * self.seconds / max(seconds, 1e-9))
        self.size = max(1, min(fitting, 2 * blocks))


def _in_flight(
    function: Callable[[Item], Answer], items: Iterable[Item], executor: Executor, threads: int
) -> Iterator[tuple[Item, Answer]]:
    waiting: deque[tuple[Item, Any]] = deque()
    source = iter(items)
    try:
        while True:
            workers = max(1, getattr(executor, "workers", threads))
            while len(waiting) < _AHEAD * workers and (item := next(source, None)) is not None:
                waiting.append((item, executor.submit(function, item)))
            if not waiting:
                return
            item, future = waiting.popleft()
            yield item, future.result()
    finally:
        for _, future in waiting:
            future.cancel()
