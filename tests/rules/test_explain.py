import re
import textwrap

import pytest

from svara_odds.errors import SvaraError
from svara_odds.rules.catalog import list_rules, load_rules
from svara_odds.rules.explain import explain, sections
from svara_odds.text.catalogue import messages
from tests.rules.test_bad_files import GOOD


def flat(rules):
    """The words without their line breaks."""
    return " ".join(explain(load_rules(rules)).split())


HEADINGS = {
    "showdown": ("A hand is worth", "Betting", "Svara"),
    "tricks": ("Before play", "Whip", "Tricks", "Pot"),
}


@pytest.mark.parametrize("name", list_rules())
def test_every_rule_set_has_words(name):
    text = explain(load_rules(name))
    assert all(0 <= len(line) <= 88 and line == line.rstrip() for line in text.splitlines())
    for heading in ("Cards", *HEADINGS[load_rules(name).file.kind], "Where it comes from"):
        assert heading in text
    for sign in ("{", "}", "None", "..", " ,", "  .", " .", "Fraction", "a ace", "a eight", ": ."):
        assert sign not in text.replace("\n  ", "\n")
    rules = load_rules(name)
    assert f"{rules.deck.n_cards} cards" in text
    assert f"{len(rules.file.examples)} worked examples checked." in text
    assert rules.source in " ".join(text.split())
    assert rules.file.note in " ".join(text.split())


@pytest.mark.parametrize(
    "sentence",
    [
        "bulgarian: Bulgarian Svarka: 32 cards, the seven of clubs is worth 11",
        "32 cards: seven to ace in all four suits. Three cards each, for 2 to 10 players.",
        "A card by itself: 7 for a seven, 8 for an eight, 9 for a nine, 10 for a ten, jack, queen or king, 11 for",
        "Cards of one suit: the sum of their points.",
        "Two aces: 22.",
        "Three sevens: 34.",
        "Three tens, jacks, queens or kings: 30.",
        "Three aces: 33.",
        "Joker: the seven of clubs (11 points).",
        "it also joins a pair whose triple counts",
        "Everyone pays an ante of 1.",
        "the seat left of the dealer may bet 1 blind. Each next seat may then bet twice the last blind",
        "There are at most 3 raises in all.",
        "The first bet is 2; over a blind it is twice the last blind.",
        "The tied are in for free.",
        "may join for the pot divided by the number of tied hands, reckoned on what was in it at the tie.",
        "The house keeps nothing.",
    ],
)
def test_bulgarian(sentence):
    assert sentence in flat("bulgarian")


@pytest.mark.parametrize(
    "sentence",
    [
        "36 cards: six to ace in all four suits. Three cards each, for 2 to 6 players.",
        "Three sixes: 36.",
        "Three sevens, eights, nines, tens, jacks, queens or kings: 32.5.",
        "Joker: the ace of diamonds (11 points) and the six of clubs (11 points).",
        "stands for the missing card of a pair or triple",
        "The bet starts at 1, and may not pass 4.",
        "may play dark: pay half the bet without looking.",
        "raises it to twice as much and pays that.",
        "After 1 full lap a seat may open",
        "There are 3 laps; in the last one a seat folds or opens.",
        "Anyone else at the table, folded or not, may join for half the pot",
    ],
)
def test_russian(sentence):
    assert sentence in flat("russian")


def test_words_of_the_relatives():
    assert "There is no joker." in flat("latvian-seka")
    assert "seven to ace in all four suits, and the six of clubs." in flat("begench-seka")
    assert "Three sevens, eights, nines, tens, jacks, queens, kings or aces: the sum of their points." in flat(
        "begench-seka"
    )
    assert "A joker adds its points to what the other cards make. It also" in flat("russian-plain-jokers")


@pytest.mark.parametrize(
    ("ranks", "words"), [("89T", "eight to ten in"), ("8TK", "eight, ten and king in"), ("89", "eight and nine in")]
)
def test_three_ranks_or_more_that_follow_one_another_are_a_span(tmp_path, ranks, words):
    path = tmp_path / "few.toml"
    points = ", ".join(f"{rank} = 10" for rank in ranks)
    deck = f'[deck]\nranks = "{ranks}"\nextra = ["As", "Ac", "Ad"]\n[scoring]\npoints = {{ {points}, A = 11 }}\n'
    path.write_text('name = "few"\ntitle = "t"\nsource = "s"\n' + deck)
    assert f"cards: {words}" in flat(path)


