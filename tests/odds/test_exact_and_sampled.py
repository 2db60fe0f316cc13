"""Ten million random deals against the exact counts, up to ten players."""

import math

import pytest

from svara_odds.cards.hands import parse_hand
from svara_odds.odds.multiway.hero import hero_counts
from svara_odds.odds.multiway.table_files import load_exact
from svara_odds.odds.sampling.simulate import simulate
from svara_odds.tables.handtable import hand_table

DEALS = 10_000_000
HANDS = {"bulgarian": "Qc9d7c", "bulgarian-low-triples": "8h8d7c", "fortegames": "KdJs9d", "russian": "AsAhKh"}


def seat_by_size(outcomes, seat):
    """Deals in which the seat is one of exactly k best, by k."""
    sizes = dict.fromkeys(range(1, outcomes.n_players + 1), 0)
    for mask, count in enumerate(outcomes.counts):
        if mask >> seat & 1:
            sizes[mask.bit_count()] += count
    return sizes


def assert_close(sampled, exact, total):
    for size, count in exact.items():
        chance = count / total
        spread = math.sqrt(DEALS * chance * (1 - chance))
        # Five standard deviations, or a handful of deals where hardly any is expected.
        assert abs(sampled[size] - DEALS * chance) <= 5 * spread + (6 if spread < 5 else 0), size


@pytest.mark.parametrize(
    ("rules", "n_players"), [(rules, n) for rules in HANDS for n in range(2, 11 if rules != "russian" else 7)]
)
def test_one_hand(rules, n_players):
    table = hand_table(rules)
    hand = parse_hand(HANDS[rules], table.deck)
    counts = load_exact(table).counts(int(table.symmetry.class_of[table.index_of(hand)]), n_players)
    outcomes = simulate(table, [hand] + [None] * (n_players - 1), deals=DEALS, seed=n_players, threads=2).outcomes
    assert_close(seat_by_size(outcomes, 0), {1: counts.win} | counts.svara, counts.total)
    # What the others get, when the hand loses: an opponent alone, or so many of them.
    lost = dict.fromkeys(counts.opponents_best, 0)
    for mask, count in enumerate(outcomes.counts):
        if mask and not mask & 1:
            lost[mask.bit_count()] += count
    assert_close(lost, counts.opponents_best, counts.total)


@pytest.mark.parametrize("n_players", [4, 7, 9])
def test_one_hand_with_dead_cards(n_players):
    table = hand_table("fortegames")
    hand, dead = parse_hand("Kd7c9d", table.deck), parse_hand("AcAhTs", table.deck)
    counts = hero_counts(table, hand, n_players=n_players, dead=dead)[n_players]
    outcomes = simulate(
        table, [hand] + [None] * (n_players - 1), dead=dead, deals=DEALS, seed=n_players, threads=2
    ).outcomes
    assert_close(seat_by_size(outcomes, 0), {1: counts.win} | counts.svara, counts.total)
