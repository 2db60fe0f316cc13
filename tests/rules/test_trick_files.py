"""Rule files of the trick game: what is refused, what the words say, that the two kinds stay apart."""

from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import svara_odds as so
from svara_odds.rules.catalog import list_rules, load_rules, load_showdown_rules, load_trick_rules
from svara_odds.rules.explain import explain
from svara_odds.rules.trick_schema import TrickGame
from tests.naive import swara as naive

GOOD = (Path(so.__file__).parent / "rules" / "variants" / "swara.toml").read_text(encoding="utf-8")


def load(tmp_path, old, new):
    assert GOOD.count(old) >= 1
    path = tmp_path / "other.toml"
    path.write_text(GOOD.replace(old, new, 1), encoding="utf-8")
    return load_rules(path)


CASES = {
    "kind": ('kind = "tricks"', 'kind = "bridge"', ["kind", "'bridge'", "showdown or tricks"]),
    "order lacks a rank": ('order = "789TJQKA"', 'order = "89TJQKA"', ["tricks.order", "789TJQKA"]),
    "order twice": ('order = "789TJQKA"', 'order = "7789TJQKA"', ["tricks.order"]),
    "points of no rank": ("8 = 8, 7 = 7", "8 = 8, 7 = 7, 6 = 6", ["tricks.whip_points.6"]),
    "points missing": ("8 = 8, 7 = 7", "8 = 8", ["tricks.whip_points", "7"]),
    "points below 0": ("J = 2", "J = -2", ["whip_points"]),
    "whip order": ('["trump", "high_card"]', '["trump", "trump"]', ["tricks.whip_order"]),
    "whip order unknown": ('["trump", "high_card"]', '["colour"]', ["whip_order", "colour"]),
    "forced twice": ('["first", "dealer"]', '["first", "first"]', ["tricks.forced_seats"]),
    "exchanges": ("exchanges = 1", "exchanges = 4", ["exchanges"]),
    "no exchange cards": ("exchange_cards = 3", "exchange_cards = 0", ["exchange_cards"]),
    "stake": ("stake = 1.0", "stake = 0.0", ["stake"]),
    "unknown field": ("must_trump = false", "must_win = false", ["must_win"]),
    "players": ("[deck]", "max_players = 11\n[deck]", ["max_players"]),
    "trick example": ('winner = "Th"', 'winner = "9h"', ["examples[0]", "9h should win", "Th"]),
    "empty trick": ('trick = "9h Th 7h"', 'trick = ""', ["examples[0]", "trick"]),
    "bad card": ('trick = "9h Th 7h"', 'trick = "9h 6h 7h"', ["examples[0]", "6h"]),
    "whip example": ('winner = "7h8h9h"', 'winner = "KcKdKh"', ["examples[6]", "should win"]),
    "card in two hands": ('["7h8h9h", "KcKdKh"]', '["7h8h9h", "7hKdKh"]', ["examples[6]", "7h stands twice"]),
    "example of what": ('of = "trick"', 'of = "bid"', ["examples", "bid"]),
    "scoring": ("[deck]", "[scoring]\npoints = { 7 = 7 }\n[deck]", ["scoring"]),
    "small deck": ('ranks = "789TJQKA"', 'cards = ["7c", "8c"]', ["deck"]),
    "players and cards": (
        '[deck]\nranks = "789TJQKA"\n\n[tricks]\norder = "789TJQKA"\nwhip_points = '
        "{ A = 11, K = 4, Q = 3, J = 2, T = 10, 9 = 9, 8 = 8, 7 = 7 }",
        'max_players = 4\n[deck]\nranks = "789"\n[tricks]\norder = "789"\nwhip_points = { 9 = 9, 8 = 8, 7 = 7 }',
        ["max_players", "13 cards", "12"],
    ),
}


@pytest.mark.parametrize(("old", "new", "says"), CASES.values(), ids=CASES)
def test_what_is_refused(tmp_path, old, new, says):
    with pytest.raises(so.RulesError) as caught:
        load(tmp_path, old, new)
    message = str(caught.value)
    assert "\n" not in message
    assert "other.toml" in message
    for word in says:
        assert word in message


def test_what_a_file_leaves_out_is_as_in_the_game_that_ships():
    game = load_trick_rules().game
    assert TrickGame(order=game.order, whip_points=game.whip_points) == game


