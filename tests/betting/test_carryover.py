"""Ties that lead to a svara: against a recursion of its own by linear programs, closed forms, and chains played out."""

import random
from functools import cache
from itertools import accumulate, pairwise

import numpy as np
import pytest

from svara_odds import betting_game, solve
from svara_odds.betting import carryover
from svara_odds.betting.carryover import is_scale_free, solve_recursive
from svara_odds.betting.solution import Settings, Ties, solve_structure
from svara_odds.errors import SolveError
from svara_odds.solver.deal import equal_division, explicit_game, table_deal
from svara_odds.solver.linear_program import solve_lp
from tests.naive.carryover import chain
from tests.solver.decks import LOPSIDED, NINE, rule_file
from tests.solver.nested import deals_of, nested

POT_SIZED = {"bets": "0.5p", "raises": "1p", "max_raises": 1, "allow_blind": False}
FIXED = {"max_raises": 1}


def two_tied(tree, worth):
    """What both seats own where they tie, by a function of the pot; all else as it is where ties are shared."""
    table = np.tile(equal_division(2, rake=tree.rake), (len(tree.pot_amount), 1, 1))
    for number in np.flatnonzero(tree.pot_seats == 3):
        table[number, 3] = worth(float(tree.pot_amount[number]))
    return table


def program(game, worth):
    """Value of both seats, to some 1e-9."""
    found = solve_lp(explicit_game(game.tree, table_deal(game.table, 2), division=two_tied(game.tree, worth)))
    return np.array(found.standing.values)


def close(answer, exact, target):
    """Values within what the exploitability leaves; in a chain of rounds some ten of them add up."""
    return answer == pytest.approx(exact, abs=10 * target)


@pytest.mark.parametrize("cards", [NINE, LOPSIDED])
def test_fixed_sizes_by_a_recursion_of_linear_programs(tmp_path, cards):
    rules, cap = rule_file(tmp_path, cards), 20.0

    @cache
    def worth(pot):
        if pot >= cap:
            return (0.5, 0.5)
        return tuple(program(betting_game(rules, ante=0, carried=pot, **FIXED), worth) / pot)

    start = betting_game(rules, **FIXED)
    exact = program(start, worth)
    solution, rounds = solve_recursive(start.structure, start.table, Settings(target=1e-5), cap=cap)
    assert close(solution.standing.values, exact, 1e-5)
    assert (
        rounds.shares.keys()
        == {(2, pot) for pot in (6.0, 10.0, 14.0, 18.0)}
        == {(2, pot) for pot in pots_below(worth, start, cap)}
    )
    for (_, pot), shares in rounds.shares.items():
        assert close(pot * shares, pot * np.array(worth(pot)), 1e-5)
        assert shares.sum() == pytest.approx(1, abs=1e-12)
    assert abs(solution.standing.values[0] - program(start, lambda pot: (0.5, 0.5))[0]) > 1e-3  # it does matter


def pots_below(worth, start, cap):
    found, waiting = set(), [start]
    while waiting:
        game = waiting.pop()
        for pot, seats in zip(game.tree.pot_amount.tolist(), game.tree.pot_seats.tolist(), strict=True):
            if seats == 3 and pot < cap and pot not in found:
                found.add(pot)
                waiting.append(betting_game(game.rules, ante=0, carried=pot, **FIXED))
    return found


@pytest.mark.parametrize("rounds_before", [1, 40])
def test_a_fixed_point_of_linear_programs(tmp_path, rounds_before):
    rules = rule_file(tmp_path, LOPSIDED)
    start = betting_game(rules, **POT_SIZED)
    assert is_scale_free(start.structure)
    solution, found = solve_recursive(start.structure, start.table, Settings(target=1e-6))
    (shares,) = found.shares.values()
    again = betting_game(rules, ante=0, carried=3.7, **POT_SIZED)
    # It reproduces itself at any pot, and an iteration that begins elsewhere ends there.
    assert program(again, lambda pot: shares) / 3.7 == pytest.approx(shares, abs=5e-6)
    worth = np.array([0.9, 0.1])
    for _ in range(rounds_before * 40):
        before, worth = worth, program(again, lambda pot, worth=worth: worth) / 3.7
        if np.abs(worth - before).max() < 1e-10:
            break
    assert shares == pytest.approx(worth, abs=1e-5)
    assert found.residual <= 1e-6
    assert close(solution.standing.values, program(start, lambda pot: worth), 1e-6)