SIGNS = ("{", "}", "None", "..", " ,", "  .", " .", "Fraction", ": .", "told.")


@pytest.mark.parametrize("lang", ["bg", "ru", "pl"])
@pytest.mark.parametrize("name", list_rules())
def test_every_rule_set_has_words_in_other_languages(name, lang):
    rules = load_rules(name)
    told, english = sections(rules, lang=lang), sections(rules)
    assert [len(said) for _, said in told] == [len(said) for _, said in english]
    for (heading, said), (other, same) in zip(told, english, strict=True):
        assert heading != other or heading == "Svara"
        for sentence, original in zip(said, same, strict=True):
            assert sentence != original
            assert not any(sign in sentence for sign in SIGNS)
            # The same numbers in the same number, whatever the order; "32,5" is 32.5, and a few are words in English.
            numbers = {text.replace(",", ".") for text in re.findall(r"\d+(?:[.,]\d+)?", sentence)}
            assert numbers == set(re.findall(r"\d+(?:\.\d+)?", original))


@pytest.mark.parametrize(
    ("lang", "name", "sentence"),
    [
        ("bg", "bulgarian", "32 карти: от седмица до асо във всичките четири бои."),
        ("bg", "bulgarian", "Три еднакви – десетки, валета, дами или попове: 30."),
        ("ru", "russian", "36 карт: от шестёрки до туза (все четыре масти)."),
        ("ru", "russian", "Тройка семёрок, восьмёрок, девяток, десяток, валетов, дам или королей: 32,5."),
        ("ru", "russian", "может ввариться за половину банка"),
        ("pl", "fortegames", "Para siódemek: 23."),
        ("pl", "begench-seka", "33 karty: od siódemki do asa (wszystkie cztery kolory) oraz szóstka trefl."),
    ],
)
def test_other_languages(lang, name, sentence):
    assert sentence in " ".join(explain(load_rules(name), lang=lang).split())


def test_a_language_without_words_is_refused():
    with pytest.raises(SvaraError, match="lang: 'de'"):
        explain(load_rules("bulgarian"), lang="de")


@pytest.mark.parametrize("name", list_rules())
def test_what_ships_is_what_is_translated(name):
    """A text that changes in a rule file must change among the messages too, or it would be told in English."""
    rules = load_rules(name)
    for section, text in (("rules", rules.title), ("source", rules.source), ("note", rules.file.note)):
        assert messages("en")[f"{section}.{name}"] == text


