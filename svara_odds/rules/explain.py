"""A rule set in plain words of four languages, every number taken from its data."""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Iterator, Mapping, Sequence

from svara_odds.cards.deck import RANKS, SUITS, Deck, rank_and_suit
from svara_odds.rules.catalog import AnyRules
from svara_odds.rules.ruleset import RuleSet
from svara_odds.rules.schema import BettingRules, CallCloses, PayToStay, SvaraRules
from svara_odds.rules.sizes import Size, parse_size
from svara_odds.rules.terms import ScoringTerms
from svara_odds.rules.trick_words import trick_sections
from svara_odds.rules.trickset import TrickRules
from svara_odds.text.catalogue import Speech, checked_language, own_words
from svara_odds.text.wording import list_words, points_number

__all__ = ["explain", "sections"]

WIDTH = 88
UNIT_NAMES = {"b": "blinds", "p": "pots"}


def explain(rules: AnyRules, *, lang: str = "en") -> str:
    """The rule set as a player would tell it.

    Parameters
    ----------
    rules : RuleSet or TrickRules
    lang : str
        ``en``, ``bg``, ``ru`` or ``pl``.

    Returns
    -------
    str
        Paragraphs under headings, in lines of at most 88 signs.

    Raises
    ------
    SvaraError
        If there are no words in that language.

    Examples
    --------
    >>> from svara_odds.rules.catalog import load_rules
    >>> "Three tens, jacks, queens or kings: 30." in explain(load_rules("bulgarian"))
    True
    """
    lines = textwrap.wrap(f"{rules.name}: {own_words(lang, 'rules', rules.name, rules.title)}", WIDTH)
    for heading, sentences in sections(rules, lang=lang):
        lines += ["", heading]
        for sentence in sentences:
            lines += textwrap.wrap(sentence, WIDTH, initial_indent="  ", subsequent_indent="    ")
    return "\n".join(lines)


def sections(rules: AnyRules, *, lang: str = "en") -> list[tuple[str, list[str]]]:
    """The same as headings, each with its sentences."""
    say = Speech(checked_language(lang), "told")
    told: list[tuple[str, Iterable[str]]] = [
        (say("cards"), [f"{_deck_words(say, rules.deck)} {say('dealt', most=rules.max_players)}"]),
        *(trick_sections(lang, rules) if isinstance(rules, TrickRules) else _showdown_sections(say, rules)),
        (say("origin"), _source_words(say, rules)),
    ]
    return [(heading, list(sentences)) for heading, sentences in told]


def _showdown_sections(say: Speech, rules: RuleSet) -> list[tuple[str, Iterable[str]]]:
    return [
        (say("scoring"), _scoring_words(say, rules.terms, rules.deck)),
        (say("betting"), _betting_words(say, rules.betting)),
        (say("svara"), _svara_words(say, rules.svara)),
    ]


def _listed(say: Speech, words: Sequence[str], last: str = "and") -> str:
    return list_words(words, last=say(last))


def _card(say: Speech, name: str) -> str:
    return say("the_card", rank=say(f"rank.{name[0]}"), suit=say(f"suit.{name[1]}"))


def _deck_words(say: Speech, deck: Deck) -> str:
    suits = sorted({rank_and_suit(name)[1] for name in deck.cards})
    held: dict[str, list[str]] = {}
    for name in deck.cards:
        held.setdefault(name[0], []).append(name)
    full = [rank for rank, names in held.items() if len(names) == len(suits)]
    single = [_card(say, name) for rank, names in held.items() if rank not in full for name in names]
    whole = len(suits) == len(SUITS)
    where = say("all_suits") if whole else _listed(say, [say(f"suits.{SUITS[suit]}") for suit in suits])
    parts = [say("ranks_in_suits", ranks=_span(say, full), suits=where)] if full else []
    parts += [_listed(say, single)] if single else []
    told = say("parts", first=parts[0], second=parts[1]) if len(parts) > 1 else parts[0]
    return say("deck", n=deck.n_cards, parts=told)


