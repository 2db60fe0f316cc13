"""Rule files that must be refused, each with the place and the reason in the message."""

import os

import msgspec
import pytest

from svara_odds.errors import RulesError
from svara_odds.rules import schema, trick_schema
from svara_odds.rules.catalog import load_rules
from svara_odds.tables.handtable import hand_table

GOOD = """\
name = "house"
title = "The house game"
source = "the house"

[deck]
ranks = "789TJQKA"
suits = "cdhs"
extra = ["6c"]
without = ["7d"]

[scoring]
points = { 6 = 6, 7 = 7, 8 = 8, 9 = 9, T = 10, J = 10, Q = 10, K = 10, A = 11 }
pairs = { A = 22 }
triples = { T = 30.5, A = "sum" }
jokers = { 7c = 11 }
joker_mode = "join"

[betting]
structure = "call-closes"

[svara]
price = "P/k"

[[examples]]
hand = "7c Ah Kh"
points = 32
"""

PAY = 'structure = "call-closes"', 'structure = "pay-to-stay"\n'
CALL = 'structure = "call-closes"', 'structure = "call-closes"\n'

# What is replaced, by what, and words that the message must hold.
CASES = {
    # the frame of the file
    "empty": (GOOD, "", ["missing required field", "name"]),
    "only a comment": (GOOD, "# nothing\n", ["missing required field"]),
    "not TOML": ("[deck]", "[deck", ["not a TOML file", "line"]),
    "bare words": (GOOD, "svara", ["not a TOML file"]),
    "key twice": ('title = "The house game"', 'name = "again"', ["not a TOML file"]),
    "table twice": ("[svara]", "[betting]", ["not a TOML file"]),
    "json": (GOOD, '{"name": "house"}', ["not a TOML file"]),
    "null byte": ("The house game", "The \0 game", ["not a TOML file"]),
    "deep arrays": (GOOD, "a = " + "[\n" * 20_000 + "]" * 2_000, ["not a TOML file"]),
    "deep tables": (GOOD, "a = " + "{a=[\n" * 10_000, ["not a TOML file"]),
    "deep dotted keys": (GOOD, ".".join("a" * 2_000) + " = 1", ["unknown field", "a"]),
    # A key of many parts takes the reader time that grows with its square.
    "very deep dotted keys": (GOOD, ".".join("a" * 20_000) + " = 1", ["line 1", "longer than"]),
    "very long line": ("The house game", "x" * 5000, ["line 2", "longer than"]),
    "huge integer": ("pairs = { A = 22 }", "pairs = { A = " + "9" * 4_000 + " }", ["scoring.pairs.A"]),
    "unknown field": ('name = "house"', 'name = "house"\nnmae = "house"', ["unknown field", "nmae"]),
    "unknown table": ("[svara]", "[swara]", ["swara"]),
    "table for text": ('title = "The house game"', "title = { en = 'house' }", ["str", "$.title"]),
    "number for text": ('source = "the house"', "source = 3", ["str", "$.source"]),
    "no name": ('name = "house"', "", ["missing required field", "name"]),
    "no title": ('title = "The house game"', "", ["missing required field", "title"]),
    "no source": ('source = "the house"', "", ["missing required field", "source"]),
    "empty title": ("The house game", "", ["$.title"]),
    "long title": ("The house game", "x" * 401, ["$.title"]),
    "control characters in the title": ("The house game", "\\u001b[2Jhouse", ["$.title"]),
    "title of two lines": ("The house game", "The house\\ngame", ["$.title"]),
    "control characters in the note": ('name = "house"', 'name = "house"\nnote = "\\u0007"', ["$.note"]),
    "name in capitals": ('name = "house"', 'name = "House"', ["$.name"]),
    "name with a space": ('name = "house"', 'name = "my house"', ["$.name"]),
    "name with a path": ('name = "house"', 'name = "../house"', ["$.name"]),
    "name with a line end": ('name = "house"', 'name = "house\\n"', ["$.name"]),
    "empty name": ('name = "house"', 'name = ""', ["$.name"]),
    "long name": ('name = "house"', f'name = "{"x" * 41}"', ["$.name"]),
    "kind": ('name = "house"', 'name = "house"\nkind = "bridge"', ["bridge", "showdown or tricks"]),
    # the deck
    "unknown rank": ("789TJQKA", "789TJQKX", ["deck.ranks", "'X'", "2 3 4"]),
    "small rank letter": ("789TJQKA", "789tJQKA", ["deck.ranks", "'t'"]),
    "unknown suit": ('suits = "cdhs"', 'suits = "cdhx"', ["deck.suits", "'x'", "c d h s"]),
    "rank twice": ("789TJQKA", "7789TJQKA", ["deck", "7c", "twice"]),
    "suit twice": ('suits = "cdhs"', 'suits = "cdhss"', ["deck", "7s", "twice"]),
    "extra card twice": ('["6c"]', '["6c", "6c"]', ["deck", "6c", "twice"]),
    "extra card there already": ('["6c"]', '["Ac"]', ["deck", "Ac", "twice"]),
    "extra is no card": ('["6c"]', '["6cc"]', ["deck.extra", "'6cc'"]),
    "extra is text": ('["6c"]', '"6c"', ["array", "$.deck.extra"]),
    "extra is a number": ('["6c"]', "[6]", ["str", "$.deck.extra"]),
    "without is no card": ('["7d"]', '["joker"]', ["deck.without", "'joker'"]),
    "without is not there": ('["7d"]', '["2d"]', ["deck.without", "2d"]),
    "without the same card twice": ('["7d"]', '["7d", "7d"]', ["deck.without", "7d"]),
    "cards beside ranks": ("[deck]", '[deck]\ncards = ["As"]', ["deck", "cards", "ranks"]),
    "too few cards": ('"789TJQKA"', '"7A"', ["deck", "8 cards", "9 to 52"]),
    "no cards": ('ranks = "789TJQKA"\nsuits = "cdhs"\nextra = ["6c"]\nwithout = ["7d"]', "", ["deck", "0 cards"]),
    "no suits": ('suits = "cdhs"\nextra = ["6c"]\nwithout = ["7d"]', 'suits = ""', ["deck", "0 cards"]),
    "ranks as a list": ('"789TJQKA"', '["7", "8"]', ["str", "$.deck.ranks"]),
    "unknown deck field": ("[deck]", "[deck]\ncolour = 1", ["colour", "$.deck"]),
    "max_players too high": ('name = "house"', 'name = "house"\nmax_players = 11', ["max_players", "33 cards", "32"]),
    "max_players far too high": ('name = "house"', 'name = "house"\nmax_players = 17', ["<= 16", "$.max_players"]),
    "max_players one": ('name = "house"', 'name = "house"\nmax_players = 1', [">= 2", "$.max_players"]),
    "max_players half": ('name = "house"', 'name = "house"\nmax_players = 2.5', ["int", "$.max_players"]),
    "max_players true": ('name = "house"', 'name = "house"\nmax_players = true', ["int", "$.max_players"]),
    # points
    "no points": ("points = {", "pairs2 = {", ["$.scoring"]),
    "rank without points": ("Q = 10, ", "", ["scoring.points", "Qc", "Qs"]),
    "points of a rank that is not there": ("{ 6 = 6", "{ 2 = 2, 6 = 6", ["scoring.points.2", "not a rank"]),
    "points of a card that is not there": ("{ 6 = 6", "{ 2c = 2, 6 = 6", ["scoring.points", "2c", "not in the deck"]),
    "points of no card": ("{ 6 = 6", "{ six = 2, 6 = 6", ["scoring.points", "'six'"]),
    "quarter points": ("8 = 8", "8 = 8.25", ["scoring.points.8", "8.25", "0.5"]),
    "negative points": ("8 = 8", "8 = -8", ["scoring.points.8", "-8"]),
    "points over a thousand": ("8 = 8", "8 = 1000.5", ["scoring.points.8", "1000.5", "1000"]),
    "nan points": ("8 = 8", "8 = nan", ["scoring.points.8", "nan"]),
    "infinite points": ("8 = 8", "8 = inf", ["scoring.points.8", "inf"]),
    "minus infinite points": ("8 = 8", "8 = -inf", ["scoring.points.8", "inf"]),
    "points 1e308": ("8 = 8", "8 = 1e308", ["scoring.points.8", "1e+308"]),
    "points past 64 bits": ("8 = 8", "8 = 18446744073709551616000", ["scoring.points.8", "18446744073709551616000"]),
    "points of 400 digits": ("8 = 8", "8 = 1" + "0" * 400, ["scoring.points.8"]),
    "points of 4800 digits": ("8 = 8", "8 = 0x" + "f" * 4000, ["scoring.points.8"]),
    "true points": ("8 = 8", "8 = true", ["bool", "$.scoring.points"]),
    "points as text": ("8 = 8", '8 = "8"', ["str", "$.scoring.points"]),
    "points as a date": ("8 = 8", "8 = 1979-05-27", ["date", "$.scoring.points"]),
    "points as a list": ("8 = 8", "8 = [8]", ["array", "$.scoring.points"]),
    "none without extends": ("8 = 8", '8 = "none"', ["str", "$.scoring.points"]),
    "points of one card in quarters": ("{ 6 = 6", "{ 8h = 8.75, 6 = 6", ["scoring.points.8h", "8.75"]),
    # combinations
    "pair of a card": ("pairs = { A = 22 }", "pairs = { Ah = 22 }", ["scoring.pairs.Ah", "not a rank"]),
    "pair of a missing rank": ("pairs = { A = 22 }", "pairs = { 2 = 22 }", ["scoring.pairs.2", "not a rank"]),
    "negative pair": ("pairs = { A = 22 }", "pairs = { A = -0.5 }", ["scoring.pairs.A", "-0.5"]),
    "pair as sum": ("pairs = { A = 22 }", 'pairs = { A = "sum" }', ["str", "$.scoring.pairs"]),
    "triple of a missing rank": ("T = 30.5", "2 = 30.5", ["scoring.triples.2", "not a rank"]),
    "triple sum of a missing rank": ("T = 30.5", '2 = "sum"', ["scoring.triples.2", "not a rank"]),
    "triple of another word": ("T = 30.5", 'T = "face"', ["$.scoring.triples"]),
    "triple of a third": ("T = 30.5", "T = 30.3", ["scoring.triples.T", "30.3"]),
    "joker not in the deck": ("jokers = { 7c", "jokers = { 2c", ["scoring.jokers", "2c", "not in the deck"]),
    "joker taken out": ("jokers = { 7c", "jokers = { 7d", ["scoring.jokers", "7d", "not in the deck"]),
    "joker is a rank": ("jokers = { 7c", "jokers = { 7", ["scoring.jokers", "'7'", "not a card"]),
    "joker points": ("7c = 11", "7c = 11.1", ["scoring.jokers.7c", "11.1"]),
    "joker mode": ('"join"', '"replace"', ["replace", "$.scoring.joker_mode"]),
    "suit_sum as text": ("pairs =", 'suit_sum = "yes"\npairs =', ["bool", "$.scoring.suit_sum"]),
    "unknown combination": ("pairs =", "runs = { A = 1 }\npairs =", ["runs", "$.scoring"]),
    # betting
    "no structure": (CALL[0], "", ["structure", "$.betting"]),
    "unknown structure": ('"call-closes"', '"no-limit"', ["no-limit", "$.betting"]),
    "field of the other structure": (PAY[0], PAY[1] + "blind = 1", ["blind", "$.betting"]),
    "no ante": (CALL[0], CALL[1] + "ante = 0", ["$.betting.ante"]),
    "nan ante": (CALL[0], CALL[1] + "ante = nan", ["$.betting.ante"]),
    "infinite ante": (CALL[0], CALL[1] + "ante = inf", ["$.betting.ante"]),
    "ante of 400 digits": (CALL[0], CALL[1] + "ante = 1" + "0" * 400, ["ante"]),
    "no bets": (CALL[0], CALL[1] + "bets = []", ["$.betting.bets"]),
    "one bet is nan": (CALL[0], CALL[1] + "bets = [1, nan]", ["$.betting.bets"]),
    "nan blind": (CALL[0], CALL[1] + "blind = nan", ["$.betting.blind"]),
    "raise to less": (CALL[0], CALL[1] + "raise_factor = 1", ["$.betting.raise_factor"]),
    "nan raise": (CALL[0], CALL[1] + "raise_factor = nan", ["$.betting.raise_factor"]),
    "too many raises": (CALL[0], CALL[1] + "max_raises = 21", ["$.betting.max_raises"]),
    "cap scope": (CALL[0], CALL[1] + 'cap_scope = "each"', ["each", "$.betting.cap_scope"]),
    "table maximum below the bet": (PAY[0], PAY[1] + "bet = 5", ["max_bet", "$.betting"]),
    "opened after the last lap": (PAY[0], PAY[1] + "laps = 3\nopen_after_laps = 3", ["open_after_laps", "$.betting"]),
    "dark for more than all": (PAY[0], PAY[1] + "dark_share = 1.5", ["$.betting.dark_share"]),
    "nan dark": (PAY[0], PAY[1] + "dark_share = nan", ["$.betting.dark_share"]),
    "size of no unit": (CALL[0], CALL[1] + 'bets = [2, "2q"]', ["bets", "2q", "0.5p", "$.betting"]),
    "empty size": (CALL[0], CALL[1] + 'bets = [""]', ["bets", "''", "$.betting"]),
    "size below nothing": (CALL[0], CALL[1] + 'bets = ["-1p"]', ["bets", "-1p", "$.betting"]),
    "size that is no number": (CALL[0], CALL[1] + 'bets = ["nanp"]', ["bets", "nanp", "$.betting"]),
    "size with a line end": (CALL[0], CALL[1] + 'bets = ["1p\\n2"]', ["bets", "$.betting"]),
    "first bet times itself": (CALL[0], CALL[1] + 'bets = ["2x"]', ["bets", "2x", "$.betting"]),
    "raise to the same": (CALL[0], CALL[1] + 'raises = ["1x"]', ["raises", "1x", "$.betting"]),
    "blind in blinds": (CALL[0], CALL[1] + 'blind = "1b"', ["blind", "1b", "$.betting"]),
    "no size over a blind": (CALL[0], CALL[1] + "over_blind = []", ["$.betting.over_blind"]),
    "table maximum in blinds": (CALL[0], CALL[1] + 'max_bet = "9b"', ["max_bet", "9b", "$.betting"]),
    "share above the maximum": (PAY[0], PAY[1] + 'bet = "3p"\nmax_bet = "2p"', ["max_bet", "2p", "$.betting"]),
    "raise in blinds": (PAY[0], PAY[1] + 'raises = ["1b"]', ["raises", "1b", "$.betting"]),
    "one lap": (PAY[0], PAY[1] + "laps = 1", ["$.betting.laps"]),
    # svara
    "free price": ('"P/k"', '"half"', ["$.svara.price"]),
    "price over nothing": ('"P/k"', '"P/0"', ["$.svara.price"]),
    "price with a line end": ('"P/k"', '"P/k\\n"', ["$.svara.price"]),
    "price as a number": ('"P/k"', "0.5", ["str", "$.svara.price"]),
    "all of it raked": ("[svara]", "[svara]\nrake = 1", ["$.svara.rake"]),
    "negative rake": ("[svara]", "[svara]\nrake = -0.1", ["$.svara.rake"]),
    "nan rake": ("[svara]", "[svara]\nrake = nan", ["$.svara.rake"]),
    "who joins": ("[svara]", '[svara]\njoiners = "friends"', ["friends", "$.svara.joiners"]),
    # worked examples
    "example fails": ("points = 32", "points = 31", ["examples[0]", "7c Ah Kh", "31", "32"]),
    "example fails by a half": ("points = 32", "points = 31.5", ["examples[0]", "31.5", "give 32"]),
    "example of two cards": ("7c Ah Kh", "7c Ah", ["examples[0]: hand", "three cards"]),
    "example not in the deck": ("7c Ah Kh", "7c 7d Kh", ["examples[0]: hand", "7d", "not in this deck"]),
    "example card twice": ("7c Ah Kh", "7c Ah Ah", ["examples[0]: hand", "Ah", "twice"]),
    "example in quarters": ("points = 32", "points = 32.25", ["examples[0]: points", "32.25"]),
    "example without points": ("points = 32", "", ["points", "$.examples"]),
    "examples are one table": ("[[examples]]", "[examples]", ["array", "$.examples"]),
    # extending
    "extends nothing there": ('name = "house"', 'name = "house"\nextends = "bulgarain"', ["bulgarain", "bulgarian"]),
    "extends a missing file": (
        'name = "house"',
        'name = "house"\nextends = "base.toml"',
        ["base.toml", "No such file"],
    ),
    "extends itself": ('name = "house"', 'name = "house"\nextends = "house.toml"', ["extends", "circle"]),
    "extends a folder": ('name = "house"', 'name = "house"\nextends = "."', ["cannot read"]),
    "extends a number": ('name = "house"', 'name = "house"\nextends = 3', ["str", "$.extends"]),
    "extends a null byte": ('name = "house"', 'name = "house"\nextends = "a\\u0000b.toml"', ["cannot read", "null"]),
}

