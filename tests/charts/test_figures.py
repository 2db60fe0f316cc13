"""What the charts show and how their files are written."""

import inspect
import os
import stat
import subprocess
import sys
from pathlib import Path

import numpy as np
import pandas as pd
import pytest

from svara_odds import charts
from svara_odds.charts import draw_to_file, equity_by_points, new_axes, score_distribution
from svara_odds.charts.figure import checked_path
from svara_odds.charts.titles import write_title
from svara_odds.errors import SvaraError
from svara_odds.results import Result
from svara_odds.rules.catalog import list_rules, load_rules
from svara_odds.studies.charts import CHARTS, Chart, draw_chart
from svara_odds.studies.provenance import run_info
from tests.charts.frames import FRAMES
from tests.charts.measure import covered, cut, draw_in_style, written
from tests.naive.scoring import distribution

ROOT = Path(__file__).parents[2]


# Games of one's own: half points between the whole ones, and one card worth more than all others together.
OWN = {
    "nine": """
[deck]
cards = ["7c", "7d", "7h", "Kc", "Kd", "Kh", "Ac", "Ad", "Ah"]
[scoring]
points = { 7 = 2.5, K = 3, A = 4 }
pairs = { 7 = 13.5, A = 14.5 }
triples = { 7 = 24.5, K = 25.5, A = 26.5 }
jokers = { 7c = 11 }
""",
    "far": """
[deck]
ranks = "789TJQKA"
[scoring]
points = { 7 = 7, 8 = 8, 9 = 9, T = 10, J = 10, Q = 10, K = 10, A = 11, As = 1000 }
""",
}


# Half points and most scores; the widest gap. The others are drawn in the slow tier.
HARDEST = ("russian", "far")
GAMES = [
    pytest.param(name, marks=[] if name in HARDEST else pytest.mark.slow, id=name)
    for name in (*list_rules("showdown"), *OWN)
]
SHIPPED = [game for game in GAMES if game.values[0] not in OWN]


@pytest.fixture(params=GAMES)
def game(request, tmp_path):
    """Name of a shipped rule set, or the path of a game of one's own."""
    if request.param not in OWN:
        return request.param
    path = tmp_path / f"{request.param}.toml"
    path.write_text(f'name = "{request.param}"\ntitle = "Own"\nsource = "a test"\n{OWN[request.param]}')
    return path


def scores(rules):
    """The frame of a distribution from the slow twin."""
    rows = distribution(rules)
    total = sum(count for _, count in rows)
    return pd.DataFrame({"points": [float(p) for p, _ in rows], "probability": [count / total for _, count in rows]})


def equities(numbers):
    return pd.DataFrame(
        [{"players": n, "points": p, "equity": (p / 34) ** (n - 1)} for n in numbers for p in (8, 20.5, 34)]
    )


@pytest.mark.parametrize("rules", SHIPPED)
def test_a_bar_for_every_score(rules):
    frame = scores(rules)
    axes = draw_in_style(lambda axes: score_distribution(frame, axes, title="What it says", subtitle="What of"))
    bars = axes.patches
    assert len(bars) == len(frame)
    np.testing.assert_allclose([bar.get_x() + bar.get_width() / 2 for bar in bars], frame["points"])
    np.testing.assert_allclose([bar.get_height() for bar in bars], 100 * frame["probability"])
    assert (axes.get_xlabel(), axes.get_ylabel()) == ("points of the hand", "hands, %")
    assert axes.get_title(loc="left") == "What it says"
    assert [text.get_text() for text in axes.texts if "What of" in text.get_text()] == ["What of"]


@pytest.mark.parametrize("name", ["score-distribution", "at-least"])
def test_no_text_is_cut_or_covers_another(game, name):
    chart = CHARTS[name]
    result = chart.study(game)
    words = chart.words(result, load_rules(game))
    axes = draw_in_style(lambda axes: getattr(charts, chart.drawing)(result.frame(), axes, **words))
    assert set(axes.get_xticks()) <= set(result.frame()["points"])
    assert len(axes.get_xticks()) >= 2
    page, texts = written(axes)
    assert cut(page, texts) == []
    assert covered(texts) == []


