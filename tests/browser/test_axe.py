"""Every page is held to all rules of axe-core on a telephone, by day and by night."""

from __future__ import annotations

from axe_playwright_python.base import AXE_SCRIPT
from playwright.sync_api import Browser, Page

from service.security.rates import Rates
from tests.browser.every_page import addresses, known
from tests.figures import Figures, Goals
from tests.names import anywhere
from tests.service.access.conftest import made_private
from tests.site import Site

TELEPHONE = {"width": 390, "height": 844}
FOREIGN = {"exclude": [[".swagger-ui"], ["iframe"]]}
"""What others have drawn: Swagger UI, and mails."""
LEAST_PAGES = 75
ALL = {"resultTypes": ["violations"], "preload": False, "iframes": False}
CONTRAST = ALL | {"runOnly": ["color-contrast"]}


def complaints(page: Page) -> list[str]:
    """Return axe's violations on the page, in light and dark mode."""
    page.evaluate(AXE_SCRIPT)
    found = []
    for scheme, options in (("light", ALL), ("dark", CONTRAST)):
        page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]  # a literal of theirs
        said = page.evaluate("([context, options]) => axe.run(context, options)", [FOREIGN, options])
        for rule in said["violations"]:
            nodes = [f"{node['html'][:120]} {node.get('failureSummary', '')[:160]}" for node in rule["nodes"]]
            found += [f"{page.url} {scheme} {rule['id']}: {node}" for node in nodes]
    return found


def test_axe_complains_of_no_page_by_day_or_by_night(
    browser: Browser, site: Site, figures: Figures, goals: Goals
) -> None:
    site.app.config["RESOLVE"] = anywhere
    site.app.extensions["rates"] = Rates({})
    private = made_private()
    found, refused, seen = list[str](), list[str](), 0
    with browser.new_context(viewport=TELEPHONE, reduced_motion="reduce") as context:  # type: ignore[arg-type]
        page = known(context, site, private)
        for address in addresses(private).values():
            answer = page.goto(f"{site.address}{address}")
            assert answer
            assert answer.headers["content-type"].startswith("text/html"), address
            refused += [address] * (answer.status != 200)
            found += complaints(page)
            seen += 1
    figures("axe", pages=seen)
    goals("complaints of axe on all pages", len(found), most=0)
    assert not found, "\n".join(found)
    assert refused == ["/static/0/seasons", "/nowhere"]
    assert seen >= LEAST_PAGES
