"""Sampled odds: against exact counts of the slow twin, against symmetry, and against themselves on more threads."""

import functools
import itertools
import math
import pickle
from fractions import Fraction

import numpy as np
import pytest

from svara_odds.cards.hands import parse_cards, parse_hand
from svara_odds.errors import DealError, SvaraError
from svara_odds.jobs._kernels_stream import below
from svara_odds.jobs.blocks import make_blocks
from svara_odds.odds.outcomes import OutcomeCounts
from svara_odds.odds.sampling._kernels_restart import _three_places
from svara_odds.odds.sampling.arrangement import arrange
from svara_odds.odds.sampling.dealing import LANE_BLOCK, block_work
from svara_odds.odds.sampling.simulate import Simulation, simulate, wilson_interval
from svara_odds.ranges.grammar import parse_range
from svara_odds.ranges.handrange import HandRange
from svara_odds.tables.handtable import hand_table
from tests.naive import equity as naive
from tests.naive.scoring import RULES, all_scores
from tests.naive.simulate import Xoshiro


def hand(text, rules):
    return parse_hand(text, hand_table(rules).deck)


def names(text):
    return [text[i : i + 2] for i in range(0, len(text), 2)]


def spread(rules, weights):
    """A range from hands and weights in tenths."""
    table = hand_table(rules)
    numerators = np.zeros(table.n_hands, dtype=np.int64)
    for text, weight in weights.items():
        numerators[table.index_of(hand(text, rules))] = weight
    return HandRange(table, numerators, 10)


def assert_fits(odds: Simulation, exact: dict, reach: float = 5.0):
    """Every set of winners as often as its exact share says, within `reach` standard deviations."""
    whole, n = sum(exact.values()), odds.deals
    shares = {sum(1 << seat for seat in seats): Fraction(count) / Fraction(whole) for seats, count in exact.items()}
    for mask, count in enumerate(odds.outcomes.counts):
        p = float(shares.get(mask, Fraction(0)))
        assert abs(count - n * p) <= reach * math.sqrt(n * p * (1 - p)), (mask, count, n * p)


@functools.cache
def score_of(rules):
    return all_scores(rules).__getitem__


# All hands of the deck of trynka; a range of most of them is dealt rather than drawn.
WIDE = ["".join(three) for three in itertools.combinations(RULES["trynka"].deck, 3)]

# A player is a hand (text), None, or a dict from hands to tenths.
TRIALS = {
    "hand against random": ("trynka", ["ThJhQh", None], ""),
    "hand against random, dead cards": ("trynka", ["ThJhQh", None], "AcAdAhAs"),
    "two hands and a random one": ("trynka", ["ThJhQh", "TdJdAd", None], "Kc"),
    "weights": (
        "trynka",
        [{"6cKhKd": 10, "ThJhQh": 1, "TdJdQd": 5}, {"6cKhAh": 3, "ThTdTs": 7, "AhAdAs": 1, "KsQsJs": 10}],
        "",
    ),
    "weights with dead cards": (
        "trynka",
        [{"6cKhKd": 10, "ThJhQh": 1, "TdJdQd": 5}, {"TcTdTs": 7, "AhAdAs": 1, "KsQsJs": 10}],
        "6c Qd",
    ),
    "ranges, a hand and a random player": (
        "trynka",
        [{"6cKhKd": 10, "ThJhQh": 3, "AhKhQh": 3}, "TcJcQc", None, {"KhQdTd": 2, "AhAdAs": 9, "JhJdJs": 4}],
        "TdTs",
    ),
    "three ranges that often clash": (
        "trynka",
        [
            {"AcAdTh": 10, "AhAsTh": 2, "KcKdKh": 1},
            {"AcAhTd": 10, "AdAsTd": 1},
            {"AcAsTc": 10, "KhKsKd": 3, "QhJdTs": 5},
        ],
        "",
    ),
    "a range so wide that it is dealt": (
        "trynka",
        [{"AcAdTh": 10, "KcKdKh": 1}, dict.fromkeys(WIDE[:900], 1) | dict.fromkeys(WIDE[900:], 2)],
        "6c Ts",
    ),
    "two wide ranges and a random player": (
        "trynka",
        [dict.fromkeys(WIDE[200:], 3) | dict.fromkeys(WIDE[:100], 10), "AcAdTh", dict.fromkeys(WIDE[:-100], 7), None],
        "6c KsKhKdKc JsJhJd",
    ),
    "equal weights": ("trynka", [{"AcAdTh": 5, "AhAsTh": 5, "KcKdKh": 5}, {"AcKhQd": 5, "AhKsTs": 5}], ""),
}


