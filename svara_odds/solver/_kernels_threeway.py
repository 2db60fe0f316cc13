# mypy: ignore-errors
"""What three seats' hands are worth at every end of a line, by the factors of their joint distribution.

Eight ends stand side by side in a block, each in a lane. How likely an opponent plays to them with a hand of each
class is a row; sums of such rows for sets of cards, and products of one opponent's sums and the other's, never leave
the registers. Hands are told apart by what is below a level (LOW), what is below or tied (UPTO), and all (ANY).
"""

import numpy as np

from svara_odds._jit import jit
from svara_odds.solver._kernels_rows import (
    WIDTH,
    add_product,
    add_times,
    less,
    load_row,
    no_row,
    store_row,
    times,
)

__all__ = ["end_values", "gather", "multiply", "outsider_values", "spread"]

inlined = jit(forceinline=True)


@jit
def spread(plans, where):
    """How likely an opponent plays to an end with a hand of each class, `WIDTH` ends to a block.

    `where` is int64, shape (n_lanes, n_classes); gives float64, shape (n_blocks, n_classes, WIDTH).
    """
    rows = np.empty((where.shape[0] // WIDTH, where.shape[1], WIDTH))
    for lane in range(len(where)):
        for each in range(where.shape[1]):
            rows[lane // WIDTH, each, lane % WIDTH] = plans[where[lane, each]]
    return rows


@jit
def multiply(left, right):
    """Products of the rows of both opponents."""
    products = np.empty_like(left)
    for block in range(left.shape[0]):
        for each in range(left.shape[1]):
            for lane in range(WIDTH):
                products[block, each, lane] = left[block, each, lane] * right[block, each, lane]
    return products


@jit
def gather(plan, rows):
    """Weight of the hands of the whole deck that hold a set of each kind: all hands below each level, and all.

    `rows` is that of `spread`; gives float64, shape (n_blocks, n_levels + 1, n_kinds, WIDTH).
    """
    n_blocks, n_levels, n_kinds = len(rows), len(plan.starts) - 1, plan.kinds.shape[1]
    sums = np.zeros((n_blocks, n_levels + 1, n_kinds, WIDTH))
    for block in range(n_blocks):
        for level in range(n_levels):
            upto = sums[block, level + 1]
            upto[:] = sums[block, level]
            for each in range(plan.starts[level], plan.starts[level + 1]):
                row = load_row(rows[block], each * WIDTH)
                for kind in range(n_kinds):
                    count = plan.kinds[each, kind]
                    if count > 0.0:
                        store_row(upto, kind * WIDTH, add_times(load_row(upto, kind * WIDTH), count, row))
    return sums


@inlined
def pair_any(kind, hands, sums, rows):
    """Weight that holds a pair of cards: what does in the whole deck, less three hands."""
    row = less(load_row(sums, kind), load_row(rows, hands[0]))
    return less(less(row, load_row(rows, hands[1])), load_row(rows, hands[2]))


@inlined
def pair_near(kind, hands, shares, sums, rows):
    """The same of the hands below a level, or up to it; `shares` say which of the three are among them."""
    row = add_times(load_row(sums, kind), -shares[0], load_row(rows, hands[0]))
    return add_times(add_times(row, -shares[1], load_row(rows, hands[1])), -shares[2], load_row(rows, hands[2]))


@jit
def any_feature(plan, feature, near, sums, rows):
    """Weight that holds a feature of any sort; `near` says which classes are counted."""
    row = no_row()
    for part in range(plan.parts[feature], plan.parts[feature + 1]):
        row = add_times(row, plan.part_factor[part], load_row(sums, plan.part_kind[part] * WIDTH))
    for hand in range(plan.hands[feature], plan.hands[feature + 1]):
        each = plan.hand_class[hand]
        row = add_times(row, plan.hand_factor[hand] * near[each], load_row(rows, each * WIDTH))
    return row


@inlined
def pair_terms(plan, feature):
    """Offsets of the kind and the three hands that a pair of cards is made of, and their classes."""
    kind = plan.part_kind[plan.parts[feature]] * WIDTH
    hand = plan.hands[feature]
    classes = plan.hand_class[hand], plan.hand_class[hand + 1], plan.hand_class[hand + 2]
    return kind, (classes[0] * WIDTH, classes[1] * WIDTH, classes[2] * WIDTH), classes


@jit
def meet(plan, own, near, left, right, totals):
    """Pairs of hands, whatever they are, beside a hand of class `own`: `totals`, shape (1, WIDTH).

    `left` and `right` are pairs of an opponent's sums, shape (n_levels + 1, n_kinds, WIDTH), and rows. `near` is
    float64, shape (3, n_classes): 1 where a class is counted in LOW, UPTO and ANY, else 0.
    """
    left_sums, left_rows = left[0][len(left[0]) - 1], left[1]
    right_sums, right_rows = right[0][len(right[0]) - 1], right[1]
    total = no_row()
    for feature in range(plan.first[own], plan.cards[own]):
        kind, hands, _ = pair_terms(plan, feature)
        one = times(plan.sign[feature], pair_any(kind, hands, left_sums, left_rows))
        total = add_product(total, one, pair_any(kind, hands, right_sums, right_rows))
    for feature in range(plan.cards[own], plan.end[own]):
        one = times(plan.sign[feature], any_feature(plan, feature, near[2], left_sums, left_rows))
        total = add_product(total, one, any_feature(plan, feature, near[2], right_sums, right_rows))
    store_row(totals, 0, total)


@jit
def compare(plan, own, near, level, left, right, totals):
    """Pairs of hands by how the right one compares with a level: `totals`, shape (3, WIDTH); see `meet`."""
    left_any, left_rows = left[0][len(left[0]) - 1], left[1]
    low_sums, upto_sums, any_sums = right[0][level], right[0][level + 1], right[0][len(right[0]) - 1]
    rows = right[1]
    below, upto, total = no_row(), no_row(), no_row()
    low, high = near[0], near[1]
    for feature in range(plan.first[own], plan.cards[own]):
        kind, hands, classes = pair_terms(plan, feature)
        one = times(plan.sign[feature], pair_any(kind, hands, left_any, left_rows))
        shares = low[classes[0]], low[classes[1]], low[classes[2]]
        below = add_product(below, one, pair_near(kind, hands, shares, low_sums, rows))
        shares = high[classes[0]], high[classes[1]], high[classes[2]]
        upto = add_product(upto, one, pair_near(kind, hands, shares, upto_sums, rows))
        total = add_product(total, one, pair_any(kind, hands, any_sums, rows))
    for feature in range(plan.cards[own], plan.end[own]):
        one = times(plan.sign[feature], any_feature(plan, feature, near[2], left_any, left_rows))
        below = add_product(below, one, any_feature(plan, feature, low, low_sums, rows))
        upto = add_product(upto, one, any_feature(plan, feature, high, upto_sums, rows))
        total = add_product(total, one, any_feature(plan, feature, near[2], any_sums, rows))
    store_row(totals, 0, below)
    store_row(totals, WIDTH, upto)
    store_row(totals, 2 * WIDTH, total)


@jit
def contest(plan, own, near, level, left, right, totals):
    """Pairs of hands by how both compare with a level: `totals`, shape (9, WIDTH), the left one's first; see `meet`."""
    every = len(left[0]) - 1
    sums_0, sums_1, sums_2, rows = left[0][level], left[0][level + 1], left[0][every], left[1]
    more_0, more_1, more_2, others = right[0][level], right[0][level + 1], right[0][every], right[1]
    low, high = near[0], near[1]
    t00, t01, t02 = no_row(), no_row(), no_row()
    t10, t11, t12 = no_row(), no_row(), no_row()
    t20, t21, t22 = no_row(), no_row(), no_row()
    pairs_end = plan.cards[own]
    for feature in range(plan.first[own], plan.end[own]):
        sign = plan.sign[feature]
        if feature < pairs_end:
            kind, hands, classes = pair_terms(plan, feature)
            lows = low[classes[0]], low[classes[1]], low[classes[2]]
            highs = high[classes[0]], high[classes[1]], high[classes[2]]
            a0, b0 = pair_near(kind, hands, lows, sums_0, rows), pair_near(kind, hands, lows, more_0, others)
            a1, b1 = pair_near(kind, hands, highs, sums_1, rows), pair_near(kind, hands, highs, more_1, others)
            a2, b2 = pair_any(kind, hands, sums_2, rows), pair_any(kind, hands, more_2, others)
        else:
            a0 = any_feature(plan, feature, low, sums_0, rows)
            a1 = any_feature(plan, feature, high, sums_1, rows)
            a2 = any_feature(plan, feature, near[2], sums_2, rows)
            b0 = any_feature(plan, feature, low, more_0, others)
            b1 = any_feature(plan, feature, high, more_1, others)
            b2 = any_feature(plan, feature, near[2], more_2, others)
        a0, a1, a2 = times(sign, a0), times(sign, a1), times(sign, a2)
        t00, t01, t02 = add_product(t00, a0, b0), add_product(t01, a0, b1), add_product(t02, a0, b2)
        t10, t11, t12 = add_product(t10, a1, b0), add_product(t11, a1, b1), add_product(t12, a1, b2)
        t20, t21, t22 = add_product(t20, a2, b0), add_product(t21, a2, b1), add_product(t22, a2, b2)
    store_row(totals, 0, t00)
    store_row(totals, WIDTH, t01)
    store_row(totals, 2 * WIDTH, t02)
    store_row(totals, 3 * WIDTH, t10)
    store_row(totals, 4 * WIDTH, t11)
    store_row(totals, 5 * WIDTH, t12)
    store_row(totals, 6 * WIDTH, t20)
    store_row(totals, 7 * WIDTH, t21)
    store_row(totals, 8 * WIDTH, t22)


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
            row = add_times(row, plan.disjoint[own, each], load_row(products, each * WIDTH))
        store_row(totals, 0, row)
        for lane in range(WIDTH):
            values[lane] -= same[region, lane] * totals[0, lane]


@jit
def level_values(plan, own, level, played, batch, room, values):
    """What the ends pay beside a hand of class `own` where those of `level` count as tied: `values`, (n_lanes,)."""
    near = room.near[level]
    for block in range(len(batch.same)):
        left, right = (played.left_sums[block], played.left[block]), (played.right_sums[block], played.right[block])
        first, stop = 0, 9
        if block < batch.n_plain:
            meet(plan, own, near, left, right, room.totals)
            first, stop = 8, 9
        elif block < batch.n_single:
            compare(plan, own, near, level, left, right, room.totals)
            first, stop = 6, 9
        else:
            contest(plan, own, near, level, left, right, room.totals)
        lanes = values[block * WIDTH : (block + 1) * WIDTH]
        lanes[:] = 0.0
        for place in range(first, stop):
            for lane in range(WIDTH):
                lanes[lane] += batch.weights[block, place, lane] * room.totals[place - first, lane]
        take_same(plan, own, level, played.products[block], batch.same[block], room.totals, lanes)


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
    for own in range(owns[0], owns[1]):
        level_values(plan, own, plan.level[own], played, batch, room, out[own])


@jit
def outsider_values(plan, owns, played, outsiders, room, out):
    """Add to `out` what a seat has in pots that its two opponents tie for; arguments as in `end_values`."""
    for own in range(owns[0], owns[1]):
        for level in range(len(plan.starts) - 1):
            level_values(plan, own, level, played, outsiders.batch, room, room.values)
            for each in range(len(outsiders.lane)):
                above = outsiders.above[each] if level > plan.level[own] else 0.0
                out[own, outsiders.lane[each]] += (outsiders.anywhere[each] + above) * room.values[each]
