from fractions import Fraction

import pytest

from svara_odds.errors import DealError
from svara_odds.odds.outcomes import OutcomeCounts

# Masks of three seats: 0, 1, 01, 2, 02, 12, 012.
COUNTS = OutcomeCounts(3, (0, 5, 4, 6, 3, 8, 2, 12))


def test_counts_of_a_seat_by_hand():
    assert COUNTS.total == 40
    assert [COUNTS.win(seat) for seat in range(3)] == [5, 4, 3]
    assert [COUNTS.svara(seat) for seat in range(3)] == [6 + 8 + 12, 6 + 2 + 12, 8 + 2 + 12]
    assert [COUNTS.lose(seat) for seat in range(3)] == [4 + 3 + 2, 5 + 3 + 8, 5 + 4 + 6]


def test_equity_by_hand():
    assert COUNTS.equity(0) == Fraction(5 + Fraction(6 + 8, 2) + Fraction(12, 3)) / 40
    assert sum(COUNTS.equity(seat) for seat in range(3)) == 1


def test_svara_sizes_by_hand():
    assert COUNTS.svara_sizes() == {2: 6 + 8 + 2, 3: 12}


def test_stderr_is_that_of_the_shares_written_out():
    shares = [1.0] * 5 + [0.5] * 14 + [1 / 3] * 12 + [0.0] * 9
    mean = sum(shares) / 40
    variance = sum((share - mean) ** 2 for share in shares) / 39
    assert COUNTS.stderr(0) == pytest.approx((variance / 40) ** 0.5, rel=1e-12)


def test_stderr_of_one_deal_and_of_no_doubt():
    assert OutcomeCounts(2, (0, 1, 0, 0)).stderr(0) == 0.5
    assert OutcomeCounts(2, (0, 100, 0, 0)).stderr(0) == 0


def test_adding_and_merging():
    other = OutcomeCounts(3, (0, 1, 1, 1, 1, 1, 1, 1))
    assert (COUNTS + other).counts == (0, 6, 5, 7, 4, 9, 3, 13)
    assert OutcomeCounts.merge([COUNTS, other, other]) == COUNTS + other + other
    with pytest.raises(DealError, match="nothing"):
        OutcomeCounts.merge([])
    with pytest.raises(DealError, match="3 and of 2 players"):
        COUNTS + OutcomeCounts(2, (0, 1, 1, 1))


def test_counts_beyond_64_bits_stay_exact():
    big = OutcomeCounts(2, (0, 10**30, 10**30 + 1, 3))
    assert big.total == 2 * 10**30 + 4
    assert big.equity(1) - big.equity(0) == Fraction(1, big.total)


@pytest.mark.parametrize(
    ("players", "counts", "word"),
    [
        (2, (0, 1, 1), "2 players have 3 counts"),
        (2, (0, -1, 1, 1), "0 or more"),
        (2, (1, 1, 1, 1), "best seat"),
        (2, (0, 0, 0, 0), "no deal"),
        (0, (1,), "at least one player"),
    ],
)
def test_bad_counts_are_refused(players, counts, word):
    with pytest.raises(DealError, match=word):
        OutcomeCounts(players, counts)
