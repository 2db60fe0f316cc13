"""A betting game of a rule set: its hands, its structure and its public tree, which solvers work on."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from svara_odds.betting.build import Referee, TreeSize, betting_tree, count_tree, referee
from svara_odds.betting.printout import printout
from svara_odds.betting.structure import Structure
from svara_odds.errors import SolveError
from svara_odds.rules.ruleset import RuleSet
from svara_odds.solver.tree import PublicTree
from svara_odds.tables.handtable import HandTable
from svara_odds.text.tables import spoken_number

__all__ = ["BettingGame"]


@dataclass(frozen=True, eq=False, repr=False)
class BettingGame:
    """A rule set's betting at a table, before anybody has acted.

    Made by :func:`svara_odds.betting_game`.

    Attributes
    ----------
    table : HandTable
        The hands and what they are worth.
    structure : Structure
        How it is bet, by how many, for what.
    """

    table: HandTable
    structure: Structure

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {self.rules.name}: {self.structure.n_players} players, {self.size_words()}>"

    @property
    def rules(self) -> RuleSet:
        """The rule set."""
        return self.table.rules

    @cached_property
    def referee(self) -> Referee:
        """What may be done on any line, without the tree."""
        return referee(self.structure)

    @cached_property
    def size(self) -> TreeSize:
        """How large the tree is, counted without building it; `SolveError` where even that takes too long."""
        return count_tree(self.structure)

    def size_words(self) -> str:
        """The size of the tree in words."""
        try:
            return f"{spoken_number(self.size.decisions)} decisions, {spoken_number(self.size.leaves)} leaves"
        except SolveError:
            return "more decisions than can be counted"

    @cached_property
    def tree(self) -> PublicTree:
        """The public tree, built when it is first asked for; `SolveError` where it is too large."""
        return betting_tree(self.structure, size=self.size)

    def printout(self, *, depth: int | None = None, lines: int = 200) -> str:
        """The tree as indented text, to a `depth` of so many actions and at most so many `lines`."""
        return printout(self.referee, depth=depth, lines=lines)
