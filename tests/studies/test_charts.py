"""What each chart says about its study, in a language, and which options it takes."""

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
    for name, chart in showdowns.items():
        draw_chart(name, tmp_path / f"{name}.svg", rules=path, lang="ru")
        assert chart.message(chart.study(path), "pl")
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
