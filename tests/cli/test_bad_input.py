"""Bad input of every kind: status 2, nothing on stdout, one line on stderr that names argument, value and what goes."""

import os
import stat

import pytest

HUGE = "9" * 5000
LONG = "7cKhKd" * 500

# Words of the command line, and what the line on stderr must say.
HANDS = [
    (text, ["hand 1", *says])
    for text, *says in [
        ("", "three cards", "0"),
        (" ", "three cards", "0"),
        ("7c", "three cards", "1"),
        ("7cKh", "three cards", "2"),
        ("7cKhKdAs", "three cards", "4"),
        (LONG, "7c stands twice"),
        ("7cKhKh", "Kh stands twice", "character 5"),
        ("7c7c7c", "7c stands twice"),
        ("KhKh7c", "Kh stands twice"),
        ("6cKhKd", "6c", "32 cards", "7c to As"),
        ("2c3c4c", "2c", "32 cards"),
        ("7cKhK", "suit", "c d h s"),
        ("7cKhKx", "suit", "'x'", "c d h s"),
        ("7cKhZd", "rank", "'Z'", "2 3 4 5 6 7 8 9 T J Q K A"),
        ("1h7c8c", "rank", "'1'"),
        ("100h7c8c", "suit", "'0'"),
        ("0h7c8c", "rank", "'0'"),
        ("7c-Kh-Kd", "'-'"),
        ("7c/Kh/Kd", "'/'"),
        ("random", "'r'"),
        ("22+", "suit", "'2'"),
        ("7c Kh Kd!", "'!'"),
        ("=7cKhKd", "'='"),
        ("7c\nKh\nKx", "suit"),
        ("\x00", "rank"),
        ("\udcff\udcfe", "rank"),
        ("7cKh\u0000Kd", "rank"),
        ("٧cKhKd", "rank"),
        ("７cKhKd", "rank"),
        ("🂡🂢🂣", "rank"),
        ("7с Kh Kd", "suit"),
        ("jokers", "suit"),
        ("None", "rank"),
        ("nan", "rank"),
        ("../../etc/passwd", "rank"),
        (HUGE, "suit"),
    ]
]
RANGES = [
    (text, says)
    for text, *says in [
        ("",),
        (" ",),
        (",",),
        ("22+,", "character"),
        (",22+", "character"),
        ("22++", "'+'"),
        ("22-", "22-"),
        ("22-20", "22", "20"),
        ("35+", "35", "34"),
        ("1000+", "1000"),
        (HUGE + "+",),
        ("7.25", "7.25"),
        ("22.5", "22.5"),
        ("<=5", "5"),
        (">=22", "'>'"),
        ("==22", "="),
        ("AAAA",),
        ("AA", "AA"),
        ("A",),
        ("7cKhKh", "Kh"),
        ("66x", "6"),
        ("6cxx", "6c"),
        ("7cZx", "'Z'"),
        ("xx",),
        ("xxxx",),
        ("KsKsx", "Ks"),
        ("random:0", "0"),
        ("random:2", "2"),
        ("random:-1", "-"),
        ("random:nan",),
        ("random:inf",),
        ("random:1e-3",),
        ("random:150%", "150"),
        ("random:0.123456", "0.123456"),
        ("22+:", "22+:"),
        ("22+:half",),
        ("!random",),
        ("22+,!random",),
        ("!22+:0.5",),
        ("!!22+",),
        ("flus",),
        ("straight", "straight"),
        ("quad",),
        ("random random",),
        ("22+;20",),
        ("(22+)",),
        ("\x00",),
        ("\udcff",),
        ("x" * 10000,),
        ("≥22",),
    ]
]
NUMBERS = [
    "",
    " ",
    "x",
    "nan",
    "inf",
    "-inf",
    "-1",
    "-0",
    "1.5",
    "1e3",
    "0x10",
    "1_0",
    "٣",
    "²",
    HUGE,
    "1 2",
    "+",
    "--",
]
AMOUNTS = ["", " ", "x", "nan", "inf", "-inf", "1e400", "-1", "0", "-0.0", "1_000", "٣", "1,5", "6antes", "$6", HUGE]
CALL = ["call", "7cKhKd", "--pot", "6", "--price", "2", "--opponents", "22+"]

