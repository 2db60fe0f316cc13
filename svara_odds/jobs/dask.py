"""Blocks on a cluster: the only place that knows dask.distributed."""

from __future__ import annotations

import asyncio
import hashlib
import logging
import math
import pickle
import signal
import sys
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import CancelledError, Executor, ThreadPoolExecutor
from contextlib import ExitStack, contextmanager, suppress
from functools import lru_cache
from typing import Any

from svara_odds import __version__
from svara_odds.errors import ClusterError, MissingPackageError, shortened

__all__ = ["ClusterExecutor", "cluster_executor"]

CONNECT_SECONDS = 5.0  # until a scheduler must have answered
PATIENCE = 30.0  # seconds without a single worker after which a job is given up
ATTEMPTS = 5  # times that work is handed in anew after the scheduler gave it up: its workers kept dying
# Run by each local worker: Ctrl-C reaches all processes of a terminal, and is for the one that asked for the work.
_DEAF = "import signal; signal.signal(signal.SIGINT, signal.SIG_IGN)"
# What must be the same on both sides: blocks are objects of the one, sent as code of the other.
VERSIONS = f"svara-odds {__version__} on Python {sys.version_info.major}.{sys.version_info.minor}"
# What a worker runs, as text, which any Python reads: one that has no svara-odds, or another, fails in that piece of
# work and says so. Asked for a name that it does not know, it would break off its connection.
_ON_WORKER = "__import__('svara_odds.jobs.dask', fromlist=['run_sent']).run_sent(*sent)"
LOOK_EVERY = 1.0  # seconds between two looks at what workers there are


@contextmanager
def cluster_executor(address: str, *, threads: int = 1) -> Iterator[ClusterExecutor]:
    """Workers of a cluster, to be handed to a job as its `executor`.

    Parameters
    ----------
    address : str
        Of a scheduler, such as ``"tcp://10.0.0.1:8786"``; or ``"local"`` for workers of this machine that end with
        the context. In a script, what starts local workers stands under ``if __name__ == "__main__":``.
    threads : int
        Local workers, one process each; no matter for an address.

    Yields
    ------
    ClusterExecutor

    Raises
    ------
    MissingPackageError
        If dask.distributed is not installed.
    ClusterError
        If no scheduler answers.
    """
    distributed = _distributed()
    with ExitStack() as stack:
        stack.enter_context(_quietly())
        target = address
        if address == "local":
            local = _local(distributed, threads)
            target = stack.enter_context(local)
        else:
            _find_scheduler(distributed, address)
        client = stack.enter_context(distributed.Client(target, timeout=CONNECT_SECONDS, set_as_default=False))
        yield ClusterExecutor(client, address)


class ClusterExecutor(Executor):
    """What `run_blocks` needs of a cluster.

    A function is sent once and kept on the cluster under the digest of its content; after that a piece of work is
    some hundred bytes. Work of a worker that dies is done again by another. As blocks carry their seeds, it gives the
    same integers there.

    Parameters
    ----------
    client : distributed.Client
    address : str
        As the user named it.
    """

    def __init__(self, client: Any, address: str) -> None:
        self.client, self.address = client, address
        self._sent: tuple[Any, Any] = (None, None)
        self._counted, self._counted_at = 0, -math.inf

    @property
    def workers(self) -> int:
        """Threads of all workers, as they were at most `LOOK_EVERY` seconds ago.

        Raises
        ------
        ClusterError
            If the scheduler is gone.
        """
        if time.monotonic() - self._counted_at > LOOK_EVERY:
            try:
                self._counted = sum(self.client.nthreads().values())
            except (OSError, RuntimeError, ValueError):
                raise self.lost() from None
            self._counted_at = time.monotonic()
        return self._counted

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Any:
        """Hand in ``fn(*args, **kwargs)``; the answer has ``result()`` and ``cancel()``."""
        return _Answer(self, fn, pickle.dumps((args, kwargs)))

    def send(self, fn: Callable[..., Any], arguments: bytes) -> Any:
        """Send a piece of work to the scheduler, and its function if that is another than before."""
        import cloudpickle

        if self.client.status == "closed":
            raise self.lost()
        if self._sent[0] is not fn:
            content = cloudpickle.dumps(fn)
            # A result that the scheduler can make again, unlike scattered data, which dies with its workers.
            key = f"svara-odds-{hashlib.sha256(content).hexdigest()}"
            self._sent = (fn, self.client.submit(bytes, content, key=key))
        return self.client.submit(eval, _ON_WORKER, {"sent": (VERSIONS, self._sent[1], arguments)}, pure=False)

    def lost(self) -> ClusterError:
        """The error of a scheduler that is gone."""
        return ClusterError(f"cluster: the scheduler at {self.address!r} is gone")


