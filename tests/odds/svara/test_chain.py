"""The chain of svaras: against every deal of small decks, chains played with cards, and what must hold of any chain."""

import math
from fractions import Fraction
from functools import cache
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from svara_odds.errors import DealError
from svara_odds.odds.svara.buyin import buy_in
from svara_odds.odds.svara.chain import Table, prospects, reachable, rounds
from svara_odds.odds.svara.elimination import solve_exactly
from svara_odds.odds.svara.terms import Terms
from svara_odds.rules.catalog import load_rules
from svara_odds.studies.svara_chain import chances_of
from tests.naive.scoring import RULES
from tests.naive.svara import House, follow, simulate, sizes
from tests.smalldecks import NINE, TWELVE, naive_score

F = Fraction


@cache
def shipped_sizes(rules):
    rules = load_rules(rules)
    return chances_of(rules, range(2, rules.max_players + 1))


def terms_of(house):
    share = house.price(2), house.price(3)
    assert share[0] == share[1] or share == (F(1, 2), F(1, 3))
    return Terms(share[0] if share[0] == share[1] else "P/k", house.running, house.tied_pay, F(house.rake))


def table_of(house):
    return Table(house.players, house.later, terms_of(house), house.showed_only)


def in_share(tied):
    return F(1, tied)


HOUSES = [
    House(3, 2, 0, 0, in_share),
    House(3, 2, 1, 0, in_share, rake=F(1, 20)),
    House(3, 2, 0, 3, in_share),
    House(3, 2, 1, 3, lambda tied: F(1, 2)),
    House(3, 3, 0, 1, lambda tied: F(1, 3), rake=F(1, 10)),
    House(3, 2, 0, 1, lambda tied: F(1, 4), running=True, rake=F(1, 10)),
    House(3, 3, 0, 3, lambda tied: F(1, 4), tied_pay=True),
    House(3, 3, 0, 3, lambda tied: F(2, 5), showed_only=True),
    House(4, 2, 1, 1, lambda tied: F(1, 3), showed_only=True, running=True),
    House(4, 2, 1, 4, lambda tied: F(1, 3), running=True, tied_pay=True, rake=F(1, 7)),
    House(4, 3, 0, 2, lambda tied: F(2, 3), running=True),
    House(4, 2, 0, 1, lambda tied: F(1, 2)),
]


@pytest.mark.parametrize("place", range(len(HOUSES)))
def test_every_deal_of_a_small_deck(place):
    """Rounds to the last digit; values and totals but for what comes after the last round that was followed."""
    house = HOUSES[place]
    deck = NINE if house.players == 3 else TWELVE
    n_rounds = 14
    told, money = follow(house, naive_score, deck, n_rounds=n_rounds)
    table, first = table_of(house), buy_in(house.tied, house.joiners, terms_of(house))
    chances = {n: sizes(naive_score, deck, n) for n in reachable(first.players, table)}
    for row, mine in zip(told, rounds(first.players, table, chances, n_rounds=n_rounds), strict=True):
        assert mine.played == row["played"]
        assert mine.won == row["won"]
        assert mine.players * row["played"] == row["players"]
        assert mine.pot * first.pot * row["played"] == row["pot"]
    ahead = prospects(first.players, table, chances)
    mine = ahead[first.players]
    # After the last round at most so much is left to be won, and about as much may be paid.
    left = float(told[-1]["pot"]) * max(float(each.pot) for each in ahead.values()) * 3
    assert left < 1e-3
    for seat in range(house.players):
        if seat < house.tied:
            value = mine.inside * first.pot - first.tied_price
        elif seat < first.players:
            value = mine.inside * first.pot - first.prices[seat - house.tied]
        else:
            value = mine.outside * first.pot
        assert float(value) == pytest.approx(float(money[seat]), abs=left)
    assert float(mine.rounds) == pytest.approx(float(sum(row["played"] for row in told)), abs=left)


