"""``svara-odds score``, ``distribution``, ``ranking`` and ``range``: questions about single hands."""

from __future__ import annotations

from typing import Any

import click

from svara_odds.cli.options import (
    chosen_style,
    job_options,
    output_options,
    players_option,
    rules_option,
    run_options,
    unused_options,
)
from svara_odds.cli.output import announcer, print_result, progress_bar
from svara_odds.errors import readable
from svara_odds.rules.ruleset import RuleSet

__all__ = ["distribution_command", "range_command", "ranking_command", "score_command"]


@click.command("score")
@click.argument("hands", nargs=-1, type=readable, metavar="HAND...")
@click.option("--all", "every", is_flag=True, help="Every hand of the deck, best first.")
@rules_option
@output_options
@unused_options
def score_command(hands: tuple[str, ...], every: bool, rules: RuleSet) -> None:
    """Say what hands are worth, and why: score 7cKhKd "Ah Kh 10h".

    Suits are c d h s or the signs of the cards; a ten is T or 10.
    """
    from svara_odds.studies.scores import score, score_all

    if every == bool(hands):
        given = "both hands and --all" if every else "no hand"
        raise click.UsageError(f"score: {given} given; give one or more hands such as 7cKhKd, or --all")
    print_result(score_all(rules) if every else score(hands, rules), chosen_style())


@click.command("distribution")
@rules_option
@output_options
@unused_options
def distribution_command(rules: RuleSet) -> None:
    """Count the hands of each score."""
    from svara_odds.studies.scores import distribution

    print_result(distribution(rules), chosen_style())


@click.command("range")
@click.argument("text", type=readable, metavar="RANGE")
@click.option("--dead", type=readable, default="", metavar="CARDS", help="Cards that nobody can hold.")
@click.option("--by-points", is_flag=True, help="Count the hands of each score instead of listing them.")
@rules_option
@output_options
@unused_options
def range_command(text: str, dead: str, by_points: bool, rules: RuleSet) -> None:
    """List the hands of a range such as "22+", "AAx,7cxx:0.5" or "suited,!KKx"."""
    from svara_odds.studies.ranges import range_hands

    result = range_hands(text, rules, dead=dead, by_points=by_points)
    summary = f"{result.extra['range']}: {result.extra['hands']} of {result.extra['of']} hands"
    print_result(result, chosen_style(), summary=summary)


@click.command("ranking")
@players_option
@rules_option
@job_options
@run_options
@output_options
def ranking_command(n_players: int, rules: RuleSet, quiet: bool, seed: int | None, **work: Any) -> None:
    """Rank all hand classes by exact equity against N-1 random hands.

    A class is all hands that differ only in suits or cards that are worth the same.
    """
    from svara_odds.studies.ranking import ranking

    with progress_bar(quiet, "steps") as progress:
        result = ranking(n_players, rules, announce=announcer(quiet), progress=progress, **work)
    print_result(result, chosen_style())
