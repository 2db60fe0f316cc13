"""Trainings that know nothing of each other: their plans add up, anywhere, and come nearer to an equilibrium."""

import signal

import numpy as np
import pytest

import svara_odds as so
from svara_odds.betting.build import betting_tree
from svara_odds.betting.settings import Settings
from svara_odds.betting.structure import betting_structure
from svara_odds.betting.trained import trained
from svara_odds.errors import DamagedFileError, SolveError, SvaraError
from svara_odds.jobs.blocks import Block
from svara_odds.jobs.checkpoint import read_checkpoint, write_checkpoint
from svara_odds.solver.equilibrium import standing
from svara_odds.solver.headsup import headsup_game
from svara_odds.solver.sampling.game import SampledGame
from svara_odds.solver.sampling.training import SampledState, advance_sampled
from tests.smalldecks import TWELVE, small_table
from tests.solver.sampling.test_sampled import exact_plans


@pytest.fixture(scope="module")
def game(tmp_path_factory):
    table = small_table(tmp_path_factory.mktemp("rules"), TWELVE)
    return SampledGame.of(betting_tree(betting_structure(table.rules, 2, max_raises=1)), table)


def settings(trainings, **how):
    return Settings("sampled", max_iterations=500, seed=4, trainings=trainings, **how)


def one_by_one(game, number):
    """The plans of so many trainings of five rounds, each begun by hand."""
    found = []
    for index in range(number):
        low, high = Block(index, 5, (4, index)).words(2).tolist()
        state = SampledState.start(game, seed=low + (high << 64))
        advance_sampled(game, state, 5)
        found.append(state.sums)
    return found


@pytest.mark.parametrize("threads", [1, 3])
def test_plans_of_trainings_are_added_up(game, threads):
    state, interrupted = trained(game, settings(4, threads=threads))
    expected = np.zeros(game.n_entries, dtype=np.float32)
    for sums in one_by_one(game, 4):
        expected += sums
    assert (state.sums == expected).all()
    assert (state.seed, state.rounds, interrupted) == (4, 20, False)


def test_together_they_are_nearer_to_an_equilibrium(game):
    """What is chance in one training is not in another."""
    solved = headsup_game(game.tree, game.table)
    far = [standing(solved, exact_plans(game, solved, sums)).nashconv for sums in one_by_one(game, 12)]
    near = standing(solved, exact_plans(game, solved, trained(game, settings(12))[0].sums)).nashconv
    assert near < 0.75 * np.mean(far)


def test_more_trainings_go_on_from_a_checkpoint(game, tmp_path):
    path = tmp_path / "job"
    trained(game, settings(2, checkpoint=path))
    told = []
    state, _ = trained(game, settings(5, checkpoint=path, progress=lambda walks, _: told.append(walks)))
    assert (state.sums == trained(game, settings(5))[0].sums).all()
    assert told == [1500, 2000, 2500]
    assert read_checkpoint(path)[0]["blocks"] == 5
    with pytest.raises(SvaraError, match="of another job: kind"):
        trained(game, settings(1, checkpoint=path))
    with pytest.raises(SolveError, match=r"trainings: 2 are asked for, and checkpoint: '.*job' holds 5"):
        trained(game, settings(2, checkpoint=path))


@pytest.mark.parametrize("sums", [np.zeros(3, dtype=np.float32), np.zeros(3)], ids=str)
def test_a_checkpoint_without_such_plans_is_refused(game, tmp_path, sums):
    path = tmp_path / "job"
    trained(game, settings(2, checkpoint=path))
    said, _ = read_checkpoint(path)
    write_checkpoint(path, said, {"sums": sums})
    with pytest.raises(DamagedFileError, match=r"checkpoint: '.*job' does not hold the counts of this job"):
        trained(game, settings(2, checkpoint=path))


@pytest.mark.parametrize("threads", [1, 2])
def test_ctrl_c_leaves_the_trainings_that_are_done(game, threads):
    pressed = iter([signal.SIGINT])

    def press(walks, _):
        for number in pressed:
            signal.signal(signal.SIGINT, signal.default_int_handler)
            signal.raise_signal(number)

    before = signal.getsignal(signal.SIGINT)
    try:
        state, interrupted = trained(game, settings(50, threads=threads, progress=press))
    finally:
        signal.signal(signal.SIGINT, before)
    assert interrupted
    assert state.rounds == 5
    assert (state.sums == one_by_one(game, 1)[0]).all()


def test_what_is_not_trained_so():
    with pytest.raises(SolveError, match="trainings: 0 is not allowed"):
        so.solve(trainings=0)
    with pytest.raises(SolveError, match="trainings: 2 is not allowed; it is 1, or more with method sampled"):
        so.solve(trainings=2)
