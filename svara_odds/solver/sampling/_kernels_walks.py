"""What every walk does: deals, the hands that are left, the places it comes to, and what a leaf pays."""

# Types here are numba's, which no checker of Python knows.
# mypy: ignore-errors

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from svara_odds._jit import jit
from svara_odds.jobs._kernels_stream import below, next_word

__all__ = ["Cards", "Lines", "Room"]


class Lines(NamedTuple):
    """The public tree, and where every node's infosets stand in the flat arrays.

    Attributes
    ----------
    player : int8 (nodes,)
    first_child, n_children : int32 (nodes,)
    start, cells : int64 (nodes,)
        Action `a` in cell `c` of a node is entry ``start + a * cells + c``.
    leaf : int32 (nodes,)
        Number of the leaf, -1 elsewhere.
    first_pot : int32 (leaves + 1,)
        Pots of each leaf.
    pot_amount, pot_seats : float64 and int64 (pots,)
    paid : float64 (leaves, players)
    division : float64 (2 ** players, players)
        Share of a pot that each seat owns where the seats of a mask are best.
    """

    player: npt.NDArray[np.int8]
    first_child: npt.NDArray[np.int32]
    n_children: npt.NDArray[np.int32]
    start: npt.NDArray[np.int64]
    cells: npt.NDArray[np.int64]
    leaf: npt.NDArray[np.int32]
    first_pot: npt.NDArray[np.int32]
    pot_amount: npt.NDArray[np.float64]
    pot_seats: npt.NDArray[np.int64]
    paid: npt.NDArray[np.float64]
    division: npt.NDArray[np.float64]


class Cards(NamedTuple):
    """The hands, and the deal of one walk.

    Attributes
    ----------
    cell_of : int32 (hands,)
        What seats that have looked tell apart, by row of the hand table; ascending with the score.
    order_of : int32 (hands,)
        Score order of each hand.
    order_of_cell : int32 (cells,)
        Score order of each cell.
    dense : bool
        Whether all cells are gone through, instead of those that the walking seat may hold.
    deck : int64 (cards,)
        All cards; put into another sequence all the time.
    rest : int64 (cards,)
        Scratch: the cards that are left, ascending.
    cell, order : int64 (players,)
        Cell and score order of each drawn hand.
    live, live_order : int32 (cells,)
        Cells that the walking seat may hold against the drawn hands, ascending, and the score order of each.
    chance : float32 (cells,)
        Probability of each.
    counts : int32 (cells,)
        Scratch, all 0 between walks.
    """

    cell_of: npt.NDArray[np.int32]
    order_of: npt.NDArray[np.int32]
    order_of_cell: npt.NDArray[np.int32]
    dense: bool
    deck: npt.NDArray[np.int64]
    rest: npt.NDArray[np.int64]
    cell: npt.NDArray[np.int64]
    order: npt.NDArray[np.int64]
    live: npt.NDArray[np.int32]
    live_order: npt.NDArray[np.int32]
    chance: npt.NDArray[np.float32]
    counts: npt.NDArray[np.int32]


class Room(NamedTuple):
    """Scratch for one walk.

    A visit is a place that the walk comes to: a decision of the walking seat, or a leaf.

    Attributes
    ----------
    node, above, below : int32 (visits,)
        Node of each visit; the visit it follows, -1 for the first; and the first visit that follows it, one for each
        action in turn.
    entry : int64 (visits,)
        First entry of the action that leads to the visit from the one above; -1 for the first.
    values, others : float32 (visits, cells)
        Rows of the walking seat's hands.
    strategy, other : float32 (actions, cells)
    """

    node: npt.NDArray[np.int32]
    above: npt.NDArray[np.int32]
    below: npt.NDArray[np.int32]
    entry: npt.NDArray[np.int64]
    values: npt.NDArray[np.float32]
    others: npt.NDArray[np.float32]
    strategy: npt.NDArray[np.float32]
    other: npt.NDArray[np.float32]


