"""Walker's alias tables in integers: draw by weight with two bounded random numbers and no rounding."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

__all__ = ["AliasTable", "alias_table"]


class AliasTable(NamedTuple):
    """How to draw one of K entries.

    Take entry j of K at random; keep it if a number below `total` is below ``thresholds[j]``, else take
    ``aliases[j]``.

    Attributes
    ----------
    total : int
        Sum of the weights.
    thresholds : ndarray
        uint64, shape (K,): at most `total`.
    aliases : ndarray
        uint64, shape (K,).
    """

    total: int
    thresholds: NDArray[np.uint64]
    aliases: NDArray[np.uint64]


def alias_table(weights: Sequence[int]) -> AliasTable:
    """Alias table of integer weights, after M. D. Vose (1991).

    Parameters
    ----------
    weights : sequence of int
        Positive; their sum must be below 2**64.

    Examples
    --------
    >>> table = alias_table([1, 3])
    >>> table.total, table.thresholds.tolist(), table.aliases.tolist()
    (4, [2, 4], [1, 1])
    """
    total, size = sum(weights), len(weights)
    # Of the total · size equally likely pairs (entry, number), entry j must get size · weight: `have` counts them.
    have = [weight * size for weight in weights]
    aliases = list(range(size))
    poor = [j for j in range(size) if have[j] < total]
    rich = [j for j in range(size) if have[j] > total]
    while poor:
        taker, giver = poor.pop(), rich[-1]
        aliases[taker] = giver
        have[giver] -= total - have[taker]
        if have[giver] <= total:
            rich.pop()
            if have[giver] < total:
                poor.append(giver)
    return AliasTable(total, np.array(have, dtype=np.uint64), np.array(aliases, dtype=np.uint64))
