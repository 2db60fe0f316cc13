"""Options that many commands share."""

from __future__ import annotations

import os
from collections.abc import Callable, Collection
from functools import wraps
from typing import Any, TypeVar

import click

from svara_odds.cli.values import amount, not_negative, whole_number
from svara_odds.errors import readable
from svara_odds.rules.catalog import (
    DEFAULT_RULES,
    DEFAULT_TRICK_RULES,
    AnyRules,
    load_rules,
    load_showdown_rules,
    load_trick_rules,
)
from svara_odds.rules.ruleset import RuleSet
from svara_odds.rules.schema import MAX_PLAYERS
from svara_odds.rules.trickset import TrickRules
from svara_odds.text.catalogue import LANGUAGES, checked_language

__all__ = [
    "SOLVER_OPTIONS",
    "any_rules_option",
    "betting_options",
    "chosen_style",
    "cluster_option",
    "job_options",
    "language_option",
    "output_options",
    "rules_option",
    "run_options",
    "seed_option",
    "solver_options",
    "svara_option",
    "trick_rules_option",
    "unused_options",
    "usable_cores",
    "work_options",
]

Command = TypeVar("Command", bound=Callable[..., Any])

MOST_THREADS = 1024
_seed = whole_number(0, 2**128 - 1, spoken="2**128 - 1")
_threads = whole_number(1, MOST_THREADS)


def usable_cores() -> int:
    """Cores that this process may use."""
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    return min(cores, MOST_THREADS)


def _style(ctx: click.Context, parameter: click.Parameter, value: bool) -> bool:
    if value:
        chosen = ctx.meta.setdefault("style", parameter.name)
        if chosen != parameter.name:
            raise click.UsageError("--json and --csv were both given; give one of them", ctx)
    return value


def output_options(command: Command) -> Command:
    """Give a command ``--json`` and ``--csv``; it reads the choice with :func:`chosen_style`."""
    for name, text in (("csv", "Print the table as CSV."), ("json", "Print one JSON object.")):
        command = click.option(f"--{name}", name, is_flag=True, expose_value=False, callback=_style, help=text)(command)
    return command


def chosen_style() -> str:
    """``json``, ``csv`` or ``table``, as the running command was asked."""
    return str(click.get_current_context().meta.get("style", "table"))


def _load(ctx: click.Context, parameter: click.Parameter, value: str) -> RuleSet:
    return load_showdown_rules(value)


def rules_option(command: Command) -> Command:
    """Give a command ``--rules NAME|FILE``, handed over as a loaded rule set."""
    return click.option(
        "--rules", default=DEFAULT_RULES, show_default=True, metavar="NAME|FILE", callback=_load, help="Rule set."
    )(command)


def _load_any(ctx: click.Context, parameter: click.Parameter, value: str | None) -> AnyRules | None:
    return None if value is None else load_rules(value)


def any_rules_option(command: Command) -> Command:
    """Give a command that fits games of several kinds ``--rules NAME|FILE``, handed over loaded, or as None."""
    return click.option(
        "--rules",
        metavar="NAME|FILE",
        callback=_load_any,
        show_default=f"{DEFAULT_RULES}, or {DEFAULT_TRICK_RULES} for the trick game",
        help="Rule set.",
    )(command)


def _load_tricks(ctx: click.Context, parameter: click.Parameter, value: str) -> TrickRules:
    return load_trick_rules(value)


def trick_rules_option(command: Command) -> Command:
    """Give a command about the trick game ``--rules NAME|FILE``, handed over as loaded rules."""
    return click.option(
        "--rules",
        default=DEFAULT_TRICK_RULES,
        show_default=True,
        metavar="NAME|FILE",
        callback=_load_tricks,
        help="Rule set of the kind tricks.",
    )(command)


def _language(ctx: click.Context, parameter: click.Parameter, value: str) -> str:
    return checked_language(value)


def language_option(command: Command) -> Command:
    """Give a command ``--lang L``, handed over as one of the languages that there are messages in."""
    return click.option(
        "--lang",
        default=LANGUAGES[0],
        show_default=True,
        metavar="|".join(LANGUAGES),
        callback=_language,
        help="Language of what is written.",
    )(command)


def run_options(command: Command) -> Command:
    """Give a command ``--seed``, ``--threads`` and ``--quiet``."""
    return seed_option(work_options(command), "Seed of a sample; drawn and printed where none is given.")


def seed_option(command: Command, text: str = "") -> Command:
    """Give a command ``--seed`` with that help; one that does not sample lets it pass, unused and untold."""
    return click.option("--seed", metavar="N", callback=_seed, help=text, expose_value=bool(text), hidden=not text)(
        command
    )


def work_options(command: Command) -> Command:
    """Give a command ``--threads`` and ``--quiet``."""
    options = (
        click.option("--quiet", is_flag=True, help="No progress on stderr."),
        click.option(
            "--threads",
            metavar="N",
            callback=_threads,
            default=lambda: str(usable_cores()),
            show_default="all cores",
            help="Threads; the answer does not depend on them.",
        ),
    )
    for option in options:
        command = option(command)
    return command


def cluster_option(command: Command) -> Command:
    """Give a command ``--cluster``; it gets an `executor`, or None."""

    @wraps(command)
    def connected(*args: Any, cluster: str | None, threads: int, **values: Any) -> Any:
        if cluster is None:
            return command(*args, threads=threads, executor=None, **values)
        from svara_odds.jobs.dask import cluster_executor

        with cluster_executor(cluster, threads=threads) as executor:
            return command(*args, threads=threads, executor=executor, **values)

    given: Any = connected
    result: Command = click.option(
        "--cluster", metavar="ADDRESS|local", type=readable, help="Work on the workers of a dask scheduler."
    )(given)
    return result


