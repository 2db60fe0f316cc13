"""Walks of sampled CFR: one seat tries all its actions with all its hands, the others' hands and actions are drawn.

A walk is traced first: which own decisions and leaves it comes to, parents before what follows. Then rows of all
hands of the walking seat are worked out from the end backwards. Nothing calls itself: machine code of functions that
do cannot be loaded again once it is kept on disk.
"""

# Types here are numba's, which no checker of Python knows.
# mypy: ignore-errors

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from svara_odds._jit import jit
from svara_odds.solver.sampling._kernels_walks import add, deal, list_live, match, mix, pick, settle, trace

__all__ = [
    "appraise_walks",
    "gradient_walks",
    "measure_walks",
    "play_out",
    "realize_flat",
    "respond_flat",
    "train_walks",
]


@jit
def train_walks(n_walks, weight, lines, cards, regrets, room, state):
    """Walk so many times for each seat in turn, against hands drawn anew; its regrets grow by `weight` times theirs."""
    n_players = len(cards.order)
    values, strategy = room.values, room.strategy
    mean = room.others[0]
    for _ in range(n_walks):
        for seat in range(n_players):
            n_live = list_live(cards, deal(cards, n_players, seat, state))
            for visit in range(trace(seat, lines, cards, regrets, room, state) - 1, -1, -1):
                node = room.node[visit]
                if lines.leaf[node] >= 0:
                    settle(lines, cards, seat, node, n_live, values[visit])
                    continue
                n, cells, first = lines.n_children[node], lines.cells[node], room.below[visit]
                match(regrets, lines, node, cards, n_live, strategy)
                mix(values, first, n, strategy, n_live, mean)
                for action in range(n):
                    row = values[first + action]
                    for k in range(n_live):
                        row[k] = weight * (row[k] - mean[k])
                    add(regrets, lines.start[node] + action * cells, cells, cards, n_live, row)
                values[visit, :n_live] = mean[:n_live]


@jit
def realize_flat(lines, above, weights, total, plan):
    """Probability of each action together with its seat's own ones above it, into `plan`; `above` as `respond_flat`."""
    nothing = np.float32(0.0)
    for node in range(len(lines.player)):
        if lines.leaf[node] >= 0:
            continue
        cells, n, start = lines.cells[node], lines.n_children[node], lines.start[node]
        even = np.float32(1.0) / np.float32(n)
        first, told = above[node] // 2, above[node] % 2
        total[:cells] = nothing
        for action in range(n):
            row = weights[start + action * cells : start + (action + 1) * cells]
            for k in range(cells):
                total[k] += max(row[k], nothing)
        for action in range(n):
            row = weights[start + action * cells : start + (action + 1) * cells]
            out = plan[start + action * cells : start + (action + 1) * cells]
            for k in range(cells):
                out[k] = max(row[k], nothing) / total[k] if total[k] > nothing else even
            if above[node] >= 0 and told:
                before = plan[first : first + cells]
                for k in range(cells):
                    out[k] *= before[k]
            elif above[node] >= 0:
                once = plan[first]
                for k in range(cells):
                    out[k] *= once


@jit
def gradient_walks(n_walks, seat, lines, cards, weights, room, state, gradient):
    """Sum over walks of what each entry of the seat earns at the leaves that it is the last own action before."""
    n_players = len(cards.order)
    out = room.values[0]
    for _ in range(n_walks):
        n_live = list_live(cards, deal(cards, n_players, seat, state))
        for visit in range(1, trace(seat, lines, cards, weights, room, state)):
            node = room.node[visit]
            if lines.leaf[node] >= 0:
                settle(lines, cards, seat, node, n_live, out)
                cells = lines.cells[room.node[room.above[visit]]]
                add(gradient, room.entry[visit], cells, cards, n_live, out)


