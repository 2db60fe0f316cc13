"""What each chart says about its study, in a language, and which options it takes."""

import math
from fractions import Fraction

import pytest

import svara_odds as so
from svara_odds.studies.charts import CHARTS, chart_listing, draw_chart
from svara_odds.text.catalogue import LANGUAGES, messages
from tests.naive.scoring import distribution


def facts(name, rules="bulgarian", **options):
    return CHARTS[name].facts(CHARTS[name].study(rules, **options))


@pytest.mark.parametrize("name", CHARTS)
def test_a_chart_has_all_its_messages(name):
    for lang in LANGUAGES:
        assert {f"chart.{CHARTS[name].drawing}.{key}" for key in ("shows", "subject", "says")} <= set(messages(lang))


def test_charts_are_listed_in_a_language():
    assert chart_listing().columns["chart"] == list(CHARTS)
    assert chart_listing("bg").columns["shows"][0] == "Колко често се пада всеки брой точки."
    assert all(
        len(set(shows)) == 4
        for shows in zip(*(chart_listing(lang).columns["shows"] for lang in LANGUAGES), strict=True)
    )


@pytest.mark.parametrize("rules", ["bulgarian", "russian", "trynka"])
def test_half_a_tenth_and_a_hundredth_of_the_hands(rules):
    rows = distribution(rules)
    total = sum(count for _, count in rows)
    found = facts("cumulative", rules)
    for name, parts in (("half", 2), ("tenth", 10), ("hundredth", 100)):
        at_least = {p: sum(count for q, count in rows if q >= p) for p, _ in rows}
        assert found[name] == max(p for p in at_least if parts * at_least[p] >= total)


def test_more_than_half_of_the_pot_from_there_on():
    found = facts("equity-heat")
    equities = {(row["players"], row["points"]): row["equity"] for row in so.equity_by_points("bulgarian").rows()}
    for players, start in ((2, found["few_points"]), (10, found["many_points"])):
        scores = sorted(points for n, points in equities if n == players)
        below = scores[scores.index(start) - 1]
        assert all(equities[players, points] > Fraction(1, 2) for points in scores if points >= start)
        assert equities[players, below] <= Fraction(1, 2)


def test_the_score_that_ties_most():
    result = CHARTS["outcomes-by-points"].study("bulgarian", n_players=[4])
    assert set(result.columns["players"]) == {4}
    found = CHARTS["outcomes-by-points"].facts(result)
    assert found["share"] == 100 * max(result.columns["svara"])
    assert found["players"] == 4


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("name", ["equity-by-points", "equity-heat", "svara-sizes"])
def test_one_number_of_players_has_a_title_of_its_own(name, lang):
    result = CHARTS[name].study("bulgarian", n_players=[3])
    said = CHARTS[name].message(result, lang)
    assert "3" in said
    assert said != CHARTS[name].message(CHARTS[name].study("bulgarian", n_players=[3, 4]), lang)


def test_the_fewest_points_that_own_a_fair_share():
    rows = so.equity_by_points("bulgarian", n_players=[3]).rows()
    fair = min(row["points"] for row in rows if row["equity"] >= Fraction(1, 3))
    assert facts("equity-by-points", n_players=[3])["points"] == fair


def test_a_game_where_all_tie(tmp_path):
    """Every hand is worth one card, and every card 5."""
    path = tmp_path / "flat.toml"
    path.write_text(
        'name = "flat"\ntitle = "All alike"\nsource = "a test"\n[deck]\nranks = "TJQ"\nsuits = "cdh"\n'
        "[scoring]\npoints = { T = 5, J = 5, Q = 5 }\nsuit_sum = false\n"
    )
    showdowns = {name: chart for name, chart in CHARTS.items() if chart.kind == "showdown"}
    options = {"blind-value": {"players": [2], "opponents": "5"}, "thresholds": {"players": [2]}}
    for name, chart in showdowns.items():
        draw_chart(name, tmp_path / f"{name}.svg", rules=path, lang="ru", options=options.get(name))
        assert chart.message(chart.study(path, **options.get(name, {})), "pl")
    assert facts("equity-heat", path) == {"says": "says_none", "few": 2}


