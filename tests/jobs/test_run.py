import threading
import time
from concurrent.futures import ThreadPoolExecutor

import pytest

from svara_odds.errors import DealError
from svara_odds.jobs.blocks import iter_blocks, make_blocks
from svara_odds.jobs.run import run_blocks


@pytest.mark.parametrize("threads", [1, 2, 8])
def test_answers_come_in_the_order_of_the_blocks(threads):
    def slow_first(block):
        time.sleep(0.02 if block.index == 0 else 0)
        return block.index

    assert list(run_blocks(slow_first, make_blocks(1, 30, block_size=1), threads=threads)) == list(range(30))


@pytest.mark.parametrize("threads", [1, 2, 8])
def test_an_early_stop_ends_an_endless_job(threads):
    started = []

    def work(block):
        started.append(block.index)
        return block.index

    answers = run_blocks(work, iter_blocks(1, None, block_size=1), threads=threads)
    assert [next(answers) for _ in range(5)] == [0, 1, 2, 3, 4]
    answers.close()
    assert max(started) < 5 + 4 * threads  # pairs of short blocks are under way by now


def test_threads_work_at_the_same_time():
    meeting = threading.Barrier(2, timeout=10)

    def meet(block):
        return meeting.wait() >= 0

    assert all(run_blocks(meet, make_blocks(1, 2, block_size=1), threads=2))


def test_another_executor_does_the_same_and_is_left_open():
    blocks = make_blocks(1, 9, block_size=2)
    with ThreadPoolExecutor(2) as pool:
        assert list(run_blocks(lambda b: b.seed, blocks, threads=2, executor=pool)) == [b.seed for b in blocks]
        assert pool.submit(lambda: 1).result() == 1


class Counting(ThreadPoolExecutor):
    """An executor that notes how many blocks are sent at once, and says how many workers it has."""

    workers = 1

    def __init__(self):
        super().__init__(1)
        self.sent = []

    def submit(self, function, portion):
        self.sent.append([block.index for block in portion])
        return super().submit(function, portion)


def test_short_blocks_are_sent_several_at_once():
    with Counting() as pool:
        answers = list(run_blocks(lambda b: b.index, make_blocks(1, 3000, block_size=1), executor=pool))
    assert answers == list(range(3000))
    assert [index for sent in pool.sent for index in sent] == answers
    assert len(pool.sent[0]) == 1
    assert len(pool.sent) < 40


def test_long_blocks_are_sent_one_by_one(monkeypatch):
    monkeypatch.setattr("svara_odds.jobs.run._SENT_SECONDS", 1e-9)
    with Counting() as pool:
        assert len(list(run_blocks(lambda b: time.sleep(1e-3), make_blocks(1, 20, block_size=1), executor=pool))) == 20
    assert {len(sent) for sent in pool.sent} == {1}


def test_blocks_that_differ_are_sent_one_by_one():
    """Of pieces of which each may take for ever, none waits behind another where a worker is free."""
    with Counting() as pool:
        assert len(list(run_blocks(lambda b: b, make_blocks(1, 90, block_size=1), executor=pool, alike=False))) == 90
    assert {len(sent) for sent in pool.sent} == {1}


def test_on_threads_too_short_blocks_go_together(monkeypatch):
    pools = []
    monkeypatch.setattr("svara_odds.jobs.run.ThreadPoolExecutor", lambda *_, **__: pools.append(Counting()) or pools[0])
    answers = list(run_blocks(lambda b: b.index, make_blocks(1, 3000, block_size=1), threads=2))
    assert answers == list(range(3000))
    assert len(pools[0].sent) < 1000


@pytest.mark.parametrize(("workers", "ahead"), [(0, 2), (1, 2), (3, 6)])
def test_as_much_is_under_way_as_there_are_workers(workers, ahead):
    """With none at the moment two pieces wait for the next."""
    with Counting() as pool:
        pool.workers = workers
        answers = run_blocks(lambda b: b.index, make_blocks(1, 99, block_size=1), threads=9, executor=pool)
        next(answers)
        assert len(pool.sent) == ahead
        answers.close()


@pytest.mark.parametrize("threads", [1, 2])
def test_an_error_in_a_block_reaches_the_caller(threads):
    def fail(block):
        if block.index == 3:
            raise DealError("block 3")
        return block.index

    with pytest.raises(DealError, match="block 3"):
        list(run_blocks(fail, make_blocks(1, 9, block_size=1), threads=threads))


@pytest.mark.parametrize("threads", [1, 3])
def test_progress_tells_the_deals_of_each_block(threads):
    told = []
    list(run_blocks(lambda b: None, make_blocks(1, 10, block_size=4), threads=threads, progress=told.append))
    assert told == [4, 4, 2]


def test_no_threads_are_refused():
    with pytest.raises(DealError, match="threads is 0"):
        run_blocks(lambda block: block, [], threads=0)
