"""``svara-odds chart``: draw one of the charts into a file."""

from __future__ import annotations

import click

from svara_odds.cli.options import any_rules_option, chosen_style, output_options, run_options
from svara_odds.cli.output import announcer, print_answer, print_result, progress_bar
from svara_odds.errors import shortened
from svara_odds.rules.catalog import AnyRules

__all__ = ["chart_command"]


@click.command("chart")
@click.argument("name", metavar="NAME|list")
@click.option("--out", metavar="FILE", help="File to write: .png, .svg or .pdf.")
@any_rules_option
@run_options
@output_options
def chart_command(
    name: str, out: str | None, rules: AnyRules | None, quiet: bool, threads: int, seed: int | None
) -> None:
    """Draw the chart NAME into a file, or list the charts.

    Such as: svara-odds chart score-distribution --out scores.png
    """
    from svara_odds.studies.charts import chart_listing, draw_chart, find_chart

    if name == "list":
        if out is not None:
            raise click.UsageError(
                f"--out: {shortened(out)}; chart list writes no file, it prints the names of the charts"
            )
        print_result(chart_listing(), chosen_style())
        return
    rules = find_chart(name).rules(rules)
    if out is None:
        raise click.UsageError(f"--out: chart {name} needs a file to write; give one that ends in .png, .svg or .pdf")
    with progress_bar(quiet, "steps") as progress:
        path = draw_chart(name, out, rules=rules, threads=threads, announce=announcer(quiet), progress=progress)
    answer = {"chart": name, "rules": rules.name, "file": str(path)}
    print_answer(answer, chosen_style(), words=f"wrote {answer['file']}")
