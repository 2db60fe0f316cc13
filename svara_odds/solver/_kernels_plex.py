# mypy: ignore-errors
"""Walks over a treeplex: down for plans, up for regrets and best responses."""

from svara_odds._jit import jit

__all__ = ["accumulate", "add_up", "normalize", "realize", "respond", "update_regrets"]


@jit(forceinline=True)
def _action(plex, array, block, action):
    """The cells of one action of a block."""
    start = plex.start[block] + action * plex.cells[block]
    return array[start : start + plex.cells[block]]


@jit
def realize(plex, behaviour, plan):
    """Plan of a behaviour: the product of its probabilities along the player's own path."""
    plan[0] = 1.0
    for block in range(len(plex.start)):
        cells = plex.cells[block]
        first = plex.first_infoset[block]
        run = plex.run[block]
        for action in range(plex.actions[block]):
            shares = _action(plex, behaviour, block, action)
            reach = _action(plex, plan, block, action)
            if run >= 0:
                above = plan[run : run + cells]
                for cell in range(cells):
                    reach[cell] = above[cell] * shares[cell]
            else:
                for cell in range(cells):
                    reach[cell] = plan[plex.parent[first + cell]] * shares[cell]


@jit
def accumulate(plan, weight, total):
    """Add a weighted plan to a sum of plans."""
    for sequence in range(len(plan)):
        total[sequence] += weight * plan[sequence]


@jit
def add_up(plex, block, gradient, values):
    """Add the values of a block's infosets to what their parent sequences earn."""
    first = plex.first_infoset[block]
    run = plex.run[block]
    cells = plex.cells[block]
    if run >= 0:
        above = gradient[run : run + cells]
        for cell in range(cells):
            above[cell] += values[cell]
    else:
        for cell in range(cells):
            gradient[plex.parent[first + cell]] += values[cell]


@jit
def update_regrets(plex, gradient, behaviour, regrets, keep, scratch):
    """One step of regret matching in every infoset, from the leaves up; `gradient` ends as full values.

    `keep` holds the factor of old positive regrets, that of old negative ones, and the least a regret may be.
    `scratch` is float64, shape (2, most cells).
    """
    keep_gain, keep_loss, least = keep
    for block in range(len(plex.start) - 1, -1, -1):
        cells = plex.cells[block]
        actions = plex.actions[block]
        values = scratch[0, :cells]
        totals = scratch[1, :cells]
        values[:] = 0.0
        totals[:] = 0.0
        for action in range(actions):
            shares = _action(plex, behaviour, block, action)
            worth = _action(plex, gradient, block, action)
            for cell in range(cells):
                values[cell] += shares[cell] * worth[cell]
        for action in range(actions):
            worth = _action(plex, gradient, block, action)
            gains = _action(plex, regrets, block, action)
            for cell in range(cells):
                old = gains[cell]
                new = old * (keep_gain if old > 0.0 else keep_loss) + (worth[cell] - values[cell])
                new = new if new > least else least
                gains[cell] = new
                totals[cell] += new if new > 0.0 else 0.0
        even = 1.0 / actions
        for cell in range(cells):
            totals[cell] = 1.0 / totals[cell] if totals[cell] > 0.0 else 0.0
        for action in range(actions):
            gains = _action(plex, regrets, block, action)
            shares = _action(plex, behaviour, block, action)
            for cell in range(cells):
                gain = gains[cell] if gains[cell] > 0.0 else 0.0
                shares[cell] = gain * totals[cell] if totals[cell] > 0.0 else even
        add_up(plex, block, gradient, values)


@jit
def respond(plex, gradient, behaviour, scratch):
    """Best response: the first of the best actions in every infoset; `gradient` ends as full values."""
    values = scratch[0]
    for block in range(len(plex.start) - 1, -1, -1):
        cells = plex.cells[block]
        for cell in range(cells):
            best = 0
            for action in range(1, plex.actions[block]):
                here = plex.start[block] + cell
                if gradient[here + action * cells] > gradient[here + best * cells]:
                    best = action
            for action in range(plex.actions[block]):
                behaviour[plex.start[block] + action * cells + cell] = 1.0 if action == best else 0.0
            values[cell] = gradient[plex.start[block] + best * cells + cell]
        add_up(plex, block, gradient, values)


@jit
def normalize(plex, plan, behaviour):
    """Behaviour of a plan; even where the plan does not come to an infoset."""
    behaviour[0] = 1.0
    for block in range(len(plex.start)):
        cells = plex.cells[block]
        actions = plex.actions[block]
        for cell in range(cells):
            here = plex.start[block] + cell
            total = 0.0
            for action in range(actions):
                total += plan[here + action * cells]
            for action in range(actions):
                share = plan[here + action * cells] / total if total > 0.0 else 1.0 / actions
                behaviour[here + action * cells] = share