@jit
def deal(cards, n_players, skipped, state):
    """Draw a hand for every seat but `skipped` (-1: for all); gives how many cards of the deck are used."""
    deck = cards.deck
    used = 0
    for seat in range(n_players):
        if seat == skipped:
            continue
        for place in range(used, used + 3):
            other = place + np.int64(below(state, np.uint64(len(deck) - place)))
            deck[place], deck[other] = deck[other], deck[place]
        one, two, three = deck[used], deck[used + 1], deck[used + 2]
        low = min(one, min(two, three))
        high = max(one, max(two, three))
        middle = one + two + three - low - high
        # Rows of the hand table are ranked colexicographically.
        row = high * (high - 1) * (high - 2) // 6 + middle * (middle - 1) // 2 + low
        cards.cell[seat] = cards.cell_of[row]
        cards.order[seat] = cards.order_of[row]
        used += 3
    return used


@jit
def list_live(cards, used):
    """Fill in which cells the walking seat may hold with the cards left; gives how many."""
    n, counts, rest, cell_of = len(cards.deck), cards.counts, cards.rest, cards.cell_of
    taken = np.uint64(0)
    for place in range(used):
        taken |= np.uint64(1) << np.uint64(cards.deck[place])
    left = 0
    for card in range(n):
        rest[left] = card
        left += np.int64(1 - ((taken >> np.uint64(card)) & np.uint64(1)))
    for third in range(2, left):
        high = rest[third]
        base = high * (high - 1) * (high - 2) // 6
        for second in range(1, third):
            row = base + rest[second] * (rest[second] - 1) // 2
            for first in range(second):
                counts[cell_of[row + rest[first]]] += 1
    scale = np.float32(6.0 / (left * (left - 1) * (left - 2)))
    if cards.dense:
        for cell in range(len(counts)):
            cards.chance[cell] = np.float32(counts[cell]) * scale
            counts[cell] = 0
        return len(counts)
    live = 0
    for cell in range(len(counts)):
        if counts[cell]:
            cards.live[live] = cell
            cards.live_order[live] = cards.order_of_cell[cell]
            cards.chance[live] = np.float32(counts[cell]) * scale
            counts[cell] = 0
            live += 1
    return live


@jit
def pick(weights, lines, node, cell, state):
    """An action of a node drawn in proportion to the positive weights of a cell; evenly where there are none."""
    cells = lines.cells[node]
    at = lines.start[node] + (cell if cells > 1 else 0)
    n = lines.n_children[node]
    if n == 1:
        return np.int64(0)
    total = 0.0
    for action in range(n):
        total += max(weights[at + action * cells], 0.0)
    draw = np.float64(next_word(state) >> np.uint64(11)) / 9007199254740992.0
    if total <= 0.0:
        return min(np.int64(draw * n), n - 1)
    draw *= total
    for action in range(n - 1):
        draw -= max(weights[at + action * cells], 0.0)
        if draw < 0.0:
            return action
    # Rounding can carry the draw past the end: then the last action that is taken at all.
    action = n - 1
    while weights[at + action * cells] <= 0.0:
        action -= 1
    return action


@jit
def go_on(node, seat, lines, cards, weights, state):
    """The next decision of the walking seat, or the leaf, where the others play by the weights."""
    while lines.leaf[node] < 0 and lines.player[node] != seat:
        cell = cards.cell[lines.player[node]]
        node = lines.first_child[node] + pick(weights, lines, node, cell, state)
    return node


@jit
def trace(seat, lines, cards, weights, room, state):
    """Fill in the visits of a walk; gives how many."""
    room.node[0] = go_on(0, seat, lines, cards, weights, state)
    room.above[0] = -1
    room.entry[0] = -1
    end = 1
    visit = 0
    while visit < end:
        node = room.node[visit]
        if lines.leaf[node] < 0:
            room.below[visit] = end
            for action in range(lines.n_children[node]):
                room.node[end] = go_on(lines.first_child[node] + action, seat, lines, cards, weights, state)
                room.above[end] = visit
                room.entry[end] = lines.start[node] + action * lines.cells[node]
                end += 1
        visit += 1
    return end


