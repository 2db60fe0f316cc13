"""Jobs that are killed again and again: ``python -m tests.jobs.killed_jobs KILLS SEED``, run by test_killed.py.

Each job is begun in a child process, which is sent SIGKILL at a random moment; another child goes on from the
checkpoint, on another number of threads, and so on until one gets to the end. What it found must be what the job
finds undisturbed. Blocks are tiny, and a checkpoint is written after each of them, so that many a kill falls
into the writing.
"""

from __future__ import annotations

import os
import pickle
import random
import signal
import sys
import tempfile
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import Any

from svara_odds.errors import SvaraError
from svara_odds.jobs import keeper
from svara_odds.jobs.checkpoint import read_checkpoint
from svara_odds.odds.multiway.exact_table import exact_table
from svara_odds.odds.sampling import simulate as sampling
from svara_odds.ranges.grammar import parse_range
from svara_odds.swara import best_card, decisions, hand_value, playouts
from svara_odds.tables.handtable import hand_table

BLOCK = 64
TABLE, SMALL = hand_table(), hand_table("trynka")
PLAYERS = {"random hands": [None] * 3, "a range": [parse_range("22+", TABLE), None]}


def sample(players: str, **size: Any) -> Callable[..., Any]:
    def work(**how: Any) -> Any:
        return sampling.simulate(TABLE, PLAYERS[players], **size, **how)

    return work


def levels(**how: Any) -> Any:
    return {n: limbs.tolist() for n, limbs in exact_table(TABLE, n_players=(2,), **how).limbs.items()}


def classes(**how: Any) -> Any:
    return {n: limbs.tolist() for n, limbs in exact_table(SMALL, n_players=(2,), **how).limbs.items()}


def actions(seed: int) -> Callable[..., Any]:
    def work(**how: Any) -> Any:
        return hand_value("AcKc7d", "9c", deals=150 * BLOCK + 7, seed=seed, **how).columns

    return work


def cards(seed: int) -> Callable[..., Any]:
    def work(**how: Any) -> Any:
        return best_card("AcAh7d", "Kc", deals=150 * BLOCK + 7, seed=seed, **how).columns

    return work


def jobs(seed: int) -> list[Callable[..., Any]]:
    """One of each kind."""
    return [
        sample("random hands", deals=150 * BLOCK + 7, seed=seed),
        sample("a range", deals=150 * BLOCK + 7, seed=seed),
        sample("random hands", max_stderr=0.004, seed=seed),
        levels,
        classes,
        actions(seed),
        cards(seed),
    ]


def child(work: Callable[..., Any], path: Path, answer: Path, threads: int) -> int:
    """Run a job in a child process, which leaves its answer in a file."""
    number = os.fork()
    if number == 0:
        try:
            answer.write_bytes(pickle.dumps(work(checkpoint=path, threads=threads)))
            os._exit(0)
        except BaseException as trouble:
            print(f"a child failed: {trouble!r}", flush=True)
            os._exit(1)
    return number


def standing(path: Path) -> int:
    """How far a job is, by a checkpoint that must be whole if it is there."""
    kept = read_checkpoint(path)
    return 0 if kept is None else kept[0].get("blocks", kept[0].get("parts", len(kept[0].get("rows", ()))))


def disturbed(work: Callable[..., Any], folder: Path, chance: random.Random, longest: float) -> tuple[Any, int]:
    """The answer of a job that was killed a few times on its way, and how often that was in the middle of it."""
    path, answer = folder / "job", folder / "answer"
    for file in (path, answer):
        file.unlink(missing_ok=True)
    kills = reached = 0
    while True:
        number = child(work, path, answer, chance.choice([1, 2]))
        if kills < 6:
            time.sleep(chance.uniform(0, longest))
            with suppress(ProcessLookupError):
                os.kill(number, signal.SIGKILL)
        status = os.waitpid(number, 0)[1]
        assert standing(path) >= reached, "a checkpoint went back"
        reached = standing(path)
        if os.WIFEXITED(status):
            assert os.WEXITSTATUS(status) == 0
            return pickle.loads(answer.read_bytes()), kills
        kills += 1


def main(wanted: int, seed: int) -> None:
    """Kill so many children, in job after job."""
    keeper.SAVE_EVERY = 0.0
    make = sampling.block_work
    decisions.BLOCK_SIZE = playouts.BLOCK_SIZE = BLOCK
    sampling.block_work = lambda seats: replace(make(seats), block_size=BLOCK)
    chance, killed, ended = random.Random(seed), 0, 0
    memory = Path("/dev/shm")  # where there is one: what is killed is the process, not the disk
    with tempfile.TemporaryDirectory(dir=memory if os.access(memory, os.W_OK) else None) as folder:
        while killed < wanted:
            for work in jobs(chance.randrange(1000)):
                expected = work()
                start = time.perf_counter()
                kept = work(checkpoint=Path(folder) / "undisturbed")
                took = time.perf_counter() - start
                (Path(folder) / "undisturbed").unlink()
                found, kills = disturbed(work, Path(folder), chance, took / 3)
                assert expected == kept == found
                killed, ended = killed + kills, ended + 1
    print(f"{killed} kills, {ended} jobs as undisturbed")


if __name__ == "__main__":
    try:
        main(int(sys.argv[1]), int(sys.argv[2]))
    except SvaraError as trouble:
        sys.exit(f"refused: {trouble}")
