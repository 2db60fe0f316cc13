"""``svara-odds equity`` and ``call``: questions about a showdown."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

import click

from svara_odds.cli.groups import ListingCommand
from svara_odds.cli.options import chosen_style, job_options, output_options, rules_option, run_options
from svara_odds.cli.output import announcer, print_result, progress_bar
from svara_odds.cli.values import amount, whole_number
from svara_odds.errors import readable
from svara_odds.results import Result
from svara_odds.rules.ruleset import RuleSet
from svara_odds.rules.schema import MAX_PLAYERS
from svara_odds.text.tables import cell_text, spoken_number

__all__ = ["call_command", "equity_command"]

STDERRS_TO_TELL = 2  # the sign of a sampled number this far from 0 is right some 97 times of 100
Command = TypeVar("Command", bound=Callable[..., Any])


def _sample_options(command: Command) -> Command:
    options = (
        click.option(
            "--max-stderr", metavar="X", callback=amount, help="Sample until no equity has a larger standard error."
        ),
        click.option("--deals", metavar="N", callback=whole_number(1, 10**15), help="Sample so many deals."),
        click.option(
            "--method",
            type=click.Choice(["auto", "exact", "monte-carlo"]),
            default="auto",
            show_default=True,
            help="Count every deal, or sample.",
        ),
        click.option("--dead", type=readable, default="", metavar="CARDS", help="Cards that nobody can hold."),
    )
    for option in options:
        command = option(command)
    return command


@click.command("equity")
@click.argument("players", nargs=-1, type=readable, required=True, metavar="P1 P2 ...")
@click.option(
    "--players",
    "n_players",
    metavar="N",
    callback=whole_number(2, MAX_PLAYERS),
    help="Fill up to N with random hands.",
)
@_sample_options
@rules_option
@job_options
@run_options
@output_options
def equity_command(players: tuple[str, ...], rules: RuleSet, quiet: bool, **options: Any) -> None:
    """Odds at the showdown. Each player is a hand (7cKhKd), a range ("22+", AAx) or random.

    Counts every deal where that takes some ten seconds, samples otherwise, and says which.
    """
    from svara_odds.studies.showdown import equity

    with progress_bar(quiet, "steps") as progress:
        result = equity(players, rules, announce=announcer(quiet), progress=progress, **options)
    print_result(
        result, chosen_style(), summary=_summary(result), hidden=("win_count", "svara_count", "equity_interval")
    )


@click.command("call", cls=ListingCommand)
@click.argument("hand", type=readable, metavar="HAND")
@click.option("--pot", callback=amount, required=True, metavar="P", help="What lies in the pot before the call.")
@click.option("--price", callback=amount, required=True, metavar="C", help="What the call costs.")
@click.option(
    "--opponents", type=readable, multiple=True, required=True, metavar="R...", help="What each opponent may hold."
)
@_sample_options
@rules_option
@job_options
@run_options
@output_options
def call_command(hand: str, opponents: tuple[str, ...], rules: RuleSet, quiet: bool, **options: Any) -> None:
    """Is a call that closes the betting worth its price?

    Such as: svara-odds call 7cKhKd --pot 6 --price 2 --opponents 22+ random
    """
    from svara_odds.studies.call import call_value

    with progress_bar(quiet, "steps") as progress:
        result = call_value(hand, opponents, rules=rules, announce=announcer(quiet), progress=progress, **options)
    print_result(result, chosen_style(), summary=f"{_verdict(result)}: {_found(result)}")


def _verdict(result: Result) -> str:
    """Whether the call pays, unless the sample is too small to say so."""
    earns, error = result.columns["ev"][0], result.columns["ev_stderr"][0]
    if abs(earns) < STDERRS_TO_TELL * error:
        return "too close to tell"
    return "worth it" if earns > 0 else "not worth it"


def _summary(result: Result) -> str:
    sizes = ", ".join(f"{size} tied {cell_text(p)}" for size, p in result.extra["svara_size"].items() if p)
    return f"{_found(result)}\nsvara: {sizes or 'never'}"


def _found(result: Result) -> str:
    """How the answer was found, in words."""
    extra, deals = result.extra, f"{spoken_number(result.extra['deals'])} deals"
    if "seed" in extra:
        return f"{extra['method']}, {extra['how']}, seed {extra['seed']}"
    return f"{extra['method']}, all {deals}, by {extra['how']}"