def ask(name):
    rules, players, dead = TRIALS[name]
    table = hand_table(rules)
    dead_cards = parse_cards(dead, table.deck)
    seats = [
        spread(rules, player) if isinstance(player, dict) else player and hand(player, rules) for player in players
    ]
    deck = RULES[rules].deck
    slow = [
        {frozenset(names(text)): weight for text, weight in player.items()}
        if isinstance(player, dict)
        else player and [frozenset(names(player))]
        for player in players
    ]
    exact = naive.brute_weighted(score_of(rules), slow, deck, [deck[card] for card in dead_cards])
    return table, seats, dead_cards, exact


@pytest.mark.parametrize("name", TRIALS)
def test_samples_fit_the_exact_odds(name):
    table, players, dead, exact = ask(name)
    assert_fits(simulate(table, players, dead=dead, deals=1_000_000, seed=5), exact)


@pytest.mark.slow
@pytest.mark.parametrize("name", TRIALS)
def test_samples_fit_the_exact_odds_in_thirty_million_deals(name):
    table, players, dead, exact = ask(name)
    assert_fits(simulate(table, players, dead=dead, deals=30_000_000, seed=6, threads=2), exact)


@pytest.mark.parametrize("rules", ["bulgarian", "russian"])
def test_random_players_are_alike(rules):
    outcomes = simulate(hand_table(rules), [None] * 5, deals=2_000_000, seed=8).outcomes
    for seat in range(5):
        assert abs(float(outcomes.equity(seat)) - 0.2) < 5 * outcomes.stderr(seat)


@pytest.mark.parametrize("rules", RULES)
def test_two_random_players_of_every_rule_set(rules):
    """Against the share of ties and wins of two hands, counted from the scores of all hands that are disjoint."""
    table = hand_table(rules)
    scores = np.array([score_of(rules)(frozenset(table.deck.cards[c] for c in row)) for row in table.hands.tolist()])
    held = np.zeros((table.n_hands, table.n_cards), dtype=np.float32)
    np.put_along_axis(held, table.hands.astype(np.int64), 1, axis=1)
    apart = held @ held.T == 0
    ties = int((apart & (scores[:, None] == scores)).sum())
    wins = int((apart & (scores[:, None] > scores)).sum())
    assert_fits(simulate(table, [None, None], deals=1_000_000, seed=9), {(0,): wins, (1,): wins, (0, 1): ties})


MIXED = ["ranges, a hand and a random player", "hand against random", "weights"]


@pytest.mark.parametrize("name", MIXED)
def test_the_same_seed_gives_the_same_integers_on_any_number_of_threads(name):
    table, players, dead, _ = ask(name)
    deals = 3 * LANE_BLOCK + 17
    one, *others = [
        simulate(table, players, dead=dead, deals=deals, seed=21, threads=threads).outcomes for threads in (1, 2, 8)
    ]
    assert one.total == deals
    assert all(other == one for other in others)


def test_early_stops_give_the_same_integers_on_any_number_of_threads():
    table = hand_table("bulgarian")
    answers = [
        simulate(table, [None] * 3, max_stderr=2.5e-4, seed=4, threads=threads).outcomes for threads in (1, 2, 8)
    ]
    assert answers[0] == answers[1] == answers[2]
    assert max(answers[0].stderr(seat) for seat in range(3)) <= 2.5e-4
    assert answers[0].total % LANE_BLOCK == 0
    # Not much more than was needed: the error falls with the square root.
    assert answers[0].total < 2 * (0.46 / 2.5e-4) ** 2


