"""How actions look in charts: one colour, one hatching and one or two letters each, in a fixed order."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from svara_odds.charts.marks import HATCHES
from svara_odds.text.catalogue import Speech

__all__ = ["ActionLook", "action_looks"]

# From giving up to going on; light enough for black letters, and apart from one another in any kind of sight.
_LOOKS = {
    "fold": ("#D9D9D9", ""),
    "pass": ("#D9D9D9", ""),
    "look": ("#F0F0F0", "...."),
    "call": ("#8EC9EE", "...."),
    "pay": ("#8EC9EE", "...."),
    "play": ("#8EC9EE", "...."),
    "exchange": ("#F6D86B", "----"),
    "bet": ("#F2B56B", "----"),
    "raise": ("#EE8866", "////"),
    "open": ("#7FCDB0", "xxxx"),
    "join": ("#7FCDB0", "xxxx"),
    "blind": ("#DDAACC", "++++"),
    "dark": ("#DDAACC", "++++"),
    "double": ("#B68ACB", "xxxx"),
}
_OTHERS = ("#EEDD88", "++++")  # an action that is not among them
_ORDER = {word: place for place, word in enumerate(_LOOKS)}


class ActionLook(NamedTuple):
    """How an action is drawn and called."""

    color: str
    hatch: str
    letter: str
    label: str


def action_looks(actions: Iterable[str], say: Speech) -> dict[str, ActionLook]:
    """Looks of actions, from giving up to going on.

    Parameters
    ----------
    actions : iterable of str
        A word such as ``fold``, or a word and an amount such as ``"raise 4"``; amounts of one word go by size.
    say : Speech
        Language of the letters and labels.

    Returns
    -------
    dict of str to ActionLook
        In the order in which they are stacked. No two have one letter or, of one colour, one hatching.
    """
    looks: dict[str, ActionLook] = {}
    for action in sorted(set(actions), key=_place):
        word, _, amount = action.partition(" ")
        color, hatch = _LOOKS.get(word, _OTHERS)
        same = sum(look.color == color for look in looks.values())
        hatch = HATCHES[(HATCHES.index(hatch) + same) % len(HATCHES)]
        letter, label = (say.shared(f"{kind}.{word}") if word in _LOOKS else word for kind in ("letter", "action"))
        looks[action] = ActionLook(color, hatch, letter + amount, f"{label} {amount}".rstrip())
    return looks


def _place(action: str) -> tuple[int, float, str]:
    word, _, amount = action.partition(" ")
    try:
        size = float(amount)
    except ValueError:
        size = 0.0
    return _ORDER.get(word, len(_ORDER)), size, action
