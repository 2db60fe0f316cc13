"""Ctrl-C as a wish: a long job ends at its next step, with all its arrays in order, and gives what it has."""

from __future__ import annotations

import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any

__all__ = ["heed", "interruptible", "until_dropped"]

# Whether what this thread does has been dropped: set where threads work for one that takes the Ctrl-C.
_dropped: ContextVar[Callable[[], bool] | None] = ContextVar("dropped", default=None)


@contextmanager
def until_dropped(dropped: Callable[[], bool]) -> Iterator[None]:
    """Let long work that this thread does break off, with KeyboardInterrupt, once nobody waits for it any more."""
    token = _dropped.set(dropped)
    try:
        yield
    finally:
        _dropped.reset(token)


def heed() -> None:
    """Break off, with KeyboardInterrupt, where what this thread does has been dropped; see `until_dropped`."""
    dropped = _dropped.get()
    if dropped is not None and dropped():
        raise KeyboardInterrupt


@contextmanager
def interruptible() -> Iterator[Callable[[], bool]]:
    """Take the first Ctrl-C as a wish to stop; a second one stops at once, as usual.

    Yields
    ------
    callable
        Says whether it is wished to stop. Outside the main thread, where signals do not arrive, it says no; so it
        does where Ctrl-C is ignored, ends the process, or has a handler that is not Python's.
        Where the work has been dropped, see `until_dropped`, it raises KeyboardInterrupt.

    Examples
    --------
    >>> with interruptible() as wished:
    ...     signal.raise_signal(signal.SIGINT)
    ...     wished()
    True
    """
    if _dropped.get() is not None:

        def heeding() -> bool:
            heed()
            return False

        yield heeding
        return
    wished = False

    def note(number: int, frame: Any) -> None:
        nonlocal wished
        if wished:
            raise KeyboardInterrupt
        wished = True

    away = threading.current_thread() is not threading.main_thread()
    if away or not callable(signal.getsignal(signal.SIGINT)):
        yield lambda: False
        return
    before = signal.signal(signal.SIGINT, note)
    try:
        yield lambda: wished
    finally:
        signal.signal(signal.SIGINT, before)