CALL = '"call-closes"'
CHANGES = [
    (CALL, '"call-closes"\nante = 0.25', "an ante of 0.25."),
    (CALL, '"call-closes"\nbets = [3, 5, 9]', "The first bet is 3, 5 or 9; over"),
    (CALL, '"call-closes"\nblind = 1.5\nblind_factor = 3', "1.5 blind. Each next seat may then bet 3 times"),
    (CALL, '"call-closes"\nblind_laps = 2', "goes round at most twice."),
    (CALL, '"call-closes"\nblind = 0', "The first bet is 2. Until"),
    (CALL, '"call-closes"\nblind = 0', "If nobody bets, the dealer takes the pot."),
    (CALL, '"call-closes"\nover_blind = 2.5', "over a blind it is 2.5 times the last blind."),
    (CALL, '"call-closes"\nover_blind = ["2b", "1p"]', "over a blind it is twice the blind or the pot."),
    (CALL, '"call-closes"\nbets = [2, "3b", "0.5p"]', "The first bet is 2, 3 times the blind or half of the pot; over"),
    (CALL, '"call-closes"\nblind = "0.25p"', "may bet 0.25 of the pot blind."),
    (CALL, '"call-closes"\nraises = ["3x", "1p", 2]', "or raises to 3 times the bet or by the pot or 2."),
    (CALL, '"call-closes"\nraises = ["0.5p"]', "calls or raises by half of the pot."),
    (CALL, '"call-closes"\nbets = ["1.5p"]', "The first bet is 1.5 times the pot; over"),
    (CALL, '"call-closes"\nmax_bet = 50', "No bet may pass 50."),
    (CALL, '"call-closes"\nnobody_bets = "showdown"', "where there is no blind, those who wait show their hands,"),
    (CALL, '"call-closes"\nblind = 0\nnobody_bets = "showdown"', "If nobody bets, those who wait show their hands,"),
    (CALL, '"pay-to-stay"\nraises = ["1p"]', "raises it by the pot and pays that."),
    (CALL, '"pay-to-stay"\nbet = "0.5p"\nmax_bet = "2p"', "at half of the pot, and may not pass twice the pot."),
    (CALL, '"call-closes"\nmax_raises = 7', "at most 7 raises in all."),
    (CALL, '"call-closes"\ncap_scope = "first_bettor"', "3 raises by the first bettor."),
    (CALL, '"call-closes"\ncheck_before_bet = true', "Until someone bets, a seat may wait."),
    (CALL, '"call-closes"\nfirst_to_act = "seat_0"', "After a blind, the seat left of the dealer speaks first;"),
    (CALL, '"pay-to-stay"\nbet = 2\nmax_bet = 9', "The bet starts at 2, and may not pass 9."),
    (CALL, '"pay-to-stay"\ndark_share = 0.75', "pay 0.75 of the bet without looking."),
    (CALL, '"pay-to-stay"\nraise_factor = 1.5', "raises it to 1.5 times as much"),
    (CALL, '"pay-to-stay"\nlaps = 5\nopen_after_laps = 2', "After 2 full laps a seat may open"),
    (CALL, '"pay-to-stay"\nlaps = 5\nopen_after_laps = 2', "There are 5 laps;"),
    (CALL, '"pay-to-stay"\nopen_after_laps = 0', "From the start a seat may open"),
    ('"P/k"', '"P"', "may join for the whole pot, reckoned"),
    ('"P/k"', '"P/3"', "may join for a third of the pot, reckoned"),
    ('"P/k"', '"P/7"', "may join for 1/7 of the pot, reckoned"),
    ('"P/k"', '"P/k"\nrunning = true', "reckoned on what is in it by then."),
    ('"P/k"', '"P/k"\nrake = 0.05', "The house keeps 5 % of the pot when it is won."),
    ('"P/k"', '"P/k"\ntied_pay = true', "Each of the tied pays the pot divided by"),
    ('"P/k"', '"P/k"\njoiners = "nobody"', "Nobody else may join."),
    ('"P/k"', '"P/k"\njoiners = "showed"', "Those who showed a hand and lost may join for"),
    ("T = 30.5", "T = 99.5", "Three tens: 99.5. Three aces: the sum of their points."),
    ("pairs = { A = 22 }", "pairs = { A = 22, T = 22, 9 = 3 }", "Two nines: 3. Two tens or aces: 22."),
    ("jokers = { 7c = 11 }", "jokers = { 7c = 11, 6c = 12.5 }", "(11 points) and the six of clubs (12.5"),
    ("{ 6 = 6", "{ 8h = 8.5, 6 = 6", "11 for an ace, 8.5 for the eight of hearts."),
    ("pairs =", "suit_sum = false\npairs =", "11 for an ace. Two aces"),
    (
        'suits = "cdhs"',
        'suits = "cdhs"',
        "eight to ace in all four suits, and the six of clubs, the seven of clubs, the",
    ),
]


@pytest.mark.parametrize(("old", "new", "sentence"), CHANGES)
def test_every_number_comes_from_the_file(tmp_path, old, new, sentence):
    text = GOOD.replace(old, new)
    if "suit_sum" in new:
        text = text.replace("points = 32", "points = 22")
    path = tmp_path / "house.toml"
    path.write_text(text)
    assert sentence in flat(path)


@pytest.mark.parametrize("never", ["blind = 0", "blind_laps = 0"])
def test_where_nobody_bets_blind_there_is_no_word_of_it(tmp_path, never):
    betting = 'structure = "call-closes"\n'
    assert GOOD.count(betting) == 1
    path = tmp_path / "house.toml"
    path.write_text(GOOD.replace(betting, betting + "blind_laps = 1\n"))
    assert " blind" in flat(path)
    path.write_text(GOOD.replace(betting, betting + never + "\n"))
    assert " blind" not in flat(path)


def test_lines_are_told_apart_by_their_indent():
    text = explain(load_rules("bulgarian"))
    first, blank, heading, sentence = text.splitlines()[:4]
    assert blank == ""
    assert heading == textwrap.dedent(heading)
    assert sentence.startswith("  ")
    assert first.startswith("bulgarian")