@jit
def respond_flat(seat, lines, above, gradient, usual, response):
    """The best action of every infoset of a seat; where nothing was ever earned, what it does usually.

    Gives what they earn in all, leaves aside that the seat has no part in.

    ``above[node]`` is twice the first entry of the seat's last action before an own node, plus 1 where that tells its
    hands apart; -1 where it has not acted. The gradient ends as full values.
    """
    earned = 0.0
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
            else:
                earned += gradient[here + top * cells]
    return earned


class Duel(NamedTuple):
    """Weights by which one seat's response is compared with what it does usually.

    Attributes
    ----------
    usual : float32 (entries,)
        What every seat plays by usually.
    response : float32 (entries,)
        What the walking seat does instead.
    """

    usual: npt.NDArray[np.float32]
    response: npt.NDArray[np.float32]


@jit
def measure_walks(n_walks, seat, lines, cards, duel, room, state, out):
    """Sum over walks of what the response adds for the seat, and of its square, into ``out[0]`` and ``out[1]``."""
    n_players = len(cards.order)
    usual, best, strategy, chosen = room.values, room.others, room.strategy, room.other
    for _ in range(n_walks):
        n_live = list_live(cards, deal(cards, n_players, seat, state))
        for visit in range(trace(seat, lines, cards, duel.usual, room, state) - 1, -1, -1):
            node = room.node[visit]
            if lines.leaf[node] >= 0:
                settle(lines, cards, seat, node, n_live, usual[visit])
                best[visit, :n_live] = usual[visit, :n_live]
                continue
            n, first = lines.n_children[node], room.below[visit]
            match(duel.usual, lines, node, cards, n_live, strategy)
            match(duel.response, lines, node, cards, n_live, chosen)
            mix(usual, first, n, strategy, n_live, usual[visit])
            mix(best, first, n, chosen, n_live, best[visit])
        gain = 0.0
        for k in range(n_live):
            gain += np.float64(cards.chance[k]) * (np.float64(best[0, k]) - np.float64(usual[0, k]))
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
def appraise_walks(n_walks, lines, cards, appraisal, room, state):
    """Walk so many times for each seat, all playing by the weights, and note down values and reaches."""
    n_players = len(cards.order)
    values, reach, strategy, ones = room.values, room.others, room.strategy, room.other[0]
    weights = appraisal.weights
    ones[:] = 1.0
    for walk in range(n_walks * n_players):
        seat = walk % n_players
        n_live = list_live(cards, deal(cards, n_players, seat, state))
        end = trace(seat, lines, cards, weights, room, state)
        reach[0, :n_live] = 1.0
        for visit in range(end):
            node, first = room.node[visit], room.below[visit]
            if lines.leaf[node] >= 0:
                continue
            match(weights, lines, node, cards, n_live, strategy)
            for action in range(lines.n_children[node]):
                reach[first + action, :n_live] = reach[visit, :n_live] * strategy[action, :n_live]
        for visit in range(end - 1, -1, -1):
            node, first = room.node[visit], room.below[visit]
            if lines.leaf[node] >= 0:
                settle(lines, cards, seat, node, n_live, values[visit])
                continue
            n, cells = lines.n_children[node], lines.cells[node]
            match(weights, lines, node, cards, n_live, strategy)
            mix(values, first, n, strategy, n_live, values[visit])
            for action in range(n):
                add(appraisal.worth, lines.start[node] + action * cells, cells, cards, n_live, values[first + action])
            add(appraisal.coming, appraisal.infoset[node], cells, cards, n_live, ones)
            add(appraisal.reach, appraisal.infoset[node], cells, cards, n_live, reach[visit])


@jit
def play_out(n_deals, lines, cards, weights, state, payoffs, out):
    """Play deals to the end; sums of every seat's payoffs and of their squares into ``out[0]`` and ``out[1]``."""
    n_players = len(cards.order)
    for _ in range(n_deals):
        deal(cards, n_players, -1, state)
        node = 0
        while lines.leaf[node] < 0:
            cell = cards.cell[lines.player[node]]
            node = lines.first_child[node] + pick(weights, lines, node, cell, state)
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
