"""The page's own words, one file a language, and the names of cards and actions that the whole package uses."""

from __future__ import annotations

import tomllib
from functools import cache
from importlib import resources
from typing import Any

from svara_odds.text.catalogue import LANGUAGES, messages

__all__ = ["all_words"]

SHARED = ("action.", "letter.", "told.card", "told.rank.", "told.suit.")


@cache
def all_words() -> dict[str, dict[str, Any]]:
    """Texts by language and key.

    Examples
    --------
    >>> all_words()["en"]["language_name"], all_words()["en"]["action.fold"]
    ('English', 'fold')
    """
    folder = resources.files(__package__) / "texts"
    own = {lang: tomllib.loads((folder / f"{lang}.toml").read_text(encoding="utf-8")) for lang in LANGUAGES}
    return {lang: {**own[lang], **_shared(lang)} for lang in LANGUAGES}


def _shared(lang: str) -> dict[str, Any]:
    return {key: text for key, text in messages(lang).items() if key.startswith(SHARED)}