def test_a_limit_on_deals_ends_a_search_for_small_errors():
    odds = simulate(hand_table("bulgarian"), [None] * 2, max_stderr=1e-9, deals=300_000, seed=1)
    assert odds.deals == 300_000


def test_seeds_differ_and_blocks_differ():
    table = hand_table("bulgarian")
    counts = {simulate(table, [None, None], deals=1000, seed=seed).outcomes.counts for seed in range(6)}
    assert len(counts) == 6
    one = np.array(simulate(table, [None, None], deals=LANE_BLOCK, seed=3).outcomes.counts)
    two = np.array(simulate(table, [None, None], deals=2 * LANE_BLOCK, seed=3).outcomes.counts)
    assert (two - one != one).any()


def test_a_drawn_seed_is_recorded_and_repeats_the_sample():
    table = hand_table("bulgarian")
    odds = simulate(table, [None, None], deals=5000)
    assert simulate(table, [None, None], deals=5000, seed=odds.seed).outcomes == odds.outcomes
    assert simulate(table, [None, None], deals=5000).seed != odds.seed


@pytest.mark.parametrize("deals", [1, 2, 63, 64, 65, 255, 256, 257, 1000])
@pytest.mark.parametrize("name", MIXED)
def test_exactly_the_deals_that_were_asked_for(name, deals):
    table, players, dead, _ = ask(name)
    assert simulate(table, players, dead=dead, deals=deals, seed=2).deals == deals


def test_a_known_showdown_has_one_outcome():
    table = hand_table("fortegames")
    players = [hand(text, "fortegames") for text in ("7cKhKd", "AsAdTc", "8h8d9s")]
    assert simulate(table, players, deals=1000, seed=1).outcomes.counts == (0, 1000, 0, 0, 0, 0, 0, 0)


def test_a_random_range_and_a_single_hand_are_dealt_like_none_and_the_hand():
    table = hand_table("bulgarian")
    everything, single = HandRange.random(table), HandRange.single(table, hand("7cKhKd", "bulgarian"))
    plain = simulate(table, [hand("7cKhKd", "bulgarian"), None, None], deals=10_000, seed=1)
    assert simulate(table, [single, everything, None], deals=10_000, seed=1).outcomes == plain.outcomes


def test_most_players_that_can_be_dealt():
    assert simulate(hand_table("bulgarian"), [None] * 10, deals=500, seed=1).deals == 500
    assert simulate(hand_table("russian"), [None] * 12, deals=500, seed=1).deals == 500


def test_progress_ends_at_the_total():
    told = []
    simulate(hand_table("bulgarian"), [None, None], deals=2_300_000, seed=1, progress=lambda *now: told.append(now))
    assert told == [(LANE_BLOCK, 2_300_000), (2 * LANE_BLOCK, 2_300_000), (2_300_000, 2_300_000)]


def test_an_error_is_told_to_who_wants_to_know_it():
    class Told(list):
        def __call__(self, *now):
            pass

        error = list.append

    told, table = Told(), hand_table("bulgarian")
    odds = simulate(table, [None, None], deals=LANE_BLOCK, seed=1, progress=told)
    assert told[-1] == odds.outcomes.stderr(0) > 0


def test_progress_towards_a_small_error_ends_at_what_was_dealt():
    told = []
    odds = simulate(
        hand_table("bulgarian"), [None, None], max_stderr=2.5e-4, seed=1, progress=lambda *now: told.append(now)
    )
    assert told[-1] == (odds.deals, odds.deals)
    assert all(done <= total for done, total in told)
    # The first estimate of what is needed is not far off.
    assert told[0][1] == pytest.approx((0.4736 / 2.5e-4) ** 2, rel=0.01)