class _Answer:
    """The answer to one piece of work, as a future has it."""

    def __init__(self, cluster: ClusterExecutor, fn: Callable[..., Any], arguments: bytes) -> None:
        self._cluster, self._work = cluster, (fn, arguments)
        self._future = cluster.send(*self._work)

    def cancel(self) -> None:
        """Drop the work if it has not begun."""
        with suppress(OSError, RuntimeError, CancelledError):  # a cluster that is gone has dropped it
            self._future.cancel()

    def result(self) -> Any:
        """Wait for the answer.

        Raises
        ------
        ClusterError
            If the scheduler or all workers are gone, or what workers hold is another package.
        Exception
            Whatever the work raised there.
        """
        from distributed import KilledWorker

        for _ in range(ATTEMPTS):
            try:
                done, answer = self._wait()
            except KilledWorker:
                self._future = self._cluster.send(*self._work)
            except (ImportError, AttributeError) as trouble:
                raise ClusterError(
                    f"cluster: a worker cannot load the work ({_reason(trouble)}); "
                    f"install svara-odds {__version__} where it runs"
                ) from None
            except (OSError, CancelledError):
                raise self._cluster.lost() from None
            else:
                if not done:
                    raise answer
                return answer
        raise ClusterError(f"cluster: a piece of work was begun {ATTEMPTS} times over, and its workers died each time")

    def _wait(self) -> Any:
        last_seen = time.monotonic()
        while True:
            try:
                return self._future.result(timeout=LOOK_EVERY)
            except TimeoutError:
                if self._cluster.workers:
                    last_seen = time.monotonic()
                elif time.monotonic() - last_seen > PATIENCE:
                    raise ClusterError(
                        f"cluster: there was no worker at {self._cluster.address!r} for {PATIENCE:g} s; "
                        "start some with `dask worker`"
                    ) from None


def run_sent(versions: str, function: bytes, arguments: bytes) -> tuple[bool, Any]:
    """Do a piece of work on a worker, for a client of those versions.

    Returns
    -------
    done : bool
    answer : object
        What the work gave, or what it raised: as such it cannot be mistaken for trouble on the way.
    """
    if versions != VERSIONS:
        raise ClusterError(f"cluster: a worker has {VERSIONS}, and here is {versions}; install the same on both")
    args, kwargs = pickle.loads(arguments)
    work = _loaded(function)
    try:
        return True, work(*args, **kwargs)
    except ImportError:  # of what is to be installed there
        raise
    except Exception as trouble:
        return False, trouble


@lru_cache(maxsize=8)
def _loaded(function: bytes) -> Any:
    import cloudpickle

    return cloudpickle.loads(function)


def _find_scheduler(distributed: Any, address: str) -> None:
    """Ask who answers at an address, before a client is made: one that fails to connect is slow to end."""

    async def ask() -> Any:
        arguments = distributed.Security().get_connection_args("client")
        try:
            async with distributed.rpc(address, timeout=CONNECT_SECONDS, connection_args=arguments) as there:
                return await asyncio.wait_for(there.identity(), 2 * CONNECT_SECONDS)
        except OSError:
            # Of its many tries the last, the one that it tells of, may be cut short by the deadline; one more has the
            # time to say what is in the way.
            scheme, place = distributed.comm.parse_address(address)
            connector = distributed.comm.registry.get_backend(scheme).get_connector()
            once = await asyncio.wait_for(connector.connect(place, **arguments), CONNECT_SECONDS / 5)
            once.abort()
            raise

    try:
        with ThreadPoolExecutor(1) as apart:  # the caller's thread may have a loop of its own, as in a notebook
            kind = apart.submit(asyncio.run, ask()).result()["type"]
    except Exception as trouble:  # whatever reading makes of the words of something else, even that memory is short
        kind = _reason(trouble)
    if kind != "Scheduler":
        raise ClusterError(
            f"cluster: no scheduler answers at {shortened(address)} ({kind}); "
            "give the address that `dask scheduler` prints, or local"
        )


def _distributed() -> Any:
    try:
        import distributed
    except ModuleNotFoundError:
        raise MissingPackageError("a cluster needs dask.distributed; install svara-odds[cluster]") from None
    return distributed


@contextmanager
def _quietly() -> Iterator[None]:
    """Keep the log of distributed to itself: what matters of it comes as an error."""
    loggers = [logging.getLogger(name) for name in logging.root.manager.loggerDict if name.startswith("distributed")]
    levels = [logger.level for logger in loggers]
    for logger in loggers:
        logger.setLevel(logging.CRITICAL + 1)
    try:
        yield
    finally:
        for logger, level in zip(loggers, levels, strict=True):
            logger.setLevel(level)


def _local(distributed: Any, workers: int) -> Any:
    """A cluster of this machine."""
    try:
        with _deaf():  # half a cluster is hard to end
            return distributed.LocalCluster(
                n_workers=workers,
                threads_per_worker=1,
                dashboard_address=":0",
                silence_logs=logging.CRITICAL,
                preload=_DEAF,
            )
    except RuntimeError as trouble:
        raise ClusterError(
            f"cluster: local workers do not start ({_reason(trouble)}); "
            'in a script, start them under `if __name__ == "__main__":`'
        ) from None


@contextmanager
def _deaf() -> Iterator[None]:
    """Leave Ctrl-C unheard, if this is the thread that hears it, and so in processes that are started meanwhile."""
    if threading.current_thread() is not threading.main_thread() or not callable(signal.getsignal(signal.SIGINT)):
        yield
        return
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


def _reason(trouble: BaseException) -> str:
    """The first line of what was at the bottom of it, such as a refused connection below a vain wait."""
    while isinstance(trouble.__cause__, Exception):  # a cancelled wait, which is none, explains nothing
        trouble = trouble.__cause__
    line = (str(trouble).strip() or type(trouble).__name__).splitlines()[0]
    return shortened(line)[1:-1]
