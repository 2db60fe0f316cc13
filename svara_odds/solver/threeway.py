"""Payoffs of three seats, exactly: no table of all triples of hands, but the factors that it is a product of."""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from numpy.typing import NDArray

from svara_odds.errors import SolveError
from svara_odds.showdown.joint import JointPlan, joint_plan
from svara_odds.solver.deal import equal_division
from svara_odds.solver.threeway_ends import find_ends
from svara_odds.solver.tree import CHANCE, PublicTree
from svara_odds.solver.treeplex import Game, Treeplex, treeplexes
from svara_odds.tables.handtable import HandTable

if TYPE_CHECKING:
    from svara_odds.solver.threeway_views import View

__all__ = ["MAX_CLASSES", "ThreeWayPayoffs", "threeway_game"]

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]

# Two tables of so many numbers squared fit in 2 GiB. The rule sets that ship have 1305 at most.
MAX_CLASSES = 10_000
# Hand classes that a thread takes at once; what is computed does not depend on it.
_CHUNK = 8


class Played(NamedTuple):
    """How likely the opponents play to the ends with hands of each class, and sums of that; see the kernels.

    Attributes
    ----------
    left, right, products : ndarray
        float64, shape (n_blocks, n_classes, WIDTH).
    left_sums, right_sums : ndarray
        float64, shape (n_blocks, n_levels + 1, n_kinds, WIDTH).
    """

    left: Floats
    right: Floats
    products: Floats
    left_sums: Floats
    right_sums: Floats


class Room(NamedTuple):
    """How hand classes compare, and what a thread writes over.

    Attributes
    ----------
    near : ndarray
        float64, shape (n_levels, 3, n_classes): 1 where a class is below a level, up to it, and always.
    totals, values : ndarray
        float64, shape (9, WIDTH) and (WIDTH,).
    """

    near: Floats
    totals: Floats
    values: Floats


class ThreeWayPayoffs:
    """Payoffs of three seats over the hand classes of a table.

    Plans must add up, as a player's do: at every infoset, the sequences' to that of the sequence that leads to it.

    Parameters
    ----------
    tree : PublicTree
        Of three players, without public chance.
    table : HandTable
    plexes : sequence of Treeplex
        Those of the tree.
    division : ndarray, optional
        As in `ExplicitPayoffs`: what a seat owns of a pot by who is best in it. A seat may own part of a pot that
        two others tie for, but none of one that another wins alone.
    threads : int
        Threads that share the work; the result is the same, bit for bit, for any number.

    Raises
    ------
    SolveError
        If the tree has not three players or has public chance, there are too many hand classes, the shares have
        another shape or give a seat part of a pot that another wins alone, or `threads` is below 1.
    """

    n_players = 3

    def __init__(
        self,
        tree: PublicTree,
        table: HandTable,
        *,
        plexes: Sequence[Treeplex],
        division: Floats | None = None,
        threads: int = 1,
    ) -> None:
        from svara_odds.solver.threeway_views import Places, make_view

        shares = _checked_shares(tree, division)
        _check_size(table, threads)
        self.plan: JointPlan = joint_plan(table)
        levels = np.arange(self.plan.n_levels)[:, None]
        always = np.ones((self.plan.n_levels, self.plan.n_classes), dtype=bool)
        near = [self.plan.level < levels, self.plan.level <= levels, always]
        self._near = np.stack(near, axis=1).astype(np.float64)
        places = Places(tree, plexes, self.plan.n_classes)
        self._views = [make_view(find_ends(tree, shares, player), places, player) for player in range(3)]
        # Made once and written over: fresh pages for every gradient would cost as much as filling them.
        self._played = [self._empty(len(view.left)) for view in self._views]
        self._far = [self._empty(len(view.outsiders.left)) for view in self._views]
        self._threads = threads
        self._pool = ThreadPoolExecutor(threads, thread_name_prefix="svara-odds") if threads > 1 else None

    def gradient(self, player: int, plans: list[Floats], out: Floats) -> None:
        """See `Payoffs`; not to be called for two plans at once."""
        view, played, far = self._views[player], self._played[player], self._far[player]
        both = np.concatenate([plans[seat] for seat in view.opponents])
        self._fill(played, both, view.left, view.right)
        self._fill(far, both, view.outsiders.left, view.outsiders.right)
        values = self._end_values(view, played, far)
        out[:] = np.bincount(view.targets.ravel(), weights=values.T.ravel(), minlength=len(out))

    def _end_values(self, view: View, played: Played, far: Played) -> Floats:
        """Payoff at each end by own class, times how likely chance and the others lead there: (n_classes, n_lanes)."""
        from svara_odds.showdown._kernels_rows import WIDTH
        from svara_odds.solver._kernels_threeway import end_values, outsider_values

        plan = self.plan
        out = np.empty((plan.n_classes, len(view.left)))

        def work(firsts: Sequence[int]) -> None:
            room = Room(self._near, np.empty((9, WIDTH)), np.empty(WIDTH))
            for first in firsts:
                owns = (first, min(first + _CHUNK, plan.n_classes))
                end_values(plan, owns, played, view.batch, room, out)
                if len(view.outsiders.lane):
                    outsider_values(plan, owns, far, view.outsiders, room, out)

        shares = [range(thread * _CHUNK, plan.n_classes, self._threads * _CHUNK) for thread in range(self._threads)]
        for _ in map(work, shares) if self._pool is None else self._pool.map(work, shares):
            pass
        out *= plan.weight[:, None]
        return out

    def _fill(self, played: Played, plans: Floats, left: Ints, right: Ints) -> None:
        from svara_odds.solver._kernels_threeway import gather, spread

        spread(plans, left, played.left)
        spread(plans, right, played.right)
        gather(self.plan, played.left, played.left_sums)
        gather(self.plan, played.right, played.right_sums)
        np.multiply(played.left, played.right, out=played.products)

    def _empty(self, n_lanes: int) -> Played:
        from svara_odds.showdown._kernels_rows import WIDTH

        plan, n_blocks = self.plan, n_lanes // WIDTH
        left, right, products = (np.empty((n_blocks, plan.n_classes, WIDTH)) for _ in range(3))
        sums = (np.empty((n_blocks, plan.n_levels + 1, plan.kinds.shape[1], WIDTH)) for _ in range(2))
        return Played(left, right, products, *sums)


