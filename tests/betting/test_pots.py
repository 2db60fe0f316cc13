"""Money is parted among the pots, and none of it is lost."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from svara_odds.betting.pots import settle


@given(
    st.lists(st.tuples(st.integers(1, 9), st.sampled_from(["out", "in", "all-in"])), min_size=2, max_size=6).filter(
        lambda seats: any(state != "out" for _, state in seats)
    ),
    st.integers(0, 5),
)
def test_pots_add_up_to_what_was_paid_and_carried(seats, carried):
    live = sum(1 << seat for seat, (_, state) in enumerate(seats) if state != "out")
    all_in = sum(1 << seat for seat, (_, state) in enumerate(seats) if state == "all-in")
    leaf = settle([float(paid) for paid, _ in seats], live, all_in, carried=float(carried), matched=False)
    assert sum(pot.amount for pot in leaf.pots) == sum(leaf.paid) + carried
    assert all(pot.seats and pot.seats & ~live == 0 for pot in leaf.pots)


def test_what_a_folded_seat_paid_above_the_last_side_pot_lies_in_it():
    leaf = settle([6.0, 2.0, 3.0], 0b110, 0b110, matched=False)
    assert leaf.paid == [6.0, 2.0, 3.0]
    # Two of each for seats 1 and 2; the rest, four of the folded seat among it, seat 1 cannot win.
    assert [(pot.amount, pot.seats) for pot in leaf.pots] == [(6.0, 0b110), (5.0, 0b100)]


@pytest.mark.parametrize("paid", [[3.0, 1.0], [2.0, 7.0]])
def test_what_nobody_matched_goes_back(paid):
    leaf = settle(paid, 0b11, 0b00)
    assert leaf.paid == [min(paid)] * 2
    assert leaf.pots[0].amount == 2 * min(paid)
