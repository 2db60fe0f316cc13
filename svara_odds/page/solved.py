"""Solved strategies and blind bets as the page shows them, kept in small files that ship with the package.

A file belongs to one hand table, by whose digest it is named, bet in one way:

``strategies``
    for a number of ``players``, with ``blind`` bets or without: ``ante``, ``bets``, ``exploitability`` (as texts) and
    ``lines``. A line says what happened ``before`` (such as ``["0 bet 2"]``: the seat and what it did), whose ``seat``
    it is, which ``actions`` there are, and how often each is taken, in whole percent that add up to 100: ``byClass``,
    one list over the hand classes for each action, or over one entry where the seat has not looked; ``byLevel``, the
    average over the hands of each score that come to the line; and ``reach``, how many of them do, in percent.
``blinds``
    one row for each number of ``players`` and size of ``blind``: what the right to bet blind is worth to seat 0
    (``gain``), how often it is used (``frequency``) and doubled (``double``, by seat), both in percent.

The page hides what it has no file for.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from decimal import ROUND_CEILING, Decimal
from importlib import resources
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import msgspec
import numpy as np
from numpy.typing import NDArray

from svara_odds._files import write_whole
from svara_odds.errors import DamagedFileError
from svara_odds.rules.ruleset import RuleSet
from svara_odds.tables.handtable import HandTable

if TYPE_CHECKING:
    from svara_odds.solver.strategy import Strategy

__all__ = ["SolvedLine", "blind_row", "lines_of", "load_solved", "strategy_entry", "write_solved"]

SHIPPED = resources.files(__package__) / "tables"
FORMAT = 1
GAIN_DIGITS = 3  # of an ante: what a solution to a ten-thousandth vouches for

Floats = NDArray[np.float64]


class SolvedLine(NamedTuple):
    """One public line of a strategy.

    Attributes
    ----------
    before : sequence of str
        What happened, each the seat and its action, such as ``"0 bet 2"``.
    seat : int
    actions : sequence of str
    frequencies : ndarray
        Shape (actions, classes), or (actions, 1) where the seat has not looked; columns add up to 1.
    reach : ndarray
        Shape (classes,) or (1,): how likely each comes to the line.
    """

    before: Sequence[str]
    seat: int
    actions: Sequence[str]
    frequencies: Floats
    reach: Floats


def load_solved(table: HandTable, folder: Path | None = None) -> dict[str, Any] | None:
    """What is solved for the game of a hand table.

    Parameters
    ----------
    table : HandTable
    folder : Path, optional
        Where the files are; by default those that ship.

    Returns
    -------
    dict or None
        ``strategies`` and ``blinds``, as above; None where there is no file, or it was made for another betting.

    Raises
    ------
    DamagedFileError
        If the file is not that of the table.
    """
    path = (folder or SHIPPED) / _file_name(table)
    try:
        content = json.loads(path.read_bytes())
    except FileNotFoundError:
        return None
    except ValueError:
        raise DamagedFileError(f"{path}: not a file of solved tables; write it anew") from None
    expected = {"format": FORMAT, "digest": table.digest, "classes": table.symmetry.n_classes}
    for key, value in expected.items():
        if not isinstance(content, dict) or content.get(key) != value:
            raise DamagedFileError(f"{path}: {key} is not {value!r}; write the file anew")
    if content["betting"] != _betting(table.rules):
        return None
    return {"strategies": content["strategies"], "blinds": content["blinds"]}


def write_solved(
    table: HandTable,
    *,
    strategies: Iterable[Mapping[str, Any]] = (),
    blinds: Iterable[Mapping[str, Any]] = (),
    folder: Path | None = None,
) -> Path:
    """Write the file of a hand table: whole, or not at all.

    Parameters
    ----------
    table : HandTable
    strategies, blinds
        Made by :func:`strategy_entry` and :func:`blind_row`.
    folder : Path, optional
        Where to; by default among those that ship.

    Returns
    -------
    Path
        The file.
    """
    content = {
        "format": FORMAT,
        "digest": table.digest,
        "classes": table.symmetry.n_classes,
        "betting": _betting(table.rules),
        "strategies": list(strategies),
        "blinds": list(blinds),
    }
    data = json.dumps(content, ensure_ascii=True, separators=(",", ":")).encode("ascii")
    path = (folder or Path(str(SHIPPED))) / _file_name(table)
    write_whole(path, lambda stream: stream.write(data))
    return path


def lines_of(strategy: Strategy, *, least_reach: float = 0.0) -> Iterator[SolvedLine]:
    """The lines of a solved strategy over hand classes.

    Parameters
    ----------
    strategy : Strategy
        Its cells are the hand classes of the table, as those of a heads-up solution are.
    least_reach : float
        Lines that no hand comes to more often are left out.
    """
    for node in strategy.nodes():
        reach = strategy.reached(node)
        if reach.max() < least_reach:
            continue
        before = [step for step in strategy.tree.line(node).split(" / ") if step]
        seat = int(strategy.tree.player[node])
        yield SolvedLine(before, seat, strategy.labels(node), strategy.frequency(node), reach)


def strategy_entry(
    table: HandTable,
    lines: Iterable[SolvedLine],
    *,
    players: int,
    ante: float,
    bets: Sequence[float | str],
    exploitability: float,
    blind: bool = True,
) -> dict[str, Any]:
    """A solved strategy as the page shows it.

    Parameters
    ----------
    table : HandTable
    lines : iterable of SolvedLine
        In the order in which they are offered.
    players, ante, bets
        What was solved.
    exploitability : float
        What the best opponent wins against it, in antes a hand.
    blind : bool
        Whether it may be bet before the cards are looked at.

    Returns
    -------
    dict
    """
    return {
        "players": players,
        "blind": blind,
        "ante": f"{ante:g}",
        "bets": [bet if isinstance(bet, str) else f"{bet:g}" for bet in bets],
        "exploitability": _at_most(exploitability),
        "lines": [_line_entry(table, line) for line in lines],
    }


def blind_row(*, players: int, blind: float, gain: float, frequency: float, double: Sequence[float]) -> dict[str, Any]:
    """One row of the blind table: `gain` in antes, `frequency` and `double` as shares of 1."""
    return {
        "players": players,
        "blind": f"{blind:g}",
        "gain": f"{round(gain, GAIN_DIGITS) + 0.0:.{GAIN_DIGITS}f}",  # never "-0.000"
        "frequency": round(100 * frequency),
        "double": [round(100 * share) for share in double],
    }


def _betting(rules: RuleSet) -> dict[str, Any]:
    """How a game is bet and tied: what differs from the defaults, so that a new field leaves old files good."""
    said: dict[str, Any] = {"structure": type(rules.betting).__name__}
    for part in (rules.betting, rules.svara):
        usual = type(part)()
        for name in part.__struct_fields__:
            if getattr(part, name) != getattr(usual, name):
                said[name] = msgspec.to_builtins(getattr(part, name))
    return said


def _at_most(bound: float) -> str:
    """A bound with two digits, rounded up, so that what is said of it stays true."""
    exact = Decimal(repr(bound))
    if not exact:
        return "0"
    return f"{exact.quantize(Decimal(1).scaleb(exact.adjusted() - 1), rounding=ROUND_CEILING).normalize():f}"


def _file_name(table: HandTable) -> str:
    return f"{table.digest[:32]}.json"


def _line_entry(table: HandTable, line: SolvedLine) -> dict[str, Any]:
    entry: dict[str, Any] = {"before": list(line.before), "seat": line.seat, "actions": list(line.actions)}
    entry["byClass"] = _percents(line.frequencies)
    if line.frequencies.shape[1] == 1:  # nobody knows the cards yet
        return entry
    classes = table.symmetry
    levels = table.order[classes.representatives]
    hands = np.bincount(levels, weights=classes.sizes)
    coming = np.bincount(levels, weights=classes.sizes * line.reach)
    # Where no hand of a score comes to the line, what the hands would do there is averaged over all of them.
    weights = classes.sizes * np.where(coming[levels] > 0, line.reach, 1.0)
    means = np.stack([np.bincount(levels, weights=row * weights) for row in line.frequencies])
    entry["byLevel"] = _percents(means / np.bincount(levels, weights=weights))
    entry["reach"] = np.ceil(100 * coming / hands - 1e-9).astype(int).tolist()  # 0 only where none comes
    return entry


def _percents(frequencies: Floats) -> list[list[int]]:
    """Whole percents, by largest remainders, so that every column adds up to 100."""
    exact = 100 * frequencies / frequencies.sum(axis=0)
    whole = np.floor(exact).astype(np.int64)
    # The first so many by remainder get one more; of equal remainders the first action.
    rank = np.argsort(np.argsort(whole - exact, axis=0, kind="stable"), axis=0, kind="stable")
    percents: list[list[int]] = (whole + (rank < 100 - whole.sum(axis=0))).tolist()
    return percents