def _span(say: Speech, ranks: list[str]) -> str:
    """``seven to ace`` for ranks that follow one another, else a list of them."""
    if len(ranks) > 2 and "".join(ranks) in RANKS:
        return say("span", first=say(f"of.{ranks[0]}"), last=say(f"of.{ranks[-1]}"))
    return _listed(say, [say(f"rank.{rank}") for rank in ranks])


def _scoring_words(say: Speech, terms: ScoringTerms, deck: Deck) -> Iterator[str]:
    yield say("alone", worths=", ".join(_card_points_words(say, terms, deck)))
    if terms.suit_sum:
        yield say("suit_sum")
    for kind, combinations in (("pair", terms.pairs), ("triple", terms.triples)):
        for ranks, points in _grouped(combinations):
            worth = say("sum") if points is None else say.number(points_number(points))
            many = [say(f"many.{RANKS[rank]}") for rank in ranks]
            yield say(kind, ranks=_listed(say, many, "or"), worth=worth)
    if not terms.jokers:
        yield say("no_joker")
        return
    jokers = [
        say("joker_worth", card=_card(say, deck.cards[card]), n=points_number(worth))
        for card, worth in terms.jokers.items()
    ]
    yield say("joker", jokers=_listed(say, jokers), mode=say(f"mode.{terms.joker_mode}"))


def _card_points_words(say: Speech, terms: ScoringTerms, deck: Deck) -> Iterator[str]:
    """``8 for an eight``, ``10 for a ten, jack or queen``; a card that is worth more or less than its rank is named."""
    ranks: dict[int, list[int]] = {}
    cards: dict[int, list[str]] = {}
    for rank in sorted(set(terms.ranks)):
        held = [card for card in range(deck.n_cards) if terms.ranks[card] == rank]
        worths = [terms.points[card] for card in held]
        usual = max(set(worths), key=lambda worth: (worths.count(worth), -worth))
        ranks.setdefault(usual, []).append(rank)
        for card, worth in zip(held, worths, strict=True):
            if worth != usual:
                cards.setdefault(worth, []).append(_card(say, deck.cards[card]))
    for worth, alike in sorted(ranks.items()):
        first, *others = (RANKS[rank] for rank in alike)
        words = [say(f"article.{first}"), *(say(f"rank.{rank}") for rank in others)]
        yield say("worth", points=points_number(worth), cards=_listed(say, words, "or"))
    for worth, names in sorted(cards.items()):
        yield say("worth", points=points_number(worth), cards=_listed(say, names, "or"))


def _grouped(combinations: Mapping[int, int] | Mapping[int, int | None]) -> Iterator[tuple[list[int], int | None]]:
    """Ranks that are worth the same together, the lowest first."""
    for points in dict.fromkeys(combinations[rank] for rank in sorted(combinations)):
        yield [rank for rank in sorted(combinations) if combinations[rank] == points], points


def _betting_words(say: Speech, betting: BettingRules) -> Iterator[str]:
    yield say("ante", ante=betting.ante)
    yield from _call_closes_words(say, betting) if isinstance(betting, CallCloses) else _pay_to_stay_words(say, betting)


def _call_closes_words(say: Speech, betting: CallCloses) -> Iterator[str]:
    blind = betting.blind != 0 and betting.blind_laps > 0
    sizes = _menu(say, betting.bets)
    if blind:
        laps = _times(say, betting.blind_laps, "rounds")
        yield say("blind", blind=_size(say, betting.blind), times=_times(say, betting.blind_factor), laps=laps)
        yield say("speaks", who=say(f"who.{betting.first_to_act}"))
        yield say("first_bet_over_blind", sizes=sizes, over=_over_words(say, betting.over_blind))
    else:
        yield say("first_bet", sizes=sizes)
    raised = _raised_words(say, betting.raises, betting.raise_factor, "raised_bet")
    yield say(f"until_bet_{'wait' if betting.check_before_bet else 'out'}", raised=raised)
    if betting.max_bet is not None:
        yield say("max_bet", most=_size(say, betting.max_bet))
    yield say(f"raises_{betting.cap_scope}", most=betting.max_raises)
    showdown = "_showdown" if betting.nobody_bets == "showdown" else ""
    yield say(f"nobody_bets{'_blind' if blind else ''}{showdown}")


