"""What holds of blind bets whatever the numbers are, and the tables that charts are drawn from."""

import math
import signal

import pytest

import svara_odds as so
from svara_odds.errors import NotationError, SolveError
from svara_odds.studies.blind import blind_value
from svara_odds.studies.blind_sweep import blind_sweep, play_thresholds
from svara_odds.studies.charts import draw_chart
from svara_odds.studies.solve import solve

# Rule set and betting: all rule sets, and sizes of bets, blinds and raises far from the usual ones.
SIZES = [
    *((rules, {}) for rules in ("bulgarian", "fortegames", "russian", "latvian-seka", "trynka")),
    ("fortegames", {"blind": 0.25}),
    ("fortegames", {"blind": 3, "bets": 8, "max_raises": 1}),
    ("bulgarian", {"bets": 1, "blind": 1, "max_raises": 0}),
    ("russian", {"bet": 2, "laps": 2}),
]


@pytest.mark.parametrize(("rules", "betting"), SIZES)
def test_the_right_to_bet_blind_never_hurts(rules, betting):
    found = blind_value(rules, target=5e-3, **betting).extra
    # Each value is off by no more than what the other seat could still gain.
    slack = found["gain_uncertain_by"]
    assert 0 < slack < 0.025
    assert found["value_with"][0] >= found["value_without"][0] - slack
    assert found["gain"] == pytest.approx(found["value_with"][0] - found["value_without"][0], abs=1e-12)
    assert sum(found["value_with"]) == pytest.approx(0, abs=1e-9)
    assert sum(found["value_without"]) == pytest.approx(0, abs=1e-9)
    assert 0 <= found["blind_frequency"] <= 1


def test_more_may_be_won_from_a_range_than_from_an_equilibrium():
    best = blind_value("fortegames", target=1e-3).extra
    for opponents in ("21+", "15+", "28+"):
        found = blind_value("fortegames", opponents=opponents).extra
        assert found["method"] == "exact"
        assert found["gain_stderr"] == 0
        # With the right to bet blind seat 0 may do what it does in an equilibrium, and gets no less than there.
        assert found["value_with"][0] >= best["value_with"][0] - best["exploitability"] - 1e-9


def test_against_ranges_a_sample_has_an_error_and_a_seed():
    one, same, other = (
        blind_value("fortegames", n_players=4, opponents="21+", deals=4_000, seed=seed, max_raises=1)
        for seed in (1, 1, 2)
    )
    assert one.columns == same.columns
    assert one.columns != other.columns
    assert one.info.seed == 1
    assert 0 < one.extra["gain_stderr"] < 0.05
    distance = abs(one.extra["gain"] - other.extra["gain"])
    assert 0 < distance < 6 * math.hypot(one.extra["gain_stderr"], other.extra["gain_stderr"])


def test_opponents_who_never_stay_are_beaten_by_any_bet():
    # Everyone else gives up its ante to whoever bets: blind or not, three antes.
    found = blind_value("fortegames", n_players=4, opponents="34", deals=4_000, seed=3, max_raises=0).extra
    chance = 4 / 4960  # of three sevens
    assert found["value_with"][0] == pytest.approx(3, abs=3 * 10 * chance + 0.05)
    assert found["gain"] == pytest.approx(0, abs=0.05)


def test_a_sweep_has_a_row_for_every_seat():
    found = blind_sweep("fortegames", players=[2, 3], blinds=[0.5, 1], deals=2_000, seed=1, max_raises=1)
    frame = found.frame()
    assert list(frame.columns) == ["players", "blind", "seat", "value_without", "value_with", "gain", "stderr"]
    assert len(frame) == 2 * (2 + 3)
    assert found.info.method == "exact and monte-carlo"
    for (players, blind), rows in frame.groupby(["players", "blind"]):
        assert rows["seat"].tolist() == list(range(players))
        single = blind_value(
            "fortegames", n_players=players, blind=blind, opponents="21+", deals=2_000, seed=1, max_raises=1
        )
        assert rows["gain"].tolist() == single.columns["gain"]
        assert rows["gain"].sum() == pytest.approx(0, abs=4 * math.hypot(*rows["stderr"]) + 1e-9)
    assert (frame.loc[frame["players"] == 2, "stderr"] == 0).all()


def test_thresholds_rise_with_the_bet():
    found = play_thresholds("fortegames", players=[2], bets=[1, 4, 16], target=5e-3)
    frame = found.frame()
    assert list(frame.columns) == ["players", "bet", "seat", "threshold"]
    for seat in range(2):
        points = frame.loc[frame["seat"] == seat, "threshold"].tolist()
        assert points == sorted(points)
        assert points[0] < points[-1]


@pytest.mark.slow
def test_thresholds_of_three_seats_are_there_for_all():
    found = play_thresholds("fortegames", players=[3], bets=[2], max_iterations=30, max_raises=0)
    assert found.columns["seat"] == [0, 1, 2]
    first, second, _ = found.columns["threshold"]
    assert first >= second  # fewer are left to be beaten


@pytest.mark.parametrize(
    ("options", "error", "what"),
    [
        ({"allow_blind": False}, SolveError, "allow_blind: False"),
        ({"opponents_raise": "30+"}, SolveError, "give opponents too"),
        ({"opponents": "21+", "deals": 0}, SolveError, "deals: 0"),
        ({"opponents": "21"}, None, ""),
        ({"opponents": "2x+"}, NotationError, "opponents"),
        ({"opponents": "21+", "blind_laps": 0}, SolveError, "no blind bet"),
        ({"opponents": "21+", "blind_laps": 0, "n_players": 3}, SolveError, "no blind bet"),
        ({"opponents": "21+", "n_players": 3, "seed": -1}, SolveError, "seed: -1"),
    ],
)
def test_bad_input(options, error, what):
    if error is None:
        assert blind_value(**options).extra["method"] == "exact"
        return
    with pytest.raises(error, match=what):
        blind_value(**options)


