import numpy as np
import pytest

from svara_odds.errors import DealError
from svara_odds.jobs.blocks import draw_seed, iter_blocks, make_blocks


def test_the_last_block_is_cut_so_that_the_deals_add_up():
    for deals in (1, 7, 8, 9, 64):
        blocks = make_blocks(3, deals, block_size=8)
        assert sum(block.deals for block in blocks) == deals
        assert all(block.deals == 8 for block in blocks[:-1])
        assert [block.index for block in blocks] == list(range(len(blocks)))


def test_a_block_has_the_stream_that_numpy_spawns():
    spawned = np.random.SeedSequence(12345).spawn(3)
    for block, stream in zip(make_blocks(12345, 3, block_size=1), spawned, strict=True):
        assert block.words(8).tolist() == stream.generate_state(8, np.uint64).tolist()
        assert block.words(8).dtype == np.uint64
        assert block.sequence().generate_state(8, np.uint64).tolist() == block.words(8).tolist()


def test_streams_differ_between_blocks_and_seeds():
    streams = [tuple(block.words(4)) for seed in (0, 1, 2**200) for block in make_blocks(seed, 5, block_size=1)]
    assert len(set(streams)) == len(streams)


def test_a_longer_job_begins_with_the_blocks_of_a_shorter_one():
    assert make_blocks(9, 24, block_size=8) == make_blocks(9, 40, block_size=8)[:3]


def test_endless_blocks():
    endless = iter_blocks(1, None, block_size=5)
    assert [next(endless) for _ in range(4)] == make_blocks(1, 20, block_size=5)


def test_drawn_seeds_differ():
    assert len({draw_seed() for _ in range(10)}) == 10


@pytest.mark.parametrize(
    ("seed", "deals", "size", "word"), [(-1, 5, 5, "seed"), (1, 0, 5, "deals"), (1, 5, 0, "block_size")]
)
def test_bad_input_is_refused(seed, deals, size, word):
    with pytest.raises(DealError, match=word):
        make_blocks(seed, deals, block_size=size)