@pytest.mark.parametrize(
    ("rules", "house"),
    [
        ("bulgarian", House(6, 2, 1, 6, in_share, rake=0.05)),
        ("bulgarian", House(5, 2, 0, 1, lambda tied: 0.5)),
        ("russian", House(6, 3, 1, 2, lambda tied: 0.5, running=True)),
        ("fortegames", House(4, 3, 1, 0, lambda tied: 1.0, tied_pay=True)),
        ("fortegames", House(7, 2, 3, 2, lambda tied: 0.25, showed_only=True)),
    ],
)
def test_chains_played_with_cards(rules, house):
    game = RULES[rules]
    score = cache(lambda hand: game.half_points(sorted(hand)))
    played = simulate(house, score, game.deck, chains=30_000, seed=house.players)
    price = "P/k" if house.price is in_share else F(str(house.price(2)))
    terms = Terms(price, house.running, house.tied_pay, F(str(house.rake)))
    table, first = Table(house.players, house.later, terms, house.showed_only), buy_in(house.tied, house.joiners, terms)
    mine = prospects(first.players, table, shipped_sizes(rules))[first.players]
    expected = {"rounds": mine.rounds, "pot": mine.pot * first.pot}
    for seat in range(house.players):
        inside = seat < first.players
        paid = [first.tied_price] * house.tied + list(first.prices)
        expected[f"seat {seat}"] = (mine.inside if inside else mine.outside) * first.pot - (paid[seat] if inside else 0)
    assert set(expected) == set(played)
    for key, value in expected.items():
        mean, error = played[key]
        assert abs(float(value) - mean) < 4.5 * error + 1e-12, (key, float(value), mean, error)


# --- what must hold of any chain ---------------------------------------------------------------------------------

SHARES = st.fractions(min_value=F(1, 50), max_value=2, max_denominator=60)
TERMS = st.builds(
    Terms,
    price=st.one_of(st.sampled_from(["P", "P/k", "P/2", "P/3"]), SHARES),
    running=st.booleans(),
    tied_pay=st.booleans(),
    rake=st.fractions(min_value=0, max_value=F(1, 2), max_denominator=50),
)
TABLES = st.builds(
    Table, players=st.integers(2, 10), joiners=st.integers(0, 10), terms=TERMS, showed_only=st.booleans()
)


@settings(deadline=None, max_examples=60)
@given(TABLES, st.data())
def test_seats_share_the_pot_but_for_the_rake(table, data):
    """To the last digit, in every state of the chain."""
    start = data.draw(st.integers(2, table.players))
    ahead = prospects(start, table, shipped_sizes("bulgarian"))
    for players, mine in ahead.items():
        if mine.pot is None:
            assert mine.inside is mine.outside is None
            continue
        outside = (table.players - players) * mine.outside if players < table.players else 0
        assert players * mine.inside + outside == 1 - table.terms.rake * mine.pot


@settings(deadline=None, max_examples=40)
@given(TABLES, st.data())
def test_an_infinite_pot_is_one_that_grows_without_end(table, data):
    """Played for round by round, the mean pot falls to nothing or grows, as the solution says."""
    start = data.draw(st.integers(2, table.players))
    chances = shipped_sizes("bulgarian")
    mine = prospects(start, table, chances)[start]
    # One by one, in floats: the sum over states of the mean pot in the round.
    pots, sums = {start: 1.0}, []
    for _ in range(4000):
        sums.append(sum(pots.values()))
        after = {}
        for n, pot in pots.items():
            for tied in range(2, n + 1):
                deal = table.after(n, tied)
                after[deal.players] = after.get(deal.players, 0.0) + pot * float(chances[n][tied] * deal.pot)
        pots = after
        if not 1e-12 < sums[-1] < 1e12:
            break
    assert (mine.pot is None) == (sums[-1] > 1)


@pytest.mark.parametrize("rules", ["bulgarian", "fortegames"])
@pytest.mark.parametrize("later", [0, 1, 3, 10])
def test_at_the_price_of_a_share_the_chain_is_fair(rules, later):
    """At P/k everyone who is in owns an n-th of the pot and everybody else nothing, whoever joins later."""
    for players in range(2, 11):
        for here, mine in prospects(players, Table(10, later, Terms("P/k")), shipped_sizes(rules)).items():
            assert mine.inside == F(1, here)
            assert mine.outside == (0 if here < 10 else None)


