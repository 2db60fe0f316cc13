# mypy: ignore-errors
"""What three seats' hands are worth at every end of a line, by the factors of their joint distribution.

Eight ends stand side by side in a block, each in a lane. How likely an opponent plays to them with a hand of each
class is a row; sums of such rows for sets of cards, and products of one opponent's sums and the other's, never leave
the registers. Hands are told apart by what is below a level (LOW), what is below or tied (UPTO), and all (ANY).
"""

import numpy as np

from svara_odds._jit import jit
from svara_odds.showdown._kernels_rows import WIDTH, add, load, multiply, no_row, store, subtract, times

__all__ = ["end_values", "gather", "outsider_values", "spread"]

inlined = jit(forceinline=True)


@inlined
def add_times(row, factor, other):
    """``row + factor * other``."""
    return add(row, times(other, factor))


@inlined
def add_product(row, one, other):
    """``row + one * other``, lane by lane."""
    return add(row, multiply(one, other))


@jit
def spread(plans, where, rows):
    """How likely an opponent plays to an end with a hand of each class, `WIDTH` ends to a block.

    `where` is int64, shape (n_lanes, n_classes); `rows`, shape (n_blocks, n_classes, WIDTH), is filled.
    """
    for lane in range(len(where)):
        for each in range(where.shape[1]):
            rows[lane // WIDTH, each, lane % WIDTH] = plans[where[lane, each]]


@jit
def gather(plan, rows, sums):
    """Weight of the hands of the whole deck that hold a set of each kind: all hands below each level, and all.

    `rows` is that of `spread`; `sums`, shape (n_blocks, n_levels + 1, n_kinds, WIDTH), is filled.
    """
    n_kinds = plan.kinds.shape[1]
    for block in range(len(rows)):
        sums[block, 0] = 0.0
        for level in range(len(plan.starts) - 1):
            upto = sums[block, level + 1]
            upto[:] = sums[block, level]
            for each in range(plan.starts[level], plan.starts[level + 1]):
                row = load(rows[block], each * WIDTH)
                for kind in range(n_kinds):
                    count = plan.kinds[each, kind]
                    if count > 0.0:
                        store(upto, kind * WIDTH, add_times(load(upto, kind * WIDTH), count, row))


@inlined
def pair_any(terms, sums, rows):
    """Weight that holds a pair of cards: what does in the whole deck, less three hands."""
    row = subtract(load(sums, terms[0] * WIDTH), load(rows, terms[1] * WIDTH))
    return subtract(subtract(row, load(rows, terms[2] * WIDTH)), load(rows, terms[3] * WIDTH))


@inlined
def pair_near(terms, near, sums, rows):
    """The same of the hands below a level, or up to it; `near` is 1 for the classes that are, else 0."""
    row = add_times(load(sums, terms[0] * WIDTH), -near[terms[1]], load(rows, terms[1] * WIDTH))
    row = add_times(row, -near[terms[2]], load(rows, terms[2] * WIDTH))
    return add_times(row, -near[terms[3]], load(rows, terms[3] * WIDTH))


@inlined
def other_feature(terms, factors, near, sums, rows):
    """Weight that holds a card, or nothing: sets of seven kinds, and three hands of classes that are counted."""
    row = no_row()
    for term in range(7):
        row = add_times(row, factors[term], load(sums, terms[term] * WIDTH))
    for term in range(7, 10):
        row = add_times(row, factors[term] * near[terms[term]], load(rows, terms[term] * WIDTH))
    return row


@inlined
def pair_terms(plan, feature):
    """Kind and classes that a pair of cards is made of."""
    return plan.pair[feature, 0], plan.pair[feature, 1], plan.pair[feature, 2], plan.pair[feature, 3]


@jit
def meet(plan, own, near, left, right, totals):
    """Pairs of hands, whatever they are, beside a hand of class `own`: `totals`, shape (1, WIDTH).

    `left` and `right` are pairs of an opponent's sums, shape (n_levels + 1, n_kinds, WIDTH), and rows. `near` is
    float64, shape (3, n_classes): 1 where a class is counted in LOW, UPTO and ANY, else 0.
    """
    left_sums, left_rows = left[0][len(left[0]) - 1], left[1]
    right_sums, right_rows = right[0][len(right[0]) - 1], right[1]
    total = no_row()
    for feature in range(np.uint64(plan.first_pair[own]), np.uint64(plan.first_pair[own + 1])):
        terms = pair_terms(plan, feature)
        one = times(pair_any(terms, left_sums, left_rows), plan.pair_sign[feature])
        total = add_product(total, one, pair_any(terms, right_sums, right_rows))
    for feature in range(plan.first_other[own], plan.first_other[own + 1]):
        terms, factors = plan.other[feature], plan.other_factor[feature]
        one = times(other_feature(terms, factors, near[2], left_sums, left_rows), plan.other_sign[feature])
        total = add_product(total, one, other_feature(terms, factors, near[2], right_sums, right_rows))
    store(totals, 0, total)


@jit
def compare(plan, own, near, level, left, right, totals):
    """Pairs of hands by how the right one compares with a level: `totals`, shape (3, WIDTH); see `meet`."""
    left_any, left_rows = left[0][len(left[0]) - 1], left[1]
    low_sums, upto_sums, any_sums = right[0][level], right[0][level + 1], right[0][len(right[0]) - 1]
    rows, low, high, every = right[1], near[0], near[1], near[2]
    below, upto, total = no_row(), no_row(), no_row()
    for feature in range(np.uint64(plan.first_pair[own]), np.uint64(plan.first_pair[own + 1])):
        terms = pair_terms(plan, feature)
        one = times(pair_any(terms, left_any, left_rows), plan.pair_sign[feature])
        below = add_product(below, one, pair_near(terms, low, low_sums, rows))
        upto = add_product(upto, one, pair_near(terms, high, upto_sums, rows))
        total = add_product(total, one, pair_any(terms, any_sums, rows))
    for feature in range(plan.first_other[own], plan.first_other[own + 1]):
        terms, factors = plan.other[feature], plan.other_factor[feature]
        one = times(other_feature(terms, factors, every, left_any, left_rows), plan.other_sign[feature])
        below = add_product(below, one, other_feature(terms, factors, low, low_sums, rows))
        upto = add_product(upto, one, other_feature(terms, factors, high, upto_sums, rows))
        total = add_product(total, one, other_feature(terms, factors, every, any_sums, rows))
    store(totals, 0, below)
    store(totals, WIDTH, upto)
    store(totals, 2 * WIDTH, total)


@inlined
def add_nine(sums, sign, left, right):
    """Add the products of three rows and three others to nine sums."""
    t00, t01, t02, t10, t11, t12, t20, t21, t22 = sums
    a, b, c = times(left[0], sign), times(left[1], sign), times(left[2], sign)
    x, y, z = right
    t00, t01, t02 = add_product(t00, a, x), add_product(t01, a, y), add_product(t02, a, z)
    t10, t11, t12 = add_product(t10, b, x), add_product(t11, b, y), add_product(t12, b, z)
    t20, t21, t22 = add_product(t20, c, x), add_product(t21, c, y), add_product(t22, c, z)
    return t00, t01, t02, t10, t11, t12, t20, t21, t22


@inlined
def three_pairs(terms, near, sums, rows):
    """Weight that holds a pair of cards below a level, up to it and regardless."""
    low, upto = pair_near(terms, near[0], sums[0], rows), pair_near(terms, near[1], sums[1], rows)
    return low, upto, pair_any(terms, sums[2], rows)


@inlined
def three_others(terms, factors, near, sums, rows):
    """Weight that holds a card, or nothing, below a level, up to it and regardless."""
    low = other_feature(terms, factors, near[0], sums[0], rows)
    upto = other_feature(terms, factors, near[1], sums[1], rows)
    return low, upto, other_feature(terms, factors, near[2], sums[2], rows)


@jit
def contest(plan, own, near, level, left, right, totals):
    """Pairs of hands by how both compare with a level: `totals`, shape (9, WIDTH), the left one's first; see `meet`."""
    last = len(left[0]) - 1
    left_sums = (left[0][level], left[0][level + 1], left[0][last])
    right_sums = (right[0][level], right[0][level + 1], right[0][last])
    nears = (near[0], near[1], near[2])
    nothing = no_row()
    sums = (nothing, nothing, nothing, nothing, nothing, nothing, nothing, nothing, nothing)
    for feature in range(np.uint64(plan.first_pair[own]), np.uint64(plan.first_pair[own + 1])):
        terms = pair_terms(plan, feature)
        one = three_pairs(terms, nears, left_sums, left[1])
        sums = add_nine(sums, plan.pair_sign[feature], one, three_pairs(terms, nears, right_sums, right[1]))
    for feature in range(plan.first_other[own], plan.first_other[own + 1]):
        terms, factors = plan.other[feature], plan.other_factor[feature]
        one = three_others(terms, factors, nears, left_sums, left[1])
        other = three_others(terms, factors, nears, right_sums, right[1])
        sums = add_nine(sums, plan.other_sign[feature], one, other)
    for place in range(9):
        store(totals, place * WIDTH, sums[place])


@jit
def take_same(plan, own, level, products, same, totals, values):
    """Take off what both opponents would hold at once: the same hand, beside a hand of class `own`.

    `same` is float64, shape (3, WIDTH): how much it counts below the level, tied and above.
    """
    for region in range(3):
        start = 0 if region == 0 else plan.starts[level + region - 1]
        stop = len(plan.level) if region == 2 else plan.starts[level + region]
        row = no_row()
        for each in range(start, stop):
            row = add_times(row, plan.disjoint[own, each], load(products, each * WIDTH))
        store(totals, 0, row)
        for lane in range(WIDTH):
            values[lane] -= same[region, lane] * totals[0, lane]


@jit
def block_values(plan, own, level, played, batch, block, room):
    """What a block of ends pays beside a hand of class `own` where hands of `level` count as tied: `room.values`."""
    near, totals, values = room.near[level], room.totals, room.values
    left, right = (played.left_sums[block], played.left[block]), (played.right_sums[block], played.right[block])
    first = 0
    if block < batch.n_plain:
        first = 8
        meet(plan, own, near, left, right, totals)
    elif block < batch.n_single:
        first = 6
        compare(plan, own, near, level, left, right, totals)
    else:
        contest(plan, own, near, level, left, right, totals)
    values[:] = 0.0
    for place in range(first, 9):
        for lane in range(WIDTH):
            values[lane] += batch.weights[block, place, lane] * totals[place - first, lane]
    take_same(plan, own, level, played.products[block], batch.same[block], totals, values)


@jit
def end_values(plan, owns, played, batch, room, out):
    """Payoff at each end to a seat that holds a hand of class `own`, for all `own` in the run `owns`.

    Parameters
    ----------
    plan : JointPlan
    owns : tuple of int
        First class, and the end of the run.
    played : Played
    batch : Batch
    room : Room
    out : ndarray
        float64, shape (n_classes, n_lanes): filled for `owns`, for one hand and one way of dealing the others.
    """
    for block in range(len(batch.same)):  # a block stays in the cache for all of the run
        for own in range(owns[0], owns[1]):
            block_values(plan, own, plan.level[own], played, batch, block, room)
            out[own, block * WIDTH : (block + 1) * WIDTH] = room.values


@jit
def outsider_values(plan, owns, played, outsiders, room, out):
    """Add to `out` what a seat has in pots that its two opponents tie for; arguments as in `end_values`."""
    for block in range(len(outsiders.batch.same)):
        first = block * WIDTH
        for own in range(owns[0], owns[1]):
            for level in range(len(plan.starts) - 1):
                block_values(plan, own, level, played, outsiders.batch, block, room)
                for each in range(first, min(first + WIDTH, len(outsiders.lane))):
                    above = outsiders.above[each] if level > plan.level[own] else 0.0
                    share = outsiders.anywhere[each] + above
                    out[own, outsiders.lane[each]] += share * room.values[each - first]