def test_the_program_and_cfr_agree(tmp_path):
    rules = rule_file(tmp_path, LOPSIDED)
    for options in (POT_SIZED, {**FIXED, "pot_cap": 12}):
        by_program = solve(rules, svara="recursive", method="lp", target=1e-9, **options)
        by_cfr = solve(rules, svara="recursive", target=1e-5, **options)
        assert by_program.extra["exploitability"] < 1e-8
        assert close(by_cfr.extra["value"], by_program.extra["value"], 1e-5)


@pytest.mark.parametrize("players", [2, 3])
@pytest.mark.parametrize("rake", [0, 0.25])
def test_where_nobody_can_bet_to_speak_of_all_own_the_same(tmp_path, players, rake):
    """Checks to a showdown: no seat differs from another, whatever ties are worth; bets are a millionth of the pot."""
    options = {"check_before_bet": True, "nobody_bets": "showdown", "allow_blind": False, "max_raises": 0}
    game = betting_game(rule_file(tmp_path, NINE), n_players=players, bets="0.000001p", rake=rake, **options)
    solution, found = solve_recursive(game.structure, game.table, Settings(target=1e-5))
    for (tied, _), shares in found.shares.items():
        assert shares == pytest.approx([(1 - rake) / tied] * tied, abs=5e-5)
    assert {tied for tied, _ in found.shares} == set(range(2, players + 1))
    assert solution.standing.values == pytest.approx([-rake] * players, abs=5e-5)


def test_a_tie_that_leaves_a_fixed_pot_as_it_is(tmp_path, monkeypatch):
    """Two check: the pot of 2 is played for again and again. By linear programs the same."""
    rules, cap = rule_file(tmp_path, LOPSIDED), 5.0
    options = {"check_before_bet": True, "nobody_bets": "showdown", "allow_blind": False, "max_raises": 0}
    start = betting_game(rules, **options)
    rounds, solve_values = [], carryover.solve_values
    monkeypatch.setattr(
        carryover, "solve_values", lambda *game, **how: rounds.append(game) or solve_values(*game, **how)
    )
    solution, found = solve_recursive(start.structure, start.table, Settings(target=1e-6), cap=cap)
    assert 2 <= len(rounds) < 60  # until they settle, and no longer
    assert found.shares.keys() == {(2, 2.0)}
    again, worth = betting_game(rules, ante=0, carried=2, **options), np.array([0.5, 0.5])
    for _ in range(60):
        worth = program(again, lambda pot, worth=worth: worth if pot < cap else (0.5, 0.5)) / 2
    assert found.shares[2, 2.0] == pytest.approx(worth, abs=1e-5)
    exact = program(start, lambda pot: worth if pot < cap else (0.5, 0.5))
    assert close(solution.standing.values, exact, 1e-6)
    assert abs(worth[0] - 0.5) > 1e-3


def test_a_cap_twice_as_high_changes_less_and_less(tmp_path):
    rules = rule_file(tmp_path, LOPSIDED)
    options = {**FIXED, "svara": "recursive", "target": 1e-5}
    values = [solve(rules, pot_cap=cap, **options).extra for cap in (10, 20, 40)]
    changes = [abs(b["value"][0] - a["value"][0]) for a, b in pairwise(values)]
    assert all(later < 0.5 * sooner for sooner, later in pairwise(changes))
    assert [each["svara_residual"] for each in values[1:]] == pytest.approx(changes, abs=1e-9)


@pytest.mark.parametrize("rake", [0, 0.1])
@pytest.mark.parametrize(("players", "options"), [(2, FIXED), (2, POT_SIZED), (3, {"bets": "1p", "max_raises": 0})])
def test_what_the_seats_win_the_house_does_not(tmp_path, players, options, rake):
    """Without rake the values add up to nothing; with it to what the house keeps of the pots that are won."""
    rules = rule_file(tmp_path, LOPSIDED)
    options = {**options, "rake": rake} | ({"allow_blind": False} if players == 3 else {})
    extra = solve(rules, n_players=players, svara="recursive", target=1e-3, **options).extra
    if not rake:
        assert sum(extra["value"]) == pytest.approx(0, abs=1e-12)
        for each in extra["svara_shares"]:
            assert sum(each["shares"]) == pytest.approx(1, abs=1e-9)
        return
    # At least of the antes that lie there at the start.
    assert sum(extra["value"]) < -rake * players + 1e-9
    assert all(sum(each["shares"]) < 1 - rake + 1e-9 for each in extra["svara_shares"])


