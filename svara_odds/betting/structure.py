"""What a betting game is played by: the betting section of a rule file, changed where asked, and the table it meets."""

from __future__ import annotations

import math
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import msgspec

from svara_odds.errors import SolveError, shortened
from svara_odds.rules.ruleset import RuleSet
from svara_odds.rules.schema import BettingRules, CallCloses
from svara_odds.rules.sizes import Size, parse_size, parse_sizes

__all__ = ["TABLE_OPTIONS", "Structure", "betting_structure"]

# What an option may change beside the fields of the rule file.
TABLE_OPTIONS = ("allow_blind", "stacks", "rake", "carried")
_PLACE = re.compile(r"`\$\.?(\w*)")


@dataclass(frozen=True)
class Structure:
    """A betting game before anybody has acted.

    Attributes
    ----------
    rules : CallCloses or PayToStay
        How it is bet.
    n_players : int
        Seats, in the order of dealing: seat 0 is left of the dealer, the last one deals.
    ante : float
        What every seat has paid before it starts.
    allow_blind : bool
        Whether anyone may bet, or pay, without looking.
    stacks : tuple of float
        What each seat has, the ante included; infinite where nothing limits it.
    rake : float
        Share of every pot that the house keeps when it is won.
    carried : float
        What lies in the pot from a round before, paid by nobody in this one.
    """

    rules: BettingRules
    n_players: int
    ante: float
    allow_blind: bool
    stacks: tuple[float, ...]
    rake: float
    carried: float

    @cached_property
    def pot(self) -> float:
        """The pot at the start."""
        return self.carried + self.n_players * self.ante

    @property
    def limited(self) -> bool:
        """Whether some seat can run out of chips."""
        return min(self.stacks) < math.inf

    def at_start(self, size: float | str) -> float:
        """A size that is reckoned once, before anybody acts."""
        return parse_size(size).raised(0.0, blind=0.0, pot=self.pot) if size else 0.0

    @cached_property
    def max_bet(self) -> float:
        """The table maximum, infinite where there is none."""
        return math.inf if self.rules.max_bet is None else self.at_start(self.rules.max_bet)

    @cached_property
    def raises(self) -> tuple[Size, ...]:
        """What a raise may be."""
        return tuple(parse_size(size) for size in self.rules.raises) or (Size(self.rules.raise_factor, "x"),)

    @cached_property
    def shares_the_pot(self) -> bool:
        """Whether some size hangs on what is in the pot."""
        menus = [*self.rules.raises]
        if isinstance(self.rules, CallCloses):
            menus += self.rules.bets
            menus += self.rules.over_blind if isinstance(self.rules.over_blind, tuple) else ()
        return any(parse_size(size).unit == "p" for size in menus)


def betting_structure(rules: RuleSet, n_players: int, **options: Any) -> Structure:
    """The betting game of a rule set at a table.

    Parameters
    ----------
    rules : RuleSet
    n_players : int
    **options
        Any field of the rule file's betting section (`CallCloses` or `PayToStay` in :mod:`svara_odds.rules.schema`);
        menus also as one size or as a text such as ``"2,1p"``. Beside them `allow_blind`, `stacks` (one amount, or
        one a seat), `rake` (by default that of the rule set) and `carried`, a pot from a round before; with one, the
        ante may be 0. An option that is None is not given.

    Returns
    -------
    Structure

    Raises
    ------
    SolveError
        If an option does not belong to this kind of betting, or its value is not allowed.

    Examples
    --------
    >>> from svara_odds.rules.catalog import load_rules
    >>> betting_structure(load_rules("bulgarian"), 2, bets="2,1p", stacks=10).rules.bets
    (2.0, '1p')
    """
    given = {name: value for name, value in options.items() if value is not None}
    if isinstance(n_players, bool) or n_players not in range(2, rules.max_players + 1):
        raise SolveError(f"players: {n_players}; {rules.name} is played by 2 to {rules.max_players}")
    fields = [field.name for field in msgspec.structs.fields(rules.betting)]
    for name in given:
        if name not in (*fields, *TABLE_OPTIONS):
            kind = msgspec.to_builtins(rules.betting)["structure"]
            known = ", ".join((*fields, *TABLE_OPTIONS))
            raise SolveError(f"{name}: {rules.name} is bet by {kind}, which has no such option; it has {known}")
    carried = _amount("carried", given.get("carried", 0.0), least=0.0)
    free = carried > 0 and given.get("ante") == 0
    changed = {name: given[name] for name in fields if name in given and not (free and name == "ante")}
    betting = _changed(rules.betting, changed)
    ante = 0.0 if free else float(betting.ante)
    rake = _amount("rake", given.get("rake", rules.svara.rake), least=0.0)
    if rake >= 1:
        raise SolveError(f"rake: {rake:g} is not allowed; give a share of the pot from 0 up to, but not, 1")
    stacks = _stacks(given.get("stacks", math.inf), n_players, ante)
    structure = Structure(betting, n_players, ante, bool(given.get("allow_blind", True)), stacks, rake, carried)
    _check_sizes(structure)
    return structure


