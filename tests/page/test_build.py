"""The file as a file: it needs nothing, lets nothing in, and says what it was given as text."""

import base64
import hashlib
import os
import re

import pytest

from svara_odds.cli.app import main
from svara_odds.errors import SvaraError
from svara_odds.page.build import page_html, write_page
from svara_odds.rules.catalog import load_rules
from tests.page.conftest import block

HOSTILE = "</script><script>boom()</script><img src=x onerror=boom()> ]]> <!-- & \u2028"
HOSTILE_FILE = f"""
name = "own"
extends = "bulgarian"
title = '''{HOSTILE}'''
source = '''{HOSTILE}'''
note = '''{HOSTILE}'''
max_players = 2
"""


@pytest.fixture(scope="module")
def hostile(tmp_path_factory):
    path = tmp_path_factory.mktemp("own") / "own.toml"
    path.write_text(HOSTILE_FILE, encoding="utf-8")
    return path


def test_it_weighs_less_than_two_megabytes(page):
    assert len(page.encode()) < 2_000_000


def test_it_asks_for_nothing(page):
    assert re.findall(r"https?://[^'\"\s)]+", page) == ["http://www.w3.org/2000/svg"]
    for opening in ('<link rel="stylesheet', "src=", "@import", "url(", "fetch(", "XMLHttpRequest", "WebSocket"):
        assert opening not in page
    assert re.findall(r"<link [^>]*>", page)[0].count("data:image/svg+xml") == len(re.findall("<link", page)) == 1


def test_its_policy_names_its_own_script_and_style(page):
    (policy,) = re.findall(r'http-equiv="Content-Security-Policy" content="([^"]*)"', page)
    rules = {rule.split()[0]: rule.split()[1:] for rule in policy.split(";")}
    assert rules["default-src"] == rules["base-uri"] == rules["form-action"] == ["'none'"]
    for key, tag in (("script-src", r"<script>(.*?)</script>"), ("style-src", r"<style[^>]*>(.*?)</style>")):
        contents = re.findall(tag, page, flags=re.DOTALL)
        digests = [base64.b64encode(hashlib.sha256(content.encode()).digest()).decode() for content in contents]
        assert rules[key] == [f"'sha256-{digest}'" for digest in digests]
    assert "unsafe" not in policy


def test_nothing_in_it_writes_html_or_runs_text(page):
    for word in ("innerHTML", "outerHTML", "insertAdjacent", "document.write", "eval(", "Function(", "srcdoc"):
        assert word not in page
    assert not re.search(r"<[^>]*\son\w+=", page)
    assert not re.search(r"<[^>]*\sstyle=", page)


def test_it_is_the_same_every_time():
    assert page_html(rules=["bulgarian"]) == page_html(rules=["bulgarian"])


def test_what_a_rule_file_says_stays_text(hostile):
    page = page_html(rules=[hostile], lang="pl")
    assert "boom()</script>" not in page
    assert "<img" not in page
    assert page.count("<script") == page.count("</script>") == 4  # words, what is shown, one game; the script
    words = block(page, "game-own")["words"]["pl"]
    assert words["title"] == block(page, "shown")["titles"][0]["ru"] == HOSTILE
    assert HOSTILE in words["sections"][-1][1][1]


def test_the_language_asked_for_is_there_before_the_script(page):
    assert '<html lang="en">' in page
    assert ">Your share of" not in page
    bulgarian = page_html(rules=["fortegames"], lang="bg")
    assert '<html lang="bg">' in bulgarian
    assert "<title>Шансове на сварка</title>" in bulgarian
    assert ">Правилата с думи</h2>" in bulgarian
    assert block(bulgarian, "shown")["lang"] == "bg"


def test_games_are_shown_as_they_were_asked_for():
    page = page_html(rules=["fortegames", load_rules("bulgarian")])
    shown = block(page, "shown")
    assert shown["games"] == ["fortegames", "bulgarian"]
    assert shown["titles"][1]["bg"].startswith("Българска сварка")


def test_rules_are_told_in_every_language(games):
    for game in games.values():
        told = [[heading for heading, _ in game["words"][lang]["sections"]] for lang in ("en", "bg", "ru", "pl")]
        assert len({tuple(headings) for headings in told}) == 4
        lengths = {tuple(len(said) for _, said in game["words"][lang]["sections"]) for lang in game["words"]}
        assert len(lengths) == 1


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ({"lang": "de"}, ["lang", "'de'", "en, bg, ru, pl"]),
        ({"rules": []}, ["rules", "at least one"]),
        ({"rules": ["bulgarian", "bulgarian"]}, ["rules", "bulgarian", "twice"]),
        ({"rules": ["no-such"]}, ["rules", "no-such", "bulgarian"]),
    ],
)
def test_refuses(tmp_path, arguments, words):
    with pytest.raises(SvaraError) as caught:
        write_page(tmp_path / "a.html", **arguments)
    assert all(word in str(caught.value) for word in words)
    assert os.listdir(tmp_path) == []


def test_a_game_of_two_has_no_svara_to_join(hostile, page, games):
    assert block(page_html(rules=[hostile]), "game-own")["buyIn"] is None
    assert all(game["buyIn"] for game in games.values())


def test_buying_in_at_its_closed_forms(games):
    """At P/k a joiner's value is 0 for any number of joiners; at P/2 with three tied it is -P/8 for one."""
    for game in games.values():
        cases = game["buyIn"]["cases"]
        for key, case in cases.items():
            price, running, tied, joiners = key.split("|")
            if (price, running) == ("P/k", "0"):
                assert case["net"] == [[0, 1]]
                assert case["pay"] == case["part"] == [[1, int(tied)]]
                assert case["pot"][0] * int(tied) == (int(tied) + int(joiners)) * case["pot"][1]
        assert cases["P/2|0|3|1"]["net"] == [[-1, 8]]
        assert cases["P/2|1|2|2"]["net"] == [[1, 16], [-3, 16]]
    assert games["russian"]["buyIn"]["prices"][0] == ["P/2", False]
    assert games["bulgarian"]["buyIn"]["prices"][0] == ["P/k", False]


@pytest.mark.filterwarnings("default")
@pytest.mark.parametrize("large", [10_000, 10_000_000])
def test_a_large_page_says_how_large_it_is(tmp_path, capsys, monkeypatch, large):
    monkeypatch.setattr("svara_odds.cli.page.LARGE", large)
    path = tmp_path / "page.html"
    with pytest.raises(SystemExit) as end:
        main(["page", "--out", str(path), "--rules", "fortegames"])
    assert end.value.code == 0
    size = path.stat().st_size
    warning = f"svara-odds: warning: {path} has {size / 1e6:.1f} MB; fewer --rules make it smaller\n"
    assert capsys.readouterr().err == (warning if size > large else "")
