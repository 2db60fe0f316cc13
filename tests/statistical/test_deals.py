"""Every dealer deals every card to every seat equally often, and no deal tells of another."""

import numpy as np
import pytest

from svara_odds.jobs.blocks import iter_blocks
from svara_odds.tables.handtable import hand_table
from tests.statistical import dealers
from tests.statistical.checks import assert_frequencies, assert_no_echo, assert_runs, assert_scatter

DEALERS = {"lanes": (dealers.lanes, dealers.lane_chances), "restart": (dealers.restart, dealers.restart_chances)}
CHEATS = [dealers.swapped_anywhere, dealers.modulo, dealers.never_last]
DEALS = 1 << 17
CARDS = 21


def dealt(make, card, deals, seed):
    work = make(dealers.holding(card))
    counts = sum(work(block) for block in iter_blocks(seed, deals, block_size=work.block_size))
    return dealers.holders(counts)


@pytest.mark.parametrize("name", DEALERS)
def test_every_card_comes_to_every_seat_as_often_as_it_should(name):
    make, chances = DEALERS[name]
    for card in range(CARDS):
        assert_frequencies(dealt(make, card, DEALS, seed=card), chances(card))


def test_sampled_walks_deal_every_card_to_every_seat():
    for card in range(CARDS):
        assert_frequencies(dealers.sampled_holders(card, DEALS, seed=card), dealers.lane_chances(card))


@pytest.mark.slow
@pytest.mark.parametrize("name", [*DEALERS, "sampled"])
def test_every_card_in_three_million_deals(name):
    for card in range(CARDS):
        if name == "sampled":
            assert_frequencies(dealers.sampled_holders(card, 3_000_000, seed=card), dealers.lane_chances(card))
        else:
            make, chances = DEALERS[name]
            assert_frequencies(dealt(make, card, 3_000_000, seed=100 + card), chances(card))


@pytest.mark.parametrize("cheat", CHEATS)
def test_a_cheat_is_found_out_by_as_many_deals(cheat):
    decks = cheat(np.random.default_rng(5), DEALS)
    caught = 0
    for card in range(CARDS):
        try:
            assert_frequencies(dealers.cheated_holders(decks, card), dealers.lane_chances(card))
        except AssertionError:
            caught += 1
    assert caught > 0


# --- order -----------------------------------------------------------------------------------------------------------

LANES = (1, 2, 63, 64, 65, 256)


@pytest.mark.parametrize("name", DEALERS)
def test_deals_of_a_stream_do_not_tell_of_each_other(name):
    make, _ = DEALERS[name]
    winners = dealers.one_by_one(make(hand_table(dealers.RULES)), 2000, seed=17)
    held = dealers.one_by_one(make(dealers.holding(7)), 3000, seed=18)
    for seat in range(dealers.SEATS):
        for flags in (winners == 1 << seat, held == 1 << seat):
            assert_no_echo(flags, LANES)
            assert_runs(flags)
    # A card that was among the last to be dealt comes as soon again as any other.
    late = (held == 1 << 2) | (held == 1 << 3)
    assert_no_echo(late, LANES)
    assert_runs(late)


@pytest.mark.parametrize("name", DEALERS)
def test_first_deals_of_streams_are_as_fair_as_later_ones(name):
    """The deck lies in order then, so that a shuffle that favours some places favours some cards."""
    make, chances = DEALERS[name]
    for card in (1, CARDS - 1):
        work = make(dealers.holding(card))
        counts = sum(work(block) for block in iter_blocks(31, 5000, block_size=1))
        assert_frequencies(dealers.holders(counts), chances(card))


@pytest.mark.parametrize("name", DEALERS)
def test_blocks_do_not_tell_of_each_other(name):
    """How often seat 0 has a card in each block scatters as chance has it: streams that agree would not."""
    make, chances = DEALERS[name]
    work, size = make(dealers.holding(7)), 256
    held = [int(work(block)[1]) for block in iter_blocks(23, 2000 * size, block_size=size)]
    assert_scatter(held, size, chances(7)[0])
    assert_no_echo(held, (1, 2, 8))
    assert_runs(np.array(held) > np.median(held))


def test_echoes_and_copied_streams_are_found_out():
    rng = np.random.default_rng(3)
    fair = rng.random(3000) < 0.25
    echo = np.where(rng.random(3000) < 0.15, np.roll(fair, 64), fair)  # one deal in seven repeats the lane before it
    assert_no_echo(fair, LANES)
    with pytest.raises(AssertionError, match="64"):
        assert_no_echo(echo, LANES)
    sticky = np.repeat(fair[:2000], np.where(rng.random(2000) < 0.15, 2, 1))
    with pytest.raises(AssertionError):
        assert_runs(sticky)
    blocks = rng.binomial(256, 1 / 7, 2000)
    assert_scatter(blocks, 256, 1 / 7)
    with pytest.raises(AssertionError):  # two threads of the same seed, counted as one block
        assert_scatter(2 * rng.binomial(128, 1 / 7, 2000), 256, 1 / 7)
