"""An open page says when it is not live."""

from __future__ import annotations

from flask import Flask
from playwright.sync_api import Browser, expect

from tests.browser.test_dead_streams import MORE_THAN_45_SECONDS, line, of
from tests.browser.test_live_tables import app, opened, server
from tests.browser.wire import Wire
from tests.service.tables import Table

__all__ = ["app", "line", "of", "server"]

NOT_LIVE = "Not live. Reconnecting…"


def test_a_page_whose_stream_is_lost_says_so_until_it_is_back(
    browser: Browser, app: Flask, line: Wire, of: Table
) -> None:
    with opened(browser, app, line.address, of) as page:
        mark = page.get_by_role("status").filter(has_text=NOT_LIVE)
        expect(mark).to_have_count(0)
        page.clock.install()
        page.route("**/live*", lambda _: None)
        line.streams_die()

        page.clock.fast_forward(MORE_THAN_45_SECONDS)
        expect(mark).to_have_count(0)
        page.clock.fast_forward(6_000)
        expect(mark).to_be_in_viewport(ratio=1)

        page.unroute("**/live*")
        page.clock.fast_forward(MORE_THAN_45_SECONDS)
        expect(mark).to_have_count(0)


def test_a_browser_without_a_connection_says_so_at_once(browser: Browser, app: Flask, line: Wire, of: Table) -> None:
    with opened(browser, app, line.address, of) as page:
        mark = page.get_by_role("status").filter(has_text=NOT_LIVE)
        page.evaluate("window.dispatchEvent(new Event('offline'))")
        expect(mark).to_be_visible()

        page.evaluate("window.dispatchEvent(new Event('online'))")
        expect(mark).to_have_count(0)