@pytest.mark.parametrize("name", MIXED)
def test_a_block_can_be_sent_to_another_process(name):
    table, players, dead, _ = ask(name)
    work = block_work(arrange(table, players, dead=dead))
    block = make_blocks(1, 5000, block_size=5000)[0]
    sent, sent_block = pickle.loads(pickle.dumps((work, block)))
    assert sent(sent_block).tolist() == work(block).tolist()


@pytest.mark.parametrize("bound", [1, 2, 3, 1330, 10_000, 2**62 + 1, 2**63 + 1, 2**64 - 1])
def test_bounded_numbers_are_those_of_the_twin(bound):
    """Above 2**62 about every fourth number, above 2**63 about every second, must be rejected."""
    words = [2**64 - 1, 12345, 2**40 + 7, 99]
    slow, state = Xoshiro(words), np.array(words, dtype=np.uint64)
    assert [int(below(state, np.uint64(bound))) for _ in range(200)] == [slow.below(bound) for _ in range(200)]


def test_intervals_hold_the_odds_as_often_as_they_say():
    table, players, dead, exact = ask("hand against random")
    truth = float(exact[0,] / sum(exact.values()))
    caught = 0
    for seed in range(200):
        low, high = simulate(table, players, dead=dead, deals=400, seed=seed).win_interval(0)
        caught += low <= truth <= high
    # 190 of 200 expected, standard deviation 3.1.
    assert 175 <= caught <= 200


def test_equity_interval_of_a_large_sample_is_the_plain_normal_one():
    odds = simulate(hand_table("bulgarian"), [None, None], deals=1_000_000, seed=1)
    shares = np.repeat([0.0, 1.0, 0.0, 0.5], odds.outcomes.counts)
    reach = 1.959964 * shares.std() / 1000
    low, high = odds.equity_interval(0)
    assert (low, high) == pytest.approx((shares.mean() - reach, shares.mean() + reach), abs=1e-7)


def test_equity_interval_without_ties_has_the_middle_of_wilsons_and_holds_it():
    for wins, n in [(0, 7), (3, 7), (7, 7), (120, 1000), (999, 1000), (1, 10**9)]:
        odds = Simulation(OutcomeCounts(2, (0, wins, n - wins, 0)), 0)
        low, high = odds.equity_interval(0)
        inner = wilson_interval(wins, n)
        assert 0 <= low <= inner[0] + 1e-15
        assert inner[1] - 1e-15 <= high <= 1
        if low > 0 and high < 1:
            assert low + high == pytest.approx(sum(inner), rel=1e-9)


@pytest.mark.parametrize("expected", [0.01, 0.3, 1, 2, 3, 3.8, 4.7, 6, 10, 40])
@pytest.mark.parametrize("level", [0.9, 0.95, 0.99])
@pytest.mark.parametrize("share", ["loses", "wins", "ties"])
def test_equity_interval_holds_the_equity_near_0_and_1(expected, level, share):
    """Over all numbers of rare deals that may come up, `expected` of them on average, in a million."""
    n = 1_000_000
    held = 0.0
    for rare in range(120):
        chance = math.exp(rare * math.log(expected) - expected - math.lgamma(rare + 1))
        common = n - rare
        counts, truth = {
            "loses": ((0, common, rare, 0), 1 - expected / n),
            "wins": ((0, rare, common, 0), expected / n),
            "ties": ((0, 0, common, rare), expected / n / 2),
        }[share]
        low, high = Simulation(OutcomeCounts(2, counts), 0).equity_interval(0, level=level)
        assert low < high
        held += chance * (low <= truth <= high)
    assert held >= level - 0.02


