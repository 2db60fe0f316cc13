"""Cheap questions that together call every kernel; printed: the answers, and what was loaded and what compiled.

Run by `test_kernel_cache.py` in processes of their own.
"""

import contextlib
import importlib
import io
import json
import re
import sys
from pathlib import Path

import numpy as np
import pytest
from numba.core.dispatcher import Dispatcher

import svara_odds
from svara_odds.cli.app import main

SAMPLE = ["--deals", "3000", "--seed", "5", "--json"]
QUESTIONS = [
    ["equity", "6cKhKd", "22+", "--rules", "trynka", "--dead", "Ac", "--json"],
    ["equity", "6cKhKd", "22+", "30+", "--rules", "trynka", "--method", "exact", "--json"],
    ["equity", "6cKhKd", "20+", "30+", "25+", "--rules", "trynka", "--method", "exact", "--json"],
    ["equity", "6cKhKd", "--players", "4", "--rules", "trynka", "--dead", "Ac", "--json"],
    ["equity", "random", "random", "random", "--rules", "begench-seka", *SAMPLE],
    ["equity", "22+", "24+", "random", "--rules", "begench-seka", *SAMPLE],
    ["call", "6cKhKd", "--pot", "6", "--price", "2", "--opponents", "22+", "--rules", "trynka", "--json"],
    ["ranking", "--players", "3", "--rules", "trynka", "--json"],
    ["svara", "--sizes", "--players", "3", "--rules", "trynka", "--json"],
    ["solve", "--no-blind", "--iterations", "30", "--rules", "fortegames", "--json"],
    [
        "solve",
        "--no-blind",
        "--iterations",
        "5",
        "--players",
        "3",
        "--rules",
        "fortegames",
        "--max-raises",
        "0",
        "--json",
    ],
    [
        "solve",
        "--no-blind",
        "--max-raises",
        "0",
        "--players",
        "3",
        "--rules",
        "fortegames",
        "--method",
        "sampled",
        "--iterations",
        "200",
        "--seed",
        "1",
        "--json",
    ],
    ["swara", "value", "AcKc7d", "--trump", "9c", "--deals", "500", "--seed", "7", "--json"],
    ["swara", "play", "AcAh7d", "--trump", "Kc", "--players", "4", "--seed", "7", "--json"],
    ["blind", "--iterations", "30", "--rules", "fortegames", "--json"],
]


def answer(words):
    """The JSON of a command without its running time."""
    out = io.StringIO()
    with contextlib.redirect_stdout(out), pytest.raises(SystemExit) as end:
        main([*words])
    assert not end.value.code, words
    return re.sub(r'"seconds": [^,}]*', "", out.getvalue())


def python_only():
    """Kernels that no command calls by themselves, or only in rare games."""
    from svara_odds.jobs._kernels_stream import below, next_word
    from svara_odds.odds.headsup import headsup_matrix
    from svara_odds.showdown.sweep import sweep

    table = svara_odds.hand_table("trynka")
    state = np.arange(1, 5, dtype=np.uint64)
    found = [
        int(svara_odds.score_many(table.hands, table).sum()),
        int(svara_odds.score_many(tuple(np.ascontiguousarray(table.hands.T)), table).sum()),
        int(headsup_matrix(table).sum()),
        int(sweep(table, np.ones((table.n_hands, 2), dtype=np.int64)).below.sum()),
        int(next_word(state)),
        int(below(state, np.uint64(52))),
        three_seats(table),
        two_hands_of_tricks(),
    ]
    return str(found)


def two_hands_of_tricks():
    """The trick game for two, solved for a while on a deck of eight cards."""
    from svara_odds.solver.cfr import solve_cfr
    from tests.swara.test_headsup import make

    play, _ = make("two plain suits")
    solved = solve_cfr(play.game, target=1e-9, max_iterations=3)[1].values
    return solved, float(sum(behaviour.sum() for behaviour in play.determinised()))


def three_seats(table):
    """A game in which a seat is paid where its two opponents tie."""
    from svara_odds.solver.deal import equal_division
    from svara_odds.solver.equilibrium import behaviour_of, plan_of
    from svara_odds.solver.threeway import threeway_game
    from tests.solver.three_seats import call_closes

    division = equal_division(3)
    division[0b011] = [0.4, 0.4, 0.2]
    game = threeway_game(call_closes(raises=0), table, division=division)
    plans = [plan_of(plex, behaviour_of(plex, np.ones(plex.n_sequences))) for plex in game.plexes]
    out = np.zeros(game.plexes[2].n_sequences)
    game.payoffs.gradient(2, plans, out)
    return float(out.sum())


def dispatchers():
    """All kernels of the package by name: those that Python calls, and the parts that they are made of."""
    package = Path(svara_odds.__file__).parent
    for path in sorted(package.rglob("_kernels*.py")):
        name = ".".join(path.relative_to(package).with_suffix("").parts)
        module = importlib.import_module(f"svara_odds.{name}")
        for each, kernel in vars(module).items():
            if isinstance(kernel, Dispatcher) and kernel.py_func.__module__ == module.__name__:
                yield f"{name}.{each}", kernel


if __name__ == "__main__":
    answers = [*map(answer, QUESTIONS), python_only()]
    stats = {name: kernel.stats for name, kernel in dispatchers()}
    report = {
        "answers": answers,
        "loaded": [name for name, each in stats.items() if each.cache_hits],
        "compiled": [name for name, each in stats.items() if each.cache_misses],
    }
    json.dump(report, sys.stdout)
