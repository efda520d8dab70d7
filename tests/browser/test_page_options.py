"""What an account has chosen for the pages of its games: boards without coordinates, and moves played at once."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from service.accounts.accounts import set_page_options
from service.play.timekeeping import Fast
from tests.browser.every_page import let_in
from tests.service.tables import Table, table
from tests.site import Site


def options(of: Table, site: Site, page: Page, *chosen: str) -> None:
    """Choose these options, and sign in."""
    set_page_options(of.players[0].id, chosen)
    let_in(page.context, site, of.players[0])


def test_coordinates_are_hidden_if_one_does_not_want_them(page: Page, site: Site) -> None:
    of = table("ann", "bob", ruleset="siesta")
    options(of, site, page, "no-coordinates")

    page.goto(f"{site.address}/games/{of.id}")

    expect(page.locator(".board .coordinates")).to_be_hidden()


@pytest.mark.parametrize("is_fast", [True, False])
def test_a_move_of_one_step_is_played_at_once_in_fast_games_alone(page: Page, site: Site, *, is_fast: bool) -> None:
    of = table("ann", "bob", ruleset="springtime", days_per_move=1, fast=Fast(5, 5) if is_fast else None)
    options(of, site, page, "play-at-once")
    page.goto(f"{site.address}/games/{of.id}")

    page.locator(".board .can").first.click()

    if is_fast:
        expect(page.locator("#result")).to_have_text("Waiting for bob")
        page.go_back()
        expect(page.locator("#result")).to_have_text("Waiting for bob")
    else:
        expect(page.get_by_role("heading", name="Your move, not played yet")).to_be_visible()


def test_a_move_that_an_address_brings_is_not_played_as_the_page_changes(page: Page, site: Site) -> None:
    of = table("ann", "bob", ruleset="springtime", days_per_move=1, fast=Fast(5, 5))
    options(of, site, page, "play-at-once")
    page.goto(f"{site.address}/games/{of.id}?pick=e5")

    page.get_by_label("Message", exact=True).fill("Good luck")
    page.get_by_role("button", name="Send").click()

    expect(page.get_by_role("region", name="Chat")).to_contain_text("Good luck")
    page.wait_for_load_state("networkidle")
    expect(page.get_by_role("heading", name="Your move, not played yet")).to_be_visible()
