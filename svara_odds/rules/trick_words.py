"""A trick game in plain words, every number taken from its data."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from svara_odds.rules.trickset import TrickRules
from svara_odds.text.wording import counted, list_words, rank_word, with_article

__all__ = ["trick_sections"]

_SEAT_WORDS = {"first": "the seat left of the dealer", "dealer": "the dealer"}
_LEADER_WORDS = {"first": "The first seat in play left of the dealer", "dealer": "The dealer"}
_WHIP_WORDS = {"trump": "one of the trump suit", "high_card": "the one with the higher card"}


def trick_sections(rules: TrickRules) -> list[tuple[str, Iterable[str]]]:
    """Headings and the sentences beneath them."""
    return [
        ("Before play", _before_words(rules)),
        ("Whip", _whip_words(rules)),
        ("Tricks", _trick_words(rules)),
        ("Pot", _pot_words(rules)),
    ]


def _before_words(rules: TrickRules) -> Iterator[str]:
    game = rules.game
    yield f"Every seat pays a stake of {game.stake:g}. The card on top of the stock is turned up: its suit is trump."
    if game.forced_seats:
        yield f"{_capital(list_words([_SEAT_WORDS[seat] for seat in game.forced_seats]))} must play."
    choice = "play or pass"
    if game.exchanges:
        cards = "1 card" if game.exchange_cards == 1 else f"1 to {game.exchange_cards} cards"
        choice = f"play, pass, or play and exchange {cards} with the stock, {_times(game.exchanges)} at the most"
    yield f"In turn from the dealer's left, a seat may {choice}."
    if game.exchanges and game.forced_seats:
        yield f"A seat that must play {'may exchange as well' if game.forced_exchange else 'does not exchange'}."
    yield "A seat that passes is out: it neither wins nor pays any more."


def _whip_words(rules: TrickRules) -> Iterator[str]:
    game = rules.game
    takes = "takes the pot, and each opponent" if game.whip_takes_pot else "is paid, the pot stays, and each opponent"
    yield f"Three cards of one suit win at once. The whip {takes}, from its left, draws a card and pays its points."
    groups: dict[int, list[str]] = {}
    for rank in reversed(game.order):
        groups.setdefault(game.whip_points[rank], []).append(rank_word(rank))
    worth = [f"{points} for {with_article(list_words(words, last='or'))}" for points, words in groups.items()]
    yield f"Points: {', '.join(worth)}; a point is worth {game.point_value:g}."
    order = [*(_WHIP_WORDS[what] for what in game.whip_order), "the first from the dealer's left"]
    yield f"Of several whips wins {', then '.join(order)}."
    kept = {"discard": "stays out with the discards", "return": "goes back into the stock at once"}
    yield f"A card that was drawn {kept[game.drawn_cards]}."
    if game.passed_hands == "discards":
        yield "The cards of seats that passed lie with the discards."
    shuffled = {
        "whip": "If the stock runs out while cards are drawn for a whip, the discards are shuffled in.",
        "always": "Whenever the stock runs out, the discards are shuffled in.",
        "never": "If the stock runs out, nothing is shuffled in: who cannot draw pays nothing.",
    }
    yield shuffled[game.reshuffle]


def _trick_words(rules: TrickRules) -> Iterator[str]:
    game = rules.game
    yield f"In a suit the cards rank {list_words([rank_word(rank) for rank in game.order])}, from low to high."
    yield f"{_LEADER_WORDS[game.leader]} leads any card; then the winner of a trick leads to the next."
    void = "must trump if it can" if game.must_trump else "may trump or throw off any card"
    yield f"A player follows suit if it can; one that cannot {void}."
    if game.must_overtake:
        yield "Within that, a player must beat the best card so far if it can."
    yield "The highest trump takes the trick, or else the highest card of the suit led."


def _pot_words(rules: TrickRules) -> Iterator[str]:
    game = rules.game
    yield "Three tricks take the pot."
    who = "every other player in play" if game.two_trick_payers == "all" else "every player without a trick"
    yield f"Who has two tricks is paid {game.two_trick_share * game.stake:g} by {who}. One trick is paid nothing."
    if game.no_sweep == "carry":
        yield "If nobody takes all three, the pot stays for the next deal."
    else:
        yield "If nobody takes all three, the player of two takes the pot; where there is none, it stays."


def _times(number: int) -> str:
    return "once" if number == 1 else counted(number, "time")


def _capital(words: str) -> str:
    return words[0].upper() + words[1:]
