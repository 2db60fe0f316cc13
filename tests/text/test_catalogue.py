"""The four languages say the same things, with the plural forms and decimal signs of each."""

import re
from fractions import Fraction
from importlib.resources import files
from string import Formatter

import pytest

from svara_odds.errors import SvaraError
from svara_odds.rules.catalog import list_rules, load_rules
from svara_odds.text.catalogue import (
    LANGUAGES,
    Speech,
    message,
    messages,
    number,
    plural_form,
    rules_title,
)

# The plural categories of cardinal numbers, from the tables of Unicode's CLDR.
FORMS = {
    "en": {"one", "other"},
    "bg": {"one", "other"},
    "ru": {"one", "few", "many", "other"},
    "pl": {"one", "few", "many", "other"},
}
CYRILLIC = re.compile("[А-Яа-яЁё]")


def templates(lang):
    """Key and template of every message, each plural form by itself."""
    for key, value in messages(lang).items():
        for form, text in {"": value}.items() if isinstance(value, str) else value.items():
            yield key, form, text


def fields(template):
    return {name for _, name, _, _ in Formatter().parse(template) if name is not None}


def test_there_is_a_file_for_each_language_and_no_other():
    names = {path.name for path in files("svara_odds.text").joinpath("messages").iterdir()}
    assert names == {f"{lang}.toml" for lang in LANGUAGES}


@pytest.mark.parametrize("lang", LANGUAGES)
def test_no_key_is_missing(lang):
    assert list(messages(lang)) == list(messages("en"))  # in one order, so that the files can be read side by side


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_message_with_plural_forms_has_those_of_its_language(lang):
    plural = {key: value for key, value in messages(lang).items() if not isinstance(value, str)}
    assert set(plural) == {key for key, value in messages("en").items() if not isinstance(value, str)}
    for key, value in plural.items():
        assert set(value) == FORMS[lang], key


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_message_names_the_same_values(lang):
    wanted = {key: fields(text) for key, _, text in templates("en")}
    for key, form, text in templates(lang):
        assert fields(text) == wanted[key], (key, form)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_references_are_there_and_do_not_go_in_circles(lang):
    for key, _, text in templates(lang):
        for _, _, spec, _ in Formatter().parse(text):
            if spec and spec.startswith("@"):
                assert f"unit.{spec[1:]}" in messages(lang)
                assert not key.startswith("unit.")


@pytest.mark.parametrize("lang", LANGUAGES)
def test_messages_are_tidy(lang):
    for key, _, text in templates(lang):
        assert text, key
        assert text == " ".join(text.split()), key
        if key.startswith("chart."):  # a title is no sentence; what a chart shows is one
            assert text.endswith(".") == (key.endswith(".shows") or text.endswith("сек.")), key


@pytest.mark.parametrize("lang", ["bg", "ru"])
def test_no_word_mixes_the_alphabets(lang):
    """A Latin c among Cyrillic letters looks right and is not."""
    for key, _, template in templates(lang):
        text = re.sub(r"\{[^}]*\}", "", template)
        for word in re.findall(r"\w+", text):
            assert not (CYRILLIC.search(word) and re.search("[A-Za-z]", word)), (key, word)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_font_of_the_charts_has_every_sign(lang):
    font_manager = pytest.importorskip("matplotlib.font_manager")
    font = font_manager.get_font(font_manager.findfont("DejaVu Sans", fallback_to_default=False))
    have = font.get_charmap()
    for key, _, text in templates(lang):
        assert {sign for sign in text if ord(sign) not in have} == set(), key


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize(
    "together",
    [
        ("fold", "call", "bet", "raise", "blind", "double"),
        ("fold", "look", "dark", "pay", "raise", "open"),
        ("pass", "play", "exchange"),
        ("fold", "join"),
    ],
)
def test_actions_of_one_game_have_letters_and_names_of_their_own(lang, together):
    for section in ("letter", "action"):
        words = [message(lang, f"{section}.{action}") for action in together]
        assert len(set(words)) == len(words)
        if section == "letter":
            assert max(map(len, words)) <= 2


