"""The group of commands, each loaded when it is asked for, and what happens to errors."""

from __future__ import annotations

import contextlib
import importlib
import os
import sys
from typing import NoReturn

import click

from svara_odds import __version__
from svara_odds.cli.output import prepare_streams
from svara_odds.errors import SvaraError

__all__ = ["main"]

# Name, module and one line of help: the help page must not import a command to describe it.
COMMANDS = {
    "score": ("svara_odds.cli.hands", "What hands are worth, and why."),
    "distribution": ("svara_odds.cli.hands", "How many hands have each score."),
    "ranking": ("svara_odds.cli.hands", "All hand classes by exact equity."),
    "equity": ("svara_odds.cli.showdown", "Win, svara and lose for hands, ranges and random hands."),
    "call": ("svara_odds.cli.showdown", "Is this call worth its price?"),
    "range": ("svara_odds.cli.hands", "List the hands of a range."),
    "rules": ("svara_odds.cli.rules", "List, show, check and compare rule sets."),
    "chart": ("svara_odds.cli.chart", "Draw a chart into a PNG, SVG or PDF file."),
}


class LazyGroup(click.Group):
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


@click.command(cls=LazyGroup, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="svara-odds")
def app() -> None:
    """Odds for Svara (Svarka, Сварка): exact where they can be, with an error bar where they cannot.

    Probabilities are fractions of 1, amounts are antes. Every command takes --json or --csv.
    """


def main(arguments: list[str] | None = None) -> NoReturn:
    """Run the command line and leave the process with its exit status.

    Parameters
    ----------
    arguments : list of str, optional
        The words after the program's name; by default those of the process.
    """
    prepare_streams()
    sys.exit(_status(arguments))


def _status(arguments: list[str] | None) -> int:
    try:
        app.main(args=arguments, prog_name="svara-odds", standalone_mode=False)
        sys.stdout.flush()
    except click.exceptions.NoArgsIsHelpError as trouble:
        click.echo(trouble.format_message())
        return 0
    except click.ClickException as trouble:
        return _fail(2, trouble.format_message())
    except SvaraError as trouble:
        return _fail(2, str(trouble))
    except (KeyboardInterrupt, click.Abort):
        return _fail(130, "interrupted")
    except BrokenPipeError:
        _drop_stdout()
        return 0
    except MemoryError:
        return _fail(1, "out of memory")
    except OSError as trouble:
        where = f"{trouble.filename}: " if trouble.filename else ""
        return _fail(1, f"{where}{trouble.strerror or trouble}")
    return 0


def _fail(status: int, message: str) -> int:
    line = " ".join(message.split())
    with contextlib.suppress(OSError):
        click.echo(f"svara-odds: {line}", err=True)
    return status


def _drop_stdout() -> None:
    """Point stdout nowhere, so that closing it at exit does not fail once more on the closed pipe."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, sys.stdout.fileno())
