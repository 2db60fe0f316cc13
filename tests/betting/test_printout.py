"""Trees as text."""

import pytest

import svara_odds as so
from svara_odds.betting.printout import printout
from svara_odds.solver.tree import Chance, Decision, Leaf, Pot, grow


def test_both_ways_to_a_tree_print_alike():
    game = so.betting_game("russian", n_players=3, stacks="2,4,9")
    assert printout(game.tree, lines=10**6) == game.printout(lines=10**6)
    assert game.printout(lines=10**6).count("\n") + 1 == game.size.nodes - 1


def test_one_short_tree():
    assert so.betting_game("bulgarian", max_raises=0).printout().splitlines() == [
        "0 blind 1 (unseen)",
        "  1 double to 2 (unseen)",
        "    0 fold: 1 takes 4; paid 2, 2",
        "    0 bet 4",
        "      1 fold: 0 takes 6; paid 3, 3",
        "      1 call 2: 0 and 1 show for 10; paid 5, 5",
        "  1 look (unseen)",
        "    1 fold: 0 takes 2; paid 1, 1",
        "    1 bet 2",
        "      0 fold: 1 takes 4; paid 2, 2",
        "      0 call 1: 0 and 1 show for 6; paid 3, 3",
        "0 look (unseen)",
        "  0 fold: 1 takes 2; paid 1, 1",
        "  0 bet 2",
        "    1 fold: 0 takes 2; paid 1, 1",
        "    1 call 2: 0 and 1 show for 6; paid 3, 3",
    ]


@pytest.mark.parametrize("lines", [1, 3, 50])
def test_limits(lines):
    text = so.betting_game("bulgarian", n_players=10).printout(lines=lines).splitlines()
    assert len(text) == lines + 1
    assert text[-1] == "... and more lines"
    text = so.betting_game("bulgarian", n_players=4).printout(depth=2).splitlines()
    assert text == ["0 blind 1 (unseen)", "  1 double to 2 (unseen) ...", "  1 look (unseen) ...",
                    "0 look (unseen)", "  0 fold ...", "  0 bet 2 ..."]  # fmt: skip


def test_a_game_that_is_over_and_one_with_chance():
    assert so.betting_game("bulgarian", stacks=1).printout() == "0 and 1 show for 2; paid 1, 1"

    def coin(state):
        if not state:
            return Chance([("heads", "h"), ("tails", "t")])
        if len(state) == 1:
            return Decision(0, [("stop", state + "s")])
        return Leaf([1, 1], [Pot(2, 1 if state[0] == "h" else 2)])

    assert printout(grow("", coin, n_players=2)).splitlines() == [
        "heads",
        "  0 stop: 0 takes 2; paid 1, 1",
        "tails",
        "  0 stop: 1 takes 2; paid 1, 1",
    ]
