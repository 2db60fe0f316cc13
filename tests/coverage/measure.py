"""A plugin of pytest that keeps which lines of the package run, in every process of the run.

``SVARA_COVERAGE`` names the file that the data are written beside. With ``NUMBA_DISABLE_JIT=1`` kernels run as Python,
on the doubles of their vector instructions, some hundred times as slowly; so a test is broken off, and skipped, after
ten seconds of processor time (``SVARA_COVERAGE_SECONDS``). What it ran until then counts.
"""

import contextlib
import os
import signal

import coverage
import pytest

SECONDS = float(os.environ.get("SVARA_COVERAGE_SECONDS", "10"))
INTERPRETED = os.environ.get("NUMBA_DISABLE_JIT") == "1"
DATA = os.environ.get("SVARA_COVERAGE")

if DATA is not None:  # before a conftest, or anything else, imports the package
    _measured = coverage.Coverage(
        data_file=DATA, data_suffix=True, source_pkgs=["svara_odds"], branch=True, config_file=False
    )
    # What is said by the process that only hands out the tests to others.
    _measured.set_option("run:disable_warnings", ["module-not-imported", "no-data-collected"])
    _measured.start()
    if INTERPRETED:
        from tests.coverage.doubles import put_in_place

        put_in_place()


def pytest_unconfigure(config):
    _measured.stop()
    _measured.save()


def _enough(number, frame):
    pytest.skip(f"broken off after {SECONDS:g} seconds")


@contextlib.contextmanager
def _limited():
    if not INTERPRETED:
        yield
        return
    signal.signal(signal.SIGVTALRM, _enough)
    signal.setitimer(signal.ITIMER_VIRTUAL, SECONDS)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_setup(item):
    with _limited():
        return (yield)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call(item):
    with _limited():
        return (yield)
