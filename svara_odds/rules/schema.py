"""What a rule file may say: the fields, their types and their defaults, checked by msgspec."""

from __future__ import annotations

from fractions import Fraction
from typing import Annotated, Literal

import msgspec
from msgspec import Meta

__all__ = [
    "MAX_PLAYERS",
    "BettingRules",
    "CallCloses",
    "DeckData",
    "Example",
    "PayToStay",
    "RuleFile",
    "Scoring",
    "SvaraRules",
]

MAX_PLAYERS = 16  # the deals are counted in 2**players cells

Number = int | float
Amount = Annotated[float, Meta(gt=0, le=1_000_000)]
Factor = Annotated[float, Meta(gt=1, le=100)]
# Texts are shown on terminals: nothing that could steer one. \Z and not $, which lets a line end pass.
Text = Annotated[str, Meta(min_length=1, max_length=400, pattern=r"^[^\x00-\x1f\x7f-\x9f]+\Z")]
Note = Annotated[str, Meta(max_length=2000, pattern=r"^[^\x00-\x08\x0b-\x1f\x7f-\x9f]*\Z")]
Name = Annotated[str, Meta(pattern=r"^[a-z0-9][a-z0-9-]{0,39}\Z")]


class DeckData(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The cards: every rank in every suit, less `without`, plus `extra`; or simply a list, `cards`."""

    ranks: str = ""
    suits: str = "cdhs"
    extra: tuple[str, ...] = ()
    without: tuple[str, ...] = ()
    cards: tuple[str, ...] = ()


class Scoring(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What the cards of a hand are worth together; all numbers are points, in halves at the finest."""

    points: dict[str, Number]
    suit_sum: bool = True
    pairs: dict[str, Number] = {}
    triples: dict[str, Number | Literal["sum"]] = {}
    jokers: dict[str, Number] = {}
    joker_mode: Literal["add", "join", "wild"] = "add"


class Example(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A worked example: this hand is worth so many points."""

    hand: str
    points: Number
    note: Note = ""


class CallCloses(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="structure", tag="call-closes"):
    """Betting in which a call closes: a blind chain, then fold, call or raise until every live bet is matched.

    Attributes
    ----------
    ante : float
        What everyone pays before the deal; all amounts are in the same unit.
    bets : tuple of float
        Sizes that the first bet may have where nobody bet blind, on top of the ante.
    blind : float
        The first blind bet, made before looking; 0 where there is no blind betting.
    blind_factor : float
        What the next seat's blind is to the one before.
    blind_laps : int
        Most times that the blind betting goes round the table.
    over_blind : float
        What the first bet after the cards are looked at is to the last blind.
    raise_factor : float
        What a raised bet is to the bet before.
    max_raises : int
        Most raises, of everybody together or, with `cap_scope` ``first_bettor``, of the first bettor.
    check_before_bet : bool
        Whether a seat may wait while nobody has bet; else it bets or is out.
    first_to_act : str
        Who speaks first after a blind.
    """

    ante: Amount = 1.0
    bets: Annotated[tuple[Amount, ...], Meta(min_length=1, max_length=20)] = (2.0,)
    blind: Annotated[float, Meta(ge=0, le=1_000_000)] = 1.0
    blind_factor: Factor = 2.0
    blind_laps: Annotated[int, Meta(ge=0, le=10)] = 1
    over_blind: Factor = 2.0
    raise_factor: Factor = 2.0
    max_raises: Annotated[int, Meta(ge=0, le=20)] = 3
    cap_scope: Literal["total", "first_bettor"] = "total"
    check_before_bet: bool = False
    first_to_act: Literal["after_last_blind", "seat_0"] = "after_last_blind"


class PayToStay(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="structure", tag="pay-to-stay"):
    """Betting in which every turn costs the current bet until someone opens the hands.

    Attributes
    ----------
    ante : float
        What everyone pays before the deal; all amounts are in the same unit.
    bet : float
        The current bet at the start.
    dark : bool
        Whether seats may pay for the first lap without looking, in an unbroken run from seat 0.
    dark_share : float
        What a dark payment is of the current bet.
    raise_factor : float
        What a raised bet is to the bet before.
    max_bet : float
        The table maximum, which no bet may pass.
    laps : int
        Laps in all; in the last one a seat may only fold or open.
    open_after_laps : int
        Full laps that are played before anyone may open.
    """

    ante: Amount = 1.0
    bet: Amount = 1.0
    dark: bool = True
    dark_share: Annotated[float, Meta(gt=0, le=1)] = 0.5
    raise_factor: Factor = 2.0
    max_bet: Amount = 4.0
    laps: Annotated[int, Meta(ge=2, le=20)] = 3
    open_after_laps: Annotated[int, Meta(ge=0, le=20)] = 1

    def __post_init__(self) -> None:
        if self.max_bet < self.bet:
            raise ValueError(f"max_bet: {self.max_bet:g} is less than the bet, {self.bet:g}; it may be that or more")
        if self.open_after_laps >= self.laps:
            raise ValueError(f"open_after_laps: {self.open_after_laps} must be less than laps, {self.laps}")


BettingRules = CallCloses | PayToStay


class SvaraRules(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The round that follows a tie of k hands for the pot P.

    Attributes
    ----------
    price : str
        What it costs to join: ``P``, ``P/k``, or ``P/2``, ``P/3`` and so on.
    joiners : str
        Who may join beside the tied: ``anyone`` at the table, those who ``showed`` a hand and lost, or ``nobody``.
    running : bool
        Whether each joiner's price is that of the pot as it has grown, else that of the pot at the tie.
    tied_pay : bool
        Whether the tied hands pay the price too, else they are in for free.
    rake : float
        Share of the pot that the house keeps when it is won.
    """

    price: Annotated[str, Meta(pattern=r"^P(/(k|[1-9][0-9]?))?\Z")] = "P/k"
    joiners: Literal["anyone", "showed", "nobody"] = "anyone"
    running: bool = False
    tied_pay: bool = False
    rake: Annotated[float, Meta(ge=0, lt=1)] = 0.0

    def price_share(self, tied: int) -> Fraction:
        """What one joiner pays, as a share of the pot that `tied` hands tied for.

        Examples
        --------
        >>> SvaraRules(price="P/k").price_share(3), SvaraRules(price="P/2").price_share(3)
        (Fraction(1, 3), Fraction(1, 2))
        """
        divisor = self.price.removeprefix("P").removeprefix("/") or "1"
        return Fraction(1, tied if divisor == "k" else int(divisor))


class RuleFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One rule file, after the file it extends has been filled in."""

    name: Name
    title: Text
    source: Text
    deck: DeckData
    scoring: Scoring
    betting: BettingRules = CallCloses()
    svara: SvaraRules = SvaraRules()
    examples: tuple[Example, ...] = ()
    kind: Literal["showdown"] = "showdown"
    extends: str = ""
    note: Note = ""
    max_players: Annotated[int, Meta(ge=2, le=MAX_PLAYERS)] | None = None
