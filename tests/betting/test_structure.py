"""What a betting game may be told to be, and how it refuses the rest."""

import math

import numpy as np
import pytest

import svara_odds as so
from svara_odds.betting.structure import betting_structure
from svara_odds.rules.schema import CallCloses, PayToStay
from svara_odds.rules.sizes import Size


def structure(rules="bulgarian", n_players=2, **options):
    return betting_structure(so.load_rules(rules), n_players, **options)


def test_the_rule_file_is_the_default():
    call, pay = structure(), structure("russian", 6)
    assert (call.rules, pay.rules) == (CallCloses(), PayToStay())
    assert (call.ante, call.stacks, call.rake, call.carried, call.allow_blind) == (1, (math.inf,) * 2, 0, 0, True)
    assert (call.max_bet, pay.max_bet) == (math.inf, 4)
    assert call.raises == (Size(2, "x"),)


def test_options_that_are_none_are_not_given():
    assert structure(bets=None, stacks=None, rake=None, allow_blind=None) == structure()


@pytest.mark.parametrize("bets", ["2,1p", ["2", "1p"], (2, "1p"), [2.0, " 1p "]])
def test_menus_in_any_form(bets):
    assert [str(size).strip() for size in structure(bets=bets).rules.bets] == ["2.0", "1p"]


def test_one_size_is_a_menu():
    assert structure(bets=3).rules == structure(bets="3").rules == structure(bets=[3]).rules


@pytest.mark.parametrize("stacks", ["5,inf", [5, math.inf], (5.0, "inf")])
def test_a_seat_may_have_any_amount(stacks):
    made = structure(stacks=stacks)
    assert made.stacks == (5, math.inf)
    assert made.limited
    assert structure(n_players=3, stacks="7").stacks == (7, 7, 7)


def test_shares_at_the_start_are_of_the_antes():
    made = structure(n_players=4, ante=2, blind="0.25p", max_bet="3p", carried=4)
    assert (made.pot, made.at_start(made.rules.blind), made.max_bet) == (12, 3, 36)


def test_rake_is_that_of_the_rules(tmp_path):
    path = tmp_path / "own.toml"
    path.write_text('name = "own"\nextends = "bulgarian"\ntitle = "t"\nexamples = []\n[svara]\nrake = 0.05\n')
    assert structure(path).rake == 0.05
    assert structure(path, rake=0).rake == 0
    assert so.betting_game(path).tree.rake == 0.05


def test_menus_in_a_rule_file(tmp_path):
    path = tmp_path / "own.toml"
    path.write_text(
        'name = "own"\nextends = "bulgarian"\ntitle = "t"\nexamples = []\n'
        '[betting]\nbets = [2, "2b", "0.5p"]\nraises = ["2x", "1p"]\nover_blind = ["2b", "1p"]\nmax_bet = 100\n'
    )
    assert structure(path).rules.bets == (2.0, "2b", "0.5p")
    labels = [label for label, _ in so.betting_game(path, allow_blind=False).tree.expand(0).actions]
    assert labels == ["fold", "bet 2", "bet 1"]  # two blinds are 2 as well, half the pot is 1


