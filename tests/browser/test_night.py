"""Boards on a dark screen, in a page, as an image, opened by themselves, and on paper."""

from __future__ import annotations

from io import BytesIO

from PIL import Image
from playwright.sync_api import Browser, Page

from rules.canvas import NIGHT, PAPER, SEATS
from service.notifications import links
from tests import chromium
from tests.service.tables import table
from tests.site import Site

ROOF = SEATS[0].strong
FIRST_PAINT = "(shape) => getComputedStyle(shape).fill"
PIXEL = """(image) => {
  const canvas = new OffscreenCanvas(1, 1).getContext("2d");
  canvas.drawImage(image, 0, 0, 2, 2, 0, 0, 1, 1);
  return [...canvas.getImageData(0, 0, 1, 1).data].slice(0, 3);
}"""


def parts(colour: str) -> list[int]:
    """Red, green and blue of `#rrggbb`."""
    return [int(colour[at : at + 2], 16) for at in (1, 3, 5)]


def ground(page: Page) -> list[int]:
    """Return the background colour of the first board on a page."""
    fill: str = page.locator("svg[role] > rect").first.evaluate(FIRST_PAINT)
    return [int(part) for part in fill.removeprefix("rgb(").removesuffix(")").split(",")]


def colours(page: Page) -> set[str]:
    """All that are seen on the board of a page."""
    with Image.open(BytesIO(page.locator(".board > svg").screenshot())) as image:
        found = image.convert("RGB").getcolors(image.width * image.height) or []
    return {"#{:02x}{:02x}{:02x}".format(*colour) for _, colour in found if isinstance(colour, tuple)}


def test_a_board_is_dark_on_a_dark_screen_wherever_it_is_shown_and_light_on_paper(browser: Browser, site: Site) -> None:
    of = table("ann", "bob", ruleset="siesta")
    of.play("sun f6, roof g6, shadow h6")
    complaints: list[str] = []
    with browser.new_context(color_scheme="dark") as context:
        page = context.new_page()
        page.on("console", lambda said: complaints.append(said.text) if said.text != chromium.BLOCKED else None)
        page.goto(links.turn_link(of.game, 1))
        assert ground(page) == parts(NIGHT[PAPER])
        assert NIGHT[ROOF] in colours(page), "what is drawn by `use` is dark as well"
        assert ROOF not in colours(page)
        page.emulate_media(media="print")
        assert ground(page) == parts(PAPER)
        page.emulate_media(media="screen", color_scheme="light")
        assert ground(page) == parts(PAPER)
        page.emulate_media(color_scheme="dark")

        page.goto(f"{site.address}/rules/siesta")
        image = page.locator("img[src*='/siesta/figures/']").first
        image.scroll_into_view_if_needed()
        page.wait_for_function("(image) => image.complete && image.naturalWidth > 0", arg=image.element_handle())
        assert image.evaluate(PIXEL) == parts(NIGHT[PAPER])

        page.goto(f"{site.address}/rules/siesta/board.svg")
        assert ground(page) == parts(NIGHT[PAPER])
    assert complaints == []
