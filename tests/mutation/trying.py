"""A mutant is tried in a copy of the package, in a process forked from one that has the heavy packages loaded."""

import compileall
import multiprocessing
import os
import queue
import resource
import shutil
import signal
import sys
import time
from concurrent.futures import ThreadPoolExecutor, as_completed
from contextlib import suppress
from itertools import count
from pathlib import Path
from typing import NamedTuple

from tests.mutation.mutants import ROOT, mutated
from tests.mutation.plan import compiled, stages

PRELOADED = ["numba", "pandas", "scipy.optimize", "scipy.sparse", "hypothesis", "pytest", "tests.mutation.trying"]
MEMORY = 8 << 30  # bytes of address space: a number that became huge ends its own process and no other
CPU_SECONDS = 150  # no list of tests needs more than half of it without a change
WAIT = 1800  # seconds of a process that waits for ever and computes nothing
STOPPED = (-signal.SIGXCPU, -signal.SIGKILL)
ENDED = 64  # is added to what pytest ends with, to tell it from a process that never came so far
KILLED, TIMED_OUT, SURVIVED = "killed", "timed out", "survived"


class Trial(NamedTuple):
    """How a mutant ended: by which stage of its tests, after how many seconds, and what pytest said last."""

    mutant: tuple
    outcome: str
    stage: int
    seconds: float
    said: str


class Copy:
    """The package and its tests in a folder of their own, with kernels of its own beside it."""

    def __init__(self, folder):
        self.room, self.log = Path(folder) / "copy", Path(folder) / "log.txt"
        skipped = shutil.ignore_patterns("__pycache__", ".*")
        for name in ("svara_odds", "tests"):
            shutil.copytree(ROOT / name, self.room / name, ignore=skipped)
        for name in ("pyproject.toml", "README.md"):
            shutil.copy2(ROOT / name, self.room)
        compileall.compile_dir(self.room / "svara_odds", quiet=1)
        self.context = multiprocessing.get_context("forkserver")
        self.context.set_forkserver_preload(PRELOADED)
        self.changed = count(int(time.time()) + 3600)  # stamps no two of which are equal

    def run(self, tests, with_kernels):
        """Exit code of pytest, or minus the number of the signal that ended it; and the seconds it took.

        A process that ends before pytest does is no sign of a mutant: that is an error.
        """
        begin = time.perf_counter()
        self.log.write_text("", encoding="utf-8")
        process = self.context.Process(target=_pytest, args=(self.room, self.log, tests, with_kernels))
        process.start()
        process.join(WAIT)
        if process.is_alive():
            with suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)
        process.join()
        code = process.exitcode
        if 0 <= code < ENDED:
            raise RuntimeError(f"pytest has not been run to its end: {self.log.read_text(encoding='utf-8')}")
        return code - ENDED if code > 0 else code, time.perf_counter() - begin

    def try_out(self, mutant, most=None):
        """Try a mutant on one stage of tests after the other (`most` of them), until one of them fails."""
        path, took = self.room / mutant.file, 0.0
        original, stamps = path.read_bytes(), path.stat()
        path.write_text(mutated(mutant), encoding="utf-8")
        # No machine code of Python's, whose stamp is the time, is taken for that of the change.
        os.utime(path, (stamp := next(self.changed), stamp))
        try:
            for number, tests in enumerate(stages(mutant.file)[:most]):
                code, seconds = self.run(tests, compiled(mutant.file, number))
                took += seconds
                if code != 0:
                    outcome = TIMED_OUT if code in STOPPED else KILLED
                    return Trial(mutant, outcome, number, took, self._last_words())
            return Trial(mutant, SURVIVED, number, took, "")
        finally:
            path.write_bytes(original)
            os.utime(path, ns=(stamps.st_atime_ns, stamps.st_mtime_ns))  # so that its compiled kernels are still known

    def _last_words(self):
        lines = self.log.read_text(encoding="utf-8", errors="replace").splitlines()
        failed = [line for line in lines if line.startswith(("FAILED", "ERROR", "E  "))]
        return (failed or lines or [""])[-1][:300]


def try_all(mutants, folder, workers, most=None):
    """Try mutants in `workers` copies at a time, on `most` stages; yields each trial as it ends."""
    copies = queue.SimpleQueue()
    for number in range(workers):
        copies.put(Copy(Path(folder) / str(number)))

    def go(mutant):
        copy = copies.get()
        try:
            return copy.try_out(mutant, most)
        finally:
            copies.put(copy)

    with ThreadPoolExecutor(workers) as pool:
        trials = [pool.submit(go, mutant) for mutant in mutants]
        try:
            for trial in as_completed(trials):
                yield trial.result()
        finally:
            pool.shutdown(cancel_futures=True)


def _pytest(room, log, tests, with_kernels):
    """In the forked process: pytest in the copy, as if nothing of the package had been loaded."""
    os.setsid()
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    resource.setrlimit(resource.RLIMIT_CPU, (CPU_SECONDS, CPU_SECONDS + 5))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    out = os.open(log, os.O_WRONLY | os.O_CREAT | os.O_TRUNC)
    os.dup2(out, 1)
    os.dup2(out, 2)
    os.chdir(room)
    sys.path[:] = [str(room), *(place for place in sys.path if place not in ("", str(ROOT)))]
    for name in [name for name in sys.modules if name.partition(".")[0] in ("svara_odds", "tests")]:
        del sys.modules[name]
    sys.dont_write_bytecode = False
    for name in [name for name in os.environ if name.startswith(("PYTEST_", "COV_"))]:
        del os.environ[name]
    os.environ["SVARA_ODDS_CACHE"] = str(room.parent / "cache")
    import numba
    import pytest

    if not with_kernels:
        os.environ["NUMBA_DISABLE_JIT"] = "1"
        numba.config.DISABLE_JIT = 1
    early = "ignore::pytest.PytestAssertRewriteWarning"  # of the packages that are loaded already
    options = ["-x", "-q", "-n", "0", "-p", "no:cacheprovider", "--hypothesis-seed=0", "--tb=short", "-W", early]
    code = int(pytest.main([*options, *tests]))
    sys.stdout.flush()
    os._exit(ENDED + code)
