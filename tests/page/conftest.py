"""The page, written once for all tests of this room, and what lies in it."""

import json
import re

import pytest

from svara_odds.page.build import page_html


def block(page, name):
    """The JSON of one data block of the page."""
    (text,) = re.findall(rf'<script type="application/json" id="{name}">(.*?)</script>', page, flags=re.DOTALL)
    return json.loads(text)


@pytest.fixture(scope="session")
def page():
    return page_html()


@pytest.fixture(scope="session")
def games(page):
    return {name: block(page, f"game-{name}") for name in block(page, "shown")["games"]}
