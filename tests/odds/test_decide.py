"""Every way to an answer gives the same integers, and the way is chosen by counted steps."""

import random
from fractions import Fraction

import numpy as np
import pytest

from svara_odds.cards.hands import parse_cards
from svara_odds.errors import DealError, SvaraError
from svara_odds.odds import decide
from svara_odds.odds.decide import AUTO_STEPS, MAX_STEPS, odds_of
from svara_odds.odds.multiway.exact_table import exact_table
from svara_odds.odds.multiway.table_files import save_exact
from svara_odds.odds.spot import make_spot
from svara_odds.ranges.grammar import parse_range
from svara_odds.ranges.handrange import HandRange
from svara_odds.tables.handtable import hand_table
from tests.naive.equity import brute_weighted
from tests.naive.scoring import all_scores
from tests.smalldecks import NINE, TWELVE, naive_score, names, small_table

TABLE, SWEEP = "the exact table of all hand classes", "a sweep of one range past the other"
DEALING, HERO = "dealing every deal", "inclusion and exclusion of cards"


@pytest.fixture(autouse=True)
def own_cache(tmp_path, monkeypatch):
    """No exact table but those that a test makes; the folder of the kernels stays where it is."""
    monkeypatch.setattr("svara_odds.odds.multiway.table_files.user_folder", lambda: tmp_path / "kept")
    return tmp_path / "kept"


def spot_of(table, texts, dead=""):
    players = [text if isinstance(text, HandRange) else parse_range(text, table) for text in texts]
    return make_spot(table, players, dead=parse_cards(dead, table.deck))


def naive(spot, score_of):
    table = spot.table
    players = [
        {names(table, int(row)): int(player.numerators[row]) for row in player.indices.tolist()}
        for player in spot.players
    ]
    counts = brute_weighted(score_of, players, table.deck.cards, [table.deck.cards[card] for card in spot.dead])
    by_mask = [0] * (1 << spot.n_players)
    for winners, count in counts.items():
        by_mask[sum(1 << seat for seat in winners)] = count
    return tuple(by_mask)


def every_answer(spot):
    return {plan.how: plan.run(1, None).counts for plan in decide._plans(spot)}


SMALL = [
    (["random", "random"], "", {TABLE, SWEEP}),
    (["7c7dKc", "random"], "", {TABLE, SWEEP}),
    (["AAx", "random"], "", {TABLE, SWEEP}),
    (["AAx:0.5,7xxx", "random"], "", {TABLE, SWEEP}),
    (["random", "33+,11:0.25"], "", {TABLE, SWEEP}),
    (["AAx", "KKx"], "7c", {SWEEP}),
    (["random"] * 3, "", {TABLE, DEALING}),
    (["7c7dKc", "random", "random"], "", {TABLE, DEALING, HERO}),
    (["random", "KcKdKh", "random"], "", {TABLE, DEALING, HERO}),
    (["random", "random", "AcAdKh"], "", {TABLE, DEALING, HERO}),
    (["random", "AAx:0.25,KKx", "random"], "", {TABLE, DEALING}),
    (["7c7dKc", "random", "random"], "Ah", {DEALING, HERO}),
    (["7c7dKc", "KxAxx,7xAxx", "KxAxx,7xAxx"], "", {DEALING, HERO}),
    (["AcAdKh", "7c7dKc", "random"], "", {DEALING, HERO}),
    (["7h7dKc", "7cKdAh", "random"], "", {DEALING, HERO}),
    (["AAx:0.5,KKx", "KKx", "7xxx:0.75"], "", {DEALING}),
    (["AAx", "random", "random"], "7c", {DEALING}),
]


def few_deals(texts, dead, cards):
    """Whether the slow twin can deal them all in a second, and whether there are cards for them at all."""
    wide = sum("random" in text for text in texts) == 3 or (":" in texts[1] and len(texts) == 3)
    return (cards is NINE or not wide) and 3 * len(texts) + bool(dead) <= len(cards)


