"""Point at a thing on a board and read who gets points for it, in games, in lessons and in the past of a game."""

from __future__ import annotations

from playwright.sync_api import Browser, Page, expect

from tests.browser.test_keyboard import turn_of
from tests.service.tables import table
from tests.site import Site

REASONS = "[data-reasons]"
SIESTA = "Siesta: sun f6, roofs g6, shadows h6; points 1 each for A."


def test_who_points_at_a_siesta_reads_its_points_until_the_pointer_leaves(page: Page, site: Site) -> None:
    of = table("cleo", "dan", ruleset="siesta")
    of.play("sun f6, roof g6, shadow h6")
    page.goto(turn_of(of))

    page.locator("[data-word=g6]").hover()
    expect(page.locator(REASONS)).to_have_text(SIESTA)
    assert page.locator(".lit").evaluate_all("(lit) => lit.map((each) => each.dataset.word)") == ["f6", "g6", "h6"]

    page.locator("[data-word=a1]").hover()
    expect(page.locator(REASONS)).to_be_hidden()


def test_a_reason_is_read_to_who_walks_over_the_board_by_keyboard(page: Page, site: Site) -> None:
    of = table("cleo", "dan", ruleset="siesta")
    of.play("sun f6, roof g6, shadow h6")
    page.goto(turn_of(of))

    page.locator("[data-word=h6]").focus()

    expect(page.locator("[data-word=h6]")).to_have_attribute("aria-description", SIESTA)


def test_a_line_of_springtime_explains_each_of_its_squares(page: Page, site: Site) -> None:
    page.goto(f"{site.address}/rules/springtime/lesson/1")

    page.locator("[data-word=e1]").hover()

    expect(page.locator(REASONS)).to_contain_text("A leads by 1 in columns: e.")


def test_points_below_zero_are_explained_where_they_are_seen(page: Page, site: Site) -> None:
    page.goto(f"{site.address}/rules/tribes/lesson/1")
    expect(page.locator("figcaption > p", has_text="Points below 0 are normal at the start")).to_be_visible()


def test_a_tap_shows_the_reason_above_the_sheet_of_a_telephone(browser: Browser, site: Site) -> None:
    of = table("cleo", "dan", ruleset="siesta")
    of.play("sun f6, roof g6, shadow h6")
    with browser.new_context(viewport={"width": 390, "height": 844}, has_touch=True) as context:
        page = context.new_page()
        page.goto(turn_of(of))
        page.locator("[data-word=g6]").tap(force=True)
        expect(page.locator(REASONS)).to_have_text(SIESTA)
        seen = page.locator(REASONS).evaluate(
            """(line) => {
              line.style.pointerEvents = "auto";
              const { x, y, width, height } = line.getBoundingClientRect();
              return document.elementFromPoint(x + width / 2, y + height / 2) === line;
            }"""
        )
        assert seen
