"""The studies of the trick game as a user of Python meets them."""

import itertools
import re
from fractions import Fraction

import pytest

import svara_odds as so
from svara_odds.studies.charts import CHARTS
from tests.naive import swara as naive


def rules_like(few_cards, name, changes):
    path = few_cards.with_name(f"{name}.toml")
    path.write_text(f'name = "{name}"\nextends = "few.toml"\n{changes}\n')
    return path


def test_names():
    assert set(so.swara.__all__) == set(dir(so.swara))
    for _ in range(2):
        for name in so.swara.__all__:
            assert callable(getattr(so.swara, name)), name
    with pytest.raises(AttributeError, match="nothing"):
        so.swara.nothing  # noqa: B018
    assert "swara" in so.__all__


def test_whip_odds():
    odds = so.swara.whip_odds(4)
    assert odds.extra["dealt"] == naive.dealt_chance() == Fraction(224, 4960)
    assert sum(odds.columns["probability"]) == 1
    assert odds.extra["any"] == 1 - odds.columns["probability"][0]
    assert odds.extra["several"] == sum(odds.columns["probability"][2:])
    # Two hands: the chance that both are whips, by the suit that they share or do not.
    both = Fraction(4 * 56 * 10 + 4 * 3 * 56 * 56, 4960 * 3654)
    assert so.swara.whip_odds(2).extra["several"] == both
    assert so.swara.whip_odds(2).extra["any"] == 2 * Fraction(224, 4960) - both


def test_exchanges_by_shape():
    """Every hand and every draw of one shape, by the twin; the counts of the shapes by hand."""
    result = so.swara.exchange_whips(trump="9c")
    rows = {(row["held"], row["exchanged"]): row for row in result.rows()}
    assert rows["two of a side suit", 1]["best"] == Fraction(6, 28)
    assert rows["two trumps", 1]["best"] == Fraction(5, 28)
    assert rows["three suits, no trump", 1]["best"] == 0
    hands = {shape: row["hands"] for (shape, size), row in rows.items() if size == 1}
    # Seven trumps are left beside the one turned up.
    assert hands["two trumps"] == 21 * 24
    assert hands["two of a side suit"] == 3 * 28 * 23
    assert hands["three suits, one trump"] == 7 * 3 * 64
    assert hands["three suits, no trump"] == 512
    assert hands["any hand"] == 4495 - 35 - 3 * 56
    best = max(
        naive.exchange_chance(("Ad", "Kh", "7s"), pair, "9c") for pair in itertools.combinations(("Ad", "Kh", "7s"), 2)
    )
    assert rows["three suits, no trump", 2]["best"] == best


def test_where_nothing_is_exchanged_no_exchange_makes_a_whip(few_cards):
    rules = rules_like(few_cards, "fixed", "tricks = { exchanges = 0 }")
    assert so.swara.whip_odds(2, rules, hand="Ac Kc Qd", trump="Tc").extra["exchange"] == []
    with pytest.raises(so.DealError, match="rules: fixed has no exchanges"):
        so.swara.exchange_whips(rules)
    rules = rules_like(few_cards, "one", "tricks = { exchange_cards = 1 }")
    found = so.swara.whip_odds(2, rules, hand="Ac Kc Qd", trump="Tc").extra["exchange"]
    assert [row["exchange"] for row in found] == ["Qd", "Kc", "Ac"]
    assert set(so.swara.exchange_whips(rules).columns["exchanged"]) == {1}


def test_whip_incomes():
    result = so.swara.whip_incomes(4, trump="7c")
    rows = {row["whip"]: row for row in result.rows()}
    assert result.extra["full_deck"] == Fraction(27, 4)
    assert sum(row["trump"] for row in rows.values()) == 35
    assert len(rows) == 35 + 56
    for row in rows.values():
        assert row["income"] == 3 * row["payment"]
        assert row["wins"] <= 1
        # Without the condition that it wins the mean would be that of the cards not seen.
        assert float(row["payment"]) == pytest.approx((216 - row["points"] - 7) / 28, abs=0.05)
    assert rows["KcQcJc"]["payment"] > rows["AcTc9c"]["payment"]


