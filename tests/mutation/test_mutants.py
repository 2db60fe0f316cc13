"""Nine in ten small changes of the code are noticed by the fast tests; and the harness tries what it says it tries."""

import os
from collections import Counter

import pytest

pytest.importorskip("cosmic_ray", reason="the extra `mutation` is not installed")

from tests.mutation import mutants
from tests.mutation.mutants import ROOMS, ROOT, mutants_of, sample
from tests.mutation.plan import HEAVY, compiled, stages
from tests.mutation.record import RECORD, SURVIVORS, key, read, row_of
from tests.mutation.trying import KILLED, SURVIVED, TIMED_OUT, Copy, try_all

SIZE = int(os.environ.get("SVARA_MUTANTS", "500"))
SEED = int(os.environ.get("SVARA_MUTANTS_SEED", "0"))
WORKERS = os.cpu_count() or 1
FILES = [
    path.relative_to(ROOT).as_posix()
    for room in ROOMS
    for path in sorted((ROOT / "svara_odds" / room).rglob("*.py"))
    if path.name != "__init__.py"
]
EXPLAINED = read(SURVIVORS)  # of what survived: why no test can notice it


@pytest.mark.slow
def test_without_a_change_all_of_them_pass(tmp_path):
    copy, seen = Copy(tmp_path), set()
    for file in FILES:
        for number, tests in enumerate(stages(file)):
            if (key := (compiled(file, number), *tests)) not in seen:
                seen.add(key)
                code, _ = copy.run(tests, compiled(file, number))
                assert code == 0, (file, number, copy.log.read_text(encoding="utf-8"))


@pytest.mark.slow
def test_nine_in_ten_are_killed(tmp_path):
    """Of the mutants of the record as far as the code still has them, or with another seed of new ones."""
    known = read(RECORD) if SEED == 0 else {}
    rows = [row_of(trial) for trial in try_all(sample(SIZE, SEED, known), tmp_path, WORKERS)]
    survivors = [row for row in rows if row["outcome"] == SURVIVED]
    print(*sorted(Counter((row["file"].split("/")[1], row["outcome"]) for row in rows).items()), sep="\n")
    for row in survivors:
        print("explained" if key(row) in EXPLAINED else "to be looked at", *row.values(), sep=" | ")
    assert len(rows) == SIZE
    assert len(survivors) <= len(rows) / 10


def test_what_the_record_says():
    outcomes = Counter(row["outcome"] for row in read(RECORD).values())
    assert outcomes.total() >= 500
    assert outcomes[SURVIVED] <= outcomes.total() / 10
    assert set(outcomes) <= {KILLED, TIMED_OUT, SURVIVED}
    unexplained = [
        known for known, row in read(RECORD).items() if row["outcome"] == SURVIVED and known not in EXPLAINED
    ]
    assert not unexplained


@pytest.mark.parametrize("file", FILES)
def test_every_file_has_tests_that_are_there(file):
    asked = [test for tests in stages(file) for test in tests if not test.startswith("--")]
    assert all((ROOT / test.partition("::")[0]).exists() for test in asked)
    assert any(test.startswith("tests/") for test in stages(file)[0])


def test_heavy_tests_are_there():
    for test in HEAVY:
        file, _, name = test.partition("::")
        assert f"def {name}(" in (ROOT / file).read_text(encoding="utf-8")


@pytest.mark.parametrize("row", EXPLAINED.values(), ids=lambda row: row["before"][:40])
def test_explanations_are_of_lines_that_are_there(row):
    """One that is out of date is missed here, and not in the slow tier."""
    lines = [line.strip() for line in (ROOT / row["file"]).read_text(encoding="utf-8").splitlines()]
    assert row["before"] in lines
    assert row["why"]


CODE = """\
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from numbers import Number


@jit
def f(x: int | None, y: float = 1 + 2) -> "int | None":
    z: int | None = x
    return z if x is None else x * y


@staticmethod
def g(a, b):
    return zip(a, b, strict=True)


HUGE = 1e300
"""


@pytest.fixture
def small(tmp_path, monkeypatch):
    """The mutants of one file with a little of everything."""
    (tmp_path / "svara_odds" / "cards").mkdir(parents=True)
    (tmp_path / "svara_odds" / "cards" / "small.py").write_text(CODE, encoding="utf-8")
    monkeypatch.setattr(mutants, "ROOT", tmp_path)
    monkeypatch.setattr(mutants, "ROOMS", ("cards",))
    for known in (mutants.text_of, mutants.mutated, mutants.mutants_of, mutants.annotations):
        known.cache_clear()
    yield mutants_of("cards")
    for known in (mutants.text_of, mutants.mutated, mutants.mutants_of, mutants.annotations):
        known.cache_clear()


def test_what_says_nothing_to_the_program_is_left_as_it_is(small):
    """Lines 3, 7 and 15 are silent, and so are the annotations of 8 and 9; left are numbers, sums, what is returned."""
    assert {mutant.start[0] for mutant in small} == {8, 10, 13, 18}
    of_line = Counter((mutant.start[0], mutant.operator.split("/")[1].split("_")[0]) for mutant in small)
    assert of_line[8, "NumberReplacer"] == 4  # one more and one less of 1 and of 2
    assert of_line[8, "ReplaceBinaryOperator"] == 11  # the other operators
    assert of_line[13, "RemoveDecorator"] == 1


def test_lines_before_and_after(small):
    changes = {mutants.lines_changed(mutant) for mutant in small if mutant.operator.endswith(("Mul_Add", "Decorator"))}
    assert changes == {("return z if x is None else x * y", "return z if x is None else x + y"), ("@staticmethod", "")}


def test_a_change_that_is_none_is_not_one(small):
    same = [mutant for mutant in small if not mutants.differs(mutant)]
    assert [mutant.start[0] for mutant in same] == [18, 18]  # one more and one less of a number too large to show it


def test_known_ones_come_first(small):
    every = {mutants.key_of(mutant): mutant for mutant in small if mutants.differs(mutant)}
    assert len(every) > 10
    for known, mutant in every.items():
        assert sample(1, 0, {known}) == [mutant]
    assert len(sample(100, 0)) == len({mutant.start for mutant in every.values()})
    assert sample(100, 0)[:2] == sample(2, 0)