def played_rounds(rules, players, cap, options):
    """The value at the start, and every round with its strategies as the naive twin plays them."""
    start = betting_game(rules, n_players=players, **options)
    settings = Settings(target=1e-4)
    solution, found = solve_recursive(start.structure, start.table, settings, cap=cap)

    def division(tree):
        table = np.tile(equal_division(players_of(tree)), (len(tree.pot_amount), 1, 1))
        for number, (pot, seats) in enumerate(zip(tree.pot_amount.tolist(), tree.pot_seats.tolist(), strict=True)):
            for mask in range(1 << tree.n_players):
                tied = [seat for seat in range(tree.n_players) if mask >> seat & 1]
                if len(tied) > 1 and mask & ~seats == 0 and pot < cap:
                    table[number, mask, tied] = found.shares[len(tied), pot]
        return Ties(table, np.zeros_like(table))

    rounds = {}
    games = {(seats, pot): (seats, {"ante": 0, "carried": pot}) for seats, pot in found.shares}
    for key, (seats, more) in {"start": (players, {}), **games}.items():
        game = betting_game(rules, n_players=seats, **options, **more)
        strategy = solve_structure(game.structure, game.table, settings, division=division).strategy
        deals = deals_of(table_deal(game.table, seats))
        taken = {
            (node, cell): strategy.frequency(node)[:, cell].tolist()
            for node in strategy.nodes()
            for cell in range(int(strategy.cells[node]))
        }
        weights = list(accumulate(deal[0] for deal in deals))
        rounds[key] = nested(game.tree, game.table.symmetry.n_classes), deals, weights, taken
    return solution, rounds


def players_of(tree):
    return tree.n_players


@pytest.mark.parametrize(("players", "cap"), [(2, 26.0), (3, 12.0)])
def test_chains_that_are_played_to_the_end(tmp_path, players, cap):
    options = {"max_raises": 1} if players == 2 else {"max_raises": 0, "allow_blind": False}
    solution, rounds = played_rounds(rule_file(tmp_path, NINE), players, cap, options)
    assert len(rounds) > 2
    draw = random.Random(players)
    results = np.array([chain(rounds, "start", cap, draw) for _ in range(30_000)])
    assert results.sum(axis=1) == pytest.approx(0, abs=1e-9)
    error = results.std(axis=0) / np.sqrt(len(results))
    assert np.abs(results.mean(axis=0) - solution.standing.values).max() < 4.5 * error.max()
    # The scatter of a sample of squares, by its own scatter.
    squares = results**2
    error = squares.std(axis=0) / np.sqrt(len(results))
    expected = np.array(solution.stdev) ** 2 + np.array(solution.standing.values) ** 2
    assert np.abs(squares.mean(axis=0) - expected).max() < 4.5 * error.max()


def test_three_seats_at_all_scales(tmp_path):
    """The fixed point of two seats is that of the game of two; that of three reproduces itself."""
    rules = rule_file(tmp_path, LOPSIDED)
    options = {"bets": "1p", "max_raises": 0, "allow_blind": False}
    three = betting_game(rules, n_players=3, **options)
    _, found = solve_recursive(three.structure, three.table, Settings(target=1e-4))
    two = betting_game(rules, **options)
    _, alone = solve_recursive(two.structure, two.table, Settings(target=1e-4))
    assert found.shares[2, 0.0].tolist() == alone.shares[2, 0.0].tolist()
    again = betting_game(rules, n_players=3, ante=0, carried=10, **options)

    def division(tree):
        table = np.tile(equal_division(3), (len(tree.pot_amount), 1, 1))
        table[:, 7] = found.shares[3, 0.0]
        for tied in ([0, 1], [0, 2], [1, 2]):
            table[:, sum(1 << seat for seat in tied), tied] = found.shares[2, 0.0]
        return Ties(table, np.zeros_like(table))

    solution = solve_structure(again.structure, again.table, Settings(target=1e-4), division=division)
    assert np.array(solution.standing.values) / 10 == pytest.approx(found.shares[3, 0.0], abs=1e-3)
    assert found.shares[3, 0.0].sum() == pytest.approx(1, abs=1e-9)


