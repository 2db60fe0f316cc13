"""Four languages: the same keys with the same braces, and every key that is asked for is there."""

import re
from importlib import resources

import pytest

from svara_odds.page.words import all_words
from svara_odds.text.catalogue import LANGUAGES

WORDS = all_words()
WEB = resources.files("svara_odds.page") / "web"
SCRIPT = "\n".join(entry.read_text(encoding="utf-8") for entry in WEB.iterdir() if entry.name.endswith(".js"))
TEMPLATE = (WEB / "page.html").read_text(encoding="utf-8")


def braces(text):
    return sorted(re.findall(r"\{(\w+)\}", text))


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_language_says_the_same(lang):
    assert list(WORDS[lang]) == list(WORDS["en"])
    for key, text in WORDS["en"].items():
        assert braces(WORDS[lang][key]) == braces(text), key
        assert WORDS[lang][key].strip() == WORDS[lang][key] != ""


def test_sentences_are_translated():
    for lang in LANGUAGES[1:]:
        for key, text in WORDS["en"].items():
            assert text.count(" ") < 3 or WORDS[lang][key] != text, (lang, key)


def test_keys_that_are_asked_for_are_there():
    asked = set(re.findall(r'data-t(?:-label)?="(\w+)"', TEMPLATE)) | set(re.findall(r'\bt\("([\w.]+)"[,)]', SCRIPT))
    asked |= set(re.findall(r'say\("(\w+)"', SCRIPT)) | set(re.findall(r'error: \["(\w+)"', SCRIPT))
    assert len(asked) > 60
    assert asked <= set(WORDS["en"])


def test_no_key_is_left_over():
    joined = ("kind_", "price_", "verdict_", "action.", "letter.", "told.", "error_")
    for key in WORDS["en"]:
        used = f'"{key}"' in SCRIPT + TEMPLATE or key.startswith(joined) or key.endswith("_letter")
        assert used or f".{key}" in SCRIPT, key


def test_kinds_of_combinations_have_words():
    kinds = ("suit", "single", "pair", "triple", "joined_pair", "wild_pair", "wild_triple", "joker")
    assert {f"kind_{kind}" for kind in kinds} == {key for key in WORDS["en"] if key.startswith("kind_")}
