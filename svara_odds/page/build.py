"""Writing the page: template, style, script, words and figures made into one file that needs nothing else.

The file allows itself nothing but its own style and script, which it names by their digests. Figures and words lie in
blocks of JSON, which no browser runs, with every sign escaped that could end such a block.
"""

from __future__ import annotations

import base64
import hashlib
import html
import json
import os
import re
from collections.abc import Callable, Iterable, Sequence
from importlib import resources
from pathlib import Path
from typing import Any

from svara_odds import __version__
from svara_odds._files import write_whole
from svara_odds.errors import SvaraError
from svara_odds.jobs.run import Progress
from svara_odds.odds.multiway.table_files import SHIPPED, file_name
from svara_odds.outputs import checked_out
from svara_odds.page.buyin import buy_in_cases
from svara_odds.page.figures import COMMON_PLAYERS, game_figures
from svara_odds.page.solved import load_solved
from svara_odds.page.words import all_words
from svara_odds.rules.catalog import list_rules
from svara_odds.rules.explain import sections
from svara_odds.tables.handtable import HandTable, RulesLike, hand_table
from svara_odds.text.catalogue import LANGUAGES, checked_language, message, rules_title
from svara_odds.text.wording import points_number

__all__ = ["page_html", "shown_by_default", "write_page"]

SCRIPTS = ("1_words.js", "2_hand.js", "3_tools.js", "4_start.js")
# What could end a block of JSON or begin another element; "\u003c" is the same sign to JSON.
ESCAPES = {ord(sign): f"\\u{ord(sign):04x}" for sign in "<>&\u2028\u2029"}


def shown_by_default() -> tuple[str, ...]:
    """Names of the shipped games whose exact odds ship too, the default first."""
    return tuple(name for name in list_rules("showdown") if (SHIPPED / file_name(hand_table(name))).is_file())


def write_page(
    out: str | os.PathLike[str],
    *,
    rules: Sequence[RulesLike] | None = None,
    lang: str = "en",
    threads: int = 1,
    announce: Callable[[str], object] | None = None,
    progress: Progress | None = None,
) -> Path:
    """Write the page into a file: whole, or not at all.

    Parameters
    ----------
    out : path
        File to write, .html; one of that name is replaced.
    rules, lang, threads, announce, progress
        As for :func:`page_html`.

    Returns
    -------
    Path
        The file.

    Raises
    ------
    SvaraError
        If the file cannot be of that name, or an argument is out of bounds; nothing is written then.
    """
    path = checked_out(out, (".html", ".htm"))
    content = page_html(rules=rules, lang=lang, threads=threads, announce=announce, progress=progress).encode()
    write_whole(path, lambda stream: stream.write(content))
    return path


def page_html(
    *,
    rules: Sequence[RulesLike] | None = None,
    lang: str = "en",
    threads: int = 1,
    announce: Callable[[str], object] | None = None,
    progress: Progress | None = None,
) -> str:
    """The page as text.

    Parameters
    ----------
    rules : sequence of str, path or RuleSet, optional
        The games on it, the one shown first in front; by default all shipped ones whose exact odds ship too.
    lang : str
        Language that it opens in: ``en``, ``bg``, ``ru`` or ``pl``; it holds all of them.
    threads, announce, progress
        As for :func:`svara_odds.ranking`, for a game whose exact table is still to be made.

    Returns
    -------
    str
        HTML.

    Raises
    ------
    SvaraError
        If an argument is out of bounds.
    """
    words = all_words()[checked_language(lang)]
    tables = _tables(rules)
    games = [_game(table, threads=threads, announce=announce, progress=progress) for table in tables]
    shown = {
        "lang": lang,
        "games": [table.rules.name for table in tables],
        "titles": [{each: game["words"][each]["title"] for each in LANGUAGES} for game in games],
        "players": min(COMMON_PLAYERS, tables[0].rules.max_players),
    }
    blocks = {"words": all_words(), "shown": shown}
    blocks |= {f"game-{table.rules.name}": game for table, game in zip(tables, games, strict=True)}
    script = '(() => {\n"use strict";\n' + "\n".join(map(_web, SCRIPTS)) + "})();\n"
    style, dark = _web("page.css"), _web("dark.css")
    return _filled(
        _worded(_web("page.html"), words),
        {
            "lang": lang,
            "title": html.escape(words["title"]),
            "policy": _policy([script], [style, dark]),
            "version": html.escape(__version__),
            "style": style,
            "dark": dark,
            "script": script,
            "data": "\n".join(_block(name, value) for name, value in blocks.items()),
        },
    )


def _tables(rules: Sequence[RulesLike] | None) -> list[HandTable]:
    tables = [hand_table(each) for each in (shown_by_default() if rules is None else rules)]
    names = [table.rules.name for table in tables]
    if not tables:
        raise SvaraError("rules: none is given; the page needs at least one game")
    if twice := sorted({name for name in names if names.count(name) > 1}):
        raise SvaraError(f"rules: {', '.join(twice)} is there twice; each game has a name of its own")
    return tables


def _game(table: HandTable, **work: Any) -> dict[str, Any]:
    return {
        **game_figures(table, **work),
        "buyIn": buy_in_cases(table.rules),
        "solved": load_solved(table),
        "words": {lang: _game_words(table, lang) for lang in LANGUAGES},
    }


def _game_words(table: HandTable, lang: str) -> dict[str, Any]:
    points = [points_number(half_points) for half_points in table.levels.tolist()]
    return {
        "title": rules_title(lang, table.rules.name, table.rules.title),
        "points": [message(lang, "unit.points", n=each) for each in points],
        "sections": sections(table.rules, lang=lang),
    }


def _web(name: str) -> str:
    return (resources.files(__package__) / "web" / name).read_text(encoding="utf-8")


def _worded(template: str, words: dict[str, Any]) -> str:
    """The template with the words of the first language, so that they are there before the script has run."""
    return re.sub(
        r'(<[a-z0-9]+\b[^>]*? data-t="(\w+)"[^>]*>)(?=</)', lambda tag: tag[1] + html.escape(words[tag[2]]), template
    )


def _filled(template: str, values: dict[str, str]) -> str:
    """The template with its places filled in one pass: what is filled in is never looked at again."""
    return re.sub(r"\{\{(\w+)\}\}", lambda place: values[place[1]], template)


def _block(name: str, value: Any) -> str:
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":")).translate(ESCAPES)
    return f'<script type="application/json" id="{html.escape(name)}">{text}</script>'


def _policy(scripts: Iterable[str], styles: Iterable[str]) -> str:
    allowed = {"script-src": scripts, "style-src": styles}
    hashes = [f"{key} {' '.join(map(_hash, contents))}" for key, contents in allowed.items()]
    return "; ".join(["default-src 'none'", *hashes, "img-src data:", "base-uri 'none'", "form-action 'none'"])


def _hash(content: str) -> str:
    return f"'sha256-{base64.b64encode(hashlib.sha256(content.encode()).digest()).decode()}'"
