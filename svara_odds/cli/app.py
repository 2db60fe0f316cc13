"""The commands, each loaded when it is asked for, and what happens to errors."""

from __future__ import annotations

import contextlib
import importlib
import os
import sys
import warnings
from typing import NoReturn

import click

from svara_odds import __version__
from svara_odds.cli.groups import NamingGroup, explained
from svara_odds.cli.output import prepare_streams, say
from svara_odds.errors import ClusterError, DamagedFileError, MissingPackageError, SvaraError

__all__ = ["main"]

# Name, module and one line of help: the help page must not import a command to describe it.
COMMANDS = {
    "score": ("svara_odds.cli.hands", "What hands are worth, and why."),
    "distribution": ("svara_odds.cli.hands", "How many hands have each score."),
    "ranking": ("svara_odds.cli.hands", "All hand classes by exact equity."),
    "equity": ("svara_odds.cli.showdown", "Win, svara and lose for hands, ranges and random hands."),
    "call": ("svara_odds.cli.showdown", "Is this call worth its price?"),
    "solve": ("svara_odds.cli.solve", "Solve the betting: the strategy and what each seat may expect."),
    "blind": ("svara_odds.cli.solve", "What is the right to bet blind worth?"),
    "svara": ("svara_odds.cli.svara", "Should I buy into this svara? The chain of svaras."),
    "export": ("svara_odds.cli.solve", "Write a small betting game for Gambit and OpenSpiel."),
    "range": ("svara_odds.cli.hands", "List the hands of a range."),
    "tree": ("svara_odds.cli.tree", "The betting written out, line by line."),
    "swara": ("svara_odds.cli.swara", "The trick game: whips, exchanges, cards."),
    "rules": ("svara_odds.cli.rules", "List, show, check and compare rule sets."),
    "chart": ("svara_odds.cli.chart", "Draw a chart into a PNG, SVG or PDF file."),
    "page": ("svara_odds.cli.page", "Write a page with exact odds, for a phone or a desk."),
}


class LazyGroup(NamingGroup):
    """A group that imports the module of a command only when that command runs."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Names of the commands, in the order of a first visit."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """The command of that name, or None."""
        if cmd_name not in COMMANDS:
            return None
        module = importlib.import_module(COMMANDS[cmd_name][0])
        command = getattr(module, f"{cmd_name}_command")
        assert isinstance(command, click.Command)
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the list of commands from the table above."""
        with formatter.section("Commands"):
            formatter.write_dl([(name, text) for name, (_, text) in COMMANDS.items()])


# "\b" keeps click from filling the lines that follow into one paragraph.
_HELP = """Odds for Svara (Svarka): exact where they can be, with an error bar where they cannot.

Probabilities are fractions of 1, amounts are antes. Answers come as a table, or with --json or --csv.

\b
What is this hand worth?   svara-odds score 7cKhKd
How often does it win?     svara-odds equity 7cKhKd --players 4
Against such hands?        svara-odds equity 7cKhKd 22+
Should I call?             svara-odds call 7cKhKd --pot 6 --price 2 --opponents 22+
"""


@click.command(
    cls=LazyGroup,
    help=_HELP,
    invoke_without_command=True,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
)
@click.version_option(__version__, prog_name="svara-odds")
@click.pass_context
def app(ctx: click.Context) -> None:
    """Show the help where no command is asked for."""
    if ctx.invoked_subcommand is None:
        say(ctx.get_help())


def main(arguments: list[str] | None = None) -> NoReturn:
    """Run the command line and leave the process with its exit status.

    Parameters
    ----------
    arguments : list of str, optional
        The words after the program's name; by default those of the process.
    """
    prepare_streams()
    with warnings.catch_warnings():
        warnings.showwarning = _warn
        status = _status(sys.argv[1:] if arguments is None else arguments)
    sys.exit(_flushed(status))


def _status(arguments: list[str]) -> int:
    try:
        _run(arguments)
    except click.ClickException as trouble:
        return _fail(2, explained(trouble))
    except (ClusterError, DamagedFileError, MissingPackageError) as trouble:  # no fault of what was asked
        return _fail(1, str(trouble))
    except SvaraError as trouble:
        return _fail(2, str(trouble))
    except (KeyboardInterrupt, click.Abort):
        return _fail(130, "interrupted")
    except BrokenPipeError:
        return 0  # the reader has seen enough; _flushed takes care of what is left
    except MemoryError:
        return _fail(1, "out of memory")
    except OSError as trouble:
        return _fail(1, _reason(trouble))
    except NotImplementedError:
        if not os.environ.get("NUMBA_DISABLE_JIT"):
            raise
        return _fail(1, "NUMBA_DISABLE_JIT is set, and vector instructions are nothing that Python could run; unset it")
    return 0


def _run(arguments: list[str]) -> None:
    """Run the command. Not by ``app.main``, which has its own mind about closed pipes and interrupts."""
    if sys.stdout is None:
        raise OSError("standard output is closed")
    try:
        with app.make_context("svara-odds", list(arguments)) as ctx:
            app.invoke(ctx)
        sys.stdout.flush()
    except click.exceptions.Exit:
        sys.stdout.flush()


def _reason(trouble: OSError) -> str:
    where = f"{trouble.filename}: " if trouble.filename else ""
    return f"{where}{trouble.strerror or trouble}"


def _fail(status: int, message: str) -> int:
    line = " ".join(message.split())
    if sys.stderr is not None:
        with contextlib.suppress(OSError):
            click.echo(f"svara-odds: {line}", file=sys.stderr)
    return status


def _warn(message: Warning | str, *_: object, **__: object) -> None:
    """Say a warning in one line, without the place in the code."""
    _fail(0, f"warning: {message}")


def _flushed(status: int) -> int:
    """The exit status once everything is written; a stream that cannot take it is pointed nowhere.

    Python flushes both streams once more at its end, and would report the failure in its own words.
    """
    for stream in (sys.stdout, sys.stderr):
        try:
            if stream is not None:
                stream.flush()
        except OSError as trouble:
            nowhere = os.open(os.devnull, os.O_WRONLY)
            os.dup2(nowhere, stream.fileno())
            os.close(nowhere)
            if status == 0 and not isinstance(trouble, BrokenPipeError):
                status = _fail(1, _reason(trouble))
    return status
