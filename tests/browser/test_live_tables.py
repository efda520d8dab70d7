"""A page that stays open at a game: what others do comes to it at once, and nothing that is being written is lost."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from time import monotonic

import pytest
from flask import Flask
from playwright.sync_api import Browser, Page, expect

from service.core import config
from service.core.db import db
from service.edge.app import create_app
from tests.figures import Figures, Goals
from tests.service.tables import Table, table
from tests.service.web.visitor import returning
from tests.site import Site
from tests.templates import share_templates
from tests.web_server import WebServer, web_server

MOST_BYTES = 120_000
"""Of a page of a game with all that it needs, fonts and scripts as well, on the wire at the first visit."""
WEIGHT = "performance.getEntries().reduce((bytes, entry) => bytes + (entry.transferSize ?? 0), 0)"
DRAFT = "Well played, but"


@pytest.fixture
def app(sqlite_settings: config.Config) -> Iterator[Flask]:
    """An app of the installation, with its clock; the test is in its context."""
    app = create_app(sqlite_settings)
    share_templates(app)
    with app.app_context():
        yield app
        db.session.remove()
        db.engine.dispose()


@pytest.fixture
def server(app: Flask) -> Iterator[WebServer]:
    """The server as it is started in earnest, beside that app."""
    with web_server(app.config["SETTINGS"]) as running:
        yield running


@contextmanager
def opened(browser: Browser, app: Flask, address: str, of: Table) -> Iterator[Page]:
    """The game as Bob sees it; whatever his browser complains of fails the test."""
    complaints: list[str] = []
    cookie = returning(app, "bob@example.net").client.get_cookie("sundial")
    assert cookie is not None
    with browser.new_context() as context:
        context.add_cookies([{"name": "sundial", "value": cookie.value, "url": address}])
        page = context.new_page()
        page.on("console", lambda message: complaints.append(message.text))
        page.on("pageerror", lambda error: complaints.append(str(error)))
        with page.expect_response("**/live?*"):
            page.goto(f"{address}/games/{of.id}")
        yield page
    assert complaints == []


def test_a_move_is_seen_at_once_and_what_is_being_written_stays(
    browser: Browser, app: Flask, server: WebServer, figures: Figures, goals: Goals
) -> None:
    of = table("ann", "bob")
    with opened(browser, app, server.address, of) as page:
        draft, heading = page.get_by_label("Say something to the others"), page.get_by_role("heading", level=1)
        page.get_by_role("tab", name="Talk").click()
        draft.press_sequentially(DRAFT)
        weight = page.evaluate(WEIGHT)

        of.play("place max-15")
        played = monotonic()
        expect(heading).to_have_text("It is your turn")
        figures("live", pages=1, bytes=weight)
        goals("milliseconds until a move of the other is seen", round((monotonic() - played) * 1000), most=1000)

        assert weight <= MOST_BYTES
        assert [seat.here_at is not None for seat in of.game.seats] == [False, True]
        expect(page).to_have_title("(1) Seasons of the Sun · Sundial")
        expect(draft).to_be_focused()
        expect(draft).to_have_value(DRAFT)
        goals("characters of a draft that were lost meanwhile", 0, most=0)

        page.get_by_role("tab", name="Move").click()
        page.locator(".board [data-word=max-13]").click()
        expect(page.get_by_role("heading", name="Your move, not played yet")).to_be_visible()
        page.get_by_role("tab", name="Talk").click()
        expect(draft).to_have_value(DRAFT)


def test_the_tabs_beside_a_board_are_one_stop_that_arrows_walk_over(browser: Browser, site: Site) -> None:
    of = table("ann", "bob")
    of.play("place max-15")
    with opened(browser, site.app, site.address, of) as page:
        page.get_by_role("tab", name="Move").focus()

        page.keyboard.press("ArrowRight")
        expect(page.get_by_role("tab", name="Plan")).to_be_focused()
        page.keyboard.press("ArrowRight")
        expect(page.get_by_role("tabpanel", name="Talk")).to_be_visible()
        page.keyboard.press("Tab")

        expect(page.get_by_label("Say something to the others")).to_be_focused()
        expect(page.get_by_role("heading", level=1)).to_have_text("It is your turn")


def test_arrow_keys_step_through_a_game_and_back_to_ones_move(browser: Browser, site: Site) -> None:
    of = table("ann", "bob")
    of.play("place max-15")
    with opened(browser, site.app, site.address, of) as page:
        page.keyboard.press("ArrowLeft")
        expect(page.get_by_role("heading", level=1)).to_have_text("The beginning")

        page.keyboard.press("ArrowRight")
        expect(page.get_by_role("heading", name="Choose your move")).to_be_visible()
        page.locator(".board [data-word=max-13]").click()

        expect(page.get_by_role("heading", name="Your move, not played yet")).to_be_visible()