def test_own_titles_stand_beneath_translated_ones(tmp_path):
    path = tmp_path / "own.toml"
    path.write_text('name = "bulgarian"\nextends = "bulgarian"\ntitle = "Our table"\n')
    chart = CHARTS["score-distribution"]
    words = chart.words(chart.study(path), so.load_rules(path), "bg")
    assert words["subtitle"] == "Ръце по точки · Our table"
    words = chart.words(chart.study("bulgarian"), so.load_rules("bulgarian"), "bg")
    assert words["subtitle"] == "Ръце по точки · Българска сварка: 32 карти, седмица спатия носи 11 точки"


def test_rule_sets_of_ones_choice_side_by_side():
    result = CHARTS["at-least"].study("bulgarian", beside=["trynka", "russian"])
    assert list(dict.fromkeys(result.columns["rules"])) == ["bulgarian", "trynka", "russian"]


@pytest.mark.parametrize(
    ("name", "options", "says"),
    [
        ("cumulative", {"n_players": [2]}, "chart cumulative has no option 'n_players'; it has none"),
        ("svara-sizes", {"beside": ["trynka"]}, "has no option 'beside'; it takes n_players"),
        ("outcomes-by-points", {"n_players": [2, 3]}, "players: 2 and 3; this chart shows one"),
        ("svara-sizes", {"n_players": [11]}, "players: 11; bulgarian is played by 2 to 10"),
    ],
)
def test_options_that_do_not_go(tmp_path, name, options, says):
    with pytest.raises(so.SvaraError, match=says):
        draw_chart(name, tmp_path / "a.png", options=options)
    assert list(tmp_path.iterdir()) == []


def test_a_language_that_is_not_there(tmp_path):
    with pytest.raises(so.SvaraError, match="lang: 'de'"):
        draw_chart("cumulative", tmp_path / "a.png", lang="de")


# --- solved betting --------------------------------------------------------------------------------------------------

SMALL = {"betting": {"max_raises": 1}, "target": 0.01}


@pytest.fixture(scope="module")
def answered():
    """Seat 1 before a bet over two blinds: fold, call or raise."""
    return so.solve("fortegames", max_raises=1, target=0.005).at("0 blind 1 / 1 double to 2 / 0 bet 4")


def test_a_line_is_that_of_the_strategy(answered):
    rows = so.solve("fortegames", max_raises=1, target=0.005).rows()
    assert answered.rows() == [row for row in rows if row["line"] == answered.extra["line"]]
    assert answered.extra["seat"] == 1
    for action, mean in answered.extra["actions"].items():
        of_it = [row for row in answered.rows() if row["action"] == action]
        weights = [row["hands"] * row["reach"] for row in of_it]
        shares = sum(weight * row["frequency"] for weight, row in zip(weights, of_it, strict=True))
        assert mean == pytest.approx(shares / sum(weights))
        assert answered.extra["reach"] == pytest.approx(sum(weights) / 4960)


def test_the_commonest_line_is_the_one_that_is_drawn_where_none_is_named():
    solved = so.solve("fortegames", max_raises=1, target=0.005)
    often = {}
    for row in solved.rows():
        if row["hand"] != "unseen" and row["action"] == "fold":
            often[row["line"]] = often.get(row["line"], 0) + row["hands"] * row["reach"]
    assert solved.at().extra["line"] == max(often, key=often.get)