def test_a_game_without_a_blind_is_not_solved_first(monkeypatch):
    monkeypatch.setattr("svara_odds.studies.blind.solve_structure", lambda *_: pytest.fail("solved"))
    for betting in ({"n_players": 3, "blind_laps": 0}, {"n_players": 2, "blind": 3, "max_bet": 2}):
        with pytest.raises(SolveError, match="no blind bet"):
            blind_value("fortegames", **betting)


def test_rules_in_which_seats_wait_for_a_bet_have_no_thresholds(tmp_path):
    rules = tmp_path / "waits.toml"
    rules.write_text('name = "waits"\nextends = "fortegames"\n[betting]\ncheck_before_bet = true\n')
    with pytest.raises(SolveError, match="check_before_bet: True is not allowed here"):
        play_thresholds(rules, players=[2])
    out = play_thresholds(rules, players=[2], bets=[2], check_before_bet=False)
    assert out.columns == play_thresholds("fortegames", players=[2], bets=[2]).columns


@pytest.mark.parametrize(
    ("study", "name"), [(blind_sweep, "players"), (blind_sweep, "blinds"), (play_thresholds, "bets")]
)
def test_nothing_to_sweep(study, name):
    with pytest.raises(SolveError, match=f"{name}: nothing is given"):
        study(**{name: []})


@pytest.mark.parametrize(
    ("study", "options", "what"),
    [
        (play_thresholds, {"allow_blind": True}, "allow_blind: 'True' is not allowed here; there is no blind betting"),
        (play_thresholds, {"n_players": 2}, "n_players: '2' is not allowed here; give players"),
        (
            play_thresholds,
            {"check_before_bet": True},
            "check_before_bet: True is not allowed here; those before a seat",
        ),
        (play_thresholds, {"bet": 2}, "bet: '2' is not allowed here; give bets"),
        (blind_sweep, {"blind": 2}, "blind: '2' is not allowed here; give blinds"),
        (blind_sweep, {"n_players": 2}, "n_players: '2' is not allowed here; give players"),
        (so.convergence, {"method": "lp"}, "method: 'lp' is not allowed here"),
        (so.convergence, {"variant": "cfr"}, "variant: 'cfr' is not allowed here; give variants"),
    ],
)
def test_what_a_study_settles_itself_is_refused(study, options, what):
    with pytest.raises(SolveError, match=what):
        study(**options)


def test_opponents_are_the_best_three_in_ten_of_any_game(tmp_path):
    """In a game whose best hand has 15 points nobody has the 21 that most games would ask for."""
    rules = tmp_path / "low.toml"
    rules.write_text(
        'name = "low"\ntitle = "Low"\nsource = "a test"\n[deck]\nranks = "789"\nsuits = "cdhs"\n[scoring]\n'
        'points = { 7 = 1, 8 = 3, 9 = 5 }\n[betting]\nstructure = "call-closes"\n[svara]\nprice = "P"\n'
    )
    for game, expected in ((rules, None), ("fortegames", "21+"), ("bulgarian", "21+")):
        used = blind_sweep(game, players=[2], blinds=[1], deals=100, seed=1, max_raises=0).info.parameters["opponents"]
        scores = so.distribution(game).columns
        allowed = [points for points, share in zip(scores["points"], scores["at_least"], strict=True) if share <= 0.3]
        assert used == f"{allowed[0]:g}+"
        assert expected in (None, used)


def test_both_are_at_hand():
    assert so.blind_sweep is blind_sweep
    assert so.play_thresholds is play_thresholds


def test_an_interrupt_ends_both_solves():
    """Nothing is answered, and the game without the blind is not begun, after Ctrl-C in the game with it."""
    told = []

    def stop(iterations, exploitability):
        told.append(iterations)
        if len(told) == 2:
            signal.raise_signal(signal.SIGINT)

    with pytest.raises(KeyboardInterrupt):
        blind_value(target=1e-12, progress=stop)
    assert len(told) == 2


def interrupted(*words, **options):
    options["progress"] = lambda done, far: signal.raise_signal(signal.SIGINT)
    return solve(*words, **options)


def test_a_variant_that_was_broken_off_is_not_kept_as_if_it_were_done(tmp_path, monkeypatch):
    asked = {"variants": ["cfr", "dcfr"], "max_raises": 0, "target": 1e-9, "max_iterations": 200}
    monkeypatch.setattr("svara_odds.studies.convergence.solve", interrupted)
    with pytest.raises(KeyboardInterrupt):
        so.convergence("fortegames", checkpoint=tmp_path / "job", **asked)
    monkeypatch.undo()
    went_on = so.convergence("fortegames", checkpoint=tmp_path / "job", **asked)
    assert went_on.columns == so.convergence("fortegames", **asked).columns


def test_no_chart_is_drawn_of_a_solve_that_was_broken_off(tmp_path, monkeypatch):
    monkeypatch.setattr("svara_odds.studies.solve.solve", interrupted)
    with pytest.raises(KeyboardInterrupt):
        draw_chart("strategy-matrix", tmp_path / "out.svg", options={"line": "0 look", "target": 1e-12})
    assert list(tmp_path.iterdir()) == []
