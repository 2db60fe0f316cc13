"""A rule set in plain words, every number taken from its data."""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Iterator, Mapping

from svara_odds.cards.deck import RANK_WORDS, RANKS, SUIT_WORDS, Deck
from svara_odds.rules.catalog import AnyRules
from svara_odds.rules.ruleset import RuleSet
from svara_odds.rules.schema import BettingRules, CallCloses, PayToStay, SvaraRules
from svara_odds.rules.sizes import Size, parse_size
from svara_odds.rules.terms import ScoringTerms
from svara_odds.rules.trick_words import trick_sections
from svara_odds.rules.trickset import TrickRules
from svara_odds.text.wording import counted, list_words, points_text, rank_plural, rank_word, say_card, with_article

__all__ = ["explain"]

WIDTH = 88

_JOKER_WORDS = {
    "add": "A joker adds its points to what the other cards make.",
    "join": (
        "A joker adds its points to what the other cards make; it also joins a pair whose triple counts, and then the "
        "points of all three are added."
    ),
    "wild": "A joker adds its points to what the other cards make, or stands for the missing card of a pair or triple.",
}
_JOINER_WORDS = {
    "anyone": "Anyone else at the table, folded or not, may join for",
    "showed": "Those who showed a hand and lost may join for",
}


def explain(rules: AnyRules) -> str:
    """The rule set as a player would tell it.

    Parameters
    ----------
    rules : RuleSet or TrickRules

    Returns
    -------
    str
        Paragraphs under headings, in lines of at most 88 signs.

    Examples
    --------
    >>> from svara_odds.rules.catalog import load_rules
    >>> "Three tens, jacks, queens or kings: 30." in explain(load_rules("bulgarian"))
    True
    """
    sections: list[tuple[str, Iterable[str]]] = [
        ("Cards", [f"{_deck_words(rules.deck)} Three cards each, for 2 to {rules.max_players} players."]),
        *(trick_sections(rules) if isinstance(rules, TrickRules) else _showdown_sections(rules)),
        ("Where it comes from", _source_words(rules)),
    ]
    lines = textwrap.wrap(f"{rules.name}: {rules.title}", WIDTH)
    for heading, sentences in sections:
        lines += ["", heading]
        for sentence in sentences:
            lines += textwrap.wrap(sentence, WIDTH, initial_indent="  ", subsequent_indent="    ")
    return "\n".join(lines)


def _showdown_sections(rules: RuleSet) -> list[tuple[str, Iterable[str]]]:
    return [
        ("A hand is worth the most that any of these gives", _scoring_words(rules.terms, rules.deck)),
        ("Betting", _betting_words(rules.betting)),
        ("Svara", _svara_words(rules.svara)),
    ]


def _deck_words(deck: Deck) -> str:
    suits = sorted({int(suit) for suit in deck.suits})
    held: dict[str, list[str]] = {}
    for name in deck.cards:
        held.setdefault(name[0], []).append(name)
    full = [rank for rank, names in held.items() if len(names) == len(suits)]
    single = [f"the {say_card(name)}" for rank, names in held.items() if rank not in full for name in names]
    where = "all four suits" if len(suits) == len(SUIT_WORDS) else list_words([SUIT_WORDS[suit] for suit in suits])
    parts = [f"{_span(full)} in {where}"] if full else []
    parts += [list_words(single)] if single else []
    return f"{deck.n_cards} cards: {', and '.join(parts)}."


def _span(ranks: list[str]) -> str:
    """``seven to ace`` for ranks that follow one another, else a list of them."""
    words = [rank_word(rank) for rank in ranks]
    if len(words) > 2 and "".join(ranks) in RANKS:
        return f"{words[0]} to {words[-1]}"
    return list_words(words)


