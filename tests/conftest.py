"""The tests keep their compiled kernels and exact tables in a folder of their own; rules that several rooms use."""

import os
import shutil
from pathlib import Path

import pytest

# Kernels may stay from run to run, as a digest of their code names their folder; tables must be what this code makes.
_CACHE = os.environ.setdefault("SVARA_ODDS_CACHE", str(Path(__file__).parents[1] / ".tests_cache"))
if "PYTEST_XDIST_WORKER" not in os.environ:  # the workers share the folder, and are not to empty it under each other
    shutil.rmtree(Path(_CACHE) / "svara-odds" / "exact", ignore_errors=True)


@pytest.fixture
def few_cards(tmp_path):
    """Rules with a deck of twenty cards, whose tables are short."""
    path = tmp_path / "few.toml"
    path.write_text(
        'name = "few"\nextends = "swara"\ntitle = "Few"\nsource = "a test"\n[deck]\nranks = "TJQKA"\n'
        '[tricks]\norder = "TJQKA"\nwhip_points = { 7 = "none", 8 = "none", 9 = "none" }\n'
    )
    return path
