"""One left edge: the sign in the header, the page and the footer stand below each other, whatever the page or width."""

from __future__ import annotations

from playwright.sync_api import Browser, Page, expect

from service.security.rates import Rates
from tests.browser.every_page import addresses, known, let_in
from tests.names import anywhere
from tests.service.access.conftest import made_private
from tests.service.tables import table
from tests.site import Site

WIDTHS = (360, 820, 1440, 2560)
PADDING = {360: 16, 820: 32, 1440: 32, 2560: 32 + (2560 - 1440) // 2}
"""The left edge in pixels by the width of the window: up to 1440 pixels of it are used."""
EDGES = """() => [".brand", document.querySelector(".game .board") ? ".game .board" : "main > *", ".bottom > *"]
  .map((each) => [...document.querySelectorAll(each)].find((part) => part.checkVisibility()))
  .map((part) => part && Math.round(part.getBoundingClientRect().left))"""
HAS_BOARD = "() => document.querySelector('.game .board') !== null"
BESIDE_BOARDS = PADDING | {1440: 16, 2560: 486}
"""The page of a game is as wide as its window, or as the board, which is as high as the window, and its panel."""
ON_A_PHONE = "() => innerWidth < 896 && document.querySelector('.game') !== null"
"""A board takes the whole width there, and its header is only the sign."""


def test_all_pages_have_the_same_left_edge(browser: Browser, site: Site) -> None:
    site.app.config["RESOLVE"] = anywhere
    site.app.extensions["rates"] = Rates({})
    private = made_private()
    wrong = []
    with browser.new_context(reduced_motion="reduce") as context:
        page = known(context, site, private)
        for address in addresses(private).values():
            page.goto(f"{site.address}{address}")
            for width in WIDTHS:
                page.set_viewport_size({"width": width, "height": 900})
                edges = page.evaluate(EDGES)
                expected = (BESIDE_BOARDS if page.evaluate(HAS_BOARD) else PADDING)[width]
                if not page.evaluate(ON_A_PHONE) and {*edges} - {None} != {expected}:
                    wrong.append((address, width, edges))
    assert not wrong, "\n".join(map(str, wrong))


def test_the_open_part_is_marked_in_forced_colours(page: Page, site: Site) -> None:
    of = table("ann", "bob")
    let_in(page.context, site, of.players[0])
    page.emulate_media(forced_colors="active")

    page.goto(f"{site.address}/me/mails")

    parts = page.locator(".parts a")
    marked = parts.evaluate_all(
        "(links) => links.filter((each) => getComputedStyle(each).outlineStyle === 'solid')"
        ".map((each) => each.textContent)"
    )
    assert marked == ["Emails"]


def test_a_printed_game_has_nothing_to_press(page: Page, site: Site) -> None:
    of = table("ann", "bob", ruleset="siesta")
    let_in(page.context, site, of.players[0])
    page.goto(f"{site.address}/games/{of.id}")
    page.emulate_media(media="print")

    for pressed in page.locator("button, .button, .top nav, .bottom").all():
        expect(pressed).to_be_hidden()
    expect(page.locator(".board > svg")).to_be_visible()
