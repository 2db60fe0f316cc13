"""Solved strategies and blind bets as the page shows them, kept in small files that ship with the package.

A file belongs to one hand table, by whose digest it is named, and says for which betting it was solved:

``strategies``
    for each number of ``players``: ``ante``, ``bets``, ``exploitability`` (as texts) and ``lines``. A line says what
    happened ``before`` (a list of actions such as ``"bet 2"``), whose ``seat`` it is, which ``actions`` there are and
    how often each is taken, in whole percent that add up to 100: ``byClass``, one list over the hand classes for each
    action, and ``byLevel``, the average over the hands of each score.
``blinds``
    one row for each number of ``players`` and size of ``blind``: what the right to bet blind is worth to seat 0
    (``gain``), how often it is used (``frequency``) and doubled (``double``, by seat), both in millionths.

The page hides what it has no file for.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from svara_odds._files import write_whole
from svara_odds.errors import DamagedFileError
from svara_odds.page.figures import figure
from svara_odds.tables.handtable import HandTable

__all__ = ["blind_row", "load_solved", "strategy", "write_solved"]

SHIPPED = Path(__file__).parent / "solved"
FORMAT = 1


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
        ``strategies`` and ``blinds``, as above; None where there is no file.

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
    return {"strategies": content["strategies"], "blinds": content["blinds"]}


def write_solved(
    table: HandTable,
    *,
    strategies: Iterable[Mapping[str, Any]] = (),
    blinds: Iterable[Mapping[str, Any]] = (),
    folder: Path = SHIPPED,
) -> Path:
    """Write the file of a hand table: whole, or not at all.

    Parameters
    ----------
    table : HandTable
    strategies, blinds
        Made by :func:`strategy` and :func:`blind_row`.
    folder : Path
        Where to.

    Returns
    -------
    Path
        The file.
    """
    content = {
        "format": FORMAT,
        "digest": table.digest,
        "classes": table.symmetry.n_classes,
        "strategies": list(strategies),
        "blinds": list(blinds),
    }
    data = json.dumps(content, ensure_ascii=True, separators=(",", ":")).encode("ascii")
    path = folder / _file_name(table)
    write_whole(path, lambda stream: stream.write(data))
    return path


def strategy(
    table: HandTable,
    lines: Iterable[tuple[Sequence[str], int, Sequence[str], NDArray[np.float64]]],
    *,
    players: int,
    ante: float,
    bets: Sequence[float],
    exploitability: float,
) -> dict[str, Any]:
    """A solved strategy as the page shows it.

    Parameters
    ----------
    table : HandTable
    lines : iterable
        For each public line: the actions before, the seat to act, the actions there are, and their frequencies: an
        array of shape (actions, classes) whose columns add up to 1.
    players, ante, bets, exploitability
        What was solved, and how well.

    Returns
    -------
    dict
    """
    return {
        "players": players,
        "ante": f"{ante:g}",
        "bets": [f"{bet:g}" for bet in bets],
        "exploitability": f"{exploitability:.1g}",
        "lines": [
            {
                "before": list(before),
                "seat": seat,
                "actions": list(actions),
                "byClass": _percents(frequencies),
                "byLevel": _percents(_by_level(table, frequencies)),
            }
            for before, seat, actions, frequencies in lines
        ],
    }


def blind_row(*, players: int, blind: float, gain: float, frequency: float, double: Sequence[float]) -> dict[str, Any]:
    """One row of the blind table: `gain` in antes, `frequency` and `double` as shares of 1."""
    return {
        "players": players,
        "blind": f"{blind:g}",
        "gain": f"{gain:.4f}",
        "frequency": figure(Fraction(frequency)),
        "double": [figure(Fraction(share)) for share in double],
    }


def _file_name(table: HandTable) -> str:
    return f"{table.digest[:32]}.json"


def _by_level(table: HandTable, frequencies: NDArray[np.float64]) -> NDArray[np.float64]:
    """Average over the hands of each score: shape (actions, levels)."""
    classes = table.symmetry
    levels = table.order[classes.representatives]
    hands = np.bincount(levels, weights=classes.sizes)
    return np.stack([np.bincount(levels, weights=row * classes.sizes) for row in frequencies]) / hands


def _percents(frequencies: NDArray[np.float64]) -> list[list[int]]:
    """Whole percents, by largest remainders, so that every column adds up to 100."""
    exact = 100 * frequencies / frequencies.sum(axis=0)
    whole = np.floor(exact).astype(np.int64)
    # The first so many by remainder get one more; of equal remainders the first action.
    rank = np.argsort(np.argsort(whole - exact, axis=0, kind="stable"), axis=0, kind="stable")
    percents: list[list[int]] = (whole + (rank < 100 - whole.sum(axis=0))).tolist()
    return percents
