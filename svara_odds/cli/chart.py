"""``svara-odds chart``: draw one of the charts into a file, with the options of the study that it shows."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import click

from svara_odds.cli.groups import NamingGroup
from svara_odds.cli.options import (
    SOLVER_OPTIONS,
    any_rules_option,
    betting_options,
    chosen_style,
    job_options,
    language_option,
    output_options,
    seed_option,
    svara_option,
    unused_options,
    work_options,
)
from svara_odds.cli.output import announcer, print_answer, print_result, progress_bar, solving_bar
from svara_odds.cli.values import amount, amounts, whole_number, whole_numbers
from svara_odds.errors import readable
from svara_odds.rules.catalog import AnyRules
from svara_odds.rules.schema import MAX_PLAYERS

__all__ = ["chart_command"]


def _prices(ctx: click.Context, parameter: click.Parameter, value: tuple[str, ...]) -> list[tuple[str, bool]]:
    """Each price, and whether it is that of the pot as it has grown."""
    parts = [readable(text).partition(",running") for text in value]
    return [(share + rest, bool(running)) for share, running, rest in parts]


# How each option of a study is asked for.
_OPTIONS: dict[str, Callable[[Any], Any]] = {
    **SOLVER_OPTIONS,
    "svara": svara_option,
    # Each study has a target of its own.
    "target": click.option(
        "--target",
        metavar="X",
        callback=amount,
        help="Exploitability (two seats) or NashConv per seat, in antes, at which CFR stops.",
    ),
    "players": click.option(
        "--players",
        metavar="N|N-N|N,N",
        callback=whole_numbers(2, MAX_PLAYERS),
        help="Numbers of seats, such as 4, 2-6 or 2,3.",
    ),
    "bets": click.option("--bets", metavar="X,X", callback=amounts, help="First bets in antes, such as 1,2,4."),
    "blinds": click.option(
        "--blind", "blinds", metavar="X,X", callback=amounts, help="First blind bets in antes, such as 0.5,1,2."
    ),
    "opponents": click.option(
        "--opponents",
        type=readable,
        metavar="RANGE|equilibrium",
        help="Every opponent pays with these hands only, or plays an equilibrium; by default the best three in ten.",
    ),
    "opponents_raise": click.option("--opponents-raise", type=readable, metavar="RANGE", help="And raises with these."),
    "deals": click.option(
        "--deals", metavar="N", callback=whole_number(1, 10**9), help="Of a sample of each number of seats and blind."
    ),
    "line": click.option(
        "--line", type=readable, metavar="LINE", help='Such as "0 blind 1 / 1 double to 2"; by default the commonest.'
    ),
    "variants": click.option(
        "--variant",
        "variants",
        type=click.Choice(["dcfr", "cfr+", "cfr"]),
        multiple=True,
        help="Of CFR, again for each; by default dcfr and cfr+.",
    ),
    "beside": click.option(
        "--beside",
        metavar="NAME|FILE",
        multiple=True,
        help="Rule set to compare with, again for each; by default all of the same deck.",
    ),
    "seed": partial(seed_option, text="Seed of a sample; the same on every run if left out."),
    "n_players": click.option(
        "--players",
        "n_players",
        metavar="N|N-N|N,N",
        callback=whole_numbers(2, MAX_PLAYERS),
        help="Numbers of players, such as 4, 2-6 or 2,6,10.",
    ),
    "tied": click.option(
        "--tied", metavar="K|K-K|K,K", callback=whole_numbers(2, MAX_PLAYERS), help="Numbers of hands that tied."
    ),
    "joiners": click.option(
        "--joiners", metavar="J|J-J|J,J", callback=whole_numbers(1, MAX_PLAYERS), help="Numbers of players who join."
    ),
    "prices": click.option(
        "--price",
        "prices",
        metavar="SHARE[,running]",
        multiple=True,
        callback=_prices,
        help="P/k, P/2, 1/3 or 0.5, with ,running that of the pot as it has grown; again for each.",
    ),
    "rake": click.option(
        "--rake", type=readable, metavar="R", help="Share of the pot that the house keeps when it is won."
    ),
}

# Options of the betting in whose place a chart takes one of its own.
_INSTEAD = {"players": ("n_players",), "bets": ("bets", "bet", "allow_blind"), "blinds": ("blind",)}


class _ChartGroup(NamingGroup):
    """A command for each chart that there is."""

    noun = "chart"

    def list_commands(self, ctx: click.Context) -> list[str]:
        """The charts, after ``list``."""
        from svara_odds.studies.charts import CHARTS

        return [*super().list_commands(ctx), *CHARTS]

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """The command of that chart."""
        from svara_odds.studies.charts import CHARTS

        return _chart_command(cmd_name) if cmd_name in CHARTS else super().get_command(ctx, cmd_name)


@click.group("chart", cls=_ChartGroup, invoke_without_command=True, subcommand_metavar="NAME|list [OPTIONS]")
@click.pass_context
def chart_command(ctx: click.Context) -> None:
    """Draw the chart NAME into a file, or list the charts.

    Such as: svara-odds chart score-distribution --out scores.png --lang bg
    """
    if ctx.invoked_subcommand is None:
        names = ", ".join(chart_command.list_commands(ctx))
        raise click.UsageError(f"chart: NAME|list is missing; there are {names}")


@chart_command.command("list")
@language_option
@output_options
@unused_options
def list_command(lang: str) -> None:
    """List the charts."""
    from svara_odds.studies.charts import chart_listing

    print_result(chart_listing(lang), chosen_style())


def _chart_command(name: str) -> click.Command:
    """The command that draws the chart of that name."""
    from svara_odds.studies.charts import CHARTS

    @click.option("--out", metavar="FILE", help="File to write: .png, .svg or .pdf.")
    @any_rules_option
    @language_option
    @work_options
    @output_options
    def draw(**options: Any) -> None:
        _draw(name, **options)

    if CHARTS[name].job:
        draw = job_options(draw)
    taken = CHARTS[name].options
    bets = "betting" in taken
    # The number of seats comes with the betting.
    left_out = {"betting", "n_players"} if bets else set()
    if "seed" not in taken:
        draw = seed_option(draw)
    if bets:
        draw = betting_options(draw, without={each for option in taken for each in _INSTEAD.get(option, ())})
    for option in reversed(taken):
        if option not in left_out:
            draw = _OPTIONS[option](draw)
    return click.command(name, help=CHARTS[name].shows())(draw)


def _draw(
    name: str,
    *,
    out: str | None,
    rules: AnyRules | None,
    lang: str,
    quiet: bool,
    threads: int,
    **options: Any,
) -> None:
    from svara_odds.studies.charts import draw_chart, find_chart

    if out is None:
        raise click.UsageError(f"--out: chart {name} needs a file to write; give one that ends in .png, .svg or .pdf")
    chart = find_chart(name)
    loaded = chart.rules(rules)
    where = {key: options.pop(key) for key in ("executor", "checkpoint") if key in options}
    # A seed may be 0, and a line empty: there the game starts.
    empty = {option for option in ("seed", "line") if options.get(option) is not None}
    chosen = {option: value for option, value in options.items() if value or option in empty}
    solves, method = chart.unit == "iterations", options.get("method", "auto")
    with solving_bar(quiet, method) if solves else progress_bar(quiet, chart.unit) as progress:
        path = draw_chart(
            name,
            out,
            rules=loaded,
            lang=lang,
            options=chosen,
            announce=announcer(quiet),
            progress=progress,
            threads=threads,
            **where,
        )
    answer = {"chart": name, "rules": loaded.name, "lang": lang, "file": str(path)}
    print_answer(answer, chosen_style(), words=f"wrote {answer['file']}")
