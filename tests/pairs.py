"""Every kernel with its slow twin in tests/naive and the tests that hold them together."""

_MULTIWAY = ("multiway.deal_all", "odds/multiway/test_hero.py")
_THREEWAY = ("threeway.plain_gradient", "solver/test_threeway.py")
_CFR = ("cfr.plain_cfr", "solver/test_cfr.py")

# Kernel: its twin, which shares no code with it, and where the two are compared.
PAIRS = {
    "jobs._kernels_stream.below": ("simulate.Xoshiro", "odds/sampling/test_simulate.py"),
    "jobs._kernels_stream.next_word": ("simulate.Xoshiro", "odds/sampling/test_simulate.py"),
    "odds._kernels_headsup.compare_all": ("equity.headsup_row", "odds/test_headsup.py"),
    "odds.enumeration._kernels.deal_all": ("equity.brute_weighted", "odds/enumeration/test_enumerate.py"),
    "odds.enumeration._kernels.deal_last_two": ("equity.brute_weighted", "odds/enumeration/test_enumerate.py"),
    "odds.multiway._kernels.bounds": _MULTIWAY,
    "odds.multiway._kernels.dense_ids": _MULTIWAY,
    "odds.multiway._kernels.fill": _MULTIWAY,
    "odds.multiway._kernels.mark": ("multiway.two_opponents", "odds/multiway/test_exact_table.py"),
    "odds.multiway._kernels_classes.tally": ("multiway.two_opponents", "odds/multiway/test_exact_table.py"),
    "odds.multiway._kernels_sums.power_sums": _MULTIWAY,
    "odds.sampling._kernels_restart.deal_ranges": ("equity.brute_weighted", "odds/sampling/test_simulate.py"),
    "odds.sampling._kernels_simulate.deal_lanes": ("simulate.count_lanes", "odds/sampling/test_lanes.py"),
    "showdown._kernels.sweep_columns": ("standing.standing", "showdown/test_sweep.py"),
    "showdown._kernels.sweep_one": ("standing.standing", "showdown/test_sweep.py"),
    "solver._kernels_headsup.leaf_gradient": ("cfr.plain_cfr", "solver/test_headsup.py"),
    "solver._kernels_plex.accumulate": _CFR,
    "solver._kernels_plex.add_up": _CFR,
    "solver._kernels_plex.normalize": _CFR,
    "solver._kernels_plex.realize": _CFR,
    "solver._kernels_plex.respond": ("cfr.plain_best_response", "solver/test_equilibrium.py"),
    "solver._kernels_plex.update_regrets": _CFR,
    "solver._kernels_threeway.end_values": _THREEWAY,
    "solver._kernels_threeway.gather": _THREEWAY,
    "solver._kernels_threeway.outsider_values": _THREEWAY,
    "solver._kernels_threeway.spread": _THREEWAY,
    "swara._kernels_choice.choose_and_show": ("swara.choose", "swara/test_choice.py"),
    "swara._kernels_headsup.count_leaves": ("trickduel.expected", "swara/test_headsup.py"),
    "swara._kernels_headsup.fill_rows": ("trickduel.expected", "swara/test_headsup.py"),
    "swara._kernels_headsup.open_card_counts": ("trickduel.best_response", "swara/test_headsup.py"),
    "swara._kernels_headsup.turn_over": ("trickduel.best_response", "swara/test_headsup.py"),
    "swara._kernels_headsup.weigh_rows": ("trickduel.best_response", "swara/test_headsup.py"),
    "swara._kernels_hidden.deal_hidden": ("trickhidden.deals_that_fit", "swara/test_search.py"),
    "swara._kernels_infosets.assign_sequences": ("trickduel.equilibrium_value", "swara/test_headsup.py"),
    "swara._kernels_infosets.find_infosets": ("trickduel.equilibrium_value", "swara/test_headsup.py"),
    "swara._kernels_play.play_deals": ("trickplay.play", "swara/test_play.py"),
    "swara._kernels_play.play_positions": ("trickhidden.card_values", "swara/test_search.py"),
    "tables._kernels.score_columns": ("scoring.all_scores", "tables/test_score_many.py"),
    "tables._kernels.score_rows": ("scoring.all_scores", "tables/test_score_many.py"),
}
