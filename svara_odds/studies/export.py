"""Can another program check this game? A small one written to a file that Gambit and OpenSpiel read."""

from __future__ import annotations

import os
from typing import Any

from svara_odds._files import write_whole
from svara_odds.outputs import checked_out
from svara_odds.solver.deal import table_deal
from svara_odds.solver.efg import efg_text
from svara_odds.studies.tree import betting_game
from svara_odds.tables.handtable import RulesLike

__all__ = ["export_efg"]


def export_efg(
    path: str | os.PathLike[str], rules: RulesLike = "bulgarian", *, n_players: int = 2, **betting: Any
) -> str:
    """Write a betting game in the extensive form of Gambit.

    Parameters
    ----------
    path : path
        Ends in ``.efg``.
    rules : str, path or RuleSet
        With a small deck: every deal of hand classes is written out with all its lines.
    n_players : int
    **betting
        How it is bet, as for `svara_odds.betting_game`.

    Returns
    -------
    str
        The path.

    Raises
    ------
    SvaraError
        If the file's name does not end so, it is a folder or its folder is not there, or the game has more than a
        million nodes.
    OSError
        If the file cannot be written.
    """
    checked_out(path, (".efg",))
    game = betting_game(rules, n_players=n_players, **betting)
    deal = table_deal(game.table, n_players)
    text = efg_text(game.tree, deal, title=f"{game.rules.title}, {n_players} players")
    write_whole(path, lambda stream: stream.write(text.encode("ascii", "replace")))
    return os.fspath(path)
