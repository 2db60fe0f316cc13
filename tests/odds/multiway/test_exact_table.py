"""The tables over all hand classes, beside plain dealing, and their files."""

import json
import random
from dataclasses import replace
from fractions import Fraction

import numpy as np
import pytest

from svara_odds.errors import DamagedFileError, DealError, SvaraError
from svara_odds.jobs.checkpoint import read_checkpoint, write_checkpoint
from svara_odds.odds.headsup import headsup_rows
from svara_odds.odds.multiway import exact_table as module
from svara_odds.odds.multiway import table_parts
from svara_odds.odds.multiway.exact_table import exact_table, table_steps
from svara_odds.odds.multiway.table_files import (
    SHIPPED,
    file_name,
    load_exact,
    read_exact,
    save_exact,
    write_exact,
)
from svara_odds.rules.catalog import load_rules
from svara_odds.shipping import PLAYERS
from svara_odds.tables.handtable import hand_table
from tests.naive import multiway as naive

POCKET = """
name = "pocket"
extends = "fortegames"
title = "Thirteen cards"
[deck]
ranks = "TJK"
extra = ["7c"]
[scoring]
points = { 8 = "none", 9 = "none", Q = "none", A = "none" }
pairs = { A = "none" }
triples = { 8 = "none", 9 = "none", Q = "none", A = "none" }
[[examples]]
hand = "7c Kh Kd"
points = 31
"""


@pytest.fixture
def pocket(tmp_path):
    path = tmp_path / "pocket.toml"
    path.write_text(POCKET, encoding="utf-8")
    return hand_table(load_rules(path))


def plain(counts):
    return counts.total, counts.win, counts.svara, counts.opponents_best


def hand_masks(table):
    return np.array([sum(1 << card for card in hand) for hand in table.hands.tolist()], np.uint64)


def three_handed(table, exact, heroes):
    masks = hand_masks(table)
    for hero in heroes:
        expected = naive.two_opponents(masks, table.order, table.symmetry.representatives[hero])
        assert plain(exact.counts(hero, 3)) == expected


def test_a_small_deck_as_dealt_out(pocket):
    exact = exact_table(pocket, n_players=(2, 3, 4), field=True)
    score = {tuple(hand): int(order) for hand, order in zip(pocket.hands.tolist(), pocket.order, strict=True)}
    for hero, index in enumerate(pocket.symmetry.representatives):
        hand = pocket.hands[index].tolist()
        unseen = [card for card in range(pocket.n_cards) if card not in hand]
        for n in (2, 3, 4):
            assert plain(exact.counts(hero, n)) == naive.deal_all(score, unseen, n - 1, hand)


def test_a_deck_without_equal_ranks_as_dealt_out():
    table = hand_table("trynka")
    three_handed(table, exact_table(table, n_players=(3, 7), field=True), range(0, table.symmetry.n_classes, 3))


@pytest.mark.parametrize("rules", ["bulgarian", "fortegames"])
def test_three_players_as_dealt_out(rules):
    table = hand_table(rules)
    heroes = random.Random(rules).sample(range(table.symmetry.n_classes), 12)
    three_handed(table, exact_table(table, n_players=(3,), field=True), heroes)


@pytest.mark.slow
@pytest.mark.parametrize("rules", PLAYERS)
def test_shipped_tables_three_handed_as_dealt_out(rules):
    table = hand_table(rules)
    exact = load_exact(table)
    step = 1 if table.n_cards == 32 else 8
    three_handed(table, exact, range(0, table.symmetry.n_classes, step))


@pytest.mark.slow
@pytest.mark.parametrize("rules", PLAYERS)
def test_shipped_tables_are_what_is_built(rules, tmp_path):
    table = hand_table(rules)
    exact = exact_table(table, n_players=range(2, PLAYERS[rules] + 1), field=True)
    built = write_exact(tmp_path, table, exact)
    fresh, shipped = read_exact(built.read_bytes(), table), load_exact(table)
    assert fresh.n_players == shipped.n_players
    for n in fresh.n_players:
        assert (fresh.limbs[n] == shipped.limbs[n]).all()


@pytest.mark.parametrize("rules", PLAYERS)
def test_shipped_tables_share_out_the_pot(rules):
    table = hand_table(rules)
    exact = load_exact(table)
    assert exact.n_players == tuple(range(2, PLAYERS[rules] + 1))
    sizes = table.symmetry.sizes.tolist()
    for n in exact.n_players:
        rows = [exact.counts(hero, n) for hero in range(exact.n_classes)]
        assert sum(size * row.equity for size, row in zip(sizes, rows, strict=True)) == Fraction(table.n_hands, n)
        # What one player meets as "k opponents are best" the k meet as a svara of k, or a win: equal numbers.
        for k in range(1, n):
            best = [row.win if k == 1 else row.svara[k] for row in rows]
            seen = sum(size * row.opponents_best[k] for size, row in zip(sizes, rows, strict=True))
            assert seen * k == sum(size * count for size, count in zip(sizes, best, strict=True)) * (n - k)


