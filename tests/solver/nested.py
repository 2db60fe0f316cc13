"""Public trees and plans in the shape that the naive twin reads, and plans by chance."""

import numpy as np

from svara_odds.solver.equilibrium import behaviour_of, plan_of
from svara_odds.solver.tree import LEAF
from svara_odds.solver.treeplex import partition_cells
from tests.naive.cfr import number_nodes


def nested(tree, n_classes):
    """The tree as dictionaries; nodes get the numbers that they have in the tree, as both count level by level."""
    leaf_of = {int(node): leaf for leaf, node in enumerate(tree.leaves)}

    def build(node):
        if tree.player[node] == LEAF:
            pots = [
                (pot.amount, [seat for seat in range(tree.n_players) if pot.seats >> seat & 1])
                for pot in tree.pots(leaf_of[node])
            ]
            return {"paid": tree.paid[leaf_of[node]].tolist(), "pots": pots}
        cells = partition_cells(tree, n_classes, int(tree.partition[node])).tolist()
        children = [build(child) for child in tree.children(node)]
        return {"player": int(tree.player[node]), "cells": cells, "children": children}

    return number_nodes(build(0))


def deals_of(deal):
    """The deals as tuples."""
    return list(zip(deal.probability.tolist(), deal.classes.tolist(), deal.strength.tolist(), strict=True))


def infosets(plex, behaviour):
    """A behaviour as a dictionary from public node and cell to the probabilities of its actions."""
    found = {}
    for start, cells, actions, node in zip(plex.start, plex.cells, plex.actions, plex.node, strict=True):
        block = behaviour[start : start + cells * actions].reshape(actions, cells)
        found.update({(int(node), cell): block[:, cell].tolist() for cell in range(cells)})
    return found


def random_plans(plexes, seed, *, power=1):
    """A plan for every player; a higher power makes it less even."""
    draw = np.random.default_rng(seed)
    return [plan_of(plex, behaviour_of(plex, draw.random(plex.n_sequences) ** power)) for plex in plexes]


def gradients(game, plans):
    """What every sequence of every player earns against the plans of the others."""
    found = [np.full(plex.n_sequences, np.nan) for plex in game.plexes]
    for player, out in enumerate(found):
        game.payoffs.gradient(player, plans, out)
    return found
