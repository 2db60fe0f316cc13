"""No kernel without a slow twin that a test compares it with."""

import ast
import importlib
import inspect
from pathlib import Path

import pytest
from numba.core.dispatcher import Dispatcher

import svara_odds
from tests.pairs import PAIRS

PACKAGE = Path(svara_odds.__file__).parent
TESTS = Path(__file__).parent


def kernels():
    for path in sorted(PACKAGE.rglob("_kernels*.py")):
        name = ".".join(path.relative_to(PACKAGE).with_suffix("").parts)
        module = importlib.import_module(f"svara_odds.{name}")
        yield from (f"{name}.{each}" for each in module.__all__ if isinstance(getattr(module, each), Dispatcher))


def test_every_kernel_has_a_pair():
    assert set(kernels()) == set(PAIRS)


@pytest.mark.parametrize("kernel", PAIRS)
def test_the_twin_is_slow_and_shares_no_code(kernel):
    twin, test = PAIRS[kernel]
    name, function = twin.rsplit(".", 1)
    module = importlib.import_module(f"tests.naive.{name}")
    assert callable(getattr(module, function))
    tree = ast.parse(inspect.getsource(module))
    imported = {alias.name for node in ast.walk(tree) if isinstance(node, ast.Import) for alias in node.names}
    imported |= {node.module for node in ast.walk(tree) if isinstance(node, ast.ImportFrom) and node.module}
    assert not [each for each in imported if each.startswith(("svara_odds", "numba"))]
    assert function in (TESTS / test).read_text(encoding="utf-8")
