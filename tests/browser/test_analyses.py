"""Analyses and hints on the board: a curve to slide over, and a hint for which nobody leaves the game."""

from __future__ import annotations

import pytest
from flask import Flask
from playwright.sync_api import Browser, BrowserContext, Locator, Page, expect

from service.db import clock
from service.models import Account, Visibility
from service.play.analyses import ask
from tests.browser.every_page import let_in
from tests.browser.test_axe import complaints
from tests.browser.test_live_tables import app, server
from tests.service.tables import Table, person, table
from tests.service.web.test_analyses import hastily, work_off
from tests.site import Site
from tests.web_server import WebServer
from tests.workers.computers import computer_to_move
from workers.jobs import opponents
from workers.jobs.opponents import run_analysis

__all__ = ["app", "server"]
PHONE, LAPTOP, DESK = (390, 844), (1366, 650), (1440, 900)
MOST_BYTES = 90_000
COLD = "performance.getEntries().reduce((sum, entry) => sum + (entry.transferSize ?? 0), 0)"
SHARE = """() => {
  const { top, bottom, height } = document.querySelector(".board > svg").getBoundingClientRect();
  return top >= 0 && bottom <= innerHeight ? height / innerHeight : 0;
}"""
BELOW = """() => {
  const { bottom } = document.querySelector("footer").getBoundingClientRect();
  return Math.max(document.documentElement.scrollHeight - Math.max(Math.ceil(bottom), innerHeight), 0);
}"""
"""Pixels of the page below its last line."""
LEAST_SHARE = 0.6


@pytest.fixture
def of(site: Site) -> Table:
    """Create a public finished game with an analysis; its first move was a blunder, the others were best."""
    over = table("ann", "bob", ruleset="springtime", visibility=Visibility.PUBLIC)
    over.play_to_the_end()
    ask(over.id, over.players[0], clock.now())
    work_off(over, ("e5", "a1"))
    return over


def analysis(context: BrowserContext, site: Site, of: Table, viewer: Account | None = None) -> Page:
    """Open the analysis of the game."""
    if viewer:
        let_in(context, site, viewer)
    page = context.new_page()
    page.goto(f"{site.address}/games/{of.id}/analysis")
    return page


def turn(page: Page) -> Locator:
    """Return the heading of the turn that is shown beside the board."""
    return page.locator("[data-part=moves] h2")


def test_the_curve_is_slid_over_by_keyboard_and_by_mouse_and_the_board_follows(
    page: Page, site: Site, of: Table
) -> None:
    page.goto(f"{site.address}/games/{of.id}/analysis")
    page.evaluate("window.isStill = true")
    slider = page.get_by_role("slider", name="Turn")
    expect(turn(page)).to_contain_text("ann: Turn 1")
    expect(page.locator("[data-mark=best]")).to_have_count(1)

    slider.press("ArrowRight")
    expect(turn(page)).to_contain_text("ann: Turn 2")
    expect(slider).to_have_attribute("aria-valuetext", "Turn 2: ann, 60 %")
    expect(page.locator("[data-mark=best]")).to_have_count(0)
    page.locator("h1").click()
    page.keyboard.press("End")
    last = page.locator(".review .turns a").count()
    expect(turn(page)).to_contain_text(f"ann: Turn {last}")
    box = page.locator(".curve svg").bounding_box()
    assert box
    page.mouse.move(box["x"] + box["width"] * 448 / 480, box["y"] + 30)
    page.mouse.down()
    page.mouse.move(box["x"] + box["width"] * 10 / 480, box["y"] + 40, steps=4)
    page.mouse.up()
    expect(turn(page)).to_contain_text("ann: Turn 1")
    expect(page.locator(".turns .here")).to_contain_text("Turn 1: ann")
    page.get_by_role("link", name="Turn 3: ann").click()
    expect(page.locator(".review .steps")).to_contain_text(f"Turn 3 of {last}")
    page.locator(".steps [rel=next]").press("Enter")
    expect(turn(page)).to_contain_text("ann: Turn 4")
    expect(page.locator(".steps [rel=next]")).to_be_focused()

    assert page.evaluate("window.isStill")
    page.reload()
    expect(turn(page)).to_contain_text("ann: Turn 4")


def test_the_curve_is_a_row_of_links_without_scripts(browser: Browser, site: Site, of: Table) -> None:
    with browser.new_context(java_script_enabled=False) as context:
        page = analysis(context, site, of)
        expect(page.locator(".curve [type=range]")).to_be_hidden()
        page.locator(".curve a").nth(4).click()
        expect(turn(page)).to_contain_text("ann: Turn 5")
        page.get_by_role("link", name="Turn 2: ann").click()
        expect(turn(page)).to_contain_text("ann: Turn 2")


def test_the_board_of_an_analysis_comes_first_on_each_screen(browser: Browser, site: Site, of: Table) -> None:
    for width, height in (PHONE, LAPTOP, DESK):
        with browser.new_context(viewport={"width": width, "height": height}) as context:
            page = analysis(context, site, of, of.players[0])
            page.wait_for_load_state("networkidle")
            assert page.evaluate(COLD) <= MOST_BYTES
            assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
            assert page.evaluate(BELOW) == 0
            share = page.evaluate(SHARE)
            assert share >= (LEAST_SHARE if width > height else 0.3), (width, share)
            assert complaints(page) == []


@pytest.fixture
def practice(app: Flask) -> str:
    """Create a game of Ann against the computer on her turn."""
    game_id = computer_to_move(person("ann"), 1)
    while opponents.run_turn(opponents.anything):
        pass
    return game_id


def search() -> None:
    """Let the computer find the requested hints."""
    while run_analysis(hastily):
        pass


def test_a_hint_is_drawn_on_the_board_of_the_game_as_soon_as_it_is_found(
    page: Page, app: Flask, server: WebServer, practice: str
) -> None:
    let_in(page.context, Site(app, server.address), person("ann"))
    with page.expect_response("**/live*"):
        page.goto(f"{server.address}/games/{practice}")
    page.evaluate("window.isStill = true")

    page.get_by_role("button", name="Show hint").click()
    expect(page.get_by_text("Looking for good moves…")).to_be_visible()
    search()

    expect(page.get_by_text("It is marked in gold on the board.")).to_be_visible()
    expect(page.locator("[data-mark=best]").first).to_be_visible()
    page.get_by_role("link", name="Preview").click()
    expect(page.get_by_role("heading", name="Your move, not played yet")).to_be_visible()
    assert page.evaluate("window.isStill")
    assert page.url.startswith(f"{server.address}/games/{practice}?")