def rare_loss(weight):
    """A hand of 33 points against one of 9 to 29, or, `weight` ten thousandths as often, of 34: players, and chance."""
    scores = all_scores("bulgarian")
    table = hand_table("bulgarian")
    held, weak, strong = (
        [hand for hand, half_points in scores.items() if 2 * low <= half_points <= 2 * high]
        for low, high in ((33, 33), (9, 29), (34, 34))
    )
    wins, losses = (sum(not one & other for one in held for other in rest) for rest in (weak, strong))
    players = [parse_range("33", table), parse_range(f"9-29:1,34:{weight / 10_000:.4f}", table)]
    return players, losses * weight / (losses * weight + wins * 10_000)


@pytest.mark.parametrize("seed", [1, 2, 3])
@pytest.mark.parametrize(("weight", "bound"), [(1, 1e-6), (1, 3e-6), (100, 1e-5), (10_000, 4e-5)])
def test_a_small_error_is_claimed_only_where_it_is_small(weight, bound, seed):
    """The chance of a loss is about 6e-8 at weight 1: nearly all blocks of deals have none."""
    players, chance = rare_loss(weight)
    odds = simulate(hand_table("bulgarian"), players, max_stderr=bound, seed=seed)
    assert 0 < odds.outcomes.stderr(0) <= bound
    true = math.sqrt(chance * (1 - chance) / odds.deals)
    assert true <= bound * 1.05  # an error that is estimated from some hundred losses is itself not exact
    low, high = odds.equity_interval(0, level=0.999)
    assert low <= 1 - chance <= high


def test_a_few_deals_that_are_all_won_leave_room_for_doubt():
    table = hand_table("bulgarian")
    for deals in (1, 2, 3, 5):
        for seed in range(10):
            odds = simulate(table, [None, None, None], deals=deals, seed=seed)
            for seat in range(3):
                low, high = odds.equity_interval(seat)
                assert odds.outcomes.stderr(seat) > 0.1
                assert low <= 1 / 3 <= high


def test_the_work_ahead_towards_a_small_error_where_nothing_is_ever_lost():
    told = []
    players = [parse_hand(text, hand_table("bulgarian").deck) for text in ("7c7d7h", "8c9dTh")]
    odds = simulate(hand_table("bulgarian"), players, max_stderr=1e-7, seed=1, progress=lambda *now: told.append(now))
    assert 10_000_000 - 2 <= odds.deals <= 1.1 * 10_000_000 + LANE_BLOCK
    assert told[0] == (LANE_BLOCK, pytest.approx(10_000_000, rel=0.01))


def test_wilson_interval_against_its_own_equation():
    """The ends are where the count lies exactly z standard deviations of that probability away."""
    z = 1.959963984540054
    for count, total in [(0, 7), (3, 7), (7, 7), (120, 1000), (1, 10**9)]:
        for end in wilson_interval(count, total):
            assert (count / total - end) ** 2 == pytest.approx(z * z * end * (1 - end) / total, rel=1e-6, abs=1e-15)


def test_wilson_interval_as_printed_elsewhere():
    # R's prop.test(15, 50, correct = FALSE): 0.1910, 0.4375.
    assert wilson_interval(15, 50) == pytest.approx((0.1910, 0.4375), abs=5e-5)
    with pytest.raises(DealError, match="8 successes in 7"):
        wilson_interval(8, 7)


def impossible():
    table = hand_table("bulgarian")
    seven = HandRange(table, (table.masks & 1).astype(np.int64))
    aces = np.array([sum(table.deck.cards[c][0] == "A" for c in row) >= 2 for row in table.hands.tolist()])
    pair = HandRange(table, aces.astype(np.int64))
    kings = hand("KcKdKh", "bulgarian")
    return table, seven, pair, kings


