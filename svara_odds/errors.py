"""The errors a user can meet. Each message says what was wrong, the value, and what is allowed."""

from __future__ import annotations

__all__ = [
    "ClusterError",
    "DamagedFileError",
    "DealError",
    "MissingPackageError",
    "NotationError",
    "RulesError",
    "SolveError",
    "SvaraError",
    "readable",
    "shortened",
]

MOST_SHOWN = 80


class SvaraError(ValueError):
    """Base of every error that bad input can raise."""


class RulesError(SvaraError):
    """A rule file or rule-set name that cannot be used; the message names the place in the file."""


class NotationError(SvaraError):
    """A card, hand or range that cannot be read.

    Parameters
    ----------
    message : str
        What is wrong and what is allowed.
    text : str, optional
        The text that was read.
    position : int, optional
        Where in `text` the trouble starts, counted from 0; the message shows it counted from 1.
    """

    def __init__(self, message: str, text: str | None = None, position: int | None = None) -> None:
        self.text = text
        self.position = position
        if text is not None and position is not None:
            message = f"{message} (at character {position + 1} of {shortened(text)})"
        super().__init__(message)


class DealError(SvaraError):
    """A deal that cannot be made: a card used twice, too many players, no hands left."""


class SolveError(SvaraError):
    """A game that cannot be solved as asked: a tree too large, a method that does not fit it, options that clash."""


class MissingPackageError(SvaraError):
    """A package that only some of the work needs, and that is not installed."""


class ClusterError(SvaraError):
    """A cluster that cannot be reached, or that cannot finish what it was given."""


class DamagedFileError(SvaraError):
    """A file that the package itself wrote, or ships, and that cannot be trusted any more."""


def readable(text: str) -> str:
    r"""The text, with bytes that the locale of the process could not read taken as UTF-8 where they are that.

    Examples
    --------
    >>> readable("A\udce2\udc99\udca5"), readable("A\udcff")
    ('A♥', 'A\udcff')
    """
    try:
        return text.encode("utf-8", "surrogateescape").decode("utf-8")
    except UnicodeError:
        return text


def shortened(text: str) -> str:
    """The text in quotes for a message of one line, its middle left out where it is long.

    Examples
    --------
    >>> shortened("7c Kh " * 1000)
    "'7c Kh 7c Kh 7c Kh 7c Kh 7c Kh 7c Kh 7c K … h 7c Kh 7c Kh 7c Kh '"
    """
    text = readable(text)
    if len(text) > MOST_SHOWN:
        text = f"{text[: MOST_SHOWN // 2]} … {text[-MOST_SHOWN // 4 :]}"
    return repr(text)
