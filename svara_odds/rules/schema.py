"""What a rule file may say: the fields, their types and their defaults, checked by msgspec."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

__all__ = [
    "BettingRules",
    "CallCloses",
    "DeckData",
    "Example",
    "PayToStay",
    "RuleFile",
    "Scoring",
    "SvaraRules",
]

Number = int | float
Amount = Annotated[float, Meta(gt=0, le=1_000_000)]
Factor = Annotated[float, Meta(gt=1, le=100)]
Text = Annotated[str, Meta(min_length=1, max_length=400)]
Name = Annotated[str, Meta(pattern=r"^[a-z0-9][a-z0-9-]{0,39}$")]


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
    note: str = ""


class CallCloses(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="structure", tag="call-closes"):
    """Betting in which a call closes: a blind chain, then fold, call or raise until every live bet is matched."""

    ante: Amount = 1.0
    bets: tuple[Amount, ...] = (2.0,)
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
    """Betting in which every turn costs the current bet until someone opens the hands."""

    ante: Amount = 1.0
    bet: Amount = 1.0
    dark: bool = True
    dark_share: Annotated[float, Meta(gt=0, le=1)] = 0.5
    raise_factor: Factor = 2.0
    max_bet: Amount = 4.0
    laps: Annotated[int, Meta(ge=2, le=20)] = 3
    open_after_laps: Annotated[int, Meta(ge=0, le=20)] = 1


BettingRules = CallCloses | PayToStay


class SvaraRules(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The round that follows a tie: what an outsider pays to join, as a share of the pot P tied by k hands."""

    price: Annotated[str, Meta(pattern=r"^P(/(k|[1-9][0-9]?))?$")] = "P/k"
    running: bool = False
    tied_pay: bool = False
    rake: Annotated[float, Meta(ge=0, lt=1)] = 0.0


class RuleFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One rule file, after the file it extends has been filled in."""

    name: Name
    title: Text
    source: Text
    deck: DeckData
    scoring: Scoring
    betting: BettingRules
    svara: SvaraRules
    examples: tuple[Example, ...]
    kind: Literal["showdown"] = "showdown"
    extends: str = ""
    note: str = ""
    max_players: Annotated[int, Meta(ge=2, le=17)] | None = None