@pytest.mark.parametrize(
    ("cards", "texts", "dead", "ways"),
    [(cards, *spot) for cards in (NINE, TWELVE) for spot in SMALL if few_deals(*spot[:2], cards)],
)
def test_every_way_gives_the_same_integers_on_a_small_deck(tmp_path, cards, texts, dead, ways):
    table = small_table(tmp_path, cards)
    save_exact(table, exact_table(table, n_players=[2, 3], field=True))
    spot = spot_of(table, texts, dead)
    answers = every_answer(spot)
    assert set(answers) == ways
    truth = naive(spot, naive_score)
    for how, counts in answers.items():
        assert counts == truth, how
    assert odds_of(spot).counts.counts == truth


@pytest.mark.parametrize("weight", ["0.5", "0.0625", "1"])
def test_one_weight_for_all_hands_is_counted_alike_by_every_way(tmp_path, weight):
    table = small_table(tmp_path, TWELVE)
    spot = spot_of(table, ["7c7dKc", f"KxAxx:{weight}", f"KxAxx:{weight}"])
    truth = naive(spot, naive_score)
    answers = every_answer(spot)
    assert set(answers) == {DEALING, HERO}
    assert set(answers.values()) == {truth}


def test_equal_opponents_whose_weights_differ_only_in_scale(tmp_path):
    table = small_table(tmp_path, TWELVE)
    spot = spot_of(table, ["7c7dKc", "KxAxx", "KxAxx:0.5"])
    assert set(every_answer(spot).values()) == {naive(spot, naive_score)}


@pytest.mark.parametrize("n_players", [2, 3])
def test_a_table_without_the_field_never_answers_for_the_others(tmp_path, n_players):
    table = small_table(tmp_path, NINE)
    save_exact(table, exact_table(table, n_players=[2, 3], field=False))
    assert odds_of(spot_of(table, ["7c7dKc", "random"])).how != TABLE
    for texts in (["random"] * n_players, ["7c7dKc", *["random"] * (n_players - 1)]):
        spot = spot_of(table, texts)
        assert set(every_answer(spot).values()) == {naive(spot, naive_score)}


FULL = [
    ("bulgarian", ["7cKhKd", "33+"], ""),
    ("bulgarian", ["7cKhKd", "AcAhAd", "32+"], ""),
    ("fortegames", ["7cKhKd", "32+", "32+"], ""),
    ("fortegames", ["7cKhKd", "KcKsTd", "23", "33+"], "7dAd"),
    ("bulgarian", ["QcJdTh", "QdJhTs", "33+", "33+"], ""),
    ("russian", ["6cKhKd", "36,33", "36,33"], "Ks"),
    ("russian", ["AAA", "KKK:0.5", "QQQ"], "Qc"),
    ("trynka", ["6cKhKd", "35+", "35+"], ""),
]


@pytest.mark.parametrize(("rules", "texts", "dead"), FULL)
def test_every_way_gives_the_same_integers_on_full_decks(rules, texts, dead):
    spot = spot_of(hand_table(rules), texts, dead)
    truth = naive(spot, all_scores(rules).__getitem__)
    for how, counts in every_answer(spot).items():
        assert counts == truth, how


@pytest.mark.parametrize("rules", ["bulgarian", "fortegames"])
@pytest.mark.parametrize("texts", [["7cKhKd", "random", "random"], ["random", "22+", "random"], ["random"] * 3])
def test_the_shipped_tables_are_what_dealing_gives(rules, texts):
    answers = every_answer(spot_of(hand_table(rules), texts))
    assert {TABLE, DEALING} <= set(answers)
    assert len(set(answers.values())) == 1


def test_two_tied_hands_share_what_they_win():
    table = hand_table("bulgarian")
    odds = odds_of(spot_of(table, ["QcJdTh", "random", "QdJhTs", "random"]))
    counts = odds.counts
    assert odds.method == "exact"
    assert counts.win(0) == counts.win(2) == 0
    assert odds.equity(0) == odds.equity(2)
    assert odds.equity(1) == odds.equity(3)


