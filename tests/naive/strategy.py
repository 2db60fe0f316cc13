"""What a strategy is worth and how often play comes somewhere, one deal at a time and line by line.

A node is ``{"number", "player", "cells", "children"}`` or a leaf ``{"paid", "pots"}``, as in `tests.naive.cfr`; a deal
is ``(probability, classes, strengths)``; strategies map infosets ``(number, cell)`` to the chances of the actions.
"""

from collections import defaultdict


def result(leaf, strengths, tie):
    """What every seat gets less what it paid; `tie` says what a share of a tied pot is."""
    gets = [-paid for paid in leaf["paid"]]
    for amount, seats in leaf["pots"]:
        best = max(strengths[seat] for seat in seats)
        winners = sorted(seat for seat in seats if strengths[seat] == best)
        for place, seat in enumerate(winners):
            gets[seat] += amount * (1.0 if len(winners) == 1 else tie(len(winners), amount)[place])
    return gets


def equal(tied, amount):
    return [1 / tied] * tied


def playing(node, deal, strategies, tie=equal):
    """Every line that a deal can take: its probability, the infosets and actions on it, and the leaf's result."""
    if "paid" in node:
        yield 1.0, (), result(node, deal[2], tie)
        return
    infoset = node["number"], node["cells"][deal[1][node["player"]]]
    for action, (chance, child) in enumerate(zip(strategies[infoset], node["children"], strict=True)):
        for rest, steps, got in playing(child, deal, strategies, tie):
            yield chance * rest, ((*infoset, action), *steps), got


def appraise(root, deals, strategies, tie=equal):
    """Reach of every infoset given its hand, what each action there is worth, and mean and mean square of results.

    The worth of an action supposes that its seat has come to the infoset and takes it, the others and the cards
    being as likely as they then are; None where they never let it come there.
    """
    owner = owners(root)
    dealt, reach = defaultdict(float), defaultdict(float)
    weight, worth = defaultdict(float), defaultdict(float)
    n = len(deals[0][1])
    mean, square = [0.0] * n, [0.0] * n
    for deal in deals:
        for number, (seat, cells) in owner.items():
            dealt[number, cells[deal[1][seat]]] += deal[0]
        for chance, steps, got in playing(root, deal, strategies, tie):
            for seat in range(n):
                mean[seat] += deal[0] * chance * got[seat]
                square[seat] += deal[0] * chance * got[seat] ** 2
            for number, cell, _ in steps:
                reach[number, cell] += deal[0] * chance
    for deal in deals:
        forced(root, deal, strategies, owner, tie, weight, worth)
    reach = {infoset: reach[infoset] / share for infoset, share in dealt.items()}
    return reach, {key: worth[key] / weight[key] if weight[key] else None for key in weight}, mean, square


def owners(node):
    """Seat and cells of every node that decides."""
    if "paid" in node:
        return {}
    found = {node["number"]: (node["player"], node["cells"])}
    for child in node["children"]:
        found |= owners(child)
    return found


def forced(root, deal, strategies, owner, tie, weight, worth):
    """Add to every action what a deal gives its seat where it wants to come there and takes it."""

    def go(node, others, seat):
        """Walk with every own action of `seat` taken for sure until a chosen one; the rest is played on."""
        if "paid" in node:
            return
        infoset = node["number"], node["cells"][deal[1][node["player"]]]
        for action, child in enumerate(node["children"]):
            if node["player"] == seat:
                value = sum(chance * got[seat] for chance, _, got in playing(child, deal, strategies, tie))
                weight[*infoset, action] += deal[0] * others
                worth[*infoset, action] += deal[0] * others * value
                go(child, others, seat)
            else:
                go(child, others * strategies[infoset][action], seat)

    for seat in range(len(deal[1])):
        go(root, 1.0, seat)