def test_turning_points_are_where_every_better_score_does_as_much(answered):
    found = CHARTS["strategy-by-points"].facts(answered)
    frame = answered.frame()
    frame["weight"] = frame["hands"] * frame["reach"] * frame["frequency"]
    shares = frame.pivot_table(index="points", columns="action", values="weight", aggfunc="sum")
    shares = shares.div(shares.sum(axis=1), axis=0)
    stays, raises = 1 - shares["fold"], shares["raise to 8"]
    for share, start in ((stays, found["points"]), (raises, found["more"])):
        assert (share[share.index >= start] >= 0.5).all()
        assert share[share.index < start].iloc[-1] < 0.5
    assert (found["action"].values["word"].key, found["bolder"].values["n"]) == ("action.call", 8)


def test_where_nothing_turns_the_title_says_what_is_done_most(answered):
    folded = {**answered.columns, "frequency": [float(action == "fold") for action in answered.columns["action"]]}
    extra = {**answered.extra, "actions": {"fold": 1.0, "call 2": 0.0, "raise to 8": 0.0}}
    result = so.Result(answered.info, folded, extra=extra)
    assert CHARTS["strategy-by-points"].message(result) == "Fold: 100 % of all hands that come this way"
    assert CHARTS["strategy-matrix"].message(result, "pl") == "Pas: 100% układów, które tu dochodzą"


def test_the_variant_that_is_nearest_is_named():
    result = so.convergence("fortegames", variants=["cfr", "dcfr"], max_raises=1, target=0.01)
    rows = {row["method"]: row for row in result.rows()}
    assert list(rows) == ["CFR", "DCFR"]
    assert rows["DCFR"]["exploitability"] <= 0.01
    found = CHARTS["convergence"].facts(result)
    assert found["iterations"] == min(row["iteration"] for row in rows.values())
    solved = so.solve("fortegames", max_raises=1, target=0.01)
    assert solved.extra["exploitability"] == rows["DCFR"]["exploitability"]
    assert solved.extra["iterations"] == rows["DCFR"]["iteration"]


@pytest.mark.parametrize(
    ("name", "ending"), [("strategy-matrix", "png"), ("strategy-by-points", "svg"), ("convergence", "pdf")]
)
def test_solved_charts_are_the_same_bytes_on_every_run(tmp_path, name, ending):
    one, other = (draw_chart(name, tmp_path / f"{n}.{ending}", rules="fortegames", options=SMALL) for n in (1, 2))
    assert one.read_bytes() == other.read_bytes()


def test_a_solved_game_draws_its_own_chart():
    solved = so.solve("fortegames", max_raises=1, target=0.01)
    matrix, bars = solved.chart("0 look"), solved.chart("0 look", by="points", lang="pl")
    words = CHARTS["strategy-matrix"].words(solved.at("0 look"), so.load_rules("fortegames"))
    assert matrix.get_title(loc="left").split() == words["title"].split()
    assert bars.get_ylabel() == "układy, które tu dochodzą, %"
    given = so.charts.new_axes()
    assert solved.chart("0 look", given) is given


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("0 swim", "line '0 swim' has no step '0 swim'; there it may go on with: 0 blind 1, 0 look"),
        ("0 look / 0 fold", "is at an end; nobody decides there"),
        ("", "line '': seat 0 has not looked at its cards; such as '0 "),
    ],
)
def test_lines_that_do_not_go(tmp_path, line, says):
    with pytest.raises(so.SolveError, match=says):
        draw_chart("strategy-matrix", tmp_path / "a.png", rules="fortegames", options={"line": line, **SMALL})
    assert list(tmp_path.iterdir()) == []


def test_no_variants_and_no_such_order():
    with pytest.raises(so.SolveError, match="variants: none given; give one or more of cfr, cfr"):
        so.convergence("fortegames", variants=[])
    with pytest.raises(so.SolveError, match="by: 'suit' is not allowed; give hand or points"):
        so.solve("fortegames", max_raises=0, allow_blind=False, target=0.1).chart(by="suit")


