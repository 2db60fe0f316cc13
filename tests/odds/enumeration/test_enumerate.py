import random
from dataclasses import dataclass
from fractions import Fraction
from itertools import permutations

import numpy as np
import pytest

from svara_odds.errors import DealError
from svara_odds.odds.enumeration.enumerate import OUT_OF_REACH, enumerate_deals, estimate_operations
from svara_odds.odds.headsup import headsup_counts
from svara_odds.odds.multiway.hero import hero_counts
from svara_odds.tables.handtable import hand_table
from tests.naive.equity import brute, brute_weighted
from tests.naive.scoring import all_scores
from tests.smalldecks import NINE, TWELVE, naive_score, names, row_of, small_table


@dataclass
class Hands:
    """As little of a range as is asked of a player."""

    numerators: np.ndarray
    denominator: int = 1


def anything(table):
    return Hands(np.ones(table.n_hands, dtype=np.int64))


def only(table, *texts):
    player = Hands(np.zeros(table.n_hands, dtype=np.int64))
    for text in texts:
        player.numerators[row_of(table, text)] += 1
    return player


def some(table, draw, share, top=1):
    weights = [draw.randint(1, top) if draw.random() < share else 0 for _ in range(table.n_hands)]
    return Hands(np.array(weights, dtype=np.int64))


def naive(table, score_of, players, dead=()):
    """Counts by mask from the naive twin."""
    ranges = [
        {names(table, int(i)): int(player.numerators[i]) for i in np.flatnonzero(player.numerators)}
        for player in players
    ]
    counts = brute_weighted(score_of, ranges, table.deck.cards, [table.deck.cards[card] for card in dead])
    by_mask = [0] * (1 << len(players))
    for winners, count in counts.items():
        by_mask[sum(1 << seat for seat in winners)] = count
    return tuple(by_mask)


def seat_moved(counts, order):
    """Counts after player order[i] has taken seat i."""
    moved = [0] * len(counts)
    for mask, count in enumerate(counts):
        moved[sum(1 << seat for seat, old in enumerate(order) if mask >> old & 1)] = count
    return tuple(moved)


@pytest.mark.parametrize("cards", [NINE, TWELVE], ids=len)
@pytest.mark.parametrize("n_players", [2, 3])
def test_random_hands(tmp_path, cards, n_players):
    table = small_table(tmp_path, cards)
    counts = brute(naive_score, [None] * n_players, cards)
    found = enumerate_deals(table, [anything(table)] * n_players)
    assert found.total == sum(counts.values())
    for winners, count in counts.items():
        assert found.counts[sum(1 << seat for seat in winners)] == count
    assert sum(found.equity(seat) for seat in range(n_players)) == 1


# Shares of the hands and largest weights of each player; None repeats the range of the player before.
SPOTS = {
    "two": [(0.5, 1), (0.8, 9)],
    "three weighted": [(0.3, 5), (0.5, 1), (0.2, 9)],
    "three, two alike": [(0.4, 7), None, (0.3, 3)],
    "three alike": [(0.4, 3), None, None],
    "four": [(0.1, 3), (0.15, 1), (0.2, 9), (0.1, 1)],
    "four, pairs alike": [(0.15, 3), (0.2, 5), None, (0.12, 2)],
    "four, small ones alike": [(0.08, 2), None, (0.3, 5), (0.4, 2)],
    "four, three small alike": [(0.1, 2), None, None, (0.4, 2)],
    "four, three large alike": [(0.2, 2), None, None, (0.1, 2)],
    "four, two pairs": [(0.12, 2), None, (0.2, 3), None],
    "four alike": [(0.18, 3), None, None, None],
}


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("name", SPOTS)
def test_ranges_agree_with_dealing_every_deal(tmp_path, name, seed):
    table = small_table(tmp_path, TWELVE)
    draw = random.Random(f"{name} {seed}")
    players = []
    for spot in SPOTS[name]:
        players.append(some(table, draw, *spot) if spot else players[-1])
    draw.shuffle(players)
    dead = draw.sample(range(12), seed) if len(players) < 4 else []
    expected = naive(table, naive_score, players, dead)
    if not any(expected):
        with pytest.raises(DealError, match=r"no deal is possible|every hand of the range"):
            enumerate_deals(table, players, dead=dead)
        return
    found = enumerate_deals(table, players, dead=dead)
    assert found.counts == expected
    assert sum(found.equity(seat) for seat in range(len(players))) == Fraction(1)


