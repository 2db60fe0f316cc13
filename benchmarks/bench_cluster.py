"""What a cluster costs and brings: a sample on threads of this process and on one and two local workers.

All run the same blocks and are raced in turn. The first line of each table is the
yardstick; a machine whose cores are taken by others shows less than it could.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial

from benchmarks.figures import Row
from benchmarks.handover import hand_over
from benchmarks.timing import race
from svara_odds.jobs.dask import cluster_executor
from svara_odds.odds.sampling.dealing import LANE_BLOCK
from svara_odds.odds.sampling.simulate import simulate
from svara_odds.tables.handtable import hand_table

BLOCKS = {2: 200, 10: 50}  # some seconds on a thread


def race_cluster(n_players: int, blocks: int, rounds: int) -> Iterator[Row]:
    """One thread, two threads, one worker, two workers."""
    sample = partial(simulate, hand_table(), [None] * n_players, deals=blocks * LANE_BLOCK, seed=1)
    with cluster_executor("local", threads=1) as one, cluster_executor("local", threads=2) as two:
        candidates: dict[str, Callable[[], object]] = {
            "1 thread": sample,
            "2 threads": partial(sample, threads=2),
            "1 worker": partial(sample, executor=one),
            "2 workers": partial(sample, executor=two),
        }
        answers = {name: work() for name, work in candidates.items()}  # also wakes the workers up
        assert len({answer.outcomes.counts for answer in answers.values()}) == 1
        result = race(candidates, rounds=rounds, units=dict.fromkeys(candidates, float(blocks * LANE_BLOCK)))
    print(f"per deal, {n_players} random players, {blocks * LANE_BLOCK:,} deals")
    print(result.table("1 thread"))
    print(f"{result.ratio('1 worker', '2 workers'):5.2f} x as fast on two workers as on one")
    what = f"{blocks * LANE_BLOCK:,} deals to {n_players} players"
    yield result.row(f"{what}, one local worker", "1 worker", "1 thread", per="deal")
    yield result.row(f"{what}, two local workers", "2 workers", "1 worker", per="deal", faster=True)


def measure(quick: bool) -> Iterator[Row]:
    """Two and ten players."""
    for n_players, blocks in BLOCKS.items():
        yield from race_cluster(n_players, blocks // 5 if quick else blocks, 1 if quick else 5)


if __name__ == "__main__":
    hand_over("cluster", measure, __doc__)