def _pay_to_stay_words(say: Speech, betting: PayToStay) -> Iterator[str]:
    yield say("bet", bet=_size(say, betting.bet), most=_size(say, betting.max_bet))
    if betting.dark:
        yield say("dark", share=_share(say, betting.dark_share))
    yield say("turn", raised=_raised_words(say, betting.raises, betting.raise_factor, "raised_much"))
    yield say("open_later", n=betting.open_after_laps) if betting.open_after_laps else say("open_at_once")
    yield say("laps", laps=betting.laps)


def _svara_words(say: Speech, svara: SvaraRules) -> Iterator[str]:
    yield say("tie")
    price = _price_words(say, svara.price)
    yield say("tied_pay", price=price) if svara.tied_pay else say("tied_free")
    if svara.joiners == "nobody":
        yield say("nobody_joins")
    else:
        pot = say("pot_grown" if svara.running else "pot_tied")
        yield say(f"joins_{svara.joiners}", price=price, pot=pot)
    yield say("rake", share=100 * svara.rake) if svara.rake else say("no_rake")


def _source_words(say: Speech, rules: AnyRules) -> Iterator[str]:
    source = own_words(say.lang, "source", rules.name, rules.source)
    yield source if source.endswith(".") else f"{source}."
    if rules.file.note:
        yield own_words(say.lang, "note", rules.name, rules.file.note)
    yield say("examples", n=len(rules.file.examples))


def _price_words(say: Speech, price: str) -> str:
    """The words of a price such as ``P``, ``P/k`` or ``P/2``."""
    divisor = price.removeprefix("P").removeprefix("/")
    if divisor in ("", "1"):
        return say("price.P")
    return say(f"price.P_{divisor}") if divisor in ("k", "2", "3", "4") else say("price.other", n=int(divisor))


def _over_words(say: Speech, over: float | tuple[float | str, ...]) -> str:
    return _menu(say, over) if isinstance(over, tuple) else say("times_last_blind", times=_times(say, over))


def _menu(say: Speech, sizes: Iterable[float | str]) -> str:
    return _listed(say, [_size(say, size) for size in sizes], "or")


def _size(say: Speech, size: float | str) -> str:
    """``2``, ``3 times the blind``, ``half of the pot``."""
    amount, unit = parse_size(size)
    if not unit:
        return say.number(amount)
    named = {1.0: "same", 0.5: "half", 2.0: "twice"}.get(amount) or ("part" if amount < 1 else "more")
    return say(f"{UNIT_NAMES[unit]}.{named}", n=amount)


def _raised_words(say: Speech, raises: Iterable[float | str], factor: float, kind: str) -> str:
    """``to twice the bet``, or what a menu lets a seat add or multiply by."""
    sizes = [parse_size(size) for size in raises] or [Size(factor, "x")]
    to = [_times(say, size.amount, kind) for size in sizes if size.unit == "x"]
    by = [_size(say, f"{size.amount!r}{size.unit}") for size in sizes if size.unit != "x"]
    ways = [say("raised_to", sizes=_listed(say, to, "or"))] if to else []
    ways += [say("raised_by", sizes=_listed(say, by, "or"))] if by else []
    return _listed(say, ways, "or")


def _times(say: Speech, factor: float, kind: str = "times") -> str:
    named = {1.0: "same", 2.0: "twice"}.get(factor)
    return say(f"{kind}.{named}") if named else say(f"{kind}.more", n=factor)


def _share(say: Speech, share: float) -> str:
    named = {1.0: "all", 0.5: "half"}.get(share)
    return say(f"share.{named}") if named else say("share.part", n=share)
