"""The page, written once for all tests of this room, what lies in it, and a browser to open it in."""

import json
import os
import re
import shutil

import pytest

from svara_odds.page.build import page_html

NO_BREAK = "\u00a0"


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


@pytest.fixture(scope="session")
def browser():
    """A running Chromium: on the path, or named by ``SVARA_ODDS_CHROMIUM``; tests are skipped where it is missing."""
    playwright = pytest.importorskip("playwright.sync_api", reason="needs playwright (extra browser)")
    chromium = os.environ.get("SVARA_ODDS_CHROMIUM") or shutil.which("chromium") or shutil.which("chromium-browser")
    if chromium is None:
        pytest.skip("needs Chromium on the path")
    # The sandbox of Chromium does not start for root.
    arguments = ["--no-sandbox"] if hasattr(os, "geteuid") and os.geteuid() == 0 else []
    with playwright.sync_playwright() as tool:
        opened = tool.chromium.launch(executable_path=chromium, args=arguments)
        yield opened
        opened.close()


@pytest.fixture(scope="session")
def address(page, tmp_path_factory):
    path = tmp_path_factory.mktemp("page") / "svara.html"
    path.write_text(page, encoding="utf-8")
    return path.as_uri()


@pytest.fixture
def visit(browser):
    """Open a page; at the end nothing was asked of any network and no script complained."""
    contexts, asked, said = [], [], []

    def go(where, *, width=1000, height=900, **options):
        context = browser.new_context(viewport={"width": width, "height": height}, **options)
        contexts.append(context)

        def gate(route):
            if route.request.url == where:
                return route.continue_()
            asked.append(route.request.url)
            return route.abort()

        context.route("**/*", gate)
        view = context.new_page()
        view.set_default_timeout(5000)
        view.on("console", lambda message: said.append(message.text))
        view.on("pageerror", lambda error: said.append(str(error)))
        view.goto(where)
        return view

    go.said = said
    yield go
    for context in contexts:
        context.close()
    assert asked == []
    assert said == []


def choose(view, *cards):
    for card in cards:
        view.click(f'#deck [data-card="{card}"]')
