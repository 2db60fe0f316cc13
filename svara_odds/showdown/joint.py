"""Three hands that share no card, by hand class: their joint distribution, in factors small enough to sum over."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from svara_odds.errors import DealError
from svara_odds.tables.handtable import HandTable

__all__ = ["JointPlan", "joint_counts", "joint_plan"]

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]


class JointPlan(NamedTuple):
    """How many ways two more hands can lie beside a given one, as a sum of products.

    Fix a hand of class `a`. Two hands from the other cards are disjoint or share one, two or three cards, so that by
    inclusion and exclusion the pairs of disjoint hands, weighted by x(b) y(c) by their classes, add up to ::

        sum(sign[d] * X[d] * Y[d] for d in features) - sum(disjoint[a, c] * x[c] * y[c] for c in classes)

    where a feature stands for all pairs of cards that hands of every class hold equally often (sign is how many pairs
    those are), for all single cards of one kind (minus how many), or for nothing at all (1); X[d] is the weight of
    the hands that hold the pair, the card, or nothing. Symmetries of the deck that leave the fixed hand in place
    make few features of many pairs: some 150 of 406 for a hand of 32 cards.

    Classes are numbered by ascending score, so that what is below a hand, tied with it and above it are runs.

    Attributes
    ----------
    level : ndarray
        int64, shape (n_classes, 2): first and end of the run of classes that tie with each class.
    weight : ndarray
        float64, shape (n_classes,): number of hands in a class, divided by the number of deals of three hands.
    disjoint : ndarray
        float64, shape (n_classes, n_classes): how many hands of the column's class share no card with a hand of
        the row's.
    first, cards, end : ndarray
        int64, shape (n_classes,): where the features of a fixed class begin; where those of single cards begin among
        them; where they end, the last being that of nothing.
    sign : ndarray
        float64, shape (n_features,).
    terms : ndarray
        int64, shape (n_features + 1,): where the terms of each feature begin. Those of a pair are classes,
        ascending; those of a card are the pairs that it is in, and those of nothing the cards, both counted from
        `first`.
    source : ndarray
        int32, shape (n_terms,).
    factor : ndarray
        float64, shape (n_terms,): how often each term counts.
    """

    level: Ints
    weight: Floats
    disjoint: Floats
    first: Ints
    cards: Ints
    end: Ints
    sign: Floats
    terms: Ints
    source: NDArray[np.int32]
    factor: Floats

    @property
    def n_classes(self) -> int:
        """Number of hand classes."""
        return len(self.weight)

    @property
    def most_features(self) -> int:
        """Number of features of the class that has most."""
        return int((self.end - self.first).max())


@lru_cache(maxsize=8)
def joint_plan(table: HandTable) -> JointPlan:
    """The factors of the joint distribution for `table`, made once and kept; the arrays cannot be written to.

    Raises
    ------
    DealError
        If the deck has fewer than nine cards.

    Examples
    --------
    >>> from svara_odds.tables.handtable import hand_table
    >>> plan = joint_plan(hand_table("fortegames"))
    >>> plan.n_classes, float(plan.disjoint[0].sum())  # C(29, 3) hands beside any hand
    (337, 3654.0)
    """
    if table.n_cards < 9:
        raise DealError(f"the deck has {table.n_cards} cards; three hands need 9 or more")
    classes = _class_cube(table)
    parts = [_features(classes, hand) for hand in table.hands[table.symmetry.representatives]]
    sizes = np.array([len(part.sign) for part in parts])
    first = np.concatenate([[0], np.cumsum(sizes)])
    terms = np.concatenate([[0], np.cumsum(np.concatenate([part.lengths for part in parts]))])
    order = table.order[table.symmetry.representatives]
    level = np.stack([np.searchsorted(order, order, side=side) for side in ("left", "right")], axis=1)
    disjoint = np.stack([part.disjoint for part in parts])
    rest = table.n_cards - 3
    deals = table.n_hands * _choose_three(rest) * _choose_three(rest - 3)
    plan = JointPlan(
        level.astype(np.int64),
        table.symmetry.sizes / deals,
        disjoint,
        first[:-1].astype(np.int64),
        (first[:-1] + [part.pairs for part in parts]).astype(np.int64),
        first[1:].astype(np.int64),
        np.concatenate([part.sign for part in parts]),
        terms.astype(np.int64),
        np.concatenate([part.source for part in parts]).astype(np.int32),
        np.concatenate([part.factor for part in parts]),
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
    first, cards, end = (int(where[own]) for where in (plan.first, plan.cards, plan.end))
    held = np.zeros((end - first, plan.n_classes))
    for feature in range(first, end):
        terms = slice(plan.terms[feature], plan.terms[feature + 1])
        source, factor = plan.source[terms], plan.factor[terms]
        held[feature - first] = factor @ (np.eye(plan.n_classes)[source] if feature < cards else held[source])
    counts = held.T @ (plan.sign[first:end, None] * held) - np.diag(plan.disjoint[own])
    return np.rint(counts).astype(np.int64)


def _choose_three(cards: int) -> int:
    return cards * (cards - 1) * (cards - 2) // 6


def _class_cube(table: HandTable) -> NDArray[np.int16]:
    """Class of three cards in any sequence, -1 where two are the same: int16, shape (n_cards,) * 3."""
    cube = np.full((table.n_cards,) * 3, -1, dtype=np.int16)
    one, two, three = table.hands.astype(np.int64).T
    for where in ((one, two, three), (one, three, two), (two, one, three)):
        cube[where] = cube[where[::-1]] = table.symmetry.class_of
    return cube


class _Features(NamedTuple):
    """The features beside one fixed hand; see `JointPlan`."""

    disjoint: Floats
    pairs: int
    sign: Floats
    lengths: Ints
    source: Ints
    factor: Floats


def _features(classes: NDArray[np.int16], hand: NDArray[np.uint8]) -> _Features:
    rest = np.setdiff1d(np.arange(len(classes)), hand)
    cube = classes[np.ix_(rest, rest, rest)]
    low, high = np.triu_indices(len(rest), 1)
    # The classes of the hands that hold a pair, ascending; two of the entries are its own cards once more.
    rows = np.sort(cube[low, high], axis=1)[:, 2:]
    kinds, kind_of, pairs = np.unique(rows, axis=0, return_inverse=True, return_counts=True)
    kind_of = kind_of.ravel()
    changes = np.diff(kinds, axis=1, prepend=-1) != 0
    pair_factor = np.diff(np.flatnonzero(changes.ravel()), append=kinds.size)
    # How many pairs of each kind a card is in; a hand that holds the card is in two of its pairs.
    inside = np.zeros((len(rest), len(kinds)), dtype=np.int64)
    np.add.at(inside, (np.concatenate([low, high]), np.concatenate([kind_of, kind_of])), 1)
    card_kinds, cards = np.unique(inside, axis=0, return_counts=True)
    places = np.nonzero(card_kinds)
    # A hand is in the sums of its three cards.
    return _Features(
        np.bincount(cube[cube >= 0], minlength=int(classes.max()) + 1) / 6,
        len(kinds),
        np.concatenate([pairs, -cards, [1]]).astype(np.float64),
        np.concatenate([changes.sum(axis=1), (card_kinds > 0).sum(axis=1), [len(cards)]]),
        np.concatenate([kinds[changes], places[1], len(kinds) + np.arange(len(cards))]),
        np.concatenate([pair_factor, card_kinds[places] / 2, cards / 3]),
    )
