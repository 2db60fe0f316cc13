"""``svara-odds tree``: the betting of a rule set written out."""

from __future__ import annotations

from typing import Any

import click

from svara_odds.cli.options import betting_options, chosen_style, output_options, rules_option, unused_options
from svara_odds.cli.output import print_answer, print_csv, print_json, say
from svara_odds.cli.values import whole_number
from svara_odds.results import Result
from svara_odds.rules.ruleset import RuleSet
from svara_odds.text.tables import cell_text

__all__ = ["tree_command"]

LINES = 200


@click.command("tree")
@click.option("--count", is_flag=True, help="Only count the decisions and the ends.")
@click.option("--depth", metavar="N", callback=whole_number(1, 1000), help="Most actions of a line of the printout.")
@click.option(
    "--lines",
    metavar="N",
    callback=whole_number(1, 10**9),
    default=str(LINES),
    show_default=True,
    help="Most lines that are printed.",
)
@rules_option
@betting_options
@output_options
@unused_options
def tree_command(
    count: bool, depth: int | None, lines: int, rules: RuleSet, n_players: int, betting: dict[str, Any]
) -> None:
    """Write out the betting: who may do what on which line, what it costs and who wins what.

    Such as: svara-odds tree --players 2 --bets 2,1p --max-raises 1

    A size is an amount (2), a multiple of the blind (2b), a share of the pot (0.5p) or, for a raise, a multiple of
    the bet (3x).
    """
    from svara_odds.studies.tree import betting_game, betting_lines

    style = chosen_style()
    game = betting_game(rules, n_players=n_players, **betting)
    if count:
        answer = {"rules": rules.name, "players": n_players, **game.size._asdict(), "nodes": game.size.nodes}
        print_answer(answer, style, words=game.size_words())
    elif style == "table":
        say(game.size_words())
        say(game.printout(depth=depth, lines=lines))
    elif depth is not None:
        raise click.UsageError(f"--depth: {depth}; --json and --csv list whole lines, --lines says how many")
    else:
        result = betting_lines(rules, n_players=n_players, lines=lines, **betting)
        if style == "json":
            print_json(result.json())
        else:
            print_csv(_flat(result, n_players))


def _flat(result: Result, n_players: int) -> dict[str, list[Any]]:
    """The lines with a column a seat for what it paid, and the pots as text."""
    flat: dict[str, list[Any]] = {"line": result.columns["line"]}
    for seat in range(n_players):
        flat[f"paid_{seat}"] = [paid[seat] for paid in result.columns["paid"]]
    flat["pots"] = [" + ".join(_pot_text(pot) for pot in pots) for pots in result.columns["pots"]]
    return flat


def _pot_text(pot: dict[str, Any]) -> str:
    return f"{cell_text(pot['amount'])} for {' '.join(map(str, pot['seats']))}"
