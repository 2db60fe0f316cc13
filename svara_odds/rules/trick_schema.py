"""What the file of a trick game may say: the fields, their types and their defaults, checked by msgspec."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from svara_odds.rules.schema import Amount, DeckData, Name, Note, Text

__all__ = ["TrickExample", "TrickFile", "TrickGame", "WhipExample"]

Points = Annotated[int, Meta(ge=0, le=1000)]
Share = Annotated[float, Meta(ge=0, le=1_000_000)]
Suit = Literal["c", "d", "h", "s"]


class TrickGame(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How three tricks are played for a pot, and what a whip (three cards of one suit) is paid.

    Attributes
    ----------
    order : str
        The ranks from low to high, as they beat one another within a suit.
    whip_points : dict
        What a drawn card of each rank makes an opponent of the whip pay, in points.
    point_value : float
        What one point is worth, in the unit of the stake.
    stake : float
        What every seat pays into the pot before the deal.
    two_trick_share : float
        What a loser pays to the player of two tricks, as a share of one stake.
    two_trick_payers : str
        Who pays it: ``all`` others in play, or those without a trick (``trickless``).
    no_sweep : str
        Where the pot goes if nobody takes all three tricks: it stays for the next deal (``carry``), or the player of
        two takes it (``two_tricks``) and it stays only where there is none.
    forced_seats : tuple of str
        Seats that must play: ``first`` is left of the dealer.
    forced_exchange : bool
        Whether a seat that must play may exchange.
    exchanges : int
        Times that a seat may exchange; one that exchanges plays.
    exchange_cards : int
        Most cards in one exchange.
    must_trump : bool
        Whether a player that cannot follow suit must trump if it can.
    must_overtake : bool
        Whether a player must beat the best card so far if it can, within what it may play otherwise.
    whip_takes_pot : bool
        Whether the whip also takes the pot, or only what is paid for it.
    whip_order : tuple of str
        What decides between several whips, in this order: being of ``trump``, the ``high_card``. Where all that is
        named is level, the whip that comes first from seat 0 wins.
    drawn_cards : str
        What becomes of a card drawn to pay a whip: it lies with the discards (``discard``) or goes back into the stock
        before the next is drawn (``return``).
    passed_hands : str
        Whether the cards of a seat that passes lie with the ``discards`` or stay ``aside``.
    reshuffle : str
        When the discards are shuffled in as the stock runs out: while cards are drawn for a ``whip``, ``always`` (also
        in an exchange), or ``never``; then who cannot draw pays nothing, and nobody exchanges more than is there.
    leader : str
        Who leads to the first trick: ``first`` seat in play left of the dealer, or the ``dealer``.
    """

    order: str
    whip_points: dict[str, Points]
    point_value: Amount = 1.0
    stake: Amount = 1.0
    two_trick_share: Share = 1.0
    two_trick_payers: Literal["all", "trickless"] = "all"
    no_sweep: Literal["carry", "two_tricks"] = "carry"
    forced_seats: tuple[Literal["first", "dealer"], ...] = ("first", "dealer")
    forced_exchange: bool = False
    exchanges: Annotated[int, Meta(ge=0, le=3)] = 1
    exchange_cards: Annotated[int, Meta(ge=1, le=3)] = 3
    must_trump: bool = False
    must_overtake: bool = False
    whip_takes_pot: bool = True
    whip_order: tuple[Literal["trump", "high_card"], ...] = ("trump", "high_card")
    drawn_cards: Literal["discard", "return"] = "discard"
    passed_hands: Literal["discards", "aside"] = "discards"
    reshuffle: Literal["whip", "always", "never"] = "whip"
    leader: Literal["first", "dealer"] = "first"


class TrickExample(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="of", tag="trick"):
    """A worked example: with this trump, of the cards of a trick in the order of play, this one takes it."""

    trump: Suit
    trick: str
    winner: str
    note: Note = ""


class WhipExample(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="of", tag="whip"):
    """A worked example: with this trump, of the hands from seat 0 on, this one is the whip that wins; none: ``""``."""

    trump: Suit
    hands: tuple[str, ...]
    winner: str
    note: Note = ""


class TrickFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One rule file of a trick game, after the file it extends has been filled in."""

    name: Name
    title: Text
    source: Text
    deck: DeckData
    tricks: TrickGame
    kind: Literal["tricks"]
    examples: tuple[TrickExample | WhipExample, ...] = ()
    extends: str = ""
    note: Note = ""
    max_players: Annotated[int, Meta(ge=2, le=10)] | None = None
