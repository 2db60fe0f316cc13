# mypy: ignore-errors
"""What three seats' hands are worth at every leaf, by the factors of their joint distribution."""

from svara_odds._jit import jit

__all__ = ["hold", "leaf_values", "multiply", "outsider_values"]

# Sums may be taken in any order, or they could not be taken eight at a time; the order does not change from run to run.
_SUMS = {"reassoc", "nsz", "contract"}


@jit
def hold(plan, own, regions, columns, held):
    """Weight that holds each feature beside a hand of class `own`, by how it compares with that hand.

    Region `r` is the run of classes from ``regions[r]`` to ``regions[r + 1]``; `columns` is float64, shape
    (n_classes, n_columns), and `held`, float64, shape (n_regions, most_features, n_columns), is filled.
    """
    first = plan.first[own]
    n_regions = len(held)
    n_columns = columns.shape[1]
    for feature in range(plan.cards[own] - first):
        term = plan.terms[first + feature]
        end = plan.terms[first + feature + 1]
        for region in range(n_regions):
            row = held[region, feature]
            row[:] = 0.0
            limit = regions[region + 1]
            while term < end and plan.source[term] < limit:
                factor = plan.factor[term]
                source = columns[plan.source[term]]
                for column in range(n_columns):
                    row[column] += factor * source[column]
                term += 1
    for feature in range(plan.cards[own] - first, plan.end[own] - first):
        for region in range(n_regions):
            row = held[region, feature]
            row[:] = 0.0
            for term in range(plan.terms[first + feature], plan.terms[first + feature + 1]):
                factor = plan.factor[term]
                source = held[region, plan.source[term]]
                for column in range(n_columns):
                    row[column] += factor * source[column]


@jit
def turn(held, sign, left, turned):
    """Features side by side for each column; the first `left` columns are multiplied by the features' signs.

    Regions below, tied and above become below, tied and all; what is left of the last axis is cleared.
    """
    n_features = len(sign)
    for column in range(held.shape[2]):
        for feature in range(n_features):
            factor = sign[feature] if column < left else 1.0
            below = factor * held[0, feature, column]
            tied = factor * held[1, feature, column]
            turned[0, column, feature] = below
            turned[1, column, feature] = tied
            turned[2, column, feature] = below + tied + factor * held[2, feature, column]
        turned[:, column, n_features:] = 0.0


@jit(fastmath=_SUMS)
def dot(one, two):
    """Sum of products."""
    total = 0.0
    for place in range(len(one)):
        total += one[place] * two[place]
    return total


@jit(fastmath=_SUMS)
def contest(turned, left, right, weights, n_features):
    """Weighted sum over how the left opponent's hand compares, and the right one's: below, tied, any."""
    below, tied, both = turned[0, left], turned[1, left], turned[2, left]
    low, even, full = turned[0, right], turned[1, right], turned[2, right]
    w = weights
    total = 0.0
    for place in range(n_features):
        total += (
            below[place] * (w[0, 0] * low[place] + w[0, 1] * even[place] + w[0, 2] * full[place])
            + tied[place] * (w[1, 0] * low[place] + w[1, 1] * even[place] + w[1, 2] * full[place])
            + both[place] * (w[2, 0] * low[place] + w[2, 1] * even[place] + w[2, 2] * full[place])
        )
    return total


@jit
def multiply(columns, batch, products):
    """Product of the two opponents' weights of a class, for every leaf: `products` is (n_classes, n_leaves)."""
    for each in range(len(columns)):
        row = columns[each]
        for leaf in range(len(batch.left)):
            products[each, leaf] = row[batch.left[leaf]] * row[batch.right[leaf]]


@jit
def take_same(plan, own, products, same, out):
    """Take off what both opponents would hold at once: the same hand, beside a hand of class `own`.

    `same` is float64, shape (3, n_leaves): how much it counts in `out` below the hand, tied and above.
    """
    low, high = plan.level[own, 0], plan.level[own, 1]
    for region in range(3):
        start = 0 if region == 0 else (low if region == 1 else high)
        stop = low if region == 0 else (high if region == 1 else plan.disjoint.shape[1])
        weight = same[region]
        for each in range(start, stop):
            ways = plan.disjoint[own, each]
            if ways > 0.0:
                row = products[each]
                for leaf in range(len(out)):
                    out[leaf] -= ways * weight[leaf] * row[leaf]


@jit
def leaf_values(plan, owns, columns, products, batch, room, out):
    """Payoff at each leaf to a seat that holds a hand of class `own`, for all `own` in the run `owns`.

    Parameters
    ----------
    plan : JointPlan
    owns : tuple of int
        First class, and the end.
    columns : ndarray
        float64, shape (n_classes, n_columns): how likely an opponent plays to a leaf with a hand of each class;
        the left opponent's columns first.
    products : ndarray
        float64, shape (n_classes, n_leaves): see `multiply`.
    batch : Batch
    room : Room
    out : ndarray
        float64, shape (n_classes, n_leaves).
    """
    n_plain = batch.n_plain
    for own in range(owns[0], owns[1]):
        room.regions[0] = 0
        room.regions[1:3] = plan.level[own]
        room.regions[3] = len(plan.weight)
        first, end = plan.first[own], plan.end[own]
        n_features = end - first
        padded = (n_features + 15) // 16 * 16
        hold(plan, own, room.regions, columns, room.held)
        turn(room.held, plan.sign[first:end], batch.n_left, room.turned[:, :, :padded])
        values = out[own]
        for leaf in range(n_plain):
            both = dot(room.turned[2, batch.left[leaf], :padded], room.turned[2, batch.right[leaf], :padded])
            values[leaf] = batch.weights[leaf, 2, 2] * both
        for leaf in range(n_plain, len(values)):
            values[leaf] = contest(room.turned, batch.left[leaf], batch.right[leaf], batch.weights[leaf], padded)
        take_same(plan, own, products, batch.same, values)
        for leaf in range(len(values)):
            values[leaf] *= plan.weight[own]


@jit
def outsider_values(plan, owns, columns, batch, levels, held, out):
    """Add to `out` what a seat has in pots for which its two opponents tie.

    Parameters
    ----------
    plan : JointPlan
    owns : tuple of int
    columns : ndarray
        As in `leaf_values`.
    batch : Outsiders
    levels : ndarray
        int64, shape (n_levels + 1,): where each score begins among the classes, and the end.
    held : ndarray
        float64, shape (n_levels, most_features, n_columns); written over.
    out : ndarray
        float64, shape (n_classes, n_leaves).
    """
    for own in range(owns[0], owns[1]):
        hold(plan, own, levels, columns, held)
        first = plan.first[own]
        for level in range(len(levels) - 1):
            above = levels[level] >= plan.level[own, 1]
            for each in range(len(batch.leaf)):
                weight = batch.anywhere[each] + (batch.above[each] if above else 0.0)
                left, right = batch.left[each], batch.right[each]
                total = 0.0
                for feature in range(plan.end[own] - first):
                    total += plan.sign[first + feature] * held[level, feature, left] * held[level, feature, right]
                for other in range(levels[level], levels[level + 1]):
                    total -= plan.disjoint[own, other] * columns[other, left] * columns[other, right]
                out[own, batch.leaf[each]] += plan.weight[own] * weight * total