def test_nobody_joins():
    """Whatever the cards: who is in owns an n-th, and the pot stays as it is."""
    for players, mine in prospects(10, Table(10, 0, Terms("P", rake=F(1, 20))), shipped_sizes("bulgarian")).items():
        assert (mine.inside, mine.pot, mine.growth) == (F(19, 20) / players, 1, 1)
        assert mine.outside == (0 if players < 10 else None)


def test_two_players_by_hand():
    """A round of two is tied with probability t: 1 / (1 - t) rounds; at a price of s each for both, a pot of
    (1 - t) / (1 - t (1 + 2 s)), if t (1 + 2 s) < 1."""
    t = F(246409, 2265480)
    sizes = {2: [F(0), 1 - t, t]}
    both_pay = Table(2, 0, Terms(F(1, 2), tied_pay=True))
    mine = prospects(2, both_pay, sizes)[2]
    assert (mine.svara, mine.rounds, mine.growth) == (t, 1 / (1 - t), 2)
    assert mine.pot == (1 - t) / (1 - 2 * t)
    assert mine.inside == F(1, 2)
    just_too_dear = (1 / t - 1) / 2
    assert prospects(2, Table(2, 0, Terms(just_too_dear, tied_pay=True)), sizes)[2].pot is None
    assert prospects(2, Table(2, 0, Terms(just_too_dear * 2, tied_pay=True)), sizes)[2].pot is None
    almost = prospects(2, Table(2, 0, Terms(just_too_dear * F(999, 1000), tied_pay=True)), sizes)[2]
    assert almost.pot > 900


def test_rounds_add_up():
    table = Table(6, 6, Terms("P/k"))
    told = rounds(3, table, shipped_sizes("bulgarian"), n_rounds=40)
    mine = prospects(3, table, shipped_sizes("bulgarian"))[3]
    assert [each.number for each in told] == list(range(1, 41))
    assert told[0][1:] == (1, shipped_sizes("bulgarian")[3][1], 3, 1)
    for one, two in pairwise(told):
        assert two.played == one.played - one.won
    assert float(sum(each.played for each in told)) == pytest.approx(float(mine.rounds), abs=1e-12)
    assert math.isclose(sum(float(each.number * each.won) for each in told), mine.rounds, rel_tol=1e-12)


def test_only_what_can_happen_counts():
    """Three are never two tied here, so that a table of two, which always ties, is never seen."""
    sizes = {2: [F(0), F(0), F(1)], 3: [F(0), F(1, 2), F(0), F(1, 2)]}
    assert reachable(3, Table(3, 0, Terms())) == (2, 3)
    mine = prospects(3, Table(3, 0, Terms()), sizes)
    assert set(mine) == {3}
    assert mine[3].rounds == 2
    with pytest.raises(DealError, match="never"):
        prospects(2, Table(3, 0, Terms()), sizes)


# --- equations ---------------------------------------------------------------------------------------------------

ENTRIES = st.fractions(min_value=-5, max_value=5, max_denominator=9)


def rows_of(n):
    return st.lists(ENTRIES, min_size=n, max_size=n)


@settings(deadline=None, max_examples=50)
@given(st.integers(1, 4).flatmap(lambda n: st.tuples(st.lists(rows_of(n), min_size=n, max_size=n), rows_of(n))))
def test_solutions_solve(system):
    matrix, wanted = system
    right = [sum(a * x for a, x in zip(row, wanted, strict=True)) for row in matrix]
    found = solve_exactly(matrix, right)
    if found is None:
        assert determinant(matrix) == 0
    else:
        assert found == wanted
        assert determinant(matrix) != 0


def determinant(matrix):
    """By its first row."""
    if not matrix:
        return 1
    return sum(
        (-1) ** column * value * determinant([[*row[:column], *row[column + 1 :]] for row in matrix[1:]])
        for column, value in enumerate(matrix[0])
    )
