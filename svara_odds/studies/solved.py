"""A solved game: the table of its strategy, what is done on one line of it, as text and as a picture."""

from __future__ import annotations

import os
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from svara_odds.errors import SolveError
from svara_odds.results import Result
from svara_odds.rules.ruleset import RuleSet
from svara_odds.saving import save_result
from svara_odds.solver.forum import forum_text
from svara_odds.solver.strategy import Strategy
from svara_odds.solver.tree import SEEN

if TYPE_CHECKING:
    from matplotlib.axes import Axes

__all__ = ["Solved", "whole"]


@dataclass(frozen=True, eq=False, repr=False)
class Solved(Result):
    """The answer of `solve`: a table of the strategy, single values beside it, and the strategy itself.

    Attributes
    ----------
    strategy : Strategy, optional
    history : tuple of (int, float)
        Iterations and NashConv at every check of the solver.
    rules : RuleSet, optional
        What was played.
    """

    strategy: Strategy | None = None
    history: tuple[tuple[int, float], ...] = ()
    rules: RuleSet | None = None

    def at(self, line: str | None = None) -> Result:
        """What every class of hands does at one point of the betting.

        Parameters
        ----------
        line : str, optional
            Such as ``"0 blind 1 / 1 double to 2"``, at the end of which a seat that has looked decides. If not given,
            the one of these that play comes to most often.

        Returns
        -------
        Result
            The rows of the strategy that are of this line. Beside them: ``line``, ``seat``, ``reach`` (how often play
            comes there) and ``actions``, the mean frequency of each.

        Raises
        ------
        SolveError
            If there is no such line, or nobody who has looked decides at its end.

        Examples
        --------
        >>> from svara_odds import solve
        >>> solve("fortegames", allow_blind=False, max_raises=1, target=0.01).at("0 bet 2").extra["seat"]
        1
        """
        assert self.strategy is not None
        strategy = self.strategy
        node = strategy.main_node() if line is None else strategy.node_of(line)
        if strategy.tree.partition[node] != SEEN:
            usual = strategy.tree.line(strategy.main_node())
            raise SolveError(
                f"line {line!r}: seat {strategy.tree.player[node]} has not looked at its cards; such as {usual!r}"
            )
        means = strategy.mean_frequency(node).tolist()
        extra = {
            "line": strategy.tree.line(node),
            "seat": int(strategy.tree.player[node]),
            "reach": float(strategy.weights(node) @ strategy.reached(node)),
            "actions": dict(zip(strategy.labels(node), means, strict=True)),
        }
        return Result(self.info, strategy.columns([node]), name="strategy", extra=extra)

    def chart(
        self,
        line: str | None = None,
        axes: Axes | None = None,
        *,
        by: Literal["hand", "points"] = "hand",
        lang: str = "en",
    ) -> Axes:
        """Draw what is done at one point of the betting; ``.figure`` of the answer is the picture.

        Parameters
        ----------
        line : str, optional
            As for `at`.
        axes : Axes, optional
            Where to draw; by default on a figure of its own.
        by : str
            ``"hand"``: a field for each class of hands; ``"points"``: a bar for each score.
        lang : str
            ``en``, ``bg``, ``ru`` or ``pl``.

        Returns
        -------
        Axes

        Raises
        ------
        SolveError
            If there is no such line or drawing.
        MissingPackageError
            If matplotlib is not installed.
        """
        from svara_odds.studies.charts import draw_result

        if by not in ("hand", "points"):
            raise SolveError(f"by: {by!r} is not allowed; give hand or points")
        assert self.rules is not None
        name = "strategy-matrix" if by == "hand" else "strategy-by-points"
        return draw_result(name, self.at(line), self.rules, axes, lang=lang)

    def text(self, *, least_reach: float = 0.01) -> str:
        """The strategy as plain text, for a forum: the actions by points, on every line of at least `least_reach`."""
        assert self.strategy is not None
        return forum_text(self.strategy, least_reach=least_reach)

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write the table and its provenance to `path`, CSV or Parquet; `svara_odds.load_result` reads it."""
        save_result(self, path)


def whole(solved: Solved) -> Solved:
    """The answer; an interrupt that ended it early ends what is made of it too, for nothing there would say so."""
    if solved.extra["interrupted"]:
        raise KeyboardInterrupt
    return solved
