"""Make the tables anew that ship with the package: ``python -m svara_odds.shipping [FOLDER]``.

Without a folder they replace those that ship. Exact odds take minutes (`russian` three), solved games seconds.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping
from pathlib import Path

from svara_odds.cli.output import say
from svara_odds.odds.multiway.exact_table import exact_table
from svara_odds.odds.multiway.table_files import SHIPPED, write_exact
from svara_odds.page.solving import build_solved
from svara_odds.tables.handtable import hand_table

__all__ = ["PLAYERS", "ship"]

# Games that ship, and the most players whose exact odds do.
PLAYERS = {"bulgarian": 10, "bulgarian-low-triples": 10, "fortegames": 10, "russian": 6}


def ship(folder: Path | None = None, *, players: Mapping[str, int] = PLAYERS, target: float = 1e-4) -> list[Path]:
    """Make the tables of some games.

    Parameters
    ----------
    folder : Path, optional
        Where to; by default each kind to the folder that it is read from.
    players : mapping of str to int
        Names of rule sets, and the most players of the exact table of each.
    target : float
        Exploitability of the solved game, in antes.

    Returns
    -------
    list of Path
        The files: of each game the exact table, then the solved one.
    """
    files = []
    for name, most in players.items():
        table = hand_table(name)
        exact = exact_table(table, n_players=range(2, most + 1), field=True)
        files.append(write_exact(folder or Path(str(SHIPPED)), table, exact))
        files.append(build_solved(table.rules, folder, target=target))
    return files


if __name__ == "__main__":
    for path in ship(*map(Path, sys.argv[1:2])):
        say(str(path))
