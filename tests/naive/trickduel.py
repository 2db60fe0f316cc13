"""Two players' tricks with hidden hands, hand by hand and card by card, nothing being taken together.

A strategy is a function of the hand of three cards (sorted tuple), the cards played so far (in order) and the legal
cards, that gives a dict from card to probability. `gain` maps the tricks of seat 0 to what it wins from seat 1.
"""

from itertools import combinations

import numpy as np
from scipy import sparse
from scipy.optimize import linprog

from tests.naive.trickplay import ORDER, beats, legal


class Duel:
    """The rules of one game: its cards without the one turned up, trumps, gains, and what must be played."""

    def __init__(self, cards, trump, gain, *, order=ORDER, **must):
        self.cards, self.trump, self.gain, self.order, self.must = cards, trump, gain, order, must
        hands = [tuple(sorted(three)) for three in combinations(cards, 3)]
        self.hands = [hand for hand in hands if len({card[1] for card in hand}) > 1]
        deals = [(a, b) for a in self.hands for b in self.hands if not set(a) & set(b)]
        self.deals, self.chance = deals, 1 / len(deals)

    def turn(self, played):
        """Seat to play and tricks of seat 0, from the cards played alone."""
        leader, tricks = 0, 0
        for at in range(0, len(played) - 1, 2):
            if beats(played[at + 1], played[at], self.trump, self.order):
                leader = 1 - leader
            tricks += leader == 0
        return (leader if len(played) % 2 == 0 else 1 - leader), tricks

    def moves(self, hand, played):
        left = [card for card in hand if card not in played]
        table = played[-1:] if len(played) % 2 else ()
        return legal(left, table, self.trump, order=self.order, **self.must)


def value(duel, strategies, hands, played=()):
    """Expected gain of seat 0 in one deal."""
    if len(played) == 6:
        return duel.gain[duel.turn(played)[1]]
    seat, _ = duel.turn(played)
    moves = duel.moves(hands[seat], played)
    chances = {moves[0]: 1.0} if len(moves) == 1 else strategies[seat](hands[seat], played, moves)
    return sum(p * value(duel, strategies, hands, (*played, card)) for card, p in chances.items() if p)


def expected(duel, strategies):
    return sum(value(duel, strategies, hands) for hands in duel.deals) * duel.chance


def best_response(duel, seat, strategy):
    """The most that a seat can get against the strategy of the other."""
    sign = 1 if seat == 0 else -1

    def best(hand, played, others):
        """Best total for this hand, `others` being the hands of the other with what leads to them."""
        if len(played) == 6:
            return sign * duel.gain[duel.turn(played)[1]] * sum(weight for _, weight in others)
        if duel.turn(played)[0] == seat:
            return max(best(hand, (*played, card), others) for card in duel.moves(hand, played))
        following = {}
        for other, weight in others:
            moves = duel.moves(other, played)
            chances = {moves[0]: 1.0} if len(moves) == 1 else strategy(other, played, moves)
            for card, p in chances.items():
                if p:
                    following.setdefault(card, []).append((other, weight * p))
        return sum(best(hand, (*played, card), reached) for card, reached in following.items())

    total = 0.0
    for hand in duel.hands:
        others = [(other, duel.chance) for other in duel.hands if not set(hand) & set(other)]
        total += best(hand, (), others)
    return total


def equilibrium_value(duel):
    """What the game is worth to seat 0, by a linear program over the plans of both."""
    sequences = [{(): 0}, {(): 0}]  # infoset and card: number
    parents = [[], []]  # of each infoset: parent sequence, own sequences
    infosets = [{}, {}]
    terms = {}

    def walk(hands, played, reached):
        if len(played) == 6:
            terms[reached] = terms.get(reached, 0.0) + duel.chance * duel.gain[duel.turn(played)[1]]
            return
        seat, _ = duel.turn(played)
        moves = duel.moves(hands[seat], played)
        if len(moves) > 1:
            key = (hands[seat], played)
            if key not in infosets[seat]:
                infosets[seat][key] = len(parents[seat])
                numbers = [sequences[seat].setdefault((key, card), len(sequences[seat])) for card in moves]
                parents[seat].append((reached[seat], numbers))
        for card in moves:
            after = list(reached)
            if len(moves) > 1:
                after[seat] = sequences[seat][(hands[seat], played), card]
            walk(hands, (*played, card), tuple(after))

    for hands in duel.deals:
        walk(hands, (), (0, 0))
    flows = []
    for seat in range(2):
        rows = [(0, 0, 1.0)]
        for row, (parent, numbers) in enumerate(parents[seat], start=1):
            rows += [(row, parent, -1.0), *((row, number, 1.0) for number in numbers)]
        row, column, entry = zip(*rows, strict=True)
        shape = (len(parents[seat]) + 1, len(sequences[seat]))
        flows.append(sparse.csr_array((entry, (row, column)), shape=shape))
    pairs = np.array(list(terms))
    payoffs = sparse.csr_array((list(terms.values()), (pairs[:, 0], pairs[:, 1])), shape=tuple(map(len, sequences)))
    # max v(root) so that no sequence of seat 1 costs seat 0 more than its infosets say: flow1' v <= payoffs' x.
    n_values = flows[1].shape[0]
    cost = np.zeros(len(sequences[0]) + n_values)
    cost[len(sequences[0])] = -1.0
    above = sparse.hstack([-payoffs.T, flows[1].T]).tocsr()
    equal = sparse.hstack([flows[0], sparse.csr_array((flows[0].shape[0], n_values))]).tocsr()
    start = np.zeros(flows[0].shape[0])
    start[0] = 1.0
    bounds = [(0, None)] * len(sequences[0]) + [(None, None)] * n_values
    answer = linprog(cost, A_ub=above, b_ub=np.zeros(len(sequences[1])), A_eq=equal, b_eq=start, bounds=bounds)
    assert answer.status == 0, answer.message
    return -answer.fun