def test_deals_that_cannot_be_made_are_refused():
    table, seven, pair, kings = impossible()
    with pytest.raises(DealError, match="players 1, 2 cannot all be dealt"):
        simulate(table, [seven, seven], deals=10)
    with pytest.raises(DealError, match="players 1, 2, 3 cannot all be dealt"):
        simulate(table, [pair, pair, pair], deals=10)
    with pytest.raises(DealError, match="no hand of the range"):
        simulate(table, [seven, None], dead=[0], deals=10)
    with pytest.raises(DealError, match="Kc is in the hand of player 1 and in the hand of player 2"):
        simulate(table, [kings, kings], deals=10)
    with pytest.raises(DealError, match="and in the dead cards"):
        simulate(table, [kings, None], dead=kings[:1], deals=10)
    with pytest.raises(DealError, match="1 players"):
        simulate(table, [None], deals=10)
    with pytest.raises(DealError, match="17 players"):
        simulate(table, [None] * 17, deals=10)
    with pytest.raises(DealError, match="11 players need 33 cards; the deck has 32"):
        simulate(table, [None] * 11, deals=10)
    with pytest.raises(DealError, match="need 30 cards; the deck has 32, of which 3 are dead"):
        simulate(table, [None] * 10, dead=[1, 2, 3], deals=10)
    with pytest.raises(DealError, match="card 32"):
        simulate(table, [None] * 2, dead=[32], deals=10)
    with pytest.raises(DealError, match="holds 2 cards"):
        simulate(table, [kings[:2], None], deals=10)
    with pytest.raises(DealError, match="made for bulgarian, the deal is russian"):
        simulate(hand_table("russian"), [seven, None], deals=10)


def test_deals_that_fit_too_rarely_are_refused():
    """Ten players, each of whom wants one of three neighbours of its own card: possible, and hopeless to hit."""
    table = hand_table("bulgarian")
    last = np.uint64(0b11 << 30)
    third = ((table.masks & last) == 0) & (table.hands[:, 0] % 3 == 0)
    narrow = HandRange(table, third.astype(np.int64))
    with pytest.raises(DealError, match="too rarely to be sampled: 0 of 1,000,001 deals tried"):
        simulate(table, [narrow] * 10, deals=10)


@pytest.mark.parametrize(
    ("arguments", "word"),
    [
        ({"deals": 0}, "deals is 0"),
        ({"max_stderr": 0.0}, "max_stderr"),
        ({"max_stderr": math.nan}, "max_stderr"),
        ({"seed": -1}, "seed is -1"),
        ({"threads": 0}, "threads is 0"),
    ],
)
def test_arguments_out_of_bounds_are_refused(arguments, word):
    with pytest.raises(DealError, match=word):
        simulate(hand_table("bulgarian"), [None, None], **{"deals": 10, **arguments})


@pytest.mark.parametrize("size", [9, 21, 32, 52])
def test_three_places_are_those_of_the_slow_generator(size):
    """Among the words 0, which every size has to reject: what is left over of 2**64 would make some places likelier."""
    whole = size * (size - 1) * (size - 2)
    for words in ([0, 7, 11, 0], [0, size, 2**63, 0], [1, 2, 3, 4], [2**64 - 1, 5, 6, 2**40]):
        state, slow = np.array(words, dtype=np.uint64), Xoshiro(words)
        for _ in range(20):
            word = slow.next()
            while word * whole % 2**64 < 2**64 % whole:
                word = slow.next()
            place = word * whole >> 64
            expected = place // ((size - 1) * (size - 2)), place // (size - 2) % (size - 1), place % (size - 2)
            assert _three_places(state, np.uint64(size)) == expected


def test_cards_that_are_left_to_deal_are_those_that_nobody_holds():
    table = hand_table("trynka")
    left = arrange(table, [(0, 5, 20), None, None], dead=(1, 14)).cards
    assert left.tolist() == [card for card in range(21) if card not in (0, 5, 20, 1, 14)]


def test_a_checkpoint_knows_whose_hand_is_whose(tmp_path):
    """The same cards on the table, and the hands the other way round: another question."""
    table, path = hand_table("trynka"), tmp_path / "job"
    one, other = (0, 5, 20), (1, 2, 14)
    simulate(table, [one, other, None], deals=1000, seed=1, checkpoint=path)
    with pytest.raises(SvaraError, match="is of another job: players"):
        simulate(table, [other, one, None], deals=1000, seed=1, checkpoint=path)