def test_hand_value():
    result = so.swara.hand_value("Ac Kc 7d", "9c", deals=3000, seed=5)
    assert result.info.method == "monte-carlo"
    assert result.columns["value"] == sorted(result.columns["value"], reverse=True)
    rows = {row["action"]: row for row in result.rows()}
    assert rows["play"]["gain"] == 0
    assert rows["exchange 7d"]["whip"] == Fraction(5, 28)
    assert result.extra["best"] == result.extra["best_exchange"] == "exchange 7d"
    assert result.extra["exchange_gain"] == pytest.approx(rows["exchange 7d"]["value"] - rows["play"]["value"])
    for row in rows.values():
        ends = ("whip_wins", "whip_paid", "sweep", "two", "one", "none")
        assert sum(row[end] for end in ends) == pytest.approx(0 if row["action"] == "pass" else 1)


@pytest.mark.parametrize(("worth", "gain"), [(1, 4.0), (0.25, 1.5), (0.1, 1.0)])
def test_what_a_point_is_worth_decides_what_an_exchange_is(worth, gain, tmp_path):
    """The figures of the README."""
    path = tmp_path / "points.toml"
    path.write_text(f'name = "points"\nextends = "swara"\ntricks = {{ point_value = {worth} }}\n')
    result = so.swara.hand_value("AdKd7h", "9c", rules=path, deals=4000, seed=1)
    assert result.extra["best"] == "exchange 7h"
    assert result.extra["point_value"] == worth
    assert abs(result.extra["exchange_gain"] - gain) < 0.05 + 2 * result.extra["exchange_gain_stderr"]


def test_a_forced_seat_has_no_choice():
    result = so.swara.hand_value("Ac Kc 7d", "9c", seat=0, deals=200, seed=5)
    assert result.columns["action"] == ["play"]
    assert "best_exchange" not in result.extra


WEIGHED = {
    "hand_value": {"hand": "Ac Kc 7d", "trump": "9c"},
    "best_card": {"hand": "Ac Kc 7d", "trump": "9h"},
    "policy_table": {},
    "tricks_by_strength": {},
}


@pytest.mark.parametrize("study", ["hand_value", "best_card"])
@pytest.mark.parametrize("deals", [0, 1])
def test_too_few_deals_for_an_error(study, deals):
    with pytest.raises(so.DealError, match=f"deals: {deals}; it is 2 or more"):
        getattr(so.swara, study)(**WEIGHED[study], deals=deals)


@pytest.mark.parametrize("study", ["hand_value", "best_card", "policy_table"])
@pytest.mark.parametrize("pot", [-5, float("nan"), float("inf"), 1e200])
def test_a_pot_that_is_none(study, pot):
    """Of 1e200 antes the squares are infinite, and the error came out as 0."""
    with pytest.raises(so.DealError, match=f"pot: {re.escape(f'{pot:g}')}; it is 0 or more, at most 1e\\+12"):
        getattr(so.swara, study)(**WEIGHED[study], deals=20, pot=pot)


@pytest.mark.parametrize("study", WEIGHED)
@pytest.mark.parametrize("n_players", [-1, 0, 1, 7])
def test_so_many_cannot_play(study, n_players):
    with pytest.raises(so.DealError, match=f"players: {n_players}; .* 2 to 6"):
        getattr(so.swara, study)(**WEIGHED[study], n_players=n_players)


