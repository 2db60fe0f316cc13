"""Random public trees of two seats, with side pots and hands that are seen late or in part."""

import random

import numpy as np

from svara_odds.solver.tree import Decision, Leaf, Pot, grow


def random_tree(seed, n_classes, *, depth=4):
    """A tree whose shape, amounts and pots hang on `seed`; seats look at nothing, then at a part, then at all."""
    coarse = np.arange(n_classes, dtype=np.int32) // 3
    stages = [1, 2, 0]  # partitions from unseen by way of the coarse one to seen

    def expand(state):
        path, stage = state
        draw = random.Random(f"{seed} {path}")
        if len(path) >= depth or (path and draw.random() < 0.25):
            pots = [Pot(draw.uniform(0.5, 4), draw.choice([1, 2, 3, 3])) for _ in range(draw.randint(1, 3))]
            return Leaf([draw.uniform(0, 3), draw.uniform(0, 3)], pots)
        seat = draw.randrange(2)
        looks = max(stage[seat], draw.choice([0, 1, 2, 2]))
        after = tuple(looks if other == seat else old for other, old in enumerate(stage))
        actions = [(f"a{k}", (f"{path}{k}", after)) for k in range(draw.randint(2, 3))]
        return Decision(seat, actions, stages[looks])

    return grow(("", (0, 0)), expand, n_players=2, partitions=[coarse])
