import pytest

from tests.naive.scoring import RULES, all_scores
from tests.naive.symmetry import classes, rank_swaps, suit_renamings


@pytest.mark.parametrize(("rules", "number"), [("fortegames", 337), ("russian", 1305)])
def test_number_of_classes(rules, number):
    assert len(classes(all_scores(rules))) == number


@pytest.mark.parametrize("rules", RULES)
def test_classes_split_the_hands_and_keep_the_score(rules):
    scores = all_scores(rules)
    found = classes(scores)
    assert sum(len(orbit) for orbit in found) == len(scores)
    assert set().union(*found) == scores.keys()
    for orbit in found:
        assert len({scores[hand] for hand in orbit}) == 1


def test_a_joker_ties_down_its_suit():
    assert len(suit_renamings(all_scores("latvian-seka"))) == 24
    assert all(suits["c"] == "c" for suits in suit_renamings(all_scores("fortegames")))
    assert len(suit_renamings(all_scores("fortegames"))) == 6


def test_ranks_change_places_only_where_triples_agree():
    assert rank_swaps(all_scores("trynka")) == []
    assert len(rank_swaps(all_scores("fortegames"))) == 6