CASES = [
    *[(["score", text], says) for text, says in HANDS],
    *[(["range", text], ["range", *says]) for text, says in RANGES],
    *[(["equity", "random", text], ["player 2"]) for text, _ in RANGES[::4]],
    *[
        (["equity", text, "random"], ["player 1"])
        for text, _ in HANDS
        if text not in {"random", "22+", "7cKhKx", "7c\nKh\nKx"}
    ][::4],
    *[([*CALL[:-1], text], ["opponent 1"]) for text, _ in RANGES[1::8] if not text.startswith("-")],
    # numbers
    *[
        (["equity", "7cKhKd", f"--players={n}"], ["--players", "whole number from 2 to 16"])
        for n in [*NUMBERS, "0", "1"]
    ],
    *[(["equity", "7cKhKd", "random", f"--seed={n}"], ["--seed", "whole number"]) for n in NUMBERS],
    *[(["equity", "7cKhKd", "random", f"--threads={n}"], ["--threads", "1 to 1024"]) for n in [*NUMBERS, "0", "1025"]],
    *[(["equity", "7cKhKd", "random", f"--deals={n}"], ["--deals", "whole number"]) for n in [*NUMBERS, "0"]],
    *[(["ranking", f"--players={n}"], ["--players", "whole number"]) for n in NUMBERS],
    *[(["equity", "7cKhKd", "random", f"--max-stderr={n}"], ["--max-stderr", "number above 0"]) for n in AMOUNTS],
    *[([*CALL, f"--pot={n}"], ["--pot", "number above 0"]) for n in AMOUNTS],
    *[([*CALL, f"--price={n}"], ["--price", "number above 0"]) for n in AMOUNTS],
    ([*CALL, "--pot", "1e308", "--price", "1.5e308"], ["pot and price", "finite"]),
    (["equity", "7cKhKd", "random", "--max-stderr", "1e-12"], ["max-stderr", "1e-12", "1e-08"]),
    # players and cards
    (["equity"], ["P1 P2", "equity --help"]),
    (["equity", "7cKhKd"], ["players", "1", "2 to 10"]),
    (["equity", "7cKhKd", "random", "22+", "--players", "2"], ["players", "2", "3"]),
    (["equity", "7cKhKd", "--players", "11"], ["players", "11", "10"]),
    (["equity", "7cKhKd", "--players", "7", "--rules", "russian"], ["7", "2 to 6"]),
    (["equity", *["random"] * 11], ["players", "11", "10"]),
    (["equity", *["random"] * 200], ["players", "200", "10"]),
    (["equity", "7cKhKd", "7cAhAd"], ["player 2", "7c", "player 1"]),
    (["equity", "random", "7cKhKd", "Kd9d8d"], ["player 3", "Kd", "player 2"]),
    (["equity", "7cKhKd", "random", "--dead", "7c"], ["player 1", "7c", "dead"]),
    (["equity", "7cKhKd", "random", "--dead", "7z"], ["dead", "'z'"]),
    (["equity", "7cKhKd", "random", "--dead", "6c"], ["dead", "6c"]),
    (["equity", "7cKhKd", "random", "--dead", "8c8c"], ["dead", "8c", "twice"]),
    (["equity", "7cKhKd", "random", "--dead", "22+"], ["dead"]),
    (["equity", "random", "AcAhAd", "AAA"], ["player 3", "card"]),
    (["equity", "random", "22+", "34", "34"], ["no deal is possible"]),
    (["equity", "TcTdTh", "6c7c8c", "--rules", "trynka"], ["player 2", "7c"]),
    (["equity", "random", "random", "--dead", "".join(r + s for r in "789TJQ" for s in "cdhs") + "KcKdKh"], ["cards"]),
    (["range", "7cKhKd", "--dead", "7c"], ["range", "7c", "no hand"]),
    (["range", "7cKhKd", "--dead", "7c"], ["svara-odds: range: '7cKhKd': no hand is left without 7c"]),
    (["range", "22+", "--dead", "xx"], ["dead", "'x'"]),
    (["ranking", "--players", "11"], ["players", "11", "10"]),
    (["ranking", "--players", "7", "--rules", "russian"], ["players", "7", "6"]),
    # methods
    (["equity", "7cKhKd", "random", "--method", "quick"], ["--method", "quick", "monte-carlo"]),
    (["equity", "7cKhKd", "random", "--method", "exact", "--deals", "5"], ["method", "exact", "deals"]),
    (["equity", "22+", "20+", "15+", "14+", "13+", "16+", "--method", "exact"], ["exact", "steps", "5 trillion"]),
    # rules
    *[
        (["distribution", "--rules", text], ["rules", "there are bulgarian"])
        for text in ["", " ", "bulgaria", "Bulgarian", "no-such", "russian.", HUGE, "\x00", "\udcff", "../bulgarian"]
    ],
    (["distribution", "--rules", "bulgarain"], ["did you mean bulgarian?"]),
    (["distribution", "--rules", "no-such.toml"], ["no-such.toml", "No such file"]),
    (["distribution", "--rules", "/"], ["/", "directory"]),
    (["rules", "show", "no-such"], ["no-such", "bulgarian"]),
    (["rules", "check", "no-such.toml"], ["no-such.toml"]),
    (["rules", "diff", "bulgarian", "no-such"], ["no-such"]),
    (["rules", "diff", "bulgarian"], ["B", "diff --help"]),
    (["rules", "diff", "bulgarian", "russian", "trynka"], ["trynka"]),
    (["rules", "show"], ["NAME|FILE"]),
    (["rules", "show", "bulgarian", "--csv"], ["--csv", "--json"]),
    (["rules", "list", "bulgarian"], ["bulgarian"]),
    (["rules", "liste"], ["liste", "did you mean list?", "check, diff, list, show"]),
    # commands and options
    (["scores"], ["scores", "did you mean score?", "distribution"]),
    (["SCORE", "7cKhKd"], ["SCORE", "score"]),
    ([""], ["no command ''", "score"]),
    (["odds"], ["odds", "equity"]),
    (["\udcff"], ["no command"]),
    ([HUGE], ["no command", "…"]),
    (["--json"], ["svara-odds: no option '--json'", "--version"]),
    (["score", "7cKhKd", "--al"], ["score: no option", "--seed, --threads, --quiet"]),
    (["--rules", "russian", "score"], ["--rules"]),
    (["score"], ["no hand", "7cKhKd"]),
    (["score", "--all", "7cKhKd"], ["--all", "hands"]),
    (["score", "7cKhKd", "--al1"], ["--al1", "--all"]),
    (["score", "7cKhKd", "-x"], ["-x", "--all"]),
    (["score", "7cKhKd", "--json", "--csv"], ["--json", "--csv"]),
    (["score", "7cKhKd", "--csv", "--json"], ["--json", "--csv"]),
    (["distribution", "--json=yes"], ["--json"]),
    (["distribution", "extra"], ["extra"]),
    (["equity", "7cKhKd", "random", "--seed"], ["--seed"]),
    (["range"], ["RANGE"]),
    (["range", "-22"], ["no option '-2'"]),
    (["range", "22+", "20"], ["20"]),
    (["call", "--pot", "6", "--price", "2", "--opponents", "22+"], ["HAND"]),
    (["call", "--pot", "6", "--price", "2", "--opponents", "22+", "7cKhKd"], ["HAND"]),
    (["call", "7cKhKd", "--price", "2", "--opponents", "22+"], ["--pot"]),
    (["call", "7cKhKd", "--pot", "6", "--opponents", "22+"], ["--price"]),
    (["call", "7cKhKd", "--pot", "6", "--price", "2"], ["--opponents"]),
    (["call", "7cKhKd", "--pot", "6", "--price", "2", "--opponents"], ["--opponents"]),
    (["call", "7c", "Kh", "Kd", "--pot", "6", "--price", "2", "--opponents", "22+"], ["Kh"]),
    (["call", "7cKhKd", "--pot", "6", "--price", "2", "--opponents", "7cAhAd"], ["7c"]),
    # charts
    (["chart"], ["NAME|list"]),
    (["chart", "no-such"], ["chart", "no-such", "score-distribution, ", "equity-by-points"]),
    (["chart", ""], ["chart", "''"]),
    (["chart", "list", "--out", "a.png"], ["list: ", "'--out'", "--lang"]),
    (["chart", "list", "--lang", "de"], ["lang", "'de'", "en, bg, ru, pl"]),
    (["chart", "cumulative", "--lang", "", "--out", "a.png"], ["lang", "''", "en, bg, ru, pl"]),
    (["chart", "cumulative", "--players", "2", "--out", "a.png"], ["cumulative: ", "'--players'", "--rules"]),
    (["chart", "at-least", "--beside", "no-such", "--out", "a.png"], ["'no-such'", "bulgarian"]),
    *[
        (["chart", "svara-sizes", "--players", text, "--out", "a.png"], ["--players", repr(wrong)])
        for text, wrong in [("1", "1"), ("6-2", "6-2"), ("2-", ""), ("2,,3", ""), ("2-3-4", "3-4"), ("x", "x")]
    ],
    (["chart", "svara-sizes", "--players", "11", "--out", "a.png"], ["players: 11", "2 to 10"]),
    (["chart", "score-distribution"], ["--out", ".png, .svg or .pdf"]),
    *[
        (["chart", "score-distribution", "--out", name], ["out", ".png, .svg or .pdf"])
        for name in ["", ".", "chart", "chart.jpg", "chart.png.txt", "chart.", ".png", "/", "chart.pn g"]
    ],
    (["chart", "score-distribution", "--out", "no-such/chart.png"], ["out", "no-such", "folder"]),
    (["chart", "score-distribution", "--out", "pyproject.toml/chart.png"], ["out", "folder"]),
    (["chart", "score-distribution", "--out", "a\x00.png"], ["out", "folder"]),
    (["chart", "score-distribution", "--out", "a" * 300 + ".png"], ["out", "too long"]),
    (["rules", "show", "russian", "--lang", "de"], ["lang", "'de'", "en, bg, ru, pl"]),
    # the page
    (["page"], ["--out"]),
    *[(["page", "--out", name], ["out", ".html or .htm"]) for name in ["", "page", "page.png", ".html", "/"]],
    (["page", "--out", "no-such/page.html"], ["out", "no-such", "folder"]),
    (["page", "--out", "a.html", "--lang", "de"], ["lang", "'de'", "en, bg, ru, pl"]),
    (["page", "--out", "a.html", "--rules", "bulgarian", "no-such"], ["'no-such'", "fortegames"]),
    (["page", "--out", "a.html", "--rules", "russian", "russian"], ["rules", "russian", "twice"]),
    (["page", "--out", "a.html", "7c"], ["7c"]),
]