def test_threads_and_lots_do_not_change_a_count(pocket, monkeypatch):
    one = exact_table(pocket, n_players=(4,), field=True, threads=1)
    monkeypatch.setattr(table_parts, "HISTOGRAM_BYTES", 1)
    three = exact_table(pocket, n_players=(4,), field=True, threads=3)
    assert (one.limbs[4] == three.limbs[4]).all()


def test_class_by_class_is_the_same(pocket, monkeypatch):
    at_once = exact_table(pocket, n_players=(2, 4), field=True)
    monkeypatch.setattr(module, "LIST_LIMIT", 0)
    told = []
    one_by_one = exact_table(
        pocket, n_players=(2, 4), field=True, progress=lambda done, total: told.append((done, total))
    )
    assert told[-1] == (at_once.n_classes, at_once.n_classes)
    for n in (2, 4):
        assert (at_once.limbs[n] == one_by_one.limbs[n]).all()


def test_without_the_field_the_hero_counts_are_the_same(pocket):
    whole = exact_table(pocket, n_players=(3,), field=True)
    part = exact_table(pocket, n_players=(3,))
    assert part.counts(5, 3) == replace(whole.counts(5, 3), opponents_best=None)


def test_players_that_are_not_there_are_refused(pocket):
    exact = exact_table(pocket, n_players=(3,))
    with pytest.raises(DealError, match="this table has 3"):
        exact.counts(0, 2)
    with pytest.raises(DealError, match="2 to 4"):
        exact_table(pocket, n_players=(5,))


@pytest.mark.parametrize("field", [False, True])
def test_a_kept_table_comes_back(pocket, tmp_path, monkeypatch, field):
    monkeypatch.setenv("SVARA_ODDS_CACHE", str(tmp_path / "kept"))
    assert load_exact(pocket) is None
    exact = exact_table(pocket, n_players=(2, 3, 4), field=field)
    path = save_exact(pocket, exact)
    assert path.name == file_name(pocket)
    assert [entry.name for entry in path.parent.iterdir()] == [path.name]
    back = load_exact(pocket)
    assert back.n_players == (2, 3, 4)
    assert all(back.counts(c, n) == exact.counts(c, n) for c in range(exact.n_classes) for n in (2, 3, 4))


def test_what_was_kept_before_stays(pocket, tmp_path, monkeypatch):
    monkeypatch.setenv("SVARA_ODDS_CACHE", str(tmp_path))
    for n in (2, 4):
        save_exact(pocket, exact_table(pocket, n_players=(n,)))
    assert load_exact(pocket).n_players == (2, 4)


def test_steps_grow_with_the_field(pocket):
    assert 0 < table_steps(pocket, n_players=(3,)) < table_steps(pocket, n_players=(3,), field=True)


def test_what_would_take_for_ever_is_refused(pocket, monkeypatch):
    monkeypatch.setattr("svara_odds.odds.multiway.hero.HARD_LIMIT", 10)
    with pytest.raises(DealError, match="the limit is 10"):
        exact_table(pocket, n_players=(3,))


def test_a_folder_that_cannot_be_written_is_let_be(pocket, tmp_path, monkeypatch):
    (tmp_path / "file").write_text("in the way", encoding="utf-8")
    monkeypatch.setenv("SVARA_ODDS_CACHE", str(tmp_path / "file"))
    assert save_exact(pocket, exact_table(pocket, n_players=(2,))) is None


def _changed(content, **entries):
    line, payload = content.split(b"\n", 1)
    return json.dumps(json.loads(line) | entries).encode() + b"\n" + payload


@pytest.mark.parametrize(
    ("damage", "message"),
    [
        (lambda content: b"", "not the header"),
        (lambda content: b"[]\n" + content, "not the header"),
        (lambda content: content[:-1] + bytes([content[-1] ^ 1]), "sha256"),
        (lambda content: content[:-9], "sha256"),
        (lambda content: _changed(content, format=2), "format is 2"),
        (lambda content: _changed(content, digest="0"), "digest"),
        (lambda content: _changed(content, class_digest="0"), "class_digest"),
        (lambda content: _changed(content, classes=1), "classes"),
        (lambda content: _changed(content, n_players=[3, 2]), "sha256"),
        (lambda content: _changed(content, n_players=[2, 3, 4]), "sha256"),
        (lambda content: _changed(content, field=False), "sha256"),
        (lambda content: _changed(content, sha256="0"), "sha256"),
    ],
)
def test_a_damaged_file_is_refused(pocket, tmp_path, damage, message):
    path = write_exact(tmp_path, pocket, exact_table(pocket, n_players=(2, 3), field=True))
    with pytest.raises(DamagedFileError, match=message):
        read_exact(damage(path.read_bytes()), pocket, name="it")
    assert issubclass(DamagedFileError, SvaraError)


def test_a_file_of_other_rules_is_refused(pocket):
    content = (SHIPPED / file_name(hand_table("bulgarian"))).read_bytes()
    with pytest.raises(DamagedFileError, match="digest"):
        read_exact(content, pocket)


