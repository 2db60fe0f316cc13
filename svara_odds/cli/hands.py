"""``svara-odds score``, ``distribution``, ``ranking`` and ``range``: questions about single hands."""

from __future__ import annotations

import click

from svara_odds.cli.options import chosen_style, output_options, rules_option, run_options
from svara_odds.cli.output import print_result, progress_bar
from svara_odds.rules.ruleset import RuleSet

__all__ = ["distribution_command", "range_command", "ranking_command", "score_command"]


@click.command("score")
@click.argument("hands", nargs=-1, metavar="HAND...")
@click.option("--all", "every", is_flag=True, help="Every hand of the deck, best first.")
@rules_option
@output_options
def score_command(hands: tuple[str, ...], every: bool, rules: RuleSet) -> None:
    """Say what hands are worth, and why: score 7cKhKd "A♥ K♥ 10♥"."""
    from svara_odds.studies.scores import score, score_all

    if every == bool(hands):
        raise click.UsageError("give one or more hands such as 7cKhKd, or --all")
    print_result(score_all(rules) if every else score(hands, rules), chosen_style())


@click.command("distribution")
@rules_option
@output_options
def distribution_command(rules: RuleSet) -> None:
    """Count the hands of each score."""
    from svara_odds.studies.scores import distribution

    print_result(distribution(rules), chosen_style())


@click.command("range")
@click.argument("text", metavar="RANGE")
@click.option("--dead", default="", metavar="CARDS", help="Cards that nobody can hold.")
@click.option("--by-points", is_flag=True, help="Count the hands of each score instead of listing them.")
@rules_option
@output_options
def range_command(text: str, dead: str, by_points: bool, rules: RuleSet) -> None:
    """List the hands of a range such as "22+", "AAx,7cxx:0.5" or "suited,!KKx"."""
    from svara_odds.studies.ranges import range_hands

    result = range_hands(text, rules, dead=dead, by_points=by_points)
    summary = f"{result.extra['range']}: {result.extra['hands']} of {result.extra['of']} hands"
    print_result(result, chosen_style(), summary=summary)


@click.command("ranking")
@click.option(
    "--players", type=click.IntRange(2), default=2, show_default=True, metavar="N", help="Players, the hand included."
)
@rules_option
@run_options
@output_options
def ranking_command(players: int, rules: RuleSet, quiet: bool, threads: int, seed: int | None) -> None:
    """Rank all hand classes by exact equity against N-1 random hands."""
    from svara_odds.studies.ranking import ranking

    def announce(text: str) -> None:
        if not quiet:
            click.echo(text, err=True)

    result = ranking(players, rules, threads=threads, announce=announce, progress=progress_bar(quiet, "steps"))
    print_result(result, chosen_style())
