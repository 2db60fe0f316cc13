"""Every figure on the page is the package's, and the lookup that finds it is right."""

from collections import Counter
from fractions import Fraction
from itertools import combinations
from math import comb

import pytest

from svara_odds.cards.hands import parse_hand
from svara_odds.odds.multiway.table_files import load_exact
from svara_odds.page.figures import SCALE, figure, game_figures
from svara_odds.tables.handtable import hand_table
from tests.naive.equity import headsup_row
from tests.naive.scoring import all_scores

NAMES = ["bulgarian", "bulgarian-low-triples", "fortegames", "russian"]
HALF = Fraction(1, 2 * SCALE)


def agrees(value, share):
    """Whether a figure says this share: within half of its last digit, and nothing and all only where they are that."""
    if value == -1:
        return 0 < share <= HALF
    if value == SCALE + 1:
        return 0 < 1 - share <= HALF
    return abs(Fraction(value, SCALE) - share) <= HALF and (value in (0, SCALE)) == (share in (0, 1))


def in_colex(cards):
    """Hands in colexicographic order: by the highest position, then the next."""
    positions = sorted(tuple(sorted(hand, reverse=True)) for hand in combinations(range(len(cards)), 3))
    return [frozenset(cards[card] for card in hand) for hand in positions]


def test_games_on_the_page(games):
    assert list(games) == NAMES
    assert [list(map(int, game["players"])) for game in games.values()] == [[*range(2, 11)]] * 3 + [[*range(2, 7)]]


@pytest.mark.parametrize("name", NAMES)
def test_every_class_and_number_of_players(games, name):
    game, table = games[name], hand_table(name)
    exact = load_exact(table)
    for players, columns in game["players"].items():
        for number in range(table.symmetry.n_classes):
            counts = exact.counts(number, int(players))
            win, svara = Fraction(counts.win, counts.total), Fraction(sum(counts.svara.values()), counts.total)
            part = sum(Fraction(count, size) for size, count in counts.svara.items()) / counts.total
            shares = {"win": win, "svara": svara, "lose": 1 - win - svara, "equity": win + part}
            for key, share in shares.items():
                assert agrees(columns[key][number], share), (players, number, key)


@pytest.mark.parametrize("name", NAMES)
def test_each_hand_finds_its_class(games, name):
    """By the scores of the slow twin, and for one hand in a hundred by counting what an opponent may hold."""
    game, scores = games[name], all_scores(name)
    hands = in_colex(game["cards"])
    assert len(hands) == len(game["classOf"]) == len(game["termOf"]) == comb(len(game["cards"]), 3)
    for index, hand in enumerate(hands):
        assert 2 * Fraction(game["points"][game["levelOf"][game["classOf"][index]]]) == scores[hand]
    for index in range(7, len(hands), 100):
        number, opposing = game["classOf"][index], game["opposing"]
        win, tie, lose = headsup_row(scores.__getitem__, hands[index], game["cards"])
        assert (opposing["all"], opposing["tie"][number], opposing["beat"][number]) == (win + tie + lose, tie, lose)
        for key, count in (("win", win), ("svara", tie), ("lose", lose)):
            assert agrees(game["players"]["2"][key][number], Fraction(count, win + tie + lose))


@pytest.mark.parametrize("name", ["bulgarian", "russian"])
def test_what_beats_a_hand_is_counted_by_score(games, name):
    game, scores = games[name], all_scores(name)
    hands = in_colex(game["cards"])
    for index in range(0, len(hands), 400):
        apart = Counter(scores[other] for other in hands if not other & hands[index])
        better = [points for points in sorted(set(scores.values()), reverse=True) if points > scores[hands[index]]]
        assert game["opposing"]["above"][game["classOf"][index]] == [apart[points] for points in better]


@pytest.mark.parametrize("name", NAMES)
def test_places_follow_equity(games, name):
    game, table = games[name], hand_table(name)
    exact, sizes = load_exact(table), table.symmetry.sizes.tolist()
    for players, columns in game["players"].items():
        shares = [exact.counts(number, int(players)).equity for number in range(len(sizes))]
        worse, better, below = {}, {}, 0
        for share, size in sorted(zip(shares, sizes, strict=True)):
            worse.setdefault(share, Fraction(below, table.n_hands))
            below += size
        for place, share in enumerate(sorted(shares, reverse=True), start=1):
            better.setdefault(share, place)
        assert columns["place"] == [better[share] for share in shares]
        assert all(agrees(value, worse[share]) for value, share in zip(columns["worse"], shares, strict=True))


@pytest.mark.parametrize("name", NAMES)
def test_terms_name_the_cards_that_count(games, name):
    """Where cards are summed, those that a shape names make the points of the hand."""
    game, table = games[name], hand_table(name)
    terms = table.rules.terms
    for index, hand in enumerate(table.hands.tolist()):
        shape = game["terms"][game["termOf"][index]]
        used = [card for _, cards, jokers in shape for card in (*cards, *jokers)]
        assert len(set(used)) == len(used) <= 3
        if all(kind in ("suit", "joker") for kind, _, _ in shape):
            worth = sum(terms.points[hand[card]] for _, cards, _ in shape for card in cards)
            worth += sum(terms.jokers[hand[card]] for _, _, jokers in shape for card in jokers)
            assert worth == table.half_points[index]


@pytest.mark.parametrize(
    ("share", "said"),
    [
        (Fraction(0), 0),
        (Fraction(1), SCALE),
        (Fraction(1, 3), 333333),
        (Fraction(2, 3), 666667),
        (Fraction(1, 10**7), -1),
        (1 - Fraction(1, 10**7), SCALE + 1),
        (Fraction(3, 2 * 10**6), 2),
    ],
)
def test_figures_are_rounded_once(share, said):
    assert figure(share) == said
    assert agrees(said, share)


@pytest.mark.parametrize("name", NAMES)
def test_examples_are_those_of_the_rules_the_most_even_first(games, name):
    table, exact = hand_table(name), load_exact(hand_table(name))

    def uneven(hand):
        index = table.index_of(sorted(table.deck.position(card) for card in hand))
        return abs(exact.counts(int(table.symmetry.class_of[index]), 4).equity - Fraction(1, 2))

    hands = games[name]["examples"]
    worked = [parse_hand(example.hand, table.deck) for example in table.rules.file.examples]
    assert sorted(map(sorted, hands)) == sorted(sorted(table.deck.cards[card] for card in hand) for hand in worked)
    assert [uneven(hand) for hand in hands] == sorted(map(uneven, hands))


def test_a_game_without_examples_shows_its_most_even_hands(tmp_path):
    path = tmp_path / "own.toml"
    path.write_text(
        'name = "own"\ntitle = "t"\nsource = "s"\nmax_players = 2\n[deck]\nranks = "JQKA"\nsuits = "cdh"\n'
        "[scoring]\npoints = { J = 1, Q = 2, K = 3, A = 4 }\n"
    )
    game = game_figures(hand_table(path))
    hands = in_colex(game["cards"])
    equity = [
        game["players"]["2"]["equity"][game["classOf"][hands.index(frozenset(hand))]] for hand in game["examples"]
    ]
    assert len(equity) == min(12, len(game["levelOf"]))
    uneven = sorted(abs(2 * each - SCALE) for each in game["players"]["2"]["equity"])
    assert [abs(2 * each - SCALE) for each in equity] == uneven[: len(equity)]
