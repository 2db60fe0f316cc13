"""Games of any number of seats over deals that are written out: what everybody earns, deal by deal, without a draw.

Nodes, deals and payoffs are those of `tests.naive.cfr`; a strategy gives for every ``(node, cell)`` of any seat the
probabilities of its actions, evenly where it has none. ``shares`` says what each seat gets of a pot by the tuple of
those who are best.
"""

from collections import defaultdict


def all_deals(hands, class_of, score_of, n_players):
    """Every deal of a hand to each seat from a small deck, merged where all classes are the same."""
    counts = defaultdict(int)

    def deal(dealt, used):
        if len(dealt) == n_players:
            counts[tuple(class_of[hand] for hand in dealt)] += 1
            return
        for hand in hands:
            if not hand & used:
                deal([*dealt, hand], used | hand)

    deal([], frozenset())
    total, score = sum(counts.values()), {class_of[hand]: score_of(hand) for hand in hands}
    return [(ways / total, classes, tuple(score[each] for each in classes)) for classes, ways in counts.items()]


def won(leaf, strengths, shares):
    """What each seat gets less what it paid."""
    gets = [-paid for paid in leaf["paid"]]
    for amount, seats in leaf["pots"]:
        top = max(strengths[seat] for seat in seats)
        best = tuple(seat for seat in seats if strengths[seat] == top)
        for seat in range(len(gets)):
            gets[seat] += amount * (shares[best][seat] if shares else (seat in best) / len(best))
    return gets


def _chances(node, classes, strategy):
    infoset = node["number"], node["cells"][classes[node["player"]]]
    return infoset, strategy.get(infoset) or [1 / len(node["children"])] * len(node["children"])


def moments(root, deals, strategy, shares=None):
    """Mean of every seat's payoff, and mean of its square."""
    n_players = len(deals[0][1])
    sums = [[0.0] * n_players, [0.0] * n_players]
    for probability, classes, strengths in deals:
        stack = [(root, probability)]
        while stack:
            node, reach = stack.pop()
            if "paid" in node:
                for seat, gets in enumerate(won(node, strengths, shares)):
                    sums[0][seat] += reach * gets
                    sums[1][seat] += reach * gets**2
                continue
            _, chances = _chances(node, classes, strategy)
            stack += [(child, reach * chance) for child, chance in zip(node["children"], chances, strict=True)]
    return sums


def last_earned(root, deals, seat, strategy, shares=None):
    """What each ``(node, cell, action)`` of a seat earns at the leaves that it is the last own action before."""
    earned = defaultdict(float)
    for probability, classes, strengths in deals:
        stack = [(root, probability, None)]
        while stack:
            node, reach, last = stack.pop()
            if "paid" in node:
                earned[last] += reach * won(node, strengths, shares)[seat]
                continue
            infoset, chances = _chances(node, classes, strategy)
            own = node["player"] == seat
            for action, (child, chance) in enumerate(zip(node["children"], chances, strict=True)):
                stack.append((child, reach, (*infoset, action)) if own else (child, reach * chance, last))
    return earned


class Infosets:
    """What can be said of a seat's infosets where all play by a strategy.

    ``coming`` is how likely chance and the others let the seat come, ``reach`` how likely it comes, ``worth`` what its
    actions are worth there, weighed as ``coming``.
    """

    def __init__(self, root, deals, seat, strategy, shares=None):
        self.seat, self.strategy, self.shares = seat, strategy, shares
        self.coming, self.reach, self.worth = defaultdict(float), defaultdict(float), {}
        for probability, classes, strengths in deals:
            self._value(root, classes, strengths, probability, 1.0)

    def _value(self, node, classes, strengths, coming, own):
        if "paid" in node:
            return coming * won(node, strengths, self.shares)[self.seat]
        infoset, chances = _chances(node, classes, self.strategy)
        steps = list(zip(node["children"], chances, strict=True))
        if node["player"] != self.seat:
            return sum(self._value(child, classes, strengths, coming * chance, own) for child, chance in steps)
        self.coming[infoset] += coming
        self.reach[infoset] += coming * own
        worth = self.worth.setdefault(infoset, [0.0] * len(steps))
        total = 0.0
        for action, (child, chance) in enumerate(steps):
            value = self._value(child, classes, strengths, coming, own * chance)
            worth[action] += value
            total += chance * value
        return total


def regrets(root, deals, seat, strategy, shares=None):
    """How much more each action of each infoset earns than what is done there."""
    found = {}
    for infoset, worth in Infosets(root, deals, seat, strategy, shares).worth.items():
        chances = strategy.get(infoset) or [1 / len(worth)] * len(worth)
        mean = sum(chance * value for chance, value in zip(chances, worth, strict=True))
        found[infoset] = [value - mean for value in worth]
    return found


def own_plan(root, seat, strategy):
    """Probability of each action of every infoset of a seat together with its own ones above, by node and cell."""
    plan = {}
    stack = [(root, None)]
    while stack:
        node, above = stack.pop()
        if "paid" in node:
            continue
        if node["player"] != seat:
            stack += [(child, above) for child in node["children"]]
            continue
        for hand, cell in enumerate(node["cells"]):
            _, chances = _chances(node, {seat: hand}, strategy)
            before = 1.0 if above is None else plan[above[0]["number"], above[0]["cells"][hand]][above[1]]
            plan[node["number"], cell] = [before * chance for chance in chances]
        stack += [(child, (node, action)) for action, child in enumerate(node["children"])]
    return plan


def best_of(earned, root, seat, n_classes):
    """What the best actions of a seat earn in all, and which they are, from what each earns at its last leaves."""
    choices = {}

    def value(node, hands):
        """Of the hands (classes) that come here, by own last cells: their sum."""
        if "paid" in node:
            return 0.0
        if node["player"] != seat:
            return sum(value(child, hands) for child in node["children"])
        total = 0.0
        for cell in sorted({node["cells"][hand] for hand in hands}):
            inside = [hand for hand in hands if node["cells"][hand] == cell]
            options = [
                earned.get((node["number"], cell, action), 0.0) + value(child, inside)
                for action, child in enumerate(node["children"])
            ]
            choices[node["number"], cell] = options.index(max(options))
            total += max(options)
        return total

    return value(root, range(n_classes)), choices