def threeway_game(tree: PublicTree, table: HandTable, *, division: Floats | None = None, threads: int = 1) -> Game:
    """The game of a public tree of three seats over the hands of a table; arguments as in `ThreeWayPayoffs`.

    Examples
    --------
    >>> from svara_odds.solver.equilibrium import plan_of, standing
    >>> from svara_odds.solver.tree import Leaf, Pot, grow
    >>> from svara_odds.tables.handtable import hand_table
    >>> showdown = grow("", lambda state: Leaf([1.0, 1.0, 1.0], [Pot(3.0, 0b111)]), n_players=3)
    >>> game = threeway_game(showdown, hand_table("fortegames"))
    >>> plans = [plan_of(plex, plex.uniform()) for plex in game.plexes]
    >>> [round(value, 12) + 0.0 for value in standing(game, plans).values]
    [0.0, 0.0, 0.0]
    """
    plexes, _ = treeplexes(tree, table.symmetry.n_classes)
    return Game(plexes, ThreeWayPayoffs(tree, table, plexes=plexes, division=division, threads=threads))


def _check_size(table: HandTable, threads: int) -> None:
    n_classes = table.symmetry.n_classes
    if n_classes > MAX_CLASSES:
        raise SolveError(
            f"{table.rules.name} has {n_classes} hand classes; three seats are solved exactly with up to "
            f"{MAX_CLASSES} ({n_classes}² numbers take {8 * n_classes**2 / 2**30:.1f} GiB); sampled takes any"
        )
    if threads < 1:
        raise SolveError(f"threads is {threads}; it must be 1 or more")


def _checked_shares(tree: PublicTree, division: Floats | None) -> Floats:
    """What each seat owns of every pot by who is best in it, shape (n_pots, 8, 3)."""
    if tree.n_players != 3:
        raise SolveError(f"the tree has {tree.n_players} players; it must have 3")
    if (tree.player == CHANCE).any():
        raise SolveError("the tree has public chance; three seats can be solved without it only")
    shares = equal_division(3, rake=tree.rake) if division is None else np.asarray(division, dtype=np.float64)
    n_pots = len(tree.pot_leaf)
    if shares.shape not in ((8, 3), (n_pots, 8, 3)):
        raise SolveError(f"division has the shape {shares.shape}; it must be (8, 3) or ({n_pots}, 8, 3)")
    shares = np.broadcast_to(shares, (n_pots, 8, 3))
    for seat in range(3):
        others = [1 << other for other in range(3) if other != seat]
        if shares[:, others, seat].any():
            raise SolveError(f"division gives seat {seat} part of a pot that another wins alone; it must be 0")
    return shares
