"""Values before play: all deals of two players by hand, samples against counts, corrections that do not bias."""

import itertools
import random
from fractions import Fraction

import numpy as np
import pytest

from svara_odds.cards.hands import hand_index
from svara_odds.errors import DealError
from svara_odds.jobs.blocks import Block, make_blocks
from svara_odds.rules.catalog import load_trick_rules
from svara_odds.swara.decisions import Spot, all_orders, block_orders, tally_actions, tally_block
from svara_odds.swara.policies import PASS, PLAY, policy_codes, seat_codes, thrown_cards
from svara_odds.swara.state import Action, SwaraDeal
from svara_odds.swara.tally import ENDS, Tally
from svara_odds.swara.whips import suit_sizes, whip_distribution, whip_income
from tests.naive import swara as naive
from tests.naive.trickplay import after, wishes

RULES = load_trick_rules()


def spot_of(hand, turn_up, n_players=4, seat=1, against="play", pot=None, rules=RULES):
    cards = tuple(sorted(rules.deck.position(name) for name in hand.split()))
    turned = rules.deck.position(turn_up)
    codes = seat_codes(rules, n_players, policy_codes(rules, against, rules.suits[turned]))
    return Spot(rules, cards, turned, n_players, seat, codes, float(rules.stake) * n_players if pot is None else pot)


def heads_up(hand, turn_up, seat, pot):
    """Value of a hand of two players, every deal by the twin."""
    mine = tuple(hand.split())
    unseen = [card for card in naive.CARDS if card not in mine and card != turn_up]
    trump = turn_up[1]

    def for_seat_0(tricks):
        return {3: Fraction(pot), 2: Fraction(pot, 2) + 1, 1: Fraction(pot, 2) - 1, 0: Fraction(0)}[tricks]

    total = Fraction(0)
    deals = 0
    for other in itertools.combinations(unseen, 3):
        deals += 1
        hands = [mine, other] if seat == 0 else [other, mine]
        winner = naive.whip_seat(list(enumerate(hands)), trump)
        if winner is None:
            first = naive.best_for(hands, trump, 0, for_seat_0)
            total += first if seat == 0 else pot - first
        else:
            left = [card for card in unseen if card not in other]
            paid = Fraction(sum(naive.POINTS[card[0]] for card in left), len(left))
            total += pot + paid if winner == seat else -paid
    return total / deals


@pytest.mark.parametrize(
    ("hand", "turn_up", "seat"),
    [("Ac Kd 9h", "7c", 0), ("7d 8c Th", "Ac", 1), ("Ad Td 9d", "7c", 0), ("7c 8c Ah", "Jc", 1)],
)
def test_every_deal_of_two_players(hand, turn_up, seat):
    spot = spot_of(hand, turn_up, 2, seat)
    assert spot.is_countable
    tally = tally_actions(spot, spot.actions, *all_orders(spot))
    assert tally.deals == 3276
    assert tally.mean(0) == pytest.approx(float(heads_up(hand, turn_up, seat, 2)), abs=1e-9)


@pytest.mark.parametrize("n_players", [2, 3, 4, 6])
@pytest.mark.parametrize("against", ["play", "sensible"])
@pytest.mark.parametrize("changes", [{}, {"leader": '"dealer"', "no_sweep": '"two_tricks"', "whip_takes_pot": "false"}])
def test_all_seats_together_have_the_pot(small_rules, n_players, against, changes):
    """Each seat in turn is the one whose cards are known, in the same deal: nothing is lost and nothing made."""
    rules = small_rules("789TJQKA", **changes)
    numbers = np.random.default_rng(n_players)
    ends = np.zeros(len(ENDS), np.int64)
    for _ in range(25):
        order = numbers.permutation(32).astype(np.uint8)
        turn_up, hands, stock = int(order[0]), order[1 : 1 + 3 * n_players].reshape(-1, 3), order[1 + 3 * n_players :]
        codes = seat_codes(rules, n_players, policy_codes(rules, against, rules.suits[turn_up]))
        total = 0.0
        for seat in range(n_players):
            hand = tuple(sorted(hands[seat].tolist()))
            spot = Spot(rules, hand, turn_up, n_players, seat, codes, 5.0)
            others = np.concatenate([np.delete(hands, seat, axis=0).ravel(), stock])[None]
            tally = tally_actions(spot, [int(codes[seat, hand_index(hand)])], others, np.zeros(1, np.uint64))
            total += float(tally.sums[0])
            ends += tally.ends[0]
        assert total == pytest.approx(5.0)
    assert ends[ENDS.index("sweep")] > 0
    assert ends[ENDS.index("whip")] > 0 or n_players < 4