@pytest.mark.parametrize(
    "texts",
    [
        ["7cKhKd", "random"],
        ["7cKhKd", *["random"] * 9],
        ["22+", *["random"] * 5],
        ["7cKhKd", *["22+"] * 3],
        ["22+", "25+:0.5", "20-22"],
    ],
)
def test_equities_add_up_to_the_pot(texts):
    odds = odds_of(spot_of(hand_table("bulgarian"), texts))
    assert odds.method == "exact"
    assert sum(odds.equity(seat) for seat in range(len(texts))) == Fraction(1)
    assert all(odds.stderr(seat) == 0 for seat in range(len(texts)))
    assert sum(odds.counts.counts) == odds.counts.total


# --- how the way is chosen -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("rules", "texts", "dead", "how"),
    [
        ("bulgarian", ["7cKhKd", "random"], "", TABLE),
        ("bulgarian", ["22+", *["random"] * 9], "", TABLE),
        ("bulgarian", ["7cKhKd", "random"], "8d", SWEEP),
        ("trynka", ["22+", "22+"], "", SWEEP),
        ("bulgarian", ["7cKhKd", "22+", "20+"], "", DEALING),
        ("bulgarian", ["7cKhKd", *["random"] * 4], "8d", HERO),
    ],
)
def test_the_way_is_the_one_of_fewest_steps(rules, texts, dead, how):
    odds = odds_of(spot_of(hand_table(rules), texts, dead))
    assert (odds.method, odds.how, odds.sample) == ("exact", how, None)


def test_the_shortest_plan_is_taken_and_a_plan_of_no_steps_ends_the_search():
    asked = []

    def plans(*steps):
        for number in steps:
            asked.append(number)
            yield decide._Plan(str(number), number, lambda threads, progress: None)

    assert decide._shortest(plans(5, 3, 7)).steps == 3
    assert decide._shortest(plans(0, 1)).steps == 0
    assert asked == [5, 3, 7, 0]


WIDE = ["22+", "20+", "15+", "14+", "13+", "16+"]


def test_auto_samples_beyond_its_bound_and_exact_refuses_beyond_its_own(monkeypatch):
    spot = spot_of(hand_table("bulgarian"), WIDE)
    steps = min(plan.steps for plan in decide._plans(spot))
    assert steps > MAX_STEPS > AUTO_STEPS
    with pytest.raises(DealError, match=r"exact would take .* steps .* by dealing every deal; at most 5 trillion"):
        odds_of(spot, "exact")
    monkeypatch.setattr("svara_odds.odds.sampling.simulate.DEFAULT_DEALS", 1000)
    odds = odds_of(spot, seed=1)
    assert (odds.method, odds.sample.seed) == ("monte-carlo", 1)
    assert odds.how.startswith("a sample of 1000 random deals, as counting every deal would take ")
    assert odds.counts.total == 1000


def test_the_bounds_are_bounds(monkeypatch):
    spot = spot_of(hand_table("trynka"), ["22+", "31+", "30+"])
    steps = min(plan.steps for plan in decide._plans(spot))
    monkeypatch.setattr(decide, "AUTO_STEPS", steps)
    assert odds_of(spot).method == "exact"
    monkeypatch.setattr(decide, "AUTO_STEPS", steps - 1)
    assert odds_of(spot, deals=10).method == "monte-carlo"
    assert odds_of(spot, "exact").method == "exact"
    monkeypatch.setattr(decide, "MAX_STEPS", steps - 1)
    with pytest.raises(DealError, match="use monte-carlo"):
        odds_of(spot, "exact")


@pytest.mark.parametrize("size", [{"deals": 5000}, {"max_stderr": 0.01}, {"deals": 5000, "max_stderr": 1e-4}])
def test_a_size_asks_for_a_sample(size):
    spot = spot_of(hand_table("bulgarian"), ["7cKhKd", "random"])
    assert odds_of(spot, seed=3, **size).method == "monte-carlo"
    with pytest.raises(DealError, match="method: exact"):
        odds_of(spot, "exact", **size)


@pytest.mark.parametrize("where", ["executor", "checkpoint"])
def test_an_exact_answer_is_counted_here_and_not_kept(where):
    spot = spot_of(hand_table("bulgarian"), ["7cKhKd", "random"])
    with pytest.raises(DealError, match="method: exact counts on this machine"):
        odds_of(spot, "exact", **{where: "job"})


