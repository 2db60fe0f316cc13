"""The heads-up games of the rules, every line written out: what each seat has paid, and who wins what is there."""

import pytest

from svara_odds.betting.build import betting_tree
from svara_odds.betting.structure import betting_structure
from svara_odds.rules.catalog import load_rules

# A bet that nobody called has gone back to its owner. Seat 1 deals.
CALL_CLOSES = """
0 blind 1 / 1 double to 2 / 0 fold: 2 2 > 1
0 blind 1 / 1 double to 2 / 0 bet 4 / 1 fold: 3 3 > 0
0 blind 1 / 1 double to 2 / 0 bet 4 / 1 call 2: 5 5 > 0 1
0 blind 1 / 1 double to 2 / 0 bet 4 / 1 raise to 8 / 0 fold: 5 5 > 1
0 blind 1 / 1 double to 2 / 0 bet 4 / 1 raise to 8 / 0 call 4: 9 9 > 0 1
0 blind 1 / 1 double to 2 / 0 bet 4 / 1 raise to 8 / 0 raise to 16 / 1 fold: 9 9 > 0
0 blind 1 / 1 double to 2 / 0 bet 4 / 1 raise to 8 / 0 raise to 16 / 1 call 8: 17 17 > 0 1
0 blind 1 / 1 double to 2 / 0 bet 4 / 1 raise to 8 / 0 raise to 16 / 1 raise to 32 / 0 fold: 17 17 > 1
0 blind 1 / 1 double to 2 / 0 bet 4 / 1 raise to 8 / 0 raise to 16 / 1 raise to 32 / 0 call 16: 33 33 > 0 1
0 blind 1 / 1 look / 1 fold: 1 1 > 0
0 blind 1 / 1 look / 1 bet 2 / 0 fold: 2 2 > 1
0 blind 1 / 1 look / 1 bet 2 / 0 call 1: 3 3 > 0 1
0 blind 1 / 1 look / 1 bet 2 / 0 raise to 4 / 1 fold: 3 3 > 0
0 blind 1 / 1 look / 1 bet 2 / 0 raise to 4 / 1 call 2: 5 5 > 0 1
0 blind 1 / 1 look / 1 bet 2 / 0 raise to 4 / 1 raise to 8 / 0 fold: 5 5 > 1
0 blind 1 / 1 look / 1 bet 2 / 0 raise to 4 / 1 raise to 8 / 0 call 4: 9 9 > 0 1
0 blind 1 / 1 look / 1 bet 2 / 0 raise to 4 / 1 raise to 8 / 0 raise to 16 / 1 fold: 9 9 > 0
0 blind 1 / 1 look / 1 bet 2 / 0 raise to 4 / 1 raise to 8 / 0 raise to 16 / 1 call 8: 17 17 > 0 1
0 look / 0 fold: 1 1 > 1
0 look / 0 bet 2 / 1 fold: 1 1 > 0
0 look / 0 bet 2 / 1 call 2: 3 3 > 0 1
0 look / 0 bet 2 / 1 raise to 4 / 0 fold: 3 3 > 1
0 look / 0 bet 2 / 1 raise to 4 / 0 call 2: 5 5 > 0 1
0 look / 0 bet 2 / 1 raise to 4 / 0 raise to 8 / 1 fold: 5 5 > 0
0 look / 0 bet 2 / 1 raise to 4 / 0 raise to 8 / 1 call 4: 9 9 > 0 1
0 look / 0 bet 2 / 1 raise to 4 / 0 raise to 8 / 1 raise to 16 / 0 fold: 9 9 > 1
0 look / 0 bet 2 / 1 raise to 4 / 0 raise to 8 / 1 raise to 16 / 0 call 8: 17 17 > 0 1
"""