def act(deal, code):
    """Tell the referee what the seat to choose does."""
    thrown = thrown_cards(deal.hands[deal.turn], code)
    deal.apply(Action("exchange", thrown) if thrown else Action("pass" if code == PASS else "play"))


def tricks_refereed(deal):
    """Play the tricks with open cards, every seat choosing by trying every card."""
    names = deal.rules.deck.cards
    seats = deal.in_play
    like = wishes(len(seats), pot=float(deal.pot), share=1, carry_value=1 / deal.n_players)
    while deal.phase == "tricks":
        hands = [tuple(names[card] for card in deal.hands[seat]) for seat in seats]
        turn, table = seats.index(deal.turn), tuple(names[card] for _, card in deal.trick)
        where = (like, table, (turn - len(table)) % len(seats), tuple(map(deal.tricks_of, seats)))
        best = max(
            deal.legal_actions(),
            key=lambda action: like[turn](after(hands, turn, names[action.cards[0]], "cdhs"[deal.trump], *where)),
        )
        deal.apply(best)


def refereed(spot, action, hands, stock):
    """What a deal brings the seat as the referee pays it, a whip's payment as the mean over the cards to be drawn."""

    def chosen(turn):
        deal = SwaraDeal(RULES, list(hands), spot.turn_up, list(stock), random.Random(0), Fraction(2))
        for seat in range(spot.n_players):
            if seat == spot.n_players - 1:  # it draws nothing itself
                deal.stock = [*deal.stock[turn:], *deal.stock[:turn]]
            act(deal, action if seat == spot.seat else int(spot.codes[seat, hand_index(deal.hands[seat])]))
        return deal

    deal = chosen(0)
    if deal.whip is not None:
        turns = range(len(deal.stock) + len(deal.drawn))
        return float(sum(chosen(turn).money[spot.seat] for turn in turns) / len(turns) + RULES.stake)
    tricks_refereed(deal)
    return float(deal.money[spot.seat] + RULES.stake + deal.pot / deal.n_players)


@pytest.mark.parametrize("n_players", [2, 3, 4])
def test_values_are_what_the_referee_pays(n_players):
    """Play, pass and some exchanges, every third deal stacked with a whip."""
    draw = random.Random(n_players)
    whips = 0
    for number in range(45):
        order = draw.sample(range(32), 32)
        if number % 3 == 0:
            whip = draw.sample(range(draw.randrange(4), 32, 4), 3)
            order = [*whip, *(card for card in order if card not in whip)]
        hands = [tuple(sorted(order[3 * seat : 3 * seat + 3])) for seat in range(n_players)]
        draw.shuffle(hands)
        turn_up, *stock = order[3 * n_players :]
        codes = seat_codes(RULES, n_players, policy_codes(RULES, "sensible", RULES.suits[turn_up]))
        seat = draw.randrange(n_players)
        spot = Spot(RULES, hands[seat], turn_up, n_players, seat, codes, 2.0 + n_players)
        others = [card for other, hand in enumerate(hands) for card in hand if other != seat]
        exchanges = [action for action in spot.actions if action > PLAY]
        for action in (*draw.sample(exchanges, min(2, len(exchanges))), *(set(spot.actions) & {PASS, PLAY})):
            found = tally_actions(spot, [action], np.array([[*others, *stock]], np.uint8), np.zeros(1, np.uint64))
            assert found.sums[0] == pytest.approx(refereed(spot, action, hands, stock), abs=1e-9)
            whips += int(found.ends[0, ENDS.index("whip")] + found.ends[0, ENDS.index("whipped")])
    assert whips > 10


def test_a_sample_agrees_with_the_count():
    spot = spot_of("Ac Kd 9h", "7c", 2, 0)
    exact = tally_actions(spot, [PLAY], *all_orders(spot)).mean(0)
    tally = tally_block(spot, [PLAY], make_blocks(5, 20_000, block_size=20_000)[0])
    assert abs(tally.mean(0) - exact) < 4 * tally.stderr(0)