def test_nothing_is_left_of_a_write_that_failed(pocket, tmp_path, monkeypatch):
    exact = exact_table(pocket, n_players=(2,))

    def fail(*_):
        raise OSError("disk full")

    monkeypatch.setattr("svara_odds._files.os.replace", fail)
    monkeypatch.setenv("SVARA_ODDS_CACHE", str(tmp_path))
    assert save_exact(pocket, exact) is None
    assert not list(tmp_path.rglob(".unfinished*"))


def test_what_is_kept_stands_beside_what_ships(tmp_path, monkeypatch):
    monkeypatch.setenv("SVARA_ODDS_CACHE", str(tmp_path))
    table = hand_table("trynka")
    monkeypatch.setattr("svara_odds.odds.multiway.table_files.SHIPPED", tmp_path / "shipped")
    write_exact(tmp_path / "shipped", table, exact_table(table, n_players=(2,), field=True))
    save_exact(table, exact_table(table, n_players=(2, 3)))
    both = load_exact(table)
    assert both.n_players == (2, 3)
    assert both.has_field(2)
    assert not both.has_field(3)


def test_a_damaged_kept_file_is_passed_over_and_made_anew(pocket, tmp_path, monkeypatch):
    monkeypatch.setenv("SVARA_ODDS_CACHE", str(tmp_path))
    exact = exact_table(pocket, n_players=(2,))
    path = save_exact(pocket, exact)
    path.write_bytes(b"bad")
    with pytest.warns(RuntimeWarning, match="not used: .*first line"):
        assert load_exact(pocket) is None
    save_exact(pocket, exact)
    assert load_exact(pocket).n_players == (2,)


def test_a_damaged_shipped_file_is_an_error(pocket, tmp_path, monkeypatch):
    monkeypatch.setattr("svara_odds.odds.multiway.table_files.SHIPPED", tmp_path)
    write_exact(tmp_path, pocket, exact_table(pocket, n_players=(2,), field=True)).write_bytes(b"bad")
    with pytest.raises(DamagedFileError):
        load_exact(pocket)


FULL_DECK = """
name = "full"
extends = "bulgarian"
title = "Fifty-two cards"
max_players = 16

[deck]
ranks = "23456789TJQKA"

[scoring]
points = { 2 = 2, 3 = 3, 4 = 4, 5 = 5, 6 = 6 }
"""


@pytest.fixture(scope="module")
def full_deck(tmp_path_factory):
    path = tmp_path_factory.mktemp("rules") / "full.toml"
    path.write_text(FULL_DECK, encoding="utf-8")
    return hand_table(path)


def test_a_deck_of_52_cards_heads_up(full_deck):
    exact, rows = exact_table(full_deck, n_players=(2,)), headsup_rows(full_deck)
    for number, index in enumerate(full_deck.symmetry.representatives.tolist()):
        two = exact.counts(number, 2)
        assert (two.win, two.svara[2], two.total) == (rows.win[index], rows.tie[index], rows.total[index])


@pytest.mark.slow
def test_a_deck_of_52_cards_three_handed(full_deck):
    exact = exact_table(full_deck, n_players=(3,))
    sizes = full_deck.symmetry.sizes.tolist()
    share = sum(size * exact.counts(number, 3).equity for number, size in enumerate(sizes))
    assert share * 3 == full_deck.n_hands


def _stop_at(part):
    def progress(done, total):
        if done >= part * total:
            raise KeyboardInterrupt

    return progress


@pytest.mark.parametrize("limit", [0, module.LIST_LIMIT], ids=["by class", "by level"])
def test_a_table_that_was_broken_off_comes_to_the_same(pocket, tmp_path, monkeypatch, limit):
    monkeypatch.setattr(module, "LIST_LIMIT", limit)
    whole = exact_table(pocket, n_players=(2, 4), field=True)
    path, told = tmp_path / "job", []
    for part in (0.1, 0.6):
        with pytest.raises(KeyboardInterrupt):
            exact_table(pocket, n_players=(2, 4), field=True, checkpoint=path, progress=_stop_at(part))
    resumed = exact_table(
        pocket, n_players=(2, 4), field=True, checkpoint=path, threads=1, progress=lambda done, _: told.append(done)
    )
    assert all((resumed.limbs[n] == whole.limbs[n]).all() for n in (2, 4))
    assert told[0] > 0.6 * told[-1]
    with pytest.raises(SvaraError, match="another job: numbers of players '2, 4', here '2'"):
        exact_table(pocket, n_players=(2,), field=True, checkpoint=path)
    with pytest.raises(SvaraError, match="another job: field"):
        exact_table(pocket, n_players=(2, 4), checkpoint=path)
    job = read_checkpoint(path)[0]["job"]
    write_checkpoint(path, {"job": job, "parts": 1, "rows": 3}, {"own": np.zeros(3, np.uint64)})
    with pytest.raises(DamagedFileError, match="does not hold the counts of this job"):
        exact_table(pocket, n_players=(2, 4), field=True, checkpoint=path)
