"""The checkpoint of a solver: written now and then, and taken up again only if it is of the same game."""

from __future__ import annotations

import hashlib
import os
import time
from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from svara_odds.errors import SolveError
from svara_odds.jobs.checkpoint import read_checkpoint, write_checkpoint
from svara_odds.solver.tree import PublicTree
from svara_odds.tables.handtable import HandTable

__all__ = ["Keeper", "game_digest"]

SAVE_EVERY = 10.0  # seconds between checkpoints


def game_digest(method: str, way: str, tree: PublicTree, table: HandTable, division: NDArray[np.float64]) -> str:
    """What a checkpoint must be of: the method, the tree, the hands and what ties are worth."""
    digest = hashlib.sha256(f"{method} {way} {table.digest} {tree.actions} {tree.rake}".encode())
    for array in (tree.parent, tree.player, tree.action, tree.partition, tree.paid, tree.pot_leaf, tree.pot_amount):
        digest.update(np.ascontiguousarray(array).tobytes())
    for array in (tree.pot_seats, division, table.symmetry.class_of):
        digest.update(np.ascontiguousarray(array).tobytes())
    return digest.hexdigest()


class Keeper:
    """Writes a checkpoint now and then, and reads the one that is there.

    Parameters
    ----------
    path : path, optional
        None keeps nothing.
    game : str
        Digest of the game.
    """

    def __init__(self, path: str | os.PathLike[str] | None, game: str) -> None:
        self.path, self.game = path, game
        self.last = time.monotonic()

    def read(self) -> tuple[dict[str, Any], dict[str, NDArray[Any]]] | None:
        """The checkpoint, None where there is none yet; `SolveError` if it is of another game."""
        kept = None if self.path is None else read_checkpoint(self.path)
        if kept is not None and kept[0].get("game") != self.game:
            raise SolveError(f"checkpoint: {os.fspath(self.path or '')!r} is of another game; name another file")
        return kept

    def write(self, arrays: Callable[[], tuple[dict[str, Any], dict[str, NDArray[Any]]]], *, now: bool = False) -> None:
        """Write what `arrays` gives, if it is time to or must be `now`."""
        if self.path is None or not (now or time.monotonic() - self.last >= SAVE_EVERY):
            return
        meaning, content = arrays()
        write_checkpoint(self.path, {"game": self.game, **meaning}, content)
        self.last = time.monotonic()