def test_a_certain_winner():
    """Three aces and trumps beneath them win or are beaten by whips alone; the highest whip of trumps by nothing."""
    spot = spot_of("Ac Kc Qc", "7c", 4, 1)
    tally = tally_block(spot, spot.actions, make_blocks(1, 2000, block_size=2000)[0])
    play = spot.actions.index(PLAY)
    assert tally.chance(play, "whip") == 1
    # Three opponents pay the mean of the 28 cards not seen; the pot holds four stakes.
    assert tally.mean(play) == pytest.approx(4 + 3 * (216 - 18 - 7) / 28, abs=4 * tally.stderr(play) + 1e-9)


@pytest.mark.parametrize(("hand", "seat"), [("Ad 9d 8d", 0), ("Ad 9d 8d", 3), ("7h 8h 9h", 2), ("7c 8c 9c", 1)])
def test_whips_win_as_often_as_is_counted(hand, seat):
    """The sample of deals and the exact count know nothing of each other."""
    spot = spot_of(hand, "Jc", 4, seat)
    tally = tally_block(spot, [PLAY], make_blocks(4, 20_000, block_size=20_000)[0])
    income = whip_income(RULES, spot.hand, spot.turn_up, 4, seat=seat)
    wins = float(income.wins)
    assert abs(tally.chance(0, "whip") - wins) < 4 * (wins * (1 - wins) / 20_000) ** 0.5 + 1e-9
    assert tally.chance(0, "whipped") == pytest.approx(1 - tally.chance(0, "whip"))
    won = wins * (4 + float(income.income))
    lost = (1 - wins) * 6.75  # what the loser draws, roughly
    assert tally.mean(0) == pytest.approx(won - lost, abs=4 * tally.stderr(0) + 0.02)


def test_others_have_whips_as_often_as_is_counted():
    spot = spot_of("Ad 9h 8s", "Jc", 5, 1)
    tally = tally_block(spot, [PLAY], make_blocks(4, 20_000, block_size=20_000)[0])
    anyone = 1 - float(whip_distribution(suit_sizes(RULES, (*spot.hand, spot.turn_up)), 4)[0])
    assert abs(tally.chance(0, "whipped") - anyone) < 4 * (anyone * (1 - anyone) / 20_000) ** 0.5


def test_the_known_chance_of_a_whip_corrects_and_does_not_bias():
    spot = spot_of("Ah Kh 7d", "9c", 4, 1)
    actions = [1 + 0b001, PLAY]  # throw the seven of diamonds, or play
    plain, corrected, errors = [], [], []
    for block in make_blocks(3, 60 * 500, block_size=500):
        tally = tally_block(spot, actions, block)
        plain.append(tally.sums[0] / tally.deals)
        corrected.append(tally.mean(0))
        errors.append(tally.stderr(0))
    n = len(plain)
    assert np.std(corrected, ddof=1) < 0.6 * np.std(plain, ddof=1)
    # The stated errors are those that show from block to block.
    assert 0.7 < np.std(corrected, ddof=1) / np.mean(errors) < 1.35
    gap = np.array(corrected) - np.array(plain)
    assert abs(gap.mean()) < 4 * gap.std(ddof=1) / n**0.5


def test_a_stock_that_may_run_out_corrects_nothing(small_rules):
    """Sixteen cards and four players leave three: what seat 2 can draw hangs on what seat 1 has drawn."""
    rules = small_rules("9TJQ")
    spot = spot_of("9d Td Qh", "9c", 4, 2, "sensible", rules=rules)
    assert not spot.stock_lasts
    assert spot_of("9d Td Qh", "9c", 4, 1, rules=rules).stock_lasts
    tally = tally_block(spot, spot.actions, make_blocks(3, 800, block_size=800)[0])
    for place in range(len(spot.actions)):
        assert tally.mean(place) == pytest.approx(tally.sums[place] / 800)
        assert tally.stderr(place) > 0


def test_tallies_add():
    spot = spot_of("Ah Kh 7d", "9c", 4, 1)
    orders, spare = block_orders(spot, make_blocks(3, 600, block_size=600)[0])
    whole = tally_actions(spot, spot.actions, orders, spare)
    parts = [tally_actions(spot, spot.actions, orders[part], spare[part]) for part in (slice(250), slice(250, None))]
    assert sum(part.deals for part in parts) == whole.deals == 600
    for name, total in whole.arrays.items():
        np.testing.assert_allclose(sum(part.arrays[name] for part in parts), total)
    assert whole.ends.sum(axis=1).tolist() == [600] * len(spot.actions)


