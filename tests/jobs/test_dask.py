"""Jobs on a cluster of processes: the same integers, whatever dies, and one line where it cannot go on."""

import os
import platform
import signal
import socket
import subprocess
import sys
import threading
import time
from contextlib import contextmanager, suppress
from functools import partial
from pathlib import Path

import distributed
import pytest

import svara_odds as so
from svara_odds import __version__
from svara_odds.errors import ClusterError, DealError, MissingPackageError
from svara_odds.jobs import dask
from svara_odds.jobs.blocks import make_blocks
from svara_odds.jobs.checkpoint import read_checkpoint
from svara_odds.jobs.dask import cluster_executor
from svara_odds.jobs.keeper import Keeper
from svara_odds.jobs.run import run_blocks
from svara_odds.jobs.sweep import sweep
from svara_odds.odds.multiway.exact_table import exact_table
from svara_odds.odds.sampling.dealing import LANE_BLOCK
from svara_odds.odds.sampling.simulate import simulate
from svara_odds.ranges.grammar import parse_range
from svara_odds.tables.handtable import hand_table

ROOT = Path(__file__).parents[2]
DEALS = 40 * LANE_BLOCK + 5


@contextmanager
def processes():
    """A function that starts a program of distributed; what it has started is killed at the end."""
    running = []

    def begin(name, *words, **how):
        command = [sys.executable, "-m", f"distributed.cli.dask_{name}", *words, "--no-dashboard"]
        paths = filter(None, [str(ROOT), os.environ.get("PYTHONPATH")])
        # As the nanny of a worker has it: sums of a linear algebra library on one thread may end in another bit.
        single = {"OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1", "MKL_NUM_THREADS": "1"}
        how.setdefault("env", {**os.environ, **single, "PYTHONPATH": os.pathsep.join(paths)})
        running.append(subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, **how))
        return running[-1]

    try:
        yield begin
    finally:
        for process in running:
            process.kill()
        for process in running:
            process.wait()


@contextmanager
def cluster_of(count, **how):
    """The address of a scheduler and the processes of its workers."""
    how = {"dashboard_address": ":0", "host": "127.0.0.1", "silence_logs": 60, **how}
    with processes() as begin, distributed.LocalCluster(n_workers=0, **how) as scheduler:
        address = scheduler.scheduler_address
        workers = [begin("worker", address, "--nthreads", "1", "--no-nanny") for _ in range(count)]
        yield address, workers


@pytest.fixture(scope="module")
def cluster():
    with cluster_of(2) as (address, _):
        yield address


@pytest.fixture
def hasty(monkeypatch):
    """Give up soon."""
    monkeypatch.setattr(dask, "PATIENCE", 1.5)
    monkeypatch.setattr(dask, "LOOK_EVERY", 0.2)
    monkeypatch.setattr(dask, "CONNECT_SECONDS", 0.5)


SPOTS = {
    "random hands": ([None, None, None], {"deals": 3 * LANE_BLOCK + 5}),
    "a range": ([parse_range("22+", hand_table()), None], {"deals": 200_001}),
    "to an error": ([None, None], {"max_stderr": 3e-4}),
}


@pytest.mark.parametrize("spot", SPOTS)
def test_a_sample_is_that_of_one_thread(cluster, spot):
    players, size = SPOTS[spot]
    with cluster_executor(cluster) as executor:
        there = simulate(hand_table(), players, seed=11, executor=executor, **size)
    assert there == simulate(hand_table(), players, seed=11, **size)


@pytest.mark.parametrize(("rules", "numbers"), [("bulgarian", (2,)), ("trynka", (2,))])
def test_an_exact_table_is_that_of_one_thread(cluster, rules, numbers):
    table = hand_table(rules)
    with cluster_executor(cluster) as executor:
        there = exact_table(table, n_players=numbers, executor=executor)
    here = exact_table(table, n_players=numbers, threads=1)
    assert {n: limbs.tolist() for n, limbs in there.limbs.items()} == {n: v.tolist() for n, v in here.limbs.items()}


