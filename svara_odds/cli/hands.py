"""``svara-odds score``, ``distribution``, ``ranking`` and ``range``: questions about single hands."""

from __future__ import annotations

import click

from svara_odds.cli.options import chosen_style, output_options, rules_option
from svara_odds.cli.output import print_result
from svara_odds.rules.ruleset import RuleSet

__all__ = ["distribution_command", "score_command"]


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
