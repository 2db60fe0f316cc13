"""Labels are read back: the words of a label say the cards of the hand and make its points."""

import re

import pytest

from svara_odds.rules.catalog import list_rules, load_rules
from svara_odds.tables.handtable import hand_table
from tests.naive.scoring import RULES, all_scores

WORDS = ("six", "seven", "eight", "nine", "ten", "jack", "queen", "king", "ace")
RANK = dict(zip(WORDS, "6789TJQKA", strict=True))
PLURAL = {word + ("es" if word == "six" else "s"): rank for word, rank in RANK.items()}
SUIT = {"clubs": "c", "diamonds": "d", "hearts": "h", "spades": "s"}
ONE = "(?:" + "|".join(WORDS) + ")"
MANY = "(?:" + "|".join(PLURAL) + ")"
CARD = f"{ONE} of (?:{'|'.join(SUIT)})"
SHAPES = {
    "suit": re.compile(rf"(?P<ranks>{ONE}(?:(?:, {ONE})? and {ONE})?) of (?P<suit>{'|'.join(SUIT)})"),
    "pair": re.compile(rf"pair of (?P<many>{MANY})"),
    "triple": re.compile(rf"three (?P<many>{MANY})"),
    "joined": re.compile(rf"pair of (?P<many>{MANY}) joined by the (?P<jokers>{CARD})"),
    "wild": re.compile(
        rf"(?P<size>pair of|three) (?P<many>{MANY}) with (?P<jokers>the {CARD}(?: and the {CARD})?) as "
        rf"(?P<role>an? {ONE}|{MANY})"
    ),
    "added": re.compile(rf"(?P<inner>.+) plus (?P<jokers>the {CARD}(?: and the {CARD})?) as jokers?"),
}


def named(words):
    """The cards that a text names in full."""
    return [RANK[rank] + SUIT[suit] for rank, suit in re.findall(rf"({ONE}) of ({'|'.join(SUIT)})", words)]


def read_back(label):
    """Shape of a label, the words it holds and what was recognised."""
    for shape, pattern in SHAPES.items():
        found = pattern.fullmatch(label)
        if found:
            return shape, found
    raise AssertionError(f"no reader would understand {label!r}")


def check(label, hand, jokers, points_of, scoring):
    """Points that the label says the hand has; fails where it names a card that the hand has not."""
    shape, found = read_back(label)
    if shape == "suit":
        ranks = [RANK[word] for word in re.findall(ONE, found["ranks"])]
        cards = [rank + SUIT[found["suit"]] for rank in ranks]
        assert set(cards) <= set(hand)
        assert [RANK_ORDER.index(rank) for rank in ranks] == sorted(map(RANK_ORDER.index, ranks), reverse=True)
        return sum(points_of[card[0]] for card in cards)
    if shape == "added":
        adding = named(found["jokers"])
        assert set(adding) <= set(hand) & set(jokers)
        assert label.endswith("s") is (len(adding) > 1)
        rest = [card for card in hand if card not in adding]
        return sum(scoring.jokers[card] for card in adding) + check(found["inner"], rest, (), points_of, scoring)
    rank = PLURAL[found["many"]]
    alike = [card for card in hand if card[0] == rank]
    if shape == "pair":
        assert len(alike) >= 2
        return scoring.pairs[rank]
    if shape == "triple":
        assert len(alike) == 3
        return three(rank, points_of, scoring)
    standing = named(found["jokers"])
    assert set(standing) <= set(hand) & set(jokers)
    assert rank not in [card[0] for card in standing]
    if shape == "joined":
        assert len(alike) == 2
        return 2 * points_of[rank] + scoring.jokers[standing[0]]
    role = next(word for word in WORDS if RANK[word] == rank)
    article = "an" if role in ("eight", "ace") else "a"
    assert found["role"] == (found["many"] if len(standing) == 2 else f"{article} {role}")
    if found["size"] == "pair of":
        assert len(alike) == len(standing) == 1
        return scoring.pairs[rank]
    assert len(alike) + len(standing) == 3
    return three(rank, points_of, scoring)


RANK_ORDER = "6789TJQKA"


def three(rank, points_of, scoring):
    worth = scoring.triples[rank]
    return 3 * points_of[rank] if worth == "sum" else worth


@pytest.mark.parametrize("rules", list_rules("showdown"))
def test_label_of_every_hand(rules):
    table = hand_table(rules)
    scoring = load_rules(rules).file.scoring
    scores, jokers = all_scores(rules), RULES[rules].jokers
    for index, hand in enumerate(table.hands.tolist()):
        names = [table.deck.cards[card] for card in hand]
        assert 2 * check(table.label(index), names, jokers, scoring.points, scoring) == scores[frozenset(names)]


@pytest.mark.parametrize(
    ("rules", "hand", "label"),
    [
        ("bulgarian", "7c Kh Kd", "pair of kings joined by the seven of clubs"),
        ("bulgarian", "7c 7h 7d", "three sevens"),
        ("bulgarian", "Ah Kh Qh", "ace, king and queen of hearts"),
        ("bulgarian", "As Ad Tc", "pair of aces"),
        ("bulgarian", "Js Qd Tc", "queen of diamonds"),
        ("bulgarian", "8h 9s 7c", "nine of spades plus the seven of clubs as joker"),
        ("bulgarian", "8c 8h 8s", "eight of spades"),
        ("fortegames", "7c 7h Kd", "pair of sevens"),
        ("fortegames", "7c 7h Kh", "king and seven of hearts plus the seven of clubs as joker"),
        ("russian", "6c Kh Kd", "three kings with the six of clubs as a king"),
        ("russian", "Ad 8h 8s", "three eights with the ace of diamonds as an eight"),
        ("russian", "Ad 6c Kh", "three kings with the six of clubs and the ace of diamonds as kings"),
        ("russian", "Ad As Ah", "three aces"),
        ("russian-plain-jokers", "Ad 6c Kh", "king of hearts plus the six of clubs and the ace of diamonds as jokers"),
        ("trynka", "6c Ah Kd", "pair of aces with the six of clubs as an ace"),
    ],
)
def test_label(rules, hand, label):
    table = hand_table(rules)
    names = hand.split()
    assert table.label(table.index_of([table.deck.position(name) for name in names])) == label