def test_the_scatter_at_all_scales(tmp_path):
    """Cut off at ever larger pots, chains scatter ever nearer to the fixed point; with larger bets, without end."""
    game = betting_game(rule_file(tmp_path, LOPSIDED), bets="0.25p", max_raises=0, allow_blind=False)
    solution, found = solve_recursive(game.structure, game.table, Settings(target=1e-5))
    variance = found.variances[2, 0.0]
    again = betting_game(game.rules, ante=0, carried=1, bets="0.25p", max_raises=0, allow_blind=False)
    worth = np.zeros(2)
    for _ in range(60):

        def division(tree, worth=worth):
            ties = np.tile(equal_division(2), (len(tree.pot_amount), 1, 1))
            ties[:, 3] = found.shares[2, 0.0]
            scatter = np.zeros_like(ties)
            scatter[:, 3] = worth
            return Ties(ties, scatter)

        worth = (
            np.array(solve_structure(again.structure, again.table, Settings(target=1e-5), division=division).stdev) ** 2
        )
    assert variance == pytest.approx(worth, rel=1e-6)
    assert solution.stdev[0] > solve(game.rules, bets="0.25p", max_raises=0, allow_blind=False).extra["stdev"][0]
    wild = betting_game(game.rules, bets="30p", max_raises=0, check_before_bet=True, allow_blind=False)
    solution, found = solve_recursive(wild.structure, wild.table, Settings(target=1e-2))
    assert np.isinf(solution.stdev).all()


def test_many_small_pots(tmp_path):
    """Hundreds of rounds one behind the other, more than Python would nest."""
    rules = rule_file(tmp_path, NINE)
    options = {"ante": 10, "bets": 1, "max_raises": 0, "allow_blind": False, "target": 0.1}
    extra = solve(rules, svara="recursive", **options).extra
    # From 640 on, which is 32 times the antes, ties are shared.
    assert [each["pot"] for each in extra["svara_shares"]] == list(range(22, 640, 2))


def test_too_many_pots_are_refused(tmp_path):
    rules = rule_file(tmp_path, NINE)
    with pytest.raises(
        SolveError, match="more than 1000 different pots lie below the cap of 64; give a smaller pot cap"
    ):
        solve(rules, svara="recursive", bets=0.01, max_raises=0, allow_blind=False)


@pytest.mark.parametrize(
    ("options", "says"),
    [
        ({"rules": "bulgarian", "n_players": 4}, "recursive is for 2 or 3 players, not for 4; give share"),
        ({"stacks": 10}, "needs unlimited stacks"),
        ({"pot_cap": 2}, "pot cap: 2 is not allowed; give more than the pot at the start, 2"),
        ({"method": "sampled"}, "method: sampled takes ties as shared; svara recursive needs cfr or lp"),
        ({"method": "lp", "rake": 0.1}, "a rake breaks that"),
        ({"svara": "split"}, "svara: 'split' is not allowed; give share or recursive"),
        ({"svara": "share", "pot_cap": 9}, "pot_cap: 9 is for svara recursive only"),
    ],
    ids=lambda part: str(part)[:30],
)
def test_what_is_refused(tmp_path, options, says):
    with pytest.raises(SolveError, match=says):
        solve(**{"rules": rule_file(tmp_path, NINE), "svara": "recursive", **options})


def test_what_is_scale_free(tmp_path):
    rules = rule_file(tmp_path, NINE)
    for options, free in [
        (POT_SIZED, True),
        ({**POT_SIZED, "max_bet": 8}, False),
        ({**POT_SIZED, "raises": "2x"}, True),
        ({**POT_SIZED, "bets": "1,1p"}, False),
        (FIXED, False),
        ({**POT_SIZED, "allow_blind": True}, False),
        ({**POT_SIZED, "allow_blind": True, "blind": "0.25p"}, True),
    ]:
        assert is_scale_free(betting_game(rules, **options).structure) is free, options
    assert carryover.MOST_ROUNDS > 10