def test_half_points_are_named():
    axes = score_distribution(scores("russian"), new_axes(), title="")
    labels = [text.get_text() for text in axes.texts]
    assert "2.0 at 32.5" in labels
    assert [label for label in labels if "at" in label] == ["2.0 at 32.5"]
    assert 32.5 not in axes.get_xticks()


def test_a_label_gives_way_to_that_of_a_taller_bar():
    frame = pd.DataFrame({"points": [1.0, 2.0, 3.0, 500.0], "probability": [0.3, 0.31, 0.29, 0.1]})
    axes = score_distribution(frame, new_axes(), title="")
    assert axes.get_xticks().tolist() == [1, 500]
    assert [text.get_text() for text in axes.texts] == ["31.0 at 2", "10.0"]


def test_the_drawings_tell_what_they_take():
    for drawing in (getattr(charts, name) for name in FRAMES):
        assert list(inspect.signature(drawing).parameters) == ["frame", "axes", "title", "subtitle", "lang"]
        for word in ("frame : DataFrame", "axes : Axes", "title : str", "subtitle : str", "lang : str", "Returns"):
            assert drawing.__doc__.count(f"\n{word}\n") == 1


def test_a_deck_of_one_score_can_be_drawn():
    frame = pd.DataFrame({"points": [30.0], "probability": [1.0]})
    assert len(score_distribution(frame, new_axes(), title="").patches) == 1


@pytest.mark.parametrize("numbers", [[2], [2, 3, 4], list(range(2, 11)), list(range(2, 17))], ids=len)
def test_a_line_for_every_number_of_players(numbers):
    axes = draw_in_style(lambda axes: equity_by_points(equities(numbers), axes, title="T", subtitle="S"))
    lines = axes.get_lines()
    assert [line.get_label() for line in lines] == [f"{n} players" for n in numbers]
    for n, line in zip(numbers, lines, strict=True):
        np.testing.assert_allclose(line.get_xdata(), [8, 20.5, 34])
        np.testing.assert_allclose(line.get_ydata(), [(p / 34) ** (n - 1) for p in (8, 20.5, 34)])
    assert (axes.get_xlabel(), axes.get_ylabel()) == ("points of the hand", "equity, share of the pot")
    assert len({tuple(line.get_color()) for line in lines}) == len(numbers)
    legend = axes.get_legend()
    assert [text.get_text() for text in legend.get_texts()] == [line.get_label() for line in lines]
    page, _ = written(axes)
    box = legend.get_window_extent()
    assert box.x0 >= axes.get_window_extent().x1  # beside the lines, not on them
    assert box.x1 <= page.x1


@pytest.mark.parametrize("title", ["$1 and $2", r"$\nosuch{$", "100 % of _all_ ^hands^", "Моята сварка", "", "x" * 300])
def test_titles_are_taken_as_they_are(title, tmp_path):
    path = draw_to_file(
        lambda axes: score_distribution(scores("trynka"), axes, title=title, subtitle=title), tmp_path / "a.svg"
    )
    assert path.stat().st_size > 1000


def test_long_titles_are_wrapped():
    axes = new_axes()
    write_title(axes, "word " * 40, "word " * 60)
    assert axes.get_title().count("\n") >= 2
    assert axes.texts[0].get_text().count("\n") >= 2


# --- messages ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("rules", SHIPPED)
def test_the_message_of_a_distribution_is_true(rules):
    chart = CHARTS["score-distribution"]
    rows = distribution(rules)
    total = sum(count for _, count in rows)
    half = max(p for p, _ in rows if 2 * sum(count for q, count in rows if q >= p) >= total)
    most = max(rows, key=lambda row: row[1])[0]
    assert chart.message(chart.study(rules)) == f"Half of all hands make {half} points or more; {most} come up most"


def test_the_message_of_equities_names_a_score_and_two_tables():
    chart = CHARTS["equity-by-points"]
    result = chart.study("bulgarian")
    frame = result.frame().pivot_table(index="points", columns="players", values="equity")
    points = (frame[2] - frame[10]).idxmax()
    wanted = f"{points:g} points: {100 * frame[2][points]:.0f} % of the pot among 2 players"
    assert chart.message(result).startswith(wanted)


