"""Race one iteration of CFR+ against C and numpy, and whole small solves against OpenSpiel and LiteEFG.

Run from the top of the repository: ``python -m benchmarks.bench_solve``.
"""

from __future__ import annotations

import ctypes
from collections.abc import Callable

import numpy as np

from benchmarks.compile_c import load, pointer
from benchmarks.timing import race
from svara_odds.solver.cfr import CfrState, advance, start_cfr
from svara_odds.solver.headsup import headsup_game
from svara_odds.solver.tree import PublicTree
from svara_odds.solver.treeplex import Game
from svara_odds.tables.handtable import HandTable, hand_table
from tests.solver.betting import closing_tree, pot_tree, staying_tree

Work = Callable[[], object]
STEPS = 20  # iterations per call


class _Fields(ctypes.Structure):
    """A structure of 64-bit numbers and addresses, from arrays that it keeps alive."""

    def __init__(self, *values: int | np.ndarray) -> None:
        self.kept = values
        super().__init__(*(value if isinstance(value, int) else pointer(value).value for value in values))


def _structure(names: str) -> type[_Fields]:
    return type("Fields", (_Fields,), {"_fields_": [(name, ctypes.c_int64) for name in names.split()]})


_Plan = _structure("n_classes n_levels n_sums starts keys shares sizes")
_Leaves = _structure("n_tiles tiles own_start other_start n_leaves factors own")
_Player = _structure("n_sequences n_blocks start cells actions run regrets behaviour reach sums gradient")


def c_iterations(game: Game, state: CfrState) -> Work | None:
    """The same iterations in C, on the arrays of `state`; None where there is no compiler or blinds are bet."""
    peer = load("cfr.c")
    if peer is None or any((plex.cells != plex.cells[0]).any() for plex in game.plexes):
        return None
    swept = game.payoffs.plan
    plan = _Plan(len(swept.sizes), len(swept.starts) - 1, swept.n_sums, *swept[:4])
    leaves = [
        _Leaves(len(each.tiles), each.tiles, *each.start, each.factors.shape[1], each.factors, each.own)
        for each in game.payoffs.columns
    ]
    players = [
        _Player(
            plex.n_sequences,
            len(plex.start),
            *(plex.start, plex.cells, plex.actions, plex.run),
            *(part[seat] for part in (state.regrets, state.behaviours, state.plans, state.sums)),
            np.zeros(plex.n_sequences),
        )
        for seat, plex in enumerate(game.plexes)
    ]
    pairs = (_Leaves * 2)(*leaves), (_Player * 2)(*players)

    def work(keep: object = (leaves, players)) -> None:
        first, state.iteration = state.iteration + 1, state.iteration + STEPS
        numbers = ctypes.c_int64(first), ctypes.c_int64(state.iteration)
        peer.cfr_iterations(ctypes.byref(plan), *pairs, *numbers)

    return work
