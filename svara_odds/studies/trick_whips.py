"""How often are there whips in the trick game, how often does an exchange make one, and what is one paid?"""

from __future__ import annotations

import time
from collections import defaultdict
from fractions import Fraction
from itertools import combinations
from typing import Any

from svara_odds.cards.hands import format_hand
from svara_odds.errors import DealError
from svara_odds.results import Result
from svara_odds.rules.catalog import load_trick_rules
from svara_odds.rules.trickset import TrickRules
from svara_odds.studies.arguments import read_hand, read_turn_up
from svara_odds.studies.provenance import TrickRulesLike, run_info
from svara_odds.swara.policies import hand_classes
from svara_odds.swara.whips import chance_after, suit_sizes, whip_distribution, whip_income

__all__ = ["exchange_whips", "whip_incomes", "whip_odds"]

SHAPES = ("two of a side suit", "two trumps", "three suits, one trump", "three suits, no trump", "whip")


def whip_odds(
    n_players: int = 4, rules: TrickRulesLike = "swara", *, hand: str = "", trump: str = "", seat: int = 0
) -> Result:
    """How often so many of the dealt hands are whips, before any exchange.

    Parameters
    ----------
    n_players : int
        Players at the table.
    rules : str, path or TrickRules
        The rule set.
    hand : str, optional
        One's own hand: the rows then speak of the other players' hands.
    trump : str, optional
        The card turned up. Without a hand it changes nothing: each suit is as likely to be a card short.
    seat : int
        One's own seat, for the income of a whip.

    Returns
    -------
    Result
        One row for each number of ``whips``: its ``probability`` and that of ``at_least`` as many, as fractions. Beside
        the rows: ``players``; ``dealt``, the chance of one hand; ``any``, ``several``; ``mean_payment`` of a card drawn
        from the whole deck; with a `hand` and a `trump` also ``exchange``, the chance that each exchange makes a whip,
        and, where the hand is a whip, its ``income`` against opponents who all play what they were dealt.

    Raises
    ------
    NotationError
        If a card cannot be read.
    DealError
        If so many cannot play.

    Examples
    --------
    >>> odds = whip_odds(4)
    >>> odds.extra["dealt"], round(float(odds.extra["any"]), 6)
    (Fraction(7, 155), 0.167893)
    """
    start = time.perf_counter()
    loaded = load_trick_rules(rules)
    _check_seats(loaded, n_players, seat)
    deck = loaded.deck
    own = read_hand(hand, deck) if hand else ()
    turned = (read_turn_up(trump, deck, own),) if trump else ()
    sizes = suit_sizes(loaded, (*own, *turned))
    chances = whip_distribution(sizes, n_players - bool(own))
    columns: dict[str, list[Any]] = {
        "whips": list(range(len(chances))),
        "probability": list(chances),
        "at_least": [sum(chances[number:], Fraction(0)) for number in range(len(chances))],
    }
    extra: dict[str, Any] = {
        "players": n_players,
        "dealt": whip_distribution(sizes, 1)[1],
        "any": columns["at_least"][1],
        "several": sum(chances[2:], Fraction(0)),
        "mean_payment": Fraction(sum(loaded.whip_points), deck.n_cards),
    }
    if own:
        extra["hand"] = format_hand(own, deck)
    if own and turned:
        extra["exchange"] = _exchanges(loaded, own, turned[0])
        if loaded.is_whip(own):
            income = whip_income(loaded, own, turned[0], n_players, seat=seat)
            extra["income"] = {"wins": income.wins, "payment": income.payment, "income": income.income}
    info = run_info(loaded, start, players=n_players, hand=hand, trump=trump, seat=seat)
    return Result(info, columns, name="whips", extra=extra)


def _check_seats(rules: TrickRules, n_players: int, seat: int) -> None:
    if not 2 <= n_players <= rules.max_players:
        raise DealError(f"players: {n_players}; {rules.name} is played by 2 to {rules.max_players}")
    if not 0 <= seat < n_players:
        raise DealError(f"seat: {seat}; of {n_players} players it is 0 to {n_players - 1}")


def _exchanges(rules: TrickRules, hand: tuple[int, ...], turn_up: int) -> list[dict[str, Any]]:
    """The chance of a whip after each exchange of a hand."""
    return [
        {
            "exchange": format_hand(thrown, rules.deck),
            "probability": chance_after(rules, hand, thrown, turn_up),
        }
        for size in _sizes(rules)
        for thrown in combinations(hand, size)
    ]


def _sizes(rules: TrickRules) -> range:
    """How many cards may be exchanged."""
    return range(1, rules.game.exchange_cards + 1 if rules.game.exchanges else 1)