@pytest.mark.parametrize(
    "known",
    [
        ["7c 7d Kh", "Ac Ad 8h", None],
        [None, "9h Kc Kd", None],
        ["7c Kc Kd", None, "Ks Ac 8h", "7d Kh Ad"],
        ["9h Kc Kd", "7d 7h 8h", "Ac Ad Ah"],
        ["9h Kc Kd", None, None, "7d 7h 8h"],
        ["9h Kc 8h", None, None, None],
    ],
)
def test_known_hands(tmp_path, known):
    table = small_table(tmp_path, TWELVE)
    players = [only(table, text) if text else anything(table) for text in known]
    assert enumerate_deals(table, players).counts == naive(table, naive_score, players)


def test_a_known_hand_may_leave_another_player_only_one(tmp_path):
    table = small_table(tmp_path, TWELVE)
    players = [
        only(table, "7c Kc Kd", "Ac Ad Ah"),
        only(table, "7c 7d 7h"),
        only(table, "Ah Ks 8h", "9h Kc Kd"),
        anything(table),
    ]
    assert enumerate_deals(table, players).counts == naive(table, naive_score, players)


@pytest.mark.parametrize("order", list(permutations(range(4))))
def test_seats_may_be_dealt_in_any_order(order):
    table = hand_table("trynka")
    draw = random.Random(5)
    alike = some(table, draw, 0.04)
    players = [alike, some(table, draw, 0.03, 4), alike, only(table, "6c Kh Kd")]
    there = enumerate_deals(table, players).counts
    assert enumerate_deals(table, [players[seat] for seat in order]).counts == seat_moved(there, order)


def test_two_players_are_heads_up():
    table = hand_table("russian")
    draw = random.Random(2)
    one, two = some(table, draw, 0.3, 50), some(table, draw, 0.6, 3)
    found = enumerate_deals(table, [one, two], dead=[0, 30])
    assert found == headsup_counts(table, one.numerators, two.numerators, dead=[0, 30])


@pytest.mark.parametrize("rules", ["fortegames", "russian"])
def test_samples_of_full_decks(rules):
    table = hand_table(rules)
    draw = random.Random(rules)
    players = [some(table, draw, 30 / table.n_hands, 3) for _ in range(4)]
    assert enumerate_deals(table, players).counts == naive(table, all_scores(rules).__getitem__, players)


def test_ten_players():
    table = hand_table("bulgarian")
    draw = random.Random(10)
    cards = list(range(32))
    sets = []
    for _ in range(4):  # whole deals are drawn, so that some fit together
        draw.shuffle(cards)
        sets.append([table.index_of(cards[3 * seat : 3 * seat + 3]) for seat in range(10)])
    players = [Hands(np.bincount([deal[seat] for deal in sets], minlength=4960)) for seat in range(10)]
    found = enumerate_deals(table, players)
    assert found.counts == naive(table, all_scores("bulgarian").__getitem__, players)
    assert found.total >= 4


def test_three_random_hands_of_a_full_deck():
    table = hand_table("fortegames")
    found = enumerate_deals(table, [anything(table)] * 3)
    assert found.total == 4960 * 3654 * 2600
    assert {found.equity(seat) for seat in range(3)} == {Fraction(1, 3)}
    assert found.counts[1] == found.counts[2] == found.counts[4]
    # Leaving out the third player's order of dealing must not change what a weighted range says either.
    twice = Hands(2 * np.ones(table.n_hands, dtype=np.int64), 2)
    assert enumerate_deals(table, [anything(table), twice, twice]).counts == tuple(4 * n for n in found.counts)


@pytest.mark.parametrize(("rules", "text", "dead"), [("fortegames", "7c 9h Kd", []), ("russian", "Ad Kh Qh", [3, 20])])
def test_one_hand_against_three_is_the_closed_form(rules, text, dead):
    """Inclusion and exclusion over all sets of cards shares nothing with dealing."""
    table = hand_table(rules)
    players = [only(table, text), *[anything(table)] * 3]
    found = enumerate_deals(table, players, dead=dead)
    hand = [table.deck.position(name) for name in text.split()]
    closed = hero_counts(table, hand, n_players=4, dead=dead).counts[4]
    assert (found.total, found.win(0)) == (closed.total, closed.win)
    ties = {k: sum(found.counts[mask] for mask in range(16) if mask & 1 and mask.bit_count() == k) for k in (2, 3, 4)}
    assert ties == {k: closed.svara.get(k, 0) for k in ties}


