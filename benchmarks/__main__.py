"""Run every race, or those named: ``python -m benchmarks [cluster headsup multiway … threeway swara]``."""

from __future__ import annotations

import subprocess
import sys

RACES = ("scoring", "headsup", "multiway", "simulate", "solve", "threeway", "sampled", "swara", "cluster")


def main(names: list[str]) -> int:
    unknown = sorted(set(names) - set(RACES))
    if unknown:
        print(f"no race {', '.join(unknown)}; there are {', '.join(RACES)}", file=sys.stderr)
        return 2
    for name in names or RACES:
        print(f"== {name}", flush=True)
        # Each in a process of its own: what one has compiled or allocated must not weigh on the next.
        status = subprocess.run([sys.executable, "-m", f"benchmarks.bench_{name}"], check=False).returncode
        if status:
            return status
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
