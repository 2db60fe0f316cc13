"""Textbook games as public trees: the solver's code runs them unchanged."""

from itertools import permutations

import numpy as np

from svara_odds.solver.deal import Deal, explicit_game
from svara_odds.solver.tree import Chance, Decision, Leaf, Pot, PublicTree, grow
from svara_odds.solver.treeplex import Game


def kuhn_tree() -> PublicTree:
    """Kuhn poker: one card each of three, ante 1, one bet of 1."""
    return grow("", kuhn_state, n_players=2)


def kuhn_state(line):
    """What comes after a line of Kuhn poker, c, b, f standing for check or call, bet and fold."""
    paid = {"": (1, 1), "cb": (1, 2), "b": (2, 1)}
    if line in paid:
        first, second = ("call", "fold") if line.endswith("b") else ("bet", "check")
        return Decision(len(line) % 2, [(first, line + first[0]), (second, line + second[0])])
    if line == "c":
        return Decision(1, [("bet", "cb"), ("check", "cc")])
    if line.endswith("f"):
        winner = 1 if line == "bf" else 2  # who bet and was not called
        return Leaf([2, 1] if line == "bf" else [1, 2], [Pot(3, winner)])
    stake = 1 if line == "cc" else 2
    return Leaf([stake, stake], [Pot(2 * stake, 3)])


def kuhn_deal() -> Deal:
    classes = np.array(list(permutations(range(3), 2)), dtype=np.int32)
    return Deal(classes, classes.astype(np.int64), np.full(6, 1 / 6), 3)


def kuhn() -> Game:
    return explicit_game(kuhn_tree(), kuhn_deal())


def leduc_tree(max_raises: int = 2) -> PublicTree:
    """Leduc poker: six cards, ante 1, bets of 2 then 4, two raises (bets included) a round, one public card."""

    def expand(state):
        stage, line, paid, shown = state
        if line.endswith("f"):
            loser = (len(line) - 1) % 2
            return Leaf(list(paid), [Pot(sum(paid), 1 << (1 - loser))])
        closed = line.endswith("c") and len(line) > 1
        if closed and stage == 0:
            return Chance([(rank, (1, "", paid, rank)) for rank in "JQK"])
        if closed:
            return Leaf(list(paid), [Pot(sum(paid), 3)])
        player = len(line) % 2
        size = 2 if stage == 0 else 4

        def put(amount):
            return tuple(amount if seat == player else kept for seat, kept in enumerate(paid))

        level = max(paid)
        actions = []
        if paid[player] < level:
            actions.append(("fold", (stage, line + "f", paid, shown)))
        actions.append(("call", (stage, line + "c", put(level), shown)))
        if line.count("r") < max_raises:
            actions.append(("raise", (stage, line + "r", put(level + size), shown)))
        return Decision(player, actions)

    return grow((0, "", (1, 1), ""), expand, n_players=2)


def leduc() -> Game:
    deals = list(permutations(range(6), 3))
    ranks = np.array(deals) // 2
    strength = np.where(ranks[:, :2] == ranks[:, 2:], 10 + ranks[:, :2], ranks[:, :2])
    outcomes = ["JQK"[rank] for rank in ranks[:, 2]]
    probability = np.full(len(deals), 1 / len(deals))
    deal = Deal(ranks[:, :2].astype(np.int32), strength.astype(np.int64), probability, 3, (outcomes,))
    return explicit_game(leduc_tree(), deal)
