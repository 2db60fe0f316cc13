"""The svara calculator, solved tables and foreign rule files, in a real browser."""

import numpy as np

from svara_odds.page.build import write_page
from svara_odds.page.solved import SolvedLine, blind_row, strategy_entry, write_solved
from svara_odds.tables.handtable import hand_table
from tests.page.conftest import NO_BREAK, choose
from tests.page.test_build import HOSTILE, HOSTILE_FILE


def test_buying_in(visit, address):
    view = visit(address)
    view.fill("#svara-pot", "8")
    assert "Fair" in view.inner_text("#svara-answer .verdict")
    view.select_option("#svara-tied", "3")
    view.select_option("#svara-price", label="half the pot")
    # At half the pot of 8 with three tied: 4 for a quarter of 12, so a loss of 1.
    assert "Stay out" in view.inner_text("#svara-answer .verdict")
    assert view.locator("#svara-answer dd").all_inner_texts() == ["4", "3", "−1", "12", "3"]
    view.select_option("#svara-tied", "2")
    view.select_option("#svara-joiners", "2")
    view.select_option("#svara-price", label="half the pot, growing with each joiner")
    # 4, then 6: a quarter of 18 is 4.5, so half a point more and 1.5 less than paid.
    assert "Join" in view.locator("#svara-answer .verdict").nth(0).inner_text()
    assert "Stay out" in view.locator("#svara-answer .verdict").nth(1).inner_text()
    values = view.locator("#svara-answer dd").all_inner_texts()
    assert values == ["4", "4.50", "+0.50", "6", "4.50", "−1.50", "18", "4.50"]
    view.fill("#svara-pot", "0.01")
    # A sixteenth of it is gained, three sixteenths are lost: less than the last digit shown, and not nothing.
    values = view.locator("#svara-answer dd").all_inner_texts()
    assert (values[2], values[5]) == ("+0.0006", "−0.002")
    for wrong in ("0", "-1", "x", ""):
        view.fill("#svara-pot", wrong)
        assert view.inner_text("#svara-answer") == "Write the pot as a number above 0."


def test_solved_tables_are_shown_where_they_are(visit, tmp_path, monkeypatch):
    table = hand_table("bulgarian")
    calling = (table.half_points[table.symmetry.representatives] >= 42).astype(float)
    reach = np.where(np.arange(len(calling)) == 0, 0.0, 1.0)
    lines = [
        SolvedLine([], 0, ["blind 1", "look"], np.array([[0.25], [0.75]]), np.ones(1)),
        SolvedLine(["0 look", "0 bet 2"], 1, ["fold", "raise to 4"], np.stack([1 - calling, calling]), reach),
    ]
    solved = strategy_entry(table, lines, players=2, ante=1, bets=[2], exploitability=0.0005)
    blind = blind_row(players=2, blind=1, gain=0.02, frequency=0.5, double=[0.25])
    write_solved(table, strategies=[solved], blinds=[blind], folder=tmp_path)
    monkeypatch.setattr("svara_odds.page.solved.SHIPPED", tmp_path)
    view = visit(write_page(tmp_path / "solved.html", rules=["bulgarian", "fortegames"]).as_uri())
    # Four players, for whom nothing is solved: a button goes to the two for whom it is.
    for section in ("#advice", "#blind"):
        view.check("#players-4")
        assert view.inner_text(f"{section}-body") == "Solved for 2 players: show"
        view.click(f"{section} button")
        assert view.is_checked("#players-2")
        assert view.evaluate("document.activeElement.id") == section[1:]
    choose(view, "7c", "Kh", "Kd")
    view.select_option("#advice-line", "1")
    assert said_of(view) == ["left of the dealer: look, left of the dealer: bet 2 → your turn", "raise to 4: always"]
    headings = view.locator("#advice-line optgroup").evaluate_all("all => all.map(one => one.label)")
    assert headings == ["You are: left of the dealer", "You are: dealer"]
    rows = dict(text.split("\t") for text in view.locator("#advice tbody tr").all_inner_texts())
    assert (rows["21"].split()[0], rows["20"].split()[0]) == ("R", "F")
    view.select_option("#advice-line", "0")
    assert said_of(view) == ["nothing yet → your turn", "look: 75 %, blind 1: 25 %"]
    assert "Before you look" in view.inner_text("#advice-body")
    assert view.locator("#blind tbody tr").inner_text().split() == ["1", "0.020", "50", "%", "25", "%"]
    view.check("#language-bg")
    view.select_option("#advice-line", "1")
    assert said_of(view)[1] == "вдига до 4: винаги"
    view.select_option("#game", "fortegames")
    assert not view.is_visible("#advice")
    assert not view.is_visible("#blind")


def said_of(view):
    """What happened and what to do now."""
    texts = view.locator("#advice .turn, #advice .verdict").all_inner_texts()
    return [text.replace(NO_BREAK, " ") for text in texts]


def test_a_table_that_begins_with_cards_is_shown_first(visit, address):
    """Not the one that begins before anybody has looked; another one begins at its beginning."""
    view = visit(address)
    view.check("#players-2")
    choose(view, "7c", "Kh", "Kd")
    assert said_of(view) == ["nothing yet → your turn", "bet 2: always"]
    view.select_option("#advice-line", "2")
    view.select_option("#advice-betting", label="blind bets are allowed")
    assert said_of(view)[0] == "nothing yet → your turn"
    assert view.locator("#advice tbody").count() == 0


def test_a_hostile_rule_file_stays_text(visit, tmp_path):
    (tmp_path / "own.toml").write_text(HOSTILE_FILE, encoding="utf-8")
    view = visit(write_page(tmp_path / "own.html", rules=[tmp_path / "own.toml"]).as_uri())
    assert view.locator("img").count() == 0
    assert view.locator("#game option").text_content() == HOSTILE
    assert HOSTILE in view.text_content("#rules-body")
    choose(view, "7c", "Kh", "Kd")
    assert view.locator("#number .points").inner_text() == "31 points"


LONG = """
name = "long"
title = "{title}"
source = "https://example.org/{title}"
max_players = 2
[deck]
ranks = "23456789TJQKA"
suits = "cd"
[scoring]
points = {{ 2 = 2, 3 = 3, 4 = 4, 5 = 5, 6 = 6, 7 = 7, 8 = 8, 9 = 9, T = 10, J = 10, Q = 10, K = 10, A = 11 }}
"""


def test_a_phone_holds_thirteen_ranks_and_endless_words(visit, tmp_path):
    title = "\u202eلعبة" + 300 * "x"
    (tmp_path / "own.toml").write_text(LONG.format(title=title), encoding="utf-8")
    view = visit(write_page(tmp_path / "own.html", rules=[tmp_path / "own.toml"]).as_uri(), width=360, height=640)
    view.click("#example")
    view.locator("details").evaluate_all("all => all.forEach(one => { one.open = true; })")
    assert view.evaluate("document.documentElement.scrollWidth") <= 360
    boxes = view.locator("#deck button").evaluate_all("all => all.map(one => one.getBoundingClientRect().toJSON())")
    assert len(boxes) == 26
    assert all(box["width"] >= 24 and box["height"] == 48 for box in boxes)
    assert title in view.text_content("#rules-body")