# The last values that are allowed, and the first that are not; what is replaced as above.
EDGES = {
    "title": ("The house game", "x" * 400, "x" * 401),
    "name": ('name = "house"', f'name = "{"x" * 40}"', f'name = "{"x" * 41}"'),
    "note": ('name = "house"', f'name = "house"\nnote = "{"x" * 2000}"', f'name = "house"\nnote = "{"x" * 2001}"'),
    "max_players": ('name = "house"', 'name = "house"\nmax_players = 10', 'name = "house"\nmax_players = 11'),
    "players": ('name = "house"', 'name = "house"\nmax_players = 2', 'name = "house"\nmax_players = 1'),
    "points": ("8 = 8", "8 = 1000", "8 = 1000.5"),
    "no points": ("8 = 8", "8 = 0", "8 = -0.5"),
    "ante": (CALL[0], CALL[1] + "ante = 1_000_000", CALL[1] + "ante = 1_000_001"),
    "bets": (CALL[0], CALL[1] + f"bets = {[*range(1, 21)]}", CALL[1] + f"bets = {[*range(1, 22)]}"),
    "one bet": (CALL[0], CALL[1] + "bets = [1]", CALL[1] + "bets = []"),
    "size": (CALL[0], CALL[1] + f'bets = ["1.{"5" * 37}b"]', CALL[1] + f'bets = ["1.{"5" * 38}b"]'),
    "blind": (CALL[0], CALL[1] + "blind = 1_000_000", CALL[1] + "blind = 1_000_001"),
    "no blind": (CALL[0], CALL[1] + "blind = 0", CALL[1] + "blind = -0.5"),
    "blind size": (CALL[0], CALL[1] + f'blind = "1.{"5" * 37}p"', CALL[1] + f'blind = "1.{"5" * 38}p"'),
    "blind_factor": (CALL[0], CALL[1] + "blind_factor = 1.01", CALL[1] + "blind_factor = 1"),
    "blind_laps": (CALL[0], CALL[1] + "blind_laps = 10", CALL[1] + "blind_laps = 11"),
    "no blind_laps": (CALL[0], CALL[1] + "blind_laps = 0", CALL[1] + "blind_laps = -1"),
    "raise_factor": (CALL[0], CALL[1] + "raise_factor = 100", CALL[1] + "raise_factor = 100.5"),
    "raises": (CALL[0], CALL[1] + f"raises = {[*range(1, 21)]}", CALL[1] + f"raises = {[*range(1, 22)]}"),
    "max_raises": (CALL[0], CALL[1] + "max_raises = 20", CALL[1] + "max_raises = 21"),
    "no max_raises": (CALL[0], CALL[1] + "max_raises = 0", CALL[1] + "max_raises = -1"),
    "dark_share": (PAY[0], PAY[1] + "dark_share = 1", PAY[1] + "dark_share = 1.01"),
    "dark for something": (PAY[0], PAY[1] + "dark_share = 0.01", PAY[1] + "dark_share = 0"),
    "paid raises": (PAY[0], PAY[1] + f"raises = {[*range(1, 21)]}", PAY[1] + f"raises = {[*range(1, 22)]}"),
    "max_bet": (PAY[0], PAY[1] + "bet = 3\nmax_bet = 3", PAY[1] + "bet = 3\nmax_bet = 2.5"),
    "laps": (PAY[0], PAY[1] + "laps = 20", PAY[1] + "laps = 21"),
    "two laps": (PAY[0], PAY[1] + "laps = 2", PAY[1] + "laps = 1"),
    "open_after_laps": (PAY[0], PAY[1] + "laps = 5\nopen_after_laps = 4", PAY[1] + "laps = 5\nopen_after_laps = 5"),
    "open at once": (PAY[0], PAY[1] + "open_after_laps = 0", PAY[1] + "open_after_laps = -1"),
    "rake": ("[svara]", "[svara]\nrake = 0.99", "[svara]\nrake = 1"),
    "no rake": ("[svara]", "[svara]\nrake = 0", "[svara]\nrake = -0.01"),
    "price": ('"P/k"', '"P/99"', '"P/100"'),
    "whole price": ('"P/k"', '"P/1"', '"P/01"'),
}


