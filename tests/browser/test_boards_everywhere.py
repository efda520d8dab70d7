"""Boards are shown wherever games are listed, and in the guides."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, Page

import rules
from service.models import Visibility
from tests.browser.every_page import let_in
from tests.figures import Goals
from tests.service.tables import table
from tests.site import Site

LEAST_IN_A_GUIDE = 4
LOADED = """(images) => Promise.all(images.map((image) => {
  image.loading = "eager";
  return image.decode().catch(() => null);
}))"""
"""Waits for each, or for its failure: the page itself may have been idle long before it begins to load them."""
SEEN = "(images) => images.filter((image) => image.checkVisibility() && image.complete && image.naturalWidth).length"


def boards(page: Page, pictures: str) -> int:
    """How many of these pictures were loaded and can be seen, all that come late included."""
    found = page.locator(pictures)
    found.evaluate_all(LOADED)
    seen: int = found.evaluate_all(SEEN)
    return seen


def test_each_game_in_a_list_is_shown_by_its_board(browser: Browser, site: Site, goals: Goals) -> None:
    tables = [table("ann", "bob", ruleset=ruleset, visibility=Visibility.PUBLIC) for ruleset in rules.games()]
    missing = 0
    with browser.new_context() as context:
        let_in(context, site, tables[0].players[0])
        page = context.new_page()
        for path in ("/", "/games", "/rules", "/games/new"):
            page.goto(f"{site.address}{path}")
            listed = page.locator(".games > li, .boards > li").count()
            assert listed == len(rules.games()), path
            missing += listed - boards(page, "main img.thumb")
    goals("games without a board in the lists", missing, most=0)
    assert missing == 0


@pytest.mark.parametrize("ruleset", sorted(rules.games()))
def test_a_guide_shows_boards(page: Page, site: Site, goals: Goals, ruleset: str) -> None:
    page.goto(f"{site.address}/rules/{ruleset}")

    seen = boards(page, "main img.thumb, main .drawn img")

    goals("boards in a guide", seen, least=LEAST_IN_A_GUIDE)
    assert seen >= LEAST_IN_A_GUIDE
