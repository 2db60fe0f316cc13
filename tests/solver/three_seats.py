"""Public trees for three seats: the betting of the texts written out by hand, and random trees."""

import numpy as np

from svara_odds.solver.tree import UNSEEN, Decision, Leaf, Pot, PublicTree, grow


def call_closes(*, raises: int, blind: bool = False, ante: float = 1.0, bet: float = 2.0, rake: float = 0.0):
    """A call closes, three seats, one bet size; with `blind` one lap of bets of 1, 2, 4 before the cards are seen."""
    return grow(_Line(blind=blind), lambda line: line.expand(raises, ante, bet), n_players=3, rake=rake)


class _Line:
    """A state: who is in, what is paid above the ante, who has still to act."""

    def __init__(self, *, blind=False, live=(True,) * 3, paid=(0.0,) * 3, queue=(0, 1, 2), last=None, raised=0):
        self.blind, self.live, self.paid, self.queue, self.last, self.raised = blind, live, paid, queue, last, raised

    def expand(self, raises, ante, bet):
        if self.blind:
            return self._offer_blind()
        if sum(self.live) == 1 or not self.queue:
            seats = sum(1 << seat for seat in range(3) if self.live[seat])
            total = [ante + paid for paid in self.paid]
            return Leaf(total, [Pot(sum(total), seats)])
        seat = self.queue[0]
        level = max(self.paid)
        actions = [("fold", self._after(seat, folds=True))]
        opened = self.raised > 0
        if not opened:
            size = 2 * level if level else bet
            actions.append((f"bet {size:g}", self._after(seat, pays=size, raised=1)))
        else:
            actions.append(("call", self._after(seat, pays=level)))
            if self.raised <= raises:
                actions.append(("raise", self._after(seat, pays=level + bet, raised=self.raised + 1)))
        return Decision(seat, actions)

    def _offer_blind(self):
        seat = 0 if self.last is None else self.last + 1
        size = 1.0 if self.last is None else 2 * self.paid[self.last]
        paid = tuple(size if other == seat else self.paid[other] for other in range(3))
        blind = _Line(blind=seat < 2, paid=paid, last=seat, queue=self._order(seat))
        looks = _Line(paid=self.paid, last=self.last, queue=self._order(self.last))
        return Decision(seat, [(f"blind {size:g}", blind), ("look", looks)], UNSEEN)

    @staticmethod
    def _order(last):
        if last is None:
            return (0, 1, 2)
        return tuple((last + 1 + step) % 3 for step in range(3))[: 3 if last is None else 2]

    def _after(self, seat, *, folds=False, pays=None, raised=None):
        live = tuple(kept and not (folds and other == seat) for other, kept in enumerate(self.live))
        paid = self.paid if pays is None else tuple(pays if s == seat else p for s, p in enumerate(self.paid))
        queue = self.queue[1:]
        if raised is not None:  # everybody else has to answer
            queue = tuple((seat + step) % 3 for step in (1, 2) if live[(seat + step) % 3])
        elif folds and not self.raised and not queue and self.last is not None:
            queue = ()
        return _Line(
            live=live, paid=paid, queue=queue, last=self.last, raised=self.raised if raised is None else raised
        )


def random_tree(seed: int, n_classes: int, *, depth: int = 5, rake: float = 0.0) -> PublicTree:
    """Random turns, payments and pots, side pots among them; some turns see nothing, others a coarse partition."""
    draw = np.random.default_rng(seed)
    coarse = np.sort(draw.integers(0, 4, n_classes))
    coarse = np.unique(coarse, return_inverse=True)[1].astype(np.int32)

    def expand(state):
        level, seen = state
        if level == depth or (level > 1 and draw.random() < 0.25):
            pots = [Pot(float(draw.integers(1, 9)), int(draw.integers(1, 8))) for _ in range(draw.integers(1, 4))]
            return Leaf(draw.integers(0, 5, 3).astype(float).tolist(), pots)
        player = int(draw.integers(3))
        partition = [UNSEEN, 2, 0][max(seen[player], int(draw.integers(3)))]
        after = tuple({UNSEEN: 0, 2: 1, 0: 2}[partition] if seat == player else seen[seat] for seat in range(3))
        return Decision(player, [(str(a), (level + 1, after)) for a in range(draw.integers(1, 4))], partition)

    return grow((0, (0, 0, 0)), expand, n_players=3, partitions=[coarse], rake=rake)
