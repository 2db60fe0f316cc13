"""The page in a real browser, with every way out of it closed.

Needs playwright and Chromium (on the path, or named by ``SVARA_ODDS_CHROMIUM``); skipped where they are missing.
"""

import os
import shutil
from fractions import Fraction

import numpy as np
import pytest

from svara_odds.odds.multiway.table_files import load_exact
from svara_odds.page.build import write_page
from svara_odds.page.figures import SCALE, figure
from svara_odds.page.solved import SolvedLine, blind_row, strategy_entry, write_solved
from svara_odds.page.words import all_words
from svara_odds.tables.handtable import hand_table
from tests.page.test_build import HOSTILE, HOSTILE_FILE

playwright = pytest.importorskip("playwright.sync_api", reason="the browser tests need playwright (extra browser)")
CHROMIUM = os.environ.get("SVARA_ODDS_CHROMIUM") or shutil.which("chromium") or shutil.which("chromium-browser")
if CHROMIUM is None:
    pytest.skip("the browser tests need Chromium on the path", allow_module_level=True)
AXE = os.environ.get("SVARA_ODDS_AXE")
NO_BREAK = "\u00a0"


@pytest.fixture(scope="module")
def browser():
    # The sandbox of Chromium does not start for root.
    arguments = ["--no-sandbox"] if hasattr(os, "geteuid") and os.geteuid() == 0 else []
    with playwright.sync_playwright() as tool:
        opened = tool.chromium.launch(executable_path=CHROMIUM, args=arguments)
        yield opened
        opened.close()


@pytest.fixture(scope="module")
def address(page, tmp_path_factory):
    path = tmp_path_factory.mktemp("page") / "svara.html"
    path.write_text(page, encoding="utf-8")
    return path.as_uri()


@pytest.fixture
def visit(browser):
    """Open a page; at the end nothing was asked of any network and no script complained."""
    contexts, asked, said = [], [], []

    def go(where, *, width=1000, height=900, **options):
        context = browser.new_context(viewport={"width": width, "height": height}, **options)
        contexts.append(context)

        def gate(route):
            if route.request.url == where:
                return route.continue_()
            asked.append(route.request.url)
            return route.abort()

        context.route("**/*", gate)
        view = context.new_page()
        view.set_default_timeout(5000)
        view.on("console", lambda message: said.append(message.text))
        view.on("pageerror", lambda error: said.append(str(error)))
        view.goto(where)
        return view

    go.said = said
    yield go
    for context in contexts:
        context.close()
    assert asked == []
    assert said == []


def choose(view, *cards):
    for card in cards:
        view.click(f'#deck [data-card="{card}"]')


def rows_shown(view):
    """The four figures for each number of players, as they are written."""
    rows = view.locator("#odds tbody tr").evaluate_all("all => all.map(row => row.innerText.split(/\\s+/))")
    return {int(players): figures for players, *figures in rows}


