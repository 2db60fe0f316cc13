"""Deals in lanes the slow way: sixteen generators one after the other, a list of cards that shrinks, no bytes."""

from collections import Counter
from collections.abc import Sequence

WORD = (1 << 64) - 1


def rotated(word: int, left: int) -> int:
    return (word << left | word >> (64 - left)) & WORD


class Xoshiro:
    """xoshiro256++, from its published description."""

    def __init__(self, words: Sequence[int]) -> None:
        self.s = [int(word) for word in words]

    def next(self) -> int:
        s = self.s
        answer = (rotated((s[0] + s[3]) & WORD, 23) + s[0]) & WORD
        shifted = s[1] << 17 & WORD
        s[2] ^= s[0]
        s[3] ^= s[1]
        s[1] ^= s[2]
        s[0] ^= s[3]
        s[2] ^= shifted
        s[3] = rotated(s[3], 45)
        return answer

    def below(self, bound: int) -> int:
        """Exactly uniform below `bound`: the product's low half must not fall into the incomplete part."""
        while True:
            product = self.next() * bound
            if (product & WORD) >= (1 << 64) % bound:
                return product >> 64


def two_numbers(r: int, first: int, second: int) -> tuple[int, int] | None:
    """Two numbers below `first` and `second` from 16 random bits, None for the bits left over."""
    both = first * second
    if r * both % 65536 < 65536 % both:
        return None
    return divmod(r * both // 65536, second)


def lanes(state: Sequence[int], n_cards: int, n_hands: int, rounds: int) -> list[list[list[int]] | None]:
    """`rounds` times 64 deals of `n_hands` hands from cards 0, 1, …; None for the deals that are dropped."""
    generators = [Xoshiro([state[16 * word + g] for word in range(4)]) for g in range(16)]
    answer: list[list[list[int]] | None] = []
    for _ in range(rounds):
        draws = [[generator.next() for generator in generators] for _ in range((3 * n_hands + 1) // 2)]
        for lane in range(64):
            answer.append(one_lane([words[lane // 4] >> 16 * (lane % 4) & 65535 for words in draws], n_cards, n_hands))
    return answer


def one_lane(bits: list[int], n_cards: int, n_hands: int) -> list[list[int]] | None:
    deck, dealt = list(range(n_cards)), []
    for r in bits:
        alone = len(dealt) + 1 == 3 * n_hands
        numbers = two_numbers(r, len(deck), 1 if alone else len(deck) - 1)
        if numbers is None:
            return None
        dealt.append(deck.pop(numbers[0]))
        if not alone:
            dealt.append(deck.pop(numbers[1]))
    return [sorted(dealt[3 * h : 3 * h + 3]) for h in range(n_hands)]


def best_seats(scores: list[int]) -> int:
    return sum(1 << seat for seat, score in enumerate(scores) if score == max(scores))


def count_lanes(
    deals: list[list[list[int]] | None], known: dict[int, int], score_of: dict[tuple[int, ...], int], wanted: int
) -> Counter[int]:
    """The first `wanted` deals by mask of the best seats; `known` holds the scores of the seats not dealt."""
    counts: Counter[int] = Counter()
    for deal in deals:
        if deal is not None and counts.total() < wanted:
            hands = iter(deal)
            seats = len(known) + len(deal)
            scores = [known[s] if s in known else score_of[tuple(next(hands))] for s in range(seats)]
            counts[best_seats(scores)] += 1
    return counts