def test_the_message_of_svaras_is_rounded_as_the_bars():
    chart = CHARTS["svara-sizes"]
    result = chart.study("russian")
    bars = [text.get_text() for text in charts.svara_sizes(result.frame(), new_axes(), title="").texts]
    assert chart.message(result) == f"A svara ends {bars[0]} % of showdowns among 2, {bars[-1]} % among 6"


# --- files -------------------------------------------------------------------------------------------------------


# Every chart in one of the formats.
ENDINGS = ("png", "svg", "pdf")
FILES = {f"{name}.{ENDINGS[place % 3]}": name for place, name in enumerate(FRAMES)}


def draw_some(folder, n):
    for file, name in list(FILES.items())[:n]:
        draw_to_file(lambda axes, name=name: getattr(charts, name)(FRAMES[name](), axes, title=name), folder / file)


@pytest.mark.parametrize("n", [len(ENDINGS), pytest.param(len(FILES), marks=pytest.mark.slow)])
def test_two_processes_write_the_same_bytes(tmp_path, n):
    code = f"import sys, pathlib, tests.charts.test_figures as me; me.draw_some(pathlib.Path(sys.argv[1]), {n})"
    for folder in ("one", "two"):
        (tmp_path / folder).mkdir()
    environment = {**os.environ, "PYTHONHASHSEED": "1", "TZ": "Asia/Tokyo"}
    subprocess.run(
        [sys.executable, "-c", code, str(tmp_path / "one")], cwd=ROOT, env=environment, check=True, timeout=120
    )
    draw_some(tmp_path / "two", n)
    one, two = ({path.name: path.read_bytes() for path in (tmp_path / f).iterdir()} for f in ("one", "two"))
    assert set(one) == set(list(FILES)[:n])
    assert one == two
    assert all(len(content) > 2000 for content in one.values())


def test_a_chart_may_be_as_high_as_its_frame_asks(tmp_path, monkeypatch):
    """As a matrix of hands does, of which some rules have three times as many as others."""

    def study(rules, **_):
        return Result(run_info(rules, 0.0), {key: list(values) for key, values in FRAMES["strategy_matrix"]().items()})

    facts = {"line": "b2", "action": "raise", "share": 30}
    chart = Chart(study, "strategy_matrix", lambda _: facts, height="matrix_height")
    monkeypatch.setitem(CHARTS, "of-ones-own", chart)
    path = draw_chart("of-ones-own", tmp_path / "a.svg")
    high = charts.matrix_height(FRAMES["strategy_matrix"]())
    assert f'width="576pt" height="{72 * high:g}pt"' in path.read_text()


@pytest.mark.parametrize("name", ["a.PNG", "a.Svg", "a b.pdf", "ä♠.png", "a.b.png"])
def test_names_that_go(tmp_path, name):
    assert draw_chart("score-distribution", tmp_path / name, rules="trynka") == tmp_path / name
    assert os.listdir(tmp_path) == [name]
    assert stat.S_IMODE((tmp_path / name).stat().st_mode) == 0o644


def test_nothing_is_written_where_drawing_fails(tmp_path):
    def fail(axes):
        raise ValueError("no such column")

    with pytest.raises(ValueError, match="no such column"):
        draw_to_file(fail, tmp_path / "a.png")
    assert os.listdir(tmp_path) == []


def test_a_path_beside_the_script_needs_no_folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert checked_path("a.png") == Path("a.png")
    with pytest.raises(SvaraError, match="folder"):
        checked_path("b/a.png")


def test_a_link_is_followed(tmp_path):
    (tmp_path / "true.png").write_bytes(b"before")
    (tmp_path / "link.png").symlink_to(tmp_path / "true.png")
    draw_chart("score-distribution", tmp_path / "link.png", rules="trynka")
    assert (tmp_path / "link.png").is_symlink()
    assert (tmp_path / "true.png").read_bytes().startswith(b"\x89PNG")
