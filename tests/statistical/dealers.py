"""The dealers of the package, asked who holds a card, who wins, and in which order; and dealers that cheat."""

from dataclasses import replace

import numpy as np

from svara_odds.jobs.blocks import Block
from svara_odds.odds.sampling.arrangement import arrange
from svara_odds.odds.sampling.dealing import block_work
from svara_odds.ranges.handrange import HandRange
from svara_odds.solver.deal import equal_division
from svara_odds.solver.sampling.game import SampledGame
from svara_odds.solver.sampling.playing import play_deals
from svara_odds.solver.tree import Decision, Leaf, Pot, grow
from svara_odds.tables.handtable import hand_table

RULES = "trynka"  # 21 cards, up to seven players
SEATS = 4


def holding(card):
    """A table in which the hands with a card beat all others, which are equal: who wins holds the card."""
    table = hand_table(RULES)
    order = (table.masks >> np.uint64(card) & np.uint64(1)).astype(np.uint8) + 1
    return replace(table, order=order)


def holders(counts, seats=SEATS):
    """Of the deals counted by set of winners: how often each seat holds the card, and nobody."""
    found = np.append(np.asarray(counts)[[1 << seat for seat in range(seats)]], counts[(1 << seats) - 1])
    assert found.sum() == sum(counts)
    return found


def lanes(table):
    """The dealer of hands and random hands."""
    return block_work(arrange(table, [None] * SEATS))


def restart(table):
    """The dealer of ranges: one drawn, one dealt, neither with the first card of the deck, and two random hands."""
    without = HandRange(table, (table.masks & np.uint64(1) == 0).astype(np.int64))
    return block_work(arrange(table, [without, without, None, None]))


def restart_chances(card):
    """How often each seat of `restart` holds a card: two hands of 20 cards, then two of 15, the first among them."""
    if card == 0:
        return np.array([0, 0, 3 / 15, 3 / 15, 9 / 15])
    left = 14 / 20
    return np.array([3 / 20, 3 / 20, left * 3 / 15, left * 3 / 15, left * 9 / 15])


def lane_chances(card):
    return np.array([3 / 21] * SEATS + [9 / 21])


def sampled_holders(card, deals, seed):
    """As `holders`, of the dealer of sampled CFR: who holds the card is paid 1, nobody else anything."""
    tree = grow(
        0,
        lambda turn: Decision(0, [("show", 1)]) if turn == 0 else Leaf([0.0] * SEATS, [Pot(1.0, (1 << SEATS) - 1)]),
        n_players=SEATS,
    )
    division = np.zeros_like(equal_division(SEATS))
    for seat in range(SEATS):
        division[1 << seat, seat] = 1.0
    game = SampledGame.of(tree, holding(card), information="points", division=division)
    played = play_deals(game, np.ones(game.n_entries, dtype=np.float32), deals, seed=seed)
    held = np.rint(np.array(played.values) * deals).astype(int)
    return np.append(held, deals - held.sum())


def one_by_one(work, deals, seed):
    """Set of winners of every deal of one stream, in order: what each deal adds to those before it."""
    totals = np.array([work(Block(0, size, (seed, 0))) for size in range(1, deals + 1)])
    steps = np.diff(totals, axis=0, prepend=0)
    assert (steps.sum(axis=1) == 1).all()
    return steps.argmax(axis=1)


# --- dealers that cheat ----------------------------------------------------------------------------------------------


def shuffled(deals, places, draw):
    """Decks in which each of the first places in turn changes with the one that `draw` says."""
    decks = np.tile(np.arange(21), (deals, 1))
    rows = np.arange(deals)
    for place in range(places):
        other = draw(place)
        decks[rows, place], decks[rows, other] = decks[rows, other], decks[rows, place].copy()
    return decks


def swapped_anywhere(rng, deals):
    """Every card changes places with any other: the shuffle that is often written, and not fair."""
    return shuffled(deals, 21, lambda place: rng.integers(0, 21, deals))


def modulo(rng, deals):
    """A fair shuffle but for its numbers: remainders of eight bits."""
    return shuffled(deals, 20, lambda place: place + rng.integers(0, 256, deals) % (21 - place))


def never_last(rng, deals):
    """A shuffle that is off by one: no card stays where it is."""
    return shuffled(deals, 20, lambda place: place + 1 + rng.integers(0, 20 - place, deals))


def cheated_holders(decks, card):
    """As `holders`, of decks dealt three cards a seat."""
    places = (decks == card).argmax(axis=1)
    return np.bincount(np.minimum(places // 3, SEATS), minlength=SEATS + 1)
