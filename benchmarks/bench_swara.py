"""Race the trick game's kernels: open-card play against the twin in Python, payoffs of two hands against scipy."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from scipy import sparse

from benchmarks.figures import Row
from benchmarks.handover import hand_over
from benchmarks.timing import race
from svara_odds.rules.catalog import load_rules
from svara_odds.solver.equilibrium import plan_of
from svara_odds.swara.headsup import HeadsupPlay, headsup_play
from svara_odds.swara.play import trick_outcomes
from svara_odds.swara.search import best_card
from tests.naive.trickhidden import card_values, deals_that_fit
from tests.naive.trickplay import play, wishes

RULES = load_rules("swara")
DEALS = {2: 20_000, 3: 10_000, 4: 4_000, 5: 1_000, 6: 500}
FEW = {2: 100, 3: 50, 4: 20, 5: 4, 6: 1}


def random_deals(n_players: int, deals: int) -> np.ndarray:
    draw = np.random.default_rng(n_players)
    cards = draw.permuted(np.tile(np.arange(RULES.deck.n_cards), (deals, 1)), axis=1)
    return cards[:, : 3 * n_players].reshape(deals, n_players, 3)


def open_cards(n_players: int, hero: int | None, rounds: int) -> Iterator[Row]:
    deals = random_deals(n_players, DEALS[n_players])
    few = [[tuple(RULES.deck.cards[card] for card in hand) for hand in deal] for deal in deals[: FEW[n_players]]]
    wish = wishes(n_players, hero, pot=n_players, share=1)
    found = trick_outcomes(RULES, deals[: len(few)], trump=0, hero=hero).tricks.tolist()
    assert [tuple(row) for row in found] == [play(hands, 0, "c", wish) for hands in few]
    timed = race(
        {
            "kernel": lambda: trick_outcomes(RULES, deals, trump=0, hero=hero),
            "Python": lambda: [play(hands, 0, "c", wish) for hands in few],
        },
        rounds=rounds,
        units={"kernel": len(deals), "Python": len(few)},
    )
    wanted = "each for itself" if hero is None else "all against one"
    print(f"{n_players} players, {wanted}, per deal ({60e-6 / timed.median('kernel'):.1f} million deals a minute):")
    print(timed.table("kernel", unit=1e-6, unit_name="µs"))
    if hero is None:
        yield timed.row(f"Swara, three tricks with open cards, {n_players} players", "kernel", "Python", per="deal")


def hidden_cards(rounds: int) -> Iterator[Row]:
    names = (["Ac", "9d", "8d"], "Kc", ["Ad"])
    cards = [[RULES.deck.position(name) for name in part] for part in (names[0], [names[1]], names[2])]
    deals = deals_that_fit(list(RULES.deck.cards), names[1], names[0], names[2], 2)
    some = deals[::10]
    timed = race(
        {
            "best_card": lambda: best_card(RULES, cards[0], turned=cards[1][0], n_players=2, played=cards[2]),
            "Python": lambda: card_values(some, "c", names[2], {"pot": 2, "share": 1}),
        },
        rounds=rounds,
        units={"best_card": len(deals), "Python": len(some)},
    )
    print(f"two players, every one of the {len(deals)} deals that fit, per deal:")
    print(timed.table("best_card", unit=1e-6, unit_name="µs"))
    yield timed.row(f"Swara, best card over all {len(deals)} deals that fit", "best_card", "Python", per="deal")


def payoffs(game: HeadsupPlay, rounds: int) -> Iterator[Row]:
    plexes, leaves = game.game.plexes, game.game.payoffs
    plans = [plan_of(plex, plex.uniform()) for plex in plexes]
    start, index, code = leaves.leaves[0]
    matrix = sparse.csr_array((leaves.values[0][code], index, start), shape=tuple(len(plan) for plan in plans))
    out = np.empty_like(plans[0])
    leaves.gradient(0, plans, out)
    assert np.allclose(out, matrix @ plans[1], rtol=0, atol=1e-12)
    timed = race(
        {"kernel": lambda: leaves.gradient(0, plans, out), "scipy": lambda: matrix @ plans[1]},
        rounds=rounds,
        units=leaves.n_leaves,
    )
    print(f"payoffs of {len(out):,} sequences over {leaves.n_leaves:,} leaves, per leaf:")
    print(timed.table("kernel"))
    yield timed.row(f"Swara, payoffs of two hidden hands, {leaves.n_leaves:,} leaves", "kernel", "scipy", per="leaf")


def measure(quick: bool) -> Iterator[Row]:
    """Open cards, hidden cards, payoffs."""
    rounds = 3 if quick else 7
    for n_players in DEALS:
        for hero in (None, 0) if n_players > 2 else (None,):
            yield from open_cards(n_players, hero, rounds)
    yield from hidden_cards(rounds)
    yield from payoffs(headsup_play(RULES, turned=0), rounds)


if __name__ == "__main__":
    hand_over("swara", measure, __doc__)