def test_the_cards_of_a_block_come_from_its_stream():
    """As numpy spawns it from the seed of the job; the second number tells the look at a hand from its weighing."""
    spot = spot_of("Ah Kh 7d", "9c", 4, 1)
    orders, spare = block_orders(spot, Block(3, 40, (17, 3, 1)))
    generator = np.random.Generator(np.random.PCG64(np.random.SeedSequence(17, spawn_key=(3, 1))))
    rest = [card for card in range(32) if card not in (*spot.hand, spot.turn_up)]
    assert (orders == generator.permuted(np.tile(np.array(rest, np.uint8), (40, 1)), axis=1)).all()
    assert (spare == generator.integers(0, 2**64, size=40, dtype=np.uint64)).all()


def test_gains_are_paired():
    """Two actions that differ by one are so in every deal: the gain has no error, the values have."""
    values = np.array([[1.0, 4.0, 2.0, 7.0], [2.0, 5.0, 3.0, 8.0]])
    both = np.vstack([values, np.zeros_like(values)])
    tally = Tally(4, np.zeros(2), both.sum(axis=1), both @ both.T, np.zeros((2, len(ENDS)), np.int64))
    assert (tally.mean(0), tally.gain(1, 0)) == (3.5, 1.0)
    assert tally.stderr(0) == pytest.approx(np.std(values[0], ddof=1) / 2)
    assert tally.gain_stderr(1, 0) == pytest.approx(0, abs=1e-12)


def test_who_passes_has_a_share_of_a_pot_that_stays():
    spot = spot_of("7d 8h 9s", "Tc", 4, 1)
    tally = tally_block(spot, [PASS], make_blocks(2, 4000, block_size=4000)[0])
    # In every deal it is worth a quarter of the pot, or nothing.
    assert tally.sums[0] == pytest.approx(tally.products[0, 0])
    assert 0 < tally.mean(0) < 1
    assert tally.chance(0, "out") == 1


@pytest.mark.parametrize("pot", [0.0, 10.0])
def test_the_pot_matters_to_those_who_may_win_it(pot):
    low, high = (spot_of("Ac Kc 7d", "9c", 4, 1, pot=amount) for amount in (0.0, 10.0))
    block = make_blocks(2, 1000, block_size=1000)[0]
    assert tally_block(high, [PLAY], block).mean(0) > tally_block(low, [PLAY], block).mean(0) + 1
    assert spot_of("Ac Kc 7d", "9c", pot=pot).pot == pot


def test_everyone_else_passes():
    """With nobody forced, a policy that always passes leaves the pot to the one who plays."""
    spot = spot_of("7d 8h 9s", "Tc", 4, 1)
    codes = np.full((4, 4960), PASS, np.uint8)
    alone = Spot(RULES, spot.hand, spot.turn_up, 4, 1, codes, 4.0)  # codes not made legal: the forced seats pass too
    tally = tally_block(alone, [PLAY, PASS], make_blocks(1, 50, block_size=50)[0])
    assert (tally.mean(0), tally.mean(1)) == (4.0, 1.0)


def test_what_cannot_be(small_rules):
    with pytest.raises(DealError, match="2 to 6"):
        spot_of("7d 8h 9s", "Tc", 7)
    with pytest.raises(DealError, match="0 to 3"):
        spot_of("7d 8h 9s", "Tc", 4, 4)
    with pytest.raises(DealError, match="is in the hand"):
        spot_of("7d 8h 9s", "7d")
    with pytest.raises(DealError, match="2 exchanges"):
        spot_of("7d 8h 9s", "Tc", rules=small_rules("789TJQKA", exchanges="2"))
    with pytest.raises(DealError, match="0 or more"):
        spot_of("7d 8h 9s", "Tc", pot=-1.0)


@pytest.mark.parametrize(
    "changes",
    [
        {"leader": '"dealer"'},
        {"no_sweep": '"two_tricks"'},
        {"two_trick_payers": '"trickless"'},
        {"whip_takes_pot": "false"},
        {"reshuffle": '"always"'},
    ],
)
def test_other_readings_can_be_weighed(small_rules, changes):
    rules = small_rules("789TJQKA", **changes)
    spot = spot_of("Ac Kd 9h", "7c", 4, 2, "sensible", rules=rules)
    block = make_blocks(1, 1500, block_size=1500)[0]
    base = tally_block(spot_of("Ac Kd 9h", "7c", 4, 2, "sensible"), spot.actions, block)
    other = tally_block(spot, spot.actions, block)
    assert other.deals == base.deals
    same = np.allclose(other.sums, base.sums)
    assert same == (changes == {"reshuffle": '"always"'})  # the stock never runs out here
