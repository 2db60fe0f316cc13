"""Buying in, against the closed forms and facts of the rules."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from svara_odds.errors import DealError
from svara_odds.odds.svara.buyin import buy_in, fair_share, tied_shares
from svara_odds.odds.svara.terms import Terms, exact_number, read_price
from svara_odds.rules.schema import SvaraRules
from tests.naive.svara import House, collect

F = Fraction
SHARES = st.fractions(min_value=F(1, 50), max_value=3, max_denominator=60)
RAKES = st.fractions(min_value=0, max_value=F(9, 10), max_denominator=100)
PRICES = st.one_of(st.sampled_from(["P", "P/k", "P/2", "P/3", "P/99"]), SHARES)
TERMS = st.builds(Terms, price=PRICES, running=st.booleans(), tied_pay=st.booleans(), rake=RAKES)
TIED, JOINERS = st.integers(2, 8), st.integers(0, 8)


def joiner_values(tied, joiners, terms):
    deal = buy_in(tied, joiners, terms)
    return [deal.owned(terms.rake) - price for price in deal.prices]


@pytest.mark.parametrize("tied", range(2, 10))
def test_a_share_of_one_of_the_tied_is_worth_nothing(tied):
    """Rules, the fact to reproduce: at P/k joining is worth exactly 0 however many join."""
    for joiners in range(1, 17 - tied):
        assert joiner_values(tied, joiners, Terms("P/k")) == [0] * joiners
        assert buy_in(tied, joiners, Terms("P/k")).owned(F(0)) == F(1, tied)


def test_half_the_pot():
    """Rules: 0 for two tied, and an eighth of the pot lost for three with one joiner."""
    for joiners in range(1, 9):
        assert joiner_values(2, joiners, Terms("P/2")) == [0] * joiners
    assert joiner_values(3, 1, Terms("P/2")) == [F(-1, 8)]


def test_a_running_price():
    """Half of the pot as it has grown, two tied and two joiners: 1/2 and 3/4 for a quarter of 9/4 each."""
    assert joiner_values(2, 2, Terms("P/2", running=True)) == [F(1, 16), F(-3, 16)]
    assert buy_in(2, 3, Terms("P/2", running=True)).prices == (F(1, 2), F(3, 4), F(9, 8))
    assert joiner_values(2, 1, Terms("P/2", running=True)) == [0]


@given(TIED, st.integers(1, 8), SHARES)
def test_a_fixed_share_without_rake(tied, joiners, share):
    """(1 + J s) / (k + J) - s = (1 - k s) / (k + J)."""
    assert joiner_values(tied, joiners, Terms(share)) == [(1 - tied * share) / (tied + joiners)] * joiners


@given(TIED, JOINERS, TERMS)
def test_seats_share_the_pot_but_for_the_rake(tied, joiners, terms):
    deal = buy_in(tied, joiners, terms)
    owned = deal.owned(terms.rake)
    values = [owned - deal.tied_price] * tied + [owned - price for price in deal.prices]
    assert len(values) == deal.players == tied + joiners
    assert sum(values) == 1 - terms.rake * deal.pot


@given(TIED, JOINERS, TERMS)
def test_payments_are_those_made_one_by_one(tied, joiners, terms):
    house = House(tied + joiners, tied, joiners, 0, terms.share, terms.running, terms.tied_pay, terms.rake)
    paid, pot = collect(house, range(tied), range(tied, tied + joiners), F(1))
    deal = buy_in(tied, joiners, terms)
    assert deal.pot == pot
    assert list(deal.prices) == [paid[seat] for seat in range(tied, tied + joiners)]
    assert {paid.get(seat, 0) for seat in range(tied)} == {deal.tied_price}


@given(TIED, st.integers(1, 8), TERMS)
def test_at_the_fair_price_joining_is_worth_nothing(tied, joiners, terms):
    fair = fair_share(tied, joiners, terms)
    if fair is None:
        assert terms.tied_pay
        assert terms.rake == 0
        dear = Terms(F(10**9), tied_pay=True)
        assert joiner_values(tied, joiners, dear)[0] > 0
    else:
        fixed = Terms(fair, tied_pay=terms.tied_pay, rake=terms.rake)
        assert joiner_values(tied, joiners, fixed) == [0] * joiners
        dearer = Terms(fair * F(101, 100), tied_pay=terms.tied_pay, rake=terms.rake)
        assert joiner_values(tied, joiners, dearer)[0] < 0


def test_fair_price_by_hand():
    """Two tied, one joins, a tenth is kept: 0.9 (1 + x) / 3 = x at x = 3/7."""
    assert fair_share(2, 1, Terms(rake=F(1, 10))) == F(3, 7)
    assert fair_share(2, 0, Terms(rake=F(1, 10))) == F(3, 7)
    assert [fair_share(tied, joiners, Terms()) for tied, joiners in ((2, 5), (3, 1), (4, 2))] == [
        F(1, 2), F(1, 3), F(1, 4)
    ]  # fmt: skip


@given(st.integers(2, 10), st.data(), RAKES)
def test_shares_of_the_tied(n_players, data, rake):
    seats = data.draw(st.sets(st.integers(0, n_players - 1), min_size=1))
    shares = tied_shares(sum(1 << seat for seat in seats), n_players, rake=rake)
    assert [seat for seat, share in enumerate(shares) if share] == sorted(seats)
    assert len(set(shares) - {0}) == 1
    assert sum(shares) == 1 - rake


# --- terms -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "read"),
    [
        ("P/k", "P/k"), (" P/2 ", "P/2"), ("P", "P"), ("P/99", "P/99"), ("1/3", F(1, 3)), ("0.5", F(1, 2)),
        (".25", F(1, 4)), ("2", F(2)), ("1.", F(1)), (0.1, F(1, 10)), (1, F(1)), (F(2, 7), F(2, 7)), ("02/06", F(1, 3)),
        ("100", F(100)),
    ],
)  # fmt: skip
def test_prices_that_can_be_read(text, read):
    assert read_price(text) == read


@pytest.mark.parametrize(
    "text",
    [
        "", "P/", "P/0", "P/100", "p/k", "P/K", "K/2", "1/0", "0", "0/3", "-1", "-1/2", "1/-2", "nan", "inf", "1e3",
        "1_0", "1/2/3", "٣", "½", "100.1", "9" * 500, "1/" + "9" * 500, "1 /2", None, [], float("nan"), float("inf"),
        -0.5, 0, 101, "0x1", "P/2 of the pot", 1j, b"1",
    ],
)  # fmt: skip
def test_prices_that_cannot(text):
    with pytest.raises(DealError, match=r"^price: .* is not allowed; give P/k, P, P/2") as caught:
        read_price(text)
    assert len(str(caught.value)) < 300
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(("rake", "read"), [(0, 0), (0.05, F(1, 20)), ("0.999", F(999, 1000)), ("1/7", F(1, 7))])
def test_rakes_that_can_be_read(rake, read):
    assert Terms.of(SvaraRules(), rake=rake).rake == read


@pytest.mark.parametrize("rake", [1, 1.5, -0.01, float("nan"), float("inf"), "-0.1", "1", "x", ""])
def test_rakes_that_cannot(rake):
    with pytest.raises(DealError, match=r"^rake: .* is not allowed; give a number from 0 to below 1$"):
        Terms.of(SvaraRules(), rake=rake)


def test_terms_are_those_of_the_rules_unless_said_otherwise():
    rules = SvaraRules(price="P/3", running=True, tied_pay=True, rake=0.02)
    assert Terms.of(rules) == Terms("P/3", True, True, F(1, 50))
    assert Terms.of(rules, price="1/4", running=False, rake=0) == Terms(F(1, 4), False, True, F(0))


@pytest.mark.parametrize(("rake", "shown"), [(1.5, "1.5"), (float("nan"), "nan"), ("1.5", "'1.5'"), (None, "None")])
def test_the_number_that_is_refused_is_named(rake, shown):
    with pytest.raises(DealError, match=rf"^rake: {shown} is not allowed"):
        exact_number("rake", rake, "a number from 0 to below 1", lambda share: 0 <= share < 1)
