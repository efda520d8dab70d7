"""The documentation as `make docs` builds it and the web process serves it."""

from __future__ import annotations

import re
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import urldefrag, urljoin
from zipfile import ZipFile

import httpx
import pytest
from playwright.sync_api import Browser, Page, expect

from tests.releases.wheel import built
from tests.site import Site

ROOT = Path(__file__).parents[2]
PHONE, DESK = {"width": 390, "height": 844}, {"width": 1280, "height": 900}
WRONG = ("error", "warning")
LINK = re.compile(r'(?:href|src)="([^"]+)"')


@pytest.fixture(scope="module")
def archive(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Build the documentation site; a warning of Sphinx is an error."""
    folder = tmp_path_factory.mktemp("docs")
    made = ["make", "--old-file=.venv/dev.stamp", "docs", f"SITE={folder / 'site.zip'}", f"BUILT={folder / 'built'}"]
    done = subprocess.run(made, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return folder / "site.zip"


@pytest.fixture
def served(archive: Path, site: Site) -> Site:
    site.app.config["DOCUMENTATION"] = archive
    return site


@pytest.fixture(params=[PHONE, DESK], ids=["telephone", "desk"])
def page(request: pytest.FixtureRequest, browser: Browser, served: Site) -> Iterator[Page]:
    """Open a page in each width; fail if its console has complaints."""
    complaints: list[str] = []
    with browser.new_context(viewport=request.param, base_url=served.address) as context:
        page = context.new_page()
        page.on("console", lambda message: complaints.append(message.text) if message.type in WRONG else None)
        yield page
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        assert complaints == []


def test_every_link_leads_somewhere_and_to_every_page(archive: Path, served: Site) -> None:
    waiting, answers = ["/docs/"], dict[str, httpx.Response]()
    with httpx.Client(base_url=served.address, follow_redirects=True) as client:
        while waiting:
            address = waiting.pop()
            if address not in answers:
                answers[address] = answer = client.get(address)
                if answer.headers["Content-Type"].startswith("text/html"):
                    links = (urldefrag(urljoin(address, link)).url for link in LINK.findall(answer.text))
                    waiting += [link for link in links if link.startswith("/")]

    assert {address: answer.status_code for address, answer in answers.items() if answer.status_code != 200} == {}
    with ZipFile(archive) as files:
        pages = {f"/docs/{name}" for name in files.namelist() if name.endswith(".html")}
    assert pages - answers.keys() <= {"/docs/search.html"}  # the box for it is a form
    assert {"/docs/rules/games/siesta/guide.html", "/docs/clients/python.html", "/docs/rest.html"} <= pages


def test_the_wheel_holds_it(archive: Path, tmp_path: Path) -> None:
    with ZipFile(built(tmp_path, archive)) as wheel:
        assert wheel.read("service/web/site.zip") == archive.read_bytes()


def test_search_finds_a_page(page: Page) -> None:
    page.goto("/docs/")
    menu = page.locator(".mobile-header label").first
    if menu.is_visible():
        menu.click()
    page.get_by_role("textbox", name="Search").fill("vacation")
    page.keyboard.press("Enter")
    page.locator("#search-results").get_by_role("link", name="Clocks", exact=True).first.click()
    expect(page.get_by_role("heading", level=1)).to_contain_text("Clocks")


def test_the_theme_is_switched_and_kept(page: Page) -> None:
    page.goto("/docs/rules/games/siesta/guide.html")
    page.locator(".theme-toggle:visible").first.click()
    chosen = page.locator("body").get_attribute("data-theme")
    assert chosen != "auto"
    page.goto("/docs/http-routingtable.html")
    expect(page.locator("body")).to_have_attribute("data-theme", str(chosen))


def test_a_guide_has_its_boards(page: Page) -> None:
    page.goto("/docs/rules/games/siesta/guide.html")
    boards = page.locator("figure img")
    sizes: list[Any] = boards.evaluate_all("found => found.map(board => board.naturalWidth)")
    assert len(sizes) > 3
    assert all(sizes)
