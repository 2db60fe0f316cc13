"""Choosing a hand and reading its numbers, in a real browser."""

from fractions import Fraction

from svara_odds.odds.multiway.table_files import load_exact
from svara_odds.page.figures import SCALE, figure
from svara_odds.page.words import all_words
from svara_odds.tables.handtable import hand_table
from tests.page.conftest import NO_BREAK, choose


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


def test_an_example_tells_something(visit, address):
    """The first of every game is neither sure to win nor to lose at the table that the page opens with."""
    view = visit(address)
    for game in view.locator("#game option").evaluate_all("all => all.map(one => one.value)"):
        view.select_option("#game", game)
        view.click("#example")
        hand = view.locator("#deck [aria-pressed=true]").evaluate_all("all => all.map(one => one.dataset.card)")
        assert Fraction(1, 4) < exact_shares(game, hand, 4)[3] < Fraction(4, 5)


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
