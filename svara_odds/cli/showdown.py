"""``svara-odds equity`` and ``call``: questions about a showdown."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

import click

from svara_odds.cli.options import chosen_style, output_options, rules_option, run_options
from svara_odds.cli.output import print_result, progress_bar
from svara_odds.results import Result
from svara_odds.rules.ruleset import RuleSet
from svara_odds.text.tables import cell_text, spoken_number

__all__ = ["call_command", "equity_command"]

Command = TypeVar("Command", bound=Callable[..., Any])


def _sample_options(command: Command) -> Command:
    options = (
        click.option("--max-stderr", type=float, help="Sample until no equity has a larger standard error."),
        click.option("--deals", type=click.IntRange(1, 10**15), help="Sample so many deals."),
        click.option(
            "--method",
            type=click.Choice(["auto", "exact", "monte-carlo"]),
            default="auto",
            show_default=True,
            help="Count every deal, or sample.",
        ),
        click.option("--dead", default="", metavar="CARDS", help="Cards that nobody can hold."),
    )
    for option in options:
        command = option(command)
    return command


@click.command("equity")
@click.argument("players", nargs=-1, required=True, metavar="P1 P2 ...")
@click.option("--players", "n_players", type=click.IntRange(2), metavar="N", help="Fill up to N with random hands.")
@_sample_options
@rules_option
@run_options
@output_options
def equity_command(players: tuple[str, ...], rules: RuleSet, quiet: bool, **options: Any) -> None:
    """Odds at the showdown. Each player is a hand (7cKhKd), a range ("22+", AAx) or random.

    Counts every deal where that takes some ten seconds, samples otherwise, and says which.
    """
    from svara_odds.studies.showdown import equity

    result = equity(players, rules, progress=progress_bar(quiet, "steps"), **options)
    print_result(result, chosen_style(), summary=_summary(result), hidden=("win_count", "svara_count"))


@click.command("call")
@click.argument("hands", nargs=-1, required=True, metavar="HAND")
@click.option("--pot", type=float, required=True, help="What lies in the pot before the call.")
@click.option("--price", type=float, required=True, help="What the call costs.")
@click.option("--opponents", multiple=True, required=True, metavar="R...", help="What each opponent may hold.")
@_sample_options
@rules_option
@run_options
@output_options
def call_command(
    hands: tuple[str, ...], opponents: tuple[str, ...], rules: RuleSet, quiet: bool, **options: Any
) -> None:
    """Is a call that closes the betting worth its price? call 7cKhKd --pot 6 --price 2 --opponents 22+ random"""
    from svara_odds.studies.call import call_value

    # An option takes one word; the words that follow its first one arrive behind the hand.
    hand, *more = hands
    result = call_value(hand, [*opponents, *more], rules=rules, progress=progress_bar(quiet, "steps"), **options)
    verdict = "worth it" if result.columns["ev"][0] > 0 else "not worth it"
    print_result(result, chosen_style(), summary=f"{verdict}: {result.extra['method']}, {result.extra['how']}")


def _summary(result: Result) -> str:
    extra = result.extra
    deals = f"{spoken_number(extra['deals'])} deals"
    how = f"{deals} dealt at random, seed {extra['seed']}" if "seed" in extra else f"all {deals}, by {extra['how']}"
    sizes = ", ".join(f"{size} tied {cell_text(share)}" for size, share in extra["svara_size"].items() if share)
    return f"{extra['method']}: {how}\nsvara: {sizes or 'never'}"
