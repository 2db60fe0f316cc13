"""Options that many commands share."""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import Any, TypeVar

import click

from svara_odds.rules.catalog import DEFAULT_RULES, load_rules
from svara_odds.rules.ruleset import RuleSet

__all__ = ["output_options", "rules_option", "run_options", "usable_cores"]

Command = TypeVar("Command", bound=Callable[..., Any])


def usable_cores() -> int:
    """Cores that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def _style(ctx: click.Context, parameter: click.Parameter, value: bool) -> bool:
    if value:
        chosen = ctx.meta.setdefault("style", parameter.name)
        if chosen != parameter.name:
            raise click.UsageError("give either --json or --csv, not both")
    return value


def output_options(command: Command) -> Command:
    """Give a command ``--json`` and ``--csv``; it reads the choice with :func:`chosen_style`."""
    for name, text in (("csv", "Print CSV."), ("json", "Print one JSON object.")):
        command = click.option(f"--{name}", name, is_flag=True, expose_value=False, callback=_style, help=text)(command)
    return command


def chosen_style() -> str:
    """``json``, ``csv`` or ``table``, as the running command was asked."""
    return str(click.get_current_context().meta.get("style", "table"))


def _load(ctx: click.Context, parameter: click.Parameter, value: str) -> RuleSet:
    return load_rules(value)


def rules_option(command: Command) -> Command:
    """Give a command ``--rules NAME|FILE``, handed over as a loaded rule set."""
    return click.option(
        "--rules", default=DEFAULT_RULES, show_default=True, metavar="NAME|FILE", callback=_load, help="Rule set."
    )(command)


def run_options(command: Command) -> Command:
    """Give a command ``--seed``, ``--threads`` and ``--quiet``."""
    options = (
        click.option("--quiet", is_flag=True, help="No progress on stderr."),
        click.option(
            "--threads",
            type=click.IntRange(1, 1024),
            default=usable_cores,
            show_default="all cores",
            help="Threads; the answer does not depend on them.",
        ),
        click.option(
            "--seed",
            type=click.IntRange(0, 2**128 - 1),
            help="Seed of what is sampled; random if not given, and printed.",
        ),
    )
    for option in options:
        command = option(command)
    return command
