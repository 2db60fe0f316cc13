"""Which tests are asked about a file: its own first, and only if they notice nothing those of the rooms above."""

from fnmatch import fnmatch
from pathlib import Path

ROOT = Path(__file__).parents[2]

# Tests that take many seconds wait until all others of their file have noticed nothing.
HEAVY = (
    "tests/betting/test_carryover.py::test_fixed_sizes_by_a_recursion_of_linear_programs",
    "tests/betting/test_carryover.py::test_where_nobody_can_bet_to_speak_of_all_own_the_same",
    "tests/betting/test_policy.py::test_three_seats_by_a_sample",
    "tests/betting/test_policy.py::test_two_seats_exactly",
    "tests/jobs/test_killing.py::test_killed_twenty_times",
    "tests/odds/enumeration/test_enumerate.py::test_samples_of_full_decks",
    "tests/odds/multiway/test_exact_table.py::test_a_deck_of_52_cards_heads_up",
    "tests/odds/multiway/test_exact_table.py::test_a_deck_without_equal_ranks_as_dealt_out",
    "tests/odds/multiway/test_exact_table.py::test_three_players_as_dealt_out",
    "tests/odds/sampling/test_simulate.py::test_samples_fit_the_exact_odds",
    "tests/odds/svara/test_chain.py::test_every_deal_of_a_small_deck",
    "tests/odds/svara/test_chain.py::test_solutions_solve",
    "tests/odds/test_decide.py::test_every_way_gives_the_same_integers_on_a_small_deck",
)

_BETTING = ("build", "structure", "twin", "printout", "headsup")
_EXACT = "tests/odds/test_exact_and_sampled.py"
_ODDS_ABOVE = (_EXACT, "tests/odds/test_decide.py", "tests/studies/test_public.py", "tests/cli/test_answers.py")
_BETTING_ABOVE = ("tests/studies/test_blind.py", "tests/cli/test_solve.py", "tests/cli/test_tree.py")

# The first pattern that fits a file tells its own tests, and those of the rooms above.
TESTS = {
    "cards/*": (("tests/cards",), ("tests/rules", "tests/text", "tests/tables/test_handtable.py")),
    "rules/trick*": (
        ("tests/rules/test_trick_files.py", "tests/rules/test_explain.py", "tests/rules/test_fuzz.py"),
        ("tests/rules", "tests/swara/test_play.py", "tests/swara/test_state.py"),
    ),
    "rules/terms.py": (
        ("tests/rules/test_catalog.py", "tests/tables/test_handtable.py"),
        ("tests/rules", "tests/tables"),
    ),
    "rules/*": (
        ("tests/rules",),
        (
            "tests/tables/test_handtable.py",
            "tests/tables/test_other_decks.py",
            "tests/betting/test_structure.py",
            "tests/odds/svara/test_buyin.py",
            "tests/cli/test_answers.py",
        ),
    ),
    "showdown/_kernels_rows.py": (
        ("tests/solver/test_headsup.py", "tests/solver/test_threeway.py"),
        ("tests/betting/test_headsup.py",),
    ),
    "showdown/*": (("tests/showdown",), ("tests/odds/test_headsup.py", "tests/solver/test_headsup.py")),
    "odds/_kernels_headsup.py": (("tests/odds/test_headsup.py",), ()),
    "odds/headsup.py": (("tests/odds/test_headsup.py",), _ODDS_ABOVE),
    "odds/removal.py": (("tests/odds/test_headsup.py", "tests/odds/enumeration/test_enumerate.py"), _ODDS_ABOVE),
    "odds/outcomes.py": (("tests/odds/test_outcomes.py", "tests/odds/test_decide.py"), _ODDS_ABOVE),
    "odds/spot.py": (("tests/odds/test_spot.py", "tests/odds/test_decide.py"), _ODDS_ABOVE),
    "odds/decide.py": (("tests/odds/test_decide.py", "tests/odds/test_spot.py"), _ODDS_ABOVE),
    "odds/enumeration/*": (("tests/odds/enumeration",), _ODDS_ABOVE),
    "odds/multiway/_kernels*.py": (
        tuple(f"tests/odds/multiway/test_{name}.py" for name in ("subsets", "hero", "exact_table")),
        (),
    ),
    "odds/multiway/table*.py": (
        ("tests/odds/multiway/test_exact_table.py", "tests/odds/multiway/test_older_tables.py"),
        ("tests/odds/multiway", *_ODDS_ABOVE),
    ),
    "odds/multiway/*": (
        tuple(f"tests/odds/multiway/test_{name}.py" for name in ("subsets", "hero", "exact_table")),
        ("tests/odds/multiway", *_ODDS_ABOVE),
    ),
    "odds/sampling/*": (
        tuple(f"tests/odds/sampling/test_{name}.py" for name in ("alias", "lanes", "kept", "simulate")),
        ("tests/statistical", *_ODDS_ABOVE),
    ),
    "odds/svara/*": (("tests/odds/svara",), ("tests/cli/test_svara.py", "tests/studies/test_svara.py")),
    "betting/blind_choice.py": (("tests/betting/test_policy.py",), _BETTING_ABOVE),
    "betting/policy.py": (("tests/betting/test_policy.py",), _BETTING_ABOVE),
    "betting/carryover.py": (("tests/betting/test_carryover.py",), _BETTING_ABOVE),
    "betting/exact.py": (("tests/jobs/test_killing.py", "tests/solver/test_small_games.py"), _BETTING_ABOVE),
    "betting/solution.py": (
        (
            "tests/betting/test_solution.py",
            "tests/jobs/test_killing.py",
            "tests/solver/test_small_games.py",
            "tests/cli/test_solve.py",
        ),
        ("tests/betting/test_carryover.py",),
    ),
    "betting/*": (
        ("tests/betting/test_pots.py", *(f"tests/betting/test_{name}.py" for name in _BETTING)),
        ("tests/betting", *_BETTING_ABOVE),
    ),
}


def stages(file):
    """The arguments for pytest, one list after the other, until one of them fails."""
    own, above = next(tests for pattern, tests in TESTS.items() if fnmatch(file, f"svara_odds/{pattern}"))
    kernels = Path(file).name.startswith("_kernels")
    examples = [] if kernels else [file, "tests/test_house.py::test_records_cannot_be_changed"]
    light = [f"--deselect={test}" for test in HEAVY]
    heavy = [test for test in HEAVY if test.startswith((*own, *above))]
    found = [[*examples, *own, *light], [*above, *light] if above else [], heavy]
    return [tests for tests in found if tests]


def compiled(file, number):
    """Whether a stage of a file's tests runs with kernels compiled.

    Cards, rules and showdown are tried interpreted by the tests of their own room. What lies above is too slow then:
    there only kernels are compiled, and all else is interpreted anyhow. Kernels made of machine instructions cannot be
    run in any other way.
    """
    above = file.startswith(("svara_odds/odds/", "svara_odds/betting/", "svara_odds/showdown/_kernels_rows"))
    return above or number > 0
