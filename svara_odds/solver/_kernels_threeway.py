# mypy: ignore-errors
"""What three seats' hands are worth at every end of a line, by the factors of their joint distribution."""

import numpy as np

from svara_odds._jit import jit
from svara_odds.solver._kernels_rows import SIDE, WIDTH, add_times, less, load_row, no_row, store_row, turn_square

__all__ = ["STEP", "end_values", "gather", "multiply", "outsider_values", "spread"]

STEP = 16  # features are cleared up to a multiple of it, so that sums over them have no odd ones left

# Sums may be taken in any order, or they could not be taken eight at a time; the order does not change from run to run.
_SUMS = {"reassoc", "nsz", "contract"}


@jit
def gather(plan, columns):
    """Weight of the hands of the whole deck that hold a set of each kind, of all hands below each level and of all.

    `columns` is that of `spread`; gives float64, shape (n_blocks, n_levels + 1, n_kinds, WIDTH).
    """
    n_blocks, n_levels, n_kinds = len(columns), len(plan.starts) - 1, plan.kinds.shape[1]
    sums = np.zeros((n_blocks, n_levels + 1, n_kinds, WIDTH))
    for block in range(n_blocks):
        for level in range(n_levels):
            sums[block, level + 1] = sums[block, level]
            for each in range(plan.starts[level], plan.starts[level + 1]):
                row = load_row(columns[block], each * WIDTH)
                for kind in range(n_kinds):
                    count = plan.kinds[each, kind]
                    if count > 0.0:
                        place = ((level + 1) * n_kinds + kind) * WIDTH
                        store_row(sums[block], place, add_times(load_row(sums[block], place), count, row))
    return sums


@jit
def hold_ranked(plan, feature, table, near, columns, held, place):
    """Weight that holds a feature, below a level, tied with it and regardless: `held` at `place`."""
    n_kinds = table.shape[1]
    low, even, total = no_row(), no_row(), no_row()
    for part in range(plan.parts[feature], plan.parts[feature + 1]):
        kind, factor = plan.part_kind[part] * WIDTH, plan.part_factor[part]
        low = add_times(low, factor, load_row(table, kind))
        even = add_times(even, factor, load_row(table, n_kinds * WIDTH + kind))
        total = add_times(total, factor, load_row(table, 2 * n_kinds * WIDTH + kind))
    for hand in range(plan.hands[feature], plan.hands[feature + 1]):
        each, factor = plan.hand_class[hand], plan.hand_factor[hand]
        row = load_row(columns, each * WIDTH)
        low = add_times(low, factor * near[each, 0], row)
        even = add_times(even, factor * near[each, 1], row)
        total = add_times(total, factor, row)
    store_row(held, place * WIDTH, low)
    store_row(held, (SIDE + place) * WIDTH, even)
    store_row(held, (2 * SIDE + place) * WIDTH, total)


@jit
def hold_any(plan, feature, table, columns, held, place):
    """Weight that holds a feature, whatever the hand: `held` at `place`."""
    total = no_row()
    for part in range(plan.parts[feature], plan.parts[feature + 1]):
        total = add_times(total, plan.part_factor[part], load_row(table, plan.part_kind[part] * WIDTH))
    for hand in range(plan.hands[feature], plan.hands[feature + 1]):
        total = add_times(total, plan.hand_factor[hand], load_row(columns, plan.hand_class[hand] * WIDTH))
    store_row(held, place * WIDTH, total)


@jit
def hold_pairs_ranked(plan, feature, table, near, columns, held):
    """What `hold_ranked` does, for `SIDE` features that are pairs of cards: one kind, less three hands."""
    part, hand = plan.parts[feature], plan.hands[feature]
    n_kinds = table.shape[1]
    for place in range(SIDE):
        kind = plan.part_kind[part + place] * WIDTH
        low = load_row(table, kind)
        even = load_row(table, n_kinds * WIDTH + kind)
        total = load_row(table, 2 * n_kinds * WIDTH + kind)
        one = plan.hand_class[hand + 3 * place]
        two = plan.hand_class[hand + 3 * place + 1]
        three = plan.hand_class[hand + 3 * place + 2]
        row = load_row(columns, one * WIDTH)
        low, even, total = add_times(low, -near[one, 0], row), add_times(even, -near[one, 1], row), less(total, row)
        row = load_row(columns, two * WIDTH)
        low, even, total = add_times(low, -near[two, 0], row), add_times(even, -near[two, 1], row), less(total, row)
        row = load_row(columns, three * WIDTH)
        low, even, total = add_times(low, -near[three, 0], row), add_times(even, -near[three, 1], row), less(total, row)
        store_row(held, place * WIDTH, low)
        store_row(held, (SIDE + place) * WIDTH, even)
        store_row(held, (2 * SIDE + place) * WIDTH, total)


