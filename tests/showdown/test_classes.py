import numpy as np

from svara_odds.showdown.classes import _orbits


def test_orbits_of_moves_that_have_to_be_repeated():
    """Two rings, turned by one place, and a point that stays: a number for each, however far round they are."""
    turn = np.array([[1, 2, 3, 4, 5, 6, 7, 8, 0, 10, 11, 12, 13, 9, 14]])
    assert _orbits(np.arange(15), turn).tolist() == [0] * 9 + [1] * 5 + [2]


def test_without_moves_everything_is_on_its_own():
    assert _orbits(np.arange(4), np.empty((0, 4), dtype=np.int64)).tolist() == [0, 1, 2, 3]