SEATS = {"players": 3, "opponents": "21+", "deals": 2_000, "seed": 6, "max_raises": 0}
SAMPLED = {"n_players": 3, "method": "sampled", "max_iterations": 1_500, "max_raises": 0, "seed": 6}
TRICKS = {"rules": "swara", "seed": 6}
FEW = {"rules": "few", "trump": "Tc", "seed": 6}
STUDIES = {
    "a sampled game": (so.solve, SAMPLED),
    "a game trained often": (so.solve, {**SAMPLED, "trainings": 3}),
    "a blind bet": (
        so.blind_value,
        {"n_players": SEATS["players"], **{k: v for k, v in SEATS.items() if k != "players"}},
    ),
    "blind bets": (so.blind_sweep, {**SEATS, "players": [2, 3], "blinds": [0.5, 1]}),
    "thresholds": (so.play_thresholds, {"players": [2], "bets": [1, 2, 4], "max_iterations": 30}),
    "actions of a hand": (so.swara.hand_value, {**TRICKS, "hand": "AcKc7d", "trump": "9c", "deals": 9_000}),
    "actions of all hands": (so.swara.policy_table, {**FEW, "n_players": 3, "deals": 20}),
    "cards": (so.swara.best_card, {**TRICKS, "hand": "AcAh7d", "trump": "Kc", "deals": 20_000}),
    "tricks by strength": (so.swara.tricks_by_strength, {**FEW, "n_players": 3, "deals": 20}),
    "values by trumps": (so.swara.value_by_trumps, {**FEW, "n_players": [2, 3], "deals": 20}),
    "variants": (so.convergence, {"variants": ["dcfr", "cfr"], "max_iterations": 40, "max_raises": 0}),
}


@pytest.mark.parametrize("study", STUDIES)
def test_a_study_is_that_of_one_thread(cluster, study, few_cards, monkeypatch):
    """To the last bit, on a cluster as on two threads."""
    monkeypatch.setattr("svara_odds.betting.solution.PLAYED", 150_000)
    monkeypatch.setattr("svara_odds.solver.sampling.appraisal.APPRAISE_BLOCK", 200)
    ask, options = STUDIES[study]
    options = {"rules": "fortegames", **options}
    if options["rules"] == "few":
        options = {**options, "rules": few_cards}
    with cluster_executor(cluster) as executor:
        answers = [ask(**options, **how) for how in ({}, {"threads": 2}, {"executor": executor})]
    first, *others = [(answer.columns, answer.extra) for answer in answers]
    assert [str(other) for other in others] == [str(first)] * 2


@pytest.mark.slow
def test_a_sweep_that_loses_its_workers_is_taken_up(tmp_path, hasty, monkeypatch):
    """One is killed in mid-run, which changes nothing; then the other, and the rest is done without a cluster."""
    path = tmp_path / "job"

    def square(seconds, block):
        time.sleep(seconds)
        return block.index**2

    monkeypatch.setattr(dask, "PATIENCE", 60)  # both must have come before one is killed
    with cluster_of(2) as (address, workers), cluster_executor(address) as executor:
        executor.client.wait_for_workers(2)
        kill = iter([workers[0].kill])
        slowly, told = partial(square, 0.2), lambda *_: next(kill, int)()
        assert sweep(slowly, 9, Keeper(None, {}), executor=executor, progress=told) == [n**2 for n in range(9)]
        monkeypatch.setattr(dask, "PATIENCE", 1.5)
        kill = iter([workers[1].kill])
        with pytest.raises(ClusterError, match="there was no worker at"):
            sweep(slowly, 99, Keeper(path, {}), executor=executor, progress=told)
    kept = len(read_checkpoint(path)[0]["rows"])
    assert 0 < kept < 99
    done = []
    rest = sweep(lambda block: done.append(block.index) or block.index**2, 99, Keeper(path, {}))
    assert rest == [n**2 for n in range(99)]
    assert done == list(range(kept, 99))