# Every turn costs the bet and is paid for good: lap 1 from the start, lap 2 once both have acted, in lap 3 seat 0 folds
# or opens.
PAY_TO_STAY = """
0 dark 0.5 / 1 dark 0.5 / 0 fold: 1.5 1.5 > 1
0 dark 0.5 / 1 dark 0.5 / 0 pay 1 / 1 fold: 2.5 1.5 > 0
0 dark 0.5 / 1 dark 0.5 / 0 pay 1 / 1 pay 1 / 0 fold: 2.5 2.5 > 1
0 dark 0.5 / 1 dark 0.5 / 0 pay 1 / 1 pay 1 / 0 open: 3.5 2.5 > 0 1
0 dark 0.5 / 1 dark 0.5 / 0 pay 1 / 1 raise to 2 / 0 fold: 2.5 3.5 > 1
0 dark 0.5 / 1 dark 0.5 / 0 pay 1 / 1 raise to 2 / 0 open: 4.5 3.5 > 0 1
0 dark 0.5 / 1 dark 0.5 / 0 pay 1 / 1 open: 2.5 2.5 > 0 1
0 dark 0.5 / 1 dark 0.5 / 0 raise to 2 / 1 fold: 3.5 1.5 > 0
0 dark 0.5 / 1 dark 0.5 / 0 raise to 2 / 1 pay 2 / 0 fold: 3.5 3.5 > 1
0 dark 0.5 / 1 dark 0.5 / 0 raise to 2 / 1 pay 2 / 0 open: 5.5 3.5 > 0 1
0 dark 0.5 / 1 dark 0.5 / 0 raise to 2 / 1 raise to 4 / 0 fold: 3.5 5.5 > 1
0 dark 0.5 / 1 dark 0.5 / 0 raise to 2 / 1 raise to 4 / 0 open: 7.5 5.5 > 0 1
0 dark 0.5 / 1 dark 0.5 / 0 raise to 2 / 1 open: 3.5 3.5 > 0 1
0 dark 0.5 / 1 dark 0.5 / 0 open: 2.5 1.5 > 0 1
0 dark 0.5 / 1 look / 1 fold: 1.5 1 > 0
0 dark 0.5 / 1 look / 1 pay 1 / 0 fold: 1.5 2 > 1
0 dark 0.5 / 1 look / 1 pay 1 / 0 pay 1 / 1 fold: 2.5 2 > 0
0 dark 0.5 / 1 look / 1 pay 1 / 0 pay 1 / 1 pay 1 / 0 fold: 2.5 3 > 1
0 dark 0.5 / 1 look / 1 pay 1 / 0 pay 1 / 1 pay 1 / 0 open: 3.5 3 > 0 1
0 dark 0.5 / 1 look / 1 pay 1 / 0 pay 1 / 1 raise to 2 / 0 fold: 2.5 4 > 1
0 dark 0.5 / 1 look / 1 pay 1 / 0 pay 1 / 1 raise to 2 / 0 open: 4.5 4 > 0 1
0 dark 0.5 / 1 look / 1 pay 1 / 0 pay 1 / 1 open: 2.5 3 > 0 1
0 dark 0.5 / 1 look / 1 pay 1 / 0 raise to 2 / 1 fold: 3.5 2 > 0
0 dark 0.5 / 1 look / 1 pay 1 / 0 raise to 2 / 1 pay 2 / 0 fold: 3.5 4 > 1
0 dark 0.5 / 1 look / 1 pay 1 / 0 raise to 2 / 1 pay 2 / 0 open: 5.5 4 > 0 1
0 dark 0.5 / 1 look / 1 pay 1 / 0 raise to 2 / 1 raise to 4 / 0 fold: 3.5 6 > 1
0 dark 0.5 / 1 look / 1 pay 1 / 0 raise to 2 / 1 raise to 4 / 0 open: 7.5 6 > 0 1
0 dark 0.5 / 1 look / 1 pay 1 / 0 raise to 2 / 1 open: 3.5 4 > 0 1
0 dark 0.5 / 1 look / 1 pay 1 / 0 open: 2.5 2 > 0 1
0 dark 0.5 / 1 look / 1 raise to 2 / 0 fold: 1.5 3 > 1
0 dark 0.5 / 1 look / 1 raise to 2 / 0 pay 2 / 1 fold: 3.5 3 > 0
0 dark 0.5 / 1 look / 1 raise to 2 / 0 pay 2 / 1 pay 2 / 0 fold: 3.5 5 > 1
0 dark 0.5 / 1 look / 1 raise to 2 / 0 pay 2 / 1 pay 2 / 0 open: 5.5 5 > 0 1
0 dark 0.5 / 1 look / 1 raise to 2 / 0 pay 2 / 1 raise to 4 / 0 fold: 3.5 7 > 1
0 dark 0.5 / 1 look / 1 raise to 2 / 0 pay 2 / 1 raise to 4 / 0 open: 7.5 7 > 0 1
0 dark 0.5 / 1 look / 1 raise to 2 / 0 pay 2 / 1 open: 3.5 5 > 0 1
0 dark 0.5 / 1 look / 1 raise to 2 / 0 raise to 4 / 1 fold: 5.5 3 > 0
0 dark 0.5 / 1 look / 1 raise to 2 / 0 raise to 4 / 1 pay 4 / 0 fold: 5.5 7 > 1
0 dark 0.5 / 1 look / 1 raise to 2 / 0 raise to 4 / 1 pay 4 / 0 open: 9.5 7 > 0 1
0 dark 0.5 / 1 look / 1 raise to 2 / 0 raise to 4 / 1 open: 5.5 7 > 0 1
0 dark 0.5 / 1 look / 1 raise to 2 / 0 open: 3.5 3 > 0 1
0 look / 0 fold: 1 1 > 1
0 look / 0 pay 1 / 1 fold: 2 1 > 0
0 look / 0 pay 1 / 1 pay 1 / 0 fold: 2 2 > 1
0 look / 0 pay 1 / 1 pay 1 / 0 pay 1 / 1 fold: 3 2 > 0
0 look / 0 pay 1 / 1 pay 1 / 0 pay 1 / 1 pay 1 / 0 fold: 3 3 > 1
0 look / 0 pay 1 / 1 pay 1 / 0 pay 1 / 1 pay 1 / 0 open: 4 3 > 0 1
0 look / 0 pay 1 / 1 pay 1 / 0 pay 1 / 1 raise to 2 / 0 fold: 3 4 > 1
0 look / 0 pay 1 / 1 pay 1 / 0 pay 1 / 1 raise to 2 / 0 open: 5 4 > 0 1
0 look / 0 pay 1 / 1 pay 1 / 0 pay 1 / 1 open: 3 3 > 0 1
0 look / 0 pay 1 / 1 pay 1 / 0 raise to 2 / 1 fold: 4 2 > 0
0 look / 0 pay 1 / 1 pay 1 / 0 raise to 2 / 1 pay 2 / 0 fold: 4 4 > 1
0 look / 0 pay 1 / 1 pay 1 / 0 raise to 2 / 1 pay 2 / 0 open: 6 4 > 0 1
0 look / 0 pay 1 / 1 pay 1 / 0 raise to 2 / 1 raise to 4 / 0 fold: 4 6 > 1
0 look / 0 pay 1 / 1 pay 1 / 0 raise to 2 / 1 raise to 4 / 0 open: 8 6 > 0 1
0 look / 0 pay 1 / 1 pay 1 / 0 raise to 2 / 1 open: 4 4 > 0 1
0 look / 0 pay 1 / 1 pay 1 / 0 open: 3 2 > 0 1
0 look / 0 pay 1 / 1 raise to 2 / 0 fold: 2 3 > 1
0 look / 0 pay 1 / 1 raise to 2 / 0 pay 2 / 1 fold: 4 3 > 0
0 look / 0 pay 1 / 1 raise to 2 / 0 pay 2 / 1 pay 2 / 0 fold: 4 5 > 1
0 look / 0 pay 1 / 1 raise to 2 / 0 pay 2 / 1 pay 2 / 0 open: 6 5 > 0 1
0 look / 0 pay 1 / 1 raise to 2 / 0 pay 2 / 1 raise to 4 / 0 fold: 4 7 > 1
0 look / 0 pay 1 / 1 raise to 2 / 0 pay 2 / 1 raise to 4 / 0 open: 8 7 > 0 1
0 look / 0 pay 1 / 1 raise to 2 / 0 pay 2 / 1 open: 4 5 > 0 1
0 look / 0 pay 1 / 1 raise to 2 / 0 raise to 4 / 1 fold: 6 3 > 0
0 look / 0 pay 1 / 1 raise to 2 / 0 raise to 4 / 1 pay 4 / 0 fold: 6 7 > 1
0 look / 0 pay 1 / 1 raise to 2 / 0 raise to 4 / 1 pay 4 / 0 open: 10 7 > 0 1
0 look / 0 pay 1 / 1 raise to 2 / 0 raise to 4 / 1 open: 6 7 > 0 1
0 look / 0 pay 1 / 1 raise to 2 / 0 open: 4 3 > 0 1
0 look / 0 raise to 2 / 1 fold: 3 1 > 0
0 look / 0 raise to 2 / 1 pay 2 / 0 fold: 3 3 > 1
0 look / 0 raise to 2 / 1 pay 2 / 0 pay 2 / 1 fold: 5 3 > 0
0 look / 0 raise to 2 / 1 pay 2 / 0 pay 2 / 1 pay 2 / 0 fold: 5 5 > 1
0 look / 0 raise to 2 / 1 pay 2 / 0 pay 2 / 1 pay 2 / 0 open: 7 5 > 0 1
0 look / 0 raise to 2 / 1 pay 2 / 0 pay 2 / 1 raise to 4 / 0 fold: 5 7 > 1
0 look / 0 raise to 2 / 1 pay 2 / 0 pay 2 / 1 raise to 4 / 0 open: 9 7 > 0 1
0 look / 0 raise to 2 / 1 pay 2 / 0 pay 2 / 1 open: 5 5 > 0 1
0 look / 0 raise to 2 / 1 pay 2 / 0 raise to 4 / 1 fold: 7 3 > 0
0 look / 0 raise to 2 / 1 pay 2 / 0 raise to 4 / 1 pay 4 / 0 fold: 7 7 > 1
0 look / 0 raise to 2 / 1 pay 2 / 0 raise to 4 / 1 pay 4 / 0 open: 11 7 > 0 1
0 look / 0 raise to 2 / 1 pay 2 / 0 raise to 4 / 1 open: 7 7 > 0 1
0 look / 0 raise to 2 / 1 pay 2 / 0 open: 5 3 > 0 1
0 look / 0 raise to 2 / 1 raise to 4 / 0 fold: 3 5 > 1
0 look / 0 raise to 2 / 1 raise to 4 / 0 pay 4 / 1 fold: 7 5 > 0
0 look / 0 raise to 2 / 1 raise to 4 / 0 pay 4 / 1 pay 4 / 0 fold: 7 9 > 1
0 look / 0 raise to 2 / 1 raise to 4 / 0 pay 4 / 1 pay 4 / 0 open: 11 9 > 0 1
0 look / 0 raise to 2 / 1 raise to 4 / 0 pay 4 / 1 open: 7 9 > 0 1
0 look / 0 raise to 2 / 1 raise to 4 / 0 open: 7 5 > 0 1
"""


def told(tree):
    for number, node in enumerate(tree.leaves.tolist()):
        (pot,) = tree.pots(number)
        paid = tree.paid[number]
        assert pot.amount == paid.sum()
        winners = " ".join(str(seat) for seat in range(2) if pot.seats >> seat & 1)
        yield f"{tree.line(node)}: {' '.join(f'{amount:g}' for amount in paid)} > {winners}"


@pytest.mark.parametrize(("rules", "lines"), [("fortegames", CALL_CLOSES), ("russian", PAY_TO_STAY)])
def test_every_line(rules, lines):
    tree = betting_tree(betting_structure(load_rules(rules), 2))
    assert sorted(told(tree)) == sorted(lines.strip().splitlines())


@pytest.mark.parametrize(("rules", "lines"), [("fortegames", CALL_CLOSES), ("russian", PAY_TO_STAY)])
def test_without_blind_play_what_follows_a_look_is_left(rules, lines):
    tree = betting_tree(betting_structure(load_rules(rules), 2, allow_blind=False))
    looked = [line.removeprefix("0 look / ") for line in lines.split("\n") if line.startswith("0 look")]
    assert sorted(told(tree)) == sorted(looked)
    assert (tree.partition == 0).all()