def job_options(command: Command) -> Command:
    """Give a command ``--cluster`` and ``--checkpoint``; it gets an `executor`, or None, and `checkpoint`."""
    return click.option(
        "--checkpoint", metavar="FILE", type=readable, help="Keep how far the work is in FILE, and go on from there."
    )(cluster_option(command))


def unused_options(command: Command) -> Command:
    """Let a command that neither samples nor takes long accept the same options, so that scripts need not care."""
    command = click.option("--quiet", is_flag=True, expose_value=False, hidden=True)(command)
    command = click.option("--threads", metavar="N", callback=_threads, expose_value=False, hidden=True)(command)
    return seed_option(command)


# Options of the betting: name in a rule file, what may be written, how it is read (a callback, a choice or a text),
# and what it is. Those that the structure of the rule set does not know are refused where the game is made.
_BETTING: tuple[tuple[str, str, Any, str], ...] = (
    ("ante", "A", not_negative, "What everyone pays first."),
    ("bets", "SIZES", readable, "First bets where nobody bet blind, such as 2 or 0.5p,1p."),
    ("bet", "SIZE", readable, "The bet at the start, where one pays to stay."),
    ("raise_factor", "F", not_negative, "What a raised bet is to the bet before."),
    ("raises", "SIZES", readable, "Sizes of raises, such as 2x,1p, in place of the raise factor."),
    ("max_raises", "N", whole_number(0, 20), "Most raises."),
    ("cap_scope", "", ("total", "first_bettor"), "Whose raises are limited."),
    ("blind", "B", readable, "The first blind bet."),
    ("blind_factor", "F", not_negative, "What the next blind bet is to the last."),
    ("blind_laps", "N", whole_number(0, 10), "Most laps of the blind betting."),
    ("over_blind", "F", readable, "The first bet over a blind: so many times the blind, or sizes such as 2b,1p."),
    ("nobody_bets", "", ("taken", "showdown"), "What happens where nobody bets."),
    ("first_to_act", "", ("after_last_blind", "seat_0"), "Who speaks first after a blind."),
    ("dark_share", "S", not_negative, "What a dark payment is of the bet."),
    ("laps", "N", whole_number(2, 20), "Laps, where one pays to stay."),
    ("open_after_laps", "N", whole_number(0, 20), "Full laps before anyone may open."),
    ("max_bet", "SIZE", readable, "The table maximum."),
    ("stacks", "S", readable, "What every seat has, the ante included, or each: 10 or 10,20,5."),
    ("rake", "R", not_negative, "Share of the pot that the house keeps."),
)


def betting_options(command: Command, *, without: Collection[str] = ()) -> Command:
    """Give a command the options of the betting; it gets `n_players`, and `betting` with those that were given.

    Parameters
    ----------
    command : callable
    without : collection of str
        Options that it does not get: names in a rule file, ``allow_blind`` or ``n_players``.
    """
    taken = [row for row in _BETTING if row[0] not in without]

    @wraps(command)
    def collecting(*args: Any, no_blind: bool = False, check: bool, **values: Any) -> Any:
        betting = {name: value for name, *_ in taken if (value := values.pop(name)) is not None}
        betting |= {"allow_blind": False} if no_blind else {}
        betting |= {"check_before_bet": True} if check else {}
        return command(*args, betting=betting, **values)

    given: Any = collecting
    for name, metavar, reader, text in reversed(taken):
        flag = f"--{name.replace('_', '-')}"
        if isinstance(reader, tuple):
            given = click.option(flag, name, type=click.Choice(reader), help=text)(given)
        elif reader is readable:
            given = click.option(flag, name, type=readable, metavar=metavar, help=text)(given)
        else:
            given = click.option(flag, name, metavar=metavar, callback=reader, help=text)(given)
    given = click.option("--check", is_flag=True, help="Let a seat wait while nobody has bet.")(given)
    if "allow_blind" not in without:
        given = click.option("--no-blind", is_flag=True, help="Let nobody bet, or pay, without looking.")(given)
    if "n_players" not in without:
        given = players_option(given)
    result: Command = given
    return result


players_option = click.option(
    "--players",
    "n_players",
    metavar="N",
    default="2",
    show_default=True,
    callback=whole_number(2, MAX_PLAYERS),
    help="Seats at the table.",
)


# Options of the solver; charts take some of them.
SOLVER_OPTIONS: dict[str, Callable[[Any], Any]] = {
    "method": click.option(
        "--method",
        type=click.Choice(["auto", "cfr", "lp", "sampled"]),
        default="auto",
        show_default=True,
        help="CFR over hand classes, the linear program (two seats), or sampled CFR.",
    ),
    "target": click.option(
        "--target",
        metavar="X",
        default="1e-3",
        show_default=True,
        callback=amount,
        help="Exploitability (two seats) or NashConv per seat, in antes, at which CFR stops.",
    ),
    "max_iterations": click.option(
        "--iterations",
        "max_iterations",
        metavar="N",
        callback=whole_number(1, 10**9),
        help="Iterations of CFR at most, or walks of each seat of a sample.",
    ),
}


def solver_options(command: Command) -> Command:
    """Give a command ``--method``, ``--target`` and ``--iterations``."""
    for option in reversed(SOLVER_OPTIONS.values()):
        command = option(command)
    return command


def svara_option(command: Command) -> Command:
    """Give a command ``--svara share|recursive``, handed over as `svara`."""
    return click.option(
        "--svara",
        type=click.Choice(["share", "recursive"]),
        default="share",
        show_default=True,
        help="What a tie pays: a share of the pot, or the round that follows it.",
    )(command)