def test_blind_values_are_those_of_seat_0_at_every_table(tmp_path):
    options = {"players": [2], "blinds": [1, 2]}
    result = CHARTS["blind-value"].study("fortegames", **options)
    for row in result.rows():
        against = so.blind_value("fortegames", n_players=2, blind=row["blind"], opponents="21+", seed=1)
        assert (row["seat"], row["players"]) == (0, 2)
        assert row["gain"] == pytest.approx(against.extra["gain"])  # exact for two, whatever the seed
    found = CHARTS["blind-value"].facts(result)
    assert (found["gain"], found["blind"]) == (max(result.columns["gain"]), 1)
    path = draw_chart("blind-value", tmp_path / "a.svg", rules="fortegames", options=options)
    assert (
        path.read_bytes()
        == draw_chart("blind-value", tmp_path / "b.svg", rules="fortegames", options=options).read_bytes()
    )


def test_blind_values_of_an_equilibrium_and_of_none(tmp_path):
    options = {"players": [2], "blinds": [1], "opponents": "equilibrium", "target": 0.01}
    result = CHARTS["blind-value"].study("fortegames", **options)
    solved = so.blind_value("fortegames", target=0.01)
    assert result.columns["gain"] == [solved.extra["gain"]]
    nothing = so.Result(result.info, {**result.columns, "gain": [0.0]})
    assert CHARTS["blind-value"].message(nothing) == "The right to bet blind is worth nothing at any of these tables"


def test_thresholds_are_said_of_the_largest_table_and_the_smallest_bet():
    options = {"players": [2], "bets": [2, 4], "target": 0.01}
    result = CHARTS["thresholds"].study("fortegames", **options)
    found = CHARTS["thresholds"].facts(result)
    rows = {(row["bet"], row["seat"]): row["threshold"] for row in result.rows()}
    assert (found["first"], found["last"], found["bet"]) == (rows[2, 0], rows[2, 1], 2)
    assert all(rows[4, seat] >= rows[2, seat] for seat in (0, 1))
    columns = {**result.columns, "threshold": [math.nan] * 4}
    assert CHARTS["thresholds"].message(so.Result(result.info, columns)) == (
        "For a bet of 2 among 2 players, some seat never plays"
    )


@pytest.mark.parametrize("name", ["strategy-matrix", "strategy-by-points", "thresholds", "blind-value"])
def test_a_chart_of_sampled_betting_has_a_seed(name, monkeypatch):
    """Which study is asked, and with which seed."""
    asked = []
    for home in ("solve.solve", "blind_sweep.blind_sweep", "blind_sweep.play_thresholds"):
        monkeypatch.setattr(f"svara_odds.studies.{home}", lambda *_, seed, **__: asked.append(seed) or 1 / 0)
    for options in ({}, {}, {"seed": 5}):
        with pytest.raises(ZeroDivisionError):
            CHARTS[name].study("bulgarian", **options)
    assert asked == [4, 4, 5]
    assert "seed" in CHARTS[name].options


def test_a_chart_of_a_sampled_game_is_the_same_on_every_run():
    """Four seats, whose game is too large to be solved exactly."""
    small = {"n_players": 4, "max_iterations": 200, "betting": {"max_raises": 0, "allow_blind": False}}
    one, same, other = (CHARTS["strategy-matrix"].study("bulgarian", **small, **seed) for seed in ({}, {}, {"seed": 5}))
    assert one.info.method == "sampled"
    assert one.columns == same.columns
    assert one.columns != other.columns
    assert (one.info.seed, other.info.seed) == (4, 5)


@pytest.mark.parametrize("name", ["trick-shares", "trump-values"])
def test_a_sampled_chart_of_tricks_has_a_seed_and_players(name, few_cards):
    chart, rules = CHARTS[name], so.load_rules(few_cards)
    one, same, other = (chart.study(rules, n_players=[2], **seed) for seed in ({}, {"seed": 4}, {"seed": 5}))
    assert one.columns == same.columns
    assert one.columns != other.columns
    assert other.info.seed == 5
    assert one.info.parameters["players"] in (2, [2])
    assert {"n_players", "seed"} <= set(chart.options)
