"""Options that many commands share."""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import Any, TypeVar

import click

from svara_odds.cli.values import whole_number
from svara_odds.rules.catalog import (
    DEFAULT_RULES,
    DEFAULT_TRICK_RULES,
    AnyRules,
    load_rules,
    load_showdown_rules,
    load_trick_rules,
)
from svara_odds.rules.ruleset import RuleSet
from svara_odds.rules.trickset import TrickRules

__all__ = [
    "any_rules_option",
    "chosen_style",
    "output_options",
    "rules_option",
    "run_options",
    "trick_rules_option",
    "unused_options",
    "usable_cores",
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


def run_options(command: Command) -> Command:
    """Give a command ``--seed``, ``--threads`` and ``--quiet``."""
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
        click.option(
            "--seed", metavar="N", callback=_seed, help="Seed of a sample; drawn and printed where none is given."
        ),
    )
    for option in options:
        command = option(command)
    return command


def unused_options(command: Command) -> Command:
    """Let a command that neither samples nor takes long accept the same options, so that scripts need not care."""
    command = click.option("--quiet", is_flag=True, expose_value=False, hidden=True)(command)
    for name, read in (("--threads", _threads), ("--seed", _seed)):
        command = click.option(name, metavar="N", callback=read, expose_value=False, hidden=True)(command)
    return command
