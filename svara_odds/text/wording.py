"""Words for cards, combinations and points. Names and numbers in, text out; no rule is known here."""

from __future__ import annotations

from collections.abc import Sequence

from svara_odds.cards.deck import RANK_WORDS, RANKS, SUIT_WORDS, SUITS

__all__ = [
    "counted",
    "describe",
    "list_words",
    "points_number",
    "points_text",
    "rank_plural",
    "rank_word",
    "say_card",
    "with_article",
]


def rank_word(name: str) -> str:
    """``"king"`` for ``"Kh"`` or ``"K"``."""
    return RANK_WORDS[RANKS.index(name[0])]


def rank_plural(name: str) -> str:
    """``"sixes"`` for ``"6"``."""
    word = rank_word(name)
    return word + ("es" if word.endswith("x") else "s")


def with_article(word: str) -> str:
    """``"an ace"``, ``"a king"``."""
    return f"an {word}" if word[0] in "aeiou" else f"a {word}"


def say_card(name: str) -> str:
    """``"king of hearts"`` for ``"Kh"``."""
    return f"{rank_word(name)} of {SUIT_WORDS[SUITS.index(name[1])]}"


def list_words(words: Sequence[str], *, last: str = "and") -> str:
    """Words joined as in a sentence, `last` before the last of them.

    Examples
    --------
    >>> list_words(["ace", "king", "ten"])
    'ace, king and ten'
    """
    return f" {last} ".join(part for part in (", ".join(words[:-1]), words[-1]) if part)


def counted(number: int, what: str) -> str:
    """``"1 hand"``, ``"2 hands"``."""
    return f"{number} {what}" if number == 1 else f"{number} {what}s"


def points_text(half_points: int) -> str:
    """Points of so many half points: ``"32.5"`` for 65, ``"31"`` for 62."""
    return f"{half_points // 2}.5" if half_points % 2 else str(half_points // 2)


def describe(kind: str, cards: Sequence[str], jokers: Sequence[str], inner: str = "") -> str:
    """Say in words which combination this is.

    Parameters
    ----------
    kind : str
        ``suit``, ``pair``, ``triple``, ``joined pair``, ``wild pair``, ``wild triple`` or ``joker``.
    cards, jokers : sequence of str
        Names of the cards that count by themselves and of those that count as jokers.
    inner : str
        For ``joker``: what the other cards make, in words.

    Examples
    --------
    >>> describe("joined pair", ["Kd", "Kh"], ["7c"])
    'pair of kings joined by the seven of clubs'
    """
    ordered = sorted(cards, key=lambda name: -RANKS.index(name[0]))
    helpers = list_words([f"the {say_card(name)}" for name in jokers]) if jokers else ""
    if kind == "suit":
        if len(ordered) == 1:
            return say_card(ordered[0])
        return f"{list_words([rank_word(name) for name in ordered])} of {SUIT_WORDS[SUITS.index(ordered[0][1])]}"
    if kind == "joker":
        role = "as joker" if len(jokers) == 1 else "as jokers"
        return f"{inner} plus {helpers} {role}" if inner else f"{helpers} {role}"
    if kind == "pair":
        return f"pair of {rank_plural(ordered[0])}"
    if kind == "triple":
        return f"three {rank_plural(ordered[0])}"
    if kind == "joined pair":
        return f"pair of {rank_plural(ordered[0])} joined by {helpers}"
    size = "pair of" if kind == "wild pair" else "three"
    word = with_article(rank_word(ordered[0])) if len(jokers) == 1 else rank_plural(ordered[0])
    return f"{size} {rank_plural(ordered[0])} with {helpers} as {word}"


def points_number(half_points: int) -> int | float:
    """Points of so many half points as a plain number: 31 or 32.5."""
    return half_points / 2 if half_points % 2 else half_points // 2
