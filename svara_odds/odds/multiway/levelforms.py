"""One level of the hand table as a bilinear form over a split deck, ready for the kernels."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from svara_odds.errors import DealError
from svara_odds.odds.multiway.subsets import Split, group_equal

if TYPE_CHECKING:
    from svara_odds.odds.multiway._kernels import Box, Form

__all__ = ["LevelForm", "card_cube", "frame_of", "level_form"]

LARGEST_BOX = 1 << 27


class LevelForm(NamedTuple):
    """One level over a split deck.

    Attributes
    ----------
    form : Form
        For the kernels.
    left_ids : int32 (N,)
        Row of ``form.x`` of each left subset.
    right_ids : int32 (M,)
        Column of ``form.y`` of each right subset.
    """

    form: Form
    left_ids: NDArray[np.int32]
    right_ids: NDArray[np.int32]

    @property
    def visits(self) -> int:
        """Pairs of a left row and a right column that the kernels go through."""
        starts = np.asarray(self.form.starts, np.int64)
        room = np.minimum(self.form.largest - np.asarray(self.form.size), len(starts) - 2)
        return int(starts[room + 1].sum())


def card_cube(hands: NDArray[np.uint8], numbers: NDArray[np.int32], n_cards: int) -> NDArray[np.int32]:
    """Spread a number per hand (H,) over its three cards in any sequence: int32 (n, n, n), 0 elsewhere."""
    cube = np.zeros((n_cards, n_cards, n_cards), np.int32)
    c = hands.astype(np.int64)
    for i, j, k in ((0, 1, 2), (0, 2, 1), (1, 0, 2), (1, 2, 0), (2, 0, 1), (2, 1, 0)):
        cube[c[:, i], c[:, j], c[:, k]] = numbers
    return cube


def level_form(split: Split, cube: NDArray[np.int32], shift: int, keep: NDArray[np.int64] | None = None) -> LevelForm:
    """Make the form of one level.

    Parameters
    ----------
    split : Split
        The unseen cards.
    cube : int32 (n, n, n)
        Weight of each hand: ``1 << shift`` below the level, 1 on it, 0 elsewhere.
    shift : int
        All hands on the level are fewer than ``1 << shift``; the weights of all hands, and so every sum that is made
        of them, stay below 2**31: a deck of 52 has 22100 hands, less than 2**15.
    keep : int64 (N,), optional
        The left subsets to list; all by default.
    """
    from svara_odds.odds.multiway._kernels import Form

    x, y = split.form(cube)
    left, right = split.subsets
    left_size = left.sizes if keep is None else left.sizes[keep]
    if keep is not None:
        x = [column[keep] for column in x]
    left_first, left_ids = _near_together(left_size, x)
    right_first, right_ids = _near_together(right.sizes, y)
    rows = max(4, -(-len(x) // 4) * 4)
    form_x = np.zeros((len(left_first), rows), np.int32)
    form_y = np.zeros((rows, len(right_first)), np.int32)
    for r, (column_x, column_y) in enumerate(zip(x, y, strict=True)):
        form_x[:, r] = column_x[left_first]
        form_y[r] = column_y[right_first]
    sizes = right.sizes[right_first]
    starts = np.searchsorted(sizes, np.arange(int(sizes[-1]) + 2)).astype(np.int32)
    form = Form(form_x, form_y, np.ascontiguousarray(left_size[left_first]), starts, split.largest, shift)
    return LevelForm(form, left_ids, right_ids)


def _near_together(
    sizes: NDArray[np.int32], columns: list[NDArray[np.int32]]
) -> tuple[NDArray[np.int64], NDArray[np.int32]]:
    """Group subsets that agree; groups come by size, and those with like sums near each other.

    Neighbours then meet the same cells of the histogram, which stay in the cache: a quarter of the time.

    Returns
    -------
    first : int64 (G,)
        One subset of each group.
    ids : int32 (N,)
        Group of each subset.
    """
    groups = group_equal([sizes, *columns])
    total = np.zeros(len(groups.first), np.int64)
    for column in columns:
        total += column[groups.first]
    order = np.lexsort((total, sizes[groups.first]))
    place = np.empty(len(order), np.int32)
    place[order] = np.arange(len(order), dtype=np.int32)
    return groups.first[order], place[groups.ids]


def frame_of(form: Form) -> tuple[Box, int]:
    """The box that holds every (cards, a, b) of a level, and its number of cells."""
    from svara_odds.odds.multiway._kernels import Box, bounds

    cards = int(form.size.max()) + len(form.starts) - 2
    limits = np.empty((cards + 1, 4), np.int64)
    limits[:] = (1 << 40, -1, 1 << 40, -1)
    bounds(form, np.empty(form.y.shape[1], np.int32), limits)
    seen = limits[:, 1] >= 0
    limits[~seen] = (0, -1, 0, -1)
    span = limits[:, 3] - limits[:, 2] + 1
    room = (limits[:, 1] - limits[:, 0] + 1) * span
    offset = np.concatenate([[0], np.cumsum(room)])
    if offset[-1] > LARGEST_BOX:
        raise DealError(f"the histogram of this level has {offset[-1]} cells, more than {LARGEST_BOX}")
    return Box(offset[:-1].copy(), limits[:, 0].copy(), limits[:, 2].copy(), span), int(offset[-1])


def unpack_cells(box: Any, cells: NDArray[np.int64]) -> NDArray[np.int64]:
    """Return (cards, a, b) of each cell number: int64 (n, 3)."""
    # Sizes that do not occur share their offset with the next one; the last of equal offsets is the one that has room.
    p = np.searchsorted(box.offset, cells, side="right") - 1
    inside = cells - box.offset[p]
    span = box.span[p]
    return np.stack([p, box.low_a[p] + inside // span, box.low_b[p] + inside % span], axis=1)
