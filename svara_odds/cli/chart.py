"""``svara-odds chart``: draw one of the charts into a file."""

from __future__ import annotations

import click

from svara_odds.cli.options import rules_option
from svara_odds.rules.ruleset import RuleSet

__all__ = ["chart_command"]


@click.command("chart")
@click.argument("name", metavar="NAME|list")
@click.option("--out", metavar="FILE", help="File to write: .png, .svg or .pdf.")
@rules_option
def chart_command(name: str, out: str | None, rules: RuleSet) -> None:
    """Draw the chart NAME into a file, or list the charts."""
    from svara_odds.studies.charts import CHARTS, draw_chart
    from svara_odds.text.tables import aligned

    if name == "list":
        for line in aligned({"chart": list(CHARTS), "shows": [chart.text for chart in CHARTS.values()]}):
            click.echo(line)
        return
    if out is None:
        raise click.UsageError(f"chart {name} needs --out FILE with the ending .png, .svg or .pdf")
    click.echo(f"wrote {draw_chart(name, out, rules=rules)}")
