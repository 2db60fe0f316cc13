"""A trick game in plain words, every number taken from its data."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from svara_odds.rules.trickset import TrickRules
from svara_odds.text.catalogue import Speech
from svara_odds.text.wording import list_words

__all__ = ["trick_sections"]


def trick_sections(lang: str, rules: TrickRules) -> list[tuple[str, Iterable[str]]]:
    """Headings and the sentences beneath them, in a language."""
    say = Speech(lang, "told_tricks")
    return [
        (say("before"), _before_words(say, rules)),
        (say("whip"), _whip_words(say, rules)),
        (say("tricks"), _trick_words(say, rules)),
        (say("pot"), _pot_words(say, rules)),
    ]


def _before_words(say: Speech, rules: TrickRules) -> Iterator[str]:
    game = rules.game
    yield say("stake", stake=game.stake)
    if game.forced_seats:
        yield say("forced_both" if len(game.forced_seats) == 2 else f"forced_{game.forced_seats[0]}")
    if game.exchanges:
        yield say("choice_exchange", cards=game.exchange_cards, times=game.exchanges)
    else:
        yield say("choice")
    if game.exchanges and game.forced_seats:
        yield say("forced_change" if game.forced_exchange else "forced_keep")
    yield say("passes")


def _whip_words(say: Speech, rules: TrickRules) -> Iterator[str]:
    game = rules.game
    yield say("wins_pot" if game.whip_takes_pot else "wins_paid")
    groups: dict[int, list[str]] = {}
    for rank in reversed(game.order):
        groups.setdefault(game.whip_points[rank], []).append(say.shared(f"told.article.{rank}"))
    worths = [
        say.shared("told.worth", points=points, cards=list_words(words, last=say.shared("told.or")))
        for points, words in groups.items()
    ]
    yield say("points", worths=", ".join(worths), value=game.point_value)
    yield say("_".join(("order", *game.whip_order)) if game.whip_order else "order_seat")
    yield say(f"drawn_{game.drawn_cards}")
    if game.passed_hands == "discards":
        yield say("passed")
    yield say(f"shuffled_{game.reshuffle}")


def _trick_words(say: Speech, rules: TrickRules) -> Iterator[str]:
    game = rules.game
    ranks = [say.shared(f"told.rank.{rank}") for rank in game.order]
    yield say("ranks", ranks=list_words(ranks, last=say.shared("told.and")))
    yield say(f"lead_{game.leader}")
    yield say("void_trump" if game.must_trump else "void_free")
    if game.must_overtake:
        yield say("overtake")
    yield say("takes")


def _pot_words(say: Speech, rules: TrickRules) -> Iterator[str]:
    game = rules.game
    yield say("sweep")
    yield say(f"two_{game.two_trick_payers}", paid=rules.two_trick_payment)
    yield say(game.no_sweep)
