"""The command line: ``svara-odds COMMAND …``."""

from svara_odds.cli.app import main

__all__ = ["main"]