@pytest.mark.parametrize("exchange", [{"d": "h", "h": "d"}, {"h": "s", "s": "h"}, {"c": "d", "d": "c"}])
def test_only_the_suit_of_the_joker_matters(exchange):
    table = hand_table("fortegames")
    ranges = [["7c 8d 8h"], ["Td Jd Qd", "Td Jd Kd", "9d Jd Kd"], ["Ah As 9h", "8s 9s Ts"]]
    moved = [["".join(exchange.get(sign, sign) for sign in text) for text in texts] for texts in ranges]
    plain = enumerate_deals(table, [*(only(table, *texts) for texts in ranges), anything(table)])
    there = enumerate_deals(table, [*(only(table, *texts) for texts in moved), anything(table)])
    assert (plain == there) == ("c" not in exchange)


@pytest.mark.parametrize("threads", [2, 3])
def test_threads_and_progress_change_nothing(threads):
    table = hand_table("trynka")
    told = []
    players = [anything(table)] * 3
    found = enumerate_deals(table, players, threads=threads, progress=lambda done, total: told.append((done, total)))
    assert found == enumerate_deals(table, players)
    assert told == sorted(told)
    assert told[-1] == (1330, 1330)


def test_counts_beyond_64_bits():
    table = hand_table("fortegames")
    free, known = anything(table), only(table, "7c Kh Kd")
    # A range whose weights have nothing in common: 2**36 for every hand, and 1 more for one of them.
    heavy = Hands(free.numerators * 2**36 + known.numerators)
    found = enumerate_deals(table, [heavy, free, free])
    plain, extra = (enumerate_deals(table, [player, free, free]).counts for player in (free, known))
    assert found.counts == tuple(2**36 * a + b for a, b in zip(plain, extra, strict=True))
    assert found.total == 2**36 * 4960 * 3654 * 2600 + 3654 * 2600 > 2**71
    # What all weights of a range have in common is set aside while dealing.
    doubled = [Hands(free.numerators * 2**40)] * 3
    assert enumerate_deals(table, doubled).counts == tuple(2**120 * n for n in plain)


def test_weights_that_multiply_to_too_much_are_told():
    """Of the player dealt first, who has the fewest hands, the largest weight; of the last two the sums."""
    table = hand_table("fortegames")
    players = [only(table) for _ in range(3)]
    for number, player in enumerate(players):
        player.numerators[100 * number : 100 * number + 2 + number] = 2**40
        player.numerators[100 * number] = 1
    product = 2**40 * (2 * 2**40 + 1) * (3 * 2**40 + 1)
    with pytest.raises(DealError, match=f"multiply to {product};"):
        enumerate_deals(table, players)


def test_estimates():
    table = hand_table("fortegames")
    two, three, four = (estimate_operations(table, [anything(table)] * n) for n in (2, 3, 4))
    assert two < 10**6 < three < 10**9 < four
    known = estimate_operations(table, [only(table, "7c Kh Kd"), *[anything(table)] * 3])
    assert two < known < three
    huge = [some(table, random.Random(seed), 0.5, 2**40) for seed in range(3)]
    assert estimate_operations(table, huge) == OUT_OF_REACH


def test_bad_input():
    table = hand_table("trynka")
    free = anything(table)
    known = only(table, "6c Kh Kd")
    for players, dead, what in (
        ([free], (), "players: 1; 21 cards that can be dealt allow 2 to 7"),
        ([], (), "players: 0"),
        ([free] * 8, (), "players: 8"),
        ([free] * 7, [0], "players: 7; 20 cards"),
        ([free, free], [21], "21 is not a card"),
        ([free, free], [1, 1], "stands twice"),
        ([free, Hands(free.numerators * 0)], (), "player 2: every hand"),
        ([free, Hands(free.numerators[1:])], (), "player 2: weights have shape"),
        ([Hands(-free.numerators), free], (), "player 1: a weight is -1"),
        ([Hands(free.numerators / 2), free], (), "player 1: weights are float64"),
        ([known, known], (), "player 2: every hand"),
        ([known, free], [table.deck.position("Kh")], "player 1: every hand"),
        ([only(table, "6c Kh Kd", "6c Kh Kc"), only(table, "6c Ah Ad", "6c Qh Qd")], (), "no deal is possible"),
    ):
        with pytest.raises(DealError, match=what):
            enumerate_deals(table, players, dead=dead)
    heavy = [some(table, random.Random(seed), 1, 2**40) for seed in range(2)]
    with pytest.raises(DealError, match="take a sample"):
        enumerate_deals(table, heavy)
    with pytest.raises(DealError, match="threads is 0"):
        enumerate_deals(table, [free] * 3, threads=0)
