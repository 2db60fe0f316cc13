import math
import statistics
from fractions import Fraction

import pytest

from svara_odds.errors import DealError
from svara_odds.odds.outcomes import OutcomeCounts

# Masks of three seats: 0, 1, 01, 2, 02, 12, 012.
COUNTS = OutcomeCounts(3, (0, 5, 4, 6, 3, 8, 2, 12))


def times(counts, factor):
    return OutcomeCounts(counts.n_players, tuple(count * factor for count in counts.counts))


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


SHARES = [1.0] * 5 + [0.5] * 14 + [1 / 3] * 12 + [0.0] * 9  # of the first seat


def test_stderr_is_that_of_the_shares_written_out():
    assert COUNTS.stderr(0) == pytest.approx(statistics.pstdev([*SHARES, 0, 1]) / 40**0.5, rel=1e-12)
    # The two deals that were added are forgotten in a large sample.
    assert times(COUNTS, 10**6).stderr(0) == pytest.approx(statistics.pstdev(SHARES) / 40e6**0.5, rel=1e-7)


def test_smoothed_shares_are_those_of_the_shares_written_out():
    for added in (1, 2, 7):
        shares = [*SHARES, *[0.0] * added, *[1.0] * added]
        wanted = statistics.fmean(shares), statistics.pvariance(shares)
        assert COUNTS.smoothed_share(0, added) == pytest.approx(wanted, rel=1e-12)


@pytest.mark.parametrize("deals", [1, 2, 5, 1000, 65536, 10**9, 10**30])
@pytest.mark.parametrize("mask", [1, 2, 3])
def test_no_number_of_deals_that_are_all_alike_has_an_error_of_0(deals, mask):
    counts = [0, 0, 0, 0]
    counts[mask] = deals
    for seat in (0, 1):
        stderr = OutcomeCounts(2, tuple(counts)).stderr(seat)
        # The sum of squares of two added deals about the mean is between a half and 1.
        assert (0.5 / (deals + 2) / deals) ** 0.5 * 0.999 < stderr < (1 / (deals + 2) / deals) ** 0.5 * 1.001
        assert stderr <= 0.5 / deals**0.5


@pytest.mark.parametrize("chance", [1e-4, 0.01, 0.3, 0.5, 0.99])
@pytest.mark.parametrize("deals", [1, 2, 10, 100])
def test_squared_errors_are_on_average_hardly_too_small(chance, deals):
    """Over all samples of so many deals, each as often as it comes up: the true square is chance * (1 - chance) / n."""
    average = sum(
        math.comb(deals, wins)
        * chance**wins
        * (1 - chance) ** (deals - wins)
        * OutcomeCounts(2, (0, wins, deals - wins, 0)).stderr(0) ** 2
        for wins in range(deals + 1)
    )
    true = chance * (1 - chance) / deals
    # Of the variance of n values about their own mean a part of 1/n is missing; a share of 1/2 gets no more back.
    assert true * (1 - 1 / (deals + 2)) < average < true + 1 / deals**2


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