def test_there_are_cases_of_every_kind():
    assert len(CASES) >= 150
    assert {words[0] for words, _ in CASES} >= {"score", "range", "equity", "call", "ranking", "rules", "chart", "page"}


def check(ran, says):
    assert ran.status == 2, ran
    assert ran.out == ""
    assert ran.err.startswith("svara-odds: ")
    assert ran.err.count("\n") == 1
    assert ran.err.endswith("\n")
    assert len(ran.err) < 700
    assert "Traceback" not in ran.err
    for word in says:
        assert word in ran.err


def shown(part):
    return ascii(" ".join(part))[1:60] if isinstance(part, list) else ""


@pytest.mark.parametrize(("words", "says"), CASES, ids=shown)
def test_bad_input(run, words, says):
    check(run(*words), says)


@pytest.mark.parametrize(
    ("content", "says"),
    [
        ("", ["name"]),
        ("=", ["TOML"]),
        ('name = "x"', ["title"]),
        ('name = 5\nextends = "bulgarian"\ntitle = "t"', ["name"]),
        ('name = "x"\nextends = "no-such"\ntitle = "t"', ["extends", "no-such"]),
        ('name = "x"\nextends = "bulgarian"\ntitle = "t"\nmax_players = 11', ["max_players", "11"]),
        ('name = "x"\nextends = "bulgarian"\ntitle = "t"\n[scoring]\njokers = { 6c = 11 }', ["6c"]),
        ('name = "x"\nextends = "bulgarian"\ntitle = "t"\ncolour = "red"', ["colour"]),
        (b"\xff\xfe\x00", ["UTF-8"]),
        ("#" * 70_000, ["64 kB"]),
    ],
)
@pytest.mark.parametrize("command", [["rules", "check"], ["score", "7cKhKd", "--rules"]], ids=["check", "score"])
def test_bad_rule_files(run, tmp_path, content, says, command):
    path = tmp_path / "own.toml"
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    check(run(*command, path), ["own.toml", *says])