def test_a_method_that_is_none_is_refused():
    spot = spot_of(hand_table("bulgarian"), ["7cKhKd", "random"])
    with pytest.raises(SvaraError, match=r"method: 'quick'.*auto, exact, monte-carlo"):
        odds_of(spot, "quick")


@pytest.mark.parametrize("wrong", [0, -1, 1e-9, float("nan"), float("inf")])
def test_a_standard_error_that_no_sample_reaches_is_refused(wrong):
    spot = spot_of(hand_table("bulgarian"), ["7cKhKd", "random"])
    with pytest.raises(DealError, match="max-stderr"):
        odds_of(spot, max_stderr=wrong)


# --- samples beside exact answers ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("rules", "texts", "dead"),
    [
        ("bulgarian", ["7cKhKd", "random"], ""),
        ("bulgarian", ["22+", "20-22:0.5,33+", "random"], ""),
        ("fortegames", ["7cKhKd", "22+", "22+", "22+"], "8d"),
        ("fortegames", ["QcJdTh", "QdJhTs", "random"], ""),
        ("russian", ["6cKhKd", "AAx", "random"], "Ks7h"),
        ("trynka", ["22+", "22+", "22+"], ""),
        ("bulgarian", ["22+", *["random"] * 9], ""),
    ],
)
def test_samples_lie_within_five_standard_errors(rules, texts, dead):
    spot = spot_of(hand_table(rules), texts, dead)
    exact, sample = odds_of(spot), odds_of(spot, "monte-carlo", deals=400_000, seed=20)
    assert (exact.method, sample.method) == ("exact", "monte-carlo")
    n = sample.counts.total
    assert n == 400_000
    for seat in range(spot.n_players):
        assert abs(float(sample.equity(seat) - exact.equity(seat))) <= 5 * sample.stderr(seat) + 1e-12
        for count in ("win", "svara"):
            p = Fraction(getattr(exact.counts, count)(seat), exact.counts.total)
            seen = Fraction(getattr(sample.counts, count)(seat), n)
            assert abs(float(seen - p)) <= 5 * float(p * (1 - p) / n) ** 0.5 + 5 / n
        for low, high in (sample.sample.win_interval(seat), sample.sample.svara_interval(seat)):
            assert 0 <= low <= high <= 1


@pytest.mark.parametrize("texts", [["22+", "20+", "random"], ["7cKhKd", "random"]])
def test_the_same_seed_gives_the_same_integers_on_any_threads(texts):
    spot = spot_of(hand_table("bulgarian"), texts)
    answers = {odds_of(spot, "monte-carlo", deals=600_000, seed=9, threads=n).counts.counts for n in (1, 2, 8)}
    assert len(answers) == 1
    assert odds_of(spot, "monte-carlo", deals=600_000, seed=10).counts.counts not in answers


def test_a_seed_is_drawn_and_recorded():
    spot = spot_of(hand_table("bulgarian"), ["7cKhKd", "22+"])
    one, two = (odds_of(spot, "monte-carlo", deals=5000) for _ in range(2))
    assert one.sample.seed != two.sample.seed
    again = odds_of(spot, "monte-carlo", deals=5000, seed=one.sample.seed)
    assert again.counts.counts == one.counts.counts


@pytest.mark.parametrize("seed", range(6))
def test_random_spots_of_a_small_deck(tmp_path, seed):
    table = small_table(tmp_path, TWELVE)
    save_exact(table, exact_table(table, n_players=[2, 3], field=True))
    draw = random.Random(seed)
    rows = np.array([draw.choice([0, 0, 1, 2, 4]) for _ in range(table.n_hands)])
    wide = HandRange(table, rows, 4)
    hand, other = (HandRange.single(table, table.hands[row].tolist()) for row in draw.sample(range(table.n_hands), 2))
    for players in ([wide, HandRange.random(table)], [hand, wide, HandRange.random(table)], [wide, other]):
        spot = make_spot(table, players)
        truth = naive(spot, naive_score)
        assert set(every_answer(spot).values()) == {truth}
