"""Races: each kernel beside C, numpy and its naive twin, in one run, as ratios."""

import os

# One thread: those of a matrix product spin for a while after it and would slow down whoever races next.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