def test_actions_have_both_a_name_and_a_letter():
    names, letters = (
        [key.split(".")[1] for key in messages("en") if key.startswith(f"{section}.")]
        for section in ("action", "letter")
    )
    assert sorted(names) == sorted(letters)


# --- numbers -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("lang", "n", "form"),
    [  # samples printed beside the rules of CLDR
        *[("en", n, form) for n, form in [(1, "one"), (0, "other"), (2, "other"), (11, "other"), (1.5, "other")]],
        *[("bg", n, form) for n, form in [(1, "one"), (0, "other"), (21, "other"), (0.5, "other")]],
        *[("ru", n, "one") for n in (1, 21, 31, 101, 1001)],
        *[("ru", n, "few") for n in (2, 3, 4, 22, 34, 102)],
        *[("ru", n, "many") for n in (0, 5, 11, 12, 14, 19, 100, 111)],
        *[("ru", n, "other") for n in (0.5, 32.5, Fraction(65, 2))],
        *[("pl", 1, "one")],
        *[("pl", n, "few") for n in (2, 3, 4, 22, 34, 102)],
        *[("pl", n, "many") for n in (0, 5, 11, 12, 14, 21, 101, 111)],
        *[("pl", n, "other") for n in (0.5, 32.5)],
    ],
)
def test_plural_forms(lang, n, form):
    assert plural_form(lang, n) == form


def test_whole_floats_are_whole():
    assert message("ru", "unit.points", n=21.0) == message("ru", "unit.points", n=21) == "21 очко"
    assert message("pl", "unit.points", n=Fraction(22)) == "22 punkty"


@pytest.mark.parametrize(
    ("value", "spec", "point", "comma"),
    [
        (32.5, "", "32.5", "32,5"),
        (Fraction(65, 2), "", "32.5", "32,5"),
        (4960, "", "4960", "4960"),
        (0.25, ".1f", "0.2", "0,2"),
        (Fraction(1, 3), ".3f", "0.333", "0,333"),
        (-1.5, "g", "-1.5", "-1,5"),
    ],
)
def test_decimal_signs(value, spec, point, comma):
    assert [number(lang, value, spec) for lang in LANGUAGES] == [point, comma, comma, comma]


def test_texts_keep_their_points():
    assert message("bg", "chart.thresholds.bet", bet="1.5") == "залог 1.5"
    assert message("bg", "chart.thresholds.bet", bet=1.5) == "залог 1,5"


def test_a_sentence_in_each_language():
    said = [message(lang, "chart.at_least.says", points=32.5) for lang in LANGUAGES]
    assert said == [
        "The best tenth of all hands make 32.5 points or more",
        "Най-добрата десета част от ръцете носи поне 32,5 точки",
        "Лучшая десятая часть рук набирает не меньше 32,5 очка",
        "Najlepsza dziesiąta część układów ma co najmniej 32,5 punktu",
    ]


# --- what goes wrong ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("lang", ["de", "", "EN", "../en", "en.toml"])
def test_other_languages_are_refused(lang):
    with pytest.raises(SvaraError, match=r"^lang: .* is not allowed; there are en, bg, ru, pl$"):
        message(lang, "unit.points", n=1)


def test_a_message_that_is_not_there_is_an_error():
    with pytest.raises(KeyError, match="no_such"):
        message("en", "no_such")
    with pytest.raises(KeyError, match="points"):
        message("en", "chart.at_least.says")
    with pytest.raises(KeyError, match="n"):
        message("en", "unit.points")


# --- rule sets ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", list_rules())
def test_every_shipped_game_has_a_title_in_every_language(name):
    title = load_rules(name).title
    assert rules_title("en", name, title) == title
    assert len({rules_title(lang, name, title) for lang in LANGUAGES}) == len(LANGUAGES)


def test_a_game_of_ones_own_keeps_its_title():
    assert rules_title("bg", "bulgarian", "Our own game") == "Our own game"
    assert rules_title("bg", "our-club", "Our own game") == "Our own game"


def test_speech_knows_its_section():
    say = Speech("pl", "chart.at_least")
    assert say("x") == "punkty"
    assert say.shared("chart.points") == "punkty układu"
    assert say.number(0.5) == "0,5"
