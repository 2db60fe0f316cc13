"""The public tree of a betting game: counted before it is built, refused where it is too large."""

from __future__ import annotations

from typing import Any, NamedTuple, Protocol

from svara_odds.betting.call_closes import CallClosesReferee
from svara_odds.betting.pay_to_stay import PayToStayReferee
from svara_odds.betting.structure import Structure
from svara_odds.errors import SolveError
from svara_odds.rules.schema import CallCloses
from svara_odds.solver.tree import Decision, Leaf, PublicTree, grow
from svara_odds.text.tables import spoken_number

__all__ = ["MOST_NODES", "Referee", "TreeSize", "betting_tree", "count_tree", "referee"]

MOST_NODES = 5_000_000
MOST_KINDS = 200_000  # lines that are told apart while counting


class Referee(Protocol):
    """The rules of a betting game, one line at a time: trees too large to be written out are walked by it."""

    @property
    def root(self) -> Any:
        """The line before anybody has acted."""

    def expand(self, line: Any) -> Decision | Leaf:
        """What a line is: somebody's turn, with the lines that follow, or the end with its pots."""

    def signature(self, line: Any) -> tuple[object, ...]:
        """What two lines have in common under which equally much can follow."""


class TreeSize(NamedTuple):
    """How large a tree is.

    Attributes
    ----------
    decisions : int
        Nodes at which a seat decides.
    leaves : int
        Lines that end.
    """

    decisions: int
    leaves: int

    @property
    def nodes(self) -> int:
        """Nodes of every kind."""
        return self.decisions + self.leaves


def referee(structure: Structure) -> Referee:
    """The referee of a structure.

    Examples
    --------
    >>> from svara_odds.betting.structure import betting_structure
    >>> from svara_odds.rules.catalog import load_rules
    >>> judge = referee(betting_structure(load_rules("bulgarian"), 2))
    >>> [label for label, _ in judge.expand(judge.root).actions]
    ['blind 1', 'look']
    """
    if isinstance(structure.rules, CallCloses):
        return CallClosesReferee(structure)
    return PayToStayReferee(structure)


def count_tree(structure: Structure, *, kinds: int = MOST_KINDS) -> TreeSize:
    """Count the nodes of a betting game's tree without writing it out.

    Lines after which the same can happen, but for the names of seats and for amounts that do not matter, are counted
    once.

    Parameters
    ----------
    structure : Structure
    kinds : int
        Most lines that may have to be told apart.

    Returns
    -------
    TreeSize

    Raises
    ------
    SolveError
        If more than `kinds` lines have to be told apart.

    Examples
    --------
    >>> from svara_odds.betting.structure import betting_structure
    >>> from svara_odds.rules.catalog import load_rules
    >>> count_tree(betting_structure(load_rules("bulgarian"), 2))
    TreeSize(decisions=17, leaves=27)
    >>> count_tree(betting_structure(load_rules("bulgarian"), 10)).decisions
    449791473
    """
    judge = referee(structure)
    sizes: dict[tuple[object, ...], TreeSize] = {}
    follow: dict[tuple[object, ...], list[tuple[object, ...]]] = {}
    stack = [(judge.signature(judge.root), judge.root)]
    while stack:
        key, line = stack[-1]
        if key in sizes:
            stack.pop()
        elif key in follow:
            stack.pop()
            parts = [sizes[each] for each in follow.pop(key)]
            sizes[key] = TreeSize(1 + sum(part.decisions for part in parts), sum(part.leaves for part in parts))
        else:
            what = judge.expand(line)
            if isinstance(what, Leaf):
                sizes[key] = TreeSize(0, 1)
                continue
            lines = [(judge.signature(after), after) for _, after in what.actions]
            follow[key] = [signature for signature, _ in lines]
            stack += [each for each in lines if each[0] not in sizes]
            if len(sizes) + len(follow) > kinds:
                raise SolveError(f"tree: more than {spoken_number(kinds)} different lines; {_smaller(structure)}")
    return sizes[judge.signature(judge.root)]


def betting_tree(structure: Structure, *, limit: int = MOST_NODES, size: TreeSize | None = None) -> PublicTree:
    """Write out the public tree of a betting game.

    Parameters
    ----------
    structure : Structure
    limit : int
        Most nodes that the tree may have.
    size : TreeSize, optional
        What `count_tree` says of the structure, where that is known.

    Returns
    -------
    PublicTree

    Raises
    ------
    SolveError
        If the tree has more nodes than `limit`; the message has their number.

    Examples
    --------
    >>> from svara_odds.betting.structure import betting_structure
    >>> from svara_odds.rules.catalog import load_rules
    >>> betting_tree(betting_structure(load_rules("bulgarian"), 2))
    <PublicTree: 2 players, 17 decisions, 27 leaves>
    """
    size = size or count_tree(structure)
    if size.nodes > limit:
        raise SolveError(
            f"tree: {spoken_number(size.nodes)} nodes, {spoken_number(size.decisions)} of them decisions, are more "
            f"than the {spoken_number(limit)} that may be built; {_smaller(structure)}"
        )
    judge = referee(structure)
    return grow(judge.root, judge.expand, n_players=structure.n_players, rake=structure.rake)


def _smaller(structure: Structure) -> str:
    """What would make the tree smaller."""
    ways = ["fewer players"]
    if isinstance(structure.rules, CallCloses):
        ways += ["fewer raises (max_raises)", "shorter menus (bets, raises)", "no blind betting"]
    else:
        ways += ["fewer laps", "a lower max_bet", "no dark play"]
    return f"take {', '.join(ways[:-1])} or {ways[-1]}"
