import re
from fractions import Fraction
from itertools import permutations

import numpy as np
import pytest

from svara_odds.errors import SolveError
from svara_odds.solver import efg
from svara_odds.solver.deal import Deal
from svara_odds.solver.efg import efg_text
from tests.solver.games import kuhn_tree

DEALS = np.array(list(permutations(range(3), 2)), dtype=np.int32)
DEAL = Deal(DEALS, DEALS.astype(np.int64), np.full(6, 1 / 6), 3)


def test_a_game_is_written_whole():
    lines = efg_text(kuhn_tree(), DEAL, title='Kuhn "poker"').splitlines()
    assert lines[0] == """EFG 2 R "Kuhn 'poker'" { "seat 0" "seat 1" }"""
    shares = [Fraction(share) for share in re.findall(r"\d+/\d+", lines[1])]
    assert shares == [Fraction(1, 6)] * 6
    tree = kuhn_tree()
    assert sum(line.startswith("p ") for line in lines) == 6 * tree.n_decisions
    assert sum(line.startswith("t ") for line in lines) == 6 * tree.n_leaves
    # 3 cards at each of two nodes of each seat
    assert {tuple(line.split()[2:4]) for line in lines if line.startswith("p ")} == {
        (str(player), str(number)) for player in (1, 2) for number in range(1, 7)
    }
    for line in lines:
        if line.startswith("t "):
            first, second = map(float, re.findall(r"-?\d+\.\d+", line))
            assert first == -second


def test_a_game_too_large_for_a_file_is_refused(monkeypatch):
    monkeypatch.setattr(efg, "MAX_EFG_NODES", 50)
    with pytest.raises(SolveError, match="55 nodes; up to 50"):
        efg_text(kuhn_tree(), DEAL, title="Kuhn")