def exchange_whips(rules: TrickRulesLike = "swara", *, trump: str = "") -> Result:
    """How often an exchange of so many cards makes a whip, by what one holds.

    Every hand that is no whip, and every way to throw so many of its cards away, drawing every set of cards.

    Parameters
    ----------
    rules : str, path or TrickRules
        The rule set.
    trump : str, optional
        The card turned up; the lowest card if left out. Its rank is no matter.

    Returns
    -------
    Result
        One row for each shape the hand is ``held`` in and number of cards ``exchanged``: ``hands`` of that shape,
        ``best``, the chance of the exchange that is likeliest to make a whip, and ``mean``, that of throwing cards away
        blindly; both averaged over the hands, as fractions. Rows of the shape ``any hand`` are averages over all.

    Raises
    ------
    NotationError
        If the card cannot be read.
    DealError
        If nothing is exchanged by these rules.
    """
    start = time.perf_counter()
    loaded = load_trick_rules(rules)
    if not loaded.game.exchanges:
        raise DealError(f"rules: {loaded.name} has no exchanges (tricks.exchanges is 0); there is none to make a whip")
    turn_up = read_turn_up(trump, loaded.deck) if trump else 0
    sums: dict[tuple[str, int], list[Fraction]] = defaultdict(lambda: [Fraction(0)] * 3)
    for hand, alike in hand_classes(loaded, turn_up).items():
        shape = _shape(loaded, hand, turn_up)
        if shape == "whip":
            continue
        for size in _sizes(loaded):
            found = [chance_after(loaded, hand, thrown, turn_up) for thrown in combinations(hand, size)]
            news = (Fraction(1), max(found), sum(found, Fraction(0)) / len(found))
            for key in (shape, "any hand"):
                before = sums[key, size]
                sums[key, size] = [one + len(alike) * new for one, new in zip(before, news, strict=True)]
    columns: dict[str, list[Any]] = {key: [] for key in ("held", "exchanged", "hands", "best", "mean")}
    for shape in (*SHAPES, "any hand"):
        for size in _sizes(loaded):
            if (shape, size) in sums:
                hands, best, mean = sums[shape, size]
                for key, value in zip(columns, (shape, size, int(hands), best / hands, mean / hands), strict=True):
                    columns[key].append(value)
    return Result(run_info(loaded, start, trump=loaded.deck.cards[turn_up]), columns, name="exchanges")


def _shape(rules: TrickRules, hand: tuple[int, ...], turn_up: int) -> str:
    suits = [rules.suits[card] for card in hand]
    trump = rules.suits[turn_up]
    if rules.is_whip(hand):
        return "whip"
    if len(set(suits)) == 2:
        return "two trumps" if suits.count(trump) == 2 else "two of a side suit"
    return "three suits, one trump" if trump in suits else "three suits, no trump"


def whip_incomes(n_players: int = 4, rules: TrickRulesLike = "swara", *, trump: str = "7c", seat: int = 0) -> Result:
    """What every whip can expect to be paid, all opponents playing what they were dealt.

    Parameters
    ----------
    n_players : int
        Players at the table.
    rules : str, path or TrickRules
        The rule set.
    trump : str
        The card turned up.
    seat : int
        Seat of the whip.

    Returns
    -------
    Result
        One row a whip, up to the names of the suits that are not trump: ``whip``, whether it is of ``trump``, the
        ``points`` of its own cards, the chance that it ``wins`` and, where it does, the mean ``payment`` of an opponent
        and the ``income`` from all of them, in points, as fractions. Beside the rows: ``full_deck``, the mean payment
        of a card from the whole deck.

    Raises
    ------
    NotationError
        If the card cannot be read.
    DealError
        If so many cannot play.
    """
    start = time.perf_counter()
    loaded = load_trick_rules(rules)
    _check_seats(loaded, n_players, seat)
    turn_up = read_turn_up(trump, loaded.deck)
    columns: dict[str, list[Any]] = {key: [] for key in ("whip", "trump", "points", "wins", "payment", "income")}
    for hand in hand_classes(loaded, turn_up):
        if loaded.is_whip(hand):
            income = whip_income(loaded, hand, turn_up, n_players, seat=seat)
            row = (
                format_hand(hand, loaded.deck),
                loaded.suits[hand[0]] == loaded.suits[turn_up],
                sum(loaded.whip_points[card] for card in hand),
                income.wins,
                income.payment,
                income.income,
            )
            for key, value in zip(columns, row, strict=True):
                columns[key].append(value)
    extra = {"players": n_players, "full_deck": Fraction(sum(loaded.whip_points), loaded.deck.n_cards)}
    return Result(
        run_info(loaded, start, players=n_players, trump=trump, seat=seat), columns, name="whips", extra=extra
    )