def changed(old, new):
    assert GOOD.count(old) == 1, old
    return GOOD.replace(old, new)


@pytest.fixture
def house(tmp_path):
    return tmp_path / "house.toml"


def refusal(path):
    with pytest.raises(RulesError) as caught:
        load_rules(path)
    message = str(caught.value)
    assert "house.toml" in message
    assert "\n" not in message
    assert len(message) < 700
    return message


def test_the_file_the_cases_change_is_good(house):
    house.write_text(GOOD)
    assert load_rules(house).deck.n_cards == 32


@pytest.mark.parametrize(("old", "new", "words"), CASES.values(), ids=CASES.keys())
def test_bad_file(house, old, new, words):
    house.write_text(changed(old, new))
    message = refusal(house)
    for word in words:
        assert word in message


@pytest.mark.parametrize(("old", "allowed", "refused"), EDGES.values(), ids=EDGES.keys())
def test_the_last_that_is_allowed(house, old, allowed, refused):
    house.write_text(changed(old, allowed))
    assert load_rules(house).deck.n_cards == 32
    house.write_text(changed(old, refused))
    refusal(house)


@pytest.mark.parametrize(("bet", "most"), [("3", '"2p"'), ('"3p"', "2")])
def test_an_amount_is_not_held_against_a_share(house, bet, most):
    house.write_text(changed(PAY[0], f"{PAY[1]}bet = {bet}\nmax_bet = {most}"))
    assert load_rules(house).betting.laps == 3


