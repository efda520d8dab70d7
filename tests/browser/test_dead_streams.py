"""Streams that died silently: an open page still gets updates, visible or not."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from flask import Flask
from playwright.sync_api import Browser, Page, expect

from tests.browser.test_live_tables import NOTED, app, opened, server, turn_away
from tests.browser.wire import Wire, wire
from tests.service.tables import Table, table
from tests.web_server import WebServer

__all__ = ["app", "server"]

MORE_THAN_45_SECONDS = 46_000
MORE_THAN_40_SECONDS = 41_000


@pytest.fixture
def of(app: Flask) -> Table:
    """Ann and Bob, Ann to move."""
    return table("ann", "bob")


@pytest.fixture
def line(server: WebServer) -> Iterator[Wire]:
    with wire(server.address) as line:
        yield line


@pytest.fixture
def page(browser: Browser, app: Flask, line: Wire, of: Table) -> Iterator[Page]:
    """Open the game as Bob, with a clock that the test controls, and wait until its stream has told something."""
    with opened(browser, app, line.address, of, NOTED) as page:
        page.clock.install()
        page.reload()
        page.evaluate("hearing")
        yield page


def dies(page: Page, line: Wire, of: Table) -> None:
    """Kill the streams and let Ann play; check that the page does not change by itself."""
    line.streams_die()
    of.play("place max-15")
    expect(page.get_by_role("heading", level=1)).to_have_text("Waiting for ann")


def test_silence_opens_another_stream(page: Page, line: Wire, of: Table) -> None:
    page.route("**/here", lambda _: None)
    dies(page, line, of)

    with page.expect_response("**/live*"):
        page.clock.fast_forward(MORE_THAN_45_SECONDS)

    expect(page.get_by_role("heading", level=1)).to_have_text("Your turn")


def test_a_page_that_nobody_sees_opens_another_one_too(page: Page, line: Wire, of: Table) -> None:
    with page.expect_response("**/live*"):
        turn_away(page, is_away=True)
    line.streams_die()
    of.play("place max-15")

    with page.expect_response("**/live*"):
        page.clock.fast_forward(MORE_THAN_45_SECONDS)

    expect(page).to_have_title("(1) Seasons of the Sun · Sundial")


@pytest.mark.parametrize("sign", ["visibilitychange", "online"])
def test_whoever_comes_back_to_a_page_or_to_the_network_waits_for_nothing(
    page: Page, line: Wire, of: Table, sign: str
) -> None:
    dies(page, line, of)

    page.evaluate("(sign) => (sign === 'online' ? window : document).dispatchEvent(new Event(sign))", sign)

    expect(page.get_by_role("heading", level=1)).to_have_text("Your turn")


def test_a_page_that_says_which_version_it_shows_hears_of_a_newer_one(page: Page, line: Wire, of: Table) -> None:
    page.route("**/live?*", lambda _: None)
    dies(page, line, of)

    with page.expect_response("**/here") as first:
        page.clock.fast_forward(MORE_THAN_40_SECONDS)
    expect(page.get_by_role("heading", level=1)).to_have_text("Your turn")
    with page.expect_response("**/here") as second:
        page.clock.run_for(MORE_THAN_40_SECONDS)

    assert first.value.json() == second.value.json() == {"version": of.game.version}
    assert [seat.here_at is not None for seat in of.game.seats] == [False, True]


def test_as_long_as_a_stream_is_well_there_is_no_other(page: Page, of: Table) -> None:
    asked: list[str] = []
    page.clock.pause_at(page.evaluate("Date.now() + 1000"))
    page.on("request", lambda request: asked.append(request.url))
    page.clock.run_for(MORE_THAN_40_SECONDS)
    with page.expect_response(f"**/games/{of.id}"):
        of.play("place max-15")
    page.clock.run_for(MORE_THAN_40_SECONDS)

    assert not [url for url in asked if "/live?" in url]
