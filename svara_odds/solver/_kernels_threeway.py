# mypy: ignore-errors
"""What three seats' hands are worth at every end of a line, by the factors of their joint distribution."""

from svara_odds._jit import jit
from svara_odds.solver._kernels_rows import SIDE, WIDTH, add_times, load_row, no_row, store_row, turn_square

__all__ = ["end_values", "multiply", "outsider_values", "spread"]

# Sums may be taken in any order, or they could not be taken eight at a time; the order does not change from run to run.
_SUMS = {"reassoc", "nsz", "contract"}


@jit
def hold(plan, own, regions, columns, held):
    """Weight that holds each feature beside a hand of class `own`, by how it compares with that hand.

    Region `r` is the run of classes from ``regions[r]`` to ``regions[r + 1]``; `columns` is float64, shape
    (n_classes, WIDTH), and `held`, float64, shape (n_regions, most_features, WIDTH), is filled.
    """
    first = plan.first[own]
    n_regions = len(held)
    for feature in range(plan.cards[own] - first):
        term = plan.terms[first + feature]
        end = plan.terms[first + feature + 1]
        for region in range(n_regions):
            limit = regions[region + 1]
            row = no_row()
            while term < end and plan.source[term] < limit:
                row = add_times(row, plan.factor[term], load_row(columns, plan.source[term] * WIDTH))
                term += 1
            store_row(held, (region * held.shape[1] + feature) * WIDTH, row)
    for feature in range(plan.cards[own] - first, plan.end[own] - first):
        for region in range(n_regions):
            start = region * held.shape[1]
            row = no_row()
            for term in range(plan.terms[first + feature], plan.terms[first + feature + 1]):
                row = add_times(row, plan.factor[term], load_row(held, (start + plan.source[term]) * WIDTH))
            store_row(held, (start + feature) * WIDTH, row)


@jit
def turn(held, n_features, padded, turned):
    """Put the features of each column side by side, region below region; the regions' sum takes the last one's place.

    `turned` is float64, shape (WIDTH * n_regions, most_features); places from `n_features` to `padded` are cleared.
    """
    n_regions, most = held.shape[0], held.shape[1]
    for region in range(n_regions):
        for feature in range(n_features, padded):
            store_row(held, (region * most + feature) * WIDTH, no_row())
    for feature in range(n_features):
        row = no_row()
        for region in range(n_regions):
            row = add_times(row, 1.0, load_row(held, (region * most + feature) * WIDTH))
        store_row(held, ((n_regions - 1) * most + feature) * WIDTH, row)
    stride = n_regions * turned.shape[1]
    for region in range(n_regions):
        for feature in range(0, padded, SIDE):
            for column in range(0, WIDTH, SIDE):
                source = (region * most + feature) * WIDTH + column
                turn_square(held, source, turned, column * stride + region * turned.shape[1] + feature, stride)


@jit(fastmath=_SUMS)
def meet(sign, left, right):
    """Weight of pairs of hands, whatever they are."""
    total = 0.0
    for place in range(len(sign)):
        total += sign[place] * left[place] * right[place]
    return total


@jit(fastmath=_SUMS)
def compare(sign, beside, hand, w):
    """Weighted sum over how one opponent's hand compares: below, tied, any; the other's may be anything."""
    below, tied, both = hand[0], hand[1], hand[2]
    total = 0.0
    for place in range(len(sign)):
        total += sign[place] * beside[place] * (w[0] * below[place] + w[1] * tied[place] + w[2] * both[place])
    return total


@jit(fastmath=_SUMS)
def contest(sign, left, right, w):
    """Weighted sum over how the left opponent's hand compares, and the right one's: below, tied, any."""
    below, tied, both = left[0], left[1], left[2]
    low, even, full = right[0], right[1], right[2]
    total = 0.0
    for place in range(len(sign)):
        total += sign[place] * (
            below[place] * (w[0, 0] * low[place] + w[0, 1] * even[place] + w[0, 2] * full[place])
            + tied[place] * (w[1, 0] * low[place] + w[1, 1] * even[place] + w[1, 2] * full[place])
            + both[place] * (w[2, 0] * low[place] + w[2, 1] * even[place] + w[2, 2] * full[place])
        )
    return total


@jit
def spread(plans, where, columns):
    """How likely an opponent plays to an end with a hand of each class, `WIDTH` columns to a block."""
    for block in range(columns.shape[0]):
        for each in range(columns.shape[1]):
            for lane in range(WIDTH):
                columns[block, each, lane] = plans[where[block * WIDTH + lane, each]]


