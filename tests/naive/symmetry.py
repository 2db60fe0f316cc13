"""Which renamings of suits and of ranks leave every score as it is, by trying them on every hand."""

from itertools import combinations, permutations

Hand = frozenset[str]
Scores = dict[Hand, int]
Renaming = dict[str, str]

RANKS = "6789TJQKA"
SUITS = "cdhs"


def rename(hand: Hand, ranks: Renaming, suits: Renaming) -> Hand:
    return frozenset(ranks.get(card[0], card[0]) + suits.get(card[1], card[1]) for card in hand)


def keeps_scores(scores: Scores, ranks: Renaming, suits: Renaming) -> bool:
    """Each hand goes to a hand of the same deck with the same score."""
    return all(scores.get(rename(hand, ranks, suits)) == points for hand, points in scores.items())


def suit_renamings(scores: Scores) -> list[Renaming]:
    """Those of the 24 that keep the scores."""
    tried = [dict(zip(SUITS, image, strict=True)) for image in permutations(SUITS)]
    return [suits for suits in tried if keeps_scores(scores, {}, suits)]


def rank_swaps(scores: Scores) -> list[tuple[str, str]]:
    """Pairs of ranks of this deck that may change places."""
    present = sorted({card[0] for hand in scores for card in hand}, key=RANKS.index)
    return [(a, b) for a, b in combinations(present, 2) if keeps_scores(scores, {a: b, b: a}, {})]


def rank_renamings(scores: Scores) -> list[Renaming]:
    """Everything that valid swaps, done one after the other, can reach."""
    swaps = rank_swaps(scores)
    reached = {RANKS}
    fresh = [RANKS]
    while fresh:
        image = fresh.pop()
        for a, b in swaps:
            after = image.translate(str.maketrans(a + b, b + a))
            if after not in reached:
                reached.add(after)
                fresh.append(after)
    return [dict(zip(RANKS, image, strict=True)) for image in sorted(reached)]


def classes(scores: Scores) -> list[set[Hand]]:
    """Hands sorted into those that some renaming of ranks and suits takes onto each other."""
    suits_that_keep, ranks_that_keep = suit_renamings(scores), rank_renamings(scores)
    found: list[set[Hand]] = []
    placed: set[Hand] = set()
    for hand in scores:
        if hand not in placed:
            orbit = {rename(hand, ranks, suits) for ranks in ranks_that_keep for suits in suits_that_keep}
            found.append(orbit)
            placed |= orbit
    return found
