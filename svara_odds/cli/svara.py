"""``svara-odds svara``: buying into a svara, the chain of svaras, and outsiders who decide in turn."""

from __future__ import annotations

from typing import Any

import click

from svara_odds.cli.options import chosen_style, output_options, rules_option, run_options
from svara_odds.cli.output import announcer, print_result, progress_bar
from svara_odds.cli.values import amount, whole_number
from svara_odds.errors import readable
from svara_odds.results import Result
from svara_odds.rules.ruleset import RuleSet
from svara_odds.rules.schema import MAX_PLAYERS
from svara_odds.text.tables import cell_text
from svara_odds.text.wording import list_words

__all__ = ["svara_command"]

_count = whole_number(0, MAX_PLAYERS)


@click.command("svara")
@click.option("--pot", callback=amount, metavar="P", help="The pot that was tied for.")
@click.option("--tied", callback=whole_number(2, MAX_PLAYERS), metavar="K", help="Hands that tied.")
@click.option("--joiners", callback=_count, metavar="J", help="Players who join; one, unless the rules let nobody.")
@click.option("--price", type=readable, metavar="SHARE", help="P/k, P/2, 1/3 or 0.5; by default as the rules say.")
@click.option("--running", is_flag=True, default=None, help="The price is that of the pot as it has grown.")
@click.option("--rake", type=readable, metavar="R", help="Share of the pot that the house keeps when it is won.")
@click.option("--chain", is_flag=True, help="Follow the svaras that this one may end in, round by round.")
@click.option("--outsiders", callback=_count, metavar="N", help="So many decide in turn whether to join.")
@click.option("--later", type=readable, metavar="N", help="Who joins later svaras: nobody, everyone or so many.")
@click.option("--players", callback=whole_number(2, MAX_PLAYERS), metavar="N", help="Players at the table.")
@click.option("--sizes", is_flag=True, help="How often a showdown is tied, and by how many; takes only --players.")
@rules_option
@run_options
@output_options
def svara_command(rules: RuleSet, quiet: bool, threads: int, seed: int | None, **asked: Any) -> None:
    """Should I buy into this svara?

    Such as: svara-odds svara --pot 8 --tied 3 --joiners 1 --price P/2
    """
    given = {name: value for name, value in asked.items() if value is not None and value is not False}
    modes = [mode for mode in _MODES if mode in given] or ["value"]
    if len(modes) > 1:
        raise click.UsageError(f"--{modes[0]} and --{modes[1]} were both given; give one of them")
    mode = modes[0]
    takes, needs, show = (_MODES | {"value": _VALUE})[mode]
    for name in needs:
        if name not in given:
            raise click.UsageError(f"--{name}: none was given; give one, or --sizes alone")
    for name in given:
        if name != mode and name not in (*needs, *takes):
            raise click.UsageError(_does_not_go(name, mode))
    with progress_bar(quiet, "steps") as progress:
        show(rules, given, {"threads": threads, "announce": announcer(quiet), "progress": progress})


def _print_value(rules: RuleSet, given: dict[str, Any], work: dict[str, Any]) -> None:
    from svara_odds.studies.svara import svara_value

    result = svara_value(rules=rules, **given)
    summary = _told(result, "pot", "price", "joiner_value", "tied_value", "fair_price")
    print_result(result, chosen_style(), summary=summary)


def _print_chain(rules: RuleSet, given: dict[str, Any], work: dict[str, Any]) -> None:
    from svara_odds.studies.svara_chain import svara_chain

    given.pop("chain")
    result = svara_chain(rules=rules, **given, **work)
    values = _told(result, "joiner_value", "tied_value", "outside_value")
    length = _told(result, "expected_rounds", "expected_pot", missing="infinite")
    print_result(result, chosen_style(), summary=f"{length}\n{values}")


def _print_joining(rules: RuleSet, given: dict[str, Any], work: dict[str, Any]) -> None:
    from svara_odds.studies.svara_joining import svara_joining

    result = svara_joining(rules=rules, **given, **work)
    print_result(result, chosen_style(), summary=_told(result, "joiners", "possible", "pot", "tied_value"))


def _print_sizes(rules: RuleSet, given: dict[str, Any], work: dict[str, Any]) -> None:
    from svara_odds.studies.ranking import svara_sizes

    numbers = [given["players"]] if "players" in given else None
    print_result(svara_sizes(rules, n_players=numbers, **work), chosen_style())


_TERMS, _TIE, _LATER = ("price", "running", "rake"), ("pot", "tied"), ("players", "later")
# Option that asks for it: the options it takes, those it needs, and what prints the answer.
_MODES = {
    "chain": (("joiners", *_TERMS, *_LATER), _TIE, _print_chain),
    "outsiders": ((*_TERMS, *_LATER), _TIE, _print_joining),
    "sizes": (("players",), (), _print_sizes),
}
_VALUE = (("joiners", *_TERMS), _TIE, _print_value)


def _does_not_go(name: str, mode: str) -> str:
    """Why an option is refused, and with which mode it goes."""
    known = [f"--{other}" for other, (takes, needs, _) in _MODES.items() if name in (*takes, *needs)]
    if mode == "value":
        return f"--{name} goes with {list_words(known, last='or')}; give that too"
    return f"--{name} does not go with --{mode}; give one of them"


def _told(result: Result, *keys: str, missing: str = "none") -> str:
    """Single values in a line; of a list each one, `missing` where there is no such number."""
    parts = []
    for key in keys:
        value = result.extra[key]
        values = value if isinstance(value, list) else [value]
        shown = ", ".join(missing if each is None else cell_text(each) for each in values) or missing
        parts.append(f"{key.replace('_', ' ')} {shown}")
    return "; ".join(parts)
