"""Twelve mistakes that odds programs make, each as a change of one place, and the tests that must notice it."""

from typing import NamedTuple

_SAMPLING = "svara_odds/odds/sampling"
_FIT = "tests/odds/sampling/test_simulate.py"
_DEALS = "tests/statistical/test_deals.py"


class Fault(NamedTuple):
    file: str
    right: str
    wrong: str
    tests: tuple[str, ...]


FAULTS = {
    # The first card of a hand comes from the front half of the pool.
    "biased shuffle": Fault(
        f"{_SAMPLING}/_kernels_restart.py",
        "first, low = wide_product(next_word(state), size)",
        "first, low = wide_product(next_word(state) >> np.uint64(1), size)",
        (f"{_DEALS}::test_first_deals_of_streams_are_as_fair_as_later_ones[restart]",),
    ),
    # The last card of the deck is never taken.
    "off by one": Fault(
        "svara_odds/solver/sampling/_kernels_walks.py",
        "other = place + np.int64(below(state, np.uint64(len(deck) - place)))",
        "other = place + np.int64(below(state, np.uint64(len(deck) - place - 1)))",
        (f"{_DEALS}::test_sampled_walks_deal_every_card_to_every_seat",),
    ),
    # Sixteen bits are shared out among numbers that do not divide them, and nothing is rejected.
    "modulo bias": Fault(
        f"{_SAMPLING}/_kernels_simulate.py",
        "np.uint64(65536) % (first * second), flags)",
        "np.uint64(0), flags)",
        ("tests/odds/sampling/test_lanes.py::test_the_kernel_counts_what_its_twin_counts",),
    ),
    "dead card kept": Fault(
        "svara_odds/odds/removal.py",
        "return np.where(table.masks & np.uint64(mask) == 0, weights, 0)",
        "return weights",
        ("tests/odds/test_headsup.py::test_weighted_ranges_with_dead_cards",),
    ),
    # The joker joins any pair, also one of a rank that forms no triple.
    "ungated joker": Fault(
        "svara_odds/rules/terms.py",
        "self.ranks[rest[1]] == rank and rank in self.triples and",
        "self.ranks[rest[1]] == rank and",
        ("tests/tables/test_handtable.py::test_every_hand_is_worth_what_the_slow_scorer_says",),
    ),
    "tie as win": Fault(
        "svara_odds/odds/outcomes.py",
        "return self._by_size[seat][1]",
        "return sum(self._by_size[seat][1:])",
        ("tests/odds/test_outcomes.py",),
    ),
    # The stream belongs to the thread that happens to run a block, and not to the block.
    "seed per thread": Fault(
        "svara_odds/jobs/blocks.py",
        "spawn_key=tuple(key))",
        "spawn_key=(__import__('threading').get_ident(),))",
        (f"{_FIT}::test_the_same_seed_gives_the_same_integers_on_any_number_of_threads",),
    ),
    # All blocks, and so all threads, count in the same array.
    "shared counter": Fault(
        f"{_SAMPLING}/dealing.py",
        "out = _aligned(np.uint32, kernels.COPIES << self.n_players).reshape(kernels.COPIES, -1)",
        "out = self.__dict__.setdefault('out', np.zeros((kernels.COPIES, 1 << self.n_players), np.uint32))",
        (f"{_DEALS}::test_blocks_do_not_tell_of_each_other[lanes]",),
    ),
    "ignored weight": Fault(
        f"{_SAMPLING}/alias.py",
        "have = [weight * size for weight in weights]",
        "have = [total for weight in weights]",
        ("tests/odds/sampling/test_alias.py", f"{_FIT}::test_samples_fit_the_exact_odds[weights]"),
    ),
    # What folded seats paid above the last side pot is lost.
    "pot leak": Fault(
        "svara_odds/betting/pots.py",
        "pots[-1] = Pot(pots[-1].amount + rest, pots[-1].seats)",
        "pots[-1] = Pot(pots[-1].amount, pots[-1].seats)",
        ("tests/betting/test_pots.py",),
    ),
    "one-sided best response": Fault(
        "svara_odds/solver/equilibrium.py",
        "gains.append(float(gradient[0]) - values[-1])",
        "gains.append(0.0 if player else float(gradient[0]) - values[-1])",
        ("tests/solver/test_equilibrium.py",),
    ),
    # What parts of hands are worth is remembered from one game to the next.
    "stale memo": Fault(
        "svara_odds/rules/terms.py",
        "field(default_factory=dict, init=False",
        "field(default_factory=lambda memo={}: memo, init=False",
        ("tests/tables/test_handtable.py::test_every_hand_is_worth_what_the_slow_scorer_says",),
    ),
}
