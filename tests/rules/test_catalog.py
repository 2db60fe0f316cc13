import shutil
from pathlib import Path

import pytest

from svara_odds.cards.deck import Deck
from svara_odds.errors import RulesError
from svara_odds.rules.catalog import DEFAULT_RULES, list_rules, load_rules
from svara_odds.rules.schema import CallCloses, PayToStay, SvaraRules
from tests.naive.scoring import RULES
from tests.rules.test_bad_files import GOOD

MINE = 'name = "mine"\nextends = "{base}"\ntitle = "Mine"\nexamples = []\n'


def write(path, text):
    path.write_text(text, encoding="utf-8")
    return path


def test_the_default_stands_first():
    assert list_rules()[0] == DEFAULT_RULES == load_rules().name == "bulgarian"
    assert list(list_rules()[1:]) == sorted(list_rules()[1:])


@pytest.mark.parametrize("name", list_rules("showdown"))
def test_shipped(name):
    rules = load_rules(name)
    assert rules.name == name
    assert rules.title
    assert rules.source
    assert len(rules.file.examples) >= 3
    assert set(rules.deck.cards) == set(RULES[name].deck)
    assert {rules.deck.cards[card] for card in rules.terms.jokers} == set(RULES[name].jokers)
    assert 2 <= rules.max_players <= min(10, rules.deck.n_cards // 3)
    assert load_rules(name) is rules
    assert load_rules(rules) is rules


def test_players_and_betting_as_the_texts_say():
    assert {name: load_rules(name).max_players for name in list_rules()} == dict.fromkeys(list_rules(), 10) | {
        "russian": 6,
        "russian-plain-jokers": 6,
        "trynka": 7,
    }
    for name in list_rules("showdown"):
        rules = load_rules(name)
        if name.startswith("bulgarian") or name == "fortegames":
            assert rules.betting == CallCloses()
            assert rules.svara == SvaraRules(price="P/k")
        else:
            assert rules.betting == PayToStay()
            assert rules.svara == SvaraRules(price="P/2")
    call, pay = CallCloses(), PayToStay()
    assert (call.ante, call.bets, call.blind, call.blind_factor, call.over_blind) == (1, (2,), 1, 2, 2)
    assert (call.raise_factor, call.max_raises, call.cap_scope, call.check_before_bet) == (2, 3, "total", False)
    assert (pay.ante, pay.bet, pay.raise_factor, pay.max_bet, pay.laps, pay.dark_share) == (1, 1, 2, 4, 3, 0.5)


@pytest.mark.parametrize(
    ("price", "shares"),
    [
        ("P/k", ["1/2", "1/3", "1/4"]),
        ("P/2", ["1/2"] * 3),
        ("P/3", ["1/3"] * 3),
        ("P", ["1"] * 3),
        ("P/10", ["1/10"] * 3),
    ],
)
def test_price_of_a_svara(price, shares):
    assert [str(SvaraRules(price=price).price_share(tied)) for tied in (2, 3, 4)] == shares


def test_a_path_may_be_text_or_path(tmp_path):
    path = write(tmp_path / "house.toml", GOOD)
    assert load_rules(path).digest == load_rules(str(path)).digest
    other = write(tmp_path / "no suffix", GOOD)
    assert load_rules(str(other)).name == "house"


def test_a_relative_path(tmp_path, monkeypatch):
    write(tmp_path / "house.toml", GOOD)
    monkeypatch.chdir(tmp_path)
    assert load_rules("house.toml").name == load_rules("./house.toml").name == "house"


def test_line_ends_of_windows_and_a_byte_order_mark(tmp_path):
    path = tmp_path / "house.toml"
    path.write_bytes(GOOD.replace("\n", "\r\n").encode())
    assert load_rules(path).name == "house"
    path.write_bytes(b"\xef\xbb\xbf" + GOOD.encode())
    assert load_rules(path).name == "house"


@pytest.mark.parametrize("name", list_rules())
def test_a_copy_of_a_shipped_file_says_the_same(tmp_path, name):
    source = Path(__file__).parents[2] / "svara_odds" / "rules" / "variants" / f"{name}.toml"
    shutil.copy(source, tmp_path / "copy.toml")
    copy = load_rules(tmp_path / "copy.toml")
    assert copy.digest == load_rules(name).digest


BARE = """
name = "bare"
title = "A game of our own"
source = "us"
[deck]
ranks = "789TJQKA"
[scoring]
points = { 7 = 7, 8 = 8, 9 = 9, T = 10, J = 10, Q = 10, K = 10, A = 11 }
"""


def test_cards_and_points_suffice(tmp_path):
    rules = load_rules(write(tmp_path / "bare.toml", BARE))
    assert (rules.betting, rules.svara) == (CallCloses(), SvaraRules())
    assert rules.max_players == 10
    said = BARE + '[betting]\nstructure = "call-closes"\n[svara]\nprice = "P/k"\n'
    assert load_rules(write(tmp_path / "said.toml", said)).digest == rules.digest


def test_betting_of_which_the_file_says_nothing_is_that_of_the_sources():
    """A blind is doubled, one lap, three raises; half is paid dark, and a bet never goes above a table maximum.

    Where the sources give no number (the first bet, the maximum, the laps) it is the reading that the words tell.
    """
    assert CallCloses() == CallCloses(
        ante=1,
        bets=(2,),
        blind=1,
        blind_factor=2,
        blind_laps=1,
        over_blind=2,
        raise_factor=2,
        raises=(),
        max_raises=3,
        cap_scope="total",
        check_before_bet=False,
        nobody_bets="taken",
        first_to_act="after_last_blind",
        max_bet=None,
    )
    assert PayToStay() == PayToStay(
        ante=1, bet=1, dark=True, dark_share=0.5, raise_factor=2, raises=(), max_bet=4, laps=3, open_after_laps=1
    )
    assert SvaraRules() == SvaraRules(price="P/k", joiners="anyone", running=False, tied_pay=False, rake=0)


@pytest.mark.parametrize(("suits", "most"), [("cdhs", 10), ("cdh", 8), ("cd", 5)])
def test_as_many_may_play_as_there_are_hands_and_no_more_than_ten(tmp_path, suits, most):
    """Of 32 cards ten hands, of 24 eight, of 16 five."""
    text = BARE.replace('ranks = "789TJQKA"', f'ranks = "789TJQKA"\nsuits = "{suits}"')
    assert load_rules(write(tmp_path / "bare.toml", text)).max_players == most


def test_terms_that_have_been_used_are_still_the_same(tmp_path):
    used, new = (load_rules(write(tmp_path / f"{name}.toml", BARE)).terms for name in ("used", "new"))
    assert used.best((0, 1)).half_points == 14  # two sevens of two suits, seven points
    assert used == new


def test_it_shows_in_a_line():
    assert repr(load_rules("russian")) == "<RuleSet russian: 36 cards, 2 to 6 players>"


def test_extending_adds_changes_and_takes_away(tmp_path):
    text = MINE.format(base="bulgarian") + (
        '[deck]\nextra = ["6c"]\nwithout = ["7d"]\n[scoring]\npoints = { 6 = 6 }\n'
        'triples = { 7 = "none", 8 = 24, T = 40 }\njokers = { 7c = "none", 6c = 12.5 }\n[svara]\nrake = 0.1\n'
    )
    rules = load_rules(write(tmp_path / "mine.toml", text))
    base = load_rules("bulgarian")
    assert rules.deck.n_cards == 32
    assert "6c" in rules.deck
    assert "7d" not in rules.deck
    assert rules.file.scoring.triples == {"8": 24, "T": 40, "J": 30, "Q": 30, "K": 30, "A": 33}
    assert rules.file.scoring.jokers == {"6c": 12.5}
    assert rules.file.scoring.pairs == base.file.scoring.pairs
    assert rules.svara == SvaraRules(price="P/k", rake=0.1)
    assert rules.source == base.source
    assert rules.file.note == ""
    assert rules.file.examples == ()


def test_a_list_of_cards_in_place_of_ranks(tmp_path):
    cards = [rank + suit for rank in "789TJQKA" for suit in "ch"]
    text = MINE.format(base="bulgarian") + f'[deck]\nranks = "none"\ncards = {cards}\n'.replace("'", '"')
    assert load_rules(write(tmp_path / "mine.toml", text)).deck == Deck(tuple(cards))


def test_a_file_takes_its_own_name(tmp_path):
    path = write(tmp_path / "mine.toml", 'extends = "bulgarian"\ntitle = "Mine"\nexamples = []\n')
    with pytest.raises(RulesError, match="missing required field `name`"):
        load_rules(path)


def test_extending_a_file_beside_it(tmp_path):
    folder = tmp_path / "more"
    folder.mkdir()
    write(tmp_path / "house.toml", GOOD)
    write(folder / "second.toml", MINE.format(base="../house.toml"))
    write(folder / "third.toml", MINE.format(base="second.toml") + "[scoring]\npairs = { A = 23 }\n")
    assert load_rules(folder / "third.toml").file.scoring.pairs == {"A": 23}
    assert load_rules(folder / "third.toml").file.scoring.jokers == {"7c": 11}


def test_how_long_a_chain_may_be(tmp_path):
    write(tmp_path / "0.toml", GOOD)
    for number in range(1, 11):
        write(tmp_path / f"{number}.toml", MINE.format(base=f"{number - 1}.toml"))
    assert load_rules(tmp_path / "8.toml").name == "mine"
    with pytest.raises(RulesError, match="more than 8 files"):
        load_rules(tmp_path / "9.toml")


def test_digest_changes_with_what_the_file_says(tmp_path):
    changes = [
        "",
        "max_players = 5\n",
        "[svara]\nrake = 0.1\n",
        "[scoring]\npairs = { A = 23 }\n",
        '[deck]\nextra = ["6c"]\n',
    ]
    digests = set()
    for change in changes:
        text = MINE.format(base="bulgarian") + change + ("[scoring]\npoints = { 6 = 6 }\n" if "6c" in change else "")
        digests.add(load_rules(write(tmp_path / "mine.toml", text)).digest)
    assert len(digests) == len(changes)
    assert all(len(digest) == 64 for digest in digests)


def test_comments_and_order_do_not_change_the_digest(tmp_path):
    one = load_rules(write(tmp_path / "one.toml", GOOD))
    shuffled = GOOD.replace("7 = 7, 8 = 8", "8 = 8, 7 = 7").replace("[deck]", "# the cards\n[deck]")
    assert load_rules(write(tmp_path / "two.toml", shuffled)).digest == one.digest