def _scoring_words(terms: ScoringTerms, deck: Deck) -> Iterator[str]:
    yield f"A card by itself: {_card_points_words(terms, deck)}."
    if terms.suit_sum:
        yield "Cards of one suit: the sum of their points."
    for number, combinations in (("Two", terms.pairs), ("Three", terms.triples)):
        for ranks, points in _grouped(combinations):
            worth = "the sum of their points" if points is None else points_text(points)
            yield f"{number} {_plurals(ranks)}: {worth}."
    if not terms.jokers:
        yield "There is no joker."
        return
    jokers = list_words(
        [f"the {say_card(deck.cards[card])} ({points_text(worth)} points)" for card, worth in terms.jokers.items()]
    )
    yield f"Joker: {jokers}. {_JOKER_WORDS[terms.joker_mode]} It also counts as the card that it is."


def _card_points_words(terms: ScoringTerms, deck: Deck) -> str:
    """``8 for an eight, 10 for a ten, jack or queen``; a card that is worth more or less than its rank is named."""
    ranks: dict[int, list[str]] = {}
    cards: dict[int, list[str]] = {}
    for rank in sorted(set(terms.ranks)):
        held = [card for card in range(deck.n_cards) if terms.ranks[card] == rank]
        worths = [terms.points[card] for card in held]
        usual = max(set(worths), key=lambda worth: (worths.count(worth), -worth))
        ranks.setdefault(usual, []).append(RANK_WORDS[rank])
        for card, worth in zip(held, worths, strict=True):
            if worth != usual:
                cards.setdefault(worth, []).append(f"the {say_card(deck.cards[card])}")
    parts = [
        f"{points_text(worth)} for {with_article(list_words(words, last='or'))}"
        for worth, words in sorted(ranks.items())
    ]
    parts += [f"{points_text(worth)} for {list_words(names, last='or')}" for worth, names in sorted(cards.items())]
    return ", ".join(parts)


def _grouped(combinations: Mapping[int, int] | Mapping[int, int | None]) -> Iterator[tuple[list[int], int | None]]:
    """Ranks that are worth the same together, the lowest first."""
    for points in dict.fromkeys(combinations[rank] for rank in sorted(combinations)):
        yield [rank for rank in sorted(combinations) if combinations[rank] == points], points


def _plurals(ranks: Iterable[int]) -> str:
    return list_words([rank_plural(RANKS[rank]) for rank in ranks], last="or")


def _betting_words(betting: BettingRules) -> Iterator[str]:
    yield f"Everyone pays an ante of {betting.ante:g}."
    yield from _call_closes_words(betting) if isinstance(betting, CallCloses) else _pay_to_stay_words(betting)


def _call_closes_words(betting: CallCloses) -> Iterator[str]:
    blind = betting.blind != 0 and betting.blind_laps > 0
    if blind:
        yield (
            f"Before the cards are looked at, the seat left of the dealer may bet {_size(betting.blind)} blind. Each "
            f"next seat may then bet {_times(betting.blind_factor)} the last blind; the first that does not ends the "
            f"blind betting, which goes round at most {_times(betting.blind_laps, once='once')}."
        )
        speaks = {"after_last_blind": "the seat after the last blind bettor", "seat_0": "the seat left of the dealer"}
        yield f"After a blind, {speaks[betting.first_to_act]} speaks first; without one, the seat left of the dealer."
    over = f"; over a blind it is {_over_words(betting.over_blind)}" if blind else ""
    yield f"The first bet is {_menu(betting.bets)}{over}."
    waiting = "a seat may wait" if betting.check_before_bet else "a seat bets or is out"
    raised = _raised_words(betting.raises, betting.raise_factor, "the bet")
    yield f"Until someone bets, {waiting}. Then a seat folds, calls or raises {raised}."
    if betting.max_bet is not None:
        yield f"No bet may pass {_size(betting.max_bet)}."
    whose = "in all" if betting.cap_scope == "total" else "by the first bettor"
    yield f"There are at most {betting.max_raises} raises {whose}. When every live bet is called, the hands are shown."
    if betting.nobody_bets == "showdown":
        first = "the last blind bettor takes the pot; where there is no blind, " if blind else ""
        yield f"If nobody bets, {first}those who wait show their hands, and where all are out the dealer takes it."
        return
    winner = "the last blind bettor takes the pot; where there is no blind, the dealer" if blind else "the dealer"
    yield f"If nobody bets, {winner} takes it." if blind else f"If nobody bets, {winner} takes the pot."