def test_the_work_is_sent_once_and_an_error_comes_back(cluster):
    sent = []

    def work(weight, block):
        if block.index == 30:
            raise DealError("block 30")
        return len(weight)

    with cluster_executor(cluster) as executor:
        submit = executor.client.submit
        executor.client.submit = lambda f, *args, **how: (sent.append((f, args)), submit(f, *args, **how))[1]
        with pytest.raises(DealError, match="block 30"):
            list(run_blocks(partial(work, b"x" * 100_000), make_blocks(1, 60, block_size=1), executor=executor))
    large = [args for f, args in sent if f is bytes]
    assert len(large) == 1
    assert len(large[0][0]) > 100_000
    pieces = [args for f, args in sent if f is not bytes]
    assert len(pieces) > 3
    assert all(len(given["sent"][2]) < 10_000 for _, given in pieces)


def test_workers_that_die_change_nothing_until_the_last(tmp_path, hasty, monkeypatch):
    """One is killed in mid-run; then the other, and the job goes on from its checkpoint without a cluster."""
    table, path = hand_table(), tmp_path / "job"
    whole = simulate(table, [None, None], deals=DEALS, seed=5)
    monkeypatch.setattr(dask, "PATIENCE", 60)  # both must have come before one is killed
    with cluster_of(2) as (address, workers), cluster_executor(address) as executor:
        executor.client.wait_for_workers(2)
        kill = iter([workers[0].kill])
        survived = simulate(
            table, [None, None], deals=DEALS, seed=5, executor=executor, progress=lambda *_: next(kill, int)()
        )
        assert survived == whole
        assert workers[0].wait() == -9
        monkeypatch.setattr(dask, "PATIENCE", 1.5)
        kill = iter([workers[1].kill])
        with pytest.raises(ClusterError, match=r"there was no worker at 'tcp://.*' for 1.5 s"):
            simulate(
                table, [None, None], deals=DEALS, seed=5, executor=executor, checkpoint=path,
                progress=lambda *_: next(kill, int)(),
            )  # fmt: skip
    dealt = []
    resumed = simulate(
        table, [None, None], deals=DEALS, checkpoint=path, threads=2, progress=lambda done, _: dealt.append(done)
    )
    assert resumed == whole
    assert dealt[0] > LANE_BLOCK  # it did not begin again


def test_a_scheduler_that_dies_is_told(monkeypatch):
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    address = f"tcp://127.0.0.1:{port}"
    with processes() as begin:
        scheduler = begin("scheduler", "--host", "127.0.0.1", "--port", str(port))
        monkeypatch.setattr(dask, "CONNECT_SECONDS", 30)  # until it has come up
        with cluster_executor(address) as executor:
            threading.Timer(0.3, scheduler.kill).start()
            with pytest.raises(ClusterError, match=f"the scheduler at '{address}' is gone"):
                list(run_blocks(str, make_blocks(1, 5, block_size=1), executor=executor))


TROUBLES = [OSError(28, "No space left on device"), AttributeError("none"), TimeoutError("late"), ValueError(3)]


@pytest.mark.parametrize("trouble", TROUBLES, ids=lambda trouble: type(trouble).__name__)
def test_what_the_work_raises_is_not_taken_for_trouble_on_the_way(cluster, trouble):
    def fail(block):
        raise trouble

    with cluster_executor(cluster) as executor, pytest.raises(type(trouble)) as raised:
        list(run_blocks(fail, make_blocks(1, 5, block_size=1), executor=executor))
    assert raised.value.args == trouble.args


def test_after_the_end_the_scheduler_is_gone(cluster):
    with cluster_executor(cluster) as executor:
        pass
    with pytest.raises(ClusterError, match=r"the scheduler at '.*' is gone"):
        executor.submit(str, 1)


@pytest.mark.parametrize(
    "address", ["tcp://127.0.0.1:9", "127.0.0.1:9", "nowhere", "", "tcp://:x", "http://127.0.0.1:9"]
)
def test_where_no_scheduler_answers(hasty, address):
    with pytest.raises(ClusterError, match="no scheduler answers at") as refused, cluster_executor(address):
        pass
    assert repr(address) in str(refused.value)
    assert "\n" not in str(refused.value)


