"""What a solution tells beside the strategy, and what a linear program does not take."""

import pytest

from svara_odds import solve
from svara_odds.betting import solution
from svara_odds.errors import SolveError
from svara_odds.tables.handtable import hand_table
from tests.solver.decks import LOPSIDED, rule_file

SAMPLED = {"max_raises": 0, "method": "sampled", "max_iterations": 1, "seed": 7}


def test_progress_is_told_in_walks(tmp_path):
    told = []
    answer = solve(rule_file(tmp_path, LOPSIDED), **SAMPLED, progress=lambda done, total: told.append(done))
    assert told[-1] == answer.extra["iterations"] > 0
    assert told == sorted(told)


def test_where_hands_are_too_many_they_are_told_apart_by_points(tmp_path, monkeypatch):
    rules = rule_file(tmp_path, LOPSIDED)
    by_class = solve(rules, **SAMPLED)
    monkeypatch.setattr(solution, "MANY_ENTRIES", 0)
    by_points = solve(rules, **SAMPLED)
    assert "points only" in by_points.info.note
    assert "points only" not in by_class.info.note
    points = {f"{half / 2:g} points" for half in hand_table(rules).half_points.tolist()}
    assert set(by_points.columns["hand"]) == points | {"unseen"}  # the latter is who goes on blind


def test_for_two_players_it_is_an_equilibrium_and_nothing_says_otherwise(tmp_path):
    rules = rule_file(tmp_path, LOPSIDED)
    for how in (SAMPLED, {"max_raises": 0}):
        assert "no theory" not in (solve(rules, **how).info.note or "")


@pytest.mark.parametrize(
    ("name", "value"), [("max_iterations", 9), ("variant", "cfr+"), ("seed", 0), ("checkpoint", "job")]
)
def test_a_linear_program_takes_no_options_of_cfr(name, value):
    with pytest.raises(SolveError) as refused:
        solve("fortegames", method="lp", **{name: value})
    assert str(refused.value) == f"{name}: {str(value)!r} is not used: method lp solves in one go; leave it out"
