"""Joining in turn, against every line of play that best replies lead to."""

from fractions import Fraction

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from svara_odds.odds.svara.joining import joining_game
from svara_odds.odds.svara.terms import Terms
from tests.naive.svara import House, all_outcomes, collect

F = Fraction


def closed(tied, outsiders, rake=0):
    """Nobody joins later: an n-th of the pot for those in, nothing for the others."""
    return {n: (F(1 - rake) / n, F(0)) for n in range(tied, tied + outsiders + 1)}


def paid_out(tied, outsiders, terms, values):
    """What each outsider gets when all have decided, payment by payment."""

    def pay(line):
        joiners = [place for place, joins in enumerate(line) if joins]
        house = House(tied + outsiders, tied, len(joiners), 0, terms.share, terms.running, terms.tied_pay)
        paid, pot = collect(house, range(tied), [tied + place for place in joiners], F(1))
        inside, outside = values[tied + len(joiners)]
        return [pot * inside - paid[tied + place] if joins else pot * outside for place, joins in enumerate(line)]

    return pay


SHARES = st.one_of(
    st.sampled_from(["P", "P/k", "P/2", "P/3"]), st.fractions(min_value=F(1, 30), max_value=1, max_denominator=30)
)
RAKES = st.sampled_from([F(0), F(1, 20), F(1, 5)])
TERMS = st.builds(Terms, price=SHARES, running=st.booleans(), tied_pay=st.booleans(), rake=RAKES)
VALUES = st.fractions(min_value=F(1, 12), max_value=F(1, 2), max_denominator=12)


@settings(deadline=None, max_examples=100)
@given(st.integers(2, 4), st.integers(0, 4), TERMS, st.data())
@example(2, 4, Terms("P/k"), None)
@example(3, 4, Terms(F(1, 4), running=True), None)
def test_the_numbers_who_may_join_are_those_of_all_best_replies(tied, outsiders, terms, data):
    values = closed(tied, outsiders, terms.rake)
    if data is not None and data.draw(st.booleans()):  # any values at all, as later joiners may make them
        values = {n: (data.draw(VALUES), data.draw(VALUES) / 4) for n in values}
    compare(tied, outsiders, terms, values)


@settings(deadline=None, max_examples=150)
@given(st.integers(1, 4), st.data())
def test_where_many_are_indifferent(outsiders, data):
    """To join and to stay out are worth one of three numbers each, by how many join: nearly always somebody is."""
    terms, few = Terms(F(1, 2)), st.sampled_from([F(-1, 10), F(0), F(1, 10)])
    pots = {2 + joiners: 1 + F(joiners, 2) for joiners in range(outsiders + 1)}
    values = {n: ((F(1, 2) + data.draw(few)) / pot, data.draw(few) / pot) for n, pot in pots.items()}
    compare(2, outsiders, terms, values)


def compare(tied, outsiders, terms, values):
    game = joining_game(tied, outsiders, terms, values)
    lines = all_outcomes(paid_out(tied, outsiders, terms, values), outsiders)
    assert game.possible == tuple(sorted({sum(line) for line in lines}))
    played = tuple(decision.joins for decision in game.decisions)
    assert played in lines
    assert tuple(d.joins for d in joining_game(tied, outsiders, terms, values, join_if_equal=True).decisions) in lines


@settings(deadline=None, max_examples=100)
@given(st.integers(2, 4), st.integers(1, 5), TERMS)
def test_what_a_decision_tells_is_what_it_pays(tied, outsiders, terms):
    values = closed(tied, outsiders, terms.rake)
    game = joining_game(tied, outsiders, terms, values)
    line = tuple(decision.joins for decision in game.decisions)
    got = paid_out(tied, outsiders, terms, values)(line)
    assert [each.join if each.joins else each.stay_out for each in game.decisions] == got
    assert [each.joined_before for each in game.decisions] == [sum(line[:place]) for place in range(outsiders)]
    for each in game.decisions:
        assert each.indifferent == (each.join == each.stay_out)
        assert each.joins == (each.join > each.stay_out)


@pytest.mark.parametrize("tied", [2, 3, 4])
def test_at_the_price_of_a_share_all_are_indifferent(tied):
    game = joining_game(tied, 5, Terms("P/k"), closed(tied, 5))
    assert game.possible == (0, 1, 2, 3, 4, 5)
    assert all(decision.indifferent and decision.join == 0 for decision in game.decisions)
    assert (game.joiners, joining_game(tied, 5, Terms("P/k"), closed(tied, 5), join_if_equal=True).joiners) == (0, 5)


@pytest.mark.parametrize("share", [F(1, 20), F(1, 4), F(32, 100), F(34, 100), F(1, 2)])
def test_a_fixed_price_is_for_all_or_nobody(share):
    """(1 - k s) / (k + J) has one sign for every number of joiners."""
    game = joining_game(3, 5, Terms(share), closed(3, 5))
    assert game.possible == ((5,) if share < F(1, 3) else (0,))


def test_with_a_rake_fewer_join_as_the_price_rises():
    """J join at most for (1 - r) / (k + r J): with k = 2, r = 1/5 at 4/11, 1/3, 4/13 and 2/7 for J = 1 to 4."""
    limits = [F(4, 11), F(1, 3), F(4, 13), F(2, 7)]
    for joiners, limit in enumerate(limits, start=1):
        below = joining_game(2, 4, Terms(limit - F(1, 1000), rake=F(1, 5)), closed(2, 4, F(1, 5)))
        above = joining_game(2, 4, Terms(limit + F(1, 1000), rake=F(1, 5)), closed(2, 4, F(1, 5)))
        assert below.joiners == joiners
        assert above.joiners == joiners - 1


def test_a_running_price_by_hand():
    """Two tied, 2/5 of the pot as it grows: 7/5 / 3 - 2/5 = 1/15 for one; a second pays 14/25 for 49/25 / 4."""
    game = joining_game(2, 2, Terms(F(2, 5), running=True), closed(2, 2))
    first, second = game.decisions
    assert (first.price, first.join, first.stay_out, first.joins) == (F(2, 5), F(1, 15), 0, True)
    assert (second.price, second.join, second.joins) == (F(14, 25), F(49, 100) - F(14, 25), False)
    assert game.possible == (1,)


def test_no_outsiders():
    game = joining_game(2, 0, Terms("P/k"), closed(2, 0))
    assert (game.decisions, game.possible, game.joiners) == ((), (0,), 0)
