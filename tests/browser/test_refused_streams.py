"""A page for which there is no stream left asks now and then, and opens one once there is."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing

import pytest
from flask import Flask
from playwright.sync_api import Browser, expect

from tests.browser.test_live_tables import app
from tests.service.tables import Table, table
from tests.service.web.visitor import returning
from tests.web_server import WebServer, web_server

__all__ = ["app"]

HALF_A_MINUTE = 30_000
STREAM = {"Accept": "text/event-stream"}


@pytest.fixture
def of(app: Flask) -> Table:
    """Ann and Bob, Ann to move."""
    return table("ann", "bob")


@pytest.fixture
def server(app: Flask) -> Iterator[WebServer]:
    """Start a server that allows one stream per account."""
    with web_server(app.config["SETTINGS"], RATE_LIMITS="streams=1") as running:
        yield running


def test_a_page_that_gets_no_stream_asks_each_half_minute(
    browser: Browser, app: Flask, server: WebServer, of: Table
) -> None:
    cookie = returning(app, "bob@example.net").client.get_cookie("sundial")
    assert cookie is not None
    with closing(server.connect()) as other, browser.new_context() as context:
        other.request("GET", "/live", headers=STREAM | {"Cookie": f"sundial={cookie.value}"})
        assert other.getresponse().status == 200
        context.add_cookies([{"name": "sundial", "value": cookie.value, "url": server.address}])
        page = context.new_page()
        page.clock.install()
        with page.expect_response(lambda answer: "/live" in answer.url and answer.status == 200):  # it is not a stream
            page.goto(f"{server.address}/games/{of.id}")
        of.play("place max-15")

        page.clock.fast_forward(HALF_A_MINUTE)

        expect(page.get_by_role("heading", level=1)).to_have_text("Your turn")
        other.close()
        with page.expect_event("requestfinished", lambda request: "/live" in request.url):
            page.clock.fast_forward(HALF_A_MINUTE)
        with page.expect_response(f"**/games/{of.id}"):
            of.play("place max-15")
