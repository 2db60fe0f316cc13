"""A strategy as plain text: for every public line, how often each action is taken by points."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from svara_odds.solver.strategy import Strategy
from svara_odds.solver.tree import SEEN
from svara_odds.text.tables import aligned

__all__ = ["by_points", "forum_text", "from_points"]

HALF = 0.5


def by_points(strategy: Strategy, node: int) -> list[tuple[float, list[float]]]:
    """Mean frequencies at a node for every number of points, over the hands that come there as often as they do.

    Returns
    -------
    list of (float, list of float)
        Points, ascending, and the frequency of each action.
    """
    half_points = strategy.hands.half_points
    frequency = strategy.frequency(node)
    weight = strategy.weights(node) * np.maximum(strategy.reached(node), 1e-12)
    rows = []
    for value in np.unique(half_points).tolist():
        here = half_points == value
        rows.append((value / 2, (frequency[:, here] @ weight[here] / weight[here].sum()).tolist()))
    return rows


def from_points(strategy: Strategy, node: int, action: int) -> float | None:
    """Points from which on this action, or one behind it, is taken at least half of the time; None if never."""
    found = None
    for points, frequencies in reversed(by_points(strategy, node)):
        if sum(frequencies[action:]) < HALF:
            break
        found = points
    return found


def forum_text(strategy: Strategy, *, nodes: Iterable[int] | None = None, least_reach: float = 0.01) -> str:
    """The strategy line by line; neighbouring points that are played alike are one row.

    Parameters
    ----------
    strategy : Strategy
    nodes : iterable of int, optional
        Which lines; all if not given.
    least_reach : float
        Lines that are come to more seldom are left out.
    """
    parts = []
    for node in strategy.nodes() if nodes is None else nodes:
        reach = float(strategy.weights(node) @ strategy.reached(node))
        if reach < least_reach:
            continue
        line = strategy.tree.line(node) or "at the start"
        head = f"seat {int(strategy.tree.player[node])}, {line} (come to in {reach:.1%} of deals)"
        labels = strategy.labels(node)
        means = ", ".join(
            f"{label} {share:.1%}" for label, share in zip(labels, strategy.mean_frequency(node), strict=True)
        )
        lines = [head, f"  in all: {means}"]
        if strategy.tree.partition[node] == SEEN:
            lines += [f"  {row}" for row in _rows(strategy, node, labels)]
        parts.append("\n".join(lines))
    return "\n\n".join(parts) + "\n" if parts else ""


def _rows(strategy: Strategy, node: int, labels: list[str]) -> Iterable[str]:
    runs: list[tuple[float, float, list[str]]] = []
    for points, frequencies in by_points(strategy, node):
        shown = [f"{share:.0%}" for share in frequencies]
        if runs and runs[-1][2] == shown:
            runs[-1] = (runs[-1][0], points, shown)
        else:
            runs.append((points, points, shown))
    columns = {"points": [f"{low:g}" if low == high else f"{low:g}-{high:g}" for low, high, _ in runs]}
    for place, label in enumerate(labels):
        columns[label] = [shown[place] for _, _, shown in runs]
    return aligned(columns)
