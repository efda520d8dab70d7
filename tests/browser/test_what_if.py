"""What-if lines in a real browser, by clicks on the board, and without scripts on a phone."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from service.db.engines import session
from service.play.what_if import branches_of
from tests.service.tables import Table, table
from tests.service.web.visitor import returning
from tests.site import Site

PHONE, DESK = {"width": 360, "height": 740}, {"width": 1280, "height": 900}


@pytest.fixture
def of(site: Site) -> Table:
    """Create a game of Springtime between Ann and Bob."""
    return table("ann", "bob", ruleset="springtime")


@pytest.fixture
def without_scripts(browser: Browser) -> Iterator[BrowserContext]:
    with browser.new_context(java_script_enabled=False, viewport=PHONE) as context:  # type: ignore[arg-type]
        yield context


def known_as_ann(context: BrowserContext, site: Site) -> None:
    """Let the browser be one in which Ann has signed in."""
    cookie = returning(site.app, "ann@example.net").client.get_cookie("sundial")
    assert cookie is not None
    context.add_cookies([{"name": "sundial", "value": cookie.value, "url": site.address}])


def fits(page: Page) -> bool:
    """Check that nothing overflows horizontally."""
    found: bool = page.evaluate("document.documentElement.scrollWidth <= window.innerWidth")
    return found


def kept(of: Table) -> list[tuple[str, str]]:
    """Return Ann's saved branches of the game."""
    session().rollback()
    return [(each.name, each.line) for each in branches_of(of.game, of.players[0])]


@pytest.mark.parametrize("size", [PHONE, DESK], ids=["phone", "desk"])
def test_a_line_is_clicked_on_the_board_stepped_through_and_kept(
    page: Page, site: Site, of: Table, size: dict[str, int]
) -> None:
    known_as_ann(page.context, site)
    page.set_viewport_size(size)  # type: ignore[arg-type]
    page.goto(f"{site.address}/games/{of.id}")
    page.get_by_role("link", name="What if …?").click()
    for square, following in (("e5", "It would be the turn of bob"), ("e7", "It would be your turn")):
        page.locator(f"figure.board [data-word={square}]").click()
        page.get_by_role("link", name="Continue from here").click()
        expect(page.get_by_role("heading", level=1)).to_have_text(following)
        assert fits(page)
    page.get_by_role("link", name="Back").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("It would be the turn of bob")
    page.locator(".steps [rel=next]").click()
    page.get_by_label("Name").fill("the corner")
    page.get_by_role("button", name="Save", exact=True).click()
    expect(page.get_by_text("Saved as the corner.")).to_be_visible()
    assert kept(of) == [("the corner", "e5 / e7")]
    assert of.game.log_length == 0


def test_all_of_it_works_without_scripts_on_a_telephone(without_scripts: BrowserContext, site: Site, of: Table) -> None:
    known_as_ann(without_scripts, site)
    page = without_scripts.new_page()
    page.goto(f"{site.address}/games/{of.id}/what-if")
    for square in ("e5", "e7"):
        page.get_by_label("Or type it").fill(square)
        page.locator("form", has=page.get_by_label("Or type it")).get_by_role("button", name="Preview").click()
        page.get_by_role("link", name="Continue from here").click()
    page.get_by_label("Name").fill("the corner")
    page.get_by_role("button", name="Save", exact=True).click()
    page.get_by_role("link", name="Back").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("It would be the turn of bob")
    page.get_by_role("link", name="the corner").click()
    page.get_by_text("Change").click()
    page.get_by_label("New name").fill("the edge")
    page.get_by_role("button", name="Rename").click()
    expect(page.get_by_role("link", name="the edge")).to_be_visible()
    assert kept(of) == [("the edge", "e5 / e7")]
    page.get_by_text("Change").click()
    page.get_by_role("button", name="Delete").click()
    expect(page.get_by_role("link", name="the edge")).to_have_count(0)
    assert kept(of) == []


def test_dice_are_chosen_and_thrown_without_scripts(without_scripts: BrowserContext, site: Site) -> None:
    of = table("ann", "bob")
    known_as_ann(without_scripts, site)
    page = without_scripts.new_page()
    for by_hand in (True, False):
        page.goto(f"{site.address}/games/{of.id}/what-if/1/place max-15")
        expect(page.get_by_role("heading", level=1)).to_have_text("The dice would be rolled")
        if by_hand:
            page.get_by_label("Choose a result").select_option("roll 2 3 4")
            page.get_by_role("button", name="Use this result").click()
        else:
            page.get_by_role("button", name="Roll the dice").click()
        expect(page.get_by_role("heading", level=1)).to_have_text("It would be the turn of bob")
    assert of.game.log_length == 1