def _pay_to_stay_words(betting: PayToStay) -> Iterator[str]:
    yield f"The bet starts at {_size(betting.bet)}, and may not pass {_size(betting.max_bet)}."
    if betting.dark:
        yield (
            f"In the first lap the seat left of the dealer, and the next seats as long as none declines, may play "
            f"dark: pay {_share(betting.dark_share)} the bet without looking."
        )
    raised = _raised_words(betting.raises, betting.raise_factor, "as much")
    yield f"Every turn costs the bet: a seat folds, pays it, or raises it {raised} and pays that."
    start = f"After {counted(betting.open_after_laps, 'full lap')}" if betting.open_after_laps else "From the start"
    yield f"{start} a seat may open: it pays the bet and all hands are shown."
    yield f"There are {betting.laps} laps; in the last one a seat folds or opens."


def _svara_words(svara: SvaraRules) -> Iterator[str]:
    yield "Where two or more hands tie for the best, the pot stays and a new round is dealt for it."
    price = _price_words(svara.price)
    yield f"Each of the tied pays {price}." if svara.tied_pay else "The tied are in for free."
    if svara.joiners == "nobody":
        yield "Nobody else may join."
    else:
        grown = "what is in it by then" if svara.running else "what was in it at the tie"
        yield f"{_JOINER_WORDS[svara.joiners]} {price}, reckoned on {grown}."
    kept = f"{100 * svara.rake:g} % of the pot when it is won" if svara.rake else "nothing"
    yield f"The house keeps {kept}."


def _source_words(rules: AnyRules) -> Iterator[str]:
    yield rules.source if rules.source.endswith(".") else f"{rules.source}."
    if rules.file.note:
        yield rules.file.note
    yield f"{counted(len(rules.file.examples), 'worked example')} checked."


def _price_words(price: str) -> str:
    known = {"P": "the whole pot", "P/1": "the whole pot", "P/k": "the pot divided by the number of tied hands"}
    shares = {"P/2": "half the pot", "P/3": "a third of the pot", "P/4": "a quarter of the pot"}
    return (known | shares).get(price) or f"1/{price.removeprefix('P/')} of the pot"


def _over_words(over: float | tuple[float | str, ...]) -> str:
    return _menu(over) if isinstance(over, tuple) else f"{_times(over)} the last blind"


def _menu(sizes: Iterable[float | str]) -> str:
    return list_words([_size(size) for size in sizes], last="or")


def _size(size: float | str) -> str:
    """``2``, ``3 times the blind``, ``half of the pot``."""
    amount, unit = parse_size(size)
    if not unit:
        return f"{amount:g}"
    what = {"b": "the blind", "p": "the pot", "x": "the bet"}[unit]
    if amount == 1:
        return what
    return f"{'half' if amount == 0.5 else f'{amount:g}'} of {what}" if amount < 1 else f"{_times(amount)} {what}"


def _raised_words(raises: Iterable[float | str], factor: float, what: str) -> str:
    """``to twice the bet``, or what a menu lets a seat add or multiply by."""
    sizes = [parse_size(size) for size in raises] or [Size(factor, "x")]
    to = [f"{_times(size.amount)} {what}" for size in sizes if size.unit == "x"]
    by = [_size(f"{size.amount!r}{size.unit}") for size in sizes if size.unit != "x"]
    ways = [f"to {list_words(to, last='or')}"] if to else []
    ways += [f"by {list_words(by, last='or')}"] if by else []
    return " or ".join(ways)


def _times(factor: float, *, once: str = "as much as") -> str:
    if factor == 1:
        return once
    return "twice" if factor == 2 else f"{factor:g} times"


def _share(share: float) -> str:
    if share == 1:
        return "all of"
    return "half" if share == 0.5 else f"{share:g} of"
