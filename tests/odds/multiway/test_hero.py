"""Exact odds against several opponents, beside plain dealing."""

import random
from math import comb

import numpy as np
import pytest

from svara_odds.errors import DealError
from svara_odds.odds.multiway.hero import estimate_operations, hero_counts
from svara_odds.tables.handtable import hand_table
from tests.naive import multiway as naive

RULES = ("bulgarian", "fortegames", "russian", "begench-seka", "trynka", "latvian-seka")


def plain(counts):
    return counts.total, counts.win, counts.svara, counts.opponents_best


@pytest.mark.parametrize("rules", RULES)
def test_two_opponents_from_the_whole_deck_as_dealt_out(rules):
    table = hand_table(rules)
    masks = np.array([sum(1 << card for card in hand) for hand in table.hands.tolist()], np.uint64)
    for index in random.Random(rules).sample(range(table.n_hands), 2):
        counts = hero_counts(table, table.hands[index], n_players=3, opponents_best=True)
        assert plain(counts[3]) == naive.two_opponents(masks, table.order, index)


@pytest.mark.parametrize("rules", RULES)
@pytest.mark.parametrize("ranged", [False, True])
def test_three_opponents_with_dead_cards_as_dealt_out(rules, ranged):
    table = hand_table(rules)
    draw = random.Random(rules + str(ranged))
    score = {tuple(hand): int(order) for hand, order in zip(table.hands.tolist(), table.order, strict=True)}
    for live in (9, 10):
        cards = draw.sample(range(table.n_cards), table.n_cards)
        hero, unseen, dead = cards[:3], cards[3 : 3 + live], cards[3 + live :]
        mask = np.array([draw.random() < 0.7 for _ in range(table.n_hands)])
        allowed = {hand for hand, kept in zip(score, mask, strict=True) if kept} if ranged else None
        counts = hero_counts(
            table,
            hero,
            n_players=range(2, 5),
            dead=dead,
            opponents=mask if ranged else None,
            opponents_best=True,
        )
        for n in (2, 3, 4):
            assert plain(counts[n]) == naive.deal_all(score, unseen, n - 1, hero, allowed)


def test_what_each_opponent_gets_adds_up_to_all_deals():
    table = hand_table("fortegames")
    counts = hero_counts(table, table.hands[700], n_players=range(2, 11), opponents_best=True)
    for n in range(2, 11):
        row = counts[n]
        deals = 1
        for seat in range(n - 1):
            deals *= comb(29 - 3 * seat, 3)
        assert row.total == deals
        assert row.win + sum(row.svara.values()) + sum(row.opponents_best.values()) == deals


def test_threads_do_not_change_a_count():
    table = hand_table("bulgarian")
    one = hero_counts(table, (0, 9, 20), n_players=(4, 10), opponents_best=True)
    assert hero_counts(table, (0, 9, 20), n_players=(4, 10), opponents_best=True, threads=3) == one


@pytest.mark.parametrize("hero", [(0, 9, 20), (7, 15, 23), (0, 1, 2), (6, 13, 22)])
@pytest.mark.parametrize("some", [False, True])
def test_progress_ends_at_all_of_it(hero, some):
    """A step for the hero's level, one for each above, and one for the deals where not all hands are allowed."""
    table = hand_table("bulgarian")
    allowed, told = np.ones(table.n_hands, np.bool_) if some else None, []
    asked = {"n_players": 2, "opponents_best": True, "opponents": allowed}
    hero_counts(table, hero, **asked, progress=lambda done, total: told.append((done, total)))
    steps = len(table.levels) - int(table.order[table.index_of(hero)]) + some
    assert told == [(done, steps) for done in range(1, steps + 1)]


def test_the_estimate_is_what_is_visited(monkeypatch):
    table, visited = hand_table("bulgarian"), []
    estimate = estimate_operations(table, (0, 9, 20), n_players=(2, 4))
    monkeypatch.setattr("svara_odds.odds.multiway.hero.check_visits", visited.append)
    hero_counts(table, (0, 9, 20), n_players=(2, 4))
    assert visited == [estimate]


def test_estimate_grows_with_the_levels_above():
    table = hand_table("bulgarian")
    own = estimate_operations(table, (0, 9, 20), n_players=3)
    above = len(table.levels) - 1 - int(table.order[table.index_of((0, 9, 20))])
    assert own > 0
    assert estimate_operations(table, (0, 9, 20), n_players=3, opponents_best=True) == own * (1 + above)


@pytest.mark.parametrize(
    ("hero", "arguments", "message"),
    [
        ((0, 1, 1), {"n_players": 3}, "different positions"),
        ((0, 1, 2), {"n_players": 3, "dead": (2,)}, "different positions"),
        ((0, 1, 32), {"n_players": 3}, "different positions"),
        ((0, 1, 2), {"n_players": 1}, "2 to 10"),
        ((0, 1, 2), {"n_players": 11}, "2 to 10"),
        ((0, 1, 2), {"n_players": 10, "dead": (3, 4, 5)}, "2 to 9"),
    ],
)
def test_impossible_deals_are_refused(hero, arguments, message):
    with pytest.raises(DealError, match=message):
        hero_counts(hand_table("bulgarian"), hero, **arguments)


def test_a_range_that_nobody_can_hold_is_refused():
    table = hand_table("bulgarian")
    with pytest.raises(DealError, match="no deal"):
        hero_counts(table, (0, 1, 2), n_players=3, opponents=table.order == table.order.max())


def test_a_histogram_that_would_not_fit_is_refused(monkeypatch):
    monkeypatch.setattr("svara_odds.odds.multiway.levelforms.LARGEST_BOX", 1000)
    with pytest.raises(DealError, match=r"the histogram of this level has \d{4,} cells, more than 1000"):
        hero_counts(hand_table("bulgarian"), (0, 9, 20), n_players=4)
