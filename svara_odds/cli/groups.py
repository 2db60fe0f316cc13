"""A group that names its commands when one is misspelt, and errors that name what is allowed."""

from __future__ import annotations

import difflib

import click

from svara_odds.errors import shortened

__all__ = ["ListingCommand", "NamingGroup", "explained"]


class NamingGroup(click.Group):
    """A group whose error about an unknown command lists those that are known.

    Attributes
    ----------
    noun : str
        What its commands are called.
    """

    noun = "command"

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """The command that the first word names."""
        known = self.list_commands(ctx)
        if args[0] not in known and not args[0].startswith("-"):
            close = difflib.get_close_matches(args[0], known, n=1)
            hint = f" (did you mean {close[0]}?)" if close else ""
            raise click.UsageError(f"{_place(ctx)}no {self.noun} {shortened(args[0])}{hint}; {_there_are(known)}")
        return super().resolve_command(ctx, args)


class ListingCommand(click.Command):
    """A command whose options that may be given again take all words up to the next option."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Write such an option before each of its words, as click knows it."""
        listing = {
            name for each in self.params if isinstance(each, click.Option) and each.multiple for name in each.opts
        }
        words: list[str] = []
        current = ""
        for place, word in enumerate(args):
            if word == "--":
                words += args[place:]
                break
            if word.startswith("-"):
                current = next((name for name in listing if word == name or word.startswith(f"{name}=")), "")
            elif current and args[place - 1] != current:
                words.append(current)
            words.append(word)
        return super().parse_args(ctx, words)


def explained(trouble: click.ClickException) -> str:
    """What was wrong on the command line, with what is allowed where click leaves that out."""
    message = trouble.format_message().rstrip(".")
    if not isinstance(trouble, click.UsageError) or trouble.ctx is None:
        return message
    path, command = trouble.ctx.command_path, trouble.ctx.command
    if isinstance(trouble, click.NoSuchOption):
        options = [each for each in command.get_params(trouble.ctx) if isinstance(each, click.Option)]
        names = [option.opts[-1] for option in options]  # also those that the help leaves out
        return f"{_place(trouble.ctx)}no option {shortened(trouble.option_name)}; {_there_are(names)}"
    return message if ";" in message else f"{message}; see {path} --help"


def _place(ctx: click.Context) -> str:
    """The command that was given, for the head of a message; the program's own name stands there anyway."""
    return f"{ctx.info_name}: " if ctx.parent is not None else ""


def _there_are(names: list[str]) -> str:
    return f"there are {', '.join(names)}"