@pytest.mark.parametrize(("suits", "most"), [("cdhs", 3), ("cdh", 2)])
def test_one_card_is_turned_up_beside_the_hands(tmp_path, suits, most):
    """Of 12 cards three hands and not four, of 9 cards two and not three."""
    old = (
        '[deck]\nranks = "789TJQKA"\n\n[tricks]\norder = "789TJQKA"\nwhip_points = '
        "{ A = 11, K = 4, Q = 3, J = 2, T = 10, 9 = 9, 8 = 8, 7 = 7 }"
    )
    small = (
        f'[deck]\nranks = "789"\nsuits = "{suits}"\n[tricks]\norder = "789"\nwhip_points = {{ 9 = 9, 8 = 8, 7 = 7 }}'
    )
    path = tmp_path / "small.toml"
    path.write_text(GOOD.replace(old, small).partition("[[examples]]")[0], encoding="utf-8")
    assert load_rules(path).max_players == most


def test_a_deck_that_is_too_small_is_refused_with_what_it_would_need(tmp_path):
    with pytest.raises(so.RulesError, match="10 players need 31 cards, the one turned up among them; the deck has 30"):
        load(
            tmp_path,
            '[deck]\nranks = "789TJQKA"',
            'max_players = 10\n[deck]\nranks = "789TJQKA"\nwithout = ["7c", "7d"]',
        )


def test_the_reading_of_the_source():
    """Rank order, points and places as rules.md has them; the twin was written from the same."""
    rules = load_trick_rules()
    assert rules.game.order == naive.ORDER
    assert {rules.deck.cards[card][0]: points for card, points in enumerate(rules.whip_points)} == naive.POINTS
    assert sum(rules.whip_points) == 216
    game = rules.game
    assert (game.must_trump, game.must_overtake, game.exchanges, game.forced_exchange) == (False, False, 1, False)
    assert (set(game.forced_seats), game.no_sweep, game.leader) == ({"first", "dealer"}, "carry", "first")
    assert (game.whip_takes_pot, game.whip_order, game.reshuffle) == (True, ("trump", "high_card"), "whip")
    assert (rules.stake, rules.point_value, rules.two_trick_payment, rules.max_players) == (1, 1, 1, 10)
    assert so.load_rules("swara") is rules
    assert so.load_rules(rules) is rules
    assert repr(rules) == "<TrickRules swara: 32 cards, 2 to 10 players>"


def test_kinds():
    assert list_rules("tricks") == ("swara",)
    assert set(list_rules("tricks")) | set(list_rules("showdown")) == set(list_rules())
    with pytest.raises(so.RulesError, match="swara is a trick game; needed is one of the kind showdown: bulgarian"):
        load_showdown_rules("swara")
    with pytest.raises(so.RulesError, match="russian is a showdown game; needed is one of the kind tricks: swara"):
        load_trick_rules("russian")
    with pytest.raises(so.RulesError, match="trick game"):
        so.score("7cKhKd", "swara")


def test_a_file_that_extends(tmp_path):
    path = tmp_path / "club.toml"
    path.write_text('name = "club"\nextends = "swara"\n[tricks]\nstake = 0.1\ntwo_trick_share = 0.5\n')
    rules = load_trick_rules(path)
    assert (rules.name, rules.file.examples) == ("club", ())
    assert (str(rules.stake), str(rules.two_trick_payment)) == ("1/10", "1/20")
    assert rules.digest != load_trick_rules().digest


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ("must_trump = false", "must_trump = true", "one that cannot must trump if it can."),
        ("must_overtake = false", "must_overtake = true", "must beat the best card so far"),
        ("exchanges = 1", "exchanges = 0", "a seat may play or pass."),
        ("exchanges = 1", "exchanges = 2", "times at most: 2"),
        ("exchange_cards = 3", "exchange_cards = 1", "cards at most: 1,"),
        ("forced_exchange = false", "forced_exchange = true", "A seat that must play may exchange as well."),
        ("whip_takes_pot = true", "whip_takes_pot = false", "The whip is paid, the pot stays"),
        ("whip_takes_pot = true", "whip_takes_pot = true", "The whip takes the pot"),
        ('["first", "dealer"]', '["first"]', ". The seat left of the dealer must play."),
        ('["first", "dealer"]', '["dealer"]', ". The dealer must play."),
        ('no_sweep = "carry"', 'no_sweep = "two_tricks"', "the player of two takes the pot"),
        ('two_trick_payers = "all"', 'two_trick_payers = "trickless"', "by every player without a trick"),
        ('reshuffle = "whip"', 'reshuffle = "never"', "nothing is shuffled in"),
        ('drawn_cards = "discard"', 'drawn_cards = "return"', "goes back into the stock at once"),
        ('leader = "first"', 'leader = "dealer"', "The dealer leads any card"),
        ('["trump", "high_card"]', "[]", "Of several whips wins the first from the dealer's left."),
        ("stake = 1.0", "stake = 0.5", "Every seat pays a stake of 0.5."),
    ],
)
def test_words_of_each_reading(tmp_path, old, new, says):
    path = tmp_path / "other.toml"
    path.write_text(GOOD.split("[[examples]]")[0].replace(old, new, 1), encoding="utf-8")
    assert says in " ".join(explain(load_rules(path)).split())


