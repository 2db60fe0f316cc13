"""What a fair dealer passes: tests of frequencies, of order and of scatter, and the bound that they all share."""

import numpy as np
from scipy import stats

# One fair dealer in a hundred thousand would fail a check. Seeds are fixed: what passes once passes always.
BOUND = 1e-5


def assert_frequencies(counts, chances):
    """Counts of separate cases are as their chances say: Pearson's chi-square."""
    counts, chances = np.asarray(counts, dtype=float), np.asarray(chances, dtype=float)
    assert abs(chances.sum() - 1) < 1e-12
    assert not counts[chances == 0].any()
    counts, chances = counts[chances > 0], chances[chances > 0]
    assert (counts.sum() * chances).min() > 10
    assert stats.chisquare(counts, counts.sum() * chances).pvalue > BOUND


def assert_no_echo(values, lags):
    """What comes does not depend on what came some places before: serial correlation is that of chance."""
    values = np.asarray(values, dtype=float) - np.mean(values)
    for lag in lags:
        correlation = (values[:-lag] @ values[lag:]) / (values @ values)
        z = (correlation + 1 / len(values)) * np.sqrt(len(values) - lag)
        assert 2 * stats.norm.sf(abs(z)) > BOUND, lag


def assert_runs(flags):
    """Runs of equal flags are as many as chance makes (Wald and Wolfowitz, 1940)."""
    flags = np.asarray(flags, dtype=bool)
    yes, n = int(flags.sum()), len(flags)
    no = n - yes
    assert min(yes, no) > 20
    mean = 1 + 2 * yes * no / n
    variance = 2 * yes * no * (2 * yes * no - n) / (n * n * (n - 1))
    runs = 1 + int((flags[1:] != flags[:-1]).sum())
    assert 2 * stats.norm.sf(abs(runs - mean) / np.sqrt(variance)) > BOUND


def assert_scatter(counts, size, chance):
    """Counts of separate blocks scatter as binomial counts do: neither more, nor less."""
    counts = np.asarray(counts, dtype=float)
    statistic = ((counts - size * chance) ** 2).sum() / (size * chance * (1 - chance))
    assert 2 * min(stats.chi2.sf(statistic, len(counts)), stats.chi2.cdf(statistic, len(counts))) > BOUND


def assert_normal(scores):
    """Scores are drawn from the standard normal distribution: mean, scatter, and shape (Kolmogorov and Smirnov)."""
    scores = np.asarray(scores)
    n = len(scores)
    assert 2 * stats.norm.sf(abs(scores.mean()) * np.sqrt(n)) > BOUND
    squares = (scores**2).sum()
    assert 2 * min(stats.chi2.sf(squares, n), stats.chi2.cdf(squares, n)) > BOUND
    assert stats.kstest(scores, "norm").pvalue > BOUND
