"""``svara-odds solve``, ``blind`` and ``export``: how the betting is played, and what a blind bet is worth."""

from __future__ import annotations

from typing import Any

import click
from click.core import ParameterSource

from svara_odds.cli.options import (
    betting_options,
    chosen_style,
    cluster_option,
    job_options,
    output_options,
    rules_option,
    run_options,
    solver_options,
    svara_option,
    unused_options,
)
from svara_odds.cli.output import print_answer, print_csv, print_json, print_result, say, solving_bar
from svara_odds.cli.values import amount, whole_number
from svara_odds.errors import readable, shortened
from svara_odds.results import Result, plain
from svara_odds.rules.ruleset import RuleSet
from svara_odds.text.tables import aligned, cell_text

__all__ = ["blind_command", "export_command", "solve_command"]

TOLD_REACH = 0.01  # lines that are come to more seldom are not told of


@click.command("solve")
@solver_options
@svara_option
@click.option(
    "--pot-cap", metavar="P", callback=amount, help="With --svara recursive: from this pot on a tie is shared."
)
@click.option("--save", metavar="FILE", help="Write the strategy to FILE: .csv or .parquet.")
@click.option(
    "--trainings",
    metavar="K",
    default="1",
    show_default=True,
    callback=whole_number(1, 10_000),
    help="With --method sampled: train K times over, which threads and workers can share, and add the plans up.",
)
@click.option("--strategy", "shows", is_flag=True, help="Print the strategy, line by line.")
@click.option(
    "--variant", type=click.Choice(["dcfr", "cfr+", "cfr"]), default="dcfr", show_default=True, help="Of CFR."
)
@rules_option
@betting_options
@job_options
@run_options
@output_options
def solve_command(
    rules: RuleSet, quiet: bool, betting: dict[str, Any], save: str | None, shows: bool, **options: Any
) -> None:
    """Solve the betting: how each hand is played on every line, and what each seat may expect.

    Such as: svara-odds solve --players 2 --bets 2 --max-raises 3 --save strategy.csv
    """
    from svara_odds.outputs import checked_out
    from svara_odds.saving import SUFFIXES, check_name
    from svara_odds.studies.solve import solve

    _refuse_unused_by(options["method"])
    if save is not None:
        checked_out(save, SUFFIXES, name="--save")
        check_name(save)
    with solving_bar(quiet, options["method"]) as progress:
        result = solve(rules, progress=progress, **options, **betting)
    # Told first, and saved even if nobody reads on: neither is to be lost with the other.
    try:
        _tell(result, shows=shows)
    finally:
        if save is not None:
            result.save(save)
    if result.extra["interrupted"]:
        raise KeyboardInterrupt


def _tell(result: Any, *, shows: bool) -> None:
    style = chosen_style()
    if style == "json":
        print_json({"rules": result.info.rules, **plain(result.extra), "info": plain(vars(result.info))})
    elif style == "csv":
        print_csv(result.flat_columns())
    else:
        _say_solution(result)
        if shows:
            say("\n" + result.text(least_reach=0.0), end="")


@click.command("export")
@click.option("--out", metavar="FILE", required=True, help="File to write: .efg.")
@rules_option
@betting_options
@unused_options
@output_options
def export_command(rules: RuleSet, n_players: int, betting: dict[str, Any], out: str) -> None:
    """Write a betting game of a small deck in the extensive form that Gambit and OpenSpiel read.

    Such as: svara-odds export --rules small.toml --max-raises 1 --out small.efg
    """
    from svara_odds.studies.export import export_efg

    path = export_efg(out, rules, n_players=n_players, **betting)
    print_answer({"rules": rules.name, "players": n_players, "file": path}, chosen_style(), words=f"wrote {path}")


@click.command("blind")
@solver_options
@click.option("--opponents", type=readable, metavar="RANGE", help="Every opponent pays with these hands only.")
@click.option("--opponents-raise", type=readable, metavar="RANGE", help="And raises with these.")
@click.option(
    "--deals",
    metavar="N",
    callback=whole_number(1, 10**9),
    default="50000",
    show_default=True,
    help="With --opponents and three or more seats: deals of the sample.",
)
@rules_option
@betting_options
@cluster_option
@run_options
@output_options
def blind_command(rules: RuleSet, quiet: bool, betting: dict[str, Any], **options: Any) -> None:
    """What is the right to bet blind worth: to seat 0, to who doubles, to the dealer?

    Such as: svara-odds blind --players 4 --opponents 21+
    """
    from svara_odds.studies.blind import blind_value

    if options["opponents"] is None:
        _refuse_unused("without --opponents nothing is dealt", "deals")
        _refuse_unused_by(options["method"])
    else:
        _refuse_unused("against --opponents nothing is solved", "method", "target", "max_iterations")
    with solving_bar(quiet, options["method"]) as progress:
        result = blind_value(rules, progress=progress, **options, **betting)
    style = chosen_style()
    if style == "json":
        value = result.json()
        print_json(value)
    else:
        print_result(result, style, summary=_blind_words(result))
        if style == "table" and result.extra.get("after_blind"):
            say("")
            for line in aligned(_table(result.extra["after_blind"])):
                say(line)


