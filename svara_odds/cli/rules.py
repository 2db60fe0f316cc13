"""``svara-odds rules``: list, show, check and diff."""

from __future__ import annotations

import click

from svara_odds.cli.groups import NamingGroup
from svara_odds.cli.options import chosen_style, language_option, output_options, unused_options
from svara_odds.cli.output import print_answer, print_json, print_result, say
from svara_odds.text.wording import counted

__all__ = ["rules_command"]


@click.group("rules", cls=NamingGroup, invoke_without_command=True)
@click.pass_context
def rules_command(ctx: click.Context) -> None:
    """List, show, check and compare rule sets."""
    if ctx.invoked_subcommand is None:
        say(ctx.get_help())


@rules_command.command("list")
@output_options
@unused_options
def list_command() -> None:
    """List the shipped rule sets."""
    from svara_odds.studies.rules import rules_listing

    print_result(rules_listing(), chosen_style(), hidden=("source", "kind"))


@rules_command.command("show")
@click.argument("name", metavar="NAME|FILE")
@language_option
@output_options
@unused_options
def show_command(name: str, lang: str) -> None:
    """Explain a rule set in plain words."""
    import msgspec

    from svara_odds.rules.catalog import load_rules
    from svara_odds.rules.explain import explain

    rules = load_rules(name)
    style = chosen_style()
    if style == "csv":
        raise click.UsageError("--csv: rules show has no table; it prints words, or the rule set as --json")
    if style == "json":
        print_json({"words": explain(rules, lang=lang), **msgspec.to_builtins(rules.file)})
    else:
        say(explain(rules, lang=lang))


@rules_command.command("check", short_help="Check a rule file and its worked examples.")
@click.argument("file", metavar="FILE")
@output_options
@unused_options
def check_command(file: str) -> None:
    """Check a rule file: its form, and that every worked example in it holds."""
    from svara_odds.rules.catalog import load_rules
    from svara_odds.rules.ruleset import RuleSet
    from svara_odds.tables.handtable import hand_table

    rules = load_rules(file)
    if isinstance(rules, RuleSet):
        hand_table(rules)  # which has a limit of its own
    answer = {"name": rules.name, "ok": True, "examples": len(rules.file.examples)}
    examples = counted(len(rules.file.examples), "worked example")
    hold = "holds" if len(rules.file.examples) == 1 else "hold"
    print_answer(answer, chosen_style(), words=f"{rules.name}: ok, {rules.deck.n_cards} cards, {examples} {hold}")


@rules_command.command("diff")
@click.argument("first", metavar="A")
@click.argument("second", metavar="B")
@output_options
@unused_options
def diff_command(first: str, second: str) -> None:
    """Show the hands that two rule sets score differently."""
    from svara_odds.studies.rules import rules_diff

    result = rules_diff(first, second)
    only = [f"{count} hands only in {name}" for name, count in result.extra["only_in"].items() if count]
    summary = "; ".join([f"{len(result.columns['hand'])} hands differ of {result.extra['shared']} in both", *only])
    print_result(result, chosen_style(), summary=summary)
