"""The door for solved tables: what is written is what is read, in whole percents, and only for its own game."""

import json
import signal

import numpy as np
import pytest

from svara_odds.betting.build import betting_tree
from svara_odds.betting.structure import betting_structure
from svara_odds.errors import DamagedFileError
from svara_odds.page.solved import SolvedLine, blind_row, lines_of, load_solved, strategy_entry, write_solved
from svara_odds.page.solving import build_solved
from svara_odds.solver.strategy import HandNames, Strategy
from svara_odds.solver.tree import SEEN
from svara_odds.studies.solve import solve
from svara_odds.tables.handtable import hand_table


@pytest.fixture(scope="module")
def table():
    return hand_table("fortegames")


def a_strategy(table, frequencies):
    line = SolvedLine(["0 bet 2"], 1, ["fold", "call", "raise to 4"], frequencies, np.ones(frequencies.shape[1]))
    return strategy_entry(table, [line], players=2, ante=1, bets=[2], exploitability=0.000121)


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


def test_averages_go_over_hands_that_come(table):
    """Of each score only one class comes to the line, and it raises; where none comes, all count."""
    classes = table.symmetry
    levels = table.order[classes.representatives]
    reach = np.zeros(classes.n_classes)
    coming = [int(np.flatnonzero(levels == level)[0]) for level in range(len(table.levels)) if level % 2]
    reach[coming] = 0.3
    raising = (reach > 0).astype(float)
    line = SolvedLine([], 0, ["fold", "raise"], np.stack([1 - raising, raising]), reach)
    (shown,) = strategy_entry(table, [line], players=2, ante=1, bets=[2], exploitability=0)["lines"]
    assert shown["byLevel"][1] == [100 * (level % 2) for level in range(len(table.levels))]
    assert [share > 0 for share in shown["reach"]] == [bool(level % 2) for level in range(len(table.levels))]


@pytest.mark.parametrize(
    ("bound", "said"),
    [(0.0, "0"), (0.00139, "0.0014"), (0.0014, "0.0014"), (3.01e-9, "0.0000000031"), (0.1, "0.1"), (12.3, "13")],
)
def test_a_bound_is_never_rounded_down(table, bound, said):
    entry = strategy_entry(table, [], players=2, ante=0.5, bets=[1, 2.5], exploitability=bound)
    assert entry["exploitability"] == said
    assert (entry["ante"], entry["bets"]) == ("0.5", ["1", "2.5"])


def test_a_seat_that_has_not_looked_has_one_answer(table):
    line = SolvedLine([], 0, ["blind 1", "look"], np.array([[0.25], [0.75]]), np.ones(1))
    (shown,) = strategy_entry(table, [line], players=2, ante=1, bets=[2], exploitability=0)["lines"]
    assert shown["byClass"] == [[25], [75]]
    assert "byLevel" not in shown


def test_lines_of_a_solved_game(table):
    """Every line of the tree of `bulgarian` betting comes through with its own frequencies, seat and steps."""
    structure = betting_structure(table.rules, 2)
    tree = betting_tree(structure)
    classes = table.symmetry
    names = HandNames(classes.names, classes.sizes, table.half_points[classes.representatives].astype(np.int64))
    decides, cells = tree.player >= 0, np.where(tree.partition == SEEN, len(names.names), 1)
    sizes, infosets = np.where(decides, cells * tree.n_children, 0), np.where(decides, cells, 0)
    shares = np.concatenate([np.full(size, 1 / n) for size, n in zip(sizes, tree.n_children, strict=True) if size])
    solved = Strategy(
        tree, names, np.cumsum(sizes) - sizes, cells, np.cumsum(infosets) - infosets, shares,
        np.zeros(infosets.sum()), np.ones(infosets.sum()),
    )  # fmt: skip
    lines = list(lines_of(solved))
    assert len(lines) == tree.n_decisions
    assert lines[0].before == []
    assert lines[0].actions == ["blind 1", "look"]
    entry = strategy_entry(table, lines, players=2, ante=1, bets=[2], exploitability=1)
    for line, shown in zip(lines, entry["lines"], strict=True):
        assert len(shown["byClass"]) == len(line.actions)
        assert line.seat in (0, 1)
        assert all(step.split()[0] in ("0", "1") for step in line.before)
    assert list(lines_of(solved, least_reach=2)) == []


def test_what_is_written_is_read(table, tmp_path):
    frequencies = np.zeros((3, table.symmetry.n_classes))
    frequencies[0] = 1
    blinds = [blind_row(players=2, blind=0.5, gain=0.01234, frequency=0.25, double=[1, 0])]
    path = write_solved(table, strategies=[a_strategy(table, frequencies)], blinds=blinds, folder=tmp_path)
    solved = load_solved(table, tmp_path)
    (only,) = solved["strategies"]
    assert (only["ante"], only["bets"], only["exploitability"], only["players"]) == ("1", ["2"], "0.00013", 2)
    assert (only["lines"][0]["before"], only["lines"][0]["seat"]) == (["0 bet 2"], 1)
    assert solved["blinds"] == [{"players": 2, "blind": "0.5", "gain": "0.012", "frequency": 25, "double": [100, 0]}]
    assert load_solved(hand_table("bulgarian"), tmp_path) is None
    path.rename(tmp_path / f"{hand_table('bulgarian').digest[:32]}.json")
    with pytest.raises(DamagedFileError, match="digest"):
        load_solved(hand_table("bulgarian"), tmp_path)