def _refuse_unused_by(method: str) -> None:
    """Refuse options that the linear program does not look at, those of `Settings` and also their defaults."""
    if method == "lp":
        _refuse_unused("--method lp solves in one go", "max_iterations", "variant", "seed", "checkpoint")


def _refuse_unused(way: str, *unused: str) -> None:
    """Refuse options that this way of answering does not look at, where they were given."""
    ctx = click.get_current_context()
    for name in unused:
        if ctx.get_parameter_source(name) not in (None, ParameterSource.DEFAULT):
            flag = "--iterations" if name == "max_iterations" else f"--{name}"
            raise click.UsageError(f"{flag}: {shortened(str(ctx.params[name]))} is not used: {way}; leave it out")


def _say_solution(result: Any) -> None:
    extra = result.extra
    if extra["exploitability"] is not None and extra["exact"]:
        say(f"exploitability {extra['exploitability']:.3g} antes")
    else:
        error = f" (standard error {extra['nashconv_stderr']:.2g})" if not extra["exact"] else ""
        say(f"NashConv {extra['nashconv']:.3g} antes{error}")
    say(
        f"{extra['method']}, {extra['iterations']} iterations, {extra['nodes']} decision nodes, "
        f"{extra['classes']} hand classes"
    )
    if result.info.note:
        say(result.info.note)
    if extra["blind"] is not None:
        doubles = ", ".join(f"{share:.1%}" for share in extra["blind"]["double"])
        say(f"blind {extra['blind']['frequency']:.1%}" + (f", then doubled {doubles}" if doubles else ""))
    names = {"value": "value", "stdev": "stdev", "gains": "gain"} | (
        {} if extra["exact"] else {"value_stderr": "stderr"}
    )
    if extra.get("value_share"):
        names["value_share"] = "value, ties shared"
    columns: dict[str, list[Any]] = {"seat": list(range(extra["players"]))}
    columns |= {heading: extra[name] for name, heading in names.items()}
    for line in aligned(columns):
        say(line)
    say("")
    for line in aligned(_line_table(result)):
        say(line)


def _line_table(result: Any) -> dict[str, list[Any]]:
    """The lines that are come to in at least one deal of a hundred, with how often each action is taken."""
    strategy = result.strategy
    columns: dict[str, list[Any]] = {"seat": [], "line": [], "come to": [], "actions": []}
    for node in strategy.nodes():
        reach = float(strategy.weights(node) @ strategy.reached(node))
        if reach < TOLD_REACH:
            continue
        shares = zip(strategy.labels(node), strategy.mean_frequency(node).tolist(), strict=True)
        columns["seat"].append(int(strategy.tree.player[node]))
        columns["line"].append(strategy.tree.line(node) or "at the start")
        columns["come to"].append(f"{reach:.1%}")
        columns["actions"].append(", ".join(f"{label} {share:.1%}" for label, share in shares))
    return columns


def _blind_words(result: Result) -> str:
    extra = result.extra
    error = f" (standard error {extra['gain_stderr']:.2g})" if extra["gain_stderr"] else ""
    words = f"the right to bet blind is worth {cell_text(extra['gain'])} antes to seat 0{error}"
    doubles = ", ".join(f"{share:.1%}" for share in extra["double_frequency"])
    words += f"\nblind {extra['blind_frequency']:.1%}" + (f", then doubled {doubles}" if doubles else "")
    words += f"\n{extra['method']}"
    if extra["method"] == "sampled":
        words += f"; NashConv {extra['nashconv']:.2g} antes: the gain may be off by as much as that, beside its error"
    return words + (f"; {result.info.note}" if result.info.note else "")


def _table(rows: list[dict[str, Any]]) -> dict[str, list[Any]]:
    return {name: [row[name] for row in rows] for name in rows[0]}
