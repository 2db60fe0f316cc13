"""Sampled odds lie around the exact ones as their errors say: intervals hold, and scores are normal."""

import math

import numpy as np
import pytest
from scipy import stats

from svara_odds.odds.headsup import headsup_counts
from svara_odds.odds.multiway.table_files import load_exact
from svara_odds.odds.sampling.simulate import simulate, wilson_interval
from svara_odds.ranges.grammar import parse_range
from svara_odds.tables.handtable import hand_table
from tests.naive.scoring import all_scores
from tests.statistical.checks import assert_normal

RULES = "fortegames"
RUNS, DEALS = 3000, 1200


def hero_chances(rules, hero):
    """Win and svara of a hand against a random one, from the scores that the slow twin gives."""
    scores = all_scores(rules)
    others = [half_points for hand, half_points in scores.items() if not hand & hero]
    return sum(each < scores[hero] for each in others) / len(others), others.count(scores[hero]) / len(others)


def samples(hero, runs, deals):
    table = hand_table(RULES)
    cards = [table.deck.cards.index(card) for card in hero]
    return [simulate(table, [cards, None], deals=deals, seed=seed) for seed in range(runs)]


def share_held(intervals, truth):
    return sum(low <= truth <= high for low, high in intervals) / len(intervals)


def test_intervals_of_95_percent_hold_in_95_percent_of_runs():
    """Scatter of the share itself, in so many runs: 0.4 percent."""
    hero = frozenset(("Kh", "Qh", "8d"))
    win, svara = hero_chances(RULES, hero)
    odds = samples(hero, RUNS, DEALS)
    assert 0.94 <= share_held([each.win_interval(0) for each in odds], win) <= 0.96
    assert 0.94 <= share_held([each.svara_interval(0) for each in odds], svara) <= 0.96
    assert 0.94 <= share_held([each.equity_interval(0) for each in odds], win + svara / 2) <= 0.96
    # Intervals around a truth that is off by one standard deviation hold it less often, and this many runs tell.
    off = win + math.sqrt(win * (1 - win) / DEALS)
    assert share_held([each.win_interval(0) for each in odds], off) < 0.9


@pytest.mark.parametrize("chance", [0.05, 0.2, 0.5, 0.9])
def test_wilson_holds_on_average_over_chances_nearby(chance):
    """Whole counts make the share jump with the chance, so that it is averaged; the chances of counts are exact."""
    deals = 400
    counts = np.arange(deals + 1)
    low, high = np.array([wilson_interval(int(count), deals) for count in counts]).T
    nearby = chance + np.linspace(-0.02, 0.02, 41)
    held = [stats.binom.pmf(counts, deals, each)[(low <= each) & (each <= high)].sum() for each in nearby]
    assert 0.945 <= np.mean(held) <= 0.955


# --- scores ----------------------------------------------------------------------------------------------------------


def multiway_spots(count, seed):
    """Random hands against so many random hands, with the exact equity and the variance of its share of the pot."""
    rng = np.random.default_rng(seed)
    for _ in range(count):
        rules = ("bulgarian", "fortegames", "russian")[rng.integers(3)]
        table, n_players = hand_table(rules), int(rng.integers(2, 7))
        row = int(rng.integers(table.n_hands))
        counts = load_exact(table).counts(int(table.symmetry.class_of[row]), n_players)
        sizes = {1: counts.win} | counts.svara
        mean = sum(count / k for k, count in sizes.items()) / counts.total
        square = sum(count / k**2 for k, count in sizes.items()) / counts.total
        yield table, [table.hands[row].tolist()] + [None] * (n_players - 1), mean, square - mean**2


def range_spots(count, seed):
    """Random hands against ranges, which the dealer of ranges has to deal."""
    rng = np.random.default_rng(seed)
    table = hand_table(RULES)
    texts = ["22+", "10-19", "AAx,7cxx:0.5", "random,!joker", "<=21:0.3,30+"]
    for _ in range(count):
        low = np.zeros(table.n_hands, dtype=np.int64)
        low[rng.choice(table.n_hands, 300, replace=False)] = 1
        hero = parse_range(",".join(table.text(int(row)) for row in np.flatnonzero(low)[:40]), table)
        villain = parse_range(texts[rng.integers(len(texts))], table)
        counts = headsup_counts(table, hero.numerators, villain.numerators)
        win, tie = counts.win(0) / counts.total, counts.svara(0) / counts.total
        mean = win + tie / 2
        yield table, [hero, villain], mean, win + tie / 4 - mean**2


def scores(spots, deals):
    found = []
    for seed, (table, players, mean, variance) in enumerate(spots):
        if variance * deals < 20:  # too few deals of the rare kind for the normal distribution
            continue
        odds = simulate(table, players, deals=deals, seed=seed)
        found.append((float(odds.outcomes.equity(0)) - mean) / math.sqrt(variance / deals))
    return np.array(found)


def test_scores_of_a_few_dozen_spots_are_normal():
    found = np.concatenate([scores(multiway_spots(40, 1), 20_000), scores(range_spots(24, 2), 20_000)])
    assert len(found) > 50
    assert_normal(found)
    for wrong in (found + 1, found * 2, found / 2):
        with pytest.raises(AssertionError):
            assert_normal(wrong)


@pytest.mark.slow
def test_scores_of_hundreds_of_spots_are_normal():
    found = np.concatenate([scores(multiway_spots(500, 3), 200_000), scores(range_spots(200, 4), 100_000)])
    assert len(found) > 500
    assert_normal(found)
    with pytest.raises(AssertionError):  # a bias of a third of a standard error would be seen
        assert_normal(found + 1 / 3)