@jit
def hold_pairs_any(plan, feature, table, columns, held):
    """What `hold_any` does, for `SIDE` features that are pairs of cards: one kind, less three hands."""
    part, hand = plan.parts[feature], plan.hands[feature]
    for place in range(SIDE):
        total = load_row(table, plan.part_kind[part + place] * WIDTH)
        total = less(total, load_row(columns, plan.hand_class[hand + 3 * place] * WIDTH))
        total = less(total, load_row(columns, plan.hand_class[hand + 3 * place + 1] * WIDTH))
        total = less(total, load_row(columns, plan.hand_class[hand + 3 * place + 2] * WIDTH))
        store_row(held, place * WIDTH, total)


@jit
def face(plan, own, table, near, columns, held, turned):
    """Weight that holds each feature beside a hand of class `own`, the features side by side.

    Parameters
    ----------
    plan : JointPlan
    own : int
    table : ndarray
        float64, shape (3, n_kinds, WIDTH), what lies below a level, what is tied with it and all, or (1, ...), only
        all: see `split`.
    near : ndarray
        float64, shape (n_classes, 2): 1 where a class is below the level, and where it is tied, else 0.
    columns : ndarray
        float64, shape (n_classes, WIDTH).
    held : ndarray
        float64, shape (3, SIDE, WIDTH); written over.
    turned : ndarray
        float64, shape (WIDTH * len(table), most_features): filled, for each column as many rows as `table` has, and
        cleared up to a multiple of `STEP` features.
    """
    n_regions = len(table)
    first, pairs, end = plan.first[own], plan.cards[own], plan.end[own]
    stride = n_regions * turned.shape[1]
    for group in range(0, (end - first + STEP - 1) // STEP * STEP, SIDE):
        feature = first + group
        if feature + SIDE <= pairs:
            if n_regions == 1:
                hold_pairs_any(plan, feature, table, columns, held)
            else:
                hold_pairs_ranked(plan, feature, table, near, columns, held)
        else:
            held[:] = 0.0
            for place in range(min(SIDE, end - feature)):
                if n_regions == 1:
                    hold_any(plan, feature + place, table, columns, held, place)
                else:
                    hold_ranked(plan, feature + place, table, near, columns, held, place)
        for region in range(n_regions):
            for column in range(0, WIDTH, SIDE):
                target = column * stride + region * turned.shape[1] + group
                turn_square(held, region * SIDE * WIDTH + column, turned, target, stride)


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
def spread(plans, where):
    """How likely an opponent plays to an end with a hand of each class, `WIDTH` columns to a block.

    `where` is int64, shape (n_columns, n_classes); gives float64, shape (n_blocks, n_classes, WIDTH).
    """
    columns = np.empty((where.shape[0] // WIDTH, where.shape[1], WIDTH))
    for column in range(len(where)):
        for each in range(where.shape[1]):
            columns[column // WIDTH, each, column % WIDTH] = plans[where[column, each]]
    return columns


@jit
def multiply(columns, left, right):
    """Product of the two opponents' columns at each end, `WIDTH` ends to a block as in `spread`."""
    products = np.zeros(((len(left) + WIDTH - 1) // WIDTH, columns.shape[1], WIDTH))
    for end in range(len(left)):
        one, other = left[end], right[end]
        for each in range(columns.shape[1]):
            product = columns[one // WIDTH, each, one % WIDTH] * columns[other // WIDTH, each, other % WIDTH]
            products[end // WIDTH, each, end % WIDTH] = product
    return products


@jit
def take_same(plan, own, products, same, room, values):
    """Take off what both opponents would hold at once: the same hand, beside a hand of class `own`.

    `same` is float64, shape (3, n_ends): how much it counts in `values` below the hand, tied and above.
    """
    level = plan.level[own]
    for region in range(3):
        start = 0 if region == 0 else plan.starts[level + region - 1]
        stop = len(plan.level) if region == 2 else plan.starts[level + region]
        for block in range(len(products)):
            row = no_row()
            for each in range(start, stop):
                row = add_times(row, plan.disjoint[own, each], load_row(products[block], each * WIDTH))
            store_row(room, 0, row)
            first = block * WIDTH
            for end in range(first, min(first + WIDTH, len(values))):
                values[end] -= same[region, end] * room[end - first]


@jit
def split(sums, level, table):
    """Weights below, tied with and regardless of a level, from those of `gather`; only the last for one region."""
    last = len(table) - 1
    table[last] = sums[len(sums) - 1]
    if last > 0:
        table[0] = sums[level]
        table[1] = sums[level + 1] - sums[level]


@jit
def end_values(plan, owns, columns, products, sums, batch, room, out):
    """Payoff at each end to a seat that holds a hand of class `own`, for all `own` in the run `owns`.

    Parameters
    ----------
    plan : JointPlan
    owns : tuple of int
        First class, and the end of the run.
    columns : ndarray
        float64, shape (n_blocks, n_classes, WIDTH): see `spread`; `batch.n_ranked` blocks come first.
    products : ndarray
        float64, shape (n_end_blocks, n_classes, WIDTH): see `multiply`.
    sums : ndarray
        float64, shape (n_blocks, n_levels + 1, n_kinds, WIDTH): see `gather`.
    batch : Batch
    room : Room
    out : ndarray
        float64, shape (n_classes, n_ends): filled for `owns`, for one hand and one way of dealing the others.
    """
    left, right, weights, turned = batch.left, batch.right, batch.weights, room.turned
    known = -1
    for own in range(owns[0], owns[1]):
        if plan.level[own] != known:
            known = plan.level[own]
            for block in range(len(columns)):
                split(sums[block], known, room.tables[block, : 3 if block < batch.n_ranked else 1])
        row = 0
        for block in range(len(columns)):
            table = room.tables[block, : 3 if block < batch.n_ranked else 1]
            rows = turned[row : row + WIDTH * len(table)]
            face(plan, own, table, room.near[known], columns[block], room.held, rows)
            row += len(rows)
        sign = cover(plan, own, room.sign)
        values = out[own]
        for end in range(batch.n_plain):
            values[end] = weights[end, 2, 2] * meet(sign, turned[left[end]], turned[right[end]])
        for end in range(batch.n_plain, batch.n_single):
            hand = turned[right[end] - 2 : right[end] + 1]
            values[end] = compare(sign, turned[left[end]], hand, weights[end, 2])
        for end in range(batch.n_single, len(values)):
            one, other = turned[left[end] - 2 : left[end] + 1], turned[right[end] - 2 : right[end] + 1]
            values[end] = contest(sign, one, other, weights[end])
        take_same(plan, own, products, batch.same, room.row, values)



@jit
def cover(plan, own, room):
    """Signs of the features beside a hand of class `own`, with zeros up to a multiple of `STEP`."""
    first, end = plan.first[own], plan.end[own]
    padded = (end - first + STEP - 1) // STEP * STEP
    room[: end - first] = plan.sign[first:end]
    room[end - first : padded] = 0.0
    return room[:padded]


@jit
def outsider_values(plan, owns, columns, sums, batch, room, out):
    """Add to `out` what a seat has in pots that its two opponents tie for; arguments as in `end_values`.

    `batch` is `Outsiders`; the columns of both are all compared, with every level in turn.
    """
    for own in range(owns[0], owns[1]):
        sign = cover(plan, own, room.sign)
        for level in range(len(plan.starts) - 1):
            for block in range(len(columns)):
                split(sums[block], level, room.tables[block])
                rows = room.turned[3 * WIDTH * block : 3 * WIDTH * (block + 1)]
                face(plan, own, room.tables[block], room.near[level], columns[block], room.held, rows)
            for each in range(len(batch.end)):
                one, other = batch.left[each], batch.right[each]
                total = meet(sign, room.turned[3 * one + 1], room.turned[3 * other + 1])
                for same in range(plan.starts[level], plan.starts[level + 1]):
                    first = columns[one // WIDTH, same, one % WIDTH]
                    total -= plan.disjoint[own, same] * first * columns[other // WIDTH, same, other % WIDTH]
                above = batch.above[each] if level > plan.level[own] else 0.0
                out[own, batch.end[each]] += (batch.anywhere[each] + above) * total
