"""Three hands that share no card, by hand class: their joint distribution, in factors small enough to sum over."""

from __future__ import annotations

from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from svara_odds.tables.handtable import HandTable

__all__ = ["JointPlan", "joint_counts", "joint_plan"]

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]


class JointPlan(NamedTuple):
    """How many ways two more hands can lie beside a given one, as a sum of products.

    Fix a hand of class `a`. Two hands from the other cards are disjoint or share one, two or three cards, so that by
    inclusion and exclusion the pairs of disjoint hands, weighted by x(b) y(c) by their classes, add up to ::

        sum(sign[f] * X[f] * Y[f] for f in features) - sum(disjoint[a, c] * x[c] * y[c] for c in classes)

    A feature stands for pairs of the other cards that are alike (sign is how many), for single cards that are alike
    (minus how many), or for nothing (1); X[f] is the weight of the hands from the other cards that hold the pair, the
    card, or nothing. It comes by inclusion and exclusion again, now of the fixed cards: hands of the whole deck that
    hold the set, less those that hold one of the fixed cards too, and so on. Sets of up to two cards are of few kinds
    in the whole deck; three cards are a hand. Symmetries of the deck make few features of many pairs: some 150 of 406
    beside a hand of 32 cards.

    Classes are numbered by ascending score, so that those of one score, its level, are a run.

    Attributes
    ----------
    starts : ndarray
        int64, shape (n_levels + 1,): where each level begins among the classes, and the end.
    level : ndarray
        int64, shape (n_classes,): level of each class.
    weight : ndarray
        float64, shape (n_classes,): number of hands in a class, divided by the number of deals of three hands.
    disjoint : ndarray
        float64, shape (n_classes, n_classes): how many hands of the column's class share no card with a hand of
        the row's.
    kinds : ndarray
        float64, shape (n_classes, n_kinds): how many hands of a class hold a set of each kind.
    first_pair, first_other : ndarray
        int64, shape (n_classes + 1,): where the features of each fixed class begin among those that are pairs of
        cards, and among the others, of which the last is that of nothing.
    pair : ndarray
        uint16, shape (n_pairs, 4): what makes up a feature that is a pair of cards: its kind, less three hands, given
        by their classes.
    pair_sign : ndarray
        float64, shape (n_pairs,).
    other : ndarray
        uint16, shape (n_others, 10): seven kinds and three classes of hands, to be multiplied by `other_factor`.
    other_factor : ndarray
        float64, shape (n_others, 10).
    other_sign : ndarray
        float64, shape (n_others,).
    """

    starts: Ints
    level: Ints
    weight: Floats
    disjoint: Floats
    kinds: Floats
    first_pair: Ints
    first_other: Ints
    pair: NDArray[np.uint16]
    pair_sign: Floats
    other: NDArray[np.uint16]
    other_factor: Floats
    other_sign: Floats

    @property
    def n_classes(self) -> int:
        """Number of hand classes."""
        return len(self.weight)

    @property
    def n_levels(self) -> int:
        """Number of different scores."""
        return len(self.starts) - 1


@lru_cache(maxsize=8)
def joint_plan(table: HandTable) -> JointPlan:
    """The factors of the joint distribution for `table`, made once and kept; the arrays cannot be written to.

    Examples
    --------
    >>> from svara_odds.tables.handtable import hand_table
    >>> plan = joint_plan(hand_table("fortegames"))
    >>> plan.n_classes, float(plan.disjoint[0].sum())  # C(29, 3) hands beside any hand
    (337, 3654.0)
    """
    classes = _class_cube(table)
    kinds = _kinds(classes)
    fixed = table.hands[table.symmetry.representatives].astype(np.int64)
    beside = _Beside(*zip(*(_features(classes, kinds, hand) for hand in fixed), strict=True))
    order = table.order[table.symmetry.representatives].astype(np.int64)
    rest = table.n_cards - 3
    deals = table.n_hands * _choose_three(rest) * _choose_three(rest - 3)
    plan = JointPlan(
        np.searchsorted(order, np.arange(len(table.levels) + 1)).astype(np.int64),
        order,
        table.symmetry.sizes / deals,
        np.stack(beside.disjoint),
        kinds.counts,
        *(np.cumsum([0, *(len(part) for part in parts)]) for parts in (beside.pair, beside.other)),
        *(np.concatenate(parts) for parts in (beside.pair, beside.pair_sign)),
        *(np.concatenate(parts) for parts in (beside.other, beside.other_factor, beside.other_sign)),
    )
    for array in plan:
        array.setflags(write=False)
    return plan


