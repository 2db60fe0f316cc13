"""``svara-odds svara``: buying into a svara, the chain of svaras, and outsiders who decide in turn."""

from __future__ import annotations

from typing import Any

import click

from svara_odds.cli.options import chosen_style, output_options, rules_option, run_options
from svara_odds.cli.output import announcer, print_result, progress_bar
from svara_odds.cli.values import amount, whole_number
from svara_odds.errors import readable
from svara_odds.results import Result
from svara_odds.rules.schema import MAX_PLAYERS
from svara_odds.text.tables import cell_text

__all__ = ["svara_command"]

_count = whole_number(0, MAX_PLAYERS)


@click.command("svara")
@click.option("--pot", callback=amount, required=True, metavar="P", help="The pot that was tied for.")
@click.option("--tied", callback=whole_number(2, MAX_PLAYERS), required=True, metavar="K", help="Hands that tied.")
@click.option("--joiners", callback=_count, metavar="J", help="Players who join; one, unless the rules let nobody.")
@click.option("--price", type=readable, metavar="SHARE", help="P/k, P/2, 1/3 or 0.5; by default as the rules say.")
@click.option("--running", is_flag=True, default=None, help="The price is that of the pot as it has grown.")
@click.option("--rake", type=readable, metavar="R", help="Share of the pot that the house keeps when it is won.")
@click.option("--chain", is_flag=True, help="Follow the svaras that this one may end in, round by round.")
@click.option("--outsiders", callback=_count, metavar="N", help="So many decide in turn whether to join.")
@click.option("--later", type=readable, metavar="N", help="Who joins later svaras: nobody, everyone or so many.")
@click.option(
    "--players",
    callback=whole_number(2, MAX_PLAYERS),
    metavar="N",
    help="Players at the table, who may join later svaras.",
)
@rules_option
@run_options
@output_options
def svara_command(
    chain: bool,
    outsiders: int | None,
    joiners: int | None,
    later: str | None,
    players: int | None,
    quiet: bool,
    threads: int,
    seed: int | None,
    **asked: Any,
) -> None:
    """Should I buy into this svara?

    Such as: svara-odds svara --pot 8 --tied 3 --joiners 1 --price P/2
    """
    if chain and outsiders is not None:
        raise click.UsageError("--chain and --outsiders were both given; give one of them")
    if outsiders is not None and joiners is not None:
        raise click.UsageError(
            "--joiners and --outsiders were both given; give one of them: outsiders decide themselves"
        )
    if not chain and outsiders is None:
        for name, value in (("--later", later), ("--players", players)):
            if value is not None:
                raise click.UsageError(f"{name}: {value} goes with --chain or --outsiders; give one of them too")
        _print_value(asked, joiners)
        return
    asked |= {"players": players, "later": "nobody" if later is None else later}
    with progress_bar(quiet, "steps") as progress:
        work = {"threads": threads, "announce": announcer(quiet), "progress": progress}
        if chain:
            _print_chain(asked, joiners, work)
        else:
            _print_joining(asked, outsiders, work)


def _print_value(asked: dict[str, Any], joiners: int | None) -> None:
    from svara_odds.studies.svara import svara_value

    result = svara_value(joiners=joiners, **asked)
    print_result(
        result, chosen_style(), summary=_told(result, "pot", "price", "joiner_value", "tied_value", "fair_price")
    )


def _print_chain(asked: dict[str, Any], joiners: int | None, work: dict[str, Any]) -> None:
    from svara_odds.studies.svara_chain import svara_chain

    result = svara_chain(joiners=joiners, **asked, **work)
    values = _told(result, "joiner_value", "tied_value", "outside_value")
    print_result(result, chosen_style(), summary=f"{_told(result, 'expected_rounds', 'expected_pot')}\n{values}")


def _print_joining(asked: dict[str, Any], outsiders: int | None, work: dict[str, Any]) -> None:
    from svara_odds.studies.svara_joining import svara_joining

    result = svara_joining(outsiders=outsiders or 0, **asked, **work)
    print_result(result, chosen_style(), summary=_told(result, "joiners", "possible", "pot", "tied_value"))


def _told(result: Result, *keys: str) -> str:
    """Single values in a line; of a list each one, none where there is no such number."""
    parts = []
    for key in keys:
        value = result.extra[key]
        values = value if isinstance(value, list) else [value]
        shown = ", ".join("none" if each is None else cell_text(each) for each in values) or "none"
        parts.append(f"{key.replace('_', ' ')} {shown}")
    return "; ".join(parts)
