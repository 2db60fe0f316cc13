from collections import Counter
from fractions import Fraction
from itertools import combinations

from tests.naive.equity import brute, brute_weighted, headsup_row, seat_summary
from tests.naive.scoring import RULES, all_scores

DECK = RULES["trynka"].deck
SCORE = all_scores("trynka").__getitem__
# Twelve cards are few enough to deal three hands from in a moment.
DEAD = ["Tc", "Th", "Jd", "Js", "Qc", "Qh", "Kd", "Ks", "Ac"]


def hands(*texts):
    return [frozenset(text.split()) for text in texts]


def test_two_hands_are_one_deal():
    players = [hands("6c Kh Kd"), hands("Ac Ah Kc")]
    assert brute(SCORE, players, DECK) == {(0,): 1}
    assert brute(SCORE, [hands("Ac Ah Kc"), hands("As Ad Ks")], DECK) == {(0, 1): 1}


def test_hands_that_share_a_card_are_never_dealt():
    players = [hands("6c Kh Kd", "Ac Ah Kc"), hands("6c Th Td")]
    assert brute(SCORE, players, DECK) == {(1,): 1}
    assert brute(SCORE, [hands("6c Kh Kd"), None], DECK, ["Kd"]) == {}


def test_row_is_the_heads_up_count():
    for hand in hands("6c Kh Kd", "Jh Tc Td", "Ac Ah Kc"):
        below, tied, above = headsup_row(SCORE, hand, DECK)
        assert below + tied + above == 816
        assert Counter({(0,): below, (0, 1): tied, (1,): above}) == brute(SCORE, [[hand], None], DECK)


def test_three_random_hands_are_alike():
    counts = brute(SCORE, [None, None, None], DECK, DEAD)
    assert sum(counts.values()) == 220 * 84 * 20
    assert counts[(0,)] == counts[(1,)] == counts[(2,)]
    assert counts[(0, 1)] == counts[(0, 2)] == counts[(1, 2)]
    assert [seat_summary(counts, seat)["equity"] for seat in range(3)] == [Fraction(1, 3)] * 3


def test_random_is_the_list_of_all_hands():
    everything = [frozenset(three) for three in combinations(DECK, 3)]
    fixed = hands("Ah Kh Td")
    assert brute(SCORE, [fixed, everything], DECK, DEAD) == brute(SCORE, [fixed, None], DECK, DEAD)


def test_seats_may_be_dealt_in_any_order():
    one, two = hands("Ah Kh Td", "6c Jc Jh"), hands("Ah As Qd", "Kh Kc Tc")
    there, back = brute(SCORE, [one, two, None], DECK), brute(SCORE, [None, two, one], DECK)
    assert {tuple(sorted(2 - seat for seat in key)): n for key, n in back.items()} == there


def test_weights():
    strong, weak = hands("6c Kh Kc", "Jh Tc Td")
    counted = brute(SCORE, [[strong, weak, weak, weak], None], DECK)
    weighted = brute_weighted(SCORE, [{strong: Fraction(1, 2), weak: Fraction(3, 2)}, None], DECK)
    assert {key: 2 * value for key, value in weighted.items()} == counted
    assert brute_weighted(SCORE, [{strong: 0}, None], DECK) == {}
