"""Walks of sampled CFR: one seat tries all its actions with all its hands, the others' hands and actions are drawn."""

# Types here are numba's, which no checker of Python knows.
# mypy: ignore-errors

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from svara_odds._jit import jit
from svara_odds.jobs._kernels_stream import below, next_word

__all__ = ["appraise_walks", "gradient_walks", "measure_walks", "play_out", "respond_flat", "train_walks"]


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
        What seats that have looked tell apart, by row of the hand table.
    order_of : int32 (hands,)
        Score order of each hand.
    deck : int64 (cards,)
        All cards; put into another sequence all the time.
    cell : int64 (players,)
        Cell of each drawn hand.
    order : int64 (players,)
        Score order of each drawn hand.
    live : int64 (cells,)
        Cells that the walking seat may hold against the drawn hands.
    live_order : int64 (cells,)
        Score order of each.
    chance : float64 (cells,)
        Probability of each.
    counts : int64 (cells,)
        Scratch, all 0 between walks.
    """

    cell_of: npt.NDArray[np.int32]
    order_of: npt.NDArray[np.int32]
    deck: npt.NDArray[np.int64]
    cell: npt.NDArray[np.int64]
    order: npt.NDArray[np.int64]
    live: npt.NDArray[np.int64]
    live_order: npt.NDArray[np.int64]
    chance: npt.NDArray[np.float64]
    counts: npt.NDArray[np.int64]


@jit
def _row(one, two, three):
    """Row of a hand in the table: its cards sorted, then ranked colexicographically."""
    low = min(one, min(two, three))
    high = max(one, max(two, three))
    middle = one + two + three - low - high
    return high * (high - 1) * (high - 2) // 6 + middle * (middle - 1) // 2 + low


@jit
def _deal(cards, n_players, skipped, state):
    """Draw a hand for every seat but `skipped` (-1: for all); gives how many cards of the deck are used."""
    deck = cards.deck
    used = 0
    for seat in range(n_players):
        if seat == skipped:
            continue
        for place in range(used, used + 3):
            other = place + np.int64(below(state, np.uint64(len(deck) - place)))
            deck[place], deck[other] = deck[other], deck[place]
        row = _row(deck[used], deck[used + 1], deck[used + 2])
        cards.cell[seat] = cards.cell_of[row]
        cards.order[seat] = cards.order_of[row]
        used += 3
    return used


@jit
def _list_live(cards, used):
    """Fill in which cells the walking seat may hold with the cards left; gives how many."""
    deck = cards.deck
    n = len(deck)
    live = 0
    for third in range(used + 2, n):
        for second in range(used + 1, third):
            for first in range(used, second):
                row = _row(deck[first], deck[second], deck[third])
                cell = cards.cell_of[row]
                if cards.counts[cell] == 0:
                    cards.live[live] = cell
                    cards.live_order[live] = cards.order_of[row]
                    live += 1
                cards.counts[cell] += 1
    left = n - used
    total = left * (left - 1) * (left - 2) / 6
    for k in range(live):
        cards.chance[k] = cards.counts[cards.live[k]] / total
        cards.counts[cards.live[k]] = 0
    return live


@jit
def _pick(weights, lines, node, cell, state):
    """An action of a node drawn in proportion to the positive weights of a cell; evenly where there are none."""
    cells = lines.cells[node]
    at = lines.start[node] + (cell if cells > 1 else 0)
    n = lines.n_children[node]
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
def _settle(lines, cards, seat, node, n_live, out):
    """What the walking seat gets at a leaf with each of its live cells."""
    leaf = lines.leaf[node]
    mine = np.int64(1) << seat
    for k in range(n_live):
        out[k] = -lines.paid[leaf, seat]
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
        lose = amount * lines.division[winners, seat]
        win = amount * lines.division[mine, seat]
        tie = amount * lines.division[winners | mine, seat]
        if not seats & mine:
            win = lose
            tie = lose
        for k in range(n_live):
            order = cards.live_order[k]
            out[k] += win if order > best else (tie if order == best else lose)


@jit
def _match(weights, lines, node, cards, n_live, strategy):
    """Strategy of every live cell: each action in proportion to its positive weight."""
    cells = lines.cells[node]
    n = lines.n_children[node]
    for k in range(n_live):
        at = lines.start[node] + (cards.live[k] if cells > 1 else 0)
        total = 0.0
        for action in range(n):
            total += max(weights[at + action * cells], 0.0)
        for action in range(n):
            strategy[action, k] = max(weights[at + action * cells], 0.0) / total if total > 0.0 else 1.0 / n


@jit
def _train(node, depth, seat, lines, cards, store, room, state):
    """Values of the live cells at a node in ``room.values[depth]``; regrets and sums of the seat grow on the way."""
    n_live = room.n_live[0]
    while lines.leaf[node] < 0 and lines.player[node] != seat:
        cell = cards.cell[lines.player[node]]
        node = lines.first_child[node] + _pick(store.regrets, lines, node, cell, state)
    out = room.values[depth]
    if lines.leaf[node] >= 0:
        _settle(lines, cards, seat, node, n_live, out)
        return
    n = lines.n_children[node]
    cells = lines.cells[node]
    strategy, reach, kept = room.strategy[depth], room.reach, room.kept[depth]
    _match(store.regrets, lines, node, cards, n_live, strategy)
    for k in range(n_live):
        out[k] = 0.0
    for action in range(n):
        for k in range(n_live):
            reach[depth + 1, k] = reach[depth, k] * strategy[action, k]
        _train(lines.first_child[node] + action, depth + 1, seat, lines, cards, store, room, state)
        below_here = room.values[depth + 1]
        for k in range(n_live):
            kept[action, k] = below_here[k]
            out[k] += strategy[action, k] * below_here[k]
    for action in range(n):
        at = lines.start[node] + action * cells
        for k in range(n_live):
            here = at + (cards.live[k] if cells > 1 else 0)
            store.regrets[here] += cards.chance[k] * (kept[action, k] - out[k])
            store.sums[here] += cards.chance[k] * reach[depth, k] * strategy[action, k]


class Store(NamedTuple):
    """Flat arrays over all infosets and actions.

    Attributes
    ----------
    regrets : float32 (entries,)
        Every seat acts by their positive parts; those of the walking seat are updated.
    sums : float32 (entries,)
        Weighted sum of its strategies, updated.
    """

    regrets: npt.NDArray[np.float32]
    sums: npt.NDArray[np.float32]


class Room(NamedTuple):
    """Scratch for one walk, by own decisions on the way.

    Attributes
    ----------
    values, reach : float64 (depth, cells)
    strategy, kept : float64 (depth, actions, cells)
    n_live : int64 (1,)
    """

    values: npt.NDArray[np.float64]
    reach: npt.NDArray[np.float64]
    strategy: npt.NDArray[np.float64]
    kept: npt.NDArray[np.float64]
    n_live: npt.NDArray[np.int64]


@jit
def train_walks(n_walks, seats, lines, cards, store, room, state):
    """Walk so many times for each of `seats` in turn, each time against hands drawn anew."""
    n_players = len(cards.order)
    for _ in range(n_walks):
        for seat in seats:
            room.n_live[0] = _list_live(cards, _deal(cards, n_players, seat, state))
            room.reach[0, : room.n_live[0]] = 1.0
            _train(0, 0, seat, lines, cards, store, room, state)


class Duel(NamedTuple):
    """Weights by which one seat's response is found and compared with what it does usually.

    Attributes
    ----------
    others : float32 (entries,)
        What every seat plays by usually.
    response : float32 (entries,)
        What the walking seat does instead.
    """

    others: npt.NDArray[np.float32]
    response: npt.NDArray[np.float32]


@jit
def _gather(node, last, seat, lines, cards, weights, room):
    """Add what the leaves below a node pay to the entries of the walking seat's last actions; `last` is -1 for none."""
    n_live = room.n_live[0]
    gradient, state = room.gradient, room.state
    while lines.leaf[node] < 0 and lines.player[node] != seat:
        cell = cards.cell[lines.player[node]]
        node = lines.first_child[node] + _pick(weights, lines, node, cell, state)
    if lines.leaf[node] < 0:
        for action in range(lines.n_children[node]):
            entry = 2 * (lines.start[node] + action * lines.cells[node]) + (1 if lines.cells[node] > 1 else 0)
            _gather(lines.first_child[node] + action, entry, seat, lines, cards, weights, room)
        return
    if last < 0:
        return
    out = room.values[0]
    _settle(lines, cards, seat, node, n_live, out)
    for k in range(n_live):
        gradient[last // 2 + (cards.live[k] if last % 2 else 0)] += cards.chance[k] * out[k]


class GatherRoom(NamedTuple):
    """What gathering walks fill in.

    Attributes
    ----------
    gradient : float64 (entries,)
    values : float64 (1, cells)
        Scratch.
    n_live : int64 (1,)
    state : uint64 (4,)
        Of the random stream.
    """

    gradient: npt.NDArray[np.float64]
    values: npt.NDArray[np.float64]
    n_live: npt.NDArray[np.int64]
    state: npt.NDArray[np.uint64]


@jit
def gradient_walks(n_walks, seat, lines, cards, weights, room):
    """Sum over walks of what each entry of the seat earns at the leaves that it is the last own action before."""
    n_players = len(cards.order)
    for _ in range(n_walks):
        room.n_live[0] = _list_live(cards, _deal(cards, n_players, seat, room.state))
        _gather(0, -1, seat, lines, cards, weights, room)


@jit
def respond_flat(seat, lines, above, gradient, usual, response):
    """The best action of every infoset of a seat; where nothing was ever earned, what it does usually.

    ``above[node]`` is twice the first entry of the seat's last action before an own node, plus 1 where that tells its
    hands apart; -1 where it has not acted. The gradient ends as full values.
    """
    for node in range(len(lines.player) - 1, -1, -1):
        if lines.player[node] != seat:
            continue
        cells = lines.cells[node]
        n = lines.n_children[node]
        for cell in range(cells):
            here = lines.start[node] + cell
            top = 0
            tried = False
            for action in range(n):
                tried = tried or gradient[here + action * cells] != 0.0
                if gradient[here + action * cells] > gradient[here + top * cells]:
                    top = action
            for action in range(n):
                entry = here + action * cells
                response[entry] = (1.0 if action == top else 0.0) if tried else usual[entry]
            if above[node] >= 0:
                gradient[above[node] // 2 + (cell if above[node] % 2 else 0)] += gradient[here + top * cells]


@jit
def _measure(node, depth, seat, lines, cards, duel, room, state):
    """Values at a node under the average strategy in ``values[depth]`` and under the response in ``reach[depth]``."""
    n_live = room.n_live[0]
    while lines.leaf[node] < 0 and lines.player[node] != seat:
        cell = cards.cell[lines.player[node]]
        node = lines.first_child[node] + _pick(duel.others, lines, node, cell, state)
    usual, best = room.values[depth], room.reach[depth]
    if lines.leaf[node] >= 0:
        _settle(lines, cards, seat, node, n_live, usual)
        best[:n_live] = usual[:n_live]
        return
    n = lines.n_children[node]
    strategy, chosen = room.strategy[depth], room.kept[depth]
    _match(duel.others, lines, node, cards, n_live, strategy)
    _match(duel.response, lines, node, cards, n_live, chosen)
    for k in range(n_live):
        usual[k] = 0.0
        best[k] = 0.0
    for action in range(n):
        _measure(lines.first_child[node] + action, depth + 1, seat, lines, cards, duel, room, state)
        for k in range(n_live):
            usual[k] += strategy[action, k] * room.values[depth + 1, k]
            best[k] += chosen[action, k] * room.reach[depth + 1, k]


@jit
def measure_walks(n_walks, seat, lines, cards, duel, room, state, out):
    """Sum over walks of what the response adds for the seat, and of its square, into ``out[0]`` and ``out[1]``."""
    n_players = len(cards.order)
    for _ in range(n_walks):
        n_live = _list_live(cards, _deal(cards, n_players, seat, state))
        room.n_live[0] = n_live
        _measure(0, 0, seat, lines, cards, duel, room, state)
        gain = 0.0
        for k in range(n_live):
            gain += cards.chance[k] * (room.reach[0, k] - room.values[0, k])
        out[0] += gain
        out[1] += gain * gain


class Appraisal(NamedTuple):
    """What is found out about every infoset, summed over walks.

    Attributes
    ----------
    weights : float32 (entries,)
        What every seat plays by.
    infoset : int64 (nodes,)
        First infoset of each node.
    worth : float64 (entries,)
        Value of each action, weighed as `coming`.
    coming, reach : float64 (infosets,)
        Probability that the others and the cards let the seat come here, and that it comes here itself.
    """

    weights: npt.NDArray[np.float32]
    infoset: npt.NDArray[np.int64]
    worth: npt.NDArray[np.float64]
    coming: npt.NDArray[np.float64]
    reach: npt.NDArray[np.float64]


@jit
def _appraise(node, depth, seat, lines, cards, appraisal, room, state):
    """Values of the live cells at a node in ``room.values[depth]``, noted down for every own node on the way."""
    n_live = room.n_live[0]
    while lines.leaf[node] < 0 and lines.player[node] != seat:
        cell = cards.cell[lines.player[node]]
        node = lines.first_child[node] + _pick(appraisal.weights, lines, node, cell, state)
    out = room.values[depth]
    if lines.leaf[node] >= 0:
        _settle(lines, cards, seat, node, n_live, out)
        return
    strategy = room.strategy[depth]
    _match(appraisal.weights, lines, node, cards, n_live, strategy)
    for k in range(n_live):
        out[k] = 0.0
    for action in range(lines.n_children[node]):
        for k in range(n_live):
            room.reach[depth + 1, k] = room.reach[depth, k] * strategy[action, k]
        _appraise(lines.first_child[node] + action, depth + 1, seat, lines, cards, appraisal, room, state)
        at = lines.start[node] + action * lines.cells[node]
        for k in range(n_live):
            value = room.values[depth + 1, k]
            out[k] += strategy[action, k] * value
            appraisal.worth[at + (cards.live[k] if lines.cells[node] > 1 else 0)] += cards.chance[k] * value
    for k in range(n_live):
        here = appraisal.infoset[node] + (cards.live[k] if lines.cells[node] > 1 else 0)
        appraisal.coming[here] += cards.chance[k]
        appraisal.reach[here] += cards.chance[k] * room.reach[depth, k]


@jit
def appraise_walks(n_walks, lines, cards, appraisal, room, state):
    """Walk so many times for each seat, all playing by the weights, and note down values and reaches."""
    n_players = len(cards.order)
    for _ in range(n_walks):
        for seat in range(n_players):
            room.n_live[0] = _list_live(cards, _deal(cards, n_players, seat, state))
            room.reach[0, : room.n_live[0]] = 1.0
            _appraise(0, 0, seat, lines, cards, appraisal, room, state)


@jit
def play_out(n_deals, lines, cards, weights, state, payoffs, out):
    """Play deals to the end; sums of every seat's payoffs and of their squares into ``out[0]`` and ``out[1]``."""
    n_players = len(cards.order)
    for _ in range(n_deals):
        _deal(cards, n_players, -1, state)
        node = 0
        while lines.leaf[node] < 0:
            cell = cards.cell[lines.player[node]]
            node = lines.first_child[node] + _pick(weights, lines, node, cell, state)
        leaf = lines.leaf[node]
        for seat in range(n_players):
            payoffs[seat] = -lines.paid[leaf, seat]
        for pot in range(lines.first_pot[leaf], lines.first_pot[leaf + 1]):
            best = np.int64(-1)
            winners = np.int64(0)
            for seat in range(n_players):
                if (lines.pot_seats[pot] >> seat) & 1:
                    if cards.order[seat] > best:
                        best = cards.order[seat]
                        winners = np.int64(0)
                    if cards.order[seat] == best:
                        winners |= np.int64(1) << seat
            for seat in range(n_players):
                payoffs[seat] += lines.pot_amount[pot] * lines.division[winners, seat]
        for seat in range(n_players):
            out[0, seat] += payoffs[seat]
            out[1, seat] += payoffs[seat] * payoffs[seat]
