"""Counterfactual regret minimisation and best responses one deal at a time, on nested dictionaries.

A node is ``{"player", "cells", "children"}``, cells giving for each hand class what its player tells apart, or a leaf
``{"paid", "pots"}`` with pots as pairs of an amount and seats. A deal is ``(probability, classes, strengths)``.
"""

from collections import defaultdict
from itertools import count


def number_nodes(root):
    """Give every node that decides a number of its own, level by level."""
    numbers, level = count(), [root]
    while level:
        for node in level:
            node["number"] = next(numbers)
        level = [child for node in level for child in node.get("children", ())]
    return root


def payoff(leaf, strengths, seat):
    """What a seat gets less what it paid; equal hands share."""
    gets = -leaf["paid"][seat]
    for amount, seats in leaf["pots"]:
        best = max(strengths[other] for other in seats)
        winners = [other for other in seats if strengths[other] == best]
        gets += amount / len(winners) if seat in winners else 0
    return gets


def play(node, deal, seat, strategies, weight, earned):
    """Expected payoff to `seat` from a node on, and what each action of its own is worth, added to `earned`."""
    probability, classes, strengths = deal
    if "paid" in node:
        return weight * probability * payoff(node, strengths, seat)
    acting = node["player"]
    infoset = node["number"], node["cells"][classes[acting]]
    chances = strategies[acting].get(infoset) or [1 / len(node["children"])] * len(node["children"])
    total = 0
    for action, (chance, child) in enumerate(zip(chances, node["children"], strict=True)):
        value = play(child, deal, seat, strategies, weight if acting == seat else weight * chance, earned)
        if acting == seat:
            earned[infoset][action] += value
        total += chance * value if acting == seat else value
    return total


def own_reach(node, hand, seat, strategies, reach, found):
    """How often a seat's own actions let it come to its infosets with a hand."""
    if "paid" in node:
        return
    children, chances = node["children"], None
    if node["player"] == seat:
        infoset = node["number"], node["cells"][hand]
        chances = strategies[seat].get(infoset) or [1 / len(children)] * len(children)
        found[infoset] = [reach * chance for chance in chances]
    for action, child in enumerate(children):
        own_reach(child, hand, seat, strategies, reach * chances[action] if chances else reach, found)


def plain_cfr(root, deals, iterations, *, gain, loss, least, average):
    """Run CFR with the factors t^gain / (t^gain + 1) of old positive regrets, likewise of negative ones.

    Gives the current and the average strategy of each of two players: dictionaries from infosets to probabilities.
    """
    strategies, regrets, sums = [{}, {}], [{}, {}], [{}, {}]
    hands = {seat: {deal[1][seat] for deal in deals} for seat in range(2)}
    for t in range(1, iterations + 1):
        for seat in range(2):
            earned = defaultdict(lambda: defaultdict(float))
            for deal in deals:
                play(root, deal, seat, strategies, 1.0, earned)
            for infoset, worth in earned.items():
                n = len(worth)
                now = strategies[seat].get(infoset, [1 / n] * n)
                mean = sum(now[action] * worth[action] for action in range(n))
                old = regrets[seat].get(infoset, [0.0] * n)
                kept = [value * _kept(t - 1, gain if value > 0 else loss) for value in old]
                new = [max(kept[action] + worth[action] - mean, least) for action in range(n)]
                positive = [max(value, 0.0) for value in new]
                total = sum(positive)
                regrets[seat][infoset] = new
                strategies[seat][infoset] = [value / total if total else 1 / n for value in positive]
            found = {}
            for hand in hands[seat]:
                own_reach(root, hand, seat, strategies, 1.0, found)
            for infoset, reach in found.items():
                before = sums[seat].get(infoset, [0.0] * len(reach))
                sums[seat][infoset] = [b + t**average * r for b, r in zip(before, reach, strict=True)]
    return strategies, [{infoset: _normal(each) for infoset, each in total.items()} for total in sums]


def _kept(before, power):
    return 1.0 if power == float("inf") else before**power / (before**power + 1)


def _normal(values):
    total = sum(values)
    return [value / total if total else 1 / len(values) for value in values]


def plain_best_response(root, deals, seat, strategies):
    """The most that a seat can get against the other's strategy."""

    def values(node, weights):
        """Best value by own hand class, where deal `d` is come to with ``weights[d]``."""
        if "paid" in node:
            found = defaultdict(float)
            for (_, classes, strengths), weight in zip(deals, weights, strict=True):
                found[classes[seat]] += weight * payoff(node, strengths, seat)
            return found
        children = node["children"]
        if node["player"] != seat:
            found = defaultdict(float)
            for action, child in enumerate(children):
                share = [_chance(node, deal, 1 - seat, strategies, action) for deal in deals]
                for hand, value in values(child, [w * s for w, s in zip(weights, share, strict=True)]).items():
                    found[hand] += value
            return found
        options = [values(child, weights) for child in children]
        best = {}
        for cell in set(node["cells"]):
            hands = [hand for hand in options[0] if node["cells"][hand] == cell]
            choice = max(options, key=lambda option: sum(option[hand] for hand in hands))
            best.update({hand: choice[hand] for hand in hands})
        return best

    return sum(values(root, [deal[0] for deal in deals]).values())


def _chance(node, deal, player, strategies, action):
    chances = strategies[player].get((node["number"], node["cells"][deal[1][player]]))
    return chances[action] if chances else 1 / len(node["children"])
