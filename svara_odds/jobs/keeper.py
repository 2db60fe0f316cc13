"""The checkpoint of one job: read when it begins, refused if it is of another job, written now and then."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterable, Mapping
from typing import Any, Protocol, Self, TypeVar

from numpy.typing import NDArray

from svara_odds import __version__
from svara_odds.errors import SvaraError, shortened
from svara_odds.jobs.blocks import checked_seed, draw_seed
from svara_odds.jobs.checkpoint import read_checkpoint, write_checkpoint
from svara_odds.outputs import checked_out

__all__ = ["Keeper", "State", "Tally"]

SAVE_EVERY = 10.0  # seconds between two checkpoints
State = tuple[dict[str, Any], dict[str, NDArray[Any]]]


class Tally(Protocol):
    """What the first blocks of a job came to. It is replaced, never changed: whole at whatever moment one stops."""

    def plus(self, answer: Any) -> Self:
        """The tally with the answer of the next block."""

    def state(self) -> State:
        """The tally as a checkpoint holds it."""


AnyTally = TypeVar("AnyTally", bound=Tally)


class Keeper:
    """Keeps where a job stands, or nothing where no file is named.

    Parameters
    ----------
    path : path or None
        The file; it is read here, if it is there.
    job : mapping of str to str or int
        All that the numbers of the job depend on beside its seed and the version of this package, by names that a
        user knows.
    seed : int, optional
        Seed of the job; None stands for that of the file, or for a fresh one.

    Attributes
    ----------
    kept : (dict, dict of str to ndarray), or None
        Where the job stood when the file was written; None if there is no file.
    seed : int
        The seed that was given, read or drawn.

    Raises
    ------
    SvaraError
        If the file is of another job, and the message names what differs; or if it cannot be a file there.
    DealError
        If the seed is negative.
    DamagedFileError
        If it cannot be trusted.
    OSError
        If it cannot be read, or its folder cannot be written.
    """

    def __init__(
        self, path: str | os.PathLike[str] | None, job: Mapping[str, str | int], *, seed: int | None = None
    ) -> None:
        self.path = None if path is None else checked_out(path, name="checkpoint")
        self.kept: State | None = None if self.path is None else read_checkpoint(self.path)
        theirs = {} if self.kept is None else self.kept[0].get("job", {})
        if seed is None:
            seed = theirs["seed"] if isinstance(theirs.get("seed"), int) else draw_seed()
        self.seed = checked_seed(seed)
        self._job = {**job, "version of svara-odds": __version__, "seed": seed}
        self._written = time.monotonic()
        if self.kept is not None:
            self._compare(theirs)

    def _compare(self, theirs: Mapping[str, Any]) -> None:
        for name in (*self._job, *theirs):
            if theirs.get(name) != self._job.get(name):
                there, here = (shortened(str(job.get(name))) for job in (theirs, self._job))
                raise SvaraError(
                    f"checkpoint: {os.fspath(self.path or '')!r} is of another job: {name} {there}, here {here}; "
                    "name another file"
                )

    def gather(
        self, answers: Iterable[Any], tally: AnyTally, told: Callable[[AnyTally], object] = lambda _: None
    ) -> AnyTally:
        """Add up the answers of a job, and keep what they come to.

        The file is written before the work, every `SAVE_EVERY` seconds, and when all is done, interrupted or lost.

        Parameters
        ----------
        answers : iterable
            Of the blocks that `tally` lacks, in their order.
        tally : Tally
            What the blocks before came to.
        told : callable, optional
            Told the tally after each block; the work ends there if it says True.

        Returns
        -------
        Tally

        Raises
        ------
        OSError
            If the file cannot be written, before any work if that is known by then; what was there before stays.
        """
        try:
            self.write(tally.state, now=True)
            for answer in answers:
                tally = tally.plus(answer)
                self.write(tally.state)
                if told(tally):
                    break
        finally:
            self.write(tally.state, now=True)
        return tally

    def write(self, state: Callable[[], State], *, now: bool = False) -> None:
        """Write where the job stands, if it is time to or must be `now`.

        Parameters
        ----------
        state : callable
            Asked only if something is written.
        now : bool
            Whether to write even if the last `SAVE_EVERY` seconds have seen it done.

        Raises
        ------
        OSError
            If the file cannot be written; what was there before stays.
        """
        if self.path is None or not (now or time.monotonic() - self._written >= SAVE_EVERY):
            return
        said, arrays = state()
        write_checkpoint(self.path, {**said, "job": self._job}, arrays)
        self._written = time.monotonic()
