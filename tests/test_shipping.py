"""What ships can be made anew, file by file as it is read."""

from svara_odds.odds.multiway.table_files import read_exact
from svara_odds.page.solved import load_solved
from svara_odds.shipping import PLAYERS, ship
from svara_odds.tables.handtable import hand_table


def test_tables_are_made_as_they_are_read(tmp_path):
    table = hand_table("fortegames")
    exact, solved = ship(tmp_path, players={"fortegames": 2}, target=1e-2)
    assert sorted(tmp_path.iterdir()) == sorted([exact, solved])
    assert list(read_exact(exact.read_bytes(), table).limbs) == [2]
    assert load_solved(table, tmp_path)


def test_all_that_ships_is_named():
    from svara_odds.odds.multiway.table_files import SHIPPED as EXACT
    from svara_odds.page.solved import SHIPPED as SOLVED

    digests = sorted(hand_table(name).digest for name in PLAYERS)
    for folder, ending in ((EXACT, ".exact"), (SOLVED, ".json")):
        found = sorted(path.stem for path in folder.iterdir())
        assert len(found) == len(digests)
        assert all(digest.startswith(stem) for digest, stem in zip(digests, found, strict=True)), ending
