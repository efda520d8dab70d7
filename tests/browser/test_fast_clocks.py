"""A fast clock on a game's page: both times are shown, and that of the player to move counts down."""

from __future__ import annotations

import re

from playwright.sync_api import Browser, expect

from service.play.timekeeping import Fast
from tests.service.tables import table
from tests.service.web.visitor import returning
from tests.site import Site


def test_the_time_of_whoever_is_to_move_goes_by_the_second(browser: Browser, site: Site) -> None:
    of = table("ann", "bob", ruleset="siesta", days_per_move=1, fast=Fast(minutes=15, seconds_per_move=20))
    for _ in range(2):
        of.play(of.whole_moves(1)[0])
    cookie = returning(site.app, "ann@example.net").client.get_cookie("sundial")
    assert cookie is not None
    with browser.new_context() as context:
        context.add_cookies([{"name": "sundial", "value": cookie.value, "url": site.address}])
        page = context.new_page()
        page.goto(f"{site.address}/games/{of.id}")
        expect(page.locator("[data-ticks]")).to_have_text(re.compile("^15:1[5-8]$"))
        expect(page.locator(".players")).to_contain_text("15:00")
