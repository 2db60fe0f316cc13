"""A tree as indented text: who may do what on which line, what each seat has paid at its end, and who wins what."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple, Protocol

from svara_odds.solver.tree import UNSEEN, Chance, Decision, Leaf
from svara_odds.text.wording import list_words

__all__ = ["Step", "Walkable", "ending", "printout", "walk"]

INDENT = "  "


class Walkable(Protocol):
    """A public tree, or a referee whose tree may be too large to be written out."""

    @property
    def root(self) -> Any:
        """Where every line starts."""

    def expand(self, place: Any, /) -> Decision | Chance | Leaf:
        """What follows there."""


class Step(NamedTuple):
    """One action on the way through a tree.

    Attributes
    ----------
    line : tuple of str
        The actions up to this one, such as ``("0 blind 1", "1 look")``.
    unseen : bool
        Whether it was taken before its seat had looked at its cards.
    what : Decision, Chance or Leaf
        What follows.
    """

    line: tuple[str, ...]
    unseen: bool
    what: Decision | Chance | Leaf


def walk(tree: Walkable, *, depth: int | None = None) -> Iterator[Step]:
    """Walk a tree line by line, as a reader would; nothing is kept, so that it may be as large as it likes.

    Parameters
    ----------
    tree : PublicTree or Referee
    depth : int, optional
        Most actions of a line.

    Yields
    ------
    Step
        Every action of the tree before those that follow it; first, with an empty line, where all lines start.
    """
    stack: list[tuple[tuple[str, ...], bool, Any]] = [((), False, tree.root)]
    while stack:
        line, unseen, place = stack.pop()
        what = tree.expand(place)
        yield Step(line, unseen, what)
        if isinstance(what, Leaf) or (depth is not None and len(line) >= depth):
            continue
        if isinstance(what, Decision):
            follow = [((*line, f"{what.player} {label}"), what.partition == UNSEEN, at) for label, at in what.actions]
        else:
            follow = [((*line, label), False, at) for label, at in what.outcomes]
        stack += reversed(follow)


def printout(tree: Walkable, *, depth: int | None = None, lines: int = 200) -> str:
    """Write a tree as indented text, an action a line.

    Parameters
    ----------
    tree : PublicTree or Referee
    depth : int, optional
        Most actions of a line; where it goes on, three points stand.
    lines : int
        Most lines of text.

    Returns
    -------
    str
        Before each action stands its seat, after it ``(unseen)`` where that seat had not looked at its cards, and
        after the last one what happens then.

    Examples
    --------
    >>> from svara_odds.betting.build import referee
    >>> from svara_odds.betting.structure import betting_structure
    >>> from svara_odds.rules.catalog import load_rules
    >>> print(printout(referee(betting_structure(load_rules(), 2, allow_blind=False, max_raises=0))))
    0 fold: 1 takes 2; paid 1, 1
    0 bet 2
      1 fold: 0 takes 2; paid 1, 1
      1 call 2: 0 and 1 show for 6; paid 3, 3
    """
    text: list[str] = []
    for step in walk(tree, depth=depth):
        if not step.line:
            if isinstance(step.what, Leaf):
                text.append(ending(step.what))
            continue
        if len(text) == lines:
            text.append("... and more lines")
            break
        ends = isinstance(step.what, Leaf)
        cut = not ends and depth is not None and len(step.line) == depth
        tail = f": {ending(step.what)}" if isinstance(step.what, Leaf) else " ..." if cut else ""
        seen = " (unseen)" if step.unseen else ""
        text.append(f"{INDENT * (len(step.line) - 1)}{step.line[-1]}{seen}{tail}")
    return "\n".join(text)


def ending(leaf: Leaf) -> str:
    """How a line ends: who wins what, and what each seat has paid.

    Examples
    --------
    >>> from svara_odds.solver.tree import Pot
    >>> ending(Leaf([1, 3, 3], [Pot(3, 0b111), Pot(4, 0b110)]))
    '0, 1 and 2 show for 3, 1 and 2 show for 4; paid 1, 3, 3'
    """
    parts = []
    for amount, seats in leaf.pots:
        names = [str(seat) for seat in range(len(leaf.paid)) if seats >> seat & 1]
        parts.append(f"{list_words(names)} {'show for' if len(names) > 1 else 'takes'} {amount:g}")
    return f"{', '.join(parts)}; paid {', '.join(f'{amount:g}' for amount in leaf.paid)}"
