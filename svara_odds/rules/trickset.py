"""The rules of a trick game: one rule file, checked, and what its cards do in a trick and in a whip."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

from svara_odds.cards.deck import RANKS, SUITS, rank_and_suit
from svara_odds.cards.hands import parse_cards, parse_hand
from svara_odds.errors import RulesError
from svara_odds.rules.gamerules import GameRules, build_deck, check_examples, check_players
from svara_odds.rules.trick_schema import TrickExample, TrickFile, TrickGame, WhipExample

__all__ = ["TrickRules"]


@dataclass(frozen=True, eq=False, repr=False)
class TrickRules(GameRules):
    """A trick game: its deck and its rules.

    Built by :func:`svara_odds.load_rules`, which also checks every worked example of the file.

    Attributes
    ----------
    file : TrickFile
        What the file says, as it stands there.
    deck : Deck
        The cards. A card is its position here, a suit its number in the order clubs, diamonds, hearts, spades.
    suits : tuple of int
        Suit of each card, 0 to 3.
    strengths : tuple of int
        Place of each card's rank in the file's order, 0 for the lowest.
    whip_points : tuple of int
        Points that each card makes an opponent of a whip pay.
    """

    file: TrickFile
    suits: tuple[int, ...]
    strengths: tuple[int, ...]
    whip_points: tuple[int, ...]

    turned_up = 1

    @property
    def game(self) -> TrickGame:
        """How it is played and paid."""
        return self.file.tricks

    @cached_property
    def stake(self) -> Fraction:
        """What every seat pays into the pot."""
        return exact(self.game.stake)

    @cached_property
    def point_value(self) -> Fraction:
        """What one point of a whip's payment is worth."""
        return exact(self.game.point_value)

    @cached_property
    def two_trick_payment(self) -> Fraction:
        """What each loser pays to the player of two tricks."""
        return exact(self.game.two_trick_share) * self.stake

    def beats(self, card: int, other: int, trump: int) -> bool:
        """Whether `card`, played later, takes the trick from `other`; `trump` is a suit, 0 to 3."""
        if self.suits[card] == self.suits[other]:
            return self.strengths[card] > self.strengths[other]
        return self.suits[card] == trump

    def trick_winner(self, cards: Sequence[int], trump: int) -> int:
        """Place in `cards`, given in the order of play, of the one that takes the trick; `trump` is a suit."""
        best = 0
        for place in range(1, len(cards)):
            if self.beats(cards[place], cards[best], trump):
                best = place
        return best

    def legal_cards(self, hand: Sequence[int], trick: Sequence[int], trump: int) -> tuple[int, ...]:
        """The cards of `hand` that may be played to `trick`, the cards played to it so far; `trump` is a suit."""
        if not trick:
            return tuple(hand)
        allowed = [card for card in hand if self.suits[card] == self.suits[trick[0]]]
        if not allowed:
            trumps = [card for card in hand if self.suits[card] == trump]
            allowed = trumps if self.game.must_trump and trumps else list(hand)
        if self.game.must_overtake:
            best = trick[self.trick_winner(trick, trump)]
            allowed = [card for card in allowed if self.beats(card, best, trump)] or allowed
        return tuple(allowed)

    def is_whip(self, hand: Sequence[int]) -> bool:
        """Whether the cards of `hand` are of one suit."""
        return len({self.suits[card] for card in hand}) == 1

    def whip_winner(self, hands: Mapping[int, Sequence[int]], trump: int) -> int | None:
        """Seat of the whip that wins, of `hands` by their seats; None where there is none. `trump` is a suit."""
        whips = [seat for seat in sorted(hands) if self.is_whip(hands[seat])]
        return max(whips, key=lambda seat: self.whip_rank(hands[seat], trump), default=None)

    def whip_rank(self, whip: Sequence[int], trump: int) -> tuple[int, ...]:
        """What decides between a `whip` and others before the seat does, the larger winning; `trump` is a suit."""
        worth = {
            "trump": int(self.suits[whip[0]] == trump),
            "high_card": max(self.strengths[card] for card in whip),
        }
        return tuple(worth[what] for what in self.game.whip_order)


def exact(amount: float) -> Fraction:
    """The amount as the file writes it: 0.1 is a tenth."""
    return Fraction(str(amount))


def build_trick_rules(file: TrickFile) -> TrickRules:
    """Check what no type can say (deck, order, points, examples) and make the rules.

    Raises
    ------
    RulesError
        Naming the field, the value and what is allowed.
    """
    deck = build_deck(file.deck)
    game = file.tricks
    held = {name[0] for name in deck.cards}
    ranks = "".join(rank for rank in RANKS if rank in held)
    if sorted(game.order) != sorted(ranks):
        raise RulesError(f"tricks.order: {game.order!r}; every rank of the deck stands there once: {ranks}")
    for key in game.whip_points:
        if key not in held:
            raise RulesError(f"tricks.whip_points.{key}: {key!r} is not a rank of this deck")
    missing = [rank for rank in ranks if rank not in game.whip_points]
    if missing:
        raise RulesError(f"tricks.whip_points: no points for {', '.join(missing)}")
    for place in ("whip_order", "forced_seats"):
        named = getattr(game, place)
        if len(set(named)) < len(named):
            raise RulesError(f"tricks.{place}: {', '.join(named)}; each may stand there once")
    rules = TrickRules(
        file=file,
        deck=deck,
        suits=tuple(rank_and_suit(name)[1] for name in deck.cards),
        strengths=tuple(game.order.index(name[0]) for name in deck.cards),
        whip_points=tuple(game.whip_points[name[0]] for name in deck.cards),
    )
    check_players(rules)
    check_examples(file.examples, lambda example: _check_example(rules, example))
    return rules


def _check_example(rules: TrickRules, example: TrickExample | WhipExample) -> None:
    trump = SUITS.index(example.trump)
    if isinstance(example, TrickExample):
        cards = parse_cards(example.trick, rules.deck)
        if not cards:
            raise RulesError("trick: no card was played; name one or more")
        given = rules.deck.cards[cards[rules.trick_winner(cards, trump)]]
        expected = "".join(rules.deck.cards[card] for card in parse_cards(example.winner, rules.deck))
        said = f"of {example.trick}, trump {example.trump},"
    else:
        parse_cards(" ".join(example.hands), rules.deck)  # no card in two hands
        hands = {seat: parse_hand(hand, rules.deck) for seat, hand in enumerate(example.hands)}
        seat = rules.whip_winner(hands, trump)
        given = "" if seat is None else example.hands[seat]
        expected = example.winner
        said = f"of {', '.join(example.hands)}, trump {example.trump},"
    if given != expected:
        raise RulesError(f"{said} {expected or 'none'} should win, these rules say {given or 'none'}")