def test_sixteen_players_and_no_more(house):
    deck = changed('"789TJQKA"', '"23456789TJQKA"').replace('extra = ["6c"]\nwithout = ["7d"]\n', "")
    points = deck.replace("{ 6 = 6", "{ 2 = 2, 3 = 3, 4 = 4, 5 = 5, 6 = 6")
    for players in (16, 17):
        house.write_text(points.replace('name = "house"', f'name = "house"\nmax_players = {players}'))
        if players == 16:
            assert load_rules(house).max_players == 16
    assert "$.max_players" in refusal(house)


def test_every_table_is_closed_and_stays_as_it_was_read():
    tables = [kind for module in (schema, trick_schema) for kind in vars(module).values() if isinstance(kind, type)]
    tables = [kind for kind in tables if issubclass(kind, msgspec.Struct)]
    assert len(tables) >= 10
    for kind in tables:
        assert kind.__struct_config__.frozen, kind
        assert kind.__struct_config__.forbid_unknown_fields, kind


def test_missing_file(house):
    assert "No such file" in refusal(house)


def test_folder(house):
    house.mkdir()
    assert "directory" in refusal(house)


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no pipes with names here")
def test_a_pipe_is_refused_without_waiting_for_its_writer(house):
    os.mkfifo(house)
    assert "not a regular file" in refusal(house)