def test_the_policy_table(few_cards):
    table = so.swara.policy_table(3, few_cards, trump="Tc", deals=200, seed=2)
    rows = table.rows()
    assert sum(row["hands"] for row in rows) == 969
    for row in rows:
        options = {"play": row["play"], "pass": row["pass"], row["best_exchange"]: row["exchange"]}
        assert row["value"] == max(options.values())
        assert options[row["action"]] == row["value"]
        assert row["exchange_gain"] == pytest.approx(row["exchange"] - max(row["play"], row["pass"]))
        whip = naive.one_suited([row["hand"][:2], row["hand"][2:4], row["hand"][4:]])
        assert not whip or row["action"] == "play"
    # The same hands, weighed one by one over other deals.
    for row in rows[:: len(rows) // 6]:
        alone = so.swara.hand_value(row["hand"], "Tc", n_players=3, rules=few_cards, deals=4000, seed=9)
        values = {each["action"]: each for each in alone.rows()}
        other = values[row["action"]]
        assert abs(other["value"] - row["value"]) < 5 * (row["stderr"] + other["stderr"]) + 1e-9


def test_a_table_as_policy(few_cards):
    """A policy that passes everything it may: the pot and its risks fall to those who must play."""
    table = so.swara.policy_table(4, few_cards, trump="Tc", deals=20, seed=2)
    table.columns["action"][:] = ["pass"] * len(table.columns["action"])
    result = so.swara.hand_value(
        "Ac Kc Td", "Qc", n_players=4, seat=1, rules=few_cards, deals=300, seed=1, against=table
    )
    against_all = so.swara.hand_value("Ac Kc Td", "Qc", n_players=4, seat=1, rules=few_cards, deals=300, seed=1)
    passes = {row["action"]: row for row in result.rows()}
    plays = {row["action"]: row for row in against_all.rows()}
    assert passes["play"]["sweep"] > plays["play"]["sweep"]
    assert result.info.parameters["against"] == "table"


@pytest.mark.parametrize(("seat", "exchanges"), [(0, 1), (1, 0)], ids=["may not pass", "no exchanges"])
def test_a_table_with_empty_columns_is_a_policy_too(seat, exchanges, few_cards, tmp_path):
    path = tmp_path / "rules.toml"
    path.write_text(f'name = "few"\nextends = "{few_cards}"\ntricks = {{ exchanges = {exchanges} }}\n')
    table = so.swara.policy_table(3, path, trump="Tc", seat=seat, deals=20, seed=2)
    assert None in table.rows()[0].values()
    table.frame().to_csv(tmp_path / "table.csv", index=False)
    where = {"n_players": 3, "rules": path, "deals": 50, "seed": 1}
    found = [
        so.swara.hand_value("Ac Kd Jh", "Tc", **where, against=against) for against in (table, f"{tmp_path}/table.csv")
    ]
    assert found[0].columns == found[1].columns


@pytest.mark.parametrize("name", ["hand", "trump", "action"])
def test_a_table_without_a_column_is_none(name, few_cards):
    table = so.swara.policy_table(3, few_cards, trump="Tc", deals=20, seed=2)
    table.columns[name][4] = None
    with pytest.raises(so.DealError, match="row 5 of the table lacks hand, trump or action"):
        so.swara.hand_value("Ac Kd Jh", "Tc", n_players=3, rules=few_cards, deals=50, against=table)


def test_tricks_by_strength(few_cards):
    result = so.swara.tricks_by_strength(3, few_cards, trump="Tc", deals=40, seed=3)
    rows = {(row["tenth"], row["tricks"]): row["probability"] for row in result.rows()}
    assert len(rows) == 40
    means = [sum(tricks * rows[tenth, tricks] for tricks in range(4)) for tenth in range(1, 11)]
    for tenth in range(1, 11):
        assert sum(rows[tenth, tricks] for tricks in range(4)) == pytest.approx(1)
    assert means[0] < means[4] < means[9]
    # Three players share three tricks; the one who leads has no less than its part.
    assert 0.9 < sum(means) / 10 < 1.5
    assert len(result.extra["examples"]) == 10


def test_value_by_trumps(few_cards):
    result = so.swara.value_by_trumps(few_cards, n_players=[2, 3], trump="Tc", deals=20, seed=3)
    assert result.columns["trumps"] == [0, 1, 2] * 2
    # Beside the ten of trumps there are four; the whips of side suits are left out.
    assert result.columns["hands"] == [15 * 14 * 13 // 6 - 3 * 10, 4 * 105, 6 * 15] * 2
    values = result.columns["value"]
    assert values[0] < values[1] < values[2]


@pytest.mark.parametrize(("most", "usual", "tables"), [(2, 2, [2]), (3, 3, [2, 3])])
def test_as_many_play_as_the_rules_allow(few_cards, most, usual, tables):
    rules = rules_like(few_cards, "small", f"max_players = {most}")
    assert so.swara.tricks_by_strength(rules=rules, trump="Tc", deals=20, seed=1).extra["players"] == usual
    values = so.swara.value_by_trumps(rules, trump="Tc", deals=20, seed=1)
    assert sorted(set(values.columns["players"])) == tables == values.info.parameters["players"]


def deck_of(ranks, order, more=""):
    unused = ", ".join(f'{rank} = "none"' for rank in "TJQKA" if rank not in ranks)
    points = ", ".join(f"{rank} = 1" for rank in ranks if rank not in "TJQKA")
    listed = ", ".join(filter(None, (unused, points)))
    return f'{more}[deck]\nranks = "{ranks}"\n[tricks]\norder = "{order}"\nwhip_points = {{ {listed} }}\n'


def test_a_number_of_trumps_that_nobody_can_hold_has_no_row(few_cards):
    """Two clubs, of which one is turned up, and three of each other suit: a hand holds one trump at most."""
    deck = deck_of("QKA", "QKA", "max_players = 2\n").replace("[tricks]", 'without = ["Qc"]\n[tricks]')
    rules = rules_like(few_cards, "two", deck)
    found = so.swara.value_by_trumps(rules, trump="Kc", deals=20, seed=1)
    rows = found.rows()
    # Without a trump three of nine cards, three whips aside; with one two of the nine.
    assert [(row["players"], row["trumps"], row["hands"]) for row in rows] == [(2, 0, 84 - 3), (2, 1, 36)]
    assert CHARTS["trump-values"].message(found).endswith("with the most")


def test_where_all_hands_are_whips_there_is_nothing_to_tell(few_cards):
    deck = deck_of("56789TJQKA", "56789TJQKA").replace("[tricks]", 'suits = "c"\n[tricks]')
    rules = rules_like(few_cards, "clubs", deck)
    for study in (so.swara.tricks_by_strength, so.swara.value_by_trumps):
        with pytest.raises(so.DealError, match="rules: every hand of clubs is a whip"):
            study(rules=rules, trump="Tc", deals=20)


def test_no_table_is_no_answer():
    with pytest.raises(so.DealError, match="n_players: nothing is given"):
        so.swara.value_by_trumps(n_players=[])


@pytest.mark.parametrize("study", ["tricks_by_strength", "value_by_trumps", "policy_table"])
def test_few_deals_are_refused(study):
    with pytest.raises(so.DealError, match="deals"):
        getattr(so.swara, study)(deals=19)


def test_best_card():
    result = so.swara.best_card("Ac 7d", "Kc", n_players=3, played="9h 8h Jh Ts 8s")
    assert (result.info.method, result.extra["turn"], result.extra["best"]) == ("exact", 1, "Ac")
    for row in result.rows():
        assert row["sweep"] + row["two"] + row["one"] + row["none"] == pytest.approx(1)
    sampled = so.swara.best_card("Ac Ah 7d", "Kc", n_players=4, deals=500, seed=1)
    again = so.swara.best_card("Ac Ah 7d", "Kc", n_players=4, deals=500, seed=1, threads=2)
    assert sampled.columns == again.columns
