"""The door for solved tables: what is written is what is read, in whole percents, and only for its own game."""

import json

import numpy as np
import pytest

from svara_odds.errors import DamagedFileError
from svara_odds.page.figures import SCALE
from svara_odds.page.solved import blind_row, load_solved, strategy, write_solved
from svara_odds.tables.handtable import hand_table


@pytest.fixture(scope="module")
def table():
    return hand_table("fortegames")


def a_strategy(table, frequencies):
    line = (("bet 2",), 1, ("fold", "call", "raise 4"), frequencies)
    return strategy(table, [line], players=2, ante=1, bets=[2], exploitability=0.00012)


def test_percents_add_up_and_stay_within_one(table):
    rng = np.random.default_rng(5)
    frequencies = rng.dirichlet([0.4, 0.4, 0.4], size=table.symmetry.n_classes).T
    (line,) = a_strategy(table, frequencies)["lines"]
    for shown in (line["byClass"], line["byLevel"]):
        assert (np.sum(shown, axis=0) == 100).all()
    assert (np.abs(np.array(line["byClass"]) - 100 * frequencies) < 1).all()
    assert np.array(line["byClass"]).min() >= 0


def test_thirds_go_to_the_first(table):
    (line,) = a_strategy(table, np.full((3, table.symmetry.n_classes), 1 / 3))["lines"]
    assert {tuple(column) for column in zip(*line["byClass"], strict=True)} == {(34, 33, 33)}


def test_averages_go_over_hands(table):
    """Classes are of unlike size: an average over classes would say something else."""
    classes = table.symmetry
    raising = (np.arange(classes.n_classes) % 2).astype(float)
    (line,) = a_strategy(table, np.stack([1 - raising, 0 * raising, raising]))["lines"]
    for level in range(len(table.levels)):
        hands = np.flatnonzero(table.order == level)
        share = 100 * raising[classes.class_of[hands]].mean()
        assert abs(line["byLevel"][2][level] - share) < 1


def test_what_is_written_is_read(table, tmp_path):
    frequencies = np.zeros((3, table.symmetry.n_classes))
    frequencies[0] = 1
    blinds = [blind_row(players=2, blind=0.5, gain=0.01234, frequency=0.25, double=[1, 0])]
    path = write_solved(table, strategies=[a_strategy(table, frequencies)], blinds=blinds, folder=tmp_path)
    solved = load_solved(table, tmp_path)
    (only,) = solved["strategies"]
    assert (only["ante"], only["bets"], only["exploitability"], only["players"]) == ("1", ["2"], "0.0001", 2)
    assert (only["lines"][0]["before"], only["lines"][0]["seat"]) == (["bet 2"], 1)
    assert solved["blinds"] == [
        {"players": 2, "blind": "0.5", "gain": "0.0123", "frequency": SCALE // 4, "double": [SCALE, 0]}
    ]
    assert load_solved(hand_table("bulgarian"), tmp_path) is None
    path.rename(tmp_path / f"{hand_table('bulgarian').digest[:32]}.json")
    with pytest.raises(DamagedFileError, match="digest"):
        load_solved(hand_table("bulgarian"), tmp_path)


@pytest.mark.parametrize("content", ["", "[]", "{", '{"format": 99}'])
def test_a_damaged_file_is_told(table, tmp_path, content):
    path = write_solved(table, folder=tmp_path)
    assert load_solved(table, tmp_path) == {"strategies": [], "blinds": []}
    path.write_text(content)
    with pytest.raises(DamagedFileError):
        load_solved(table, tmp_path)


def test_shipped_files_fit_their_games(games):
    for name, game in games.items():
        solved = game["solved"]
        for one in solved["strategies"] if solved else ():
            assert 2 <= one["players"] <= hand_table(name).rules.max_players
            for line in one["lines"]:
                assert len(line["byClass"]) == len(line["byLevel"]) == len(line["actions"])
                assert (np.sum(line["byClass"], axis=0) == 100).all()
        assert json.dumps(solved)