@pytest.mark.skipif(not os.path.exists("/dev/zero"), reason="no such device here")
def test_a_device_is_refused(house):
    house.symlink_to("/dev/zero")
    assert "not a regular file" in refusal(house)


def test_not_utf8(house):
    house.write_bytes(GOOD.replace("The house", "La maison «é»").encode("latin-1"))
    assert "UTF-8" in refusal(house)


def test_utf16(house):
    house.write_bytes(GOOD.encode("utf-16"))
    assert "UTF-8" in refusal(house)


def test_size(house):
    room = 64 * 1024 - len(GOOD)
    filling = ("#" * 63 + "\n") * 1024
    house.write_text(GOOD + filling[:room])
    assert load_rules(house).name == "house"
    house.write_text(GOOD + filling[: room + 1])
    assert "64 kB" in refusal(house)


def test_base_file_is_bad(house):
    (house.parent / "base.toml").write_bytes(b"\xff")
    house.write_text(changed('name = "house"', 'name = "house"\nextends = "base.toml"'))
    message = refusal(house)
    assert "base.toml" in message
    assert "UTF-8" in message


def test_files_that_extend_each_other(house):
    house.write_text(changed('name = "house"', 'name = "house"\nextends = "other.toml"'))
    (house.parent / "other.toml").write_text('extends = "house.toml"')
    assert "circle" in refusal(house)