def written(share, decimal="."):
    """A share as the page should write it: from the exact fraction, in percent with four digits."""
    said = figure(share)
    if said in (0, SCALE):
        return str(100 * said // SCALE)
    text = {-1: "<0.0001", SCALE + 1: ">99.9999"}.get(said) or f"{said // 10000}.{said % 10000:04d}"
    return text.replace(".", decimal)


def exact_shares(rules, hand, players):
    table = hand_table(rules)
    cards = [table.deck.position(card) for card in hand]
    counts = load_exact(table).counts(int(table.symmetry.class_of[table.index_of(sorted(cards))]), players)
    win, svara = Fraction(counts.win, counts.total), Fraction(sum(counts.svara.values()), counts.total)
    return win, svara, 1 - win - svara, counts.equity


def test_choose_cards_and_read_numbers(visit, address):
    view = visit(address)
    assert view.locator("#number").inner_text() == "Choose three cards to see the odds."
    choose(view, "7c", "Kh", "Kd")
    # The heads-up figures of a pair of kings with the joker among four, as the README prints them.
    assert view.locator("#number .big").inner_text().replace(NO_BREAK, " ") == "98.8544 %"
    assert view.locator("#number .points").inner_text() == "31 points"
    assert rows_shown(view)[4] == ["98.1216", "1.4682", "0.4103", "98.8544"]
    spoken = view.locator("#spoken").inner_text().replace(NO_BREAK, " ")
    assert spoken.startswith("seven of clubs, king of hearts, king of diamonds: 31 points. Players: 4.")
    assert "Share of the pot 98.8544 %. Win 98.1216 %, svara 1.4682 %, lose 0.4103 %." in spoken
    assert view.get_attribute("#spoken", "aria-live") == "polite"
    choose(view, "Kd")
    assert view.locator("#number .big").count() == 0
    assert view.locator("#spoken").inner_text() == ""


def test_displayed_figures_are_the_packages(visit, address):
    """All rows of hands of every kind, in two games and two languages."""
    view = visit(address)
    for rules, hands in (
        ("bulgarian", (("7c", "7d", "7h"), ("Tc", "Jh", "Kd"), ("As", "Ad", "9c"), ("8c", "8d", "7h"))),
        ("russian", (("Ad", "6c", "Kh"), ("6s", "6h", "6d"), ("9h", "7d", "6s"))),
    ):
        view.select_option("#game", rules)
        for lang, decimal in (("en", "."), ("ru", ",")):
            view.check(f"#language-{lang}")
            for hand in hands:
                view.fill("#typed", "".join(hand))
                view.press("#typed", "Enter")
                players = range(2, hand_table(rules).rules.max_players + 1)
                shares = {n: [written(share, decimal) for share in exact_shares(rules, hand, n)] for n in players}
                assert rows_shown(view) == shares, (rules, hand)


def test_players_change_the_number(visit, address):
    view = visit(address)
    choose(view, "As", "Ks", "Qs")
    for players in (2, 10):
        view.check(f"#players-{players}")
        equity = exact_shares("bulgarian", ("As", "Ks", "Qs"), players)[3]
        assert view.locator("#number .big").inner_text() == f"{written(equity)}{NO_BREAK}%"
        assert view.locator("#odds tr[aria-current]").inner_text().split()[0] == str(players)


def test_what_beats_it(visit, address):
    view = visit(address)
    choose(view, "7c", "Kh", "Kd")
    # One three of sevens without the joker, and four of aces: counted by hand.
    assert "Of the 3654 hands that one opponent may hold, 5 beat yours and 18 tie" in view.inner_text("#standing")
    rows = view.locator("#standing tbody tr").all_inner_texts()
    assert [row.split("\t")[:2] for row in rows] == [["34", "1"], ["33", "4"]]
    assert {"7♥", "7♦", "7♠"} == set(view.locator("#standing tbody tr:first-child .chip").all_inner_texts())
    view.click("#clear")
    choose(view, "7h", "7d", "7s")
    assert view.locator("#standing").inner_text().count("Nothing beats it.") == 1


def test_languages_change_everything(visit, address):
    view = visit(address)
    choose(view, "7c", "Kh", "Kd")
    seen = {}
    for lang, words in all_words().items():
        view.check(f"#language-{lang}")
        assert view.get_attribute("html", "lang") == lang
        assert view.title() == words["title"]
        for selector, key in (("#result-title", "odds"), ("#rules-title", "rules"), ("#svara-title", "buy_in")):
            assert view.inner_text(selector) == words[key]
        assert view.inner_text('#deck [data-card="Kh"] .sr') == words["told.card"].replace(
            "{rank}", words["told.rank.K"]
        ).replace("{suit}", words["told.suit.h"])
        seen[lang] = [view.inner_text(part) for part in ("#rules-body", "#odds", "#standing", "#svara", "#number")]
    for part in zip(*seen.values(), strict=True):
        assert len(set(part)) == 4
    assert "жокер" in seen["bg"][0].lower()
    assert "31 очко" in seen["ru"][4]


def test_rules_change_deck_players_and_words(visit, address):
    view = visit(address)
    view.check("#players-9")
    choose(view, "7c", "Kh", "Kd")
    view.select_option("#game", "russian")
    assert view.locator("#deck button").count() == 36
    assert view.locator("#players input").count() == 5
    assert view.is_checked("#players-6")
    assert "36 cards: six to ace" in view.text_content("#rules-body")
    equity = exact_shares("russian", ("7c", "Kh", "Kd"), 6)[3]
    assert view.locator("#number .big").inner_text() == f"{written(equity)}{NO_BREAK}%"
    choose(view, "Kd", "6s")
    view.select_option("#game", "fortegames")  # which has no six: the hand cannot stay
    assert view.locator("#deck [aria-pressed=true]").count() == 0
    assert view.locator("#number .big").count() == 0


def test_a_fourth_card_is_refused(visit, address):
    view = visit(address)
    choose(view, "7c", "Kh", "Kd", "As")
    assert "Take one back first" in view.inner_text("#message")
    pressed = view.locator("#deck [aria-pressed=true]").evaluate_all("all => all.map(one => one.dataset.card)")
    assert sorted(pressed) == ["7c", "Kd", "Kh"]
    view.click("#slots button >> nth=0")
    assert view.inner_text("#message") == ""
    choose(view, "As")
    assert view.locator("#number .points").inner_text() == "11 points"


REFUSED = {
    "Kh Kh 7c": "K♥ is there twice",
    "K♥kh7c": "K♥ is there twice",
    "6c Kh Kd": "“6c” is no card",
    "7c Kh": "three cards",
    "7c Kh Kd As": "three cards",
    "": "three cards",
    "<img src=x onerror=boom()>": "is no card",
}


def test_typed_hands_that_are_refused(visit, address):
    view = visit(address)
    choose(view, "As", "Ks", "Qs")
    before = view.inner_text("#number")
    for typed, complaint in REFUSED.items():
        view.fill("#typed", typed)
        view.press("#typed", "Enter")
        assert complaint in view.inner_text("#message")
        assert view.get_attribute("#typed", "aria-invalid") == "true"
        assert view.inner_text("#number") == before
    view.fill("#typed", "Kh Kh 7c")
    view.press("#typed", "Enter")
    view.check("#language-pl")
    assert view.inner_text("#message") == "Karta K♥ jest podana dwa razy. Wybierz trzy różne karty."
    choose(view, "As")
    assert view.inner_text("#message") == ""
    assert view.get_attribute("#typed", "aria-invalid") == "false"


def test_typed_hands(visit, address):
    view = visit(address)
    for typed in ("7c Kh Kd", "7cKhKd", "7♣ K♥, K♦", "kd;KH 7C"):
        view.fill("#typed", typed)
        view.click("#typed-form button")
        assert view.inner_text("#number .points") == "31 points"
        view.fill("#typed", "10c10h10d")
        view.press("#typed", "Enter")
        assert view.inner_text("#number .points") == "30 points"


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
    for wrong in ("0", "-1", "x", ""):
        view.fill("#svara-pot", wrong)
        assert view.inner_text("#svara-answer") == "Write the pot as a number above 0."


def test_by_keyboard_alone(visit, address):
    view = visit(address)
    for _ in range(60):
        if view.evaluate("document.activeElement.closest('#deck') !== null"):
            break
        view.keyboard.press("Tab")
    focused = "document.activeElement.dataset.card"
    assert view.evaluate(focused) == "7s"
    view.keyboard.press("Space")
    view.keyboard.press("End")
    assert view.evaluate(focused) == "As"
    view.keyboard.press("Enter")
    view.keyboard.press("ArrowDown")
    view.keyboard.press("ArrowLeft")
    assert view.evaluate(focused) == "Kh"
    view.keyboard.press("Space")
    assert view.locator("#number .points").inner_text() == "18 points"
    view.keyboard.press("Tab")
    assert view.evaluate("document.activeElement.id") == "typed"
    view.keyboard.press("Shift+Tab")
    view.keyboard.press("Shift+Tab")
    before = view.locator("#number .big").inner_text()
    view.keyboard.press("ArrowRight")
    assert view.is_checked("#players-5")
    assert view.locator("#number .big").inner_text() != before
    ring = view.evaluate("getComputedStyle(document.activeElement.nextElementSibling).outlineStyle")
    assert ring == "solid"


WIDE = "all => all.filter(one => one.scrollWidth > one.clientWidth + 1).map(one => one.outerHTML)"
SMALL = """all => all.map(one => [one.id, one.getBoundingClientRect()])
    .filter(([, box]) => box.width < 24 || box.height < 24).map(([id]) => id)"""


def test_a_narrow_phone_shows_all(visit, address, tmp_path):
    view = visit(address, width=360, height=640, has_touch=True, is_mobile=True)
    for card in ("Tc", "Jh", "Kd"):
        view.tap(f'#deck [data-card="{card}"]')
    for lang in ("en", "bg", "ru", "pl"):
        view.tap(f"#language-{lang}")
        for game in ("russian", "bulgarian"):
            view.select_option("#game", game)
            view.locator("details").evaluate_all("all => all.forEach(one => { one.open = true; })")
            assert view.evaluate("document.documentElement.scrollWidth") <= 360
            assert view.locator("main table, main p:not(.sr), main li, main dl").evaluate_all(WIDE) == []
            assert view.locator("button, select, input, summary").evaluate_all(SMALL) == []
    view.evaluate("window.scrollTo(0, document.body.scrollHeight)")
    assert 0 <= view.locator("#number .big").bounding_box()["y"] < 640  # it stays in sight
    assert view.screenshot(path=tmp_path / "phone.png", full_page=True).startswith(b"\x89PNG")


def test_dark_and_light(visit, address):
    back = "getComputedStyle(document.body).backgroundColor"
    light, dark = visit(address, color_scheme="light"), visit(address, color_scheme="dark")
    colours = [view.evaluate(back) for view in (light, dark)]
    assert colours[0] != colours[1]
    for view, after in ((light, colours[1]), (dark, colours[0])):
        pressed = view.get_attribute("#theme", "aria-pressed")
        view.click("#theme")
        assert view.evaluate(back) == after
        assert view.get_attribute("#theme", "aria-pressed") != pressed


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
    assert not view.is_visible("#advice")
    view.check("#players-2")
    choose(view, "7c", "Kh", "Kd")
    bet_blind, look = (text.replace(NO_BREAK, " ") for text in view.locator("#advice .actions li").all_inner_texts())
    assert bet_blind.endswith("1 25 %")
    assert look == "L look 75 %"
    view.select_option("#advice-line", "1")
    plays = [text.replace(NO_BREAK, " ") for text in view.locator("#advice .actions li").all_inner_texts()]
    assert plays == ["F fold 0 %", "R raise to 4 100 %"]
    rows = dict(text.split("\t") for text in view.locator("#advice tbody tr").all_inner_texts())
    assert (rows["21"].split()[0], rows["20"].split()[0]) == ("R", "F")
    assert view.locator("#blind tbody tr").inner_text().split() == ["1", "0.020", "50", "%", "25", "%"]
    view.check("#language-bg")
    assert "пас" in view.inner_text("#advice")
    assert "вдига до 4" in view.inner_text("#advice").replace(NO_BREAK, " ")
    view.select_option("#game", "fortegames")
    assert not view.is_visible("#advice")
    assert not view.is_visible("#blind")


def test_a_hostile_rule_file_stays_text(visit, tmp_path):
    (tmp_path / "own.toml").write_text(HOSTILE_FILE, encoding="utf-8")
    view = visit(write_page(tmp_path / "own.html", rules=[tmp_path / "own.toml"]).as_uri())
    assert view.locator("img").count() == 0
    assert view.locator("#game option").text_content() == HOSTILE
    assert HOSTILE in view.text_content("#rules-body")
    choose(view, "7c", "Kh", "Kd")
    assert view.locator("#number .points").inner_text() == "31 points"


def test_the_policy_holds(visit, address):
    """A script and a request that somebody brings in are both stopped by the page itself."""
    view = visit(address)
    stopped = view.evaluate(
        """async () => {
            const seen = [];
            document.addEventListener("securitypolicyviolation", (event) => seen.push(event.effectiveDirective));
            const script = document.createElement("script");
            script.textContent = "window.broken = true;";
            document.body.append(script);
            await fetch("data:text/plain,x").catch(() => null);
            await new Promise((go) => setTimeout(go, 50));
            return [window.broken === undefined, seen.map((name) => name.replace("-elem", "")).sort()];
        }"""
    )
    assert stopped == [True, ["connect-src", "script-src"]]
    assert visit.said
    assert all("Content Security Policy" in text for text in visit.said)
    visit.said.clear()


@pytest.mark.skipif(AXE is None, reason="needs axe-core: name its axe.min.js in SVARA_ODDS_AXE")
@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [360, 1000])
def test_axe_finds_nothing_serious(visit, address, scheme, width):
    with open(AXE, encoding="utf-8") as source:
        axe = source.read()
    view = visit(address, width=width, color_scheme=scheme)
    for step in (lambda: None, lambda: choose(view, "Tc", "Jh", "Kd", "As"), lambda: view.check("#language-bg")):
        step()
        view.locator("details").evaluate_all("all => all.forEach(one => { one.open = true; })")
        view.evaluate(axe)
        found = view.evaluate("axe.run(document, { resultTypes: ['violations'] }).then((all) => all.violations)")
        grave = [one for one in found if one["impact"] in ("serious", "critical")]
        assert [(one["id"], [node["html"] for node in one["nodes"]]) for one in grave] == []