def _check_sizes(structure: Structure) -> None:
    """Refuse sizes that each are in order but leave a seat nothing to bet."""
    rules = structure.rules
    if not isinstance(rules, CallCloses):
        if structure.max_bet < structure.at_start(rules.bet):
            raise SolveError(f"max_bet: {rules.max_bet} is less than the bet, {rules.bet}; it may be that or more")
        return
    for name, menu in (("bets", rules.bets), ("raises", rules.raises)):
        if rules.blind == 0 and any(parse_size(size).unit == "b" for size in menu):
            said = ", ".join(map(str, menu))
            raise SolveError(f"{name}: {said} goes by the blind, which is 0; give a blind, or sizes of another unit")
    if not isinstance(rules.over_blind, tuple) or not structure.allow_blind:
        return
    blind = last = structure.at_start(rules.blind)
    for _ in range(structure.n_players * rules.blind_laps):
        if blind > structure.max_bet:
            break
        last, blind = blind, blind * rules.blind_factor
    sizes = parse_sizes(rules.over_blind)
    enough = any(size.unit == "p" or (size.unit == "b" and size.amount > 1) for size in sizes)
    most = max((size.amount for size in sizes if not size.unit), default=0.0)
    if not enough and most <= last and not most >= last == structure.max_bet:
        said = ", ".join(f"{size.amount:g}{size.unit}" for size in sizes)
        raise SolveError(f"over_blind: {said} makes no bet above a blind of {last:g}; give a larger size, such as 2b")


def _changed(betting: BettingRules, changed: Mapping[str, Any]) -> BettingRules:
    values = msgspec.to_builtins(betting)
    for name, value in changed.items():
        read = _number(value)
        listed = isinstance(values[name], tuple | list) or (name == "over_blind" and not isinstance(read, int | float))
        values[name] = [_number(each) for each in _listed(value)] if listed else read
    try:
        return msgspec.convert(values, type(betting))
    except msgspec.ValidationError as trouble:
        place = _PLACE.search(str(trouble))
        name = place[1] if place else ""
        said = str(trouble).split(" - at ")[0]
        value = f"{name}: {shortened(str(changed[name]))} is not allowed: " if name in changed else ""
        raise SolveError(f"{value}{said}") from None


def _listed(value: Any) -> list[Any]:
    """The parts of a text with commas or of a sequence, or the value alone."""
    value = _plain(value)
    if isinstance(value, str):
        return [part.strip() for part in value.split(",")]
    return list(value) if isinstance(value, Sequence) else [value]


def _plain(value: Any) -> Any:
    """A number or an array of numpy, or a column of pandas, as Python has it."""
    return value.tolist() if hasattr(value, "tolist") else value


def _number(value: Any) -> Any:
    """A text that is a number as that number, so that it makes no difference who wrote it."""
    value = _plain(value)
    try:
        return float(value) if isinstance(value, str) and value.isascii() and "_" not in value else value
    except ValueError:
        return value


def _amount(name: str, value: Any, *, least: float) -> float:
    try:
        amount = float(value)
    except (TypeError, ValueError):
        amount = math.nan
    if not least <= amount <= 1e6:
        raise SolveError(f"{name}: {shortened(str(value))} is not allowed; give a number from {least:g} to 1000000")
    return amount


def _stacks(value: Any, n_players: int, ante: float) -> tuple[float, ...]:
    if value == math.inf:
        return (math.inf,) * n_players
    values = [_number(each) for each in _listed(value)]
    if len(values) not in (1, n_players):
        raise SolveError(f"stacks: {len(values)} amounts for {n_players} seats; give one for all, or one for each")
    least = max(ante, 1e-9)
    stacks = tuple(math.inf if each == math.inf else _amount("stacks", each, least=least) for each in values)
    return stacks * (n_players // len(stacks))