@jit
def multiply(columns, left, right, products):
    """Product of the two opponents' columns at each end: `products` is (n_classes, n_ends)."""
    for each in range(len(products)):
        for end in range(len(left)):
            one, other = left[end], right[end]
            products[each, end] = (
                columns[one // WIDTH, each, one % WIDTH] * columns[other // WIDTH, each, other % WIDTH]
            )


@jit
def take_same(plan, own, products, same, values):
    """Take off what both opponents would hold at once: the same hand, beside a hand of class `own`.

    `same` is float64, shape (3, n_ends): how much it counts in `values` below the hand, tied and above.
    """
    low, high = plan.level[own, 0], plan.level[own, 1]
    for region in range(3):
        start = 0 if region == 0 else (low if region == 1 else high)
        stop = low if region == 0 else (high if region == 1 else len(products))
        weight = same[region]
        for each in range(start, stop):
            ways = plan.disjoint[own, each]
            if ways > 0.0:
                row = products[each]
                for end in range(len(values)):
                    values[end] -= ways * weight[end] * row[end]


@jit
def end_values(plan, owns, columns, products, batch, room, out):
    """Payoff at each end to a seat that holds a hand of class `own`, for all `own` in the run `owns`.

    Parameters
    ----------
    plan : JointPlan
    owns : tuple of int
        First class, and the end of the run.
    columns : ndarray
        float64, shape (n_blocks, n_classes, WIDTH): see `spread`; `batch.n_ranked` blocks come first.
    products : ndarray
        float64, shape (n_classes, n_ends): see `multiply`.
    batch : Batch
    room : Room
    out : ndarray
        float64, shape (n_classes, n_ends).
    """
    left, right, weights, turned = batch.left, batch.right, batch.weights, room.turned
    room.whole[0], room.whole[1] = 0, len(products)
    for own in range(owns[0], owns[1]):
        first = plan.first[own]
        n_features = plan.end[own] - first
        padded = (n_features + 15) // 16 * 16
        room.sign[:n_features] = plan.sign[first : plan.end[own]]
        room.sign[n_features:padded] = 0.0
        sign = room.sign[:padded]
        room.regions[0], room.regions[3] = 0, len(products)
        room.regions[1:3] = plan.level[own]
        row = 0
        for block in range(len(columns)):
            n_regions = 3 if block < batch.n_ranked else 1
            held = room.held[:n_regions]
            hold(plan, own, room.regions if n_regions == 3 else room.whole, columns[block], held)
            turn(held, n_features, padded, turned[row : row + WIDTH * n_regions])
            row += WIDTH * n_regions
        values = out[own]
        values[:] = 0.0
        for end in range(batch.n_plain):
            values[end] = weights[end, 2, 2] * meet(sign, turned[left[end]], turned[right[end]])
        for end in range(batch.n_plain, batch.n_single):
            hand = turned[right[end] - 2 : right[end] + 1]
            values[end] = compare(sign, turned[left[end]], hand, weights[end, 2])
        for end in range(batch.n_single, len(values)):
            one, other = turned[left[end] - 2 : left[end] + 1], turned[right[end] - 2 : right[end] + 1]
            values[end] = contest(sign, one, other, weights[end])
        take_same(plan, own, products, batch.same, values)
        for end in range(len(values)):
            values[end] *= plan.weight[own]


@jit
def outsider_values(plan, owns, columns, batch, levels, held, out):
    """Add to `out` what a seat has in pots that its two opponents tie for.

    Parameters
    ----------
    plan : JointPlan
    owns : tuple of int
    columns : ndarray
        float64, shape (n_blocks, n_classes, WIDTH): see `spread`.
    batch : Outsiders
    levels : ndarray
        int64, shape (n_levels + 1,): where each score begins among the classes, and the end.
    held : ndarray
        float64, shape (n_blocks, n_levels, most_features, WIDTH); written over.
    out : ndarray
        float64, shape (n_classes, n_ends).
    """
    for own in range(owns[0], owns[1]):
        first = plan.first[own]
        for block in range(len(columns)):
            hold(plan, own, levels, columns[block], held[block])
        for each in range(len(batch.end)):
            one, other = batch.left[each], batch.right[each]
            left, right = columns[one // WIDTH], columns[other // WIDTH]
            left_held, right_held = held[one // WIDTH], held[other // WIDTH]
            i, j = one % WIDTH, other % WIDTH
            for level in range(len(levels) - 1):
                total = 0.0
                for feature in range(plan.end[own] - first):
                    total += plan.sign[first + feature] * left_held[level, feature, i] * right_held[level, feature, j]
                for same in range(levels[level], levels[level + 1]):
                    total -= plan.disjoint[own, same] * left[same, i] * right[same, j]
                above = batch.above[each] if levels[level] >= plan.level[own, 1] else 0.0
                out[own, batch.end[each]] += plan.weight[own] * (batch.anywhere[each] + above) * total