@pytest.mark.parametrize(("old", "new"), [("exchanges = 1", "exchanges = 0"), ('["first", "dealer"]', "[]")])
def test_without_exchanges_or_seats_that_must_play_there_is_no_word_of_both(tmp_path, old, new):
    path = tmp_path / "other.toml"
    path.write_text(GOOD.split("[[examples]]")[0].replace(old, new, 1), encoding="utf-8")
    assert "A seat that must play does not exchange." in " ".join(explain(load_trick_rules()).split())
    assert "does not exchange" not in " ".join(explain(load_rules(path)).split())


# The last values that are allowed, and the first that are not.
EDGES = {
    "points": ("A = 11", "A = 1000", "A = 1001"),
    "no points": ("A = 11", "A = 0", "A = -1"),
    "stake": ("stake = 1.0", "stake = 1_000_000", "stake = 1_000_001"),
    "point_value": ("point_value = 1.0", "point_value = 1_000_000", "point_value = 1_000_001"),
    "two_trick_share": ("two_trick_share = 1.0", "two_trick_share = 1_000_000", "two_trick_share = 1_000_000.5"),
    "no two_trick_share": ("two_trick_share = 1.0", "two_trick_share = 0", "two_trick_share = -0.01"),
    "exchanges": ("exchanges = 1", "exchanges = 3", "exchanges = 4"),
    "no exchanges": ("exchanges = 1", "exchanges = 0", "exchanges = -1"),
    "exchange_cards": ("exchange_cards = 3", "exchange_cards = 1", "exchange_cards = 0"),
    "max_players": ("[deck]", "max_players = 10\n[deck]", "max_players = 11\n[deck]"),
    "players": ("[deck]", "max_players = 2\n[deck]", "max_players = 1\n[deck]"),
}


@pytest.mark.parametrize(("old", "good", "bad"), EDGES.values(), ids=EDGES)
def test_edges(tmp_path, old, good, bad):
    plain = GOOD.split("[[examples]]")[0]
    assert plain.count(old) == 1
    path = tmp_path / "other.toml"
    path.write_text(plain.replace(old, good), encoding="utf-8")
    load_trick_rules(path)
    path.write_text(plain.replace(old, bad), encoding="utf-8")
    with pytest.raises(so.RulesError):
        load_trick_rules(path)


VALUES = st.sampled_from(
    ["nan", "inf", "-inf", "-1", "0", "1e300", "1e-300", "true", '""', '"x"', "[]", '["x"]', "{}", "{ A = 1 }"]
)
FIELDS = [line for line in GOOD.split("[[examples]]")[0].splitlines() if " = " in line]


@settings(max_examples=300, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.sampled_from(FIELDS), VALUES)
def test_any_value_of_any_field(tmp_path, line, value):
    """A file loads and can be told in words and reckoned with, or one line says what is wrong."""
    path = tmp_path / "any.toml"
    text = GOOD.split("[[examples]]")[0].replace(line, f"{line.split(' = ')[0]} = {value}", 1)
    path.write_text(text, encoding="utf-8")
    message = ""
    try:
        rules = load_rules(path)
    except so.RulesError as trouble:
        message = str(trouble)
    assert "\n" not in message
    if message:
        return
    assert explain(rules)
    assert rules.stake > 0
    assert rules.point_value > 0
    assert rules.two_trick_payment >= 0
