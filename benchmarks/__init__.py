"""Races: each kernel beside C, numpy and its naive twin, in one run, as ratios."""
