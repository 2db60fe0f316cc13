"""What three tricks pay and who likes what, against the rules and the twin."""

import numpy as np
import pytest

from svara_odds.errors import DealError
from svara_odds.swara.objective import Objective, Payments, fresh_pot, outcome_index, outcome_tricks, payments_of
from tests.naive.trickplay import payments, wishes
from tests.swara.variants import variant

READINGS = [
    {},
    {"trickless": True},
    {"two_tricks_win": True},
    {"trickless": True, "two_tricks_win": True},
]


@pytest.mark.parametrize("n_players", range(2, 7))
@pytest.mark.parametrize("reading", READINGS, ids=str)
def test_payments_are_those_of_the_rules_and_none_is_lost(n_players, reading):
    table = Payments(pot=7, share=1.5, **reading).table(n_players)
    for tricks, row in zip(outcome_tricks(n_players).tolist(), table, strict=True):
        assert row.tolist() == pytest.approx(payments(tricks, 7, 1.5, **reading))
    assert table.sum(axis=1) == pytest.approx(7)


def test_payments_by_hand():
    # Four players, a pot of 4, a share of 1: a sweep; two tricks, and a quarter of the pot that stays; one trick each.
    table = Payments(pot=4, share=1).table(4)
    found = {tuple(tricks): row.tolist() for tricks, row in zip(outcome_tricks(4).tolist(), table, strict=True)}
    assert found[0, 3, 0, 0] == [0, 4, 0, 0]
    assert found[1, 0, 2, 0] == [0, 0, 4, 0]
    assert found[1, 1, 1, 0] == [1, 1, 1, 1]
    found = Payments(pot=4, share=1, carry_value=0).table(4)[outcome_tricks(4).tolist().index([1, 0, 2, 0])]
    assert found.tolist() == [-1, -1, 3, -1]


def test_the_rules_say_what_is_paid():
    rules = variant(stake=2.0, two_trick_share=0.5, two_trick_payers="trickless", no_sweep="two_tricks")
    assert payments_of(rules, 3) == Payments(pot=6.0, share=1.0, trickless=True, two_tricks_win=True)
    assert payments_of(rules, 3, pot=10, carry_value=0.1) == Payments(10, 1.0, True, True, 0.1)


def test_a_fresh_pot_is_a_stake_of_each_player():
    assert fresh_pot(variant(stake=2.5), 3) == 7.5


@pytest.mark.parametrize("n_players", range(2, 7))
def test_outcomes_are_all_ways_to_share_three_tricks(n_players):
    tricks = outcome_tricks(n_players)
    # A sweep, two and one, or one each of three.
    n = n_players
    assert len({tuple(row) for row in tricks.tolist()}) == len(tricks) == n + n * (n - 1) + n * (n - 1) * (n - 2) // 6
    for at, outcome in enumerate(outcome_index(n)):
        takers = [at // n**2, at // n % n, at % n]
        assert tricks[outcome].tolist() == [takers.count(seat) for seat in range(n)]


@pytest.mark.parametrize("n_players", [2, 3, 5])
@pytest.mark.parametrize("hero", [None, 1])
def test_ranks_order_outcomes_as_the_twin_does(n_players, hero):
    pay = {"pot": n_players, "share": 1}
    ranks = Objective(Payments(**pay).table(n_players), hero=hero).ranks
    likes = wishes(n_players, hero, **pay)
    for seat in range(n_players):
        worth = [likes[seat](tuple(tricks)) for tricks in outcome_tricks(n_players).tolist()]
        assert np.argsort(ranks[seat]).tolist() == sorted(range(len(worth)), key=worth.__getitem__)


def test_two_players_play_against_one_another():
    table = Payments(pot=3, share=1).table(2)
    each, one = Objective(table), Objective(table, hero=0)
    assert (each.ranks == one.ranks).all()
    assert each.goal(must_trump=False, must_overtake=False).hero == 0
    assert Objective(Payments(pot=3, share=1).table(3)).goal(must_trump=False, must_overtake=False).hero == -1


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: outcome_tricks(1), "n_players is 1; 2 to 6"),
        (lambda: outcome_tricks(7), "n_players is 7; 2 to 6"),
        (lambda: Payments(pot=-1, share=1), "pot: -1; it is 0 or more"),
        (lambda: Objective(np.zeros((3, 2))), "payments have 3 rows; 2 players have 4"),
        (lambda: Objective(np.zeros((4, 2)), hero=2), "hero is 2; it must be a seat, 0 to 1"),
    ],
)
def test_what_is_none_is_refused(make, message):
    with pytest.raises(DealError, match=message):
        make()
