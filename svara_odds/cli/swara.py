"""``svara-odds swara``: questions about the trick game."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, TypeVar

import click

from svara_odds.cli.groups import NamingGroup
from svara_odds.cli.options import (
    chosen_style,
    job_options,
    output_options,
    run_options,
    trick_rules_option,
    unused_options,
)
from svara_odds.cli.output import print_result, progress_bar, say
from svara_odds.cli.values import amount, whole_number
from svara_odds.errors import readable
from svara_odds.results import Result
from svara_odds.rules.trickset import TrickRules
from svara_odds.text.tables import cell_text, spoken_number

__all__ = ["swara_command"]

Command = TypeVar("Command", bound=Callable[..., Any])

_players = click.option(
    "--players", "n_players", metavar="N", default="4", show_default=True, callback=whole_number(2, 10), help="Players."
)
_trump = click.option("--trump", type=readable, required=True, metavar="CARD", help="The card turned up.")
_pot = click.option(
    "--pot", metavar="P", callback=amount, help="What lies in the pot; a stake of each player if left out."
)
_deals = click.option("--deals", metavar="N", callback=whole_number(2, 10**12), help="Deals to sample.")
_against = click.option(
    "--against",
    type=readable,
    default="play",
    show_default=True,
    metavar="POLICY",
    help="What the others do: play, sensible, or a table of swara table --csv.",
)


def _seat(default: int, text: str) -> Callable[[Command], Command]:
    return click.option(
        "--seat", metavar="S", default=str(default), show_default=True, callback=whole_number(0, 9), help=text
    )


@click.group("swara", cls=NamingGroup, invoke_without_command=True)
@click.pass_context
def swara_command(ctx: click.Context) -> None:
    """The trick game Swara: whips, exchanges, cards.

    Seat 0 is left of the dealer and leads, the last seat deals; both must play.
    """
    if ctx.invoked_subcommand is None:
        say(ctx.get_help())


@swara_command.command("whip")
@_players
@click.option("--hand", type=readable, default="", metavar="HAND", help="Your own hand.")
@click.option("--trump", type=readable, default="", metavar="CARD", help="The card turned up.")
@_seat(0, "Your own seat.")
@trick_rules_option
@unused_options
@output_options
def whip_command(n_players: int, hand: str, trump: str, seat: int, rules: TrickRules) -> None:
    """How often are there whips, three cards of one suit?

    With your own hand, of the other players' hands; with the card turned up, also what each exchange makes of it.
    """
    from svara_odds.studies.trick_whips import whip_odds

    result = whip_odds(n_players, rules, hand=hand, trump=trump, seat=seat)
    print_result(result, chosen_style(), summary=_whip_summary(result.extra))


def _whip_summary(extra: Mapping[str, Any]) -> str:
    one, anyone = ("another hand", "any other player") if extra.get("hand") else ("one hand", "anyone")
    lines = [
        f"exact: {one} {cell_text(extra['dealt'])}, {anyone} {cell_text(extra['any'])}, "
        f"several {cell_text(extra['several'])}; a card of the deck pays {cell_text(extra['mean_payment'])} "
        "points on average"
    ]
    for row in extra.get("exchange", ()):
        lines.append(f"exchange {row['exchange']}: a whip with {cell_text(row['probability'])}")
    if "income" in extra:
        income = extra["income"]
        lines.append(
            f"your whip wins with {cell_text(income['wins'])}; then each opponent pays {cell_text(income['payment'])} "
            f"points on average, all of them {cell_text(income['income'])}"
        )
    return "\n".join(lines)


@swara_command.command("value")
@click.argument("hand", type=readable, metavar="HAND")
@_trump
@_players
@_seat(1, "Your seat.")
@_against
@_pot
@_deals
@trick_rules_option
@job_options
@run_options
@output_options
def value_command(hand: str, trump: str, rules: TrickRules, quiet: bool, **options: Any) -> None:
    """Play, pass, or exchange, and which cards?

    Such as: svara-odds swara value AcKc7d --trump 9c --players 4 --seat 1
    """
    from svara_odds.studies.trick_value import hand_value

    with progress_bar(quiet, "deals") as progress:
        result = hand_value(hand, trump, rules=rules, progress=progress, **options)
    print_result(result, chosen_style(), summary=_value_summary(result))


def _value_summary(result: Result) -> str:
    extra = result.extra
    point, stake = cell_text(extra["point_value"]), cell_text(extra["stake"])
    text = (
        f"{_found(extra)}, tricks with open cards; a stake is {stake}, a point of a whip {point} (rules: point_value)"
    )
    text += f"\nbest: {extra['best']}"
    if "best_exchange" in extra:
        gain = f"{extra['exchange_gain']:+.3f}"
        text += f"; the best exchange, {extra['best_exchange'].split()[1]}, is worth {gain} beyond playing or passing"
        text += f" (stderr {extra['exchange_gain_stderr']:.3f})" if extra["exchange_gain_stderr"] else ""
    return text


@swara_command.command("play")
@click.argument("hand", type=readable, metavar="HAND")
@_trump
@_players
@click.option("--played", type=readable, default="", metavar="CARDS", help="Cards played so far, in order.")
@click.option(
    "--leader", metavar="S", default="0", show_default=True, callback=whole_number(0, 9), help="Who led first."
)
@_pot
@_deals
@trick_rules_option
@job_options
@run_options
@output_options
def play_command(hand: str, trump: str, rules: TrickRules, quiet: bool, **options: Any) -> None:
    """Which of the cards you still hold is best now?

    Such as: svara-odds swara play AcAh7d --trump Kc --players 4
    """
    from svara_odds.studies.trick_play import best_card

    with progress_bar(quiet, "deals") as progress:
        result = best_card(hand, trump, rules=rules, progress=progress, **options)
    extra = result.extra
    print_result(result, chosen_style(), summary=f"{_found(extra)}, open cards\nbest: {_best(extra)}")


@swara_command.command("table")
@_players
@click.option("--trump", type=readable, default="7c", show_default=True, metavar="CARD", help="The card turned up.")
@_seat(1, "The seat.")
@_against
@_pot
@click.option(
    "--deals",
    metavar="N",
    default="500",
    show_default=True,
    callback=whole_number(20, 10**9),
    help="Deals for each hand.",
)
@trick_rules_option
@job_options
@run_options
@output_options
def table_command(rules: TrickRules, quiet: bool, n_players: int, **options: Any) -> None:
    """What should every hand do before play?

    One row for all hands that differ only in the names of the suits that are not trump. Takes a minute or two.
    """
    from svara_odds.studies.trick_table import policy_table

    with progress_bar(quiet, "hands") as progress:
        result = policy_table(n_players, rules, progress=progress, **options)
    extra = result.extra
    summary = f"monte-carlo, {extra['deals']} deals a hand, seed {extra['seed']}, tricks with open cards"
    print_result(result, chosen_style(), summary=summary, hidden=("trump",))


def _found(extra: Mapping[str, Any]) -> str:
    deals = f"{spoken_number(extra['deals'])} deals"
    if "seed" in extra:
        return f"monte-carlo, {deals}, seed {extra['seed']}"
    return "exact, the only deal that fits" if extra["deals"] == 1 else f"exact, all {deals}"


def _best(extra: Mapping[str, Any]) -> str:
    others = ", ".join(extra["same_value"])
    return f"{extra['best']} (worth the same: {others})" if others else str(extra["best"])