# --- a locale without the signs of the suits ---------------------------------------------------------------------

PLAIN = {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["score", "A♥"], "found 1 in 'Ah'"),
        (["range", "♥♥"], "'hh'"),
        (["distribution", "--rules", "K♥"], "no rule set 'Kh'"),
    ],
    ids=["hand", "range", "rules"],
)
def test_signs_are_echoed_and_no_bytes(start, words, says):
    ran = start(*words, **PLAIN)
    assert (ran.returncode, ran.stdout) == (2, b"")
    assert says in ran.stderr.decode("ascii")
    assert b"udc" not in ran.stderr


def test_signs_are_read(start):
    ran = start("equity", "A♥K♥Q♥", "7♣xx", "--dead", "K♦", **PLAIN)
    assert (ran.returncode, ran.stderr) == (0, b"")
    assert b"AhKhQh" in ran.stdout


def test_paths_keep_their_bytes(start, tmp_path):
    path = tmp_path / "своя♥.toml"
    path.write_text('name = "own"\nextends = "bulgarian"\ntitle = "t"\nexamples = []\n', encoding="utf-8")
    ran = start("rules", "check", path, **PLAIN)
    assert (ran.returncode, ran.stderr) == (0, b"")
    assert ran.stdout.startswith(b"own: ok")