def test_another_betting_hides_it(table, tmp_path):
    write_solved(table, folder=tmp_path)
    for number, (betting, same) in enumerate(
        [("ante = 1", True), ("max_raises = 3", True), ("max_raises = 2", False), ("bets = [2, 3]", False)]
    ):
        path = tmp_path / f"own{number}.toml"
        path.write_text(f'name = "own"\nextends = "fortegames"\ntitle = "t"\nsource = "s"\n[betting]\n{betting}\n')
        other = hand_table(path)
        assert other.digest == table.digest
        assert (load_solved(other, tmp_path) is not None) == same
    path.write_text('name = "own"\nextends = "fortegames"\ntitle = "t"\nsource = "s"\n[svara]\nrake = 0.05\n')
    assert load_solved(hand_table(path), tmp_path) is None


def test_a_gain_of_nothing_has_no_sign():
    assert blind_row(players=2, blind=4, gain=-0.0002, frequency=0.001, double=[0.46])["gain"] == "0.000"
    assert blind_row(players=2, blind=4, gain=-0.002, frequency=0, double=[])["gain"] == "-0.002"


@pytest.mark.parametrize("content", ["", "[]", "{", '{"format": 99}'])
def test_a_damaged_file_is_told(table, tmp_path, content):
    path = write_solved(table, folder=tmp_path)
    assert load_solved(table, tmp_path) == {"strategies": [], "blinds": []}
    path.write_text(content)
    with pytest.raises(DamagedFileError):
        load_solved(table, tmp_path)


def test_shipped_tables_fit_their_games(games):
    """Of every game on the page: whole percents, lines in their order, and no folding of a hand that nothing beats."""
    for name, game in games.items():
        table = hand_table(name)
        best = table.symmetry.n_classes - 1  # by ascending score
        assert [(one["players"], one["blind"]) for one in game["solved"]["strategies"]] == [(2, True), (2, False)]
        for one in game["solved"]["strategies"]:
            assert 0 < float(one["exploitability"]) <= 0.0001
            for line in one["lines"]:
                assert len(line["byClass"]) == len(line["actions"])
                assert all((np.sum(line[key], axis=0) == 100).all() for key in ("byClass", "byLevel") if key in line)
                if "byLevel" in line:
                    assert np.shape(line["byClass"])[1] == table.symmetry.n_classes
                    assert len(line["reach"]) == len(table.levels)
                    if line["reach"][-1]:
                        assert line["byClass"][line["actions"].index("fold")][best] == 0


def test_the_right_to_bet_blind_never_hurts(games):
    for game in games.values():
        gains = [float(row["gain"]) for row in game["solved"]["blinds"]]
        assert gains
        assert min(gains) >= 0
        assert gains == sorted(gains, reverse=True)  # a dearer blind is worth less, or nothing


def test_shipped_tables_are_what_solving_gives(games, tmp_path):
    """Within what a coarser solution vouches for, on the lines that half of all hands come to."""
    path = build_solved("fortegames", tmp_path, target=1e-3)
    anew, shipped = json.loads(path.read_bytes()), games["fortegames"]["solved"]
    for old, new in zip(shipped["blinds"], anew["blinds"], strict=True):
        assert abs(float(old["gain"]) - float(new["gain"])) <= 0.0025
        # A blind that is bet too seldom loses its worth so often: no more than the solution may be exploited by.
        assert abs(old["frequency"] - new["frequency"]) / 100 * float(old["gain"]) <= 0.0025
    for old, new in zip(shipped["strategies"], anew["strategies"], strict=True):
        lines = {str(line["before"]): line for line in new["lines"]}
        for line in old["lines"]:
            if "byLevel" in line and min(line["reach"]) >= 50:
                apart = np.abs(np.array(line["byLevel"]) - lines[str(line["before"])]["byLevel"])
                assert apart.mean() < 5


def test_nothing_is_made_of_a_solve_that_was_broken_off(tmp_path, monkeypatch):
    def broken_off(*words, **options):
        return solve(*words, **options, progress=lambda *_: signal.raise_signal(signal.SIGINT))

    monkeypatch.setattr("svara_odds.page.solving.solve", broken_off)
    with pytest.raises(KeyboardInterrupt):
        build_solved("fortegames", tmp_path, target=1e-3, blinds=[1])
    assert list(tmp_path.iterdir()) == []