def joint_counts(table: HandTable, own: int) -> Ints:
    """In how many ways two more hands lie beside a hand of class `own`, by their classes.

    Parameters
    ----------
    table : HandTable
    own : int
        A hand class.

    Returns
    -------
    ndarray
        int64, shape (n_classes, n_classes): pairs of hands that share no card with each other nor with one given
        hand of class `own`.

    Examples
    --------
    >>> from svara_odds.tables.handtable import hand_table
    >>> int(joint_counts(hand_table("fortegames"), 0).sum())  # C(29, 3) * C(26, 3)
    9500400
    """
    plan = joint_plan(table)
    pairs = slice(plan.first_pair[own], plan.first_pair[own + 1])
    others = slice(plan.first_other[own], plan.first_other[own + 1])
    terms = np.concatenate([plan.kinds.T, np.eye(plan.n_classes)])
    hands = len(plan.kinds.T) + plan.pair[pairs, 1:].astype(np.int64)
    held_pairs = terms[plan.pair[pairs, 0]] - terms[hands].sum(axis=1)
    places = plan.other[others].astype(np.int64)
    places[:, 7:] += len(plan.kinds.T)
    held_others = np.einsum("ft,ftc->fc", plan.other_factor[others], terms[places])
    counts = held_pairs.T @ (plan.pair_sign[pairs, None] * held_pairs) - np.diag(plan.disjoint[own])
    counts += held_others.T @ (plan.other_sign[others, None] * held_others)
    whole: Ints = np.rint(counts).astype(np.int64)
    return whole


def _choose_three(cards: int) -> int:
    return cards * (cards - 1) * (cards - 2) // 6


def _class_cube(table: HandTable) -> Ints:
    """Class of three cards in any sequence, -1 where two are the same: int64, shape (n_cards,) * 3."""
    cube = np.full((table.n_cards,) * 3, -1, dtype=np.int64)
    one, two, three = table.hands.astype(np.int64).T
    for where in ((one, two, three), (one, three, two), (two, one, three)):
        cube[where] = cube[where[::-1]] = table.symmetry.class_of
    return cube


class _Kinds(NamedTuple):
    """The kinds of set: nothing is kind 0, `card` has that of each card, `pair` of each pair (n_cards, n_cards)."""

    counts: Floats
    card: Ints
    pair: Ints


def _kinds(classes: Ints) -> _Kinds:
    n_cards, n_classes = len(classes), int(classes.max()) + 1
    grid = np.arange(n_cards)
    low, high = np.triu_indices(n_cards, 1)
    rows = np.zeros((len(low), n_classes), dtype=np.int64)
    for third in grid:
        rest = (low != third) & (high != third)
        rows[np.flatnonzero(rest), classes[low[rest], high[rest], third]] += 1
    # Pairs are of one kind that hands of every class hold equally often; cards, and nothing, likewise.
    pair_kinds, pair_of = np.unique(rows, axis=0, return_inverse=True)
    per_card = np.zeros((n_cards, n_classes), dtype=np.int64)
    np.add.at(per_card, low, rows)
    np.add.at(per_card, high, rows)
    card_kinds, card_of = np.unique(per_card // 2, axis=0, return_inverse=True)
    counts = np.concatenate([rows.sum(axis=0)[None] // 3, card_kinds, pair_kinds])
    pair = np.zeros((n_cards, n_cards), dtype=np.int64)
    pair[low, high] = pair[high, low] = 1 + len(card_kinds) + pair_of.ravel()
    return _Kinds(counts.T.astype(np.float64), 1 + card_of.ravel(), pair)


class _Beside(NamedTuple):
    """The features beside a fixed hand; see `JointPlan`."""

    disjoint: Any
    pair: Any
    pair_sign: Any
    other: Any
    other_factor: Any
    other_sign: Any


def _features(classes: Ints, kinds: _Kinds, hand: Ints) -> _Beside:
    rest = np.setdiff1d(np.arange(len(classes)), hand)
    one, two = np.array([0, 0, 1]), np.array([1, 2, 2])
    low, high = (rest[place] for place in np.triu_indices(len(rest), 1))
    # What a feature is made of, each in a row: kinds of set, then classes of hands.
    pair_rows = np.column_stack([kinds.pair[low, high], np.sort(classes[low[:, None], high[:, None], hand], axis=1)])
    card_rows = np.column_stack(
        [
            kinds.card[rest],
            np.sort(kinds.pair[rest[:, None], hand], axis=1),
            np.zeros((len(rest), 3), dtype=np.int64),
            np.sort(classes[rest[:, None], hand[one], hand[two]], axis=1),
        ]
    )
    pairs, pair_counts = np.unique(pair_rows, axis=0, return_counts=True)
    cards, card_counts = np.unique(card_rows, axis=0, return_counts=True)
    nothing = [0, *kinds.card[hand], *kinds.pair[hand[one], hand[two]], classes[tuple(hand)], 0, 0]
    others = classes[np.ix_(rest, rest, rest)]
    return _Beside(
        np.bincount(others[others >= 0], minlength=len(kinds.counts)) / 6,
        pairs.astype(np.uint16),
        pair_counts.astype(np.float64),
        np.concatenate([cards, [nothing]]).astype(np.uint16),
        np.array([[1, -1, -1, -1, 0, 0, 0, 1, 1, 1]] * len(cards) + [[1, -1, -1, -1, 1, 1, 1, -1, 0, 0]], dtype=float),
        np.concatenate([-card_counts, [1]]).astype(np.float64),
    )