@pytest.mark.parametrize(
    ("rules", "options", "says"),
    [
        ("russian", {"blind_laps": 1}, ["blind_laps", "russian", "pay-to-stay", "dark_share"]),
        ("bulgarian", {"laps": 3}, ["laps", "call-closes", "max_raises"]),
        ("bulgarian", {"colour": 3}, ["colour", "call-closes"]),
        ("bulgarian", {"bets": "2q"}, ["bets", "2q", "0.5p"]),
        ("bulgarian", {"bets": ""}, ["bets"]),
        ("bulgarian", {"bets": []}, ["bets", "[]"]),
        ("bulgarian", {"bets": "2x"}, ["bets", "2x"]),
        ("bulgarian", {"bets": "nan"}, ["bets", "nan"]),
        ("bulgarian", {"bets": "-1p"}, ["bets", "-1p"]),
        ("bulgarian", {"bets": "1e9b"}, ["bets", "1e9b"]),
        ("bulgarian", {"raises": "1x"}, ["raises", "1x"]),
        ("bulgarian", {"over_blind": 1}, ["over_blind", "1"]),
        ("bulgarian", {"over_blind": "1x"}, ["over_blind", "1x"]),
        ("bulgarian", {"blind": 0, "bets": "2,2b"}, ["bets", "2b", "blind, which is 0"]),
        ("bulgarian", {"blind": 0, "raises": "1b"}, ["raises", "1b", "blind, which is 0"]),
        ("bulgarian", {"blind": -1}, ["blind", "-1"]),
        ("bulgarian", {"blind": "2b"}, ["blind", "2b"]),
        ("bulgarian", {"max_raises": 21}, ["max_raises", "21", "20"]),
        ("bulgarian", {"max_raises": 1.5}, ["max_raises", "1.5"]),
        ("bulgarian", {"cap_scope": "each"}, ["cap_scope", "each"]),
        ("bulgarian", {"ante": 0}, ["ante", "0"]),
        ("bulgarian", {"ante": math.nan}, ["ante", "nan"]),
        ("bulgarian", {"rake": 1}, ["rake", "1"]),
        ("bulgarian", {"rake": -0.1}, ["rake", "-0.1"]),
        ("bulgarian", {"rake": "half"}, ["rake", "half"]),
        ("bulgarian", {"carried": -1}, ["carried", "-1"]),
        ("bulgarian", {"stacks": 0.5}, ["stacks", "0.5", "1 to"]),
        ("bulgarian", {"stacks": [1, 2, 3]}, ["stacks", "3 amounts", "2 seats"]),
        ("bulgarian", {"stacks": "2,x"}, ["stacks", "x"]),
        ("russian", {"bet": 5}, ["max_bet", "4", "5"]),
        ("russian", {"bet": "3p"}, ["max_bet", "3p"]),
        ("russian", {"laps": 1}, ["laps", "1"]),
        ("russian", {"laps": 2, "open_after_laps": 2}, ["open_after_laps"]),
        ("russian", {"dark_share": 2}, ["dark_share", "2"]),
    ],
)
def test_refusals_name_option_value_and_what_goes(rules, options, says):
    with pytest.raises(so.SolveError) as caught:
        structure(rules, **options)
    for word in says:
        assert word in str(caught.value)
    assert "\n" not in str(caught.value)
    assert len(str(caught.value)) < 500


@pytest.mark.parametrize("size", ["1.5b", "2b", "1p", "3"])
def test_a_size_above_the_largest_blind_is_enough(size):
    """Two seats and one lap: blinds of 1 and 2."""
    assert structure(over_blind=[size])
    with pytest.raises(so.SolveError, match="makes no bet above a blind of 2"):
        structure(over_blind=["1b", "2"])


@pytest.mark.parametrize("name", ["ante", "carried", "stacks"])
def test_amounts_go_up_to_a_million(name):
    assert structure(**{name: 1_000_000})
    with pytest.raises(so.SolveError, match=f"{name}: .*1000001.* not allowed"):
        structure(**{name: 1_000_001})


@pytest.mark.parametrize("n_players", [0, 1, 7, True, 2.5, "2"])
def test_players(n_players):
    with pytest.raises(so.SolveError, match=f"players: {n_players}; russian is played by 2 to 6"):
        structure("russian", n_players)


@pytest.mark.parametrize(
    ("options", "blind"),
    [
        ({"blind": 3, "over_blind": ["2"]}, 6),
        ({"over_blind": ["2"], "blind_laps": 2}, 8),
        ({"over_blind": ["1b", "0.5b", "1"]}, 2),
        ({"over_blind": ["3"], "max_bet": 4, "blind_laps": 3}, 4),
    ],
)
def test_a_menu_that_offers_nothing_over_a_blind_is_refused(options, blind):
    with pytest.raises(so.SolveError, match=f"over_blind: .* makes no bet above a blind of {blind}; .* 2b"):
        structure(**options)
    assert structure(**options | {"over_blind": [str(blind * 2)]})
    assert structure(**options, allow_blind=False)


def test_numbers_of_numpy_are_numbers():
    """As a cell of a frame gives them."""
    told = {"blind": np.float64(0.5), "max_raises": np.int64(1), "bets": np.array([1, 2]), "ante": np.float32(1)}
    plain = {"blind": 0.5, "max_raises": 1, "bets": [1, 2], "ante": 1}
    assert structure(**told) == structure(**plain)
