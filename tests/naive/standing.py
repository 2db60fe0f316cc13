"""Weight below, level with and disjoint from each hand, by looking at every other hand."""

from tests.naive.equity import Hand, ScoreOf


def standing(score_of: ScoreOf, weights: dict[Hand, int]) -> dict[Hand, tuple[int, int, int]]:
    """Every hand of `weights` with the weight that it beats, that ties with it, and of all that is disjoint."""
    rows = {}
    scores = {hand: score_of(hand) for hand in weights}
    for hand, points in scores.items():
        apart = [(scores[other], weight) for other, weight in weights.items() if not hand & other]
        rows[hand] = (
            sum(weight for other, weight in apart if other < points),
            sum(weight for other, weight in apart if other == points),
            sum(weight for _, weight in apart),
        )
    return rows
