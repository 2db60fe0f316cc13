"""A game written as a Gambit ``.efg`` file, so that other programs can solve it and check us."""

from __future__ import annotations

from fractions import Fraction

import numpy as np

from svara_odds.errors import SolveError
from svara_odds.solver.deal import Deal, equal_division, leaf_payoffs
from svara_odds.solver.tree import CHANCE, LEAF, PublicTree
from svara_odds.solver.treeplex import partition_cells

__all__ = ["MAX_EFG_NODES", "efg_text"]

MAX_EFG_NODES = 1_000_000


def efg_text(tree: PublicTree, deal: Deal, *, title: str) -> str:
    """Write a public tree with a deal as an extensive-form game.

    The cards are dealt at the root, one outcome for every way that they can lie. A public card is not drawn again:
    each deal knows which one it shows. Infosets are numbered node by node, then cell by cell, from 1.

    Parameters
    ----------
    tree : PublicTree
    deal : Deal
    title : str

    Returns
    -------
    str
        Text of the file.

    Raises
    ------
    SolveError
        If the file would have more than a million nodes.
    """
    n_nodes = len(deal.probability) * tree.n_nodes + 1
    if n_nodes > MAX_EFG_NODES:
        raise SolveError(
            f"the file would have {n_nodes:,} nodes; up to {MAX_EFG_NODES:,} are allowed; "
            "take a smaller deck, or fewer raises or sizes"
        )
    return "\n".join(_Writer(tree, deal).lines(title)) + "\n"


class _Writer:
    def __init__(self, tree: PublicTree, deal: Deal) -> None:
        self.tree, self.deal = tree, deal
        shares = equal_division(tree.n_players, rake=tree.rake)
        shares = np.broadcast_to(shares, (len(tree.pot_leaf), *shares.shape[-2:]))
        leaves = range(tree.n_leaves)
        self.payoffs = [leaf_payoffs(tree, leaf, deal.strength, shares) for leaf in leaves]
        self.leaf_of = {int(node): leaf for leaf, node in enumerate(tree.leaves)}
        numbers = range(2 + len(tree.partitions))
        self.cells = [partition_cells(tree, deal.n_classes, number) for number in numbers]
        self.first_infoset = self._first_infosets()

    def _first_infosets(self) -> list[int]:
        """Number of the first infoset of each node, counted from 1 for each player."""
        used = [1] * self.tree.n_players
        first = []
        for player, partition in zip(self.tree.player.tolist(), self.tree.partition.tolist(), strict=True):
            first.append(used[player] if player >= 0 else 0)
            if player >= 0:
                used[player] += int(self.cells[partition].max()) + 1
        return first

    def lines(self, title: str) -> list[str]:
        seats = " ".join(f'"seat {seat}"' for seat in range(self.tree.n_players))
        outcomes = " ".join(
            f'"{number}" {share.numerator}/{share.denominator}' for number, share in enumerate(self._probabilities())
        )
        text = [f'EFG 2 R "{_plain(title)}" {{ {seats} }}', f'c "" 1 "deal" {{ {outcomes} }} 0']
        for number in range(len(self.deal.probability)):
            self._write(0, number, text)
        return text

    def _probabilities(self) -> list[Fraction]:
        """Probabilities as fractions that add up to exactly 1."""
        least = self.deal.probability.min()
        weights = [Fraction(float(value / least)).limit_denominator(10**6) for value in self.deal.probability]
        total = sum(weights, Fraction(0))
        return [weight / total for weight in weights]

    def _write(self, node: int, number: int, text: list[str]) -> None:
        """Add the part of the game below a node for one deal, a parent before its children."""
        player = int(self.tree.player[node])
        if player == LEAF:
            leaf = self.leaf_of[node]
            payoffs = " ".join(repr(float(value)) for value in self.payoffs[leaf][number])
            text.append(f't "" {leaf * len(self.deal.probability) + number + 1} "" {{ {payoffs} }}')
            return
        children = self.tree.children(node)
        if player == CHANCE:
            shown = next(child for child in children if self._shown(child, number))
            self._write(shown, number, text)
            return
        cell = int(self.cells[self.tree.partition[node]][self.deal.classes[number, player]])
        actions = " ".join(f'"{_plain(self.tree.label(child))}"' for child in children)
        text.append(f'p "" {player + 1} {self.first_infoset[node] + cell} "" {{ {actions} }} 0')
        for child in children:
            self._write(child, number, text)

    def _shown(self, node: int, number: int) -> bool:
        """Whether the deal shows the outcome that leads to a node."""
        stage = sum(self.tree.player[self.tree.parent[step]] == CHANCE for step in self.tree.path(node)) - 1
        return str(self.deal.outcomes[stage][number]) == self.tree.label(node)


def _plain(text: str) -> str:
    """A label without the quotes and backslashes that the format gives a meaning."""
    return text.replace("\\", "/").replace('"', "'")
