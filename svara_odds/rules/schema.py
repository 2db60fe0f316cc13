"""What a rule file may say: the fields, their types and their defaults, checked by msgspec."""

from __future__ import annotations

from fractions import Fraction
from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from svara_odds.rules.sizes import parse_size, parse_sizes

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
# An amount, or a text such as "2b" or "0.5p" that `parse_size` reads: see svara_odds.rules.sizes.
SizeLike = Amount | Annotated[str, Meta(max_length=40)]
Menu = Annotated[tuple[SizeLike, ...], Meta(min_length=1, max_length=20)]
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

    A size is an amount (``2``), so many times the last blind or, where nobody bet blind, the blind that might have
    been (``"2b"``), or a share of the pot as it is after a call (``"0.5p"``).

    Attributes
    ----------
    ante : float
        What everyone pays before the deal; all amounts are in the same unit.
    bets : tuple of sizes
        What the first bet may be where nobody bet blind, on top of the ante.
    blind : float or str
        The first blind bet, made before looking; 0 where there is no blind betting. A share is of the antes.
    blind_factor : float
        What the next seat's blind is to the one before.
    blind_laps : int
        Most times that the blind betting goes round the table.
    over_blind : float or tuple of sizes
        What the first bet after the cards are looked at is to the last blind; or a menu: an amount and blinds are
        then the whole bet, a share of the pot comes on top of the blind.
    raise_factor : float
        What a raised bet is to the bet before.
    raises : tuple of sizes
        What a raise may put on top of the bet, or, such as ``"3x"``, make of it; empty for `raise_factor` alone.
    max_raises : int
        Most raises, of everybody together or, with `cap_scope` ``first_bettor``, of the first bettor; then nobody
        else may raise more than once oftener than the first bettor has, or raises would never end.
    check_before_bet : bool
        Whether a seat may wait while nobody has bet; else it bets or is out. The seat that takes the pot where nobody
        bets may always wait.
    nobody_bets : str
        Where nobody bets, and nobody bet blind: the dealer has ``taken`` the pot, or those who wait go to a
        ``showdown``.
    first_to_act : str
        Who speaks first after a blind.
    max_bet : float or str, optional
        The table maximum: a larger bet becomes it. A share is of the antes.
    """

    ante: Amount = 1.0
    bets: Menu = (2.0,)
    blind: Annotated[float, Meta(ge=0, le=1_000_000)] | Annotated[str, Meta(max_length=40)] = 1.0
    blind_factor: Factor = 2.0
    blind_laps: Annotated[int, Meta(ge=0, le=10)] = 1
    over_blind: Factor | Menu = 2.0
    raise_factor: Factor = 2.0
    raises: Annotated[tuple[SizeLike, ...], Meta(max_length=20)] = ()
    max_raises: Annotated[int, Meta(ge=0, le=20)] = 3
    cap_scope: Literal["total", "first_bettor"] = "total"
    check_before_bet: bool = False
    nobody_bets: Literal["taken", "showdown"] = "taken"
    first_to_act: Literal["after_last_blind", "seat_0"] = "after_last_blind"
    max_bet: SizeLike | None = None

    def __post_init__(self) -> None:
        parse_sizes(self.bets, units=("", "b", "p"), name="bets")
        parse_sizes(self.raises, name="raises")
        if isinstance(self.over_blind, tuple):
            parse_sizes(self.over_blind, units=("", "b", "p"), name="over_blind")
        if self.blind != 0:
            parse_size(self.blind, units=("", "p"), name="blind")
        if self.max_bet is not None:
            parse_size(self.max_bet, units=("", "p"), name="max_bet")


class PayToStay(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="structure", tag="pay-to-stay"):
    """Betting in which every turn costs the current bet until someone opens the hands.

    Attributes
    ----------
    ante : float
        What everyone pays before the deal; all amounts are in the same unit.
    bet : float or str
        The current bet at the start; a share such as ``"0.5p"`` is of the antes.
    dark : bool
        Whether seats may pay for the first lap without looking, in an unbroken run from seat 0.
    dark_share : float
        What a dark payment is of the current bet.
    raise_factor : float
        What a raised bet is to the bet before.
    raises : tuple of sizes
        What a raise may put on top of the bet: an amount or a share of the pot as it is after the bet is paid; or,
        such as ``"3x"``, make of it. Empty for `raise_factor` alone.
    max_bet : float or str
        The table maximum: a larger bet becomes it. A share is of the antes.
    laps : int
        Laps in all; in the last one a seat may only fold or open.
    open_after_laps : int
        Full laps that are played before anyone may open.
    """

    ante: Amount = 1.0
    bet: SizeLike = 1.0
    dark: bool = True
    dark_share: Annotated[float, Meta(gt=0, le=1)] = 0.5
    raise_factor: Factor = 2.0
    raises: Annotated[tuple[SizeLike, ...], Meta(max_length=20)] = ()
    max_bet: SizeLike = 4.0
    laps: Annotated[int, Meta(ge=2, le=20)] = 3
    open_after_laps: Annotated[int, Meta(ge=0, le=20)] = 1

    def __post_init__(self) -> None:
        bet = parse_size(self.bet, units=("", "p"), name="bet")
        most = parse_size(self.max_bet, units=("", "p"), name="max_bet")
        parse_sizes(self.raises, units=("", "p", "x"), name="raises")
        if bet.unit == most.unit and most.amount < bet.amount:
            raise ValueError(f"max_bet: {self.max_bet} is less than the bet, {self.bet}; it may be that or more")
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
