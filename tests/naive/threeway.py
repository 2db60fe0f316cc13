"""Three seats, one deal at a time: what every sequence of a seat earns, and how hands lie beside each other.

A tree is of the nodes of `tests.naive.cfr`. A deal is ``(probability, classes, strengths)``. Plans give for every
``(node, cell)`` of a seat how likely its own actions lead on by each action.
"""

from collections import defaultdict
from itertools import combinations


def joint(hands, class_of, own):
    """How many pairs of hands, by class, share no card with the hand `own` nor with each other."""
    counts = defaultdict(int)
    free = [(hand, class_of[hand]) for hand in hands if not hand & own]
    for one, other in combinations(free, 2):
        if not one[0] & other[0]:
            counts[one[1], other[1]] += 1
            counts[other[1], one[1]] += 1
    return counts


def all_deals(hands, class_of, score_of):
    """Every deal of three hands, merged where classes are the same."""
    counts = defaultdict(int)
    for first in hands:
        for (second, third), ways in joint(hands, class_of, first).items():
            counts[class_of[first], second, third] += ways
    total, score = sum(counts.values()), {class_of[hand]: score_of(hand) for hand in hands}
    return [(ways / total, classes, tuple(score[each] for each in classes)) for classes, ways in counts.items()]


def payoff(leaf, strengths, seat, shares):
    """What a seat gets less what it paid; `shares` says of those who are best what each seat gets, else equal."""
    gets = -leaf["paid"][seat]
    for amount, seats in leaf["pots"]:
        top = max(strengths[other] for other in seats)
        best = tuple(other for other in seats if strengths[other] == top)
        equal = [(other in best) / len(best) for other in range(3)]
        gets += amount * shares.get(best, equal)[seat]
    return gets


def plain_gradient(root, deals, seat, plans, shares):
    """What each ``(node, cell, action)`` of a seat earns at the leaves that it is the last one of; None for no action.

    Its own probabilities are not counted, those of chance and the others are.
    """
    earned = defaultdict(float)
    for probability, classes, strengths in deals:
        stack = [(root, (1.0, 1.0, 1.0), None)]
        while stack:
            node, reach, last = stack.pop()
            if "paid" in node:
                likely = probability
                for other in range(3):
                    likely *= reach[other] if other != seat else 1.0
                earned[last] += likely * payoff(node, strengths, seat, shares)
                continue
            acting = node["player"]
            cell = node["cells"][classes[acting]]
            for action, child in enumerate(node["children"]):
                weight = plans[acting][node["number"], cell][action]
                after = tuple(weight if other == acting else reach[other] for other in range(3))
                stack.append((child, after, (node["number"], cell, action) if acting == seat else last))
    return earned