# --- nothing half-written ----------------------------------------------------------------------------------------


def test_a_folder_is_no_chart_file(run, tmp_path):
    (tmp_path / "chart.png").mkdir()
    check(run("chart", "score-distribution", "--out", tmp_path / "chart.png"), ["out", "folder"])
    assert os.listdir(tmp_path) == ["chart.png"]


def test_bad_rules_leave_the_chart_file_as_it_was(run, tmp_path):
    path = tmp_path / "chart.png"
    path.write_bytes(b"before")
    check(run("chart", "score-distribution", "--out", path, "--rules", "no-such"), ["no-such"])
    assert path.read_bytes() == b"before"
    assert os.listdir(tmp_path) == ["chart.png"]


def test_bad_rules_leave_the_page_as_it_was(run, tmp_path):
    path = tmp_path / "page.html"
    path.write_bytes(b"before")
    check(run("page", "--out", path, "--rules", "no-such"), ["no-such"])
    assert path.read_bytes() == b"before"
    assert os.listdir(tmp_path) == ["page.html"]


def test_a_failed_drawing_leaves_the_chart_file_as_it_was(run, tmp_path, monkeypatch):
    def fail(*_, **__):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("matplotlib.figure.Figure.savefig", fail)
    path = tmp_path / "chart.png"
    path.write_bytes(b"before")
    ran = run("chart", "score-distribution", "--out", path)
    assert (ran.status, ran.out) == (1, "")
    assert ran.err.count("\n") == 1
    assert "No space left" in ran.err
    assert path.read_bytes() == b"before"
    assert os.listdir(tmp_path) == ["chart.png"]


def test_a_folder_that_cannot_be_written_is_said_before_the_work(run, tmp_path, monkeypatch):
    monkeypatch.setattr("os.access", lambda *_: False)
    ran = run("chart", "score-distribution", "--out", tmp_path / "chart.png")
    assert (ran.status, ran.out) == (1, "")
    assert str(tmp_path) in ran.err
    assert "Permission denied" in ran.err
    assert os.listdir(tmp_path) == []


def test_a_chart_replaces_the_file_whole(run, tmp_path):
    path = tmp_path / "chart.svg"
    path.write_bytes(b"before")
    other = tmp_path / "link.svg"
    os.link(path, other)
    ran = run("chart", "score-distribution", "--out", path)
    assert (ran.status, ran.err) == (0, "")
    assert ran.out == f"wrote {path}\n"
    assert path.read_bytes().startswith(b"<?xml")
    # Written beside it and moved into its place: who has the old file open still reads the old one.
    assert other.read_bytes() == b"before"
    assert sorted(os.listdir(tmp_path)) == ["chart.svg", "link.svg"]
    assert stat.S_IMODE(path.stat().st_mode) == 0o644
