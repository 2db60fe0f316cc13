"""Small frames made by hand, and titles as long as those that studies give, for every chart."""

import pandas as pd

HANDS = ["AcXx7c", "AxAyXz", "XcYcZc", "9x8y7z", "7x7y7c", "AcXxYy"]
ACTIONS = {"fold": 0.5, "call": 0.25, "raise 4": 0.15, "raise 8": 0.1}


def scores():
    counts = {8: 20, 9: 60, 10: 1120, 17: 370, 18: 440, 20: 670, 21: 530, 22: 243, 30: 70, 31: 77, 32.5: 14, 34: 4}
    total, frame = sum(counts.values()), pd.DataFrame({"points": list(counts), "count": list(counts.values())})
    at_least = frame["count"][::-1].cumsum()[::-1] / total
    return frame.assign(probability=frame["count"] / total, at_least=at_least)


def rule_sets():
    names = ["bulgarian", "russian-plain-jokers", "our-club"]
    parts = [scores().assign(rules=name, points=scores()["points"] + shift) for shift, name in enumerate(names)]
    return pd.concat(parts, ignore_index=True)


def equities(numbers=range(2, 11)):
    rows = [
        {"players": n, "points": p, "equity": (p / 36) ** (n - 1), "win": 0.9 * (p / 36) ** (n - 1), "svara": 0.08}
        for n in numbers
        for p in [8, *range(15, 23), 24, 25, 32, 32.5, 33, 36]
    ]
    return pd.DataFrame(rows)


def svaras():
    return pd.DataFrame(
        [{"players": n, "tied": k, "probability": 0.2 / 3**k * n} for n in range(2, 11) for k in range(2, n + 1)]
    )


def prices():
    names = ["P/k", "P/2", "P", "P/2, running"]
    return pd.DataFrame(
        [
            {"price": name, "tied": k, "joiners": j, "joiner_value": 0.2 * place - 0.1 * j * place / k}
            for place, name in enumerate(names)
            for k in (2, 3, 4)
            for j in (1, 2, 3, 4)
        ]
    )


def strategy(reached=True):
    """Six hands of three scores; the first folds, the last raises, the others do a bit of each."""
    rows = []
    for place, hand in enumerate(HANDS):
        mixed = dict(ACTIONS)
        if place == 0:
            mixed = {"fold": 1.0}
        if place == len(HANDS) - 1:
            mixed = {"raise 8": 1.0}
        for action in ACTIONS:
            rows.append(
                {
                    "line": "b2",
                    "seat": 1,
                    "hand": hand,
                    "points": [11, 22, 22, 22, 34, 34][place],
                    "hands": place + 1,
                    "action": action,
                    "frequency": mixed.get(action, 0.0),
                    "reach": 1.0 if reached or place else 0.0,
                }
            )
    return pd.DataFrame(rows)


def thresholds(numbers=(2, 3, 4, 5, 6)):
    return pd.DataFrame(
        [
            {"players": n, "bet": bet, "seat": seat, "threshold": 17 + n - seat + (bet > 2)}
            for n in numbers
            for bet in (1, 2, 4.5)
            for seat in range(n)
        ]
    )


def blinds():
    return pd.DataFrame(
        [
            {"players": n, "blind": blind, "seat": seat, "gain": (0.05 * blind - 0.02 * blind**2) / n, "stderr": 0.004}
            for n in (2, 3, 4)
            for seat in (0, 1)
            for blind in (0.5, 1, 2, 4)
        ]
    )


def convergence():
    steps = [1, 10, 100, 1000, 10000]
    return pd.DataFrame(
        {
            "method": ["CFR+"] * 5 + ["CFR"] * 5,
            "iteration": steps * 2,
            "seconds": [step * 0.01 for step in steps * 2],
            "exploitability": [0.7 / step for step in steps] + [0.7 / step**0.5 for step in steps],
        }
    )


def tricks():
    return pd.DataFrame(
        [
            {"tenth": tenth, "tricks": tricks, "probability": share}
            for tenth in range(1, 11)
            for tricks, share in enumerate((0.8 - 0.07 * tenth, 0.2, 0.04 * tenth, 0.03 * tenth))
        ]
    )


def whips():
    shapes = ["two of a side suit", "two trumps", "three suits, one trump", "three suits, no trump", "any hand"]
    return pd.DataFrame(
        [
            {"held": shape, "exchanged": cards, "best": max(0.0, 0.2 - 0.05 * place) / cards**1.5}
            for place, shape in enumerate(shapes)
            for cards in (1, 2, 3)
        ]
    )


def trumps():
    return pd.DataFrame(
        [
            {"players": players, "trumps": trumps, "value": trumps - 0.3 * players, "stderr": 0.05}
            for players in (2, 3, 4, 5)
            for trumps in (0, 1, 2)
        ]
    )


FRAMES = {
    "score_distribution": scores,
    "cumulative": scores,
    "at_least": rule_sets,
    "equity_by_points": equities,
    "equity_heat": equities,
    "outcomes_by_points": lambda: equities([4]),
    "svara_sizes": svaras,
    "svara_prices": prices,
    "strategy_by_points": strategy,
    "strategy_matrix": strategy,
    "thresholds": thresholds,
    "blind_value": blinds,
    "convergence": convergence,
    "trick_shares": tricks,
    "whip_chances": whips,
    "trump_values": trumps,
}
