"""An open page says when it is not live."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from tests.browser.test_dead_streams import MORE_THAN_45_SECONDS, app, line, of, page, server
from tests.browser.wire import Wire

__all__ = ["app", "line", "of", "page", "server"]

SOME_SECONDS = 6_000
NOT_LIVE = "Not live. Reconnecting…"


def test_a_page_whose_stream_is_lost_says_so_until_it_is_back(page: Page, line: Wire) -> None:
    mark = page.get_by_role("status").filter(has_text=NOT_LIVE)
    page.route("**/live*", lambda _: None)
    line.streams_die()

    page.clock.fast_forward(MORE_THAN_45_SECONDS)
    expect(mark).to_have_count(0)
    page.clock.fast_forward(SOME_SECONDS)
    expect(mark).to_be_in_viewport(ratio=1)

    page.unroute_all()
    with page.expect_response("**/live*"):
        page.clock.fast_forward(MORE_THAN_45_SECONDS)
    expect(mark).to_have_count(0)


def test_a_browser_without_a_connection_says_so_at_once(page: Page) -> None:
    mark = page.get_by_role("status").filter(has_text=NOT_LIVE)
    expect(mark).to_have_count(0)
    page.evaluate("window.dispatchEvent(new Event('offline'))")
    page.clock.run_for(1)
    expect(mark).to_be_visible()

    with page.expect_response("**/live*"):
        page.evaluate("window.dispatchEvent(new Event('online'))")
    expect(mark).to_have_count(0)