@jit
def _first_at_least(orders, n, order):
    """Place of the first of `n` ascending score orders that is no lower."""
    low, high = 0, n
    while low < high:
        middle = (low + high) // 2
        if orders[middle] < order:
            low = middle + 1
        else:
            high = middle
    return low


@jit
def settle(lines, cards, seat, node, n_live, out):
    """What the walking seat gets at a leaf with each of its live cells."""
    leaf = lines.leaf[node]
    mine = np.int64(1) << seat
    orders = cards.order_of_cell if cards.dense else cards.live_order
    start = np.float32(-lines.paid[leaf, seat])
    for k in range(n_live):
        out[k] = start
    for pot in range(lines.first_pot[leaf], lines.first_pot[leaf + 1]):
        seats = lines.pot_seats[pot]
        amount = lines.pot_amount[pot]
        best = np.int64(-1)
        winners = np.int64(0)
        for other in range(len(cards.order)):
            if other != seat and (seats >> other) & 1:
                if cards.order[other] > best:
                    best = cards.order[other]
                    winners = np.int64(0)
                if cards.order[other] == best:
                    winners |= np.int64(1) << other
        lose = np.float32(amount * lines.division[winners, seat])
        level, above = n_live, n_live
        if seats & mine:
            level = _first_at_least(orders, n_live, best)
            above = _first_at_least(orders, n_live, best + 1)
        tie = np.float32(amount * lines.division[winners | mine, seat])
        win = np.float32(amount * lines.division[mine, seat])
        for k in range(level):
            out[k] += lose
        for k in range(level, above):
            out[k] += tie
        for k in range(above, n_live):
            out[k] += win


@jit
def match(weights, lines, node, cards, n_live, strategy):
    """Strategy of every live cell: each action in proportion to its positive weight."""
    cells = lines.cells[node]
    n = lines.n_children[node]
    even = np.float32(1.0) / np.float32(n)
    nothing = np.float32(0.0)
    for action in range(n):
        at = lines.start[node] + action * cells
        row = weights[at : at + cells]
        out = strategy[action]
        if cells == 1:
            for k in range(n_live):
                out[k] = max(row[0], nothing)
        elif cards.dense:
            for k in range(n_live):
                out[k] = max(row[k], nothing)
        else:
            for k in range(n_live):
                out[k] = max(row[cards.live[k]], nothing)
    total = strategy[n]
    for k in range(n_live):
        total[k] = nothing
    for action in range(n):
        for k in range(n_live):
            total[k] += strategy[action, k]
    for action in range(n):
        for k in range(n_live):
            strategy[action, k] = strategy[action, k] / total[k] if total[k] > nothing else even


@jit
def mix(values, first, n, strategy, n_live, out):
    """Fill in what a strategy is worth whose actions lead to the `n` rows of values from `first` on."""
    for k in range(n_live):
        out[k] = np.float32(0.0)
    for action in range(n):
        row, share = values[first + action], strategy[action]
        for k in range(n_live):
            out[k] += share[k] * row[k]


@jit
def add(target, at, cells, cards, n_live, values):
    """Add a value of every live cell, weighed by its chance, to the `cells` entries from `at` on."""
    row = target[at : at + cells]
    if cells == 1:
        total = np.float64(0.0)
        for k in range(n_live):
            total += cards.chance[k] * values[k]
        row[0] += total
    elif cards.dense:
        for k in range(n_live):
            row[k] += cards.chance[k] * values[k]
    else:
        for k in range(n_live):
            row[cards.live[k]] += cards.chance[k] * values[k]
