"""What a cluster costs and brings: the same work on threads of this process and on one and two local workers.

All do the same blocks and are raced in turn, after they have started; the start is told apart. The first line of each
table is the yardstick; a machine whose cores are taken by others shows less than it could. At the end stands what 10¹²
deals would take by these figures, in the words of the README.
"""

from __future__ import annotations

import math
import pickle
import statistics
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from functools import partial
from typing import Any

import numpy as np

import svara_odds as so
from benchmarks.figures import Row
from benchmarks.handover import hand_over
from benchmarks.timing import Race, race
from svara_odds.betting.build import betting_tree
from svara_odds.betting.settings import Settings
from svara_odds.betting.structure import betting_structure
from svara_odds.betting.trained import trained
from svara_odds.jobs.dask import cluster_executor
from svara_odds.odds.sampling.dealing import LANE_BLOCK
from svara_odds.odds.sampling.simulate import simulate
from svara_odds.solver.equilibrium import plan_of, standing
from svara_odds.solver.sampling.game import SampledGame
from svara_odds.solver.threeway import threeway_game
from svara_odds.tables.handtable import hand_table

BLOCKS = {2: 1_000, 10: 120}  # some seconds on a thread
GAMES = {"players": [3], "blinds": [0.5, 1.0, 1.5, 2.0, 2.5, 3.0, 3.5, 4.0], "deals": 5_000, "seed": 1}
WALKS = 32_000
DEALS = 10**12
CORES = 16


def ways(stack: ExitStack) -> dict[str, dict[str, Any]]:
    """One thread, two threads, one worker, two workers."""
    one, two = (stack.enter_context(cluster_executor("local", threads=threads)) for threads in (1, 2))
    return {
        "1 thread": {"threads": 1},
        "2 threads": {"threads": 2},
        "1 worker": {"executor": one},
        "2 workers": {"executor": two},
    }


def raced(what: str, work: Callable[..., Any], *, rounds: int, units: float, per: str) -> Iterator[Row | Race]:
    """Rows of a race between all ways, and the race."""
    with ExitStack() as stack:
        candidates = {name: partial(work, **how) for name, how in ways(stack).items()}
        answers = {name: candidate() for name, candidate in candidates.items()}  # also wakes the workers up
        assert len({str(answer) for answer in answers.values()}) == 1
        result = race(candidates, rounds=rounds, units=units, warm=False)
    print(f"per {per}, {what}")
    print(result.table("1 thread", unit=1.0 if units < 1e3 else 1e-9, unit_name="s" if units < 1e3 else "ns"))
    yield result.row(f"{what}, two threads", "2 threads", "1 thread", per=per, faster=True)
    yield result.row(f"{what}, one local worker", "1 worker", "1 thread", per=per)
    yield result.row(f"{what}, two local workers", "2 workers", "1 worker", per=per, faster=True)
    yield result


def started(threads: int) -> float:
    """Seconds until so many local workers have started and dealt a block each."""
    start = time.perf_counter()
    with cluster_executor("local", threads=threads) as executor:
        simulate(hand_table(), [None, None], deals=threads * LANE_BLOCK, seed=1, executor=executor)
        return time.perf_counter() - start


def sampled(n_players: int, deals: int, **how: Any) -> tuple[int, ...]:
    return simulate(hand_table(), [None] * n_players, deals=deals, seed=1, **how).outcomes.counts


def swept(**how: Any) -> Any:
    return so.blind_sweep("fortegames", max_raises=1, **GAMES, **how).columns


def distance(trainings: int, walks: int) -> float:
    """NashConv per seat, exactly, of a game of three that was trained so often, by so many walks each."""
    table = hand_table("fortegames")
    tree = betting_tree(betting_structure(table.rules, 3, max_raises=1))
    game, solved = SampledGame.of(tree, table), threeway_game(tree, table)
    how = Settings("sampled", max_iterations=walks, trainings=trainings, seed=1)
    sums, plans = trained(game, how)[0].sums, []
    for plex in solved.plexes:
        behaviour = np.ones(plex.n_sequences)
        for first, cells, actions, node in zip(plex.start, plex.cells, plex.actions, plex.node, strict=True):
            entries = sums[game.start[node] : game.start[node] + actions * cells].reshape(actions, cells)
            total = entries.sum(axis=0)
            shares = np.where(total > 0, entries / np.where(total > 0, total, 1), 1 / actions)
            behaviour[first : first + cells * actions] = shares.ravel()
        plans.append(plan_of(plex, behaviour))
    return standing(solved, plans).nashconv / 3


def plan(seconds: dict[int, float]) -> str:
    """What 10¹² deals take, by the seconds of one for each number of players."""
    blocks = math.ceil(DEALS / LANE_BLOCK)
    lines = [f"{blocks:,} blocks of {LANE_BLOCK:,} deals; no equity has a standard error above {0.5 / DEALS**0.5:.0e}"]
    for n_players, each in seconds.items():
        answer = np.ones(1 << n_players, dtype=np.int64)
        sent = blocks * len(pickle.dumps([answer.copy() for _ in range(64)])) / 64
        hours = DEALS * each / 3600
        lines.append(
            f"{n_players} players: {each * 1e9:.1f} ns a deal, {hours:.1f} hours of one core, "
            f"{60 * hours / CORES:.0f} minutes of {CORES}; {sent / 1e6:,.0f} MB sent back"
        )
    return "\n".join(lines)


def measure(quick: bool) -> Iterator[Row]:
    """Samples, a sweep, starts, and what several trainings are worth."""
    rounds, seconds = 1 if quick else 3, {}
    for n_players, blocks in BLOCKS.items():
        deals = (blocks // 10 if quick else blocks) * LANE_BLOCK
        what, work = f"{deals:.2g} deals to {n_players} players", partial(sampled, n_players, deals)
        for found in raced(what, work, rounds=rounds, units=float(deals), per="deal"):
            if isinstance(found, Race):
                seconds[n_players] = found.median("1 thread")
            else:
                yield found
    units = float(len(GAMES["blinds"]))
    games = raced("blind bets at tables of three, by sample", swept, rounds=rounds, units=units, per="game")
    yield from (found for found in games if isinstance(found, Row))
    starts = {threads: statistics.median(started(threads) for _ in range(rounds)) for threads in (1, 2)}
    yield Row("start and end of two local workers", starts[2], "one worker", starts[1], starts[2] / starts[1])
    walks = WALKS // 8 if quick else WALKS
    what, near = f"NashConv per seat of three, four trainings of {walks:,} walks", distance(4, walks)
    for rival, alone in (("one training", walks), ("one of all these walks", 4 * walks)):
        far = distance(1, alone)
        yield Row(what, near, rival, far, near / far, unit="antes")
    print(plan(seconds))


if __name__ == "__main__":
    hand_over("cluster", measure, __doc__)