@pytest.mark.parametrize(
    "greeting", [None, b"SSH-2.0-OpenSSH_9.2\r\n", b"HTTP/1.1 400 Bad Request\r\n\r\n", b"\0" * 64]
)
def test_what_answers_must_be_a_scheduler(hasty, greeting):
    """Not something that is mute, nor what greets in another protocol: read as sizes, the words are of exbibytes."""

    def greet(other):
        with suppress(OSError):
            while True:
                there, _ = other.accept()
                with there:
                    there.sendall(greeting)
                    there.recv(1 << 16)

    with socket.create_server(("127.0.0.1", 0)) as other:
        if greeting is not None:
            threading.Thread(target=greet, args=(other,), daemon=True).start()
        address = f"tcp://127.0.0.1:{other.getsockname()[1]}"
        with pytest.raises(ClusterError, match="no scheduler answers") as refused, cluster_executor(address):
            pass
        other.shutdown(socket.SHUT_RDWR)
    assert "\n" not in str(refused.value)


def test_what_keeps_a_scheduler_from_answering_is_told(hasty):
    with pytest.raises(ClusterError, match="Connection refused"), cluster_executor("tcp://127.0.0.1:9"):
        pass
    with pytest.raises(ClusterError, match="no scheduler answers at 'xxx") as refused, cluster_executor("x" * 5000):
        pass
    assert len(str(refused.value)) < 400


@pytest.mark.parametrize(
    "theirs", [f"svara-odds 0.0.0 on Python {platform.python_version()}", f"svara-odds {__version__} on Python 2.7"]
)
def test_another_version_on_a_worker_is_refused(cluster, monkeypatch, theirs):
    """Said in one line, whichever of the two differs."""
    monkeypatch.setattr(dask, "VERSIONS", theirs)
    ours = f"a worker has svara-odds {__version__} on Python {sys.version_info.major}.{sys.version_info.minor}"
    with cluster_executor(cluster) as executor, pytest.raises(ClusterError, match=ours) as refused:
        list(run_blocks(str, make_blocks(1, 5, block_size=1), executor=executor))
    assert f"and here is {theirs}; install the same on both" in str(refused.value)
    assert "\n" not in str(refused.value)


def test_a_worker_without_the_package_says_so(hasty, tmp_path):
    (tmp_path / "svara_odds.py").write_text("raise ModuleNotFoundError(\"No module named 'svara_odds'\")")
    with cluster_of(0) as (address, _), processes() as begin:
        bare = {**os.environ, "PYTHONPATH": str(tmp_path)}
        begin("worker", address, "--nthreads", "1", "--no-nanny", env=bare, cwd=tmp_path)
        with cluster_executor(address) as executor:
            executor.client.wait_for_workers(1)
            with pytest.raises(ClusterError, match="a worker cannot load the work"):
                list(run_blocks(str, make_blocks(1, 5, block_size=1), executor=executor))


def test_without_the_extra_it_is_named(monkeypatch):
    monkeypatch.setitem(sys.modules, "distributed", None)
    with pytest.raises(MissingPackageError, match=r"install svara-odds\[cluster\]"), cluster_executor("local"):
        pass


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="groups of processes are of Unix")
@pytest.mark.parametrize("seconds", [1, 2, 3])
def test_ctrl_c_while_local_workers_start_is_one_line(seconds):
    """To all processes of the terminal; while they start nobody hears it, so it is given once more."""
    command = ["equity", "random", "random", "--deals", "1000000000000", "--cluster", "local", "--quiet"]
    process = subprocess.Popen(
        [sys.executable, "-m", "svara_odds", *command], cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
        text=True, start_new_session=True,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler),  # a shell may have it ignored
    )  # fmt: skip
    try:
        for pause in (seconds, 10):
            with suppress(subprocess.TimeoutExpired):
                process.wait(pause)
            if process.poll() is None:
                os.killpg(process.pid, signal.SIGINT)
        answer = process.communicate(timeout=60)
    finally:
        with suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
    assert (process.returncode, *answer) == (130, "", "svara-odds: interrupted\n")


def test_local_workers_that_cannot_start_are_told(monkeypatch):
    """As in a script without a guard, which each worker would run again."""

    def refuse(**_):
        raise RuntimeError("Nanny failed to start.")

    monkeypatch.setattr(distributed, "LocalCluster", refuse)
    with pytest.raises(ClusterError, match=r"local workers do not start .Nanny.*__main__"), cluster_executor("local"):
        pass
