"""Errors about a text that name the argument it was."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from svara_odds.errors import NotationError

__all__ = ["reading"]


@contextmanager
def reading(argument: str) -> Iterator[None]:
    """Say in every error about notation inside which argument could not be read."""
    try:
        yield
    except NotationError as trouble:
        named = NotationError(f"{argument}: {trouble}")
        named.text, named.position = trouble.text, trouble.position
        raise named from None
