"""A page stays where it is while one plays: signed in and by the link of an email, on three sizes of screen."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.every_page import let_in
from tests.browser.test_keyboard import turn_of
from tests.browser.test_lost_lines import RELOADS_BY_ITSELF
from tests.service.tables import Table, table
from tests.site import Site

DESK, PHONE, TABLET = {"width": 1440, "height": 900}, {"width": 390, "height": 844}, {"width": 820, "height": 1180}
SOME_WAY_DOWN = "scrollTo({ top: 70, behavior: 'instant' })"
AT = "Math.round(scrollY)"
MOVES = 10
IN_SIGHT = """(parts) => parts.map((part) => {
  const { left, top, width, height } = part.getBoundingClientRect();
  const at = [left + width / 2, top + height / 2];
  return part.contains(document.elementFromPoint(...at)) ? at : null;
}).find((at) => at)"""
"""Where the first of them is that nothing lies over."""


@pytest.fixture(params=[DESK, PHONE, TABLET], ids=["desk", "phone", "tablet"])
def page(browser: Browser, request: pytest.FixtureRequest) -> Iterator[Page]:
    """Open a browser of that size, with a finger unless it stands on a desk."""
    with browser.new_context(viewport=request.param, has_touch=request.param != DESK) as context:
        yield context.new_page()


@pytest.fixture
def of(site: Site) -> Table:
    """Create a game between Ann and Bob, in which a square is a move."""
    return table("ann", "bob", ruleset="springtime")


def press(page: Page, what: str) -> None:
    """Press the first of these in sight; unlike a locator, this never scrolls."""
    expect(page.locator(what).first).to_be_attached()
    at = page.locator(what).evaluate_all(IN_SIGHT)
    if page.evaluate("navigator.maxTouchPoints"):
        page.touchscreen.tap(*at)
    else:
        page.mouse.click(*at)


def choose_and_play(page: Page) -> list[int]:
    """Play a move on the board; return how far the page is scrolled before, at the preview and after."""
    at = [page.evaluate(AT)]
    press(page, "svg.live .can")
    expect(page.get_by_role("heading", name="Your move, not played yet")).to_be_attached()
    at.append(page.evaluate(AT))
    press(page, "form.play .primary")
    expect(page.locator("form.play")).to_have_count(0)
    expect(page.locator("#result")).to_be_focused()
    return [*at, page.evaluate(AT)]


def test_ten_moves_leave_the_page_where_it_stands(page: Page, site: Site, of: Table) -> None:
    let_in(page.context, site, of.players[0])
    page.goto(f"{site.address}/games/{of.id}")
    page.evaluate(SOME_WAY_DOWN)
    seen = list[int]()
    for _ in range(MOVES):
        seen += choose_and_play(page)
        assert "#" not in page.url
        of.play_anything()
        page.evaluate(RELOADS_BY_ITSELF)
        expect(page.get_by_role("heading", level=1)).to_have_text("Your turn")
        seen.append(page.evaluate(AT))

    assert len(set(seen)) == 1, seen


def test_a_move_by_the_link_of_an_email_leaves_the_page_where_it_stands(page: Page, of: Table) -> None:
    for _ in range(3):
        page.goto(turn_of(of))
        page.evaluate(SOME_WAY_DOWN)
        seen = choose_and_play(page)
        assert len(set(seen)) == 1, seen
