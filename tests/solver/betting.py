"""Betting games of two seats, written out for tests and races from the rules, apart from the package's own builder."""

from svara_odds.solver.tree import SEEN, UNSEEN, Decision, Leaf, Pot, PublicTree, grow


def _put(paid, seat, amount):
    return tuple(amount if place == seat else kept for place, kept in enumerate(paid))


def _folded(paid, seat):
    return Leaf(list(paid), [Pot(sum(paid), 1 << (1 - seat))])


def pot_tree(sizes=(0.5, 1.0), max_raises=3) -> PublicTree:
    """Ante 1; check, or bet a part of the pot; raises by a part of the pot; `max_raises` bets and raises in all."""

    def expand(state):
        line, paid, raises = state
        seat, facing = len(line) % 2, max(paid) - min(paid)
        if line.endswith("f"):
            return _folded(paid, 1 - seat)
        if line == "cc" or (line.endswith("c") and raises):
            return Leaf(list(paid), [Pot(sum(paid), 3)])
        called = _put(paid, seat, max(paid))
        actions = [("fold", (line + "f", paid, raises))] if facing else []
        actions.append(("call" if facing else "check", (line + "c", called, raises)))
        for size in sizes if raises < max_raises else ():
            more = _put(paid, seat, max(paid) + size * sum(called))
            actions.append((f"raise {size:g} pot", (line + "r", more, raises + 1)))
        return Decision(seat, actions)

    return grow(("", (1.0, 1.0), 0), expand, n_players=2)


def closing_tree(*, bet=2.0, factor=2.0, max_raises=3, blind=1.0) -> PublicTree:
    """Ante 1, blinds by seat 0 and a doubling by seat 1, then bet or fold, and raises; a call closes."""

    def speak(seat, paid, last_blind):
        return ("bets", seat, paid, 2 * last_blind if last_blind else bet, -1)

    def expand(state):
        kind, seat, paid, *rest = state
        if kind == "blind":
            placed = 1 + (2 * blind if seat else blind)
            after = _put(paid, seat, placed)
            bet_blind = ("blind", 1, after) if seat == 0 else speak(0, after, 2 * blind)
            return Decision(seat, [("blind", bet_blind), ("look", speak(seat, paid, blind if seat else 0))], UNSEEN)
        if kind == "fold":
            return _folded(paid, seat)
        if kind == "call":
            return Leaf(list(paid), [Pot(sum(paid), 3)])
        level, raises = rest
        actions = [("fold", ("fold", seat, paid))]
        if raises >= 0:
            actions.append(("call", ("call", seat, _put(paid, seat, 1 + level))))
        if raises < max_raises:
            level *= factor if raises >= 0 else 1
            more = _put(paid, seat, 1 + level)
            actions.append((f"to {level:g}", ("bets", 1 - seat, more, level, raises + 1)))
        return Decision(seat, actions, SEEN)

    first = ("blind", 0, (1.0, 1.0)) if blind else speak(0, (1.0, 1.0), 0)
    return grow(first, expand, n_players=2)


def staying_tree(*, bet=1.0, factor=2.0, max_bet=4.0, laps=3, dark=True) -> PublicTree:
    """Ante 1; every turn costs the bet, from the second lap on anyone may open, in the last one must; dark at half."""

    def expand(state):
        kind, seat, paid, level, lap = state
        if kind == "fold":
            return _folded(paid, seat)
        if kind == "open":
            return Leaf(list(paid), [Pot(sum(paid), 3)])

        def turn(paid, level):
            other = 1 - seat
            return ("seen", other, paid, level, lap + (other == 0))

        def pay(amount):
            return _put(paid, seat, paid[seat] + amount)

        if kind == "dark":
            kind_of_next = "dark" if seat == 0 else "seen"
            _, other, after, _, next_lap = turn(pay(level / 2), level)
            follow = (kind_of_next, other, after, level, next_lap)
            return Decision(seat, [("dark", follow), ("look", ("seen", seat, paid, level, lap))], UNSEEN)
        actions = [("fold", ("fold", seat, paid, level, lap))]
        if lap < laps:
            actions.append(("pay", turn(pay(level), level)))
            if level * factor <= max_bet:
                actions.append((f"to {level * factor:g}", turn(pay(level * factor), level * factor)))
        if lap > 1:
            actions.append(("open", ("open", seat, pay(level), level, lap)))
        return Decision(seat, actions, SEEN)

    return grow(("dark" if dark else "seen", 0, (1.0, 1.0), bet, 1), expand, n_players=2)
