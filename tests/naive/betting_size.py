"""How many decisions the betting has, by counting alone."""

from functools import cache


def decisions(n, max_raises, blind):
    """Decision nodes where a call closes, with one size, one blind lap and no checks: seats have no names here.

    Behind every chain of 0 to `n` blinds the same can happen: one seat after the other is out or bets, and the last
    one, left alone, has nothing to decide.
    """

    @cache
    def bet(to_act, matched, raises):
        if to_act == 0 or to_act + matched == 1:
            return 0
        more = bet(to_act + matched - 1, 1, raises - 1) if raises else 0
        return 1 + bet(to_act - 1, matched, raises) + bet(to_act - 1, matched + 1, raises) + more

    seen = sum(1 + bet(others, 1, max_raises) for others in range(1, n))
    return n + (n + 1) * seen if blind else seen
