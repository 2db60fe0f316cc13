"""The page for everybody: by keyboard, by touch on a narrow phone, dark and light, read by axe; and for nobody else."""

import os

import pytest

from tests.page.conftest import choose

AXE = os.environ.get("SVARA_ODDS_AXE")


def test_by_keyboard_alone(visit, address):
    view = visit(address)
    for _ in range(60):
        if view.evaluate("document.activeElement.closest('#deck') !== null"):
            break
        view.keyboard.press("Tab")
    focused = "document.activeElement.dataset.card"
    assert view.evaluate(focused) == "7s"
    view.keyboard.press("Space")
    view.keyboard.press("End")
    assert view.evaluate(focused) == "As"
    view.keyboard.press("Enter")
    view.keyboard.press("ArrowDown")
    view.keyboard.press("ArrowLeft")
    assert view.evaluate(focused) == "Kh"
    view.keyboard.press("Space")
    assert view.locator("#number .points").inner_text() == "18 points"
    view.keyboard.press("Tab")
    assert view.evaluate("document.activeElement.id") == "typed"
    view.keyboard.press("Shift+Tab")
    view.keyboard.press("Shift+Tab")
    before = view.locator("#number .big").inner_text()
    view.keyboard.press("ArrowRight")
    assert view.is_checked("#players-5")
    assert view.locator("#number .big").inner_text() != before
    ring = view.evaluate("getComputedStyle(document.activeElement.nextElementSibling).outlineStyle")
    assert ring == "solid"


WIDE = "all => all.filter(one => one.scrollWidth > one.clientWidth + 1).map(one => one.outerHTML)"
SMALL = """all => all.map(one => [one.id, one.getBoundingClientRect()])
    .filter(([, box]) => box.width < 24 || box.height < 24).map(([id]) => id)"""


def test_a_narrow_phone_shows_all(visit, address, tmp_path):
    view = visit(address, width=360, height=640, has_touch=True, is_mobile=True)
    for card in ("Tc", "Jh", "Kd"):
        view.tap(f'#deck [data-card="{card}"]')
    for lang in ("en", "bg", "ru", "pl"):
        view.tap(f"#language-{lang}")
        for game in ("russian", "bulgarian"):
            view.select_option("#game", game)
            view.locator("details").evaluate_all("all => all.forEach(one => { one.open = true; })")
            assert view.evaluate("document.documentElement.scrollWidth") <= 360
            assert view.locator("main table, main p:not(.sr), main li, main dl").evaluate_all(WIDE) == []
            assert view.locator("button, select, input, summary").evaluate_all(SMALL) == []
    view.evaluate("window.scrollTo(0, document.body.scrollHeight)")
    assert 0 <= view.locator("#number .big").bounding_box()["y"] < 640  # it stays in sight
    assert view.screenshot(path=tmp_path / "phone.png", full_page=True).startswith(b"\x89PNG")


def test_dark_and_light(visit, address):
    back = "getComputedStyle(document.body).backgroundColor"
    light, dark = visit(address, color_scheme="light"), visit(address, color_scheme="dark")
    colours = [view.evaluate(back) for view in (light, dark)]
    assert colours[0] != colours[1]
    for view, after in ((light, colours[1]), (dark, colours[0])):
        pressed = view.get_attribute("#theme", "aria-pressed")
        view.click("#theme")
        assert view.evaluate(back) == after
        assert view.get_attribute("#theme", "aria-pressed") != pressed


def test_the_policy_holds(visit, address):
    """A script and a request that somebody brings in are both stopped by the page itself."""
    view = visit(address)
    stopped = view.evaluate(
        """async () => {
            const seen = [];
            document.addEventListener("securitypolicyviolation", (event) => seen.push(event.effectiveDirective));
            const script = document.createElement("script");
            script.textContent = "window.broken = true;";
            document.body.append(script);
            await fetch("data:text/plain,x").catch(() => null);
            await new Promise((go) => setTimeout(go, 50));
            return [window.broken === undefined, seen.map((name) => name.replace("-elem", "")).sort()];
        }"""
    )
    assert stopped == [True, ["connect-src", "script-src"]]
    assert visit.said
    assert all("Content Security Policy" in text for text in visit.said)
    visit.said.clear()


@pytest.mark.skipif(AXE is None, reason="needs axe-core: name its axe.min.js in SVARA_ODDS_AXE")
@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [360, 1000])
def test_axe_finds_nothing_serious(visit, address, scheme, width):
    with open(AXE, encoding="utf-8") as source:
        axe = source.read()
    view = visit(address, width=width, color_scheme=scheme)
    for full in (False, True):
        if full:  # every section that there is, an error and another language
            view.check("#players-2")
            choose(view, "Tc", "Jh", "Kd", "As")
            view.select_option("#advice-line", "2")
            view.check("#language-bg")
        view.locator("details").evaluate_all("all => all.forEach(one => { one.open = true; })")
        view.evaluate(axe)
        found = view.evaluate("axe.run(document, { resultTypes: ['violations'] }).then((all) => all.violations)")
        grave = [one for one in found if one["impact"] in ("serious", "critical")]
        assert [(one["id"], [node["html"] for node in one["nodes"]]) for one in grave] == []