def test_more_than_255_scores(house):
    """53 ^ 3 sums of a suit are too many for an order of eight bits."""
    ranks = "23456789TJQKA"
    points = ", ".join(f"{rank} = {2**place / 2:g}" for place, rank in enumerate(ranks) if place < 11)
    text = changed('"789TJQKA"', f'"{ranks[:11]}"').replace('extra = ["6c"]\nwithout = ["7d"]\n', "")
    start, end = text.index("points = {"), text.index("jokers")
    text = text[:start] + f"points = {{ {points} }}\n" + text[end:]
    house.write_text(text.replace("7c Ah Kh", "2c 3c 4c").replace("points = 32", "points = 3.5"))
    with pytest.raises(RulesError, match=r"house.*different scores; at most 255"):
        hand_table(house)


@pytest.mark.parametrize("name", ["bulgarain", "", "no such rules", "Bulgarian", "bulgarian\0", "x" * 5000])
def test_unknown_name(name):
    with pytest.raises(RulesError) as caught:
        load_rules(name)
    message = str(caught.value)
    assert "fortegames" in message
    assert "\n" not in message
    assert len(message) < 700


def test_a_near_miss_gets_a_hint():
    with pytest.raises(RulesError, match="did you mean bulgarian"):
        load_rules("bulgarain")
