"""What the page knows of one game: the package's exact figures, rounded once and packed as short integers.

The page itself counts nothing. It looks up the class of a hand and shows the figures of that class, digit by digit.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from fractions import Fraction
from itertools import groupby
from typing import Any

import numpy as np

from svara_odds.cards.hands import parse_hand
from svara_odds.jobs.run import Progress
from svara_odds.rules.terms import Term
from svara_odds.studies.opposing import opposing_counts
from svara_odds.studies.ranking import ranking
from svara_odds.tables.handtable import HandTable
from svara_odds.text.wording import points_text

__all__ = ["COMMON_PLAYERS", "FIGURES", "SCALE", "figure", "game_figures"]

SCALE = 10**6  # a figure is so many millionths: four digits of a percentage
COMMON_PLAYERS = 4  # a common table; fewer where the game allows fewer
ENOUGH_EXAMPLES = 12  # of a game whose file works none
FIGURES = ("win", "svara", "lose", "equity")


def figure(share: Fraction) -> int:
    """A share in millionths, rounded to even; what is not nothing and not all never looks like it.

    Parameters
    ----------
    share : Fraction
        From 0 to 1.

    Returns
    -------
    int
        0 to `SCALE`; -1 for less than half a millionth but not 0, ``SCALE + 1`` for as near to 1 but not 1.

    Examples
    --------
    >>> figure(Fraction(1, 3)), figure(Fraction(0)), figure(Fraction(1, 10**9)), figure(1 - Fraction(1, 10**9))
    (333333, 0, -1, 1000001)
    """
    rounded = round(share * SCALE)
    if rounded == 0 and share:
        return -1
    return SCALE + 1 if rounded == SCALE and share != 1 else rounded


def game_figures(
    table: HandTable,
    *,
    threads: int = 1,
    announce: Callable[[str], object] | None = None,
    progress: Progress | None = None,
) -> dict[str, Any]:
    """Everything the page shows of one game that is a number.

    Parameters
    ----------
    table : HandTable
    threads, announce, progress
        As for :func:`svara_odds.ranking`, for a game whose exact table is still to be made.

    Returns
    -------
    dict
        ``cards``, names by position; ``classOf``, class of each hand in colexicographic order; ``termOf`` and
        ``terms``, what makes its points; ``points`` of each level and ``levelOf`` each class; ``players``, for each
        number of them one list over the classes for each of `FIGURES`, for ``place`` in the ranking and for the share
        of hands ranked ``worse``; ``opposing``, how many hands of an opponent ``beat``, ``tie`` and there are in
        ``all``, and ``above``, those of each level above the hand's own, the highest first; ``examples``, hands of
        the rule file, or of all where it works none, the one nearest to half of the pot at a common table first.
    """
    classes = table.symmetry
    numbers = range(2, table.rules.max_players + 1)
    terms, term_of = _terms(table)
    work = {"threads": threads, "announce": announce, "progress": progress}
    players = {n: _odds(table, n, work) for n in numbers}
    return {
        "cards": list(table.deck.cards),
        "classOf": classes.class_of.tolist(),
        "termOf": term_of,
        "terms": terms,
        "points": [points_text(half_points) for half_points in table.levels.tolist()],
        "levelOf": table.order[classes.representatives].tolist(),
        "players": {str(n): odds for n, odds in players.items()},
        "opposing": _opposing(table),
        "examples": _examples(table, players[min(COMMON_PLAYERS, table.rules.max_players)]["equity"]),
    }


def _odds(table: HandTable, n_players: int, work: dict[str, Any]) -> dict[str, list[int]]:
    """The ranking for so many players, in the order of the classes."""
    number_of = {table.text(index): number for number, index in enumerate(table.symmetry.representatives.tolist())}
    rows = ranking(n_players, table.rules, **work).rows()
    columns: dict[str, list[int]] = {key: [0] * len(rows) for key in (*FIGURES, "place", "worse")}
    better, place = 0, 1
    for _, group in groupby(rows, key=lambda row: row["equity"]):
        level = list(group)
        hands = sum(row["hands"] for row in level)
        worse = figure(Fraction(table.n_hands - better - hands, table.n_hands))
        for row in level:
            shares = {**row, "lose": 1 - row["win"] - row["svara"]}
            number = number_of[row["example"]]
            for key in FIGURES:
                columns[key][number] = figure(shares[key])
            columns["place"][number], columns["worse"][number] = place, worse
        better, place = better + hands, place + len(level)
    return columns


def _opposing(table: HandTable) -> dict[str, Any]:
    counts = opposing_counts(table)
    levels = table.order[table.symmetry.representatives].tolist()
    above = [row[level + 1 :][::-1].tolist() for row, level in zip(counts, levels, strict=True)]
    return {
        "all": int(counts[0].sum()),
        "beat": [sum(row) for row in above],
        "tie": counts[np.arange(len(levels)), levels].tolist(),
        "above": above,
    }


def _terms(table: HandTable) -> tuple[list[Any], list[int]]:
    """The different shapes of what makes the points, cards by their place in the hand, and the shape of each hand."""
    shapes: dict[tuple[Any, ...], int] = {}
    term_of = []
    for low, middle, high in table.hands.tolist():
        hand = (low, middle, high)
        term = table.rules.best_term(hand)
        parts = tuple(_shape(part, hand) for part in _parts(term))
        term_of.append(shapes.setdefault(parts, len(shapes)))
    return list(shapes), term_of


def _parts(term: Term) -> Iterable[Term]:
    """The combination and, for jokers that add their points, what the other cards make."""
    yield term
    if term.inner is not None:
        yield from _parts(term.inner)


def _shape(term: Term, hand: tuple[int, int, int]) -> tuple[str, tuple[int, ...], tuple[int, ...]]:
    return (
        term.kind,
        tuple(hand.index(card) for card in term.cards),
        tuple(hand.index(card) for card in term.jokers),
    )


def _examples(table: HandTable, equity: list[int]) -> list[list[str]]:
    """Hands worth looking at, each as names of cards: what neither always wins nor always loses comes first."""
    worked = [table.index_of(parse_hand(example.hand, table.deck)) for example in table.rules.file.examples]
    class_of = table.symmetry.class_of
    hands = worked or table.symmetry.representatives.tolist()
    hands = sorted(hands, key=lambda index: abs(2 * equity[class_of[index]] - SCALE))
    shown = hands if worked else hands[:ENOUGH_EXAMPLES]
    return [[table.deck.cards[card] for card in table.hands[index]] for index in shown]
