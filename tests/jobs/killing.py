"""Solve a game in processes that are killed at random moments, each going on from the checkpoint of the last.

Run as ``python -m tests.jobs.killing RULES FOLDER METHOD KILLS SEED``; prints one JSON object. The processes are forked
from one that has everything loaded, so that they are killed at work and not on the way there.
"""

import hashlib
import json
import os
import random
import signal
import sys
import time
from pathlib import Path

from svara_odds import solve
from svara_odds.betting import solution
from svara_odds.jobs import keeper

OPTIONS = {
    "cfr": {"method": "cfr", "target": 1e-7, "max_raises": 1},
    "sampled": {"method": "sampled", "max_iterations": 12_000, "max_raises": 0, "seed": 5},
}


def solved(rules, method, checkpoint):
    """A digest of all that is found."""
    answer = solve(rules, checkpoint=checkpoint, **OPTIONS[method])
    digest = hashlib.sha256(json.dumps([answer.extra, answer.history, answer.info.seed], sort_keys=True).encode())
    for array in (answer.strategy.frequencies, answer.strategy.values, answer.strategy.reach):
        digest.update(array.tobytes())
    return digest.hexdigest()


def forked(rules, method, folder):
    """A process that solves, and writes the digest where it comes to the end."""
    process = os.fork()
    if process:
        return process
    digest = solved(rules, method, folder / "job.checkpoint")
    (folder / "unfinished").write_text(digest)
    os.replace(folder / "unfinished", folder / "digest")
    os._exit(0)


def main(rules, folder, method, kills, seed):
    keeper.SAVE_EVERY, solution.PLAYED = 0, 20_000
    solution.TOLD_WALKS = 100  # walks between two checkpoints of a sample
    folder, draw = Path(folder), random.Random(int(seed))
    expected = solved(rules, method, None)
    start = time.monotonic()
    assert solved(rules, method, None) == expected
    span = time.monotonic() - start
    killed, found, ended = 0, [], False
    while killed < int(kills) or not ended:
        process = forked(rules, method, folder)
        time.sleep(draw.random() * span / 4)
        if killed < int(kills):
            os.kill(process, signal.SIGKILL)
        _, status = os.waitpid(process, 0)
        killed += os.WIFSIGNALED(status)
        ended = (folder / "digest").exists()
        if ended:
            found.append((folder / "digest").read_text())
            for file in folder.iterdir():
                file.unlink()
    left = sorted(file.name for file in folder.iterdir() if not file.name.startswith(".job"))
    print(
        json.dumps({"killed": killed, "runs": len(found), "same": [each == expected for each in found], "left": left})
    )


if __name__ == "__main__":
    main(*sys.argv[1:])
