"""Every chart in every language: all that is written can be read, and none of it is English by mistake."""

import re

import pytest

from svara_odds import charts
from svara_odds.errors import SvaraError
from svara_odds.text.catalogue import LANGUAGES, Said, message, said_price
from tests.charts.frames import FRAMES, HANDS, equities, rule_sets, thresholds
from tests.charts.measure import covered, cut, draw_in_style, written

# What the messages of the sections name; the longest that a study would give.
FACTS = {
    "half": 17.5, "commonest": 10, "tenth": 22.5, "hundredth": 32.5, "points": 32.5, "best": 100, "worst": 12.4,
    "few": 2, "many": 10, "least": 10.94, "most": 18.02, "few_points": 19, "many_points": 32.5, "share": 99.9,
    "players": 10, "line": "0: 1 2 raise 8", "first": 22.5, "last": 18, "gain": -0.0312, "seat": 9,
    "fair": "P/k", "dearest": said_price("P/2, running"), "loss": 105.5, "value": 0.00213, "seconds": 4123.4,
}  # fmt: skip
# Names of hands, rule sets, methods and lines are nobody's language; a dealer, a bet and a point are.
NAMES = {*HANDS, "CFR", "raise", "bulgarian", "russian", "plain", "jokers", "our", "club"}
DRAWINGS = [name for name in charts.__all__ if name in FRAMES]


def picture(name, lang, frame=None):
    frame = FRAMES[name]() if frame is None else frame
    facts = {**FACTS, "action": Said("action.double")}
    words = {
        "title": message(lang, f"chart.{name}.says", **facts),
        "subtitle": f"{message(lang, f'chart.{name}.subject', **facts)} · {message(lang, 'rules.russian')}",
    }
    height = charts.matrix_height(frame) if name == "strategy_matrix" else 4.5
    return draw_in_style(lambda axes: getattr(charts, name)(frame, axes, **words, lang=lang), 8, height)


def test_every_chart_has_a_frame_and_a_section():
    others = {"STYLE", "draw_to_file", "matrix_height", "new_axes", "prices_height"}
    assert set(FRAMES) == set(charts.__all__) - others
    for name in FRAMES:
        for lang in LANGUAGES:
            assert message(lang, f"chart.{name}.shows")


@pytest.mark.parametrize("languages", [("en", "ru"), pytest.param(LANGUAGES, marks=pytest.mark.slow)], ids=len)
@pytest.mark.parametrize("name", DRAWINGS)
def test_every_language_can_be_read(name, languages):
    axes = {lang: picture(name, lang) for lang in languages}
    for lang in languages:
        page, texts = written(axes[lang])
        assert len(texts) > 8
        assert cut(page, texts) == [], lang
        assert covered(texts) == [], lang
        if lang in ("bg", "ru"):
            assert [text for text, _ in texts if not is_said_in_cyrillic(text)] == [], lang
    # Each says it in its own words.
    assert len({(each.get_xlabel(), each.get_ylabel()) for each in axes.values()}) == len(languages)
    assert len({each.get_title(loc="left") for each in axes.values()}) == len(languages)


def is_said_in_cyrillic(text):
    """Whether the text has no English word and no decimal point."""
    words = re.findall("[A-Za-z]{2,}[0-9A-Za-z]*|[0-9][A-Za-z][0-9A-Za-z]+", text)
    return set(words) <= NAMES and not re.search(r"\d\.\d", text)


@pytest.mark.parametrize("name", DRAWINGS)
def test_a_language_that_is_not_there(name):
    with pytest.raises(SvaraError, match="lang: 'de'"):
        getattr(charts, name)(FRAMES[name](), charts.new_axes(), title="", lang="de")


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "frame"),
    [
        ("thresholds", thresholds([2])),
        ("thresholds", thresholds(range(2, 11))),
        ("equity_by_points", equities([2])),
        ("equity_by_points", equities(range(2, 17))),
        ("equity_heat", equities([7])),
        ("equity_heat", equities(range(2, 17))),
        ("at_least", rule_sets()[:12]),
    ],
    ids=lambda value: value if isinstance(value, str) else str(len(value)),
)
def test_the_smallest_and_the_largest(name, frame):
    page, texts = written(picture(name, "ru", frame))
    assert cut(page, texts) == []
    assert covered(texts) == []


def test_the_checks_find_what_is_wrong():
    axes = charts.new_axes()
    axes.text(0.5, 0.5, "one")
    axes.text(0.51, 0.5, "two")
    axes.text(0.9, 0.2, "far too long to be all on the page").set_in_layout(False)
    page, texts = written(axes)
    assert cut(page, texts) == ["far too long to be all on the page"]
    assert covered(texts) == [("two", "one")]
    assert [is_said_in_cyrillic(text) for text in ("залог", "the dealer", "1,5 %", "1.5 %")] == [
        True,
        False,
        True,
        False,
    ]
